# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.creation import Creation

VALUE = 3.1415926


def same_size(shape, dtype):
    yield call(Tensor(shape, dtype), shape, VALUE)


@pytest.mark.new_full
def test_new_full():
    Creation("new_full", torch.Tensor.new_full, FLOAT, same_size, names="input size fill_value").run()
