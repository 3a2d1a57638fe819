# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from .project import Project

# A harness to be copied into projects, no tests of this one.
collect_ignore = ["support"]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if mounted.returncode:
        pytest.fail(f"this test needs the right to mount a tmpfs (root): {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)
