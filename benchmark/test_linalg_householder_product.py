# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .families.linalg import Linalg

SHAPES = [(4, 3), (8, 5), (16, 8), (32, 16), (64, 32), (128, 64)]


def reflectors(shape, dtype):
    # Factors that go with the length of the reflectors, so that the product of many stays small.
    rows, columns = shape
    yield call(Tensor(shape, dtype, layout="transposed"), uniform((columns,), dtype, 0.0, 2 / rows))


@pytest.mark.linalg_householder_product
def test_linalg_householder_product():
    op, dtypes = torch.linalg.householder_product, (torch.float32,)
    Linalg("linalg_householder_product", op, dtypes, reflectors, shapes=SHAPES, names="input tau").run()
