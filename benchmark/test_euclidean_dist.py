# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.reduction import Reduction

SHAPES = [(64, 128), (128, 256)]


def two_sets_of_points(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype))


@pytest.mark.euclidean_dist
def test_euclidean_dist():
    op = torch._euclidean_dist
    Reduction("euclidean_dist", op, (torch.float32,), two_sets_of_points, shapes=SHAPES, names="x1 x2").run()
