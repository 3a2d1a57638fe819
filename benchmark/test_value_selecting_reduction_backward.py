# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.reduction import MatrixReduction

SHAPES = [
    (1024, 1024),
    (4096, 4096),
    (8192, 8192),
    (32, 64, 128),
    (64, 128, 256),
    (128, 256, 512),
]
NAMES = "grad dim indices sizes keepdim"


def last_dimension(shape, dtype):
    *kept, reduced = shape
    yield call(Tensor(kept, dtype), len(kept), integers(kept, reduced), list(shape), False)


@pytest.mark.value_selecting_reduction_backward
def test_value_selecting_reduction_backward():
    name, op = "value_selecting_reduction_backward", torch.ops.aten.value_selecting_reduction_backward
    MatrixReduction(name, op, FLOAT, last_dimension, shapes=SHAPES, names=NAMES).run()
