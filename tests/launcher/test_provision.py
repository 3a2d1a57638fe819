# SPDX-License-Identifier: Apache-2.0
"""Making Bazel from packages: real apt-get, dpkg-deb, tar and flock over a small archive in a folder."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import threading
from pathlib import Path

import pytest
from launching import RULES, TOOLS, VERSION, Launcher, Mirror, script

REPOSITORIES = dict(
    zip(["rules_cc", "rules_java", "rules_license", "rules_proto", "rules_python"], RULES, strict=True),
    **dict(zip(["bazel_features", "platforms", "bazel_skylib"], TOOLS, strict=True)),
)
LONG = "a-name-that-is-long-enough-to-be-folded-by-the-manifest.jar"


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that says why nothing was provisioned."""
    assert done.returncode == 1, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("bazelw: cannot provision Bazel: ")]
    assert len(lines) == 1, done.stderr
    assert done.stderr.splitlines()[-1] == lines[0]
    return lines[0].removeprefix("bazelw: cannot provision Bazel: ")


def test_it_makes_a_bazel_and_starts_it(provisioning: Launcher, mirror: Mirror) -> None:
    sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in mirror.packages()}
    done = provisioning.run("build", "//a", "--", "b c")
    folder = provisioning.folder
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        f"wheel={folder}/pip/pip-99.0-py3-none-any.whl",
        "--nosystem_rc",
        f"--install_base={folder}/install",
        "--trust_install_base",
        f"--server_javabase={folder}/java",
        f"--bazelrc={folder}/bazelrc",
        "build",
        "//a",
        "--",
        "b c",
    ]
    steps = [line for line in done.stderr.splitlines() if "/6 " in line]
    assert [line.split("] ")[1][:4] for line in steps] == [f"{step}/6 " for step in range(1, 7)]

    assert (folder / "bazelrc").read_text().splitlines()[1:] == [
        "common --noenable_bzlmod",
        *sorted(
            f"common '--override_repository={name}={folder}/install/{path}'"
            for name, path in REPOSITORIES.items()
        ),
    ]
    assert not (folder / "install" / "linux-sandbox").is_symlink()

    provenance = json.loads((folder / "provenance.json").read_text())
    taken = {
        f"{p['name']}_{p['version']}_{p['architecture']}.deb": p["sha256"] for p in provenance["packages"]
    }
    assert taken == sums
    assert provenance["mirror"] == mirror.address

    left = sorted(path.name for path in folder.parent.iterdir())
    assert left == [folder.name, "lock", "provision.log"]


def test_jars_pulled_in_by_a_manifest_come_before_the_one_that_pulls(provisioning: Launcher) -> None:
    assert provisioning.run("version").returncode == 0
    folder = provisioning.folder
    listed = (folder / "install" / "bazel_classpath_debian_depends.txt").read_text().splitlines()
    assert listed == [
        f"{folder}/{entry}"
        for entry in [
            "jars/third.jar",
            "jars/second.jar",
            f"jars/{LONG}",
            "jars/first.jar",
            "jars/last.jar",
            "install/label",
        ]
    ]
    assert all(Path(entry).exists() for entry in listed)
    label = folder / "install" / "label" / "build-data.properties"
    assert f"build.label={VERSION}\n" in label.read_text()


def test_the_second_start_provisions_nothing(provisioning: Launcher) -> None:
    assert provisioning.run("version").returncode == 0
    made = os.stat(provisioning.folder / "complete")
    (provisioning.project / "tools" / "bazel" / "provision").unlink()
    done = provisioning.run("version")
    assert (done.returncode, done.stderr) == (0, "")
    assert os.stat(provisioning.folder / "complete") == made


def test_a_folder_that_is_not_complete_is_made_anew(provisioning: Launcher) -> None:
    script(provisioning.folder / "bazel", "echo half-made\n")
    done = provisioning.run("version")
    assert done.returncode == 0, done.stderr
    assert "half-made" not in done.stdout
    assert (provisioning.folder / "complete").read_text().strip() == VERSION


