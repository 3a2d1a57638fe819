# SPDX-License-Identifier: Apache-2.0
"""A small workspace whose targets stand for reference tests: they say where they ran and behave as told."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from tests.e2e.bazel import Result, Workspace

FIXTURE = Path(__file__).with_name("fixture")


class Probe(Workspace):
    """A copy of the fixture."""

    @classmethod
    def make(cls, folder: Path, root: Path, rcs: list[Path]) -> Probe:
        """Copy the fixture into a folder."""
        shutil.copytree(FIXTURE, folder)
        # Under its own name it would be a package of this repository.
        (folder / "fixture.BUILD").rename(folder / "BUILD.bazel")
        return cls(folder, root, rcs)

    def clone(self, name: str) -> Probe:
        """Make another checkout beside this one, with the same sources."""
        folder = self.folder.with_name(name)
        shutil.copytree(self.folder, folder, ignore=shutil.ignore_patterns("bazel-*"))
        return Probe(folder, self.root, self.rcs)

    def write(self, **behaviour: object) -> None:
        """Change what the targets do."""
        values = {"FAIL": False, "SECONDS": 0.0, "MIB": 0, "MARGIN": 0.0, **behaviour}
        text = "".join(f"{name} = {value!r}\n" for name, value in values.items())
        (self.folder / "behaviour.py").write_text(text)


def said(result: Result) -> str:
    """What Bazel's first error says, in one line and without its place in a BUILD file.

    A message of a remote service may begin on a line of its own.
    """
    end = r"(?=$|INFO|Target|WARNING|Computing|Loading|Analyzing|\[|ERROR|\s*at )"
    found = re.search(rf"^ERROR: (?!Build did NOT)((?:.+\n)+?){end}", result.output, re.MULTILINE)
    text = " ".join(found[1].split()) if found else ""
    return re.sub(r"^\S+/BUILD\.bazel:\d+:\d+: ", "", text)
