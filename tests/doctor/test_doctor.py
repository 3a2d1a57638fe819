# SPDX-License-Identifier: Apache-2.0
import dataclasses
import json
import os
import pathlib
import socket
import subprocess
import sys

import pytest

from tools.doctor import checks
from tools.doctor.checks import NOTE, OK, WRONG, Machine

ROOT = pathlib.Path(__file__).parents[2]


@pytest.fixture
def machine(tmp_path):
    """A machine with its own workspace, output base, PATH and cache."""
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    (workspace / ".bazelversion").write_text("7.7.1\n")
    (workspace / ".bazelrc").write_text("test --test_output=errors\n")
    (tmp_path / "bin").mkdir()
    variables = {
        "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "FLAGGEMS_REFERENCE_CACHE": str(tmp_path / "cache"),
    }
    return Machine(workspace, "cpu", tmp_path / "base", variables)


def program(machine, name, script):
    """Puts a program on the machine's PATH."""
    path = pathlib.Path(machine.variables["PATH"].partition(":")[0]) / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def with_variables(machine, **variables):
    return dataclasses.replace(machine, variables={**machine.variables, **variables})


TORCH = """
__version__ = {version!r}
class version:
    cuda = {cuda!r}
    hip = None
class _Tensor:
    def __add__(self, other): return self
    def sum(self): return {answer}
def ones(*size, device=None): return _Tensor()
class cuda:
    device_count = staticmethod(lambda: {count})
    get_device_capability = staticmethod(lambda index: (9, 0))
    get_arch_list = staticmethod(lambda: {architectures!r})
    get_device_name = staticmethod(lambda index: "NVIDIA H200")
    mem_get_info = staticmethod(lambda index: (140 << 30, 143 << 30))
"""


def install(machine, *, flag_gems="site/flag_gems", **torch):
    """Puts an environment into the output base, with a torch that says what a real one would."""
    folder = machine.output_base / "external" / f"reference_env_{machine.device}"
    site = folder / "site"
    (site / "flag_gems").mkdir(parents=True)
    (site / "flag_gems" / "__init__.py").write_text("raise RuntimeError('must not be imported')\n")
    usual = {
        "version": "2.13.0",
        "cuda": "12.8",
        "count": 1,
        "architectures": ["sm_80", "sm_90"],
        "answer": 4.0,
    }
    (site / "torch.py").write_text(TORCH.format(**(usual | torch)))
    (folder / "environment.json").write_text(
        json.dumps(
            {
                "kind": "locked",
                "name": machine.device,
                "site": ["site"],
                "flag_gems_origin": flag_gems,
                "interpreter": {"path": sys.executable},
                "packages": {"torch": "2.13.0", "pytest": "9.2.0", "flag_gems": "5.0.2"},
            }
        )
    )
    return folder


def look(machine):
    return checks.probe(machine, sys.executable)


def cuda(machine):
    return dataclasses.replace(machine, device="cuda")


