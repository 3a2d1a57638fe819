# SPDX-License-Identifier: Apache-2.0
"""Ordinary timing: the baseline, and the FlagGems candidate where a GPU is present.

It shares case plans, inputs and callables with the reference check; nothing in this file is entered there. It
is the only place in `benchmark` that imports ``flag_gems``.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import torch

from . import settings
from .base import Benchmark, default_device
from .cases import PlannedCase, number
from .dtypes import parse_dtype

Metrics = dict[str, float]


class TimingFailed(Exception):
    """Some cases of a node could not be timed; the message names each with its error."""


@dataclasses.dataclass(frozen=True)
class Row:
    """The figures of one case: latencies in ms, ``gbps`` in 1e9 bytes/s, ``tflops`` in 1e12 operations/s."""

    planned: PlannedCase
    metrics: Metrics
    error: str | None = None


@dataclasses.dataclass(frozen=True)
class Result:
    """The figures of one dtype of one benchmark."""

    nodeid: str
    op_name: str
    dtype: str
    level: str
    mode: str
    device: str
    rows: tuple[Row, ...]

    def to_json(self) -> dict[str, Any]:
        """The entry of the record; units as in `Row`."""
        cases = []
        for row in self.rows:
            listed = row.planned.listed()
            cases.append({**listed, **row.metrics} | ({"error": row.error} if row.error else {}))
        fields = ("nodeid", "op_name", "dtype", "level", "mode", "device")
        return {name: getattr(self, name) for name in fields} | {"cases": cases}


class TimingDriver:
    """Times each case of a benchmark as the options of the run say."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {}

    def created(self, benchmark: Benchmark) -> None:
        """Any benchmark may be timed."""

    def run(self, benchmark: Benchmark) -> None:
        """Time all dtypes asked for.

        Raises:
            TimingFailed: at the end, if a case failed; the others have their figures.
        """
        wanted = [parse_dtype(name, "--dtypes") for name in settings.timing.dtypes]
        failures = []
        for dtype in benchmark.dtypes:
            if wanted and dtype not in wanted:
                continue
            result = self.time_dtype(benchmark, dtype, settings.nodeid)
            failures += [f"{row.planned.case_id}: {row.error}" for row in result.rows if row.error]
        if failures:
            raise TimingFailed("\n".join(failures))

    def time_dtype(self, benchmark: Benchmark, dtype: torch.dtype, nodeid: str) -> Result:
        """Time one dtype and add the result to those of the run."""
        device = settings.device or default_device()
        counts = self._counts.setdefault(nodeid, Counter())
        planned = number(nodeid, settings.level, benchmark.get_case_iter(dtype), counts)
        rows = tuple(_row(benchmark, case, device) for case in planned)
        result = Result(
            nodeid, benchmark.op_name, str(dtype), settings.level, settings.timing.mode, device, rows
        )
        settings.results.append(result)
        return result


def _row(benchmark: Benchmark, planned: PlannedCase, device: str) -> Row:
    metrics: Metrics = {}
    try:
        metrics["latency_base"] = _latency(benchmark, planned, device)
        if device != "cpu" and importlib.util.find_spec("flag_gems"):
            metrics["latency"] = _latency(benchmark, planned, device, candidate=True)
            metrics["speedup"] = metrics["latency_base"] / metrics["latency"]
        return Row(planned, metrics | _rates(benchmark, planned, metrics))
    except Exception as error:
        return Row(planned, metrics, f"{type(error).__name__}: {' '.join(str(error).split())}")


@contextlib.contextmanager
def _side(candidate: bool) -> Iterator[None]:
    if not candidate:
        yield
        return
    import flag_gems

    with flag_gems.use_gems():
        yield


def _latency(benchmark: Benchmark, planned: PlannedCase, device: str, candidate: bool = False) -> float:
    """Milliseconds of one call.

    Inputs are built anew, since a baseline in place has changed the earlier ones, and before the candidate is
    switched on, since they are the same work for both sides.
    """
    args, kwargs = benchmark.unpack_to_args_kwargs(benchmark.build_inputs(planned.case))
    with _side(candidate):
        return measure(benchmark.prepare(args, kwargs), device, settings.timing)


def measure(function: Callable[[], Any], device: str, options: settings.Timing) -> float:
    """Milliseconds of one call of ``function``.

    On a GPU, ``kernel`` is the device time by ``triton.testing.do_bench``, with warm-up and length in
    milliseconds; ``operator`` spans many calls between two synchronisations; ``wrapper`` is the host time of
    the calls alone. On the CPU a call returns when its work is done, so that all modes agree:
    ``torch.utils.benchmark`` takes the median.
    """
    if device == "cpu":
        from torch.utils.benchmark import Timer

        timer = Timer("function()", globals={"function": function}, num_threads=torch.get_num_threads())
        if options.mode == "kernel":
            return timer.blocked_autorange(min_run_time=options.iterations / 1e3).median * 1e3
        timer.timeit(max(1, options.warmup))
        return timer.timeit(options.iterations).median * 1e3
    if options.mode == "kernel":
        from triton.testing import do_bench

        return do_bench(function, warmup=options.warmup, rep=options.iterations, return_mode="median")
    synchronise = torch.get_device_module(device).synchronize
    for _ in range(options.warmup):
        function()
    synchronise()
    start = time.perf_counter()
    for _ in range(options.iterations):
        function()
    if options.mode == "operator":
        synchronise()
    elapsed = time.perf_counter() - start
    synchronise()
    return elapsed / options.iterations * 1e3


def _rates(benchmark: Benchmark, planned: PlannedCase, metrics: Metrics) -> Metrics:
    wanted = [name for name in settings.timing.metrics if name.startswith(("gbps", "tflops"))]
    if not wanted:
        return {}
    from .memory import need

    weighed = need(benchmark, planned.case)
    rates = {}
    for name in wanted:
        latency = metrics.get("latency_base" if name.endswith("_base") else "latency")
        if latency:
            amount, unit = (weighed.moved_bytes, 1e9) if name.startswith("gbps") else (weighed.flops, 1e12)
            rates[name] = amount / unit / (latency / 1e3)
    return rates


def tables(results: Iterable[Result], metrics: tuple[str, ...]) -> Iterator[str]:
    """The lines of one table a dtype: a row a case, latencies in milliseconds."""
    for result in results:
        yield ""
        dtype = result.dtype.removeprefix("torch.")
        yield f"{result.op_name} {dtype} ({result.level}, {result.mode}, {result.device})"
        header = [*(f"{name} ms" if name.startswith("latency") else name for name in metrics), "case"]
        body = [
            [
                *(f"{row.metrics[name]:.6g}" if name in row.metrics else "-" for name in metrics),
                row.error or f"{row.planned.shape} {row.planned.params or ''}".rstrip(),
            ]
            for row in result.rows
        ]
        widths = [max(map(len, column)) for column in zip(header, *body, strict=True)]
        for cells in [header, *body]:
            yield (
                "  ".join(cell.rjust(width) for cell, width in zip(cells[:-1], widths, strict=False))
                + f"  {cells[-1]}"
            )
