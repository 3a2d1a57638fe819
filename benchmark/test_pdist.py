# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.reduction import MatrixReduction

POINTS = [(4, 8), (8, 16), (16, 32), (32, 64), (64, 128), (128, 256)]


def euclidean(shape, dtype):
    yield call(Tensor(shape, dtype), 2.0)


@pytest.mark.pdist
def test_pdist():
    MatrixReduction("pdist", torch.pdist, (torch.float32,), euclidean, shapes=POINTS, names="input p").run()
