# SPDX-License-Identifier: Apache-2.0
"""The case loop: build the inputs, prepare the baseline, call it once, wait for the device, let go of all."""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import re
import sys
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from . import failure as failures
from . import origin
from .device import Device
from .selection import Picker

if TYPE_CHECKING:
    from benchmark.base import Benchmark

STAGES = ("build_inputs", "prepare_reference", "invoke", "synchronize")
_CPU_FALLBACK = re.compile(r"\bfall(?:s|ing)?[ -]?back\b.{0,60}\bcpu\b", re.IGNORECASE | re.DOTALL)

Emit = Callable[..., None]
Failure = dict[str, str]


class NodeStop(BaseException):
    """Leaves the node's function. What there is to say about the node is written already."""


class CandidateError(Exception):
    """The call would have entered FlagGems."""


@dataclasses.dataclass
class Outcome:
    """How a case ended.

    Attributes:
        failure: the exception, unless all stages passed.
        stage: the stage in which it was raised.
        hint: what is known beyond the category.
        recovery_failure: what the device said when it was asked after the failure whether it still works.
        raised: the exception itself if it is the source's skip or an interrupt, to be raised again.
    """

    failure: Failure | None = None
    stage: str | None = None
    hint: str | None = None
    recovery_failure: Failure | None = None
    raised: BaseException | None = None

    @property
    def stops(self) -> bool:
        """Must the node end here?"""
        if self.failure is None:
            return self.raised is not None
        explicit = self.failure["category"] in failures.EXPLICIT and self.stage != "synchronize"
        return self.raised is not None or not explicit or self.recovery_failure is not None


@dataclasses.dataclass(frozen=True)
class Signals:
    """Exceptions that are no failures of a case.

    Attributes:
        skips: the source's own skip; it ends the node.
        interrupts: someone wants the whole run to end.
    """

    skips: tuple[type[BaseException], ...] = ()
    interrupts: tuple[type[BaseException], ...] = (KeyboardInterrupt,)


def run_case(
    benchmark: Benchmark,
    case: Any,
    device: Device,
    on_stage: Callable[[str], None],
    on_failure: Callable[[str, Failure, str | None], None],
    signals: Signals = Signals(),
) -> Outcome:
    """Run one case.

    Args:
        benchmark: builds the inputs and prepares the callable.
        case: one of its cases.
        device: where the inputs are.
        on_stage: called before each stage.
        on_failure: called with stage, failure and hint before the device is asked whether it still works,
            since it may never answer.
        signals: exceptions that are no failures.
    """
    stage = STAGES[0]
    try:
        on_stage(stage)
        args, kwargs = benchmark.unpack_to_args_kwargs(benchmark.build_inputs(case))
        stage = STAGES[1]
        on_stage(stage)
        if origin.active():
            raise CandidateError(
                "FlagGems kernels are registered over PyTorch's own: flag_gems.enable() or use_gems()"
            )
        call = benchmark.prepare(args, kwargs)
        stage = STAGES[2]
        on_stage(stage)
        result = call()
        stage = STAGES[3]
        on_stage(stage)
        device.synchronize()
        return Outcome(hint=_foreign_output(args, kwargs, result, device))
    except signals.skips as skip:
        return Outcome(stage=stage, raised=skip)
    except BaseException as error:
        raised = error if isinstance(error, signals.interrupts) else None
        hint = _BASELINE_HINT if isinstance(error, CandidateError) else failures.hint(error)
        outcome = Outcome(failures.describe(error), stage, hint, raised=raised)
    on_failure(stage, outcome.failure, outcome.hint)
    try:
        device.synchronize()
    except Exception as error:
        outcome.recovery_failure = failures.describe(error)
    return outcome


@dataclasses.dataclass
class _Node:
    nodeid: str
    operator: str | None
    skip_reason: str | None
    counts: Counter[str] = dataclasses.field(default_factory=Counter)
    idle: list[Benchmark] = dataclasses.field(default_factory=list)
    ran: bool = False
    failed: int = 0
    stopped: str | None = None
    unsupported: str | None = None
    unplanned: str | None = None