def test_ten_lines_of_this_very_machine():
    done = subprocess.run(
        [sys.executable, "-m", "tools.doctor", "--device", "cpu"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == 10, done.stdout + done.stderr
    assert [line.split()[1] for line in lines] == [
        *("bazel", "interpreter", "environment", "device", "torch"),
        *("flag_gems", "sandbox", "memory", "cache", "remote"),
    ]
    assert {line.split()[0] for line in lines} <= {OK, NOTE, WRONG}
    assert done.returncode == any(line.startswith(WRONG) for line in lines)
    assert "cores" in lines[3]


def test_what_is_wrong_says_what_to_do(machine):
    """Every finding that is not ok has a remedy."""
    broken = cuda(with_variables(machine, BAZEL="/nowhere/bazel", REFERENCE_PYTHON="/nowhere/python"))
    install(broken, cuda=None)
    findings = [
        checks.bazel(broken),
        checks.device(broken),
        checks.torch(broken, look(broken)),
        checks.environment(dataclasses.replace(broken, output_base=None)),
    ]
    assert all(finding.state != OK and finding.remedy for finding in findings), findings
    assert all("\n" not in str(finding) for finding in findings)


def test_bazel(machine):
    path = program(machine, "bazel", "echo bazel 7.7.1")
    assert checks.bazel(machine).state == OK
    program(machine, "bazel", "echo bazel 4.2.3")
    assert checks.bazel(machine).state != OK
    (pathlib.Path(machine.variables["FLAGGEMS_REFERENCE_CACHE"]) / "bazel" / "7.7.1-debian1").mkdir(
        parents=True
    )
    assert checks.bazel(machine).state != OK
    (machine.cache / "bazel" / "7.7.1-debian1" / "complete").touch()
    assert "provisioned" in checks.bazel(machine).what
    named = with_variables(machine, BAZEL=str(path))
    assert checks.bazel(named).state == NOTE and "4.2.3" in checks.bazel(named).what
    assert checks.bazel(with_variables(machine, BAZEL="/nowhere")).state == WRONG
    program(machine, "bazelisk", "exit 9")
    assert "bazelisk" in checks.bazel(machine).what


def test_interpreter(machine):
    finding, path = checks.interpreter(with_variables(machine, REFERENCE_PYTHON=sys.executable))
    assert (finding.state, path) == (OK, sys.executable)
    old = program(machine, "python3.9", "echo 3.9.2")
    finding, path = checks.interpreter(with_variables(machine, REFERENCE_PYTHON=str(old)))
    assert (finding.state, path) == (WRONG, "") and "3.9.2" in finding.what
    assert "REFERENCE_PYTHON" in finding.remedy


def test_environment(machine):
    assert checks.environment(machine).state == NOTE
    folder = install(machine)
    assert checks.environment(machine).state == OK
    (folder / "site").rename(folder / "gone")
    finding = checks.environment(machine)
    assert finding.state == WRONG and "site" in finding.what


@pytest.mark.parametrize(
    ("changes", "state", "told"),
    [
        ({}, OK, "CUDA 12.8"),
        ({"cuda": None, "version": "2.13.0+cpu"}, WRONG, "CPU build"),
        ({"count": 0}, WRONG, "sees no device"),
        ({"architectures": ["sm_70", "sm_80"]}, WRONG, "not for sm_90"),
        ({"architectures": ["sm_90a"]}, OK, "CUDA 12.8"),
        ({"answer": 3.0}, WRONG, "gave 3.0"),
        ({"answer": "1 / 0"}, WRONG, "ZeroDivisionError"),
    ],
)
def test_torch_against_the_device(machine, changes, state, told):
    gpu = cuda(machine)
    install(gpu, **changes)
    finding = checks.torch(gpu, look(gpu))
    assert finding.state == state, finding
    assert told in finding.what


def test_a_torch_that_cannot_be_imported(machine):
    folder = install(machine)
    (folder / "site" / "torch.py").write_text("import libnowhere\n")
    finding = checks.torch(machine, look(machine))
    assert finding.state == WRONG and "libnowhere" in finding.what
    (folder / "site" / "torch.py").write_text("import os; os.kill(os.getpid(), 11)\n")
    finding = checks.torch(machine, look(machine))
    assert finding.state == WRONG and "-11" in finding.what


def test_flag_gems_is_found_and_not_imported(machine):
    folder = install(machine)
    finding = checks.flag_gems(machine, look(machine))
    assert finding.state == OK and "5.0.2" in finding.what
    (folder / "other").mkdir()
    (folder / "site" / "flag_gems").rename(folder / "other" / "flag_gems")
    finding = checks.flag_gems(machine, look(machine))
    assert finding.state == WRONG and "nowhere" in finding.what


def test_device(machine):
    gpu = cuda(machine)
    without = dataclasses.replace(
        gpu, variables={**gpu.variables, "PATH": gpu.variables["PATH"].partition(":")[0]}
    )
    assert checks.device(without).state == WRONG
    program(machine, "nvidia-smi", "echo 'NVIDIA H200, 9.0, 143771, 570.124.06'")
    finding = checks.device(gpu)
    assert finding.state == OK
    assert "NVIDIA H200, capability 9.0, 140 GiB, driver 570.124.06" in finding.what
    assert checks.device(with_variables(gpu, CUDA_VISIBLE_DEVICES="")).state == WRONG
    assert checks.device(with_variables(gpu, CUDA_VISIBLE_DEVICES="0")).state == OK
    program(
        machine, "nvidia-smi", "echo 'Failed to initialize NVML: Driver/library version mismatch'; exit 18"
    )
    finding = checks.device(gpu)
    assert finding.state == WRONG and "mismatch" in finding.what


def test_cache(machine, tmp_path):
    # pytest's own folder is under /tmp, where no cache may be.
    finding = checks.cache(with_variables(machine, FLAGGEMS_REFERENCE_CACHE="/tmp/x"))
    assert finding.state == WRONG and "/tmp" in finding.what
    elsewhere = dataclasses.replace(
        with_variables(machine, FLAGGEMS_REFERENCE_CACHE="/proc/nowhere"), output_base=pathlib.Path("/var")
    )
    assert checks.cache(elsewhere).state == WRONG


def test_remote(machine):
    assert checks.remote(machine).state == OK
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        (machine.workspace / "user.bazelrc").write_text(
            f"# --remote_cache=grpc://127.0.0.1:1\ncommon:remote --remote_executor=grpc://127.0.0.1:{port}/x\n"
        )
        finding = checks.remote(machine)
        assert finding.state == OK and "answers" in finding.what
    finding = checks.remote(machine)
    assert finding.state == WRONG and str(port) in finding.what and "user.bazelrc" in finding.remedy


def test_memory_and_sandbox_of_this_machine(machine):
    assert "GiB" in checks.memory(machine).what
    finding = checks.sandbox(machine)
    assert finding.state in (OK, NOTE)
    program(machine, "unshare", "echo 'unshare: unshare failed: Operation not permitted'; exit 1")
    finding = checks.sandbox(machine)
    assert finding.state == NOTE and finding.remedy


def test_json():
    done = subprocess.run(
        [sys.executable, "-m", "tools.doctor", "--json", "--device", "cuda"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    told = json.loads(done.stdout)
    assert len(told) == 10
    assert all(set(line) == {"subject", "state", "what", "remedy"} for line in told)
