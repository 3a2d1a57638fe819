# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def one_number(shape, dtype):
    # The public node goes through the shapes of its family, and its input has none of them.
    yield call(Tensor((), dtype))


@pytest.mark.is_nonzero
def test_is_nonzero():
    Pointwise("is_nonzero", torch.is_nonzero, FLOAT, one_number).run()