class ReferenceDriver:
    """Runs the cases of the benchmarks that a node makes; see `benchmark.settings.Driver`.

    Attributes:
        device: where the cases run; to be set before the first one does.

    Args:
        level: ``core`` or ``comprehensive``.
        picker: which cases.
        emit: takes the events, see `runner.report`.
        progress: takes the text for a person.
        signals: exceptions that are no failures.
        guard: makes the context in which a case runs.
    """

    def __init__(
        self,
        level: str,
        picker: Picker,
        emit: Emit,
        progress: Callable[[str], None],
        signals: Signals = Signals(),
        guard: Callable[[], contextlib.AbstractContextManager[object]] = contextlib.nullcontext,
    ) -> None:
        self.level = level
        self.device = Device()
        self._guard = guard
        self._picker = picker
        self._emit = emit
        self._progress = progress
        self._signals = signals
        self._node: _Node | None = None
        self._ended: str | None = None
        self._halted: str | None = None
        self._warned: set[str] = set()
        self._frozen = False

    def halt(self, reason: str) -> None:
        """Run no further case of any node; their plans are still made."""
        self._halted = reason

    def begin_node(self, nodeid: str, operator: str | None, skip_reason: str | None = None) -> None:
        """The next benchmarks belong to this node; with a reason, its cases are skipped for that reason."""
        self._node = _Node(nodeid, operator, skip_reason)
        if self._halted:
            self._stop(self._halted)

    def end_node(self, complete: bool) -> str | None:
        """Close the node.

        Args:
            complete: did the node's function return, or stop for a reason that is already written.

        Returns:
            One line that says why the node is no pass, or None.
        """
        node = self._node
        self._node = None
        if node is None:
            return None
        self._ended = node.nodeid
        if complete and not node.unsupported and not node.stopped:
            if not node.ran:
                node.unsupported = "the node ran no Benchmark; nothing can be checked case by case"
            elif node.idle:
                name = getattr(node.idle[0], "op_name", type(node.idle[0]).__name__)
                node.unsupported = f"the node makes the Benchmark {name!r} and has not run it when it ends"
            if node.unsupported:
                self._emit("unsupported", nodeid=node.nodeid, reason=node.unsupported)
        if complete and node.unplanned and not node.unsupported and not node.stopped:
            # The node's function let the exception pass, and nobody else would miss these cases.
            self._emit("pytest", nodeid=node.nodeid, phase="call", outcome="failed", reason=node.unplanned)
            return node.unplanned
        if node.unsupported:
            return f"UNSUPPORTED: {node.unsupported}"
        if node.failed:
            return f"{node.failed} failed" + (f"; {node.stopped}" if node.stopped else "")
        return node.stopped

    @property
    def settled(self) -> bool:
        """Has the current node ended already, so that what its function still raises is a consequence?"""
        return self._node is not None and bool(self._node.stopped or self._node.unsupported)

    def created(self, benchmark: Benchmark) -> None:
        """Refuse a benchmark that cannot be checked, before any of its own code runs."""
        from benchmark.base import unsupported_reason

        self._refuse(unsupported_reason(benchmark))
        if self._node is not None:
            self._node.idle.append(benchmark)

    def run(self, benchmark: Benchmark) -> None:
        """Plan and run a benchmark."""
        from benchmark.base import unsupported_reason
        from benchmark.cases import number

        node = self._node
        if node is None:
            reason = f"{benchmark!r} is run outside of a node's function"
            if self._ended and threading.current_thread() is not threading.main_thread():
                # Nobody hears of an exception in a thread that outlives its node.
                reason += "; the node must wait for its threads"
                self._emit("pytest", nodeid=self._ended, phase="call", outcome="failed", reason=reason)
            raise RuntimeError(reason)
        node.ran = True
        node.idle = [other for other in node.idle if other is not benchmark]
        self._refuse(unsupported_reason(benchmark))
        if found := origin.leads_to_flaggems(benchmark.torch_op):
            self._refuse(
                f"the baseline of {benchmark.op_name} leads to {found}, which is FlagGems itself",
                _BASELINE_HINT,
            )
        try:
            planned = number(node.nodeid, self.level, benchmark.cases(), node.counts)
        except BaseException as error:
            text = f"{failures.type_name(error)}: {failures.message(error)}"
            node.unplanned = f"the cases of {benchmark.op_name} cannot be planned: {text}"
            raise
        listed = [case.listed() for case in planned]
        matched, selected = self._picker.pick(listed)
        self._emit(
            "plan",
            nodeid=node.nodeid,
            op_name=benchmark.op_name,
            cases=listed,
            matched=matched,
            selected=selected,
        )
        mine = set(selected)
        chosen = [case for case in planned if case.case_id in mine]
        for position, case in enumerate(chosen, 1):
            if node.stopped:
                break
            self._one(node, benchmark, case, f"[{position}/{len(chosen)}]")

    def _one(self, node: _Node, benchmark: Benchmark, case: Any, label: str) -> None:
        self._progress(f"{label} {case.dtype.removeprefix('torch.')} {_sizes(case.shape)} … ")
        if node.skip_reason:
            self._emit("end", case_id=case.case_id, status="SKIP", reason=node.skip_reason)
            self._progress(f"SKIP: {node.skip_reason}\n")
            return
        case_id, emit = case.case_id, self._emit
        emit("start", case_id=case_id)
        self._settle_memory()
        self.device.begin_case()
        started = time.monotonic()
        with self._guard(), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            outcome = run_case(
                benchmark,
                case.case,
                self.device,
                lambda stage: emit("stage", case_id=case_id, stage=stage),
                lambda stage, what, hint: emit(
                    "failure", case_id=case_id, stage=stage, failure=what, hint=hint
                ),
                self._signals,
            )
        seconds = time.monotonic() - started
        peak = self._peak(outcome)
        hint = outcome.hint or self._warnings(caught)
        del caught
        skipped = outcome.failure is None and outcome.raised is not None
        status = "SKIP" if skipped else "FAILED" if outcome.failure else "PASSED"
        emit(
            "end",
            case_id=case_id,
            status=status,
            reason=failures.message(outcome.raised) if skipped else None,
            stage=outcome.stage if outcome.failure else None,
            failure=outcome.failure,
            recovery_failure=outcome.recovery_failure,
            hint=hint,
            seconds=round(seconds, 6),
            peak_bytes=peak,
        )
        self._progress(_result(status, seconds, outcome, hint))
        node.failed += status == "FAILED"
        if outcome.recovery_failure:
            self.halt(f"the device no longer works since {case_id}")
        if outcome.stops:
            self._stop(f"the node stopped at {case_id}" + (f" ({outcome.stage})" if outcome.stage else ""))
        raised, outcome = outcome.raised, None
        if raised is not None:
            raise raised
        gc.collect()
        if self._halted is None:
            self.device.release()

    def _refuse(self, reason: str | None, hint: str | None = None) -> None:
        if reason is None:
            return
        if self._node is not None and not self._node.unsupported:
            self._node.unsupported = reason
            self._emit("unsupported", nodeid=self._node.nodeid, reason=reason, hint=hint)
        raise NodeStop(reason)

    def _stop(self, reason: str) -> None:
        assert self._node is not None
        self._node.stopped = reason
        self._emit("stop", nodeid=self._node.nodeid, reason=reason)

    def _settle_memory(self) -> None:
        """Keep what was imported out of the collections after each case, which then cost next to nothing."""
        if not self._frozen:
            gc.freeze()
            gc.enable()
            self._frozen = True

    def _peak(self, outcome: Outcome) -> int | None:
        if outcome.recovery_failure:
            return None
        try:
            return self.device.peak_bytes()
        except Exception:
            return None

    def _warnings(self, caught: Sequence[warnings.WarningMessage]) -> str | None:
        """Show each warning once; return a hint if one says that the CPU did the work."""
        hint = None
        for warning in caught:
            text = str(warning.message)
            if self.device.kind != "cpu" and _CPU_FALLBACK.search(text):
                hint = f"CPU_FALLBACK: {failures.first_line(text)}"
            if text not in self._warned:
                self._warned.add(text)
                shown = warnings.formatwarning(text, warning.category, warning.filename, warning.lineno)
                print(f"\n{shown}", end="", file=sys.stderr)
        return hint


