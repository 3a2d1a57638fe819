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
    "beyond_its_share": """
        @pytest.mark.beyond_its_share
        def test_beyond_its_share():
            Unary("beyond_its_share", torch.negative, FLOATS, shapes=[(1 << 28,), (1 << 30,)]).run()
        """,
    # What it gives back is too small for the next block each time, so the allocator would keep 20 GiB of it.
    "growing": """
        def baseline(x):
            for i in range(1, 80):
                x = torch.zeros(i << 20, device=x.device)
            return x


        @pytest.mark.growing
        def test_growing():
            Unary("growing", baseline, FLOATS, shapes=[(4,)]).run()
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

# GiB; what is not here takes the whole GPU.
SHARES = {"beyond_its_share": 3, "growing": 1}

TARGETS = {
    f"{stem}_ref": (
        f"test_{stem}.py::test_{stem}",
        f"gpu_memory_gib = {SHARES[stem]}" if stem in SHARES else "",
    )
    for stem in FILES
}


def write(folder: Path) -> None:
    """Write the node files and their targets."""
    write_nodes(folder, HEAD, FILES, TARGETS)
