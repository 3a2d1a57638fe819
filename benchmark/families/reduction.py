# SPDX-License-Identifier: Apache-2.0
"""Along a dimension: reductions, scans and softmax."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from ..base import Benchmark
from ..cases import Call, Tensor, call


class Reduction(Benchmark):
    """``op(x)`` for a vector, else ``op(x, 1)``: along the second dimension."""

    family = "reduction"
    table = "reduction"
    names = ("input", "dim")

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        yield call(Tensor(shape, dtype)) if len(shape) == 1 else call(Tensor(shape, dtype), 1)


class MatrixReduction(Benchmark):
    """Along a dimension of a matrix, with inputs of the node's own."""

    family = "reduction"
    table = "matrix"
    names = ("input", "dim")


class NotVectorReduction(MatrixReduction):
    """Along dimensions of anything but a vector, with inputs of the node's own."""

    table = "not_1d"
