# SPDX-License-Identifier: Apache-2.0
"""Make the lock files of `rules/python/` from the `.in` files beside this program.

Run `python tools/lock/update.py` after an edit of an `.in` file, or with `--upgrade` to take newer releases.
It needs `uv` (as a program on PATH or as `python -m uv`) and a package index that uv can reach.
`--check` needs neither: it only says whether the locks were made from the present `.in` files.

One resolution serves the CPU and the CUDA lock, so both name the same releases. The CPU lock leaves out the
CUDA libraries and adds the hashes of PyTorch's own CPU wheels; it keeps the hashes of the public index's
files, so that it can be installed where only that index is reachable.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOCKS = HERE.parent.parent / "rules" / "python"
COMMAND = "python tools/lock/update.py"
LOWEST_PYTHON = "3.11"

# Reached only from torch's CUDA build.
CUDA_PREFIXES = ("nvidia-", "cuda-")
INPUTS = {
    "cpu": ("environment.in", "torch_cpu.in"),
    "cuda": ("environment.in",),
    "dev": ("environment.in", "dev.in"),
}


def inputs_digest(name: str) -> str:
    """Return the sha256 over the lines that count in the inputs of the lock `name`."""
    digest = hashlib.sha256()
    for file in INPUTS[name]:
        for line in (HERE / file).read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                digest.update(line.strip().encode() + b"\n")
    return digest.hexdigest()


def resolve(inputs: Iterable[Path], constraint: Path | None, previous: Path | None) -> dict[str, list[str]]:
    """Run `uv pip compile` and return {requirement line: [hash, ...]}, sorted by name.

    Args:
        inputs: requirement files.
        constraint: a lock whose versions must be kept, or None.
        previous: the lock made last time, whose versions are preferred, or None.

    Raises:
        SystemExit: uv is not there, or found no solution.
    """
    program = ["uv"] if shutil.which("uv") else [sys.executable, "-m", "uv"]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.lock"
        if previous is not None and previous.exists():
            shutil.copy(previous, out)
        command = [*program, "pip", "compile", "--quiet", "--no-config", "--universal", "--generate-hashes"]
        command += [
            "--python-version",
            LOWEST_PYTHON,
            "--no-header",
            "--no-annotate",
            "--output-file",
            str(out),
        ]
        command += ["--constraint", str(constraint)] if constraint else []
        command += [str(path) for path in inputs]
        try:
            status = subprocess.run(command, check=False).returncode
        except OSError as error:
            sys.exit(f"update.py: cannot start uv ({error}); install it with `pip install uv`")
        if status:
            sys.exit(f"update.py: uv found no solution (exit {status}); its message is above")
        return parse(out.read_text())


def parse(text: str) -> dict[str, list[str]]:
    """Return {requirement line: [sha256, ...]} of a hashed requirements file."""
    entries: dict[str, list[str]] = {}
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith("#"):
            requirement = line.split(" --hash=", 1)[0].strip()
            entries[requirement] = re.findall(r"--hash=sha256:([0-9a-f]{64})", line)
    return entries


def package(requirement: str) -> str:
    """Return the package's name in a requirement line."""
    return requirement.split("==", 1)[0].strip()


def write(name: str, entries: dict[str, list[str]]) -> None:
    """Write `rules/python/<name>.lock`."""
    lines = [f"# Made by `{COMMAND}` from {', '.join(INPUTS[name])} in tools/lock; not edited by hand."]
    lines.append(f"# inputs: {inputs_digest(name)}")
    for requirement, hashes in sorted(entries.items()):
        lines.append(" \\\n".join([requirement, *(f"    --hash=sha256:{value}" for value in sorted(hashes))]))
    (LOCKS / f"{name}.lock").write_text("\n".join(lines) + "\n")


def check() -> list[str]:
    """Return one line for each lock that was not made from the present inputs."""
    stale = []
    for name in INPUTS:
        lock = LOCKS / f"{name}.lock"
        if not lock.exists() or f"# inputs: {inputs_digest(name)}" not in lock.read_text().splitlines():
            stale.append(f"rules/python/{name}.lock does not match tools/lock/*.in; run `{COMMAND}`")
    return stale


def main(argv: list[str] | None = None) -> int:
    """Make the locks, or check them; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether the locks are up to date")
    parser.add_argument(
        "--upgrade", action="store_true", help="take newer releases than the present locks do"
    )
    options = parser.parse_args(argv)
    if options.check:
        stale = check()
        print("\n".join(stale) or "locks are up to date")
        return 1 if stale else 0

    def previous(name: str) -> Path | None:
        return None if options.upgrade else LOCKS / f"{name}.lock"

    # The locks serve Linux; what only Windows needs would never be installed.
    cuda = {
        line: hashes
        for line, hashes in resolve([HERE / "environment.in"], None, previous("cuda")).items()
        if "sys_platform == 'win32'" not in line
    }
    write("cuda", cuda)
    cpu = {line: hashes for line, hashes in cuda.items() if not package(line).startswith(CUDA_PREFIXES)}
    torch = next(line for line in cpu if package(line) == "torch")
    for line in (HERE / "torch_cpu.in").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            wheel, digest = line.split()
            if not wheel.startswith(torch.replace("==", "-") + "+"):
                sys.exit(f"update.py: torch_cpu.in names {wheel}, but environment.in asks for {torch}")
            cpu[torch] = [*cpu[torch], digest]
    write("cpu", cpu)
    dev = resolve([HERE / "dev.in"], LOCKS / "cpu.lock", previous("dev"))
    shared = {package(line) for line in cpu}
    write("dev", {line: hashes for line, hashes in dev.items() if package(line) not in shared})
    return 0


if __name__ == "__main__":
    sys.exit(main())
