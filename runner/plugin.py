# SPDX-License-Identifier: Apache-2.0
"""The pytest plugin: ``--reference-only`` and ``--list-cases``.

It needs no Bazel and no supervisor. Alone, it keeps the events of the run in memory and writes the report at
the end; in a supervised worker (see `runner.worker`) they go to the journal and the supervisor writes it.
torch is not imported before the first node runs.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from . import device as devices
from . import failure as failures
from . import selection as selecting
from .selection import Picker, Selection

# What a worker does not need is imported where it is used: Bazel runs each target without bytecode.
if TYPE_CHECKING:
    from benchmark.base import Benchmark

    from . import report as reporting
    from .execute import ReferenceDriver

LEVELS = ("core", "comprehensive")

# Options of the FlagGems benchmark suite that have no meaning in a check of baselines. They are known here so
# that they can be refused by name.
EXCLUDED = (
    "--override",
    "--override-config",
    "--preflight-only",
    "--profile-only",
    "--query",
    "--parallel",
)

# Markers that say how a node runs and not which operator it is about.
NO_OPERATOR = frozenset(
    {
        "filterwarnings",
        "parametrize",
        "skip",
        "skip_native",
        "skipif",
        "timeout",
        "tryfirst",
        "trylast",
        "usefixtures",
        "xfail",
    }
)

WORKER_PLUGIN = "reference-worker"


class ReferenceFailed(Exception):
    """The node is no pass; the reasons are in the records already."""


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Declare the options."""
    _forget_output(pluginmanager.get_plugin("pytestconfig").invocation_params.args)
    group = parser.getgroup("reference", "reference check of benchmark nodes")
    group.addoption("--reference-only", action="store_true", help="call each baseline once and time nothing")
    group.addoption("--list-cases", action="store_true", help="list the planned cases and run nothing")
    group.addoption(
        "--case-id", action="append", default=[], metavar="ID", help="run exactly this case; repeatable"
    )
    group.addoption("--output", metavar="FILE", help="where the report or the list goes; overwritten")
    group.addoption("--level", choices=LEVELS, help="core (default with --reference-only) or comprehensive")
    group.addoption(
        "--device",
        choices=tuple(devices.DEVICES),
        help="where the inputs are made (default: cuda if usable, else cpu)",
    )
    for name in EXCLUDED:
        try:
            group.addoption(name, nargs="?", const=True, default=None, help=argparse.SUPPRESS)
        except ValueError:
            continue  # The suite declares it itself.


