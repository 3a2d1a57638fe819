# SPDX-License-Identifier: Apache-2.0
"""Run pytest on files of the runfiles: `pytest_main.py ENVIRONMENT_JSON TEST_FILE... [PYTEST_OPTION...]`.

The interpreter is started anew without the host's site-packages, so that a test sees the locked environment and
the repository, and nothing else.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path


def restart(description: Path, root: Path, arguments: list[str]) -> None:
    """Replace this process by an isolated one that runs `run` below."""
    environment = json.loads(description.read_text(encoding="utf-8"))
    folder = description.resolve().parent
    paths = [str(root), *(str(folder / site) for site in environment["site"])]
    # Children that a test starts with sys.executable find the same packages.
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    os.environ["PYTHONNOUSERSITE"] = "1"
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    os.environ["REFERENCE_ENVIRONMENT"] = str(description)
    os.environ.pop("PYTHONSAFEPATH", None)
    os.environ.setdefault("HOME", os.environ.get("TEST_TMPDIR", "/nonexistent"))
    interpreter = environment["interpreter"]["path"]
    os.chdir(root)
    os.execv(interpreter, [interpreter, "-S", "-P", __file__, "--isolated", *arguments])


def run(arguments: list[str]) -> int:
    """Run pytest; return the exit status, which is not 0 if no test ran."""
    import pytest

    output = os.environ.get("XML_OUTPUT_FILE")
    options = [
        "-p",
        "no:cacheprovider",
        f"--rootdir={os.getcwd()}",
        "-c",
        "pyproject.toml",
        "--import-mode=importlib",
    ]
    if output:
        options.append(f"--junit-xml={output}")
    temporary = os.environ.get("TEST_TMPDIR")
    if temporary:
        options.append(f"--basetemp={temporary}/pytest")
    chosen = os.environ.get("TESTBRIDGE_TEST_ONLY")
    if chosen:
        options += ["-k", chosen]
    return int(pytest.main([*options, *arguments]))


def main() -> int:
    """Start again in isolation, then run pytest."""
    if sys.argv[1:2] == ["--isolated"]:
        return run(sys.argv[2:])
    runfiles = Path(os.environ.get("RUNFILES_DIR") or os.environ["TEST_SRCDIR"]).absolute()
    description, *arguments = sys.argv[1:]
    root = runfiles / os.environ["TEST_WORKSPACE"]
    arguments = [
        argument.removeprefix(f"{os.environ['TEST_WORKSPACE']}/")
        if not argument.startswith("-")
        else argument
        for argument in arguments
    ]
    restart(runfiles / description, root, arguments)
    raise AssertionError("not reached")


if __name__ == "__main__":
    sys.exit(main())
