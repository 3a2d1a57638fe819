# SPDX-License-Identifier: Apache-2.0
"""Pooling over windows of images, sequences and volumes."""

from __future__ import annotations

from ..base import Benchmark


class Pooling(Benchmark):
    """Over windows of ``(n, c, …)``, with shapes and inputs of the node's own."""

    family = "pooling"