def pytest_configure(config: pytest.Config) -> None:
    """Refuse what does not go together, then take charge of the benchmarks."""
    config.addinivalue_line(
        "markers", "skip_native(*, vendors, reason): skip the baseline's cases on devices of these vendors"
    )
    option = config.option
    if option.reference_only or option.list_cases:
        _refuse_conflicts(config)
    elif option.case_id:
        raise pytest.UsageError("--case-id: only with --reference-only")
    else:
        refused = [name for name in EXCLUDED if _given(option, name)]
        if refused:
            raise pytest.UsageError(f"{', '.join(refused)}: no such option of this benchmark suite")
    if hasattr(config, "workerinput"):
        return
    from benchmark import settings

    settings.level = option.level or ("core" if option.reference_only else "comprehensive")
    if option.device:
        settings.device = option.device
    if option.reference_only:
        config.pluginmanager.register(ReferencePlugin(config), "reference-run")
    elif option.list_cases:
        config.pluginmanager.register(ListPlugin(config), "reference-list")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Check the markers, whatever the mode: a wrong one must not wait for its vendor to be noticed."""
    for item in items:
        for marker in item.iter_markers("skip_native"):
            _check_skip_native(item, marker)


class ReferencePlugin:
    """One run with ``--reference-only``."""

    def __init__(self, config: pytest.Config) -> None:
        from benchmark import settings

        self.config = config
        self.level = config.option.level or "core"
        self.output = config.option.output
        self.worker: Any = config.pluginmanager.get_plugin(WORKER_PLUGIN)
        self.events: list[dict[str, object]] = []
        self._process = os.getpid()
        self._take: Callable[..., None] = self.worker.emit if self.worker else self._keep
        self.selection = self.worker.selection if self.worker else Selection(tuple(config.option.case_id))
        self.report: reporting.Report | None = None
        self.device: devices.Device | None = None
        self.device_error: str | None = None
        self.driver = self._make_driver()
        settings.driver = self.driver
        self.emit(
            "begin",
            level=self.level,
            device=config.option.device,
            case_ids=self.selection.case_ids,
            filter=self.selection.pattern,
            shard=self.selection.shard,
        )

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Close the events; without a supervisor, write the report."""
        self.emit("exit", status=int(exitstatus))
        if self.worker:
            return
        from . import report as reporting

        self.report = reporting.build(self.events)
        if self.output:
            _write(self.output, reporting.to_json(self.report.document))
        if self.report.status in ("FAILED", "UNSUPPORTED", "NO_CASES") and exitstatus == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say what the report says."""
        if self.report is None:
            return
        from . import report as reporting

        for line in reporting.summary(self.report):
            terminalreporter.write_line(line)
        if self.output:
            terminalreporter.write_line(f"report: {self.output}")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Generator[None, object, object]:
        """Have a usage error in the report as well: it may be all that a reader gets to see."""
        try:
            return (yield)
        except pytest.UsageError as error:
            nodeid = self.worker.node if self.worker else items[0].nodeid if items else ""
            self._outcome(nodeid, "setup", "failed", str(error))
            raise

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot be imported, or that skips itself."""
        nodeid = self.worker.node if self.worker else report.nodeid
        if report.failed:
            self._outcome(nodeid, "setup", "failed", _collect_error(str(report.longrepr)))
        elif report.skipped:
            self._outcome(nodeid, "setup", "skipped", _skip_reason(report.longrepr))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Announce the node, and make sure that something is said about it."""
        self.emit("node", nodeid=item.nodeid, operator=operator(item))
        self._told = self._settled = False
        try:
            return (yield)
        except (KeyboardInterrupt, pytest.exit.Exception) as error:
            # pytest makes no report of it, and the source may have chosen exit status 0.
            if not self._settled:
                self._told = True
                reason = f"the run was ended: {type(error).__name__}: {error}"
                self._outcome(item.nodeid, "call", "failed", reason)
            raise
        finally:
            if not self._told:
                reason = "this item is no function that runs benchmarks"
                self.emit("unsupported", nodeid=item.nodeid, reason=reason)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Before the source may skip anything: a missing device is a failure and no reason to skip."""
        if self.device is None and self.device_error is None:
            try:
                self._find_device()
            except devices.DeviceError as error:
                self.device_error = str(error)
        if self.device is None:
            raise devices.DeviceError(self.device_error)
        # A fixture may make and run benchmarks as well.
        self.driver.begin_node(item.nodeid, operator(item), _native_skip(item, self.device.vendor))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> Generator[None, object, object]:
        """Run the node's function with the reference driver in charge of its benchmarks."""
        from .execute import NodeStop

        self._told = True
        result: object = True
        complete = returned = False
        lost: list[str] = []
        usual = threading.excepthook

        def keep(raised: threading.ExceptHookArgs) -> None:
            # A thread may have had cases still to run; nobody else hears of its end.
            if raised.exc_value is not None and not isinstance(raised.exc_value, NodeStop):
                lost.append(f"{failures.type_name(raised.exc_value)}: {failures.message(raised.exc_value)}")
            usual(raised)

        threading.excepthook = keep
        try:
            result = yield
            complete = returned = True
        except NodeStop:
            complete = True
        except Exception:
            # After the node has ended, a further exception says no more than that: its device may be gone.
            if not self.driver.settled:
                raise
            complete = True
        finally:
            threading.excepthook = usual
            self._settled = self.driver.settled
            problem = self.driver.end_node(complete)
        if self.worker and self.worker.plan_only and returned and not lost:
            self.emit("planned", nodeid=pyfuncitem.nodeid)
        if lost and not problem:
            problem = f"a thread of the node ended by {lost[0]}"
            self._outcome(pyfuncitem.nodeid, "call", "failed", problem)
        if problem:
            raise ReferenceFailed(problem)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, Any, Any]:
        """Record what pytest itself has to say about the node."""
        from .execute import NodeStop

        report = yield
        if call.excinfo is None:
            return report
        self._told = True
        error = call.excinfo.value
        if isinstance(error, (ReferenceFailed, NodeStop)):
            if report.failed:
                report.longrepr = str(error)
            return report
        if report.outcome == "skipped":
            expected_failure = hasattr(report, "wasxfail")
            # An expected failure is one all the same, unless the source forbids to run the node.
            skip = not expected_failure or report.when == "setup"
            reason = str(report.wasxfail) if expected_failure else _skip_reason(report.longrepr)
            self._outcome(item.nodeid, report.when, "skipped" if skip else "failed", reason)
        elif report.failed:
            if isinstance(error, devices.DeviceError):
                report.longrepr = str(error)
            self._outcome(item.nodeid, report.when, "failed", _crash(report.longrepr))
        return report

    def _make_driver(self) -> ReferenceDriver:
        from .execute import ReferenceDriver, Signals

        signals = Signals((pytest.skip.Exception,), (KeyboardInterrupt, pytest.exit.Exception))
        picker = Picker(self.selection)
        if not self.worker:
            return ReferenceDriver(self.level, picker, self.emit, lambda text: None, signals)
        driver = ReferenceDriver(
            self.level, picker, self.emit, self.worker.progress, signals, self.worker.guard
        )
        if self.worker.plan_only:
            driver.halt("only planned")
        return driver

    def _find_device(self) -> None:
        """Find the device and make sure that it is there, works, and is the promised one.

        Raises:
            DeviceError: it is not.
        """
        from benchmark import settings

        kind = self.config.option.device
        if self.worker and self.worker.plan_only:
            device = devices.Device()
        else:
            device = devices.find(kind)
            if kind is not None:
                device.probe()
            described = device.describe()
            if self.worker and self.worker.promised is not None:
                devices.check_fingerprint(self.worker.promised, described)
            if self.worker and self.worker.device_memory_mib is not None:
                device.limit_memory(self.worker.device_memory_mib)
            self.emit("environment", device=described)
        settings.device = device.kind
        self.device = self.driver.device = device

    def emit(self, kind: str, /, **fields: object) -> None:
        """Take an event of this process. A copy that the source forked must not go on with the run."""
        if os.getpid() != self._process:
            os._exit(1)
        self._take(kind, **fields)

    def _keep(self, kind: str, /, **fields: object) -> None:
        self.events.append({"e": kind, **fields})

    def _outcome(self, nodeid: str, phase: str, outcome: str, reason: str) -> None:
        self.emit("pytest", nodeid=nodeid, phase=phase, outcome=outcome, reason=reason)

    _told = _settled = False


