# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.padding import Padding

SHAPES = [((2, 3, 7), (1, 2)), ((4, 16, 64), (3, 1)), ((8, 32, 256), (1, 2)), ((32, 256), (3, 1))]


@pytest.mark.replication_pad1d
def test_replication_pad1d():
    Padding("replication_pad1d", torch.ops.aten.replication_pad1d, FLOAT, shapes=SHAPES).run()
