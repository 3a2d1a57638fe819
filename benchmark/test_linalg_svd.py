# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.linalg import Linalg

SHAPES = [(8, 8), (16, 16), (32, 32), (64, 64)]


def squares(shape, dtype):
    yield call(Tensor(shape, dtype))


@pytest.mark.linalg_svd
def test_linalg_svd():
    Linalg("linalg_svd", torch.linalg.svd, (torch.float32,), squares, shapes=SHAPES).run()
