# SPDX-License-Identifier: Apache-2.0
"""Finds reports through a build-event file (`bazel test --build_event_json_file=FILE`).

The file knows what a `bazel-testlogs` tree cannot: which targets were asked for, which of them were not built
or not run, how long each waited, and where outputs lie that were never downloaded.
"""

from __future__ import annotations

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shlex
import urllib.parse
from typing import Any

from tools.collect.fetch import Fetcher, NotFetchedError
from tools.collect.observation import Findings, Observation, Place, State
from tools.collect.reading import Reading, read_archive, read_environment, read_outputs, read_report
from tools.collect.tree import is_reference

# Options of the run that would be wrong in a command that only fetches what the run left.
_NOT_REPEATED = re.compile(
    r"--(build_event_|bes_|remote_download_|experimental_remote_download_|profile|explain)"
)


@dataclasses.dataclass
class _Target:
    """What the events say of one target in one configuration."""

    tags: set[str] = dataclasses.field(default_factory=set)
    tested: bool = False
    test: bool = False
    bazel: str = ""
    detail: str = ""
    shards: int = 1
    runs: int = 1
    results: dict[tuple[int, int, int], dict[str, Any]] = dataclasses.field(default_factory=dict)


def _label(text: str) -> str:
    return text[text.index("//") :] if text.startswith("@") and text.lstrip("@").startswith("//") else text


def _seconds(text: Any) -> float | None:
    """Reads a duration such as `0.117s`."""
    try:
        return float(str(text).removesuffix("s")) if text is not None else None
    except ValueError:
        return None


class _Events:
    """The events of one build, gathered by target."""

    def __init__(self, named: str):
        self.named = named
        self.targets: dict[tuple[str, str], _Target] = {}
        self.problems: list[tuple[str, str]] = []
        self.options: list[str] = []
        self.own_options: list[str] = []
        self.command = ""
        self.finished = False

    def _target(self, identity: dict[str, Any]) -> _Target:
        configuration = identity.get("configuration") or {}
        return self.targets.setdefault(
            (_label(identity.get("label", "")), str(configuration.get("id", ""))), _Target()
        )

    def problem(self, message: str) -> None:
        if (self.named, message) not in self.problems:
            self.problems.append((self.named, message))

    def add(self, event: dict[str, Any]) -> None:
        """Takes one event in; events of other kinds are passed over."""
        identity = event.get("id")
        if not isinstance(identity, dict) or not identity:
            self.problem("has a line that is no build event")
            return
        kind, key = next(iter(identity.items()))
        aborted = event.get("aborted")
        match kind:
            case "started":
                self.command = event.get("started", {}).get("command", "")
            case "optionsParsed":
                parsed = event.get("optionsParsed", {})
                self.options = list(parsed.get("cmdLine", ()))
                self.own_options = list(parsed.get("explicitCmdLine", ()))
            case "targetConfigured":
                # This identity has no configuration; the target's others do.
                target = self.targets.setdefault((_label(key.get("label", "")), ""), _Target())
                configured = event.get("configured", {})
                target.tags |= set(configured.get("tag", ()))
                target.test |= "testSize" in configured or str(configured.get("targetKind", "")).endswith(
                    "_test rule"
                )
                if aborted:
                    self._abort(target, aborted)
            case "targetCompleted":
                target = self._target(key)
                completed = event.get("completed", {})
                target.tags |= set(completed.get("tag", ()))
                children = event.get("children", ())
                target.tested |= any("testSummary" in child or "testResult" in child for child in children)
                if aborted:
                    self._abort(target, aborted)
                elif not completed.get("success"):
                    failure = completed.get("failureDetail", {}).get("message", "")
                    target.bazel, target.detail = "FAILED_TO_BUILD", str(failure)
            case "testResult":
                target = self._target(key)
                target.tested = target.test = True
                where = (int(key.get("shard", 1)), int(key.get("run", 1)), int(key.get("attempt", 1)))
                if aborted:
                    self._abort(target, aborted)
                else:
                    target.results[where] = event.get("testResult", {})
            case "testSummary":
                target = self._target(key)
                target.tested = target.test = True
                if aborted:
                    self._abort(target, aborted)
                    return
                summary = event.get("testSummary", {})
                target.shards = max(target.shards, int(summary.get("shardCount", 0) or 0))
                target.runs = max(target.runs, int(summary.get("runCount", 0) or 0))
                target.bazel = target.bazel or str(summary.get("overallStatus", ""))
            case "buildFinished":
                self.finished = True
                code = event.get("finished", {}).get("exitCode", {}).get("name", "")
                if code not in ("SUCCESS", "TESTS_FAILED", "BUILD_FAILURE", "NO_TESTS_FOUND", ""):
                    self.problem(f"Bazel ended with {code}: results may be missing")
            case "pattern" | "unconfiguredLabel" | "configuredLabel" | "targetSummary" if aborted:
                if aborted.get("reason") != "SKIPPED":
                    what = key.get("label") or ", ".join(key.get("pattern", ())) or kind
                    self.problem(f"{what}: {_first_line(aborted)}")

    def _abort(self, target: _Target, aborted: dict[str, Any]) -> None:
        reason = str(aborted.get("reason", "UNKNOWN"))
        if reason in ("ANALYSIS_FAILURE", "LOADING_FAILURE"):
            reason = "FAILED_TO_BUILD"
        elif reason != "SKIPPED":
            reason = f"NO_STATUS ({reason})"
        # The first cause stands: what follows it is that cause's consequence.
        if not target.bazel:
            target.bazel, target.detail = reason, _first_line(aborted)


