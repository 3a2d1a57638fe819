# SPDX-License-Identifier: Apache-2.0
"""Pack what a bare GPU host lacks: Bazel and wheels. `python -m tools.gpu_visit.pack --output DIR`.

The bundle holds `bazel.tar.xz` (in parts, where a transfer has a limit) and `wheels/`. The host itself
must have an interpreter with torch, triton, pytest and their needs.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What GPU images lack; the versions and hashes are those of the lock.
WHEELS = ("flag-gems", "sqlalchemy", "greenlet")


def locked(lock: str, names: tuple[str, ...]) -> str:
    """Return the lock's entries of some packages.

    Raises:
        SystemExit: one of them is not in the lock.
    """
    entries = re.split(r"(?m)^(?=[A-Za-z0-9_.-]+==)", lock)
    found = {re.sub(r"[-_.]+", "-", entry.split("==")[0]).lower(): entry for entry in entries}
    missing = [name for name in names if name not in found]
    if missing:
        raise SystemExit(f"ERROR: not in the lock: {', '.join(missing)}; change WHEELS in {__file__}")
    return "".join(found[name] for name in names)


def main() -> None:
    """Write the bundle."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, required=True, metavar="DIR")
    parser.add_argument("--python", default="3.12", metavar="X.Y", help="series of the host's interpreter")
    parser.add_argument("--part-mib", type=int, help="largest part of Bazel's archive (default: one file)")
    given = parser.parse_args()
    wheels = given.output / "wheels"
    wheels.mkdir(parents=True, exist_ok=True)

    # Any command makes the launcher provision Bazel if it has not yet; one on PATH cannot be packed.
    provisioned = {**os.environ, "REFERENCE_BAZEL_PROVISIONED": "1"}
    subprocess.run([ROOT / "bazelw", "--version"], check=True, stdout=sys.stderr, env=provisioned)
    archive = given.output / "bazel.tar.xz"
    size = ["-s", str(given.part_mib)] if given.part_mib else []
    subprocess.run([ROOT / "tools/bazel/pack", *size, archive], check=True, stdout=sys.stderr)

    requirements = given.output / "requirements.txt"
    requirements.write_text(locked((ROOT / "rules/python/cuda.lock").read_text(), WHEELS))
    platforms = [f"--platform=manylinux{tag}_x86_64" for tag in ("_2_28", "_2_17", "2014")]
    subprocess.run(
        [
            sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes",
            "--only-binary=:all:", f"--python-version={given.python}", "--implementation=cp", *platforms,
            f"--dest={wheels}", f"--requirement={requirements}",
        ],
        check=True, stdout=sys.stderr,
    )  # fmt: skip
    for file in sorted(given.output.rglob("*")):
        if file.is_file():
            print(f"{file.stat().st_size / 2**20:8.1f} MiB  {file.relative_to(given.output)}")


if __name__ == "__main__":
    main()
