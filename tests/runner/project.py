# SPDX-License-Identifier: Apache-2.0
"""A project of its own in a temporary folder, and the runner and pytest as processes in it."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

from . import checker

ROOT = checker.ROOT
NODE = "benchmark/test_x.py::test_x"
HEAD = "import ctypes, os, signal, sys, time\nimport pytest\nfrom benchmark.base import Benchmark\n"


@dataclasses.dataclass
class Result:
    """One run of the runner."""

    status: int
    out: str
    err: str
    folder: Path
    seconds: float

    @property
    def report(self) -> dict:
        return checker.check_outputs(self.folder)

    @property
    def environment(self) -> dict:
        return json.loads((self.folder / "environment.json").read_text())

    @property
    def events(self) -> list[dict]:
        return [json.loads(line) for line in (self.folder / "journal.jsonl").read_text().splitlines() if line]

    @property
    def statuses(self) -> list[str]:
        return [record["status"] for record in self.report["records"]]

    @property
    def reasons(self) -> str:
        return "\n".join(str(record.get("reason", "")) for record in self.report["records"])


class Project:
    """Files, and ways to run them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outputs = folder / "outputs"
        shutil.copytree(checker.HERE / "support" / "benchmark", folder / "benchmark")

    def write(self, text: str, file: str = "benchmark/test_x.py", head: str = HEAD) -> None:
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(head + textwrap.dedent(text))

    def node(
        self, body: str, sizes: object = (1, 2, 3, 4), dtypes: object = ("float32",), more: str = ""
    ) -> None:
        """The node `NODE`; ``body`` is that of its baseline, which gets the number of the case as ``i``."""
        indented = textwrap.indent(textwrap.dedent(body), "    ")
        self.write(
            f"def baseline(i):\n{indented}\n\n@pytest.mark.x\ndef test_x():\n"
            f"    Benchmark('x', baseline, {dtypes!r}, {sizes!r}).run()\n{more}"
        )

    def environ(self, **changes: str) -> dict[str, str]:
        kept = {key: os.environ[key] for key in ("PATH", "LANG", "LD_LIBRARY_PATH") if key in os.environ}
        return {
            **kept,
            "PYTHONPATH": str(ROOT),
            "HOME": "/nonexistent",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            **changes,
        }

    def start(
        self, *arguments: str, environ: dict[str, str] | None = None, **options: object
    ) -> subprocess.Popen:
        """The runner on `NODE`, as a process that is not waited for."""
        command = [sys.executable, "-m", "runner", "--root", str(self.folder)]
        if "--config" not in arguments and "--node" not in arguments:
            command += ["--node", NODE]
        if not (environ and "TEST_UNDECLARED_OUTPUTS_DIR" in environ):
            command += ["--output-dir", str(self.outputs)]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.Popen(
            [*command, *arguments],
            env=self.environ(**(environ or {})),
            cwd=self.folder,
            text=True,
            errors="replace",
            **streams,
        )

    def run(
        self, *arguments: str, environ: dict[str, str] | None = None, timeout: float = 60, **options: object
    ) -> Result:
        """The runner on `NODE`, to its end."""
        started = time.monotonic()
        process = self.start(*arguments, environ=environ, **options)
        return self.finish(process, started, timeout, environ)

    def finish(
        self, process: subprocess.Popen, started: float, timeout: float = 60, environ: dict | None = None
    ) -> Result:
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            raise AssertionError(f"the runner hangs:\n{out}\n{err}") from None
        folder = Path((environ or {}).get("TEST_UNDECLARED_OUTPUTS_DIR", self.outputs))
        return Result(process.returncode, out or "", err or "", folder, time.monotonic() - started)

    def pytest(self, *arguments: str) -> subprocess.CompletedProcess:
        """pytest itself, with no supervisor."""
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
            env=self.environ(),
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def reference(self, *arguments: str) -> tuple[subprocess.CompletedProcess, dict]:
        """pytest with ``--reference-only``, and its report."""
        output = self.folder / "report.json"
        files = () if any(a.startswith("benchmark/") for a in arguments) else ("benchmark/test_x.py",)
        done = self.pytest("--reference-only", "--device", "cpu", "--output", str(output), *files, *arguments)
        return done, checker.check_report(checker.strict_json(output.read_text("ascii")))


def wait_for(condition: Callable[[], object], seconds: float = 30) -> object:
    """The condition's value once it is true."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, "the condition never came true"
        time.sleep(0.002)
    return value


def journal_lines(project: Project) -> list[dict]:
    """The events so far. A line that a killed writer left unfinished is no event, wherever it is."""
    try:
        *lines, _ = (project.outputs / "journal.jsonl").read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    events = []
    for line in lines:
        with contextlib.suppress(ValueError):
            events.append(json.loads(line))
    return events


def children(pid: int) -> list[int]:
    """The process's children."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def alive(pid: int) -> bool:
    """Is there a process of this id that is not a zombie?"""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