def _first_line(aborted: dict[str, Any]) -> str:
    text = str(aborted.get("description", "")).strip()
    return text.splitlines()[0] if text else str(aborted.get("reason", "aborted"))


def _gather(path: pathlib.Path, named: str) -> _Events:
    events = _Events(named)
    with open(path, encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if line.startswith('{"id":{"progress"') or not line.strip():
                continue
            try:
                event = json.loads(line)
            except (ValueError, RecursionError):
                events.problem(f"line {number} is cut off or is no JSON")
                continue
            if isinstance(event, dict):
                try:
                    events.add(event)
                except (AttributeError, TypeError, ValueError) as error:
                    events.problem(f"line {number} is no build event: {error}")
            else:
                events.problem(f"line {number} is no build event")
    if not events.finished:
        events.problem("the build did not finish (no buildFinished event): results are missing")
    if events.command not in ("test", "coverage", ""):
        events.problem(f"is of `bazel {events.command}`; a report needs `bazel test`")
    return events


def is_secure(options: list[str]) -> bool:
    """Says whether Bazel's options name a remote end with TLS, which no scheme at all means too."""
    for name in ("--remote_cache=", "--remote_executor="):
        for option in reversed(options):
            if option.startswith(name) and len(option) > len(name):
                scheme, found, _ = option[len(name) :].partition("://")
                return scheme in ("grpcs", "https") if found else True
    return False


def disk_caches(options: list[str]) -> tuple[pathlib.Path, ...]:
    """Gives the disk cache that Bazel's options name; the last one counts, and an empty one is none."""
    name = "--disk_cache="
    named = [option.removeprefix(name) for option in options if option.startswith(name)]
    return (pathlib.Path(named[-1]).expanduser(),) if named and named[-1] else ()


def _local(uri: str) -> pathlib.Path | None:
    parts = urllib.parse.urlsplit(uri)
    if parts.scheme != "file":
        return None
    return pathlib.Path(urllib.parse.unquote(parts.path))


def _shown(path: pathlib.Path) -> str:
    """Writes a path in Bazel's output tree as the user finds it: below bazel-testlogs."""
    _, found, below = str(path).partition("/testlogs/")
    return f"bazel-testlogs/{below}" if found else str(path)


class _Reader:
    """Reads the outputs that a test result names, from the disk or a cache."""

    def __init__(self, events: _Events, fetcher: Fetcher):
        own = [option for option in events.own_options if not _NOT_REPEATED.match(option)]
        self._again = shlex.join(["./bazelw", "test", *own, "--remote_download_outputs=toplevel"])
        self._fetcher = fetcher

    def read(self, label: str, outputs: dict[str, str]) -> tuple[Reading, dict[str, Any], str, str]:
        """Reads a report and its environment.

        Args:
            label: The target's label, for the message.
            outputs: Address by name, as the event lists them.

        Returns:
            The reading, the environment, where the report lies, and the identity of the file.
        """
        folder = _local(outputs.get("test.outputs", ""))
        if folder:
            reading, environment, path = read_outputs(folder)
            found = reading.state != State.ABSENT
            return reading, environment, _shown(path), os.path.realpath(path) if found else ""
        name = next(
            (
                n
                for n in ("test.outputs__reference.json", "test.outputs__outputs.zip", "test.outputs")
                if n in outputs
            ),
            "",
        )
        if not name:
            return Reading(State.ABSENT, problem="no report was left"), {}, "", ""
        try:
            data = self._bytes(outputs[name])
        except (NotFetchedError, OSError) as error:
            problem = f"report not downloaded ({error}); run: {self._again} {shlex.quote(label)}"
            return Reading(State.NOT_FETCHED, problem=problem), {}, outputs[name], ""
        if name.endswith(".json"):
            reading, environment = read_report(data), {}
            beside = outputs.get("test.outputs__environment.json")
            if beside:
                try:
                    environment = read_environment(self._bytes(beside))
                except (NotFetchedError, OSError):
                    environment = {}
        else:
            reading, environment = read_archive(data)
        path = _local(outputs[name])
        return (
            reading,
            environment,
            _shown(path) if path else outputs[name],
            os.path.realpath(path) if path else outputs[name],
        )

    def _bytes(self, uri: str) -> bytes:
        path = _local(uri)
        return path.read_bytes() if path else self._fetcher.fetch(uri)


def _observe(reader: _Reader, named: str, label: str, target: _Target) -> list[Observation]:
    def place(shard: int, run: int, attempt: int) -> Place:
        return Place(
            label,
            named,
            shard if target.shards > 1 else 0,
            target.shards if target.shards > 1 else 0,
            run if target.runs > 1 else 0,
            target.runs if target.runs > 1 else 0,
            attempt,
        )

    observations = []
    for (shard, run, attempt), result in sorted(target.results.items()):
        outputs = {
            str(output.get("name", "")): str(output.get("uri", ""))
            for output in result.get("testActionOutput", ())
        }
        reading, environment, where, identity = reader.read(label, outputs)
        execution = result.get("executionInfo", {})
        spans = {
            child.get("name"): _seconds(child.get("time"))
            for child in execution.get("timingBreakdown", {}).get("child", ())
        }
        log = outputs.get("test.log", "")
        observations.append(
            Observation(
                place=place(shard, run, attempt),
                state=reading.state,
                report=reading.report,
                environment=environment,
                problem=reading.problem,
                bazel=str(result.get("status", "NO_STATUS")),
                detail=str(result.get("statusDetails", "")),
                started=int(result.get("testAttemptStartMillisEpoch", 0)) / 1000,
                wall=_seconds(result.get("testAttemptDuration")),
                wait=spans.get("queueTime"),
                cached="local"
                if result.get("cachedLocally")
                else "remote"
                if execution.get("cachedRemotely")
                else "",
                strategy=str(execution.get("strategy", "")),
                where=where,
                identity=identity,
                log=_shown(path) if (path := _local(log)) else log,
            )
        )
    seen = {(shard, run) for shard, run, _ in target.results}
    for shard in range(1, target.shards + 1):
        for run in range(1, target.runs + 1):
            if (shard, run) not in seen:
                observations.append(
                    Observation(
                        place=place(shard, run, 1),
                        state=State.ABSENT,
                        problem="no report was left",
                        bazel=target.bazel or "NO_STATUS",
                        detail=target.detail,
                    )
                )
    return observations


def find_in_events(
    path: pathlib.Path,
    named: str,
    more_caches: tuple[pathlib.Path, ...] = (),
    headers: tuple[str, ...] = (),
) -> Findings:
    """Finds the reports of one `bazel test` through its build-event file.

    Args:
        path: The file that `--build_event_json_file` wrote.
        named: How the user named it, for messages.
        more_caches: Disk caches in which to look for what was not downloaded, before the run's own.
        headers: Headers for a remote cache, as `KEY=VALUE`.

    Returns:
        An observation for each attempt of each target with the tag `reference`, also for those that were
        never built or run. Other tests are only listed.
    """
    events = _gather(path, named)
    merged: dict[tuple[str, str], _Target] = {}
    for (label, configuration), target in sorted(events.targets.items()):
        if configuration == "":
            # What was said of the target before its configuration was known holds for each configuration.
            same = [other for (name, of), other in events.targets.items() if name == label and of]
            for other in same:
                other.tags |= target.tags
                other.test |= target.test
            if same:
                continue
        merged[label, configuration] = target
    caches = (*more_caches, *disk_caches(events.options))
    reader = _Reader(events, Fetcher(caches, is_secure(events.options), headers))
    wanted: list[tuple[str, _Target]] = []
    others: list[tuple[str, str]] = []
    for (label, _), target in sorted(merged.items()):
        reference = "reference" in target.tags if target.tags else is_reference(label)
        asked = target.tested or bool(target.bazel) or (target.test and not events.finished)
        if reference and asked and (target.test or is_reference(label)):
            wanted.append((label, target))
        elif target.test and asked:
            others.append((label, target.bazel))
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        found = pool.map(lambda item: _observe(reader, named, *item), wanted)
        observations = [one for many in found for one in many]
    configs = tuple(option for option in events.own_options if option.startswith("--config="))
    return Findings(tuple(observations), tuple(events.problems), tuple(others), configs)
