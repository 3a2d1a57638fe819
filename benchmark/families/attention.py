# SPDX-License-Identifier: Apache-2.0
"""Attention: queries over keys and values."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch

from ..base import Benchmark
from ..cases import Tensor, full, uniform


class Attention(Benchmark):
    """Attention, with shapes and inputs of the node's own."""

    family = "attention"
    names = ("query", "key", "value")


def small(shape: Sequence[int], dtype: torch.dtype) -> Tensor:
    """Queries, keys or values so small that each key gets about the same weight."""
    return uniform(shape, dtype, -0.05, 0.05)


def logsumexp(batch: int, heads: int, queries: int, keys: int) -> Tensor:
    """What the forward pass leaves for the backward pass if each key has the same weight: in float32."""
    return full((batch, heads, queries), torch.float32, math.log(keys))


def scale(width: int) -> float:
    """The usual factor of the products of queries and keys ``width`` wide."""
    return 1.0 / math.sqrt(width)
