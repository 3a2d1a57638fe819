# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.linalg import Linalg

SHAPES = [(2, 3, 3), (4, 4), (8, 8), (16, 16), (32, 32)]


def squares(shape, dtype):
    yield call(Tensor(shape, dtype))


@pytest.mark.linalg_slogdet
def test_linalg_slogdet():
    Linalg("linalg_slogdet", torch.linalg.slogdet, (torch.float32,), squares, shapes=SHAPES).run()
