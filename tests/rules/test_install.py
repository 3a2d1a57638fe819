# SPDX-License-Identifier: Apache-2.0
"""The installer of locked environments, with small real wheels and a real pip."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

PRIVATE = Path(__file__).absolute().parents[2] / "rules" / "python" / "private"


def wheel(folder: Path, name: str, version: str, files: dict[str, str]) -> str:
    """Write a wheel and return its sha256."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    contents = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{file},,\n" for file in contents) + f"{info}/RECORD,,\n"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in contents.items():
            archive.writestr(zipfile.ZipInfo(file), text)
        archive.writestr(zipfile.ZipInfo(f"{info}/RECORD"), record)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def lock(path: Path, *lines: tuple[str, str]) -> Path:
    """Write a lock of (requirement, sha256) pairs and return its path."""
    path.write_text("# a comment\n" + "".join(f"{name} \\\n    --hash=sha256:{sha}\n" for name, sha in lines))
    return path


class Installer:
    """Runs install.py on a folder of wheels, with nothing else reachable."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.wheels = root / "wheels"
        self.store = root / "store"
        self.wheels.mkdir()
        self.environment = {
            **os.environ,
            "PIP_FIND_LINKS": str(self.wheels),
            "PIP_NO_INDEX": "1",
            "PIP_CONFIG_FILE": os.devnull,
        }
        self.interpreter = root / "interpreter.json"
        probe = subprocess.run([sys.executable, "-IS", PRIVATE / "probe.py"], capture_output=True, check=True)
        self.interpreter.write_bytes(probe.stdout)

    def command(self, lock_file: Path, *extra: str) -> list[str]:
        name = f"{lock_file.stem}.{time.monotonic_ns()}.json"
        arguments = ["--name", "tiny", "--lock", str(lock_file), "--store", str(self.store)]
        arguments += ["--interpreter", str(self.interpreter), "--out", str(self.root / name), *extra]
        return [sys.executable, "-IS", str(PRIVATE / "install.py"), *arguments]

    def run(self, lock_file: Path, *extra: str) -> dict:
        command = self.command(lock_file, *extra)
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return json.loads(Path(command[command.index("--out") + 1]).read_text()) | {"stderr": done.stderr}

    def error(self, lock_file: Path, *extra: str) -> str:
        done = subprocess.run(
            self.command(lock_file, *extra), env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 1, done.stderr
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR: ")]
        assert len(lines) == 1, done.stderr
        assert done.stderr.splitlines()[-1] == lines[0]
        return lines[0]

    def left_overs(self) -> list[str]:
        return [path.name for path in self.store.iterdir() if path.name.startswith(".")]


@pytest.fixture
def installer(tmp_path: Path) -> Installer:
    return Installer(tmp_path)


@pytest.fixture
def alpha(installer: Installer) -> Path:
    files = {
        "alpha/__init__.py": "VALUE = 7\n",
        "alpha/broken.py": "def (:\n",
        "alpha/__init__.pyi": "VALUE: int\n",
    }
    return lock(installer.root / "alpha.lock", ("alpha==1.0", wheel(installer.wheels, "alpha", "1.0", files)))


def test_installs_compiles_and_describes(installer: Installer, alpha: Path) -> None:
    found = installer.run(alpha)
    site = Path(found["folder"]) / "site"
    assert found["packages"] == {"alpha": "1.0"}
    assert not list(site.rglob("*.pyi"))
    (pyc,) = (site / "alpha" / "__pycache__").glob("__init__.*.pyc")
    # PEP 552: flags 0b01 is a hash-based pyc whose source is not looked at.
    assert int.from_bytes(pyc.read_bytes()[4:8], "little") == 0b01
    code = (
        f"import sys; sys.path.insert(0, {str(site)!r}); import alpha; print(alpha.VALUE, alpha.__cached__)"
    )
    shown = subprocess.run([sys.executable, "-ISB", "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["7", str(pyc)]


def test_second_install_takes_what_is_there(installer: Installer, alpha: Path) -> None:
    first = installer.run(alpha)
    before = (Path(first["folder"]) / "installed.json").stat()
    (installer.wheels / "alpha-1.0-py3-none-any.whl").unlink()
    second = installer.run(alpha)
    assert second["folder"] == first["folder"] and second["content"] == first["content"]
    after = (Path(first["folder"]) / "installed.json").stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)


def test_content_digest_is_the_same_in_another_store(installer: Installer, alpha: Path) -> None:
    first = installer.run(alpha)
    installer.store = installer.root / "other"
    second = installer.run(alpha)
    assert first["folder"] != second["folder"]
    assert first["content"] == second["content"] and first["key"] == second["key"]


def test_bytecode_is_the_same_in_another_store(installer: Installer, alpha: Path) -> None:
    first = Path(installer.run(alpha)["folder"])
    installer.store = installer.root / "other"
    second = Path(installer.run(alpha)["folder"])
    compiled = sorted(path.relative_to(first) for path in first.rglob("*.pyc"))
    assert compiled
    assert [(first / path).read_bytes() for path in compiled] == [
        (second / path).read_bytes() for path in compiled
    ]


def test_wrong_hash_names_package_and_file(installer: Installer, alpha: Path) -> None:
    real = re.search(r"[0-9a-f]{64}", alpha.read_text())[0]
    alpha.write_text(alpha.read_text().replace(real, "0" * 64))
    message = installer.error(alpha)
    assert "alpha.lock" in message and "alpha==1.0" in message and "alpha-1.0-py3-none-any.whl" in message
    assert real in message
    assert not installer.left_overs()
    assert not [path for path in installer.store.iterdir() if path.is_dir()]


def test_missing_wheel_names_package_and_interpreter(installer: Installer, tmp_path: Path) -> None:
    message = installer.error(lock(tmp_path / "none.lock", ("absent==3.1", "0" * 64)))
    assert "absent==3.1" in message and f"CPython 3.{sys.version_info[1]}" in message


@pytest.mark.parametrize(
    "text",
    [
        "alpha\n",
        "alpha==1.0\n",
        "alpha>=1 --hash=sha256:" + "0" * 64 + "\n",
        "",
        "alpha==1 --hash=sha256:0\n",
    ],
)
def test_malformed_lock_is_refused(installer: Installer, tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.lock"
    path.write_text(text)
    assert "bad.lock" in installer.error(path)


def test_unreadable_lock_is_refused(installer: Installer, tmp_path: Path) -> None:
    assert "gone.lock" in installer.error(tmp_path / "gone.lock")


def test_damaged_store_is_mended(installer: Installer, alpha: Path) -> None:
    module = Path(installer.run(alpha)["folder"]) / "site" / "alpha" / "__init__.py"
    module.write_text("VALUE = 1234567\n")
    assert "damaged" in installer.run(alpha)["stderr"]
    assert module.read_text() == "VALUE = 7\n"
    module.unlink()
    installer.run(alpha)
    assert module.read_text() == "VALUE = 7\n"
    assert not installer.left_overs()


def test_killed_install_leaves_nothing_that_is_used(installer: Installer, alpha: Path) -> None:
    running = subprocess.Popen(installer.command(alpha), env=installer.environment, start_new_session=True)
    while not (installer.store.exists() and installer.left_overs()):
        assert running.poll() is None
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert installer.left_overs()
    installer.run(alpha)
    assert not installer.left_overs()


def test_two_at_once_install_once(installer: Installer, alpha: Path) -> None:
    commands = [installer.command(alpha) for _ in range(3)]
    running = [
        subprocess.Popen(command, env=installer.environment, stderr=subprocess.PIPE, text=True)
        for command in commands
    ]
    logs = [process.communicate()[1] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], logs
    assert sum("packages installed" in log for log in logs) == 1
    folders = {
        json.loads(Path(command[command.index("--out") + 1]).read_text())["folder"] for command in commands
    }
    assert len(folders) == 1


def test_user_configuration_counts_only_for_the_index(
    installer: Installer, alpha: Path, tmp_path: Path
) -> None:
    configuration = tmp_path / "pip.conf"
    configuration.write_text(
        f"[global]\nfind-links = {installer.wheels}\nconstraint = {tmp_path}/absent.txt\n"
        "[install]\nuser = true\n"
    )
    installer.environment["PIP_CONFIG_FILE"] = str(configuration)
    del installer.environment["PIP_FIND_LINKS"]
    installer.environment["PIP_TARGET"] = str(tmp_path / "elsewhere")
    assert installer.run(alpha)["packages"] == {"alpha": "1.0"}
    assert not (tmp_path / "elsewhere").exists()


def torch_locks(installer: Installer, builds: dict[str, str]) -> tuple[Path, Path]:
    """Make torch wheels {version: its CUDA version as source text}, a CUDA library, and both locks."""
    hashes = []
    for version, cuda in builds.items():
        need = "import nvidia_tiny\n" if cuda != "None" else ""
        files = {"torch/__init__.py": need, "torch/version.py": f"cuda: str | None = {cuda}\n"}
        hashes.append(wheel(installer.wheels, "torch", version, files))
    library = wheel(installer.wheels, "nvidia_tiny", "13.0", {"nvidia_tiny/__init__.py": ""})
    torch = ("torch==2.0", " --hash=sha256:".join(hashes))
    return (
        lock(installer.root / "cpu.lock", torch),
        lock(installer.root / "cuda.lock", torch, ("nvidia-tiny==13.0", library)),
    )


def test_cpu_build_is_preferred(installer: Installer) -> None:
    cpu, cuda = torch_locks(installer, {"2.0": "'13.0'", "2.0+cpu": "None"})
    found = installer.run(cpu, "--cuda-lock", str(cuda), "--prefer", "torch+cpu")
    assert found["packages"] == {"torch": "2.0+cpu"}


def test_cuda_build_brings_its_libraries(installer: Installer) -> None:
    cpu, cuda = torch_locks(installer, {"2.0": "'13.0'"})
    found = installer.run(cpu, "--cuda-lock", str(cuda), "--prefer", "torch+cpu")
    assert found["packages"] == {"torch": "2.0", "nvidia_tiny": "13.0"}


def test_an_environment_that_does_not_import_is_not_kept(installer: Installer) -> None:
    cpu, _ = torch_locks(installer, {"2.0": "'13.0'"})
    assert "nvidia_tiny" in installer.error(cpu)
    assert not [path for path in installer.store.iterdir() if path.is_dir()]


def test_store_that_cannot_be_written(installer: Installer, alpha: Path) -> None:
    installer.store = Path("/proc/absent/store")
    assert "FLAGGEMS_REFERENCE_CACHE" in installer.error(alpha)


def test_named_pip_wheel_must_exist(installer: Installer, alpha: Path) -> None:
    installer.environment["REFERENCE_PIP_WHEEL"] = "/absent/pip.whl"
    assert "REFERENCE_PIP_WHEEL" in installer.error(alpha)
