# SPDX-License-Identifier: Apache-2.0
"""Element by element: one or two tensors of one shape, a tensor and a number, in place and with ``out=``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from ..base import Benchmark
from ..cases import Call, Tensor, call, empty


class Unary(Benchmark):
    """``op(x)``."""

    family = "pointwise"
    table = "pointwise"

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        yield call(Tensor(shape, dtype))


class UnaryOut(Unary):
    """``op(x, out=y)``, with ``y`` of the shape and dtype of ``x``."""

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        yield call(Tensor(shape, dtype), out=empty(shape, dtype))


class Binary(Benchmark):
    """``op(x, y)``."""

    family = "pointwise"
    table = "pointwise"
    names = ("input", "other")

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        yield call(Tensor(shape, dtype), Tensor(shape, dtype))


class BinaryOut(Binary):
    """``op(x, y, out=z)``, with ``z`` of the shape and dtype of ``x``."""

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        yield call(Tensor(shape, dtype), Tensor(shape, dtype), out=empty(shape, dtype))


class WithNumbers(Benchmark):
    """``op(x, number, …)``.

    The numbers follow the tensor, or precede it with ``first=True``; keyword arguments are passed on as they are.
    """

    family = "pointwise"
    table = "pointwise"
    names = ("input", "other")

    def __init__(
        self,
        op_name: str,
        torch_op: Any,
        dtypes: Any,
        *numbers: Any,
        first: bool = False,
        keywords: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(op_name, torch_op, dtypes, **options)
        self._numbers = numbers
        self._first = first
        self._keywords = keywords or {}

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        tensor = (Tensor(shape, dtype),)
        args = self._numbers + tensor if self._first else tensor + self._numbers
        yield call(*args, **self._keywords)
