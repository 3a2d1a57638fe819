# SPDX-License-Identifier: Apache-2.0
"""What one pytest run has chosen: level, device, driver, timing options.

The values are plain module attributes, set once by the pytest plugin and read by the harness. The module
imports no torch, so that options can be read and refused before anything heavy is loaded.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from .base import Benchmark

LEVELS = ("core", "comprehensive")


class Driver(Protocol):
    """What is done with a benchmark: timing, the reference check or a listing."""

    def created(self, benchmark: Benchmark) -> None:
        """Called for each new benchmark before its ``__init__``."""

    def run(self, benchmark: Benchmark) -> None:
        """Called by ``Benchmark.run``."""


@dataclasses.dataclass(frozen=True)
class Timing:
    """Options of an ordinary timing run.

    Attributes:
        mode: ``kernel`` (device time), ``operator`` (device and launch, between two synchronisations) or
            ``wrapper`` (host time of the call alone).
        dtypes: names of the dtypes to time; all of a node's when empty.
        metrics: columns of the table.
        warmup: warm-up calls (milliseconds in mode ``kernel``).
        iterations: timed calls (milliseconds in mode ``kernel``).
    """

    mode: str = "kernel"
    dtypes: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    warmup: int = 25
    iterations: int = 100


level: str = "comprehensive"
device: str | None = None
driver: Driver | None = None
timing: Timing = Timing()
nodeid: str = ""
results: list[Any] = []
shape_file: Path = Path(__file__).with_name("core_shapes.yaml")


@contextlib.contextmanager
def using(**changes: Any) -> Iterator[None]:
    """Set the named attributes for the length of a ``with`` block."""
    unknown = changes.keys() - {"level", "device", "driver", "timing", "nodeid", "results", "shape_file"}
    if unknown:
        raise TypeError(f"no such setting: {', '.join(sorted(unknown))}")
    before = {name: globals()[name] for name in changes}
    globals().update(changes)
    try:
        yield
    finally:
        globals().update(before)
