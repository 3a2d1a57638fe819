# SPDX-License-Identifier: Apache-2.0
"""The supervisor: starts the worker, outlives it whatever happens, writes the outputs and judges the report.

Exit status: 0 the report is the one that the target expects; 1 it is not; 2 the run could not start as it was
asked for. The standard library is all it needs; what is needed only after the worker has started is imported
then.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from . import config as configuration
from .config import Config, UsageError
from .environment import NotInstalledError, PythonEnvironment, make_folders, python_environment, variables
from .journal import Journal, read

if TYPE_CHECKING:
    from .slots import Slot

_T = TypeVar("_T")

EXIT_EXPECTED, EXIT_OTHER, EXIT_USAGE = 0, 1, 2

REPORT, ENVIRONMENT, JOURNAL = "reference.json", "environment.json", "journal.jsonl"

_STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_WATCHED = (*_STOPS, signal.SIGCHLD)

# How long a worker has to say where it was before it is killed, and the kernel to end it then.
_GRACE_S = 0.3
_KILL_S = 2.0
_PLAN_S = 60.0


def main(argv: Sequence[str] | None = None) -> int:
    """Run one target; see the module's text for the exit status.

    Args:
        argv: the arguments after the program's name; the process's own by default.
    """
    started = time.monotonic()
    _open_standard_descriptors()
    # From here on a signal waits until it is asked for, so none can come between two steps.
    signal.pthread_sigmask(signal.SIG_BLOCK, _WATCHED)
    given = None
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        given = configuration.arguments().parse_args(words)
        if given.rebuild:
            return rebuild(given.rebuild)
        return _Supervisor(configuration.from_arguments(given, os.environ), started).run()
    except UsageError as error:
        named = given or configuration.outputs(words)
        if named.output_dir and not named.rebuild:
            _forget(named.output_dir)
        _say(2, f"ERROR: {error}\n")
        return EXIT_USAGE


def _forget(folder: str) -> None:
    """Remove the outputs of an earlier run, which must not be taken for those of one that could not start."""
    path = os.path.join(folder, JOURNAL)
    try:
        if os.path.exists(path):
            Journal(path, fresh=True).close()  # refused while another run is writing there
            for name in (REPORT, ENVIRONMENT, "test.xml"):
                _remove(os.path.join(folder, name))
    except OSError:
        pass  # The folder is another run's, or cannot be written to, which the error says.


def rebuild(folder: str) -> int:
    """Make the outputs of a run whose supervisor was killed, from its journal alone.

    Raises:
        UsageError: there is no journal that can be read, or the outputs cannot be written.
    """
    path = os.path.join(folder, JOURNAL)
    try:
        events = read(path)
    except OSError as error:
        raise UsageError(f"cannot read the journal {path}: {error.strerror}") from None
    if not any(event["e"] == "run" for event in events):
        raise UsageError(f"{path} is no journal of a run")
    times = [float(event["t"]) for event in events if "t" in event]  # type: ignore[arg-type]
    return _finish(events, folder, os.path.join(folder, "test.xml"), max(times) - min(times))


class _Supervisor:
    """One run."""

    def __init__(self, config: Config, started: float) -> None:
        self.config = config
        self.started = started
        self.kept: list[dict[str, object]] = []
        self.share: Slot | None = None
        self.journal_path = os.path.join(config.output_dir, JOURNAL)
        self.tmp = config.tmp_dir or os.path.join(config.output_dir, f"tmp-{os.getpid()}")
        self.fault_file = os.path.join(self.tmp, "fault.txt")

    def run(self) -> int:
        config = self.config
        frozen = None
        if config.case_list:
            frozen = configuration.frozen_cases(config.case_list, config.node, config.level)
        promised = None
        if config.fingerprint:
            promised = configuration.read_json(config.fingerprint, "the device's fingerprint")
        self._prepare_outputs()
        self._emit("run", **self._order(frozen, promised))
        try:
            try:
                environment = self._environment()
                self._take_share()
            except UsageError as error:
                self._refuse(str(error))
            else:
                self._work(environment, promised)
            # A damaged disk must not hide what the supervisor itself knows.
            return _finish(
                read(self.journal_path) + self.kept, config.output_dir, config.xml_file, self._elapsed()
            )
        finally:
            self._clean()

    def _environment(self) -> PythonEnvironment:
        """Find the Python environment, and unpack it first where it is not.

        Raises:
            UsageError: there is none that can be used, or the run was ended before it was there.
        """
        config = self.config
        try:
            environment = python_environment(config.environment)
        except NotInstalledError:
            if config.archive is None:
                raise
            environment = python_environment(config.environment, self._unpack(config.archive))
        self._emit("run", python=environment.description, flag_gems_origin=environment.flag_gems_origin)
        return environment

    def _unpack(self, archive: str) -> str:
        from .unpack import unpack

        began = time.monotonic()
        folder = self._watching(lambda: unpack(archive, os.environ), "unpacking the Python environment")
        self._emit("run", unpacking_s=round(time.monotonic() - began, 3))
        return folder

    def _watching(self, work: Callable[[], _T], what: str) -> _T:
        """Do what may take long or wait for others, and watch for the end of the run meanwhile.

        Args:
            work: what is to be done.
            what: what it is called.

        Raises:
            UsageError: the run was ended before that.
            Exception: what `work` raised.
        """
        import threading

        results: list[_T] = []
        errors: list[Exception] = []

        def call() -> None:
            try:
                results.append(work())
            except Exception as error:
                errors.append(error)

        # In a thread, since a wait for a lock sees none of the signals that this process waits for.
        began = time.monotonic()
        thread = threading.Thread(target=call, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(0.005)
            info = signal.sigtimedwait(_STOPS, 0)
            if info is not None or time.monotonic() > self._deadline():
                reason = "the time limit" if info is None else signal.Signals(info.si_signo).name
                raise UsageError(f"{reason} came after {time.monotonic() - began:.0f} s of {what}")
        for error in errors:
            raise error
        return results[0]

    def _refuse(self, reason: str) -> None:
        """Tell the journal that no worker can start: the node failed before its first case."""
        self._emit("pytest", nodeid=self.config.node, phase="setup", outcome="failed", reason=reason)
        self._emit("exit", status=1)

    def _work(self, environment: PythonEnvironment, promised: object) -> None:
        """Run the worker to its end and tell the journal how it ended."""
        from .death import MemoryWatch, by_order, by_status, not_started

        watch = MemoryWatch()
        try:
            worker = self._start(environment, promised)
        except OSError as error:
            self._emit("death", **not_started(error))
            return
        self._use_the_start()
        ending = self._await(worker, self._deadline())
        if isinstance(ending, str):
            self._stop(worker)
            self._emit("death", **by_order(ending, self._elapsed(), self.config.timeout_s, self._traceback()))
            return
        status, peak_bytes = ending
        events = read(self.journal_path)
        ends = [event for event in events if event["e"] == "exit"]
        if ends and os.WIFEXITED(status) and os.WEXITSTATUS(status) == ends[-1]["status"]:
            return
        self._emit("death", **by_status(status, peak_bytes, watch, self._traceback()))
        if any(event["e"] == "plan" for event in events) and not ends:
            self._plan_the_rest(environment, promised)

    def _take_share(self) -> None:
        """Wait until one of the GPUs has the memory that the run needs.

        Raises:
            UsageError: the run was ended before that.
        """
        if self.config.device != "cuda":
            return
        from .slots import take_for_cuda

        need = self.config.device_memory_mib
        wanted = f"{need} MiB of a GPU" if need else "a whole GPU"
        try:
            self.share = self._watching(lambda: take_for_cuda(need, os.environ), f"waiting for {wanted}")
        except OSError as error:
            self._emit("run", share={"problem": f"no lock could be taken: {error}"})
        if self.share:
            gpu = self.share.gpu
            described: dict[str, object] = {"uuid": gpu.uuid, "index": gpu.index, "mib": self.share.mib}
            self._emit("run", waiting_s=round(self.share.waited_s, 3), share=described)

    def _plan_the_rest(self, environment: PythonEnvironment, promised: object) -> None:
        """Have a second worker plan the benchmarks that the first one did not come to; it runs no case."""
        try:
            worker = self._start(environment, promised, plan_only=True)
        except OSError:
            return
        if isinstance(self._await(worker, min(self._deadline(), time.monotonic() + _PLAN_S)), str):
            self._stop(worker)

    # The worker process

    def _variables(self, system: bool) -> dict[str, str]:
        """The worker's environment; the GPU that it has a share of is the only one that it sees."""
        found = variables(os.environ, self.tmp, self.config.cpus, system)
        if self.config.device == "cuda":
            from .slots import MASK, VARIABLES

            found = {**VARIABLES, **found}
            if self.share:
                found[MASK] = self.share.gpu.uuid
        return found

    def _start(self, environment: PythonEnvironment, promised: object, plan_only: bool = False) -> int:
        """Start a worker and hand it its order.

        Raises:
            OSError: no process can be made.
        """
        config = self.config
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker.py")
        command = [*environment.command, program]
        system = environment.description.get("kind") == "system"
        order = {
            "supervisor": os.getpid(),
            "journal": self.journal_path,
            "fault_file": self.fault_file if not plan_only else os.devnull,
            "root": config.root,
            "paths": environment.paths,
            "node": config.node,
            "level": config.level,
            "device": config.device,
            "case_ids": config.case_ids,
            "filter": config.pattern,
            "shard": config.shard,
            "case_timeout_s": config.case_timeout_s,
            "promised": promised,
            "device_memory_mib": config.device_memory_mib,
            "packages": environment.packages,
            "python_version": environment.interpreter_version,
            "flag_gems_origin": environment.flag_gems_origin,
            "plan_only": plan_only,
        }
        inlet, outlet = os.pipe()
        try:
            pid = os.posix_spawn(
                command[0],
                command,
                self._variables(system),
                file_actions=[(os.POSIX_SPAWN_DUP2, inlet, 0)],
                # A group of its own, so that what the worker leaves behind can be ended with it.
                setpgroup=0,
            )
            os.close(inlet)
            inlet = -1
            with open(outlet, "wb", closefd=False) as pipe:
                pipe.write(json.dumps(order).encode("ascii"))
        except BrokenPipeError:
            pass  # It is dead already, and its status says why.
        finally:
            for descriptor in (inlet, outlet):
                if descriptor >= 0:
                    os.close(descriptor)
        return pid

    def _await(self, pid: int, deadline: float) -> tuple[int, int] | str:
        """Wait for the worker.

        Returns:
            Its status and peak resident size in bytes, or the name of the signal (or ``deadline``) that ends
            the wait.
        """
        while True:
            done, status, usage = os.wait4(pid, os.WNOHANG)
            if done:
                self._end_group(pid)
                return status, usage.ru_maxrss * 1024
            left = deadline - time.monotonic()
            if left <= 0:
                return "deadline"
            info = signal.sigtimedwait(_WATCHED, min(left, 3600.0))
            if info is not None and info.si_signo != signal.SIGCHLD:
                return signal.Signals(info.si_signo).name

    def _stop(self, pid: int) -> None:
        """End the worker: it may say where it is, then it is killed."""
        try:
            os.kill(pid, signal.SIGTERM)
            if self._gone(pid, _GRACE_S):
                self._end_group(pid)
                return
            self._end_group(pid)
            self._gone(pid, _KILL_S)
        except ProcessLookupError:
            pass

    def _gone(self, pid: int, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while not os.waitpid(pid, os.WNOHANG)[0]:
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            signal.sigtimedwait((signal.SIGCHLD,), left)
        return True

    def _end_group(self, pid: int) -> None:
        try:
            os.killpg(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass

    def _traceback(self) -> str:
        try:
            with open(self.fault_file, encoding="utf-8", errors="backslashreplace") as file:
                return file.read()
        except OSError:
            return ""

    def _deadline(self) -> float:
        """Stop a little before Bazel's time limit: some executors kill without a warning."""
        limit = self.config.timeout_s
        if limit is None:
            return float("inf")
        return self.started + limit - min(max(0.05 * limit, 0.5), 10.0, 0.5 * limit)

    def _elapsed(self) -> float:
        return time.monotonic() - self.started

    # The outputs

    def _order(self, frozen: object, promised: object) -> dict[str, object]:
        config = self.config
        return {
            "host": os.uname().nodename,
            "target": config.target,
            "node": config.node,
            "root": config.root,
            "level": config.level,
            "device": config.device,
            "expected_status": config.expected_status,
            "allow_skips": config.allow_skips,
            "case_ids": config.case_ids,
            "filter": config.pattern,
            "shard": config.shard,
            "frozen": frozen,
            "case_list": config.case_list,
            "promised": promised,
            "cpus": config.cpus,
            "attempt": dict(config.attempt),
            "waiting_s": 0.0,
            "unpacking_s": 0.0,
        }

    def _prepare_outputs(self) -> None:
        """Start with a report that says the truth if the run never comes to one, and with no other output.

        Raises:
            UsageError: the outputs cannot be written.
        """
        config = self.config
        try:
            os.makedirs(config.output_dir, exist_ok=True)
            self._journal = Journal(self.journal_path, fresh=True)
            # First of all outputs: whatever fails from here on, no earlier report stays.
            _replace(os.path.join(config.output_dir, REPORT), self._placeholder())
            _remove(os.path.join(config.output_dir, ENVIRONMENT))
            _remove(config.xml_file)
            make_folders(self.tmp)
            if config.status_file:
                with open(config.status_file, "ab"):
                    pass
        except BlockingIOError:
            raise UsageError(
                f"another run is writing to {config.output_dir}; choose another folder"
            ) from None
        except OSError as error:
            where = error.filename or config.output_dir
            raise UsageError(f"cannot write the outputs: {where}: {error.strerror}") from None

    def _emit(self, kind: str, /, **fields: object) -> None:
        """Write an event; keep it in memory if the disk does not take it."""
        try:
            self._journal.end_line()
            self._journal.emit(kind, **fields)
        except OSError:
            self.kept.append({"e": kind, **fields})

    def _placeholder(self) -> str:
        """The report that stays if the run never comes to one of its own."""
        command = f"python -m runner --rebuild {_lasting(self.config.output_dir)}"
        record = {
            "nodeid": _printable(self.config.node),
            "operator": None,
            "status": "FAILED",
            "pytest_phase": "setup",
            "reason": _printable(f"the run was cut off; `{command}` makes its report from the journal"),
        }
        # Not by `runner.report`, whose import every worker would have to wait for.
        head = {"schema_version": "flaggems.reference/v1", "phase": "timing", "status": "FAILED"}
        return json.dumps({**head, "records": [record]}, indent=1) + "\n"

    def _use_the_start(self) -> None:
        """While the worker starts, do what takes its time."""
        from . import junit  # noqa: F401 - needed at the end
        from .environment import benchmark_fingerprint

        self._emit("run", benchmark=benchmark_fingerprint(self.config.root, self.config.node))

    def _clean(self) -> None:
        if self.config.tmp_dir is None:
            import shutil

            shutil.rmtree(self.tmp, ignore_errors=True)


def _finish(events: Sequence[dict[str, object]], folder: str, xml_file: str, seconds: float) -> int:
    """Write report, environment and JUnit XML, tell the user, and return the exit status."""
    from . import environment, junit
    from . import report as reporting

    report = reporting.build(events)
    order = report.order
    begun, first = _time_of(events, "run"), _time_of(events, "start")
    startup = None if begun is None or first is None else first - begun
    verdict = reporting.judge(report, str(order["expected_status"]), bool(order["allow_skips"]))
    status = EXIT_EXPECTED if verdict.ok else EXIT_OTHER
    name = str(order.get("target") or order["node"])
    failed = None
    outputs = (
        (os.path.join(folder, REPORT), lambda: reporting.to_json(report.document)),
        (
            os.path.join(folder, ENVIRONMENT),
            lambda: reporting.to_json(environment.document(report, verdict, status, seconds, startup)),
        ),
        (xml_file, lambda: junit.render(report, verdict, name, seconds)),
    )
    for path, text in outputs:
        try:
            _replace(path, text())
        except OSError as error:
            failed = f"ERROR: cannot write {path}: {error.strerror}\n"
            _say(2, failed)
    lines = [
        "",
        *reporting.summary(report),
        f"verdict: {'as expected' if verdict.ok else 'RED'}: {verdict.reason}",
    ]
    culprit = next(
        (record for record in report.records if record["status"] == "FAILED" and "case_id" in record), None
    )
    if culprit:
        lines.append(f"replay: {_replay(order, str(culprit['case_id']))}")
    lines.append(f"report: {os.path.join(_lasting(folder), REPORT)}")
    _say(1, "\n".join(lines) + "\n")
    # A verdict that nobody can read is none.
    return EXIT_OTHER if failed else status


def _printable(text: str) -> str:
    """Text without the lone surrogates that stand for undecodable bytes of a command line."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _time_of(events: Sequence[dict[str, object]], kind: str) -> float | None:
    return next((float(event["t"]) for event in events if event["e"] == kind and "t" in event), None)  # type: ignore[arg-type]


def _lasting(folder: str) -> str:
    """Where the user finds the folder when Bazel's sandbox is gone."""
    inside = folder.rpartition("/bazel-out/")[2].partition("/testlogs/")[2]
    return os.path.join("bazel-testlogs", inside) if inside else folder


def _replay(order: dict[str, object], case_id: str) -> str:
    import shlex

    if order.get("target"):
        words = ["bazel", "test", str(order["target"]), f"--test_arg=--case-id={case_id}"]
        if order["device"] != "cpu":
            words.insert(2, f"--config={order['device']}")
        return shlex.join(words)
    words = ["python", "-m", "runner", "--node", str(order["node"]), "--device", str(order["device"])]
    words += ["--level", str(order["level"]), "--case-id", case_id, "--output-dir", "DIR"]
    return shlex.join(words)


def _replace(path: str, text: str) -> None:
    """Write a file so that it is never seen half written.

    Raises:
        OSError: it cannot be written; what was there before stays.
    """
    part = f"{path}.part"
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(part, path)
    except OSError:
        _remove(part)
        raise


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


def _open_standard_descriptors() -> None:
    """Keep descriptors 0 to 2 taken, so that no file of ours is written to by a stray print."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def _say(descriptor: int, text: str) -> None:
    """Write to the log; a log that cannot be written to changes no verdict."""
    data = text.encode("utf-8", "backslashreplace")
    try:
        while data:
            data = data[os.write(descriptor, data) :]
    except OSError:
        pass
