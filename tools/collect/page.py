# SPDX-License-Identifier: Apache-2.0
"""The merged result as one self-contained page: no network, no library, hostile text shown as text.

The page's policy allows exactly its own script and style, by their hashes; the data stands in a script
element that no browser runs, as JSON without any `<`, and the script puts it into the page as text nodes
only.
"""

from __future__ import annotations

import base64
import hashlib
import json
import pathlib
import re
import shlex
from collections.abc import Mapping
from typing import Any

from tools.collect.merge import VERDICTS, Case, Merged, cause
from tools.collect.summary import (
    NO_FAMILY,
    SYMBOLS,
    causes,
    device_options,
    device_word,
    dtype,
    family,
    headline,
    newest,
)
from tools.collect.text import replay, script_json, visible

_HERE = pathlib.Path(__file__).parent

# The whole text is in reference.json; a page needs no more than this of one traceback.
_LONGEST = 60_000

_MEANING = {
    "PASSED": "built, called once, and the device synchronised",
    "FAILED": "an error in one of the four stages, or a failure of pytest",
    "SKIP": "skipped by the node's own condition",
    "UNSUPPORTED": "the node has no case builder, or logic of its own",
    "NOT_RUN": "selected, but the node stopped before it",
    "CONFLICT": "different verdicts for the same case",
    "NO_REPORT": "the target left no usable report",
}

# Verdicts that only a target has, and the colour in which it is shown.
_LOOK = {"ALL_SKIP": "SKIP", "NO_CASES": "NOT_RUN", "DAMAGED": "NO_REPORT", "INCOMPATIBLE": "SKIP"}

_DTYPES = (
    *("float16", "bfloat16", "float32", "float64"),
    *("float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu"),
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("complex32", "complex64", "complex128"),
)


class _Interned:
    """A list in which each text stands once."""

    def __init__(self) -> None:
        self.items: list[str] = []
        self._index: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        at = self._index.get(text)
        if at is None:
            at = self._index[text] = len(self.items)
            self.items.append(text)
        return at


def _cut(text: Any) -> str:
    shown = visible(str(text))
    if len(shown) <= _LONGEST:
        return shown
    return shown[:_LONGEST] + "\n… cut here; reference.json has the whole text"


def _brief(value: Any) -> str:
    """Writes a shape or parameters the short way: `input=4×8` rather than `{"input": [4, 8]}`."""
    if not isinstance(value, Mapping) or not value:
        return ""
    parts = []
    for key, item in value.items():
        if isinstance(item, list) and item and all(isinstance(size, int) for size in item):
            parts.append(f"{key}={'×'.join(map(str, item))}")
        else:
            parts.append(f"{key}={json.dumps(item, ensure_ascii=False)}")
    return visible(", ".join(parts))


def _dtype_order(name: str) -> tuple[int, str]:
    if not name:
        # What befell a whole node stands beside its name, where no scrolling hides it.
        return -1, name
    return (_DTYPES.index(name) if name in _DTYPES else len(_DTYPES)), name


def _facts(environment: Mapping[str, Any], prefix: str = "") -> list[list[str]]:
    """Flattens an environment into name and value, for people."""
    facts: list[list[str]] = []
    for key, value in environment.items():
        if isinstance(value, Mapping):
            facts += _facts(value, f"{prefix}{key}.")
        elif value not in (None, "", []):
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            facts.append([visible(f"{prefix}{key}"), visible(text)[:300]])
    return facts[:80]


def _extra(case: Case, strings: _Interned, groups: Mapping[tuple[str, ...], int]) -> dict[str, Any]:
    """Gives what only a case that did not plainly pass has to say."""
    record = case.record
    extra: dict[str, Any] = {}
    if case.verdict != "PASSED":
        extra["cause"] = groups[case.verdict, *cause(record, case.note)]
        extra["count"] = record.get("count", 0)
    failure = record.get("failure") or {}
    for name, value in (
        ("stage", record.get("stage") or record.get("pytest_phase")),
        ("category", failure.get("category")),
        ("type", failure.get("type")),
        ("hint", record.get("hint")),
    ):
        if value:
            extra[name] = visible(str(value))
    for name, value in (
        ("message", failure.get("message")),
        ("traceback", failure.get("traceback")),
        ("reason", case.note or record.get("reason")),
    ):
        if value:
            extra[name] = strings(_cut(value))
    recovery = record.get("recovery_failure")
    if recovery:
        told = recovery
        if isinstance(recovery, Mapping):
            told = recovery.get("traceback") or f"{recovery.get('type', '')}: {recovery.get('message', '')}"
        extra["recovery"] = strings(_cut(told))
    if case.sightings:
        extra["sightings"] = [[visible(str(one.place)), one.status, one.final] for one in case.sightings[:50]]
    return extra


