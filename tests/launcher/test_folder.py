# SPDX-License-Identifier: Apache-2.0
"""The provisioned folder: how it starts Bazel, and that it may be moved, packed and unpacked."""

from __future__ import annotations

import os
import subprocess
import tarfile
from pathlib import Path

import pytest
from launching import VERSION, Launcher

STARTUP = ["--nosystem_rc", "--install_base", "--trust_install_base", "--server_javabase", "--bazelrc"]


@pytest.fixture
def made(provisioning: Launcher) -> Launcher:
    done = provisioning.run("version")
    assert done.returncode == 0, done.stderr
    return provisioning


def start(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [folder / "bazel", *arguments],
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def paths_in(folder: Path) -> set[str]:
    """The absolute paths that the folder's settings hold, cut to the length of the folder's own."""
    texts = [folder / "bazelrc", folder / "install" / "bazel_classpath_debian_depends.txt"]
    found = set()
    for text in texts:
        for line in text.read_text().splitlines():
            if "/" in line:
                found.add(line[line.index("/") :][: len(str(folder))])
    return found


def test_options_of_the_caller_come_after_the_folders_own(made: Launcher) -> None:
    said = start(made.folder, "--bazelrc=/mine", "help").stdout.splitlines()[1:]
    assert [option.partition("=")[0] for option in said[:5]] == STARTUP
    assert said[5:] == ["--bazelrc=/mine", "help"]


@pytest.mark.parametrize("changes", [{"HOME": "/tmp"}, {"HOME": "/tmp/me"}, {"XDG_CACHE_HOME": "/tmp/cache"}])
def test_the_output_root_is_never_under_tmp(made: Launcher, changes: dict[str, str]) -> None:
    said = start(made.folder, "info-", **changes).stdout.splitlines()[1:]
    assert said[5:] == [f"--output_user_root={made.folder.parent}/output_user_root", "info-"]


def test_within_a_test_the_output_root_is_bazels_choice(made: Launcher) -> None:
    said = start(made.folder, "info-", HOME="/tmp", TEST_TMPDIR="/tmp/x").stdout.splitlines()[1:]
    assert said[5:] == ["info-"]


def test_a_wheel_of_the_callers_is_kept(made: Launcher) -> None:
    said = start(made.folder, "x", REFERENCE_PIP_WHEEL="/my/pip.whl").stdout.splitlines()
    assert said[0] == "wheel=/my/pip.whl"


def test_a_moved_folder_works_and_names_only_its_new_place(made: Launcher, place: Path) -> None:
    assert paths_in(made.folder) == {str(made.folder)}
    moved = place / "moved here" / "bazel-7"
    moved.parent.mkdir()
    made.folder.rename(moved)
    done = start(moved, "x")
    assert done.returncode == 0, done.stderr
    assert f"--install_base={moved}/install" in done.stdout
    assert paths_in(moved) == {str(moved)}
    assert (moved / "location").read_text() == f"{moved}\n"


def test_a_moved_folder_may_be_started_by_several_at_once(made: Launcher, place: Path) -> None:
    moved = place / "moved"
    made.folder.rename(moved)
    started = [
        subprocess.Popen([moved / "bazel", "x"], env={"PATH": "/usr/bin:/bin"}, stdout=subprocess.PIPE)
        for _ in range(6)
    ]
    outputs = {process.communicate(timeout=60)[0] for process in started}
    assert {process.returncode for process in started} == {0}
    assert len(outputs) == 1
    assert paths_in(moved) == {str(moved)}


def test_a_place_that_a_class_path_cannot_name_is_refused(made: Launcher, place: Path) -> None:
    moved = place / "a:b"
    made.folder.rename(moved)
    done = start(moved, "x")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"relocate: {moved}: a path of Bazel may not hold a colon, a quote, a backslash or a line break; "
        "move the folder\n"
    )


def test_the_folder_works_by_a_link(made: Launcher, place: Path) -> None:
    link = place / "bazel"
    link.symlink_to(made.folder / "bazel")
    done = subprocess.run([link, "x"], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
    assert f"--install_base={made.folder}/install" in done.stdout


def test_a_folder_that_is_not_complete_does_not_start(made: Launcher) -> None:
    (made.folder / "complete").unlink()
    done = start(made.folder, "x")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"bazel: {made.folder} is not complete; remove it, then unpack or provision it again\n"
    )


def pack(launcher: Launcher, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [launcher.project / "tools" / "bazel" / "pack", *arguments],
        env=launcher.environment(),
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_a_packed_folder_works_in_another_cache(made: Launcher, place: Path) -> None:
    before = {path: path.stat() for path in made.folder.rglob("*")}
    archive = place / "bazel.tar.xz"
    done = pack(made, archive)
    assert done.returncode == 0, done.stderr
    with tarfile.open(archive) as packed:
        names = packed.getnames()
    # Unpacking that breaks off must leave a folder that is not taken for a whole one.
    assert names[-1] == f"{made.folder.name}/complete"
    assert f"{made.folder.name}/location" not in names

    other = Launcher(made.project, made.bin, place / "other", made.home)
    other.folder.parent.mkdir(parents=True)
    subprocess.run(["tar", "-C", other.folder.parent, "-xf", archive], check=True)
    ran = other.run("x", env=other.environment(REFERENCE_BAZEL_PROVISIONED="1"))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"--install_base={other.folder}/install" in ran.stdout
    assert paths_in(other.folder) == {str(other.folder)}

    # The folder that was packed is as it was: nothing was changed by way of a hard link.
    after = {path: path.stat() for path in made.folder.rglob("*")}
    changed = {
        path
        for path in before
        if (before[path].st_mtime_ns, before[path].st_size) != (after[path].st_mtime_ns, after[path].st_size)
    }
    assert before.keys() == after.keys()
    assert not changed
    assert [path.name for path in made.folder.parent.iterdir() if path.name.startswith("pack.")] == []


def test_an_archive_can_be_split(made: Launcher, place: Path) -> None:
    archive = place / "bazel.tar.xz"
    assert pack(made, "-s", "1", archive).returncode == 0
    parts = sorted(place.glob("bazel.tar.xz.*"))
    assert parts
    joined = b"".join(part.read_bytes() for part in parts)
    (place / "joined.tar.xz").write_bytes(joined)
    with tarfile.open(place / "joined.tar.xz") as packed:
        assert f"{made.folder.name}/bazel" in packed.getnames()


def test_packing_what_is_not_there_is_an_error(provisioning: Launcher, place: Path) -> None:
    done = pack(provisioning, place / "bazel.tar.xz")
    assert done.returncode == 1
    assert done.stderr == (
        f"pack: no Bazel in {provisioning.folder}; "
        "run REFERENCE_BAZEL_PROVISIONED=1 ./bazelw --version first\n"
    )
    assert not os.path.exists(place / "bazel.tar.xz")
    assert VERSION in provisioning.folder.name
