# SPDX-License-Identifier: Apache-2.0
"""Runs Bazel against a local cluster and reads what it did from its own machine-readable records."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
FIXTURE = Path(__file__).with_name("fixture")

# Bazel's exit codes for what is no verdict about a test (its guide, "Exit codes").
INFRASTRUCTURE = {34: "remote execution failed", 38: "cannot reach the remote service", 39: "blobs were lost"}


def bazel_command() -> list[str]:
    """Return the Bazel under test: $BAZEL, else the project's launcher."""
    named = os.environ.get("BAZEL")
    return [named] if named else [str(ROOT / "bazelw")]


@dataclass(frozen=True)
class Test:
    """What Bazel recorded about one test target.

    Attributes:
        status: of the summary: PASSED, FAILED, TIMEOUT, NO_STATUS, …
        strategy: how its last attempt ran: `remote`, `remote cache hit`, `linux-sandbox`, … or None.
        cached: whether its result came from a cache.
        outputs: names of the files that the attempt left, by their URI.
    """

    status: str
    strategy: str | None
    cached: bool
    outputs: dict[str, str]


@dataclass(frozen=True)
class Spawn:
    """One line of the execution log."""

    mnemonic: str
    label: str
    runner: str
    platform: dict[str, str]
    inputs: int
    cache_hit: bool


@dataclass
class Result:
    """One call of Bazel."""

    code: int
    output: str
    seconds: float
    events: list[dict[str, Any]] = field(default_factory=list)
    spawns: list[Spawn] = field(default_factory=list)

    @property
    def tests(self) -> dict[str, Test]:
        """The tests by label."""
        found: dict[str, Test] = {}
        attempts: dict[str, dict[str, Any]] = {}
        for event in self.events:
            if "testResult" in event:
                attempts[event["id"]["testResult"]["label"]] = event["testResult"]
        for event in self.events:
            if "testSummary" not in event["id"]:
                continue
            label = event["id"]["testSummary"]["label"]
            if "aborted" in event:
                found[label] = Test("NO_STATUS", None, False, {})
                continue
            attempt = attempts.get(label, {})
            info = attempt.get("executionInfo", {})
            found[label] = Test(
                event["testSummary"]["overallStatus"],
                info.get("strategy"),
                bool(info.get("cachedRemotely") or attempt.get("cachedLocally")),
                {o["name"]: o.get("uri", "") for o in attempt.get("testActionOutput", [])},
            )
        return found

    @property
    def error(self) -> str:
        """What the first error that Bazel printed says, in one line and without the place in a BUILD file."""
        found = re.search(
            r"^ERROR: (?!Build did NOT)((?:.+\n)+?)(?=$|INFO|Target|\[|ERROR|\s*at )", self.output, re.M
        )
        text = " ".join(found[1].split()) if found else ""
        return re.sub(r"^\S+/BUILD\.bazel:\d+:\d+: ", "", text)

    @property
    def infrastructure(self) -> str | None:
        """Why this is no verdict about a test, or None."""
        return INFRASTRUCTURE.get(self.code)


def json_values(text: str) -> Iterator[dict[str, Any]]:
    """Read JSON objects that follow one another."""
    decoder, position = json.JSONDecoder(), 0
    while (match := re.compile(r"\S").search(text, position)) is not None:
        value, position = decoder.raw_decode(text, match.start())
        yield value


