# SPDX-License-Identifier: Apache-2.0
"""Small nodes that a GPU must judge: faults that only a real device has."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.bazel import write_nodes

HEAD = """\
import pytest
import torch

from .cases import integers
from .families.pointwise import Unary

FLOATS = (torch.float32, torch.float16)
"""

FILES = {
    "passing": """
        @pytest.mark.passing
        def test_passing():
            Unary("passing", torch.negative, FLOATS, shapes=[(4, 8), (1024, 1024)]).run()
        """,
    "neighbour": """
        @pytest.mark.neighbour
        def test_neighbour():
            Unary("neighbour", torch.sqrt, FLOATS, shapes=[(4096, 4096)] * 40).run()
        """,
    "too_large": """
        @pytest.mark.too_large
        def test_too_large():
            Unary("too_large", torch.negative, FLOATS, shapes=[(4, 8), (1 << 40,), (8,)]).run()
        """,
    "device_fault": """
        def baseline(x):
            if x.numel() == 5:
                rows = torch.full((1,), 1 << 20, dtype=torch.int64, device=x.device)
                return torch.index_select(x, 0, rows)
            return x.neg()


        @pytest.mark.device_fault
        def test_device_fault():
            Unary("device_fault", baseline, FLOATS, shapes=[(4,), (5,), (6,)]).run()
        """,
    "stays_on_host": """
        @pytest.mark.stays_on_host
        def test_stays_on_host():
            Unary("stays_on_host", lambda x: x.cpu().neg(), FLOATS, shapes=[(4,)]).run()
        """,
    "large_integers": """
        @pytest.mark.large_integers
        def test_large_integers():
            Unary("large_integers", torch.negative, (torch.int16, torch.int32), shapes=[(1 << 30,)]).run()
        """,
}

TARGETS = {f"{stem}_ref": (f"test_{stem}.py::test_{stem}", "") for stem in FILES}


def write(folder: Path) -> None:
    """Write the node files and their targets."""
    write_nodes(folder, HEAD, FILES, TARGETS)