class ListPlugin:
    """One run with ``--list-cases``: plans each benchmark and runs none."""

    def __init__(self, config: pytest.Config) -> None:
        from benchmark import settings

        self.config = config
        self.level = config.option.level or "comprehensive"
        self.benchmarks: list[dict[str, object]] = []
        settings.driver = self

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """The next benchmarks belong to this node."""
        self._nodeid = item.nodeid
        self._counts: Counter[str] = Counter()

    def created(self, benchmark: Benchmark) -> None:
        """Leave out what has no case builder."""
        from benchmark.base import unsupported_reason

        if reason := unsupported_reason(benchmark):
            pytest.skip(f"UNSUPPORTED: {reason}", allow_module_level=True)

    def run(self, benchmark: Benchmark) -> None:
        """Plan a benchmark."""
        from benchmark.cases import number

        from . import case_list

        self.created(benchmark)
        cases = [case.listed() for case in number(self._nodeid, self.level, benchmark.cases(), self._counts)]
        self.benchmarks.append(case_list.entry(benchmark.op_name, self.level, cases))

    def pytest_sessionfinish(self) -> None:
        """Write the list."""
        from . import case_list

        if self.config.option.output:
            _write(self.config.option.output, case_list.render(self.benchmarks))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say where the list is, or print it."""
        output = self.config.option.output
        ids = [case["case_id"] for benchmark in self.benchmarks for case in benchmark["cases"]]  # type: ignore[attr-defined]
        if not output:
            for case_id in ids:
                terminalreporter.write_line(case_id)
        terminalreporter.write_line(f"{len(ids)} cases" + (f" listed in {output}" if output else ""))


def operator(item: pytest.Item) -> str | None:
    """The operator a node is about: its first own marker."""
    return next((marker.name for marker in item.own_markers if marker.name not in NO_OPERATOR), None)


def _refuse_conflicts(config: pytest.Config) -> None:
    """Raise a usage error unless the options go together and the output can be written."""
    option = config.option
    mode = "--reference-only" if option.reference_only else "--list-cases"
    if option.output:
        # An earlier report must not be taken for this run's, however this run ends.
        _replace(option.output)
    offenders = [name for name in EXCLUDED if _given(option, name)]
    if option.reference_only and option.list_cases:
        offenders.append("--list-cases")
    if getattr(option, "numprocesses", None) is not None:
        offenders.append("-n")
    if getattr(option, "dist", "no") != "no" and "-n" not in offenders:
        offenders.append("--dist")
    if offenders:
        raise pytest.UsageError(f"{mode} excludes {', '.join(offenders)}")
    if option.case_id:
        _check_case_ids(option.case_id, option.level or "core", mode)
    tests = config.rootpath / "tests"
    for argument in config.args:
        path = Path(os.path.abspath(argument.partition("::")[0]))
        if path.is_relative_to(tests) or (tests.is_dir() and tests.is_relative_to(path)):
            raise pytest.UsageError(
                f"{mode} excludes items under tests/, and {argument} has some; name a file of benchmark/"
            )


def _check_case_ids(case_ids: Iterable[str], level: str, mode: str) -> None:
    if mode == "--list-cases":
        raise pytest.UsageError("--list-cases excludes --case-id")
    seen = set()
    for case_id in case_ids:
        try:
            _, its_level, _, _ = selecting.split_case_id(case_id)
        except ValueError as error:
            raise pytest.UsageError(f"--case-id: {error}") from None
        if its_level != level:
            raise pytest.UsageError(
                f"--case-id: {case_id} is of level {its_level}, this run is of level {level}"
            )
        if case_id in seen:
            raise pytest.UsageError(f"--case-id: {case_id} is given twice")
        seen.add(case_id)


def _check_skip_native(item: pytest.Item, marker: pytest.Mark) -> None:
    vendors, reason = marker.kwargs.get("vendors"), marker.kwargs.get("reason")
    words = [vendors] if isinstance(vendors, str) else vendors
    good = (
        not marker.args
        and set(marker.kwargs) == {"vendors", "reason"}
        and isinstance(words, (list, tuple, set, frozenset))
        and bool(words)
        and all(isinstance(word, str) and word for word in words)
        and isinstance(reason, str)
        and bool(reason.strip())
    )
    if not good:
        raise pytest.UsageError(
            f'{item.nodeid}: skip_native needs vendors=[…] and reason="…", both by keyword and not empty'
        )


def _native_skip(item: pytest.Item, vendor: str) -> str | None:
    for marker in item.iter_markers("skip_native"):
        vendors = marker.kwargs["vendors"]
        if vendor in ([vendors] if isinstance(vendors, str) else vendors):
            return str(marker.kwargs["reason"])
    return None


def _given(option: Any, name: str) -> bool:
    return getattr(option, name.lstrip("-").replace("-", "_"), None) not in (None, False)


def _forget_output(arguments: Sequence[object]) -> None:
    """Remove an earlier output before the options are read: a wrong one ends the run, and it would stay."""
    words = [str(argument) for argument in arguments]
    if not {"--reference-only", "--list-cases"} & set(words):
        return
    path = ""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        name, separator, value = word.partition("=")
        if name == "--output":
            path = value if separator else following
    _remove(path)


def _remove(path: str) -> None:
    """Remove an output as far as it can be, if it is a file and no device such as /dev/stdout."""
    if os.path.isfile(path):
        with contextlib.suppress(OSError):
            os.unlink(path)


def _replace(path: str) -> None:
    """Remove an earlier output and make sure that a new one can be written."""
    try:
        with open(path, "w"):
            pass
        if os.path.isfile(path):  # and no device, such as /dev/stdout
            os.unlink(path)
    except OSError as error:
        raise pytest.UsageError(f"--output: cannot write {path}: {error.strerror}") from None


def _write(path: str, text: str) -> None:
    try:
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
    except OSError as error:
        # What is there of it is no report; pytest shows the text of an exit and no traceback.
        _remove(path)
        raise pytest.exit.Exception(
            f"--output: cannot write {path}: {error.strerror}", pytest.ExitCode.INTERNAL_ERROR
        ) from None


def _skip_reason(longrepr: object) -> str:
    text = longrepr[2] if isinstance(longrepr, tuple) and len(longrepr) == 3 else longrepr
    return str(text).removeprefix("Skipped: ")


def _crash(longrepr: object) -> str:
    crash = getattr(longrepr, "reprcrash", None)
    return crash.message if crash is not None else str(longrepr)


def _collect_error(text: str) -> str:
    """The text of pytest, with the error itself before the way to it."""
    errors = [line[1:].strip() for line in text.splitlines() if line.startswith("E ")]
    return f"{errors[-1]}\n{text}" if errors else text
