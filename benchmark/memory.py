# SPDX-License-Identifier: Apache-2.0
"""What a case needs, found without running it: its inputs are built and its baseline called on fake tensors.

A fake tensor has shape, dtype and storage size but no memory, so that a case of 32 GiB is weighed in
milliseconds. What kernels take for themselves (workspaces, packed copies) does not show; `Need.device_bytes`
adds a margin for it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import warnings
from collections.abc import Iterator
from typing import Any

from torch._subclasses.fake_tensor import FakeTensorMode
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode

from . import callables, settings
from .base import Benchmark
from .cases import Case

MIB = 1 << 20

# Workspaces that kernels allocate beside their outputs, as a share of the inputs. Sorting takes a copy of
# keys and values and a double buffer; scans and BLAS keep partial results and packed panels.
WORKSPACE = {
    "pointwise": 0.0,
    "creation": 0.0,
    "joining": 0.0,
    "reduction": 0.5,
    "blas": 0.25,
    "normalisation": 0.25,
}
DEFAULT_WORKSPACE = 1.0


@dataclasses.dataclass(frozen=True)
class Need:
    """What one case takes.

    Attributes:
        input_bytes: memory of the inputs, with the whole base of a view.
        peak_bytes: most memory held at once, inputs and results included, workspaces not.
        moved_bytes: bytes that the operators of the call read and write, as a measure of its time.
        flops: floating point operations of products and convolutions.
        unfaked: why the baseline cannot run on fake tensors, or None. If it cannot, its results and its
            temporary memory are each taken to be as large as its inputs.
        workspace: share of the inputs added for kernels' own memory.
    """

    input_bytes: int
    peak_bytes: int
    moved_bytes: int
    flops: int
    unfaked: str | None
    workspace: float

    @property
    def device_bytes(self) -> int:
        """Memory to reserve on the device: the peak, the workspace and a twentieth for fragmentation."""
        return int((self.peak_bytes + self.workspace * self.input_bytes) * 1.05)


def need(benchmark: Benchmark, case: Case) -> Need:
    """Weigh one case."""
    workspace = WORKSPACE.get(benchmark.family, DEFAULT_WORKSPACE)
    declared = sum(tensor.numel * tensor.dtype.itemsize for tensor in case.tensors)
    with fake_mode(), _Tracker() as tracker:
        input_bytes = declared
        try:
            built = benchmark.build_inputs(case)
            input_bytes = tracker.live()
            args, kwargs = benchmark.unpack_to_args_kwargs(built)
            tracker.moved = 0
            flops = _call(benchmark, args, kwargs)
        except Exception as error:
            # Whatever it is, the case still has a need; the tests name each case that gets here.
            reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
            return Need(input_bytes, 3 * input_bytes, 3 * input_bytes, 0, reason, workspace)
        return Need(input_bytes, tracker.peak, tracker.moved, flops, None, workspace)


def _call(benchmark: Benchmark, args: tuple[Any, ...], kwargs: dict[str, Any]) -> int:
    """Call the baseline; return its floating point operations, 0 if they cannot be counted."""
    with contextlib.suppress(Exception):
        with FlopCounterMode(display=False) as counter:
            benchmark.prepare(args, kwargs)()
        return counter.get_total_flops()
    # The counter's formulas expect arguments and shapes that not all operators keep to. Without it, an
    # error is the baseline's.
    benchmark.prepare(args, kwargs)()
    return 0


@contextlib.contextmanager
def fake_mode() -> Iterator[None]:
    """In this block, tensors are made without memory, on a fake CPU."""
    # Without the fallback, which runs an operator for real, on real memory, to learn its results' sizes.
    mode = FakeTensorMode(allow_non_fake_inputs=True, allow_fallback_kernels=False)
    with settings.using(device="cpu"), mode, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # The exception tells of an operator without a fake version; no need to log its traceback too.
        log = logging.getLogger("torch._subclasses.fake_tensor")
        level = log.level
        log.setLevel(logging.CRITICAL)
        try:
            yield
        finally:
            log.setLevel(level)


class _Tracker(TorchDispatchMode):
    """Adds up the storages that are alive, each once, so that views cost nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.peak = 0
        self.moved = 0
        self._alive: dict[int, tuple[StorageWeakRef, int]] = {}

    def live(self) -> int:
        self._alive = {key: entry for key, entry in self._alive.items() if not entry[0].expired()}
        return sum(size for _, size in self._alive.values())

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        out = func(*args, **(kwargs or {}))
        produced = callables.leaves(out)
        for tensor in produced:
            storage = tensor.untyped_storage()
            self._alive[storage._cdata] = (StorageWeakRef(storage), storage.nbytes())
        if not func.is_view:
            touched = callables.leaves((args, kwargs or {})) + produced
            self.moved += sum(tensor.numel() * tensor.itemsize for tensor in touched)
        self.peak = max(self.peak, self.live())
        return out
