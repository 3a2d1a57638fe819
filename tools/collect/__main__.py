# SPDX-License-Identifier: Apache-2.0
"""`collect`: many reports to one report, one page and one exit code; `collect compare`: two of those.

Exit codes: 0 all is as expected (compare: nothing got worse); 1 it is not; 2 wrong usage, or nothing to
judge.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import re
import sys
from collections.abc import Sequence
from typing import Any

from tools.collect import compare as comparing
from tools.collect.events import find_in_events
from tools.collect.families import families_of_file, families_of_tree
from tools.collect.junit import write_junit
from tools.collect.merge import Merged, merge, report
from tools.collect.observation import Findings
from tools.collect.page import page
from tools.collect.summary import headline, markdown_summary, summary, terminal_summary
from tools.collect.text import one_line
from tools.collect.tree import find_in_tree


def _here(text: str) -> pathlib.Path:
    """Resolves a path from where the user stands: `bazel run` changes the folder and says from which."""
    return pathlib.Path(os.environ.get("BUILD_WORKING_DIRECTORY", ".")) / pathlib.Path(text).expanduser()


def _workspace() -> pathlib.Path:
    return pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))


def _write(path: pathlib.Path, text: str) -> None:
    """Writes a file whole or not at all, so that a page is never half of the new and half of the old."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def _write_json(path: pathlib.Path, value: Any) -> None:
    _write(path, json.dumps(value, indent=1, ensure_ascii=True, allow_nan=False) + "\n")


def _slug(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.") or "device"


def write_all(merged: Merged, folder: pathlib.Path, options: str = "") -> list[pathlib.Path]:
    """Writes every output.

    Args:
        merged: The merged result.
        folder: Where to; made if it is not there. Files of an earlier run are overwritten, none is merged
            with.
        options: Options of Bazel that each replay command on the page needs.

    Returns:
        The files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("reference.*.json"):
        old.unlink()
    written = [
        folder / name for name in ("reference.json", "summary.json", "junit.xml", "summary.md", "index.html")
    ]
    _write_json(written[0], report(merged))
    _write_json(written[1], summary(merged))
    write_junit(merged, written[2])
    _write(written[3], markdown_summary(merged, options))
    _write(written[4], page(merged, options))
    if len(merged.devices) > 1:
        for number, device in enumerate(merged.devices, 1):
            path = folder / f"reference.{number}-{_slug(device)}.json"
            _write_json(path, report(merged, device))
            written.append(path)
    return written


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="collect",
        description=(
            "Merges the reports of many reference targets. `collect compare A B` compares two merged reports."
        ),
        allow_abbrev=False,
    )
    parser.add_argument(
        "inputs",
        nargs="*",
        metavar="TESTLOGS",
        help=(
            "a bazel-testlogs tree, a folder with reports, or one report (default: bazel-testlogs, without "
            "--bep)"
        ),
    )
    parser.add_argument(
        "--bep",
        action="append",
        default=[],
        metavar="FILE",
        help="what `bazel test --build_event_json_file=FILE` wrote; knows also what was not built or not run",
    )
    parser.add_argument("--output", required=True, metavar="DIR", help="folder for the merged files")
    parser.add_argument(
        "--targets",
        metavar="FILE",
        help=(
            "labels that must be there, one a line, e.g. of `bazel query 'attr(tags, reference, "
            "tests(//...))'`"
        ),
    )
    parser.add_argument(
        "--disk_cache",
        action="append",
        default=[],
        metavar="DIR",
        help="Bazel's disk cache, for outputs that were not downloaded",
    )
    parser.add_argument(
        "--remote_header",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="as for Bazel, for the remote cache",
    )
    parser.add_argument(
        "--families", metavar="FILE", help="JSON object of family by operator (default: read from benchmark/)"
    )
    parser.add_argument(
        "--replay_options",
        default="",
        metavar="OPTIONS",
        help="options for the replay commands, e.g. --config=cuda",
    )
    return parser


def _compare_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="collect compare",
        description=(
            "Says what got worse, better or different from A to B; ends with 1 if anything got worse."
        ),
        allow_abbrev=False,
    )
    parser.add_argument(
        "a", metavar="A", help="folder that collect wrote, or a reference.json: before, or one device"
    )
    parser.add_argument("b", metavar="B", help="the same: after, or the other device")
    parser.add_argument("--device-a", metavar="NAME", help="the device in A, where it holds several")
    parser.add_argument("--device-b", metavar="NAME", help="the device in B, where it holds several")
    parser.add_argument("--output", metavar="DIR", help="folder for comparison.json and comparison.md")
    return parser


def _compare(arguments: Sequence[str]) -> int:
    chosen = _compare_parser().parse_args(arguments)
    try:
        comparison = comparing.compare(
            comparing.load(_here(chosen.a), chosen.device_a), comparing.load(_here(chosen.b), chosen.device_b)
        )
    except comparing.NotComparedError as error:
        print(f"compare: {error}", file=sys.stderr)
        return 2
    if not comparison.a or not comparison.b:
        print(
            f"compare: {'A' if not comparison.a else 'B'} holds no case; there is nothing to compare",
            file=sys.stderr,
        )
        return 2
    print("\n".join(comparing.terminal(comparison)))
    if chosen.output:
        folder = _here(chosen.output)
        folder.mkdir(parents=True, exist_ok=True)
        _write_json(folder / "comparison.json", comparing.document(comparison))
        _write(folder / "comparison.md", comparing.markdown_comparison(comparison, chosen.a, chosen.b))
    return 1 if comparison.worse else 0


def _find(chosen: argparse.Namespace) -> Findings:
    findings = Findings()
    inputs = chosen.inputs or ([] if chosen.bep else [str(_workspace() / "bazel-testlogs")])
    for text in chosen.bep:
        findings += find_in_events(
            _here(text), text, tuple(_here(cache) for cache in chosen.disk_cache), tuple(chosen.remote_header)
        )
    for text in inputs:
        path = _here(text)
        if path.exists():
            findings += find_in_tree(path.resolve(), text)
        else:
            findings += Findings(problems=((text, "is not there"),))
    return findings


def _families(chosen: argparse.Namespace) -> dict[str, str]:
    if chosen.families:
        return families_of_file(_here(chosen.families))
    return families_of_tree(_workspace() / "benchmark")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit code."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    if arguments[:1] == ["compare"]:
        return _compare(arguments[1:])
    chosen = _parser().parse_args(arguments)
    try:
        findings = _find(chosen)
        families = _families(chosen)
        wanted = []
        if chosen.targets:
            wanted = [
                line.strip() for line in _here(chosen.targets).read_text("utf-8").splitlines() if line.strip()
            ]
    except (OSError, ValueError) as error:
        print(f"collect: {one_line(str(error))}", file=sys.stderr)
        return 2
    merged = merge(findings, families, wanted)
    folder = _here(chosen.output)
    # Several runs may have been made with different options; then the device alone tells.
    alone = len(chosen.bep) == 1 and not chosen.inputs
    write_all(merged, folder, chosen.replay_options or (" ".join(findings.options) if alone else ""))
    print(f"reference check: {headline(merged)}")
    for line in terminal_summary(merged):
        print(line)
    print(f"  page: {folder / 'index.html'}")
    if not merged.targets:
        print("collect: no reference target was found, so nothing was judged", file=sys.stderr)
        return 2
    return 0 if merged.ok else 1


if __name__ == "__main__":
    sys.exit(main())
