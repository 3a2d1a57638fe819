# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .families.blas import MatrixVector

SHAPES = [(2, 16, 32), (4, 32, 64), (8, 64, 128)]


def euclidean(shape, dtype):
    batch, rows, columns = shape
    others = rows // 2 + 1
    points = Tensor(shape, dtype), Tensor((batch, others, columns), dtype)
    distances = uniform((batch, rows, others), dtype, 0.5, 1.5)
    yield call(Tensor(distances.shape, dtype), *points, 2.0, distances)


@pytest.mark.cdist_backward
def test_cdist_backward():
    op = torch.ops.aten._cdist_backward
    names = "grad x1 x2 p cdist"
    MatrixVector("cdist_backward", op, (torch.float32,), euclidean, shapes=SHAPES, names=names).run()
