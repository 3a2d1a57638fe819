# SPDX-License-Identifier: Apache-2.0
"""Tensors out of nothing: no tensor goes in, all arguments are keywords."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from ..base import Benchmark
from ..cases import DEVICE, Call, call


class Creation(Benchmark):
    """``op(size=…, dtype=…, device=…)``, or inputs of the node's own."""

    family = "creation"
    table = "pointwise"

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        yield call(size=shape, dtype=dtype, device=DEVICE)
