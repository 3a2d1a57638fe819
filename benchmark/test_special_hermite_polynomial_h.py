# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .families.pointwise import Pointwise


# The degree is the number of steps that each element takes.
def below_ten(shape, dtype):
    yield call(Tensor(shape, dtype), integers(shape, 10, dtype=dtype))


@pytest.mark.special_hermite_polynomial_h
def test_special_hermite_polynomial_h():
    op, dtypes = torch.special.hermite_polynomial_h, (torch.float32,)
    Pointwise("special_hermite_polynomial_h", op, dtypes, below_ten, names="input n").run()
