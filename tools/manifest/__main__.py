# SPDX-License-Identifier: Apache-2.0
"""Writes or checks ``benchmark/manifest.bzl``.

    python -m tools.manifest --write | --check | --output FILE

Under ``bazel run`` the file of the workspace is meant, not that of the runfiles.
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from pathlib import Path

import benchmark

from .collect import CollectError, collect
from .entries import ManifestError, entries, render, unfaked, weigh

UPDATE = "./bazelw run //tools/manifest:update"


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.manifest", description=__doc__.splitlines()[0])
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", action="store_true", help="write benchmark/manifest.bzl")
    action.add_argument(
        "--check", action="store_true", help="fail, with the difference, if benchmark/manifest.bzl is stale"
    )
    action.add_argument("--output", type=Path, metavar="FILE", help="write the manifest to FILE")
    options = parser.parse_args(arguments)
    try:
        weighed = [weigh(node) for node in collect(sources())]
        nodes = entries(weighed)
        made = render(nodes, unfaked(weighed))
    except (CollectError, ManifestError) as error:
        print(f"manifest: {error}", file=sys.stderr)
        return 1
    path = (
        options.output
        or Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", sources())) / "benchmark" / "manifest.bzl"
    )
    if not options.check:
        path.write_text(made, encoding="utf-8")
        print(f"manifest: {len(nodes)} nodes written to {path}")
        return 0
    return check(path, made)


def check(path: Path, made: str) -> int:
    """Compare the file with what it should be; return the exit status."""
    found = path.read_text(encoding="utf-8") if path.exists() else ""
    if found == made:
        return 0
    difference = difflib.unified_diff(
        found.splitlines(), made.splitlines(), str(path), "as it should be", n=0, lineterm=""
    )
    print(*difference, sep="\n", file=sys.stderr)
    print(f"manifest: {path} is stale; run {UPDATE} (or python -m tools.manifest --write)", file=sys.stderr)
    return 1


def sources() -> Path:
    """The folder that holds the package ``benchmark`` which this process imports."""
    return Path(benchmark.__file__).parent.parent


if __name__ == "__main__":
    sys.exit(main())
