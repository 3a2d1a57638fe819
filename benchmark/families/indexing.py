# SPDX-License-Identifier: Apache-2.0
"""Reading and writing by index or mask. Indices are always in range."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ..base import Benchmark
from ..cases import Tensor


class Indexing(Benchmark):
    """By index or mask on a matrix, with inputs of the node's own."""

    family = "indexing"
    table = "matrix"


def distinct(shape: Sequence[int], high: int) -> Tensor:
    """Indices below ``high``, none of them twice, in random order and spread over the whole range."""
    return Tensor(tuple(shape), torch.int64, _distinct, high=high)


def _distinct(spec: Tensor, device: str, generator: torch.Generator | None) -> torch.Tensor:
    step = int(spec.high) // spec.numel
    if step == 0:
        raise ValueError(f"{spec.numel} indices below {spec.high} cannot all differ")
    made = torch.randperm(spec.numel, dtype=spec.dtype, device=device, generator=generator)
    return made.mul_(step).reshape(spec.shape)
