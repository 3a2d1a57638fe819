# SPDX-License-Identifier: Apache-2.0
"""Matrix products. A builder turns ``b, m, n, k`` into a call; `Blas` runs it over such sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import torch

from .. import settings
from ..base import Benchmark
from ..cases import Call, Tensor, call, empty

Product = Callable[..., Call]


class Blas(Benchmark):
    """A product of matrices.

    Level ``comprehensive`` repeats each size with the right-hand matrix stored by columns.
    """

    family = "blas"
    table = "blas"

    def __init__(
        self, op_name: str, torch_op: Any, dtypes: Iterable[torch.dtype], product: Product, **options: Any
    ) -> None:
        """Declare a product: ``product(b, m, n, k, dtype, right)`` makes the call; ``right`` is a layout."""
        super().__init__(op_name, torch_op, dtypes, **options)
        self._product = product

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        b, m, n, k = shape
        layouts = ("contiguous",) if settings.level == "core" else ("contiguous", "transposed")
        for right in layouts:
            yield self._product(b, m, n, k, dtype, right).sized(b=b, m=m, n=n, k=k)


class MatrixVector(Benchmark):
    """A matrix with vectors, with inputs of the node's own over ``m, n``."""

    family = "blas"
    table = "matrix"


def mm(b: int, m: int, n: int, k: int, dtype: torch.dtype, right: str) -> Call:
    """``(m, k) @ (k, n)``."""
    return call(Tensor((m, k), dtype), Tensor((k, n), dtype, layout=right))


def mm_out(b: int, m: int, n: int, k: int, dtype: torch.dtype, right: str) -> Call:
    """``(m, k) @ (k, n)`` into ``out``."""
    return call(*mm(b, m, n, k, dtype, right).args, out=empty((m, n), dtype))


def bmm(b: int, m: int, n: int, k: int, dtype: torch.dtype, right: str) -> Call:
    """``(b, m, k) @ (b, k, n)``."""
    return call(Tensor((b, m, k), dtype), Tensor((b, k, n), dtype, layout=right))


def bmm_out(b: int, m: int, n: int, k: int, dtype: torch.dtype, right: str) -> Call:
    """``(b, m, k) @ (b, k, n)`` into ``out``."""
    return call(*bmm(b, m, n, k, dtype, right).args, out=empty((b, m, n), dtype))


def addmm(b: int, m: int, n: int, k: int, dtype: torch.dtype, right: str) -> Call:
    """``(m, n) + (m, k) @ (k, n)``."""
    return call(Tensor((m, n), dtype), *mm(b, m, n, k, dtype, right).args)


def addmm_out(b: int, m: int, n: int, k: int, dtype: torch.dtype, right: str) -> Call:
    """``(m, n) + (m, k) @ (k, n)`` into ``out``."""
    return call(*addmm(b, m, n, k, dtype, right).args, out=empty((m, n), dtype))


def linear(b: int, m: int, n: int, k: int, dtype: torch.dtype, right: str) -> Call:
    """``(m, k) @ (n, k).T + (n)``: the weight lies by rows, whatever ``right`` says."""
    return call(Tensor((m, k), dtype), Tensor((n, k), dtype), Tensor((n,), dtype))
