# SPDX-License-Identifier: Apache-2.0
"""`doctor`: ten lines that say whether this machine can run the reference checks.

Exit codes: 0 it can; 1 something is wrong, and the line says what to do.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import pathlib
import sys
from collections.abc import Sequence

from tools.doctor import checks
from tools.doctor.checks import WRONG, Finding, Machine


def _output_base() -> pathlib.Path | None:
    """Finds Bazel's output base from where this program lies, or from the workspace's links."""
    workspace = pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))
    for path in (
        os.environ.get("RUNFILES_DIR", ""),
        os.path.abspath(__file__),
        os.path.realpath(workspace / "bazel-out"),
    ):
        for parent in pathlib.Path(path).parents:
            if parent.name == "execroot":
                return parent.parent
    return None


def examine(machine: Machine) -> list[Finding]:
    """Runs every check."""
    python_finding, python = checks.interpreter(machine)
    seen = checks.probe(machine, python)
    return [
        checks.bazel(machine),
        python_finding,
        checks.environment(machine),
        checks.device(machine),
        checks.torch(machine, seen),
        checks.flag_gems(machine, seen),
        checks.sandbox(machine),
        checks.memory(machine),
        checks.cache(machine),
        checks.remote(machine),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="doctor", description="Says whether this machine can run the checks."
    )
    parser.add_argument(
        "--device", choices=("cpu", "cuda"), help="the device to be used (default: cuda where there is a GPU)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args(arguments)
    gpu = os.path.exists("/dev/nvidiactl") or os.path.exists("/proc/driver/nvidia/version")
    machine = Machine(
        workspace=pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", ".")),
        device=chosen.device or ("cuda" if gpu else "cpu"),
        output_base=_output_base(),
        variables=os.environ,
    )
    findings = examine(machine)
    if chosen.json:
        print(json.dumps([dataclasses.asdict(finding) for finding in findings], indent=1))
    else:
        for finding in findings:
            print(finding)
    return 1 if any(finding.state == WRONG for finding in findings) else 0


if __name__ == "__main__":
    sys.exit(main())
