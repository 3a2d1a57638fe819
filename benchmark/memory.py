# SPDX-License-Identifier: Apache-2.0
"""What a case needs, found without running it: its inputs are built and its baseline called on fake tensors.

A fake tensor has shape, dtype and storage size but no memory, so that a case of 32 GiB is weighed in milliseconds.
What kernels take for themselves (workspaces, packed copies) does not show; `Need.device_bytes` adds a margin for it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import warnings
from collections.abc import Iterator
from typing import Any

import torch
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorMode,
    UnsupportedFakeTensorException,
)
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode

from . import callables, settings
from .base import Benchmark
from .cases import Case

MIB = 1 << 20

# Workspaces that kernels allocate beside their outputs, as a share of the inputs. Sorting takes a copy of keys and
# values and a double buffer; scans and BLAS keep partial results and packed panels.
WORKSPACE = {"pointwise": 0.0, "creation": 0.0, "joining": 0.0, "reduction": 0.5, "blas": 0.25, "norm": 0.25}
DEFAULT_WORKSPACE = 1.0


@dataclasses.dataclass(frozen=True)
class Need:
    """What one case takes.

    Attributes:
        input_bytes: memory of the inputs, with the whole base of a view.
        peak_bytes: most memory held at once, inputs and results included, workspaces not.
        moved_bytes: bytes that the operators of the call read and write, as a measure of its time.
        flops: floating point operations of products and convolutions.
        faked: False if the baseline cannot run on fake tensors, so that its results are taken to be as large as its
            inputs and one temporary copy of them.
        workspace: share of the inputs added for kernels' own memory.
    """

    input_bytes: int
    peak_bytes: int
    moved_bytes: int
    flops: int
    faked: bool
    workspace: float

    @property
    def device_bytes(self) -> int:
        """Memory to reserve on the device: the peak, the workspace and a twentieth for fragmentation."""
        return int((self.peak_bytes + self.workspace * self.input_bytes) * 1.05)


class CannotFake(Exception):
    """The baseline cannot run on fake tensors; the message says why."""


def need(benchmark: Benchmark, case: Case) -> Need:
    """Weigh one case."""
    workspace = WORKSPACE.get(benchmark.family, DEFAULT_WORKSPACE)
    with fake_mode(), _Tracker() as tracker:
        built = benchmark.build_inputs(case)
        input_bytes = tracker.live()
        args, kwargs = benchmark.unpack_to_args_kwargs(built)
        tracker.moved = 0
        try:
            with FlopCounterMode(display=False) as counter:
                result = _call(benchmark, args, kwargs)
        except CannotFake:
            peak = max(tracker.peak, 3 * input_bytes)
            return Need(input_bytes, peak, tracker.moved + 2 * input_bytes, 0, False, workspace)
        del result
        return Need(input_bytes, tracker.peak, tracker.moved, counter.get_total_flops(), True, workspace)


def call_faked(benchmark: Benchmark, case: Case) -> list[torch.Tensor]:
    """Build and call one case on fake tensors.

    Returns:
        The fake results.

    Raises:
        CannotFake: the baseline needs the values of its inputs, or has no fake version.
        Exception: whatever the baseline raises.
    """
    with fake_mode():
        args, kwargs = benchmark.unpack_to_args_kwargs(benchmark.build_inputs(case))
        return callables.leaves(_call(benchmark, args, kwargs))


@contextlib.contextmanager
def fake_mode() -> Iterator[None]:
    """In this block, tensors are made without memory, on a fake CPU."""
    with settings.using(device="cpu"), FakeTensorMode(allow_non_fake_inputs=True), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _call(benchmark: Benchmark, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    try:
        return benchmark.prepare(args, kwargs)()
    except (
        DynamicOutputShapeException,
        DataDependentOutputException,
        UnsupportedFakeTensorException,
    ) as error:
        raise CannotFake(f"{type(error).__name__}: {' '.join(str(error).split())}") from error


class _Tracker(TorchDispatchMode):
    """Adds up the storages that are alive. Storages are told apart by identity, so that views cost nothing."""

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