def page_data(merged: Merged, options: str = "") -> dict[str, Any]:
    """Gives the data of the page; columns rather than rows, so that 20,000 cases stay small.

    Args:
        merged: The merged result.
        options: Options of Bazel that each replay command needs, e.g. `--config=cuda`.
    """
    strings, nodes, labels, operators = _Interned(), _Interned(), _Interned(), _Interned()
    strings("")
    families = sorted(
        {family(merged, str(case.record.get("operator") or "")) for case in merged.cases} - {NO_FAMILY}
    )
    families.append(NO_FAMILY)
    devices = list(merged.devices)
    dtypes = sorted({dtype(case) for case in merged.cases}, key=_dtype_order)
    dtype_at = {name: at for at, name in enumerate(dtypes)}
    groups = causes(merged.cases)
    group_at = {
        (one.verdict, one.stage, one.category, one.type, one.message): at for at, one in enumerate(groups)
    }
    columns: dict[str, list[int]] = {
        name: []
        for name in ("device", "operator", "dtype", "verdict", "node", "label", "tail", "shape", "params")
    }
    extras: dict[str, dict[str, Any]] = {}
    raw_labels: dict[int, str] = {}
    for index, case in enumerate(merged.cases):
        record = case.record
        nodeid, case_id = record["nodeid"], str(record.get("case_id") or "")
        label = case.labels[0]
        columns["device"].append(devices.index(case.device))
        shown = str(record.get("operator") or nodeid.rpartition("::")[2].removeprefix("test_"))
        columns["operator"].append(operators(visible(shown)))
        columns["dtype"].append(dtype_at[dtype(case)])
        columns["verdict"].append(VERDICTS.index(case.verdict))
        columns["node"].append(nodes(visible(nodeid)))
        columns["label"].append(labels(visible(label)))
        raw_labels.setdefault(columns["label"][-1], label)
        regular = case_id.startswith(nodeid + "::")
        columns["tail"].append(strings(visible(case_id.removeprefix(nodeid + "::"))))
        columns["shape"].append(strings(_brief(record.get("shape"))))
        columns["params"].append(strings(_brief(record.get("params"))))
        extra = _extra(case, strings, group_at)
        if case_id and (not regular or visible(case_id) != case_id):
            extra["replay"] = strings(
                replay(
                    label,
                    case_id,
                    device_options(merged, case.device, options),
                    device_word(merged, case.device),
                )
            )
        if extra:
            extras[str(index)] = extra
    family_at = {name: at for at, name in enumerate(families)}
    rows = [
        {
            "label": visible(target.label),
            "device": devices.index(target.device),
            "operator": visible(target.operator),
            "family": family(merged, target.operator),
            "verdict": target.verdict,
            "expected": target.expected,
            "ok": target.ok,
            "why": [_cut(line) for line in target.why],
            "counts": [target.counts.get(name, 0) for name in VERDICTS],
            "total": sum(target.counts.values()) - target.counts.get("NO_REPORT", 0),
            "wall": target.wall,
            "wait": target.wait,
            "attempts": target.attempts,
            "flaky": target.flaky,
            "cached": target.cached,
            "strategy": target.strategy,
            "log": visible(target.log),
        }
        for target in merged.targets
    ]
    return {
        "ok": merged.ok,
        "headline": headline(merged),
        "when": newest(merged),
        "verdicts": VERDICTS,
        "symbols": SYMBOLS,
        "meaning": _MEANING,
        "look": _LOOK,
        "devices": [visible(name) for name in devices],
        "deviceFacts": [_facts(merged.devices[name]) for name in devices],
        "dtypes": [visible(name) for name in dtypes],
        "operators": operators.items,
        "families": [visible(name) for name in families],
        "familyOf": [family_at.get(family(merged, name), len(families) - 1) for name in operators.items],
        "nodes": nodes.items,
        "labels": labels.items,
        "quoted": [visible(shlex.quote(raw_labels[at])) for at in range(len(labels.items))],
        "replay": [
            " ".join(["./bazelw test", *device_options(merged, name, options), "@LABEL@"]) + "@FILTER@"
            for name in devices
        ],
        "bare": [
            f"python3 -m runner --node @LABEL@ --device {device_word(merged, name)} --output-dir out@FILTER@"
            for name in devices
        ],
        "strings": strings.items,
        "cases": {**columns, "extra": extras},
        "targets": rows,
        "causes": [
            {
                "verdict": one.verdict,
                "stage": visible(one.stage),
                "category": visible(one.category),
                "type": visible(one.type),
                "message": visible(one.message),
                "records": one.records,
                "operators": [visible(name) for name in one.operators],
                "dtypes": [visible(name) for name in one.dtypes],
                "devices": [visible(name) for name in one.devices],
            }
            for one in groups
        ],
        "problems": [
            {"kind": one.kind, "where": visible(one.where), "message": _cut(one.message)}
            for one in merged.problems
        ],
        "others": [[visible(label), word] for label, word in merged.others],
    }


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def page(merged: Merged, options: str = "") -> str:
    """Makes the page.

    Args:
        merged: The merged result.
        options: Options of Bazel that each replay command needs.

    Returns:
        One HTML document with everything in it.
    """
    script = (_HERE / "page.js").read_text(encoding="utf-8")
    style = (_HERE / "page.css").read_text(encoding="utf-8")
    parts = {
        "SCRIPT_HASH": _hash(script),
        "STYLE_HASH": _hash(style),
        "STYLE": style,
        "SCRIPT": script,
        "DATA": script_json(page_data(merged, options)),
    }
    template = (_HERE / "page.html").read_text(encoding="utf-8")
    return re.sub("@([A-Z_]+)@", lambda found: parts[found[1]], template)
