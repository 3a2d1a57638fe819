# SPDX-License-Identifier: Apache-2.0
"""Sequences, images and volumes of another size, by interpolation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch

from ..base import Benchmark, InputBuilder
from ..cases import Call, Tensor, call

Size = tuple[int, ...]


class Upsampling(Benchmark):
    """Of images ``n, channels, height, width``, with inputs of the node's own."""

    family = "upsampling"
    table = "upsampling"
    names = ("input", "output_size")


class AntialiasedBackward(Upsampling):
    """``op(gradient, output_size, input_size, False, None, None)`` over n, c, h, w and the new h and w."""

    table = "antialiased"
    names = ("grad_output", "output_size", "input_size", "align_corners", "scales_h", "scales_w")

    def inputs(self, shape: Size, dtype: torch.dtype) -> Iterator[Call]:
        n, c, height, width, *output = shape
        gradient = Tensor((n, c, *output), dtype)
        yield call(gradient, output, [n, c, height, width], False, None, None)


def sequences(shape: Size) -> Size:
    """As many elements as the images have, in rows."""
    n, c, height, width = shape
    return (n, c, height * width)


def volumes(shape: Size) -> Size:
    """A quarter of the images' elements, in volumes four deep."""
    n, c, height, width = shape
    return (n, c, 4, height // 4, width // 4)


def twice(shape: Sequence[int]) -> list[int]:
    """Twice the spatial sizes."""
    return [2 * size for size in shape[2:]]


def doubled(*more: Any, of: Callable[[Size], Size] = tuple) -> InputBuilder:
    """A builder of ``op(x, output_size, *more)`` with twice the spatial sizes of ``x``."""

    def inputs(shape: Size, dtype: torch.dtype) -> Iterator[Call]:
        size = of(shape)
        yield call(Tensor(size, dtype), twice(size), *more)

    return inputs


def doubled_by_name(of: Callable[[Size], Size] = tuple, **options: Any) -> InputBuilder:
    """A builder of ``op(input=x, output_size=…, **options)`` with twice the spatial sizes of ``x``."""

    def inputs(shape: Size, dtype: torch.dtype) -> Iterator[Call]:
        size = of(shape)
        yield call(input=Tensor(size, dtype), output_size=twice(size), **options)

    return inputs
