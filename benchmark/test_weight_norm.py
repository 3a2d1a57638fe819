# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.norm import MatrixNorm

SHAPES = [(64, 64), (512, 512), (1024, 1024)]
NAMES = "v g dim"


def rows(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor((shape[0], 1), dtype), 0)


def columns(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor((1, shape[1]), dtype), 1)


@pytest.mark.weight_norm
def test_weight_norm_dim0():
    MatrixNorm("weight_norm", torch.ops.aten._weight_norm, FLOAT, rows, shapes=SHAPES, names=NAMES).run()


@pytest.mark.weight_norm
def test_weight_norm_dim_last():
    MatrixNorm("weight_norm", torch.ops.aten._weight_norm, FLOAT, columns, shapes=SHAPES, names=NAMES).run()
