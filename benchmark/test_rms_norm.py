# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.norm import MatrixNorm


def rows(shape, dtype):
    yield call(Tensor(shape, dtype), [shape[1]], Tensor((shape[1],), dtype))


@pytest.mark.rms_norm
def test_rms_norm():
    MatrixNorm(
        "rms_norm", torch.nn.functional.rms_norm, FLOAT, rows, names="input normalized_shape weight"
    ).run()
