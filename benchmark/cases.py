# SPDX-License-Identifier: Apache-2.0
"""Cases as plain declarations: what a baseline is called with, before any tensor exists.

A node's plan, its case list, its memory need and its drift test all come from these values alone.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch

from .dtypes import dtype_name


class _Device:
    """Stands for the device of the run in the arguments of a case."""

    def __repr__(self) -> str:
        return "DEVICE"


DEVICE = _Device()

Values = str | Callable[..., torch.Tensor]


@dataclasses.dataclass(frozen=True)
class Tensor:
    """A tensor to be built.

    Attributes:
        shape: sizes as the baseline sees them.
        dtype: element type.
        values: a word of `inputs.VALUES`, or a function ``(spec, device, generator) -> torch.Tensor``.
            ``random`` is standard normal for floating and complex dtypes, the whole range for integers, a
            fair coin for bool.
        low: lower bound (inclusive) for ``uniform`` and ``integers``, the value for ``full``, the start for
            ``arange``.
        high: upper bound (exclusive) for ``uniform`` and ``integers``.
        layout: a word of `inputs.LAYOUTS`; anything but ``contiguous`` is a view of a larger or permuted
            base.
        requires_grad: is it an input of the backward pass.
    """

    shape: tuple[int, ...]
    dtype: torch.dtype
    values: Values = "random"
    low: float | None = None
    high: float | None = None
    layout: str = "contiguous"
    requires_grad: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "shape", tuple(self.shape))

    @property
    def numel(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def contiguous(self) -> bool:
        """Does it lie in memory in the order of its elements."""
        return self.layout == "contiguous"

    def like(self, **changes: Any) -> Tensor:
        """A copy with some fields changed."""
        return dataclasses.replace(self, **changes)


def empty(shape: Sequence[int], dtype: torch.dtype, layout: str = "contiguous") -> Tensor:
    """A tensor that is only written to, such as ``out=``."""
    return Tensor(tuple(shape), dtype, "empty", layout=layout)


def full(shape: Sequence[int], dtype: torch.dtype, value: float) -> Tensor:
    """A tensor of one value."""
    return Tensor(tuple(shape), dtype, "full", low=value)


def integers(shape: Sequence[int], high: int, low: int = 0, dtype: torch.dtype = torch.int64) -> Tensor:
    """Random integers in ``[low, high)``, of any dtype that can hold them."""
    return Tensor(tuple(shape), dtype, "integers", low=low, high=high)


def uniform(shape: Sequence[int], dtype: torch.dtype, low: float = 0.0, high: float = 1.0) -> Tensor:
    """Uniform floating point numbers in ``[low, high)``."""
    return Tensor(tuple(shape), dtype, "uniform", low=low, high=high)


@dataclasses.dataclass(frozen=True)
class Call:
    """Arguments of one call, as an input builder yields them; leaves may be `Tensor`, also inside lists."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    shape: dict[str, Any] | None = None

    def sized(self, **shape: Any) -> Call:
        """The same call, listed with these sizes instead of those of its tensors."""
        return dataclasses.replace(self, shape=shape)


def call(*args: Any, **kwargs: Any) -> Call:
    """The call ``baseline(*args, **kwargs)``."""
    return Call(args, kwargs)


@dataclasses.dataclass(frozen=True)
class Case:
    """One workload of a node.

    Attributes:
        args: positional arguments; leaves may be `Tensor` or `DEVICE`.
        kwargs: keyword arguments, likewise.
        dtype: the case's declared dtype.
        shape: argument name to sizes, as in the case list.
        params: the arguments that are no tensors, as JSON values.
    """

    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    dtype: torch.dtype
    shape: dict[str, Any]
    params: dict[str, Any]

    @property
    def tensors(self) -> list[Tensor]:
        """All tensors of the case, positional ones first."""
        found: list[Tensor] = []
        map_leaves(
            (self.args, self.kwargs), lambda leaf: found.append(leaf) if isinstance(leaf, Tensor) else None
        )
        return found


@dataclasses.dataclass(frozen=True)
class PlannedCase:
    """A case with its identity. ``dtype`` is written like ``torch.float16``."""

    case_id: str
    ordinal: int
    dtype: str
    shape: dict[str, Any]
    params: dict[str, Any]
    case: Case

    def listed(self) -> dict[str, Any]:
        """The entry of the case list, schema ``flaggems.benchmark-case-list/v2``."""
        return {
            "case_id": self.case_id,
            "ordinal": self.ordinal,
            "dtype": self.dtype,
            "shape": self.shape,
            "params": self.params,
        }


def map_leaves(value: Any, change: Callable[[Any], Any]) -> Any:
    """``value`` with each leaf replaced; lists, tuples and dicts keep their kind."""
    if isinstance(value, dict):
        return {key: map_leaves(item, change) for key, item in value.items()}
    if type(value) in (list, tuple):
        return type(value)(map_leaves(item, change) for item in value)
    return change(value)


def make_case(made: Call, dtype: torch.dtype, names: Sequence[str] = (), requires_grad: bool = False) -> Case:
    """A case from a call.

    Args:
        made: the arguments.
        dtype: the declared dtype.
        names: names of the positional arguments, for the case list; further ones are ``arg<position>``.
        requires_grad: mark floating point and complex tensors as inputs of the backward pass.
    """
    if requires_grad:
        args, kwargs = map_leaves((made.args, made.kwargs), _with_grad)
    else:
        args, kwargs = made.args, made.kwargs
    labels = [names[i] if i < len(names) else (f"arg{i}" if i else "input") for i in range(len(args))]
    shape: dict[str, Any] = {}
    params: dict[str, Any] = {}
    for label, value in [*zip(labels, args, strict=True), *kwargs.items()]:
        if value is DEVICE:
            continue
        if label == "size":
            shape[label] = to_json(value)
        elif _holds_tensor(value):
            shape[label] = map_leaves(
                value, lambda leaf: list(leaf.shape) if isinstance(leaf, Tensor) else to_json(leaf)
            )
        else:
            params[label] = to_json(value)
    return Case(args, kwargs, dtype, made.shape if made.shape is not None else shape, params)


def number(
    nodeid: str, level: str, cases: Iterable[Case], counts: Counter[str] | None = None
) -> list[PlannedCase]:
    """Give each case its identity.

    Args:
        nodeid: the pytest node.
        level: ``core`` or ``comprehensive``.
        cases: the cases of one benchmark, in order.
        counts: cases numbered so far for each dtype; kept up to date, so that the benchmarks of one node
            share it and their ids stay distinct.

    Returns:
        The planned cases. Ordinals count from 0 within a dtype of the node.
    """
    counts = Counter() if counts is None else counts
    planned = []
    for case in cases:
        name = dtype_name(case.dtype)
        ordinal = counts[name]
        counts[name] += 1
        case_id = f"{nodeid}::{level}::{name}::{ordinal}"
        planned.append(PlannedCase(case_id, ordinal, str(case.dtype), case.shape, case.params, case))
    return planned


def to_json(value: Any) -> Any:
    """A non-tensor argument as strict JSON: dtypes by name, infinities and complex numbers as text."""
    if isinstance(value, dict):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(item) for item in value]
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    return str(value)


def _holds_tensor(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_holds_tensor, value))
    return isinstance(value, Tensor)


def _with_grad(leaf: Any) -> Any:
    if isinstance(leaf, Tensor) and (leaf.dtype.is_floating_point or leaf.dtype.is_complex):
        return leaf.like(requires_grad=True)
    return leaf
