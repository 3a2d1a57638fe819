# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import DOUBLE
from .families.linalg import Linalg

SHAPES = [
    # More equations than unknowns,
    *((256, 32), (1024, 16), (4096, 8)),
    *((8, 4096, 8), (64, 2048, 16), (16, 8192, 16)),
    # fewer,
    *((8, 16, 512), (8, 64, 256), (16, 16, 1024), (64, 32, 256)),
    *((64, 1024), (128, 512), (8, 64, 1024), (16, 32, 2048)),
    # as many, and both once more with larger sides.
    *((side, side) for side in (256, 512, 1024, 2048)),
    *((8, 256, 256), (8, 512, 512)),
    *((4096, 512), (512, 1024), (1024, 2048)),
]


def one_right_hand_side(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape[:-1], dtype), driver="gels")


@pytest.mark.linalg_lstsq
def test_linalg_lstsq():
    op = torch.linalg.lstsq
    Linalg("linalg_lstsq", op, DOUBLE, one_right_hand_side, shapes=SHAPES, names="input other").run()
