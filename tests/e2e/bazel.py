# SPDX-License-Identifier: Apache-2.0
"""Runs Bazel in a workspace of its own and reads what it did from Bazel's machine-readable records."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import textwrap
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# Not resolved: in a Bazel test these are the declared files, not the repository that they link to.
ROOT = Path(os.path.abspath(__file__)).parents[2]

# Bazel's exit codes (its guide, "Exit codes").
OK, BUILD_FAILED, USAGE, TESTS_FAILED, NO_TESTS = 0, 1, 2, 3, 4

# Codes that are no verdict about a test.
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
    inputs: list[str]
    cache_hit: bool
    digest: str


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

    def status(self, label: str) -> str:
        """Return the status of one test; NONE where Bazel did not mention it."""
        test = self.tests.get(label)
        return test.status if test else "NONE"

    def executed(self) -> set[str]:
        """Return the labels of the tests that really ran, as against those from a cache."""
        return {s.label for s in self.spawns if s.mnemonic == "TestRunner" and not s.cache_hit}

    @property
    def error(self) -> str:
        """The first error that Bazel printed, in one line."""
        found = re.search(r"^ERROR: (?!Build did NOT)(.*)$", self.output, re.MULTILINE)
        return found[1] if found else ""

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
    """A workspace with a Bazel server of its own.

    Attributes:
        folder: the workspace.
        root: Bazel's output user root.
        rcs: further bazelrc files, first read first.
        calls: of Bazel, under way or done.
    """

    folder: Path
    root: Path
    rcs: list[Path] = field(default_factory=list)
    calls: list[subprocess.Popen[bytes]] = field(default_factory=list)

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
        # What Bazel tells its tests would mislead a Bazel that runs in one: its output root, say.
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("TEST_")}
        with open(log, "wb") as out:
            process = subprocess.Popen(
                [*self.command, *arguments],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env={**inherited, **env},
            )  # fmt: skip
        self.calls.append(process)
        return process

    def run(self, *arguments: str, seconds: float = 240, **env: str) -> Result:
        """Run Bazel to its end, at most so many seconds, and read its records."""
        return self.begin(*arguments, **env).end(seconds)

    def begin(self, command: str, *arguments: str, **env: str) -> Call:
        """Start a command of Bazel whose records are read when it ends."""
        records = self.folder.parent / "records"
        records.mkdir(exist_ok=True)
        base = records / f"{len(list(records.iterdir())):04}-{self.folder.name}"
        base.mkdir()
        options = []
        if command in ("test", "build"):
            options = [f"--build_event_json_file={base}/events", f"--execution_log_json_file={base}/spawns"]
            options += ["--color=no", "--curses=no", "--show_progress_rate_limit=60"]
        process = self.start(command, *options, *arguments, log=base / "log", **env)
        return Call(process, base, time.monotonic())

    def keep_testlogs(self) -> Workspace:
        """Return a view of this workspace whose `bazel-testlogs` stay as they are now."""
        kept = self.folder.parent / f"kept-{len(list(self.folder.parent.glob('kept-*')))}"
        shutil.copytree(self.folder / "bazel-testlogs", kept / "bazel-testlogs")
        return Workspace(kept, self.root, self.rcs)

    def log(self, target: str) -> str:
        """Return what the last run of a target (`package/name`) printed."""
        return (self.folder / "bazel-testlogs" / target / "test.log").read_text(errors="replace")

    def outputs(self, target: str) -> dict[str, bytes]:
        """Return what lies in bazel-testlogs of a target (`package/name`), by path."""
        base = self.folder / "bazel-testlogs" / target
        return {str(p.relative_to(base)): p.read_bytes() for p in sorted(base.rglob("*")) if p.is_file()}

    def report(self, target: str, name: str = "reference.json") -> dict[str, Any]:
        """Return a JSON file that the last run of a target (`package/name`) left here."""
        path = self.folder / "bazel-testlogs" / target / "test.outputs" / name
        value: dict[str, Any] = json.loads(path.read_text())
        return value

    def close(self) -> None:
        """Stop the Bazel server, whatever it is doing, and delete its files."""
        for process in self.calls:
            # One that still runs was left by a test that was interrupted.
            process.kill()
            process.wait()
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
                    [i["path"] for i in s.get("inputs", [])],
                    bool(s.get("cacheHit")),
                    s.get("digest", {}).get("hash", ""),
                )
                for s in json_values(spawns.read_text())
            ]
        return result


def scratch(prefix: str) -> Path:
    """Make a folder for workspaces and output roots, outside /tmp, which Bazel's sandbox hides."""
    import tempfile

    cache = os.environ.get("FLAGGEMS_REFERENCE_CACHE")
    if not cache:
        cache = os.path.join(
            os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "flaggems-reference"
        )
    parent = Path(cache) / "e2e"
    parent.mkdir(parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(dir=parent, prefix=f"{prefix}-"))


def copy_project(folder: Path) -> None:
    """Copy the rules, the runner and the harness into a new workspace, without nodes and their targets."""
    folder.mkdir(parents=True)
    for name in ("WORKSPACE", "BUILD.bazel", ".bazelrc", ".bazelversion", "pyproject.toml", "bazelw"):
        shutil.copy(ROOT / name, folder / name)
    unwanted = shutil.ignore_patterns("__pycache__", "test_*.py", "*.pyc")
    for name in ("rules", "runner", "benchmark", "tools/bazel"):
        shutil.copytree(ROOT / name, folder / name, ignore=unwanted)
    subprocess.run(["chmod", "-R", "u+w", folder], check=True)


@contextlib.contextmanager
def project(prefix: str, write: Callable[[Path], None]) -> Iterator[Workspace]:
    """A copy of the project with nodes of its own and a Bazel server, both gone afterwards.

    Args:
        prefix: beginning of the folder's name.
        write: adds the nodes to the copy, whose folder it is given.
    """
    base = scratch(prefix)
    copy_project(base / "workspace")
    write(base / "workspace")
    # Results of an earlier run of the same test, in the user's cache, would hide what runs again.
    (base / "bazelrc").write_text("common --disk_cache=\n")
    made = Workspace(base / "workspace", base / "root", [base / "bazelrc"])
    yield made
    made.close()
    shutil.rmtree(base)


def write_nodes(folder: Path, head: str, files: dict[str, str], targets: dict[str, tuple[str, str]]) -> None:
    """Write node files and their targets into a copy of the project.

    Args:
        folder: the copy.
        head: first lines of each file.
        files: the rest of each `test_<stem>.py` by stem, indented as it pleases.
        targets: (node without its folder, further attributes in Starlark) by target.
    """
    benchmark = folder / "benchmark"
    for stem, body in files.items():
        (benchmark / f"test_{stem}.py").write_text(head + "\n\n" + textwrap.dedent(body).strip() + "\n")
    lines = [
        'load("@rules_python//python:defs.bzl", "py_library")',
        'load("//rules:defs.bzl", "reference_test")',
        "py_library(",
        '    name = "harness",',
        '    srcs = glob(["**/*.py"], exclude = ["test_*.py"]),',
        '    data = ["core_shapes.yaml"],',
        '    visibility = ["//benchmark:__subpackages__"],',
        ")",
    ]
    for name, (node, attributes) in targets.items():
        deps = "" if "deps = " in attributes else 'deps = ["//benchmark/families"], '
        lines.append(f'reference_test(name = "{name}", node = "benchmark/{node}", {deps}{attributes})')
    (benchmark / "BUILD.bazel").write_text("\n".join(lines) + "\n")
