# SPDX-License-Identifier: Apache-2.0
"""Convolutions over one, two or three spatial dimensions, and what unfolds and folds their windows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import torch

from ..base import Benchmark
from ..cases import Call, Tensor, call


class Sizes(NamedTuple):
    """A convolution taken apart.

    Attributes:
        input: ``(n, channels, *spatial)``.
        weight: ``(out, channels / groups, *kernel)``, or ``(channels, out / groups, *kernel)`` if transposed.
        stride: of every spatial dimension.
        padding: of every spatial dimension, or ``valid`` or ``same``.
        groups: of channels.
    """

    input: tuple[int, ...]
    weight: tuple[int, ...]
    stride: int
    padding: int | str
    groups: int


def sizes(shape: Sequence[Any], transposed: bool = False) -> Sizes:
    """The sizes in ``n, channels, *spatial, out, *kernel, stride, padding, groups``."""
    *body, stride, padding, groups = shape
    rank = (len(body) - 3) // 2
    batch, channels, *spatial = body[: 2 + rank]
    out, *kernel = body[2 + rank :]
    first, second = (channels, out) if transposed else (out, channels)
    weight = (first, second // groups, *kernel)
    return Sizes((batch, channels, *spatial), weight, stride, padding, groups)


class Convolution(Benchmark):
    """``op(input=…, weight=…, bias=None, groups=…, stride=…, padding=…)``, or inputs of the node's own."""

    family = "convolution"
    transposed = False

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        of = sizes(shape, self.transposed)
        yield call(
            input=Tensor(of.input, dtype),
            weight=Tensor(of.weight, dtype),
            bias=None,
            groups=of.groups,
            stride=of.stride,
            padding=of.padding,
        )


class TransposedConvolution(Convolution):
    """The same call with the weight of a transposed convolution."""

    transposed = True
