# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.pointwise import Pointwise, Unary


def into_truth(shape, dtype):
    yield call(Tensor(shape, dtype), out=empty(shape, torch.bool))


@pytest.mark.signbit
def test_signbit():
    Unary("signbit", torch.signbit, FLOAT).run()


# The public node writes to a tensor like the input, which PyTorch refuses, and so skips itself.
@pytest.mark.signbit_out
@pytest.mark.skip(reason="No support to non-boolean outputs: issue #2689.")
def test_signbit_out():
    Pointwise("signbit_out", torch.signbit, FLOAT, into_truth).run()
