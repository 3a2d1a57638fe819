# SPDX-License-Identifier: Apache-2.0
"""The description of an interpreter that already holds its packages, on a real one with small packages."""

from __future__ import annotations

import json
import os
import py_compile
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

DESCRIBE = Path(__file__).absolute().parents[2] / "rules" / "python" / "private" / "system.py"
ENVIRONMENT = {"PATH": os.defpath, "PYTHONNOUSERSITE": "1", "PYTHONSAFEPATH": "1"}
# Importing any of these is the fault that the description must not have.
TRAP = "raise AssertionError('a package was imported')\n"


class Image:
    """A virtual environment that stands for a GPU image."""

    def __init__(self, root: Path) -> None:
        self.root = root
        venv.create(root / "image", with_pip=False)
        self.python = root / "image" / "bin" / "python"
        self.site = root / "image" / "lib" / f"python3.{sys.version_info[1]}" / "site-packages"
        self.store = root / "store"
        self.add(
            "torch", "2.13.0", requires=["tiny-need (>=1)", "absent-need", "extra-need; extra == 'more'"]
        )
        self.add("tiny_need", "1.5")
        self.add("triton", "3.7.1")
        self.add("pytest", "9.2.0")

    def add(
        self, name: str, version: str, requires: list[str] | None = None, folder: Path | None = None
    ) -> None:
        folder = folder or self.site
        package = folder / name
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(TRAP)
        py_compile.compile(str(package / "__init__.py"))
        info = folder / f"{name}-{version}.dist-info"
        info.mkdir()
        needs = "".join(f"Requires-Dist: {need}\n" for need in requires or [])
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}")
        (info / "RECORD").write_text(f"{name}/__init__.py,,\n")

    def call(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.python), "-B", str(DESCRIBE), "--store", str(self.store)]
        command += ["--out", str(self.root / "out.json"), *arguments]
        return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True)

    def describe(self, *arguments: str) -> dict:
        done = self.call(*arguments)
        assert done.returncode == 0, done.stderr
        return json.loads((self.root / "out.json").read_text())

    def error(self, *arguments: str) -> str:
        done = self.call(*arguments)
        assert done.returncode == 1, done.stderr
        (line,) = done.stderr.splitlines()
        assert line.startswith("ERROR: ")
        return line

    def prints(self, code: str, prefix: str) -> list[str]:
        command = [str(self.python), "-B", "-X", f"pycache_prefix={prefix}", "-c", code]
        done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=True)
        return done.stdout.split()


@pytest.fixture
def image(tmp_path: Path) -> Image:
    return Image(tmp_path)


def test_versions_and_origins_without_an_import(image: Image) -> None:
    found = image.describe()
    assert found["packages"] == {
        "torch": "2.13.0",
        "triton": "3.7.1",
        "pytest": "9.2.0",
        "tiny_need": "1.5",
    }
    assert found["origins"]["torch"] == str(image.site.resolve() / "torch")
    assert found["flag_gems_origin"] is None and found["extra_site"] == []


@pytest.mark.parametrize("name", ["torch", "triton", "pytest"])
def test_a_needed_package_is_missing(image: Image, name: str) -> None:
    shutil.rmtree(image.site / name)
    assert f"it has no {name};" in image.error()


def test_content_follows_the_packages(image: Image) -> None:
    before = image.describe()["content"]
    assert image.describe()["content"] == before
    record = image.site / "torch-2.13.0.dist-info" / "RECORD"
    record.write_text(record.read_text() + "torch/version.py,,\n")
    changed = image.describe()["content"]
    assert changed != before
    (image.site / "tiny_need-1.5.dist-info" / "METADATA").write_text("Name: tiny_need\nVersion: 1.6\n")
    assert image.describe()["content"] not in (before, changed)


def test_bytecode_is_made_once_where_the_image_has_none(image: Image) -> None:
    module = image.site / "torch" / "__init__.py"
    module.write_text("import json\nVALUE = 1\n")
    shutil.rmtree(module.parent / "__pycache__")
    prefix = image.describe()["pycache"]
    code = "import torch, json; print(torch.VALUE, torch.__cached__, json.__cached__)"
    value, *cached = image.prints(code, prefix)
    assert value == "1"
    assert all(path.startswith(prefix) and os.path.exists(path) for path in cached), cached
    before = Path(prefix).stat().st_mtime_ns
    assert image.describe()["pycache"] == prefix
    assert Path(prefix).stat().st_mtime_ns == before
    # An edit is not hidden by it.
    module.write_text("import json\nVALUE = 12\n")
    assert image.prints(code, prefix)[0] == "12"


def test_no_bytecode_is_made_where_the_image_has_its_own(image: Image) -> None:
    assert image.describe()["pycache"] is None
    assert not image.store.exists()


def test_flag_gems_of_a_checkout_comes_first(image: Image, tmp_path: Path) -> None:
    image.add("flag_gems", "4.0.0")
    checkout = tmp_path / "checkout"
    image.add("flag_gems", "5.0.2", folder=checkout / "src")
    installed = image.describe()
    assert installed["packages"]["flag_gems"] == "4.0.0"
    assert installed["flag_gems_origin"] == str(image.site.resolve() / "flag_gems")
    found = image.describe("--flag-gems", str(checkout))
    assert found["packages"]["flag_gems"] == "5.0.2"
    assert found["flag_gems_origin"] == str((checkout / "src" / "flag_gems").resolve())
    assert found["extra_site"] == [str((checkout / "src").resolve())]
    assert found["content"] != installed["content"]


def test_an_edited_checkout_is_another_content(image: Image, tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    package = checkout / "src" / "flag_gems"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(TRAP)
    py_compile.compile(str(package / "__init__.py"))
    (package / "ops.py").write_text("A = 1\n")
    before = image.describe("--flag-gems", str(checkout))
    assert before["packages"]["flag_gems"] == "unknown"
    (package / "ops.py").write_text("A = 2\n")
    assert image.describe("--flag-gems", str(checkout))["content"] != before["content"]


def test_flag_gems_of_a_wheel_is_unpacked_once(image: Image, tmp_path: Path) -> None:
    wheel = tmp_path / "flag_gems-5.0.2-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.write(image.site / "torch" / "__init__.py", "flag_gems/__init__.py")
        archive.writestr("flag_gems-5.0.2.dist-info/METADATA", "Name: flag_gems\nVersion: 5.0.2\n")
        archive.writestr("flag_gems-5.0.2.dist-info/RECORD", "flag_gems/__init__.py,,\n")
    found = image.describe("--flag-gems", str(wheel))
    assert found["packages"]["flag_gems"] == "5.0.2"
    assert found["flag_gems_origin"].startswith(str(image.store.resolve()))
    assert image.describe("--flag-gems", str(wheel))["extra_site"] == found["extra_site"]


def test_something_else_than_flag_gems_is_refused(image: Image, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "holds no package flag_gems" in image.error("--flag-gems", str(tmp_path / "empty"))
    (tmp_path / "no.whl").write_text("no wheel")
    assert "no.whl" in image.error("--flag-gems", str(tmp_path / "no.whl"))
