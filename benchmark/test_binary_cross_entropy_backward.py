# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .families.pointwise import Pointwise

SHAPES = [(1024,), (1024, 1024), (16, 128, 64), (16, 128, 64, 64)]
NO_REDUCTION = 0


def probabilities(shape, dtype):
    chance = uniform(shape, dtype)
    yield call(Tensor(shape, dtype), chance, chance, chance, NO_REDUCTION)


@pytest.mark.binary_cross_entropy_backward
def test_binary_cross_entropy_backward():
    op = torch.ops.aten.binary_cross_entropy_backward
    dtypes = (torch.float16, torch.float32)
    names = "grad_output input target weight reduction"
    Pointwise("binary_cross_entropy_backward", op, dtypes, probabilities, shapes=SHAPES, names=names).run()
