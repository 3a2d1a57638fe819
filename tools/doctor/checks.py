# SPDX-License-Identifier: Apache-2.0
"""The single checks. Each looks at one thing and gives one finding, with the standard library alone."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Mapping, Sequence

OK, NOTE, WRONG = "ok", "note", "WRONG"

# Releases for which the lock files have wheels: SERIES of rules/python/private/host.bzl.
SERIES = ("3.11", "3.12")

# What an installed environment and the results of all nodes take, and what a node may hold in memory.
DISK_GIB = {"cpu": 4, "cuda": 12}
MEMORY_GIB = 12


@dataclasses.dataclass(frozen=True)
class Finding:
    """One line of the answer.

    Attributes:
        subject: What was looked at.
        state: `ok`, `note` (it works, and there is something to know) or `WRONG`.
        what: What was found.
        remedy: What to do; empty if nothing.
    """

    subject: str
    state: str
    what: str
    remedy: str = ""

    def __str__(self) -> str:
        line = f"{self.state:5}  {self.subject:11}  {self.what}"
        return f"{line}; {self.remedy}" if self.remedy else line


@dataclasses.dataclass(frozen=True)
class Machine:
    """Where to look.

    Attributes:
        workspace: The repository's folder.
        device: `cpu` or `cuda`.
        output_base: Bazel's output base, None if unknown.
        variables: The environment variables.
    """

    workspace: pathlib.Path
    device: str
    output_base: pathlib.Path | None
    variables: Mapping[str, str]

    @property
    def cache(self) -> pathlib.Path:
        """The folder in which environments and a provisioned Bazel lie."""
        named = self.variables.get("FLAGGEMS_REFERENCE_CACHE")
        if named:
            return pathlib.Path(named)
        home = self.variables.get("XDG_CACHE_HOME") or f"{self.variables.get('HOME', '/nonexistent')}/.cache"
        return pathlib.Path(home) / "flaggems-reference"

    def which(self, name: str) -> str | None:
        """Finds a program on PATH."""
        return shutil.which(name, path=self.variables.get("PATH", os.defpath))

    def say(self, command: Sequence[str], timeout: float = 30) -> tuple[int, str]:
        """Runs a program; gives its exit code and what it said, or -1 and why it did not run."""
        try:
            done = subprocess.run(
                command,
                env=dict(self.variables),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=timeout,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return -1, str(error)
        return done.returncode, done.stdout + done.stderr

    def environment(self) -> dict | None:
        """Reads the environment.json that Bazel made for the device; None if it made none yet."""
        if self.output_base is None:
            return None
        name = "system" if "REFERENCE_SYSTEM_PYTHON" in self.variables else self.device
        for repository in (f"reference_env_{name}", f"reference_env_{self.device}"):
            path = self.output_base / "external" / repository / "environment.json"
            try:
                found = json.loads(path.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                continue
            found["folder"] = str(path.resolve().parent)
            return found
        return None


def bazel(machine: Machine) -> Finding:
    """Looks for a Bazel of the wanted version, in the order of the launcher."""
    try:
        wanted = (machine.workspace / ".bazelversion").read_text(encoding="utf-8").split()[0]
    except (OSError, IndexError):
        return Finding(
            "bazel", WRONG, f"no .bazelversion in {machine.workspace}", "run this from the repository"
        )
    named = machine.variables.get("BAZEL")
    if named:
        code, said = machine.say([named, "--version"])
        if code:
            return Finding(
                "bazel", WRONG, f"BAZEL is {named!r}, which does not run: {_first(said)}", "unset BAZEL"
            )
        if wanted not in said:
            return Finding(
                "bazel", NOTE, f"{_first(said)} (BAZEL); {wanted} is what is tested", "unset BAZEL"
            )
        return Finding("bazel", OK, f"{_first(said)} (BAZEL)")
    if machine.which("bazelisk"):
        return Finding("bazel", OK, f"bazelisk, which takes {wanted}")
    found = machine.which("bazel")
    if found:
        _, said = machine.say([found, "--version"])
        if said.split() == ["bazel", wanted]:
            return Finding("bazel", OK, f"{wanted} ({found})")
    folder = machine.cache / "bazel"
    if list(folder.glob(f"{wanted}-*/complete")):
        return Finding("bazel", OK, f"{wanted}, provisioned in {folder}")
    if machine.which("apt-get"):
        return Finding(
            "bazel", NOTE, f"{wanted} is not here yet", "the first ./bazelw makes it from Debian's packages"
        )
    return Finding("bazel", WRONG, f"no Bazel {wanted} on PATH", "install bazelisk, or set BAZEL")


def interpreter(machine: Machine) -> tuple[Finding, str]:
    """Looks for the interpreter of the tests; gives also its path."""
    environment = machine.environment() or {}
    known = environment.get("interpreter", {}).get("path", "")
    named = machine.variables.get("REFERENCE_PYTHON", "")
    candidates = [path for path in (known, named) if path]
    if not candidates:
        names = [*(f"python{series}" for series in SERIES), "python3"]
        candidates = [path for path in map(machine.which, names) if path]
    reasons = []
    for path in candidates:
        code, said = machine.say(
            [path, "-I", "-S", "-c", "import sys; print(*sys.version_info[:3], sep='.')"]
        )
        version = said.strip()
        if code or not re.fullmatch(r"\d+\.\d+\.\d+", version):
            reasons.append(f"{path} does not start")
        elif version.rpartition(".")[0] in SERIES or environment.get("kind") == "system":
            return Finding("interpreter", OK, f"CPython {version} ({path})"), path
        else:
            reasons.append(f"{path} is {version}")
    wanted = " or ".join(SERIES)
    what = f"no CPython {wanted}: {', '.join(reasons) or 'none on PATH'}"
    return Finding("interpreter", WRONG, what, "install one, or set REFERENCE_PYTHON to its path"), ""


def environment(machine: Machine) -> Finding:
    """Looks at the Python environment that Bazel installed or described."""
    found = machine.environment()
    if found is None:
        return Finding(
            "environment",
            NOTE,
            f"the {machine.device} environment is not installed yet",
            "the first test installs it, some minutes and GB",
        )
    sites = [pathlib.Path(found["folder"], entry) for entry in found.get("site", ())]
    lost = [site for site in sites if not site.is_dir()]
    if lost:
        return Finding(
            "environment",
            WRONG,
            f"{lost[0]} is not there",
            "run ./bazelw sync or any test, which installs it again",
        )
    packages = found.get("packages", {})
    shown = ", ".join(
        f"{name} {packages[name]}" for name in ("torch", "triton", "pytest") if name in packages
    )
    lacks = [name for name in ("torch", "pytest") if name not in packages]
    if lacks:
        return Finding(
            "environment", WRONG, f"{found.get('kind')}: no {' and no '.join(lacks)}", "install it there"
        )
    return Finding("environment", OK, f"{found.get('kind')} {found.get('name')}: {shown}")


def device(machine: Machine) -> Finding:
    """Looks for the device and its driver, without torch."""
    if machine.device == "cpu":
        model = _grep("/proc/cpuinfo", r"model name\s*:\s*(.*)") or os.uname().machine
        count = len(os.sched_getaffinity(0))
        return Finding("device", OK, f"CPU: {model}, {count} cores; no driver needed")
    smi = machine.which("nvidia-smi")
    if not smi:
        nodes = "" if os.path.exists("/dev/nvidiactl") else ", nor /dev/nvidiactl"
        return Finding(
            "device",
            WRONG,
            f"no nvidia-smi on PATH{nodes}",
            "install the NVIDIA driver, or give the container its GPU (--gpus all)",
        )
    code, said = machine.say(
        [smi, "--query-gpu=name,compute_cap,memory.total,driver_version", "--format=csv,noheader,nounits"]
    )
    rows = [[field.strip() for field in line.split(",")] for line in said.splitlines()]
    rows = [row for row in rows if len(row) == 4]
    if code or not rows:
        return Finding("device", WRONG, f"nvidia-smi: {_first(said)}", "mend the driver, then restart")
    mask = machine.variables.get("CUDA_VISIBLE_DEVICES")
    name, capability, memory, driver = rows[0]
    size = f"{int(memory) / 1024:.0f} GiB" if memory.isdigit() else memory
    what = f"{len(rows)} × {name}, capability {capability}, {size}, driver {driver}"
    if mask is not None and mask.strip() in ("", "-1"):
        return Finding(
            "device", WRONG, f"{what}, but CUDA_VISIBLE_DEVICES is {mask!r}", "unset CUDA_VISIBLE_DEVICES"
        )
    if mask is not None:
        what += f", CUDA_VISIBLE_DEVICES {mask}"
    return Finding("device", OK, what)


def probe(machine: Machine, python: str) -> dict:
    """Asks the environment's interpreter for torch and flag_gems; empty if there is no environment yet."""
    found = machine.environment()
    if not python or found is None:
        return {}
    system = found.get("kind") == "system"
    entries = found.get("extra_site" if system else "site", ())
    sites = [str(pathlib.Path(found["folder"], entry)) for entry in entries]
    flags = ["-B", "-P"] if system else ["-I", "-S", "-B"]
    with tempfile.TemporaryDirectory() as home:
        quiet = dataclasses.replace(
            machine, variables={**machine.variables, "HOME": home, "PYTHONNOUSERSITE": "1", "PYTHONPATH": ""}
        )
        code, said = quiet.say(
            [python, *flags, str(pathlib.Path(__file__).with_name("probe.py")), machine.device, *sites], 180
        )
    line = next((line for line in reversed(said.splitlines()) if line.startswith("{")), "")
    if code or not line:
        return {"error": f"the interpreter ended with {code}: {_last(said)}"}
    return json.loads(line)


