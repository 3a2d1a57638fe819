# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT, INT
from .families.joining import Joining

SHAPES = [(64, 64), (256, 256), (512, 512), (512, 1024), (512, 2048)]


@pytest.mark.concat
def test_Concat():
    Joining("concat", torch.cat, FLOAT + INT, shapes=SHAPES).run()
