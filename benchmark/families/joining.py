# SPDX-License-Identifier: Apache-2.0
"""Several tensors into one, or one into several."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from ..base import Benchmark
from ..cases import Call, Tensor, call


class Joining(Benchmark):
    """``op([x, y, z], dim=0)``, or inputs of the node's own."""

    family = "joining"
    table = "joining"
    names = ("tensors",)

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        yield call([Tensor(shape, dtype)] * 3, dim=0)