@dataclass
class Workspace:
    """A copy of the fixture with a Bazel server of its own.

    Attributes:
        folder: the workspace.
        root: Bazel's output user root.
        rcs: bazelrc files, first read first.
    """

    folder: Path
    root: Path
    rcs: list[Path]

    @classmethod
    def make(cls, folder: Path, root: Path, rcs: list[Path]) -> Workspace:
        """Copy the fixture into a folder."""
        shutil.copytree(FIXTURE, folder)
        return cls(folder, root, rcs)

    @property
    def command(self) -> list[str]:
        """Bazel with its startup options."""
        startup = [
            f"--output_user_root={self.root}",
            "--max_idle_secs=300",
            "--nohome_rc",
            "--host_jvm_args=-Xmx1g",
        ]
        return [*bazel_command(), *startup, *(f"--bazelrc={rc}" for rc in self.rcs)]

    def start(self, *arguments: str, log: Path, **env: str) -> subprocess.Popen[bytes]:
        """Start Bazel and return at once."""
        with open(log, "wb") as out:
            return subprocess.Popen(
                [*self.command, *arguments],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env={**os.environ, **env},
            )  # fmt: skip

    def run(self, *arguments: str, seconds: float = 240, **env: str) -> Result:
        """Run Bazel to its end, at most so many seconds, and read its records."""
        return self.begin(*arguments, **env).end(seconds)

    def begin(self, command: str, *arguments: str, **env: str) -> Call:
        """Start a command of Bazel whose records are read when it ends."""
        self.folder.parent.joinpath("records").mkdir(exist_ok=True)
        number = len(list(self.folder.parent.joinpath("records").iterdir()))
        base = self.folder.parent / "records" / f"{number:04}-{self.folder.name}"
        base.mkdir()
        records = []
        if command in ("test", "build"):
            records = [f"--build_event_json_file={base}/events", f"--execution_log_json_file={base}/spawns"]
            records += ["--color=no", "--curses=no", "--show_progress_rate_limit=60"]
        process = self.start(command, *records, *arguments, log=base / "log", **env)
        return Call(process, base, time.monotonic())

    def write(self, **behaviour: object) -> None:
        """Change what the probe does."""
        values = {"FAIL": False, "SECONDS": 0.0, "MIB": 0, "MARGIN": 0.0, **behaviour}
        text = "".join(f"{name} = {value!r}\n" for name, value in values.items())
        (self.folder / "behaviour.py").write_text(text)

    def outputs(self, target: str = "probe") -> dict[str, bytes]:
        """Return what lies in bazel-testlogs of a target, by path."""
        base = self.folder / "bazel-testlogs" / target
        return {str(p.relative_to(base)): p.read_bytes() for p in sorted(base.rglob("*")) if p.is_file()}

    def report(self, target: str = "probe") -> dict[str, Any]:
        """Return the report that the last run of a target left here."""
        path = self.folder / "bazel-testlogs" / target / "test.outputs" / "reference.json"
        value: dict[str, Any] = json.loads(path.read_text())
        return value

    def close(self) -> None:
        """Stop the Bazel server and delete its files."""
        subprocess.run([*self.command, "shutdown"], cwd=self.folder, capture_output=True, timeout=60)
        subprocess.run(["chmod", "-R", "u+w", self.root], check=False)
        shutil.rmtree(self.root, ignore_errors=True)


@dataclass
class Call:
    """A running Bazel."""

    process: subprocess.Popen[bytes]
    base: Path
    began: float

    def end(self, seconds: float) -> Result:
        """Wait for its end, at most so many seconds.

        Raises:
            AssertionError: it did not end in time; it has been killed.
        """
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            text = (self.base / "log").read_text(errors="replace")[-3000:]
            raise AssertionError(f"Bazel did not end within {seconds:g} s:\n{text}") from None
        result = Result(
            self.process.returncode,
            (self.base / "log").read_text(errors="replace"),
            round(time.monotonic() - self.began, 1),
        )
        if (events := self.base / "events").exists():
            result.events = list(json_values(events.read_text()))
        if (spawns := self.base / "spawns").exists():
            result.spawns = [
                Spawn(
                    s.get("mnemonic", ""),
                    s.get("targetLabel", ""),
                    s.get("runner", ""),
                    {p["name"]: p["value"] for p in s.get("platform", {}).get("properties", [])},
                    len(s.get("inputs", [])),
                    bool(s.get("cacheHit")),
                )
                for s in json_values(spawns.read_text())
            ]
        return result
