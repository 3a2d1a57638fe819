# SPDX-License-Identifier: Apache-2.0
"""Family by operator, read from the nodes' source without importing it."""

from __future__ import annotations

import ast
import json
import pathlib

# Markers that say how pytest treats a node, not which operator it has; as in the runner.
_NOT_OPERATORS = {
    *("skip", "skipif", "xfail", "parametrize", "skip_native", "usefixtures", "filterwarnings"),
    *("timeout", "tryfirst", "trylast"),
}


def _marker(decorator: ast.expr) -> str:
    """Gives the name of a `pytest.mark.NAME` decorator; empty for another one."""
    node = decorator.func if isinstance(decorator, ast.Call) else decorator
    if (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "mark"
    ):
        return node.attr
    return ""


def imported_names(module: ast.Module) -> dict[str, str]:
    """Maps each name that a module imports from a family's module to the family."""
    names = {}
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            if "families" in parts:
                below = parts[parts.index("families") + 1 :]
                for alias in node.names:
                    names[alias.asname or alias.name] = below[0] if below else alias.name
    return names


def families_of_source(text: str) -> dict[str, str]:
    """Maps each operator of a node file to the family of the Benchmark that its node makes.

    Args:
        text: Source of a `benchmark/test_*.py`.

    Raises:
        SyntaxError: if it is no Python.
    """
    module = ast.parse(text)
    imported = imported_names(module)
    # A class of the file itself has the family of the class that it extends.
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            for base in node.bases:
                if isinstance(base, ast.Name) and base.id in imported:
                    imported.setdefault(node.name, imported[base.id])
    found: dict[str, str] = {}
    for function in module.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        markers = [name for name in map(_marker, function.decorator_list) if name]
        operator = next((name for name in markers if name not in _NOT_OPERATORS), "")
        names = [node.id for node in ast.walk(function) if isinstance(node, ast.Name)]
        family = next((imported[name] for name in names if name in imported), "")
        if operator and family:
            found.setdefault(operator, family)
    return found


def families_of_tree(folder: pathlib.Path) -> dict[str, str]:
    """Maps the operators of all node files under a folder; a file that cannot be read has no say."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("test_*.py")):
        try:
            for operator, family in families_of_source(path.read_text(encoding="utf-8")).items():
                found.setdefault(operator, family)
        except (OSError, SyntaxError, UnicodeDecodeError):
            continue
    return found


def families_of_file(path: pathlib.Path) -> dict[str, str]:
    """Reads a JSON object of family by operator.

    Raises:
        ValueError: if it is something else.
    """
    value = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise ValueError(f"{path}: families are one JSON object, operator to family")
    return value
