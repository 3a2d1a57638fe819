# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .families.reduction import MatrixReduction

POINTS = [(4, 8), (8, 16), (16, 32), (32, 64), (64, 128), (128, 256)]


def gradient(shape, dtype):
    pairs = (shape[0] * (shape[0] - 1) // 2,)
    yield call(Tensor(pairs, dtype), Tensor(shape, dtype), 2.0, uniform(pairs, dtype, 1.0, 2.0))


@pytest.mark.pdist_backward
def test_pdist_backward():
    op, options = torch.ops.aten._pdist_backward, {"shapes": POINTS, "names": "grad input p pdist"}
    MatrixReduction("pdist_backward", op, (torch.float32,), gradient, **options).run()