def torch(machine: Machine, seen: dict) -> Finding:
    """Compares the build of torch with the device."""
    if not seen:
        return Finding(
            "torch", NOTE, "not looked at: there is no environment yet", "run one test, then this again"
        )
    if "torch" not in seen:
        return Finding("torch", WRONG, seen["error"], "install the environment again")
    build = f"{seen['torch']}, imported in {seen['import_s']} s"
    if machine.device == "cuda":
        if seen["cuda"] is None and seen["hip"] is None:
            return Finding(
                "torch", WRONG, f"{build}: a CPU build", "test with --config=cuda, or name a CUDA interpreter"
            )
        if not seen.get("count"):
            return Finding(
                "torch",
                WRONG,
                f"{build}, for CUDA {seen['cuda']}: sees no device",
                "compare its CUDA with the driver's",
            )
        architectures = seen.get("architectures", [])
        digits = str(seen.get("capability", "")).replace(".", "")
        same = [name for name in architectures if name.endswith(f"_{digits}") or name.endswith(f"_{digits}a")]
        older = [
            name
            for name in architectures
            if (number := re.search(r"_(\d+)", name)) and digits and number[1][:-1] == digits[:-1]
        ]
        if architectures and not same and not older:
            return Finding(
                "torch",
                WRONG,
                f"{build}: built for {', '.join(architectures)}, not for sm_{digits}",
                "take another build",
            )
        build += f", CUDA {seen['cuda']}, {seen.get('free_mib', 0) / 1024:.0f} GiB free"
    if "error" in seen:
        return Finding("torch", WRONG, f"{build}: {seen['error']}", "free or mend the device")
    if seen.get("answer") != 4.0:
        return Finding(
            "torch", WRONG, f"{build}: (1+1)+(1+1) gave {seen.get('answer')}", "do not trust this device"
        )
    if seen["import_s"] > 10:
        return Finding("torch", NOTE, f"{build}, which is slow", "put the cache on a local disk")
    return Finding("torch", OK, f"{build}, a tiny operation works")


