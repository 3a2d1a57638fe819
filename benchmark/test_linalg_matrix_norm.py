# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import Tensor, call
from .dtypes import DOUBLE, FLOAT
from .families.reduction import MatrixReduction

SHAPES = [(256, 512), (2, 2048), (4, 32, 64), (16, 2, 2048), (8, 4, 32, 32)]
OF_SUMS = (1, -1, math.inf, -math.inf, "fro")
OF_SINGULAR_VALUES = (2, -2, "nuc")


def orders(shape, dtype):
    for order in OF_SUMS + OF_SINGULAR_VALUES if dtype in DOUBLE else OF_SUMS:
        yield call(Tensor(shape, dtype), order)
    if len(shape) > 2:
        yield call(Tensor(shape, dtype), "fro", (-2, -1))


@pytest.mark.linalg_matrix_norm
def test_linalg_matrix_norm():
    dtypes = (*FLOAT, torch.float64)
    op = torch.linalg.matrix_norm
    MatrixReduction("linalg_matrix_norm", op, dtypes, orders, shapes=SHAPES, names="A ord dim").run()
