# SPDX-License-Identifier: Apache-2.0
"""The archive of an installed environment: one for a content, made once."""

from __future__ import annotations

import contextlib
import hashlib
import os
import subprocess
import sys
import tarfile
from pathlib import Path

PROGRAM = Path(__file__).absolute().parents[2] / "rules" / "python" / "private" / "archive.py"
FILES = {
    "alpha/__init__.py": "VALUE = 7\n",
    "alpha/data.bin": "\0" * 100_000,
    "alpha/tool": "#!/bin/sh\n",
    "beta-1.0.dist-info/METADATA": "Name: beta\n",
    f"{'long/' * 60}name.py": "",
}


def install(store: Path, files: dict[str, str], umask: int, time: float) -> Path:
    """Write an installed environment, the files in the order given, and return its `site`."""
    site = store / "key" / "site"
    before = os.umask(umask)
    try:
        for name, text in files.items():
            (site / name).parent.mkdir(parents=True, exist_ok=True)
            (site / name).write_text(text)
        (site / "alpha" / "tool").chmod(0o755 & ~umask)
    finally:
        os.umask(before)
    for path in site.rglob("*"):
        os.utime(path, (time, time))
        if umask:
            # Only root may, and in Bazel's sandbox not even root.
            with contextlib.suppress(OSError):
                os.chown(path, 65534, 65534)
    return site


def run(site: Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-IS",
        str(PROGRAM),
        "--site",
        str(site),
        "--out",
        str(site.parents[1] / "out"),
    ]
    return subprocess.run(command, capture_output=True, text=True)


def pack(site: Path) -> Path:
    done = run(site)
    assert done.returncode == 0, done.stderr
    return Path((site.parents[1] / "out").read_text().strip())


def test_the_same_bytes_on_each_machine(tmp_path: Path) -> None:
    here = pack(
        install(tmp_path / "here", {**FILES, "beta-1.0.dist-info/RECORD": "../bin/x,sha256=1"}, 0, 1e9)
    )
    turned = dict(reversed(FILES.items()))
    there = pack(
        install(tmp_path / "there" / "deeper", {"beta-1.0.dist-info/INSTALLER": "uv", **turned}, 0o077, 1.5e9)
    )
    assert here.read_bytes() == there.read_bytes()
    assert here.name == there.name == f"{hashlib.sha256(here.read_bytes()).hexdigest()}.tar.gz"
    changed = pack(install(tmp_path / "changed", {**FILES, "alpha/__init__.py": "VALUE = 8\n"}, 0, 1e9))
    assert changed.name != here.name


def test_all_of_it_comes_back(tmp_path: Path) -> None:
    archive = pack(install(tmp_path / "store", FILES, 0o022, 1e9))
    assert archive.parent == tmp_path / "store" / "key"
    with tarfile.open(archive) as members:
        assert {m.name.removeprefix("site/") for m in members} == set(FILES)
        assert {(m.uid, m.gid, m.uname, m.gname, m.mtime) for m in members} == {(0, 0, "", "", 0)}
        assert {m.name for m in members if m.mode & 0o111} == {"site/alpha/tool"}
        for name, text in FILES.items():
            assert members.extractfile(f"site/{name}").read().decode() == text


def test_made_once_and_mended(tmp_path: Path) -> None:
    site = install(tmp_path / "store", FILES, 0o022, 1e9)
    first = pack(site)
    made = first.stat().st_ino
    assert pack(site).stat().st_ino == made
    content = first.read_bytes()
    first.write_bytes(content[:-1])
    (site.parent / "archive.part").write_bytes(b"left by one that was killed")
    assert pack(site).read_bytes() == content
    assert not (site.parent / "archive.part").exists()


def test_a_store_that_cannot_be_written(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-IS",
        str(PROGRAM),
        "--site",
        "/proc/absent/key/site",
        "--out",
        str(tmp_path / "out"),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("ERROR: the store /proc/absent") and "FLAGGEMS_REFERENCE_CACHE" in line
