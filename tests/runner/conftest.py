# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from .project import Project

# A harness to be copied into projects, no tests of this one.
collect_ignore = ["support"]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)
