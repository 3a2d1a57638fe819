# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.pointwise import Pointwise, Unary


def into_truth(shape, dtype):
    yield call(Tensor(shape, dtype), out=empty(shape, torch.bool))


@pytest.mark.isneginf
def test_isneginf():
    Unary("isneginf", torch.isneginf, FLOAT).run()


# The public node writes to a tensor like the input, which PyTorch refuses, and so skips itself.
@pytest.mark.isneginf_out
@pytest.mark.skip(reason="No support to non-boolean outputs: issue #2687")
def test_isneginf_out():
    Pointwise("isneginf_out", torch.isneginf, FLOAT, into_truth).run()
