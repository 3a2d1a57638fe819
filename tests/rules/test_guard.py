# SPDX-License-Identifier: Apache-2.0
"""No module of a dependency runs in the process that writes the report, however early Python imports it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GUARD = Path(__file__).absolute().parents[2] / "rules" / "private" / "guard"


def start(*folders: Path, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Start Python with these folders in front of its library, as Bazel does."""
    environ = {"PYTHONPATH": os.pathsep.join(map(str, folders))}
    program = "import argparse, encodings, json; print(encodings.__file__)"
    command = [os.path.realpath(sys.executable), *options, "-c", program]
    return subprocess.run(command, env=environ, capture_output=True, text=True)


@pytest.mark.parametrize("options", [(), ("-X", "frozen_modules=off"), ("-X", "utf8=0")])
@pytest.mark.parametrize(
    "name", ["argparse", "codecs", "encodings", "io", "json", "os", "site", "sitecustomize", "usercustomize"]
)
def test_a_dependency_cannot_stand_for_a_module_of_python(tmp_path: Path, name: str, options) -> None:
    shadow = tmp_path / "shadow"
    shadow.mkdir()
    (shadow / f"{name}.py").write_text("import posix\n\nposix._exit(0)\n")
    result = start(GUARD, shadow, options=options)
    assert result.returncode == 0, result.stderr
    library = os.path.dirname(os.path.realpath(os.__file__))
    assert os.path.realpath(result.stdout.strip()) == f"{library}/encodings/__init__.py"


def test_without_the_guard_it_can(tmp_path: Path) -> None:
    (tmp_path / "encodings.py").write_text("import posix\n\nposix._exit(0)\n")
    result = start(tmp_path)
    assert (result.returncode, result.stdout) == (0, "")
