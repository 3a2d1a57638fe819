# SPDX-License-Identifier: Apache-2.0
"""Padding by what is inside: reflected or repeated. A shape is a size and the padding of it.

Padding is given as PyTorch wants it: before and after, from the last dimension to the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch

from ..base import Benchmark
from ..cases import Call, Tensor, call, empty


class Padding(Benchmark):
    """``op(x, padding)``."""

    family = "padding"
    names = ("input", "padding")

    def inputs(self, shape: tuple[Any, ...], dtype: torch.dtype) -> Iterator[Call]:
        size, padding = shape
        yield call(Tensor(size, dtype), list(padding))


class PaddingOut(Padding):
    """``op(x, padding, out=y)``."""

    def inputs(self, shape: tuple[Any, ...], dtype: torch.dtype) -> Iterator[Call]:
        size, padding = shape
        yield call(Tensor(size, dtype), list(padding), out=empty(padded(size, padding), dtype))


class PaddingBackward(Padding):
    """``op(gradient, x, padding)``."""

    names = ("grad_output", "input", "padding")

    def inputs(self, shape: tuple[Any, ...], dtype: torch.dtype) -> Iterator[Call]:
        size, padding = shape
        yield call(Tensor(padded(size, padding), dtype), Tensor(size, dtype), list(padding))


def padded(size: Sequence[int], padding: Sequence[int]) -> tuple[int, ...]:
    """The size with its padding."""
    made = list(size)
    for dim in range(len(padding) // 2):
        made[-1 - dim] += padding[2 * dim] + padding[2 * dim + 1]
    return tuple(made)