def test_another_bazel_of_the_same_major_release_is_taken_and_told(
    provisioning: Launcher, mirror: Mirror
) -> None:
    (provisioning.project / ".bazelversion").write_text("7.9.9\n")
    done = provisioning.run("version")
    assert done.returncode == 0, done.stderr
    assert f"Debian sid offers Bazel {VERSION}+ds-1 in place of 7.9.9; taking it" in done.stderr


def test_a_mirror_without_the_major_release_is_an_error(provisioning: Launcher, mirror: Mirror) -> None:
    (provisioning.project / ".bazelversion").write_text("8.1.0\n")
    assert refusal(provisioning.run("version")) == (
        f"Debian sid at {mirror.address} offers no bazel-bootstrap 8.x; "
        "set REFERENCE_DEBIAN_MIRROR to a newer mirror or BAZEL to a Bazel 8.1.0"
    )


def test_a_mirror_that_cannot_be_read_is_an_error(provisioning: Launcher, place: Path) -> None:
    address = f"copy:{place}/nowhere"
    done = provisioning.run("version", env=provisioning.environment(REFERENCE_DEBIAN_MIRROR=address))
    assert refusal(done) == (
        f"cannot read Debian sid from {address}; check the network, or set REFERENCE_DEBIAN_MIRROR; "
        f"see {provisioning.folder.parent}/provision.log"
    )


def test_a_package_that_is_not_what_the_index_says_is_an_error(
    provisioning: Launcher, mirror: Mirror
) -> None:
    package = next(path for path in mirror.packages() if path.name.startswith("bazel-bootstrap-data"))
    data = bytearray(package.read_bytes())
    data[-100] ^= 1
    package.write_bytes(data)
    assert refusal(provisioning.run("version")).startswith(
        f"cannot download Debian's packages from {mirror.address}; the next call goes on with it"
    )
    assert not provisioning.folder.exists()


def test_packages_laid_out_in_another_way_are_an_error(provisioning: Launcher, mirror: Mirror) -> None:
    mirror.build("python3-pip-whl", "2", {"usr/share/elsewhere/pip-99.0-py3-none-any.whl": b"a wheel"})
    assert refusal(provisioning.run("version")) == (
        "the packages of Debian are not laid out as expected: "
        f"python3-pip-whl has no usr/share/python-wheels/pip-*.whl; set BAZEL to a Bazel {VERSION}"
    )
    assert not provisioning.folder.exists()


def test_a_bazel_that_does_not_start_is_not_kept(provisioning: Launcher, mirror: Mirror) -> None:
    mirror.change("bazel-bootstrap", {"usr/bin/bazel": b"#!/bin/sh\necho no >&2\nexit 3\n"})
    assert "the Bazel made from them does not start; see" in refusal(provisioning.run("version"))
    assert not provisioning.folder.exists()


def test_a_bazel_that_is_another_than_it_says_is_not_kept(provisioning: Launcher, mirror: Mirror) -> None:
    mirror.change("bazel-bootstrap", {"usr/bin/bazel": b"#!/bin/sh\necho development version\n"})
    assert f"the Bazel made from them calls itself 'development version', not 'release {VERSION}'" in refusal(
        provisioning.run("version")
    )
    assert not provisioning.folder.exists()


def test_a_machine_that_is_not_debian_is_an_error(provisioning: Launcher) -> None:
    for tool in (
        "sh",
        "bash",
        "dirname",
        "readlink",
        "mkdir",
        "tar",
        "flock",
        "sha256sum",
        "awk",
        "sed",
        "df",
    ):
        found = shutil.which(tool)
        assert found, tool
        (provisioning.bin / tool).symlink_to(found)
    done = provisioning.run("version", env=provisioning.environment(PATH=str(provisioning.bin)))
    assert refusal(done) == (
        "this machine is not Debian or Ubuntu, or lacks apt-get apt-cache dpkg dpkg-deb; "
        f"put a Bazel {VERSION} on PATH or set BAZEL to it"
    )


