# SPDX-License-Identifier: Apache-2.0
"""A test on an executor that does not hold its Python environment, but was given its archive."""

from __future__ import annotations

import fcntl
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from runner import unpack
from runner.config import UsageError

from .checker import ROOT
from .project import NODE, Project, wait_for

# What the worker imports.
PACKAGES = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments")


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of a small environment, by the program that makes the real ones."""
    folder = tmp_path_factory.mktemp("store") / "env-1"
    for name in PACKAGES:
        spec = importlib.util.find_spec(name)
        shutil.copytree(os.path.dirname(spec.origin), folder / "site" / name)
    shutil.copy(importlib.util.find_spec("py").origin, folder / "site")
    out = folder / "packed.txt"
    program = ROOT / "rules" / "python" / "private" / "archive.py"
    subprocess.run([sys.executable, "-IS", program, "--site", folder / "site", "--out", out], check=True)
    return Path(out.read_text().strip())


class Executor:
    """A machine with a cache folder, to which a target's inputs are brought."""

    def __init__(self, project: Project, archive: Path) -> None:
        self.project = project
        self.cache = project.folder / "cache"
        self.private = self.cache / f"unpacked-{os.geteuid()}"
        self.folder = self.private / archive.name.removesuffix(".tar.gz")
        runfiles = project.folder / "runfiles"
        (runfiles / "env").mkdir(parents=True)
        (runfiles / "_main").symlink_to(project.folder)
        (runfiles / "env" / archive.name).symlink_to(archive)
        description = {
            "schema": "flaggems.python-environment/v1",
            "kind": "locked",
            "name": "cpu",
            "site": ["site"],
            "digest": "0" * 64,
            "interpreter": {"path": os.path.realpath(sys.executable)},
            "packages": {"pytest": pytest.__version__},
            "flag_gems_origin": None,
        }
        (runfiles / "env" / "environment.json").write_text(json.dumps(description))
        self.config = {
            "schema": "flaggems.reference-config/v1",
            "target": "//benchmark:x_ref",
            "node": NODE,
            "root": "_main",
            "environment": "env/environment.json",
            "archive": f"env/{archive.name}",
        }
        project.node("return i")

    def environ(self, **more: str) -> dict[str, str]:
        found = {"RUNFILES_DIR": str(self.project.folder / "runfiles"), unpack.VARIABLE: str(self.cache)}
        return {**found, **more}

    def start(self, name: str = "outputs", **more: str) -> subprocess.Popen:
        (self.project.folder / "config.json").write_text(json.dumps(self.config))
        arguments = ("--config", "_main/config.json", "--output-dir", str(self.project.folder / name))
        return self.project.start(*arguments, environ=self.environ(**more))

    def finish(self, process: subprocess.Popen, name: str = "outputs"):
        environ = {"TEST_UNDECLARED_OUTPUTS_DIR": str(self.project.folder / name)}
        return self.project.finish(process, time.monotonic(), 60, environ)

    def run(self, **more: str):
        return self.finish(self.start(**more))


@pytest.fixture
def executor(project: Project, archive: Path) -> Executor:
    return Executor(project, archive)


def test_unpacked_once_and_kept(executor: Executor) -> None:
    first = executor.run()
    assert first.status == 0, first.out + first.err
    assert first.statuses == ["PASSED"] * 4
    environment = first.environment
    # Nothing of it is counted as a case's time.
    assert sum(case["seconds"] for case in environment["cases"]) < environment["unpacking_s"]
    assert executor.private.stat().st_mode & 0o777 == 0o700
    made = executor.folder.stat().st_ino

    second = executor.run()
    assert second.status == 0, second.out + second.err
    assert second.environment["unpacking_s"] < environment["unpacking_s"]
    assert executor.folder.stat().st_ino == made


def test_an_environment_that_is_there_is_not_unpacked(executor: Executor, archive: Path) -> None:
    beside = executor.project.folder / "runfiles" / "env" / "site"
    beside.symlink_to(archive.parent / "site")
    result = executor.run()
    assert result.status == 0, result.out + result.err
    assert result.environment["unpacking_s"] == 0
    assert not executor.cache.exists()


