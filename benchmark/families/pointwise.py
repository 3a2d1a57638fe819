# SPDX-License-Identifier: Apache-2.0
"""Element by element: one or two tensors of one shape, a tensor and numbers, in place and with ``out=``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from ..base import Benchmark
from ..cases import Call, Tensor, call, empty


class Pointwise(Benchmark):
    """Element by element, with inputs of the node's own."""

    family = "pointwise"
    table = "pointwise"
    names = ("input", "other")


class Unary(Pointwise):
    """``op(x)``."""

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        yield call(Tensor(shape, dtype))


class UnaryOut(Pointwise):
    """``op(x, out=y)``, with ``y`` like ``x``."""

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        yield call(Tensor(shape, dtype), out=empty(shape, dtype))


class Binary(Pointwise):
    """``op(x, y)``."""

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        yield call(Tensor(shape, dtype), Tensor(shape, dtype))


class BinaryOut(Pointwise):
    """``op(x, y, out=z)``, with ``z`` like ``x``."""

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        yield call(Tensor(shape, dtype), Tensor(shape, dtype), out=empty(shape, dtype))


class WithNumbers(Pointwise):
    """``op(x, number, …)``, or ``op(number, …, x)`` with ``number_first=True``."""

    def __init__(
        self,
        op_name: str,
        torch_op: Any,
        dtypes: Any,
        *numbers: Any,
        number_first: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(op_name, torch_op, dtypes, **options)
        self._numbers = numbers
        self._number_first = number_first

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        tensor = (Tensor(shape, dtype),)
        yield call(*(self._numbers + tensor if self._number_first else tensor + self._numbers))


class Ternary(Pointwise):
    """``op(x, y, z, value=0.5)``."""

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        yield call(*[Tensor(shape, dtype)] * 3, value=0.5)


class TernaryOut(Pointwise):
    """``op(x, y, z, value=0.5, out=w)``, with ``w`` like ``x``."""

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        yield call(*[Tensor(shape, dtype)] * 3, value=0.5, out=empty(shape, dtype))
