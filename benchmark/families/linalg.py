# SPDX-License-Identifier: Apache-2.0
"""Factorisations and solvers of square matrices."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ..base import Benchmark
from ..cases import Tensor


class Linalg(Benchmark):
    """Of square matrices, with shapes and inputs of the node's own."""

    family = "linalg"


def cholesky_factor(shape: Sequence[int], dtype: torch.dtype, upper: bool = False) -> Tensor:
    """A triangular factor of some positive definite matrix.

    A lower factor lies by columns, as LAPACK leaves it; an upper one by rows.
    """
    return Tensor(tuple(shape), dtype, _upper_factor, layout="contiguous" if upper else "transposed")


def positive_definite(shape: Sequence[int], dtype: torch.dtype) -> Tensor:
    """Positive definite matrices, symmetric or Hermitian, and well conditioned."""
    return Tensor(tuple(shape), dtype, _dominant_diagonal)


def _dominant_diagonal(spec: Tensor, device: str, generator: torch.Generator | None) -> torch.Tensor:
    n = spec.shape[-1]
    half = torch.randn(spec.shape, dtype=spec.dtype, device=device, generator=generator).div_(2 * n)
    made = half + half.mH
    diagonal = made.diagonal(dim1=-2, dim2=-1)
    diagonal.copy_(diagonal.abs().add(2))
    return made


def _upper_factor(spec: Tensor, device: str, generator: torch.Generator | None) -> torch.Tensor:
    # Any triangle with a positive diagonal is a factor; small entries keep the matrix well conditioned.
    n = spec.shape[-1]
    made = torch.randn(spec.shape, dtype=spec.dtype, device=device, generator=generator).triu_().div_(2 * n)
    diagonal = made.diagonal(dim1=-2, dim2=-1)
    diagonal.copy_(diagonal.abs().add(1))
    return made
