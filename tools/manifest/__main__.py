# SPDX-License-Identifier: Apache-2.0
"""Writes or checks ``benchmark/manifest.bzl`` and the frozen case lists in ``benchmark/case_lists``.

    python -m tools.manifest --write | --check | --output FOLDER

Under ``bazel run`` the files of the workspace are meant, not those of the runfiles.
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import benchmark

from .collect import CollectError, collect
from .entries import CASE_LISTS, ManifestError, case_lists, entries, render, unfaked, weigh_all

UPDATE = "./bazelw run //tools/manifest:update"
MANIFEST = "manifest.bzl"

# What is shown of a difference: one shape of a shared table is in hundreds of lists.
SHOWN_LINES = 100
SHOWN_FILES = 10


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.manifest", description=__doc__.splitlines()[0])
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", action="store_true", help="write the files of benchmark/")
    action.add_argument(
        "--check", action="store_true", help="fail, with the difference, if a file of benchmark/ is stale"
    )
    action.add_argument("--output", type=Path, metavar="FOLDER", help="write the files to FOLDER")
    parser.add_argument(
        "--jobs", type=int, default=len(os.sched_getaffinity(0)), help="processes; by default one a core"
    )
    options = parser.parse_args(arguments)
    try:
        collected = collect(sources())
        print(f"manifest: {len(collected)} nodes to plan, which takes a minute or more", flush=True)
        weighed = weigh_all(collected, options.jobs)
        nodes = entries(weighed)
        lists = case_lists(weighed, nodes)
        made = {MANIFEST: render(nodes, unfaked(weighed)), **lists}
    except (CollectError, ManifestError) as error:
        print(f"manifest: {error}", file=sys.stderr)
        return 1
    workspace = Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", sources()))
    folder = options.output or workspace / "benchmark"
    if options.check:
        return check(folder, made)
    changed = write(folder, made)
    print(f"manifest: {len(nodes)} nodes and {len(lists)} case lists in {folder}; changed: {_names(changed)}")
    return 0


def write(folder: Path, made: Mapping[str, str]) -> list[str]:
    """Write what differs and delete the lists that no node has.

    Args:
        folder: where the manifest is.
        made: text by path in the folder.

    Returns:
        The paths of what was written or deleted.
    """
    changed = stale(folder, made)
    for path in changed:
        if path in made:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(made[path], encoding="utf-8")
        else:
            (folder / path).unlink()
    return changed


def check(folder: Path, made: Mapping[str, str]) -> int:
    """Compare the files with what they should be; return the exit status.

    Args:
        folder: where the manifest is.
        made: text by path in the folder.
    """
    changed = stale(folder, made)
    if not changed:
        return 0
    lines = [line for path in changed for line in _difference(folder, path, made.get(path, ""))]
    print(*lines[:SHOWN_LINES], sep="\n", file=sys.stderr)
    if len(lines) > SHOWN_LINES:
        print(f"… {len(lines) - SHOWN_LINES} more lines", file=sys.stderr)
    print(
        f"manifest: stale in {folder}: {_names(changed)}; run {UPDATE} (or python -m tools.manifest --write)",
        file=sys.stderr,
    )
    return 1


def stale(folder: Path, made: Mapping[str, str]) -> list[str]:
    """The paths of files that are missing, differ, or are lists that no node has."""
    there = {f"{CASE_LISTS}/{path.name}" for path in (folder / CASE_LISTS).glob("*.json")}
    return [path for path in sorted({*made, *there}) if made.get(path) != _read(folder / path)]


def sources() -> Path:
    """The folder that holds the package ``benchmark`` which this process imports."""
    return Path(benchmark.__file__).parent.parent


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def _difference(folder: Path, path: str, text: str) -> list[str]:
    found = (_read(folder / path) or "").splitlines()
    return list(
        difflib.unified_diff(found, text.splitlines(), path, f"{path} as it should be", n=0, lineterm="")
    )


def _names(paths: list[str]) -> str:
    if not paths:
        return "nothing"
    more = f" and {len(paths) - SHOWN_FILES} more" if len(paths) > SHOWN_FILES else ""
    return f"{', '.join(paths[:SHOWN_FILES])}{more}"


if __name__ == "__main__":
    sys.exit(main())
