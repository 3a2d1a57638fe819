# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.reduction import MatrixReduction

POINTS = [(4, 8), (8, 16), (16, 32), (32, 64), (64, 128), (128, 256)]


def euclidean(shape, dtype):
    yield call(Tensor(shape, dtype), 2.0)


@pytest.mark.pdist_forward
def test_pdist_forward():
    op, options = torch.ops.aten._pdist_forward, {"shapes": POINTS, "names": "input p"}
    MatrixReduction("pdist_forward", op, (torch.float32,), euclidean, **options).run()