def flag_gems(machine: Machine, seen: dict) -> Finding:
    """Compares the flag_gems that an import would give with the one of the environment."""
    found = machine.environment()
    if not seen or found is None:
        return Finding(
            "flag_gems", NOTE, "not looked at: there is no environment yet", "run one test, then this again"
        )
    expected = found.get("flag_gems_origin")
    actual = seen.get("flag_gems")
    if not expected and not actual:
        return Finding("flag_gems", NOTE, "not installed", "baselines need it only where a node names it")
    if not expected:
        return Finding(
            "flag_gems", NOTE, f"{actual}, which the environment does not name", "set REFERENCE_FLAG_GEMS"
        )
    place = os.path.realpath(os.path.join(found["folder"], expected))
    if actual != place:
        return Finding(
            "flag_gems",
            WRONG,
            f"comes from {actual or 'nowhere'}, expected {place}",
            "remove the stale installation",
        )
    version = found.get("packages", {}).get("flag_gems", "")
    return Finding("flag_gems", OK, f"{version} from {place}".strip())


def sandbox(machine: Machine) -> Finding:
    """Tries the namespaces that Bazel's Linux sandbox needs."""
    unshare = machine.which("unshare")
    if not unshare:
        return Finding(
            "sandbox", NOTE, "unshare is not on PATH, so namespaces were not tried", "install util-linux"
        )
    code, said = machine.say(
        [unshare, "--user", "--map-root-user", "--mount", "--pid", "--net", "--fork", "true"]
    )
    if code == 0:
        return Finding("sandbox", OK, "user, mount, pid and network namespaces work")
    for path, wanted, remedy in (
        ("/proc/sys/kernel/unprivileged_userns_clone", "0", "sysctl kernel.unprivileged_userns_clone=1"),
        (
            "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
            "1",
            "sysctl kernel.apparmor_restrict_unprivileged_userns=0",
        ),
        ("/proc/sys/user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=10000"),
    ):
        if _read(path).strip() == wanted:
            return Finding("sandbox", NOTE, "namespaces are forbidden, so Bazel isolates tests less", remedy)
    return Finding(
        "sandbox",
        NOTE,
        f"namespaces do not work ({_first(said)}), so Bazel isolates tests less",
        "run the container with --privileged or a seccomp profile that allows them",
    )


