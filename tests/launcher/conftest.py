# SPDX-License-Identifier: Apache-2.0
"""A folder outside /tmp, a copy of the launcher, and a small archive of Debian packages to provision from."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from launching import (
    BAZEL,
    REPOSITORY,
    RULES,
    TOOLS,
    VERSION,
    ZIPPER,
    Launcher,
    Mirror,
    architecture,
    jar,
    libraries,
    system_loader,
)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "network: needs a mirror of Debian; runs where REFERENCE_TEST_NETWORK is set"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not os.environ.get("REFERENCE_TEST_NETWORK"):
        for item in items:
            if item.get_closest_marker("network"):
                item.add_marker(
                    pytest.mark.skip(reason="set REFERENCE_TEST_NETWORK=1 to provision from Debian")
                )


@pytest.fixture
def place() -> Iterator[Path]:
    """An empty folder that is not under /tmp, where the launcher refuses to work."""
    base = os.environ.get("TEST_TMPDIR")
    if base is None:
        base = str(Path.home() / ".cache")
        os.makedirs(base, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="launcher-test-", dir=base)).resolve()
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def launcher(place: Path) -> Launcher:
    project = place / "project"
    (project / "tools").mkdir(parents=True)
    shutil.copy(REPOSITORY / "bazelw", project)
    shutil.copy(REPOSITORY / ".bazelversion", project)
    shutil.copytree(REPOSITORY / "tools" / "bazel", project / "tools" / "bazel")
    for name in ("bin", "home"):
        (place / name).mkdir()
    return Launcher(project, place / "bin", place / "cache", place / "home")


@pytest.fixture
def mirror(small_archive: Mirror, place: Path) -> Mirror:
    """A copy of the small archive, for a test to change."""
    return Mirror(shutil.copytree(small_archive.root, place / "mirror"))


@pytest.fixture(scope="session")
def small_archive(tmp_path_factory: pytest.TempPathFactory) -> Mirror:
    """Packages laid out as Debian's, of a few kilobytes: scripts for programs, and this machine's libc."""
    made = Mirror(tmp_path_factory.mktemp("mirror"))
    triplet = "aarch64-linux-gnu" if architecture() == "arm64" else "x86_64-linux-gnu"
    base = "usr/share/bazel"
    idle = b"#!/bin/sh\n"
    made.build(
        "bazel-bootstrap",
        f"{VERSION}+ds-1",
        {
            "usr/bin/bazel": BAZEL.encode(),
            f"usr/libexec/{triplet}/bazel/linux-sandbox": idle,
            f"{base}/linux-sandbox": f"../../libexec/{triplet}/bazel/linux-sandbox",
            f"{base}/process-wrapper": idle,
            f"{base}/daemonize": idle,
            f"{base}/build-runfiles": idle,
            f"{base}/embedded_tools/tools/zip/zipper/zipper": ZIPPER.encode(),
        },
        depends="bazel-bootstrap-data, build-essential, default-jdk-headless",
    )
    made.build(
        "bazel-bootstrap-data",
        f"{VERSION}+ds-1",
        {
            f"{base}/A-server.jar": jar(),
            f"{base}/build-label.txt": VERSION.encode(),
            f"{base}/bazel_classpath_debian_depends.txt": (
                b"/usr/share/java/first.jar\n/usr/share/java/never-shipped.jar\n/usr/share/java/last.jar\n"
            ),
            **{f"{base}/{folder}/BUILD": b"" for folder in RULES + TOOLS},
            "usr/share/java/first-1.0.jar": jar(
                "second.jar /usr/share/java/a-name-that-is-long-enough-to-be-folded-by-the-manifest.jar"
            ),
            "usr/share/java/first.jar": "first-1.0.jar",
            "usr/share/java/second.jar": jar("/usr/share/java/third.jar"),
            "usr/share/java/third.jar": jar("first.jar"),
            "usr/share/java/a-name-that-is-long-enough-to-be-folded-by-the-manifest.jar": jar(),
            "usr/share/java/last.jar": jar(),
        },
    )
    # `true` stands in for patchelf: it runs by the packaged loader and libraries, and changes nothing.
    true = Path(shutil.which("true") or "/bin/true")
    made.build("patchelf", "1", {"usr/bin/patchelf": true}, depends="libc6")
    made.build(
        "libc6",
        "9",
        {
            f"usr/lib/{triplet}/{system_loader().name}": system_loader(),
            **{f"usr/lib/{triplet}/{name}": path for name, path in libraries(true).items()},
        },
    )
    made.build(
        "default-jre-headless",
        "1",
        {
            "usr/lib/jvm/java-99/bin/java": b"#!/bin/sh\nexit 1\n",
            "usr/lib/jvm/java-99/lib/modules": b"all of them",
        },
    )
    made.build("libblake3-0", "1", {"usr/share/doc/libblake3-0/copyright": b"none"})
    made.build("python3-pip-whl", "1", {"usr/share/python-wheels/pip-99.0-py3-none-any.whl": b"a wheel"})
    return made


@pytest.fixture
def provisioning(launcher: Launcher, mirror: Mirror) -> Launcher:
    """A launcher that finds no Bazel on PATH and provisions from the small archive."""
    launcher.extra = {"REFERENCE_BAZEL_PROVISIONED": "1", "REFERENCE_DEBIAN_MIRROR": mirror.address}
    return launcher
