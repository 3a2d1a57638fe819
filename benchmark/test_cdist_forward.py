# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.blas import MatrixVector

PAIRS = [((4, 8), (6, 8)), *(((rows, 2 * rows), (rows, 2 * rows)) for rows in (8, 16, 32, 64))]


def euclidean(shape, dtype):
    first, second = shape
    yield call(Tensor(first, dtype), Tensor(second, dtype), 2.0)


@pytest.mark.cdist_forward
def test_cdist_forward():
    MatrixVector(
        "cdist_forward", torch.cdist, (torch.float32,), euclidean, shapes=PAIRS, names="x1 x2 p"
    ).run()
