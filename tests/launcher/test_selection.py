# SPDX-License-Identifier: Apache-2.0
"""Which Bazel the launcher starts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from launching import VERSION, Launcher, script

AWKWARD = ["--a=b", "test", "//x:y", "--", "x[a b]", "", "$HOME", "-z"]


def speaking(path: Path, name: str, version: str = VERSION) -> Path:
    """A program that says who it is and what it was given."""
    return script(
        path,
        f"""\
        [ "$1" = --version ] && {{ echo "bazel {version}"; exit; }}
        echo {name}
        for argument; do echo "<$argument>"; done
        exit 7
        """,
    )


def heard(name: str, arguments: list[str]) -> str:
    return "".join(f"{line}\n" for line in [name, *(f"<{argument}>" for argument in arguments)])


def complete_folder(launcher: Launcher) -> None:
    speaking(launcher.folder / "bazel", "provisioned")
    (launcher.folder / "complete").touch()


def test_the_named_bazel_comes_first_and_gets_every_argument(launcher: Launcher) -> None:
    own = speaking(launcher.project / "my bazel", "own")
    speaking(launcher.bin / "bazelisk", "bazelisk")
    done = launcher.run(*AWKWARD, env=launcher.environment(BAZEL=str(own)))
    assert (done.stdout, done.returncode, done.stderr) == (heard("own", AWKWARD), 7, "")


def test_the_named_bazel_may_be_a_name_on_path(launcher: Launcher) -> None:
    speaking(launcher.bin / "bazel-7", "seven")
    assert launcher.run("x", env=launcher.environment(BAZEL="bazel-7")).stdout == heard("seven", ["x"])


def test_a_named_bazel_that_is_not_there_is_an_error(launcher: Launcher) -> None:
    done = launcher.run("version", env=launcher.environment(BAZEL="/no/such/bazel"))
    assert done.returncode == 1
    assert done.stderr == "bazelw: $BAZEL is '/no/such/bazel', which cannot be run; unset it or correct it\n"


def test_the_launcher_named_as_bazel_is_an_error(launcher: Launcher) -> None:
    done = launcher.run(
        "version", env=launcher.environment(BAZEL=str(launcher.project / "bazelw")), timeout=20
    )
    assert done.returncode == 1
    assert done.stderr == "bazelw: $BAZEL is this launcher; unset it or name a Bazel\n"


def test_bazelisk_comes_before_bazel(launcher: Launcher) -> None:
    speaking(launcher.bin / "bazelisk", "bazelisk")
    speaking(launcher.bin / "bazel", "bazel")
    done = launcher.run(*AWKWARD)
    assert (done.stdout, done.returncode) == (heard("bazelisk", AWKWARD), 7)


def test_a_bazel_of_the_right_version_is_used(launcher: Launcher) -> None:
    speaking(launcher.bin / "bazel", "bazel")
    done = launcher.run(*AWKWARD)
    assert (done.stdout, done.returncode) == (heard("bazel", AWKWARD), 7)


@pytest.mark.parametrize("version", ["4.2.3", "7.7.10", "7.7.1rc1", "17.7.1"])
def test_a_bazel_of_another_version_is_not_used(launcher: Launcher, version: str) -> None:
    speaking(launcher.bin / "bazel", "wrong", version)
    complete_folder(launcher)
    assert launcher.run("x").stdout == heard("provisioned", ["x"])


def test_a_bazel_that_does_not_run_is_not_used(launcher: Launcher) -> None:
    script(launcher.bin / "bazel", "exit 3\n")
    complete_folder(launcher)
    assert launcher.run("x").stdout == heard("provisioned", ["x"])


def test_the_path_can_be_left_out(launcher: Launcher) -> None:
    speaking(launcher.bin / "bazelisk", "bazelisk")
    complete_folder(launcher)
    done = launcher.run("x", env=launcher.environment(REFERENCE_BAZEL_PROVISIONED="1"))
    assert done.stdout == heard("provisioned", ["x"])


@pytest.mark.parametrize("wrapped", [False, True], ids=["link", "wrapper"])
def test_a_bazel_on_path_that_leads_back_here_is_passed_over(launcher: Launcher, wrapped: bool) -> None:
    if wrapped:
        script(launcher.bin / "bazel", f'exec {launcher.project}/bazelw "$@"\n')
    else:
        (launcher.bin / "bazel").symlink_to(launcher.project / "bazelw")
    complete_folder(launcher)
    assert launcher.run("x", timeout=20).stdout == heard("provisioned", ["x"])


def test_the_launcher_works_from_another_folder_and_by_a_link(launcher: Launcher, place: Path) -> None:
    complete_folder(launcher)
    link = place / "linked"
    link.symlink_to(launcher.project / "bazelw")
    launcher.project = place
    link.rename(place / "bazelw")
    assert launcher.run("x").stdout == heard("provisioned", ["x"])


def test_a_folder_that_is_not_complete_is_not_used(launcher: Launcher) -> None:
    complete_folder(launcher)
    (launcher.folder / "complete").unlink()
    script(launcher.project / "tools" / "bazel" / "provision", 'echo "asked for $1 in $2" >&2; exit 5\n')
    done = launcher.run("x")
    assert (done.stdout, done.returncode) == ("", 5)
    assert done.stderr == f"asked for {VERSION} in {launcher.folder}\n"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"FLAGGEMS_REFERENCE_CACHE": "/tmp/x"},
            "bazelw: /tmp/x: Bazel cannot live under /tmp, which its sandbox hides; "
            "set FLAGGEMS_REFERENCE_CACHE to another folder\n",
        ),
        (
            {"FLAGGEMS_REFERENCE_CACHE": "", "HOME": "/tmp"},
            "bazelw: /tmp/.cache/flaggems-reference: Bazel cannot live under /tmp, which its sandbox hides; "
            "set FLAGGEMS_REFERENCE_CACHE to another folder\n",
        ),
        (
            {"FLAGGEMS_REFERENCE_CACHE": "here"},
            "bazelw: here: the cache folder must be an absolute path; "
            "correct FLAGGEMS_REFERENCE_CACHE or XDG_CACHE_HOME\n",
        ),
        (
            {"FLAGGEMS_REFERENCE_CACHE": "", "HOME": ""},
            "bazelw: no folder for Bazel: set HOME or FLAGGEMS_REFERENCE_CACHE\n",
        ),
    ],
)
def test_a_folder_that_will_not_do_is_refused(
    launcher: Launcher, changes: dict[str, str], message: str
) -> None:
    done = launcher.run("x", env=launcher.environment(**changes))
    assert (done.returncode, done.stdout, done.stderr) == (1, "", message)


def test_the_default_cache_is_under_home(launcher: Launcher) -> None:
    launcher.cache = launcher.home / ".cache" / "flaggems-reference"
    complete_folder(launcher)
    env = launcher.environment()
    del env["FLAGGEMS_REFERENCE_CACHE"]
    assert launcher.run("x", env=env).stdout == heard("provisioned", ["x"])
    launcher.cache = launcher.home / "xdg" / "flaggems-reference"
    complete_folder(launcher)
    os.remove(launcher.home / ".cache/flaggems-reference/bazel" / f"{VERSION}-debian1" / "complete")
    assert launcher.run("x", env=env | {"XDG_CACHE_HOME": str(launcher.home / "xdg")}).stdout == heard(
        "provisioned", ["x"]
    )
