# SPDX-License-Identifier: Apache-2.0
"""Case lists, schema ``flaggems.benchmark-case-list/v2``: what ``--list-cases`` and the manifest write.

`runner.config.frozen_cases` reads them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from .config import LIST_SCHEMA
from .report import clean

Json = dict[str, object]


def entry(op_name: str, level: str, cases: Sequence[Mapping[str, object]]) -> Json:
    """One benchmark of a list.

    Args:
        op_name: the benchmark's operator.
        level: ``core`` or ``comprehensive``.
        cases: its cases as ``PlannedCase.listed()`` gives them, in order.
    """
    return {
        "schema_version": LIST_SCHEMA,
        "op_name": op_name,
        "phase": "timing",
        "level": level,
        "cases": cases,
    }


def render(benchmarks: Iterable[Mapping[str, object]]) -> str:
    """A list of what `entry` gives: strict ASCII JSON, one case a line, so a changed case is one too."""
    blocks = []
    for benchmark in benchmarks:
        head = _line({key: value for key, value in benchmark.items() if key != "cases"})
        cases: Sequence[object] = benchmark["cases"]  # type: ignore[assignment]
        blocks.append(f'{head[:-1]}, "cases": [{_lines(map(_line, cases))}]}}')
    return f'{{"schema_version": {json.dumps(LIST_SCHEMA)}, "benchmarks": [{_lines(blocks)}]}}\n'


def _line(value: object) -> str:
    return json.dumps(clean(value), allow_nan=False)


def _lines(items: Iterable[str]) -> str:
    text = ",\n".join(items)
    return f"\n{text}\n" if text else ""