def test_no_archive_is_red_and_says_what_to_set(executor: Executor) -> None:
    del executor.config["archive"]
    result = executor.run()
    assert result.status == 1
    assert "ship_environment" in result.reasons


def test_several_at_once_unpack_once(executor: Executor) -> None:
    names = [f"outputs-{n}" for n in range(4)]
    lock = executor.private / f"{executor.folder.name}.lock"
    executor.private.mkdir(parents=True, mode=0o700)
    with open(lock, "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        running = [executor.start(name) for name in names]
        # All of them wait before one unpacks.
        inode = f":{lock.stat().st_ino} "
        wait_for(
            lambda: sum("->" in line and inode in line for line in Path("/proc/locks").open()) == len(names)
        )
    for process, name in zip(running, names, strict=True):
        result = executor.finish(process, name)
        assert result.status == 0, result.out + result.err
    assert sorted(entry.name for entry in executor.private.iterdir()) == [executor.folder.name, lock.name]


def test_half_unpacked_is_never_used(executor: Executor) -> None:
    process = executor.start()
    part = executor.private / f"{executor.folder.name}.part"
    wait_for(lambda: (part / "site").exists())
    process.kill()
    executor.finish(process)
    assert part.exists() and not executor.folder.exists()
    result = executor.run()
    assert result.status == 0, result.out + result.err
    assert not part.exists()


@pytest.mark.parametrize(
    ("more", "end"), [({}, "SIGTERM"), ({"TEST_TIMEOUT": "2"}, "the time limit")], ids=["stop", "time-out"]
)
def test_the_end_of_the_run_comes_while_another_unpacks(executor: Executor, more, end: str) -> None:
    executor.private.mkdir(parents=True, mode=0o700)
    with open(executor.private / f"{executor.folder.name}.lock", "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = executor.start(**more)
        wait_for((executor.project.folder / "outputs" / "journal.jsonl").exists)
        if end == "SIGTERM":
            process.send_signal(signal.SIGTERM)
        result = executor.finish(process)
    assert result.status == 1
    assert f"{end} came after" in result.reasons and "unpacking the Python environment" in result.reasons


def test_full_disk(executor: Executor, small_disk: Path) -> None:
    result = executor.run(**{unpack.VARIABLE: str(small_disk)})
    assert result.status == 1
    (record,) = result.report["records"]
    assert "No space left on device; free some space" in record["reason"] and "\n" not in record["reason"]
    assert not [path for path in small_disk.rglob("*") if path.is_dir() and "." in path.name]


def test_damaged_archive(executor: Executor, archive: Path) -> None:
    staged = executor.project.folder / "runfiles" / "env" / archive.name
    staged.unlink()
    staged.write_bytes(archive.read_bytes()[:-1000])
    result = executor.run()
    assert result.status == 1
    assert "is damaged" in result.reasons
    assert not executor.folder.exists()


@pytest.mark.parametrize("how", ["writable by others", "a link"])
def test_a_folder_that_others_may_have_filled_is_refused(executor: Executor, how: str) -> None:
    executor.cache.mkdir()
    if how == "a link":
        (executor.project.folder / "elsewhere").mkdir(mode=0o700)
        executor.private.symlink_to(executor.project.folder / "elsewhere")
    else:
        executor.private.mkdir()
        executor.private.chmod(0o777)
    result = executor.run()
    assert result.status == 1
    (record,) = result.report["records"]
    assert "others can have put something into it" in record["reason"] and unpack.VARIABLE in record["reason"]


def test_another_users_folder_is_refused(
    tmp_path: Path, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # This user made the folder; the one that the program takes itself for did not.
    user = os.geteuid() + 1
    (tmp_path / f"unpacked-{user}").mkdir(mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    with pytest.raises(UsageError, match="others can have put something into it"):
        unpack.unpack(str(archive), {unpack.VARIABLE: str(tmp_path)})


def test_where_it_goes(tmp_path: Path, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpack, "LASTING", str(tmp_path / "lasting"))
    user, name = os.geteuid(), archive.name.removesuffix(".tar.gz")
    home = tmp_path / "home"
    home.mkdir()
    shared = f"flaggems-reference/unpacked-{user}"
    for environ, folder in (
        ({unpack.VARIABLE: f"{tmp_path}/named", "HOME": str(home)}, f"named/unpacked-{user}"),
        ({"XDG_CACHE_HOME": f"{tmp_path}/xdg", "HOME": str(home)}, f"xdg/{shared}"),
        ({"HOME": str(home)}, f"home/.cache/{shared}"),
        ({"HOME": "/nonexistent"}, f"lasting/flaggems-reference-{user}"),
        ({}, f"lasting/flaggems-reference-{user}"),
    ):
        assert unpack.unpack(str(archive), environ) == str(tmp_path / folder / name)
    # A name that cannot be used is not passed over in silence.
    with pytest.raises(UsageError, match=unpack.VARIABLE):
        unpack.unpack(str(archive), {unpack.VARIABLE: "/proc/absent", "HOME": str(home)})


def test_a_cleaner_of_old_files_finds_none_in_an_environment_in_use(executor: Executor) -> None:
    assert executor.run().status == 0
    files = list(executor.folder.rglob("*"))
    old = time.time() - unpack.TOUCHED_S - 60
    for path in files:
        os.utime(path, (old, old))
    assert executor.run().status == 0
    # Not at each test: there are 14,000 of them.
    assert {path for path in files if path.stat().st_mtime > old + 1} == set()
    os.utime(f"{executor.folder}.lock", (old, old))
    assert executor.run().status == 0
    assert {path for path in files if path.stat().st_mtime < old + 60} == set()
    assert os.stat(f"{executor.folder}.lock").st_mtime > old + 60


def test_what_a_cleaner_left_of_an_unused_environment_is_unpacked_again(executor: Executor) -> None:
    assert executor.run().status == 0
    shutil.rmtree(executor.folder / "site" / "pytest")
    old = time.time() - unpack.UNUSED_S - 60
    os.utime(executor.folder, (old, old))
    result = executor.run()
    assert result.status == 0, result.out + result.err
    assert (executor.folder / "site" / "pytest").is_dir()
    assert not os.path.exists(f"{executor.folder}.part")


def test_an_environment_is_kept_while_a_test_runs_on_it(executor: Executor) -> None:
    """Whatever the clock says: one that was wrong and is set right makes it look unused."""
    gate = executor.project.folder / "gate"
    executor.project.node(f"while i == 2 and not os.path.exists({str(gate)!r}): time.sleep(0.01)")
    process = executor.start()
    journal = executor.project.folder / "outputs" / "journal.jsonl"
    wait_for(lambda: journal.exists() and '"start"' in journal.read_text())
    made = executor.folder.stat().st_ino
    os.utime(executor.folder, (0, 0))
    second = executor.start("second")
    wait_for(lambda: executor.folder.stat().st_mtime > 0)
    gate.touch()
    assert executor.finish(second, "second").status == 0
    assert executor.finish(process).status == 0
    assert executor.folder.stat().st_ino == made


def test_what_nobody_asked_for_lately_goes(executor: Executor) -> None:
    executor.private.mkdir(parents=True, mode=0o700)
    now = time.time()
    for name, age in (("old", unpack.UNUSED_S + 60), ("recent", unpack.UNUSED_S - 3600), ("held", 1e9)):
        (executor.private / name / "site").mkdir(parents=True)
        os.utime(executor.private / name, (now - age, now - age))
    # One that is being unpacked, and one whose test was killed.
    for name in ("held.part", "left.part"):
        (executor.private / name).mkdir()
    with open(executor.private / "held.lock", "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert executor.run().status == 0
    left = {entry.name for entry in executor.private.iterdir() if entry.is_dir()}
    assert left == {"recent", "held", "held.part", executor.folder.name}
