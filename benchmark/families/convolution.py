# SPDX-License-Identifier: Apache-2.0
"""Convolutions and what unfolds and folds their windows."""

from __future__ import annotations

from ..base import Benchmark


class Convolution(Benchmark):
    """Of ``(n, c, …)`` with a kernel, with shapes and inputs of the node's own."""

    family = "convolution"
