# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.linalg import Linalg

SHAPES = [(side, side) for side in (32, 64, 128, 256, 512)]


def matrices(shape, dtype):
    yield call(Tensor(shape, dtype))


@pytest.mark.linalg_eigvals
def test_linalg_eigvals():
    Linalg("linalg_eigvals", torch.linalg.eigvals, (torch.float32,), matrices, shapes=SHAPES).run()
