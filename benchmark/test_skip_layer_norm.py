# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.norm import Norm

NAMES = "input residual normalized_shape weight bias"


def skip_layer_norm(x, residual, normalized_shape, weight, bias):
    return torch.layer_norm(x + residual, normalized_shape, weight, bias)


def last_dimension(shape, dtype):
    last = shape[-1:]
    yield call(
        Tensor(shape, dtype), Tensor(shape, dtype), list(last), Tensor(last, dtype), Tensor(last, dtype)
    )


@pytest.mark.skip_layer_norm
def test_skip_layernorm():
    Norm("skip_layer_norm", skip_layer_norm, FLOAT, last_dimension, shapes="not_1d", names=NAMES).run()
