# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import MatrixVector


def flattened(shape, dtype):
    vector = Tensor((math.prod(shape),), dtype)
    yield call(vector, vector)


@pytest.mark.dot
def test_dot():
    MatrixVector("dot", torch.dot, FLOAT, flattened, shapes="pointwise", names="input tensor").run()