_BASELINE_HINT = "BASELINE_IS_FLAGGEMS: a candidate cannot be its own reference"


def _foreign_output(args: Any, kwargs: Any, result: Any, device: Device) -> str | None:
    """A hint if an output lies on a device where no input is, nor the run."""
    inside = {str(tensor.device.type) for tensor in _tensors((args, kwargs))} | {device.kind}
    outside = sorted({str(tensor.device.type) for tensor in _tensors(result)} - inside)
    if not outside:
        return None
    return (
        f"OUTPUT_DEVICE: an output is on {', '.join(outside)}, the inputs are on {', '.join(sorted(inside))}"
    )


def _tensors(value: Any, depth: int = 6) -> Iterator[Any]:
    torch = sys.modules.get("torch")  # Who never imported it has no tensors.
    if torch is None:
        return
    if isinstance(value, torch.Tensor):
        yield value
    elif depth and isinstance(value, (list, tuple)):
        for item in value:
            yield from _tensors(item, depth - 1)
    elif depth and isinstance(value, dict):
        yield from _tensors(list(value.values()), depth - 1)


def _sizes(shape: Any) -> str:
    if isinstance(shape, dict) and len(shape) == 1:
        return str(next(iter(shape.values())))
    return (
        " ".join(f"{key}={value}" for key, value in shape.items()) if isinstance(shape, dict) else str(shape)
    )


def _result(status: str, seconds: float, outcome: Outcome, hint: str | None) -> str:
    text = f"{status} {seconds:.3g} s"
    if outcome.failure:
        what = failures.first_line(outcome.failure["message"])
        text += f" ({outcome.stage}: {outcome.failure['type']}: {what})"
    return f"{text} [{hint}]\n" if hint else f"{text}\n"
