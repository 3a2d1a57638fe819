# SPDX-License-Identifier: Apache-2.0
"""Normalisation over channels or over trailing dimensions."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from ..base import Benchmark
from ..cases import Call, Tensor, call, uniform


class Norm(Benchmark):
    """Normalisation of ``(n, c, …)``, with inputs of the node's own."""

    # Not "norm": a suite is named after the family, and torch.norm has a node of that name.
    family = "normalisation"
    table = "norm"
    names = ("input",)


class MatrixNorm(Norm):
    """Normalisation of the rows of a matrix, with inputs of the node's own."""

    table = "matrix"


def channel_affine(shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
    """``op(x, weight, bias, None, None, True, 0.1, 1e-5, True)``: statistics of the batch, none kept."""
    channels = (shape[1],)
    affine = Tensor(channels, dtype), Tensor(channels, dtype)
    yield call(Tensor(shape, dtype), *affine, None, None, True, 0.1, 1e-5, True)


def running_statistics(channels: int, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """A running mean and a running variance, the latter positive."""
    return Tensor((channels,), dtype), uniform((channels,), dtype, 0.1, 1.1)


def running_affine(shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
    """``op(x, weight, bias, running_mean, running_var, 0.1, 1e-5)``."""
    channels = (shape[1],)
    affine = Tensor(channels, dtype), Tensor(channels, dtype)
    yield call(Tensor(shape, dtype), *affine, *running_statistics(shape[1], dtype), 0.1, 1e-5)


def trailing_affine(*more: float) -> object:
    """A builder of ``op(x, shape[1:], weight, bias, *more)``: over all dimensions but the first."""

    def inputs(shape: tuple[int, ...], dtype: torch.dtype) -> Iterator[Call]:
        inner = shape[1:]
        yield call(Tensor(shape, dtype), list(inner), Tensor(inner, dtype), Tensor(inner, dtype), *more)

    return inputs