def memory(machine: Machine) -> Finding:
    """Looks at main memory and at a limit that Bazel does not see."""
    total = int(_grep("/proc/meminfo", r"MemTotal:\s+(\d+)") or 0) / (1 << 20)
    free = int(_grep("/proc/meminfo", r"MemAvailable:\s+(\d+)") or 0) / (1 << 20)
    limit = _limit()
    what = f"{free:.0f} of {total:.0f} GiB free"
    if limit is not None and limit < total:
        mib = int(limit * 1024 * 0.8)
        remedy = f"say `common --local_resources=cpu_device_mib={mib}` in user.bazelrc"
        told = _rc(machine, "local_resources")
        if not any(value.startswith("cpu_device_mib=") and "HOST_RAM" not in value for value in told):
            return Finding("memory", NOTE, f"{what}, but this group may use only {limit:.0f} GiB", remedy)
        total = limit
        what += f", {limit:.0f} GiB for this group"
    if total < MEMORY_GIB:
        return Finding(
            "memory", NOTE, what, f"the largest nodes need up to {MEMORY_GIB} GiB and will wait or fail"
        )
    return Finding("memory", OK, what)


def cache(machine: Machine) -> Finding:
    """Looks at the folder of environments and at Bazel's output base."""
    folder = machine.cache
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not os.access(there, os.W_OK):
        return Finding(
            "cache", WRONG, f"{there} cannot be written", "set FLAGGEMS_REFERENCE_CACHE to a folder that can"
        )
    for path in (folder, machine.output_base):
        if path is not None and str(path).startswith("/tmp/"):
            return Finding(
                "cache", WRONG, f"{path} is under /tmp, which Bazel's sandbox hides", "choose another folder"
            )
    free = shutil.disk_usage(there).free / (1 << 30)
    need = DISK_GIB[machine.device]
    installed = machine.environment() is not None
    if free < (1 if installed else need):
        return Finding(
            "cache", WRONG, f"{free:.1f} GiB free in {folder}", f"make {need} GiB free, or move it"
        )
    return Finding(
        "cache", OK, f"{folder}, {free:.0f} GiB free" + ("" if installed else f" ({need} will be used)")
    )


def remote(machine: Machine) -> Finding:
    """Tries the remote endpoints that the rc files name."""
    endpoints = [
        (option, value)
        for option in ("remote_executor", "remote_cache")
        for value in _rc(machine, option)
        if value and not value.startswith("$")
    ]
    if not endpoints:
        return Finding("remote", OK, "none is configured: everything runs here")
    shown = []
    for option, value in dict(endpoints).items():
        scheme, found, rest = value.partition("://")
        if scheme == "unix":
            continue
        authority = (rest if found else value).partition("/")[0]
        host, _, port = authority.rpartition(":") if re.search(r":\d+$", authority) else (authority, "", "")
        number = int(port or {"grpc": 80, "http": 80}.get(scheme, 443))
        try:
            socket.create_connection((host.strip("[]"), number), timeout=5).close()
        except OSError as error:
            return Finding(
                "remote",
                WRONG,
                f"--{option}={value}: {error}",
                "start it, or take the option out of user.bazelrc",
            )
        shown.append(f"--{option}={value} answers")
    return Finding("remote", OK, ", ".join(shown))


def _rc(machine: Machine, option: str) -> list[str]:
    """Gives the values of an option in the rc files that Bazel reads here, in any configuration."""
    values = []
    home = pathlib.Path(machine.variables.get("HOME", "/nonexistent"))
    for path in (machine.workspace / ".bazelrc", home / ".bazelrc", machine.workspace / "user.bazelrc"):
        for line in _read(path).splitlines():
            values += re.findall(rf"--{option}[= ](\S+)", line.partition("#")[0])
    return values


def _limit() -> float | None:
    """Gives the memory limit of this control group in GiB; None if there is none."""
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        text = _read(path).strip()
        if text.isdigit() and int(text) < 1 << 60:
            return int(text) / (1 << 30)
    return None


def _read(path: str | pathlib.Path) -> str:
    try:
        return pathlib.Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _grep(path: str, pattern: str) -> str:
    found = re.search(pattern, _read(path))
    return found[1].strip() if found else ""


def _first(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[0][:200] if lines else "it said nothing"


def _last(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1][:200] if lines else "it said nothing"
