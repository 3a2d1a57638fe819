# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .families.reduction import Reduction

# PyTorch takes at most 2^24 elements.
SHAPES = [(1048576,), (64, 64), (4096, 256), (64, 512, 128), (20, 8, 10000)]


def six_of_the_first_dimension(shape, dtype):
    yield call(Tensor(shape, dtype), uniform((6,), dtype), 0)


@pytest.mark.quantile
def test_quantile():
    op, dtypes, names = torch.quantile, (torch.float32,), "input q dim"
    Reduction("quantile", op, dtypes, six_of_the_first_dimension, shapes=SHAPES, names=names).run()
