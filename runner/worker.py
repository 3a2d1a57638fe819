# SPDX-License-Identifier: Apache-2.0
"""The process in which a node runs: pytest on exactly one node, every event straight into the journal.

The supervisor starts this file as a script and writes the order, one JSON object, to its standard input. The
process may die at any point; what it wrote to the journal by then is the result.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import io
import json
import os
import signal
import sys
import warnings
from collections.abc import Iterator


def main() -> None:
    """Run the order and leave with pytest's exit status."""
    with open(0, "rb", closefd=False) as stdin:
        order = json.loads(stdin.read())
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    _follow(order["supervisor"])
    gc.disable()  # Imports make no garbage worth the search; the case loop turns it on again.
    _catch_faults(order["fault_file"])
    here = os.path.dirname(os.path.abspath(__file__))
    # The node's own packages come first, so that no installed package of the same name shadows them.
    own = [order["root"], os.path.dirname(here)]
    sys.path[:] = dict.fromkeys([*own, *(entry for entry in sys.path if entry != here), *order["paths"]])
    status = _run(order)
    sys.stdout.flush()
    sys.stderr.flush()
    # The destructors of a large process cost time, and can crash when there is nothing left to check.
    os._exit(status)


def _run(order: dict[str, object]) -> int:
    from runner import selection as selecting
    from runner.journal import EXIT_JOURNAL, Journal

    class WorkerJournal(Journal):
        """A journal without which there is no point in going on."""

        def emit(self, kind: str, /, **fields: object) -> None:
            if order["plan_only"] and kind not in ("plan", "planned"):
                return
            try:
                super().emit(kind, **fields)
            except OSError as error:
                _say(2, f"\nERROR: cannot write the journal {self.path}: {error.strerror}\n")
                os._exit(EXIT_JOURNAL)

    journal = WorkerJournal(str(order["journal"]))
    node = str(order["node"])
    shard = order["shard"]
    selection = selecting.Selection(
        tuple(order["case_ids"]), order["filter"], tuple(shard) if shard else None
    )  # type: ignore
    problem = _preflight(order, journal)
    if problem:
        _say(2, f"ERROR: {problem}\n")
        journal.emit("pytest", nodeid=node, phase="setup", outcome="failed", reason=problem)
        journal.emit("exit", status=1)
        return 1
    errors = _Log(2)
    sys.stdout, sys.stderr = _as_stream(_Log(1)), _as_stream(errors)
    import pytest

    # The operators are an open vocabulary of markers.
    warnings.filterwarnings("ignore", category=pytest.PytestUnknownMarkWarning)
    plugin = _worker_plugin(order, journal, selection)
    status = int(pytest.main(_arguments(order), plugins=[plugin]))
    if status == pytest.ExitCode.USAGE_ERROR and not plugin.told:
        journal.emit(
            "pytest",
            nodeid=node,
            phase="setup",
            outcome="failed",
            reason=errors.text() or "pytest refused to start",
        )
        # pytest had not come far enough to end its session, which writes this.
        journal.emit("exit", status=status)
    return status


def _preflight(order: dict[str, object], journal: object) -> str | None:
    """What makes the run pointless before pytest is even imported, in one line."""
    from runner import origin
    from runner import selection as selecting

    version = ".".join(map(str, sys.version_info[:3]))
    folder = origin.find()
    journal.emit(  # type: ignore[attr-defined]
        "environment",
        python={"executable": sys.executable, "version": version},
        packages=_versions(order),
        flag_gems_origin=folder,
    )
    if order["python_version"] not in (None, version):
        promised = order["python_version"]
        return f"the interpreter {sys.executable} is {version}, its environment was made for {promised}"
    if order["flag_gems_origin"]:
        try:
            origin.check(str(order["flag_gems_origin"]), folder)
        except origin.OriginError as error:
            return str(error)
    file = str(order["node"]).partition("::")[0]
    path = os.path.join(str(order["root"]), file)
    if not os.path.isfile(path):
        try:
            others = os.listdir(os.path.dirname(path))
        except OSError:
            others = []
        close = selecting.near(os.path.basename(path), [name for name in others if name.endswith(".py")])
        return f"not found: {path}" + (f"; near: {', '.join(close)}" if close else "")
    return None


def _versions(order: dict[str, object]) -> dict[str, str]:
    """Versions by the names of the installed distributions' folders, which costs no import."""
    promised = dict(order["packages"])  # type: ignore[call-overload]
    if promised:
        return promised
    wanted = ("torch", "triton", "flag_gems", "pytest", "numpy")
    found = {}
    for folder in sys.path:
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for name in names:
            package, _, rest = name.partition("-")
            if rest.endswith(".dist-info") and package.lower() in wanted:
                found.setdefault(package.lower(), rest.removesuffix(".dist-info"))
    return found


