# SPDX-License-Identifier: Apache-2.0
"""Reading and writing by index or mask. Indices are always in range."""

from __future__ import annotations

from ..base import Benchmark


class Indexing(Benchmark):
    """By index or mask on a matrix, with inputs of the node's own."""

    family = "indexing"
    table = "matrix"