def test_a_link_into_tmp_is_refused(provisioning: Launcher) -> None:
    inside = Path("/tmp") / f"launcher-test-{os.getpid()}"
    provisioning.cache.symlink_to(inside)
    assert refusal(provisioning.run("version")) == (
        f"{provisioning.folder} leads under /tmp, which Bazel's sandbox hides; "
        "set FLAGGEMS_REFERENCE_CACHE to another folder"
    )
    assert not inside.exists()


def test_a_cache_that_cannot_be_made_is_an_error(provisioning: Launcher) -> None:
    provisioning.cache.write_text("a file where the folder should be")
    assert refusal(provisioning.run("version")) == (
        f"cannot make the folder {provisioning.folder.parent}; set FLAGGEMS_REFERENCE_CACHE to a writable one"
    )


def test_a_full_disk_is_an_error(provisioning: Launcher) -> None:
    script(provisioning.bin / "df", "echo header; echo device 100 95 5 95% /\n")
    assert refusal(provisioning.run("version")) == (
        f"{provisioning.folder.parent} has 5 MB free, and 1100 MB are needed; "
        "set FLAGGEMS_REFERENCE_CACHE to another disk"
    )


class Gate:
    """A dpkg-deb that stops at its third package until it is let through."""

    def __init__(self, launcher: Launcher) -> None:
        self.reached = launcher.bin / "reached"
        self.opened = launcher.bin / "opened"
        for pipe in (self.reached, self.opened):
            os.mkfifo(pipe)
        self.program = script(
            launcher.bin / "dpkg-deb",
            f"""\
            echo x >>{launcher.bin}/count
            # Two run at once, and both may come to count a fourth.
            if [ $(wc -l <{launcher.bin}/count) -ge 3 ] && mkdir {launcher.bin}/gate 2>/dev/null; then
                echo >{self.reached}
                read -r _ <{self.opened}
            fi
            exec {shutil.which("dpkg-deb")} "$@"
            """,
        )

    def wait(self) -> None:
        """Waits until the gate is reached, a minute at most."""
        thread = threading.Thread(target=self.reached.read_text, daemon=True)
        thread.start()
        thread.join(60)
        assert not thread.is_alive(), "provisioning did not reach the gate"

    def open(self) -> None:
        self.opened.write_text("\n")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_after_being_killed_the_next_call_goes_on(
    provisioning: Launcher, mirror: Mirror, number: signal.Signals
) -> None:
    gate = Gate(provisioning)
    process = provisioning.start("version")
    gate.wait()
    os.killpg(process.pid, number)
    out, _ = process.communicate(timeout=30)
    assert process.returncode != 0
    assert out == ""
    assert not provisioning.folder.exists()
    assert (provisioning.folder.parent / f"{provisioning.folder.name}.partial").is_dir()

    # What was downloaded is used again: it can be had nowhere else now.
    gate.program.unlink()
    shutil.rmtree(mirror.pool)
    done = provisioning.run("version")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "version"
    assert sorted(path.name for path in provisioning.folder.parent.iterdir()) == [
        provisioning.folder.name,
        "lock",
        "provision.log",
    ]


def test_of_two_at_once_the_second_waits_and_uses_what_the_first_made(provisioning: Launcher) -> None:
    gate = Gate(provisioning)
    first = provisioning.start("version")
    gate.wait()
    second = provisioning.start("version")
    assert second.stderr is not None
    waiting = second.stderr.readline()
    assert f"another process is provisioning Bazel in {provisioning.folder.parent}; waiting for it" in waiting
    gate.open()
    first_out, first_err = first.communicate(timeout=120)
    second_out, second_err = second.communicate(timeout=120)
    assert (first.returncode, second.returncode) == (0, 0), (first_err, second_err)
    assert first_out == second_out
    assert f"Bazel is in {provisioning.folder}" in second_err
    assert "/6 " not in second_err