def _arguments(order: dict[str, object]) -> list[str]:
    file = str(order["node"]).partition("::")[0]
    arguments = [
        os.path.join(str(order["root"]), file),
        f"--rootdir={order['root']}",
        # No configuration of the host or of a folder above is read.
        f"--config-file={os.devnull}",
        "--reference-only",
        f"--level={order['level']}",
        f"--device={order['device']}",
        "-prunner.plugin",
        "--assert=plain",
        "-qq",
        "-s",
        "-rN",
    ]
    # What costs time at the start or the end and has nothing to do here; faulthandler's would replace ours.
    for name in (
        "cacheprovider",
        "faulthandler",
        "threadexception",
        "unraisableexception",
        "warnings",
        "junitxml",
        "stepwise",
    ):
        arguments.append(f"-pno:{name}")
    return arguments


def _worker_plugin(order: dict[str, object], journal: object, selection: object) -> object:
    import pytest

    from runner import plugin as reference
    from runner import selection as selecting

    node = str(order["node"])
    limit = order["case_timeout_s"]

    class WorkerPlugin:
        """What `runner.plugin` asks of a worker, and the choice of the one node."""

        told = False
        file_skipped = False
        node = str(order["node"])
        promised = order["promised"]
        device_memory_mib = order["device_memory_mib"]
        plan_only = bool(order["plan_only"])

        def __init__(self) -> None:
            self.__name__ = reference.WORKER_PLUGIN
            self.selection = selection

        @contextlib.contextmanager
        def guard(self) -> Iterator[None]:
            """The time limit of one case. Its watchdog is a thread in C, which works while Python hangs."""
            if limit is None:
                yield
                return
            faulthandler.dump_traceback_later(limit, exit=True, file=_fault_file)
            try:
                yield
            finally:
                faulthandler.cancel_dump_traceback_later()

        def emit(self, kind: str, /, **fields: object) -> None:
            self.told = self.told or kind == "exit"
            journal.emit(kind, **fields)  # type: ignore[attr-defined]

        def progress(self, text: str) -> None:
            if not self.plan_only:
                _say(1, text)

        def pytest_collectreport(self, report: pytest.CollectReport) -> None:
            self.file_skipped = self.file_skipped or report.skipped

        @pytest.hookimpl(tryfirst=True)
        def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
            if session.testsfailed or self.file_skipped:
                return  # The file itself says why the node is not there.
            chosen = [item for item in items if item.nodeid == node]
            if len(chosen) != 1:
                names = [item.nodeid for item in items]
                parts = [name for name in names if name.startswith(f"{node}[")]
                if parts:
                    raise pytest.UsageError(
                        f"{node} collects to {len(parts)} items: {', '.join(parts)}; name one of them"
                    )
                close = selecting.near(node, names) or names[:3]
                raise pytest.UsageError(
                    f"not found: {node}" + (f"; near: {', '.join(close)}" if close else "")
                )
            items[:] = chosen

        @pytest.hookimpl(tryfirst=True)
        def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
            # The supervisor's summary says it better than a dot in the middle of the progress lines.
            return None if report.failed and report.when != "call" else ("", "", "")

    return WorkerPlugin()


class _Log(io.RawIOBase):
    """A descriptor of the log. A log that cannot be written to is no fault of a baseline that prints.

    It remembers its last part, which holds what pytest says when it refuses to start.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._last = b""

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def write(self, data: bytes) -> int:
        self._last = (self._last + bytes(data))[-20_000:]
        with contextlib.suppress(OSError):
            return os.write(self._descriptor, data)
        return len(data)

    def text(self) -> str:
        lines = self._last.decode("utf-8", "replace").splitlines()
        return "\n".join(line.removeprefix("ERROR: ") for line in lines if line.strip())


def _as_stream(log: _Log) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BufferedWriter(log), "utf-8", "backslashreplace", line_buffering=True)


def _follow(supervisor: int) -> None:
    """Die when the supervisor does, however that happens."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, signal.valid_signals())
    try:
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    except (ImportError, OSError, AttributeError):
        return  # Not Linux: the supervisor's own stop has to do.
    if os.getppid() != supervisor:
        os._exit(1)


_fault_file: object = None


def _catch_faults(path: str) -> None:
    """Have a dying or stopped process say where it was, even from native code."""
    global _fault_file
    _fault_file = open(path, "wb", buffering=0)
    faulthandler.enable(_fault_file)
    faulthandler.register(signal.SIGTERM, _fault_file, chain=True)


def _say(descriptor: int, text: str) -> None:
    """Write to the log; a log that cannot be written to is no reason to fail."""
    try:
        os.write(descriptor, text.encode("utf-8", "backslashreplace"))
    except OSError:
        pass


if __name__ == "__main__":
    main()
