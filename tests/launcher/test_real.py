# SPDX-License-Identifier: Apache-2.0
"""The real thing: Bazel from the packages of Debian sid. A minute, a download of 200 MB, 1.1 GB of disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from launching import VERSION, Launcher


@pytest.mark.network
def test_bazel_from_debian_builds_in_its_sandbox(launcher: Launcher, place: Path) -> None:
    launcher.extra = {"REFERENCE_BAZEL_PROVISIONED": "1"}
    (launcher.project / "WORKSPACE").touch()
    (launcher.project / "BUILD.bazel").write_text(
        'genrule(name = "made", outs = ["made.txt"], cmd = "ls -d /tmp/* > $@ || echo empty > $@")\n'
    )
    root = f"--output_user_root={place}/root"
    try:
        built = launcher.run(root, "build", "//:made", timeout=1200)
        assert built.returncode == 0, built.stderr
        # In Bazel's sandbox the folder /tmp is another one.
        assert (launcher.project / "bazel-bin" / "made.txt").read_text() == "empty\n"

        assert launcher.run(root, "info", "release").stdout == f"release {VERSION}\n"
        base = Path(launcher.run(root, "info", "output_base").stdout.strip())
        assert "Failed to load JNI library" not in (base / "java.log").read_text()
    finally:
        launcher.run(root, "shutdown")
    provenance = json.loads((launcher.folder / "provenance.json").read_text())
    assert {"bazel-bootstrap", "libc6", "libblake3-0"} <= {
        package["name"] for package in provenance["packages"]
    }
    size = sum(path.lstat().st_size for path in launcher.folder.rglob("*"))
    assert size < 250e6
