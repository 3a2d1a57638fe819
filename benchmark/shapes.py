# SPDX-License-Identifier: Apache-2.0
"""The shape table, ``core_shapes.yaml``: read, checked and looked up."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from . import settings

Shape = tuple[int, ...]
Table = dict[str, tuple[Shape, ...]]

SECTIONS = ("core", "comprehensive", "operators")


class ShapeFileError(ValueError):
    """The shape file cannot be used. The message is one line that names file, key and value."""


def shapes_for(
    op_name: str, table: str | None, own: tuple[Shape, ...] | None, level: str
) -> tuple[Shape, ...]:
    """The shapes of an operator.

    An entry of the operator in the file comes first, then the node's own list, then the entry of its table.
    Level ``comprehensive`` adds the extra shapes of the table to the latter; a list made for one operator
    stays as it is.

    Args:
        op_name: the operator.
        table: name of the shared table, or None.
        own: the shapes that the node declares, or None.
        level: ``core`` or ``comprehensive``.

    Raises:
        ShapeFileError: no entry, or a file that cannot be used.
    """
    # A node with a list of its own still lets the file's operator entry win, which needs the file to be read.
    tables = load(settings.shape_file)
    if op_name in tables["operators"]:
        return tables["operators"][op_name]
    if own is not None:
        return own
    if table not in tables["core"]:
        raise ShapeFileError(
            f"{settings.shape_file}: no shapes for operator {op_name!r}, nor for its table {table!r}"
        )
    extra = tables["comprehensive"].get(table, ()) if level == "comprehensive" else ()
    return tables["core"][table] + extra


@functools.cache
def load(path: Path) -> dict[str, Table]:
    """Read and check a shape file.

    Returns:
        Section name to table; absent sections are empty.

    Raises:
        ShapeFileError: unreadable, not YAML, an unknown section, or a shape that is no list of positive
            integers.
    """
    import yaml

    try:
        text = path.read_text(encoding="utf-8")
        # The C loader is several times faster but not in every build of PyYAML.
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
        document = loader.get_single_node()
        _refuse_repeated_keys(document, path)
        content = None if document is None else loader.construct_document(document)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise ShapeFileError(f"{path}: cannot be read: {reason}") from None
    except ShapeFileError:
        raise
    # Values that look like a date or carry a tag may fail in Python's own words.
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ShapeFileError(f"{path}: not valid YAML: {' '.join(str(error).split())}") from None
    if not isinstance(content, dict):
        raise ShapeFileError(
            f"{path}: must be a mapping with the sections {', '.join(SECTIONS)}, not {_shown(content)}"
        )
    for section in content:
        if section not in SECTIONS:
            raise ShapeFileError(f"{path}: unknown section {section!r}; use one of {', '.join(SECTIONS)}")
    return {section: _table(path, section, content.get(section)) for section in SECTIONS}


def _refuse_repeated_keys(document: Any, path: Path) -> None:
    """Raise unless each section, and each name in one, is there once; YAML would keep the last alone."""
    for where, node in [("", document), *((f"{key.value}.", value) for key, value in _pairs(document))]:
        names = [str(key.value) for key, _ in _pairs(node)]
        for position, name in enumerate(names):
            if name in names[:position]:
                raise ShapeFileError(f"{path}: {where}{name}: is there twice; delete one")


def _pairs(node: Any) -> list[tuple[Any, Any]]:
    return node.value if getattr(node, "id", None) == "mapping" else []


def _table(path: Path, section: str, entries: Any) -> Table:
    if entries is None:
        return {}
    if not isinstance(entries, dict):
        raise ShapeFileError(f"{path}: {section}: must map names to lists of shapes, not {_shown(entries)}")
    table: Table = {}
    for key, shapes in entries.items():
        if not isinstance(shapes, list) or not shapes:
            raise ShapeFileError(
                f"{path}: {section}.{key}: must be a non-empty list of shapes, not {_shown(shapes)}"
            )
        for shape in shapes:
            # bool is an int in Python, but "true" is no size.
            if (
                not isinstance(shape, list)
                or not all(type(size) is int and size > 0 for size in shape)
                or not shape
            ):
                raise ShapeFileError(
                    f"{path}: {section}.{key}: {_shown(shape)} is no shape; write a list of positive integers"
                )
        table[str(key)] = tuple(map(tuple, shapes))
    return table


def _shown(value: Any) -> str:
    """A value for a message, 80 characters at most."""
    try:
        return repr(value)[:80]
    except RecursionError:
        # YAML can be read a little deeper than Python can show it.
        return f"a {type(value).__name__} that is nested too deep to be shown"
