# SPDX-License-Identifier: Apache-2.0
"""What the launcher's tests are made with: a copy of the launcher, and a small archive of Debian packages."""

from __future__ import annotations

import gzip
import hashlib
import io
import shutil
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).absolute().parents[2]
VERSION = "7.7.1"
FOLDER = f"bazel/{VERSION}-debian1"
RULES = ("rules/cc", "rules/java", "rules/license", "rules/proto", "rules/python")
TOOLS = ("tools/features", "tools/platforms", "tools/skylib")


def script(path: Path, body: str, interpreter: str = "/bin/sh") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{interpreter}\n{textwrap.dedent(body)}")
    path.chmod(0o755)
    return path


@dataclass
class Launcher:
    """A copy of the launcher with a PATH of its own."""

    project: Path
    bin: Path
    cache: Path
    home: Path
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        return self.cache / FOLDER

    def environment(self, **more: str) -> dict[str, str]:
        return {
            "PATH": f"{self.bin}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.home),
            "FLAGGEMS_REFERENCE_CACHE": str(self.cache),
            **self.extra,
            **more,
        }

    def start(self, *arguments: str, env: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.project / "bazelw", *arguments],
            env=self.environment() if env is None else env,
            cwd=self.project,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(
        self, *arguments: str, env: Mapping[str, str] | None = None, timeout: float = 120
    ) -> subprocess.CompletedProcess[str]:
        process = self.start(*arguments, env=env)
        out, err = process.communicate(timeout=timeout)
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)


@dataclass
class Mirror:
    """A folder laid out as an archive of Debian, with one suite `sid`."""

    root: Path

    @property
    def address(self) -> str:
        return f"copy:{self.root}"

    @property
    def pool(self) -> Path:
        return self.root / "pool"

    def packages(self) -> Iterator[Path]:
        yield from sorted(self.pool.glob("*.deb"))

    def change(self, name: str, files: Mapping[str, bytes]) -> None:
        """Replaces files of a package."""
        (deb,) = self.pool.glob(f"{name}_*")
        tree = self.root / "build"
        subprocess.run(["dpkg-deb", "--raw-extract", deb, tree], check=True)
        for path, content in files.items():
            (tree / path).write_bytes(content)
        self.finish(tree, deb)

    def build(
        self, name: str, version: str, files: Mapping[str, bytes | str | Path], depends: str = ""
    ) -> None:
        """Makes a package. str: a link's target; bytes: a file; Path: a file to copy with its mode."""
        tree = self.root / "build"
        for path, content in files.items():
            target = tree / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, Path):
                shutil.copy(content, target)
            elif isinstance(content, str):
                target.symlink_to(content)
            else:
                target.write_bytes(content)
                target.chmod(0o755 if content.startswith(b"#!") else 0o644)
        control = f"Package: {name}\nVersion: {version}\nArchitecture: {architecture()}\nMaintainer: none\n"
        control += f"Depends: {depends}\n" if depends else ""
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN" / "control").write_text(control + "Description: test\n")
        self.pool.mkdir(exist_ok=True)
        for old in self.pool.glob(f"{name}_*"):
            old.unlink()
        deb = self.pool / f"{name}_{version}_{architecture()}.deb"
        self.finish(tree, deb)

    def finish(self, tree: Path, deb: Path) -> None:
        subprocess.run(
            ["dpkg-deb", "--build", "-Znone", "--root-owner-group", tree, deb],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        shutil.rmtree(tree)
        self.publish()

    def publish(self) -> None:
        entries = []
        for deb in self.packages():
            control = subprocess.run(
                ["dpkg-deb", "-f", deb], check=True, capture_output=True, text=True
            ).stdout
            data = deb.read_bytes()
            entries.append(
                f"{control.rstrip()}\nFilename: pool/{deb.name}\nSize: {len(data)}\n"
                f"SHA256: {hashlib.sha256(data).hexdigest()}\n"
            )
        # apt looks for an index by its plain name, and fetches it packed.
        plain = "\n".join(entries).encode()
        index = f"main/binary-{architecture()}/Packages"
        files = {index: plain, f"{index}.gz": gzip.compress(plain, mtime=0)}
        suite = self.root / "dists" / "sid"
        sums = []
        for name, data in files.items():
            (suite / name).parent.mkdir(parents=True, exist_ok=True)
            (suite / name).write_bytes(data)
            sums.append(f" {hashlib.sha256(data).hexdigest()} {len(data)} {name}\n")
        (suite / "Release").write_text(
            f"Suite: sid\nCodename: sid\nComponents: main\nArchitectures: {architecture()}\n"
            f"Date: Thu, 01 Jan 2026 00:00:00 UTC\nSHA256:\n{''.join(sums)}"
        )


def architecture() -> str:
    return subprocess.run(
        ["dpkg", "--print-architecture"], check=True, capture_output=True, text=True
    ).stdout.strip()


def jar(class_path: str | None = None) -> bytes:
    """A jar whose manifest folds its lines after 72 bytes, as Java does."""
    lines = ["Manifest-Version: 1.0"]
    if class_path is not None:
        line = f"Class-Path: {class_path}"
        lines.append(line[:72])
        lines += [f" {line[at : at + 71]}" for at in range(72, len(line), 71)]
    lines.append("Implementation-Title: test")
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("META-INF/MANIFEST.MF", "\r\n".join(lines) + "\r\n\r\n")
        archive.writestr("some/Thing.class", b"\xca\xfe\xba\xbe")
    return data.getvalue()


ZIPPER = f"""#!{sys.executable}
import os, sys, zipfile
mode, name, *rest = sys.argv[1:]
if mode == "x":
    target = os.path.join(".", rest[rest.index("-d") + 1].lstrip("/"))
    wanted = rest[rest.index("-d") + 2:]
    with zipfile.ZipFile(name) as archive:
        for member in archive.namelist():
            if not wanted or member in wanted:
                archive.extract(member, target)
else:
    with zipfile.ZipFile(name, "w") as archive:
        for member in open(rest[0][1:]).read().splitlines():
            archive.write(member)
"""

# Says what it was given, so that the tests see what the entry passes on.
BAZEL = f"""#!/bin/sh
for argument; do
    case $argument in
    info) echo "release {VERSION}"; exit ;;
    shutdown) exit ;;
    esac
done
echo "wheel=$REFERENCE_PIP_WHEEL"
printf '%s\\n' "$@"
"""


def system_loader() -> Path:
    for candidate in ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"):
        if Path(candidate).exists():
            return Path(candidate)
    raise AssertionError("the tests know no dynamic loader of this machine")


def libraries(program: Path) -> dict[str, Path]:
    """The shared libraries of a program of this machine, by name."""
    listed = subprocess.run(
        [system_loader(), "--list", program], check=True, capture_output=True, text=True
    ).stdout
    found = {}
    for line in listed.splitlines():
        name, arrow, rest = line.strip().partition(" => ")
        if arrow:
            found[name] = Path(rest.split()[0])
    return found
