# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise, Unary


def even_rows(shape, dtype):
    if shape[-1] % 2 == 0:
        yield call(Tensor(shape, dtype))


@pytest.mark.glu
def test_glu():
    shapes = [(4, 8, length, 128) for length in (512, 1024, 2048, 3072, 4096)]
    Unary("glu", torch.nn.functional.glu, FLOAT, shapes=shapes).run()


@pytest.mark.glu_backward
def test_glu_backward():
    Pointwise("glu_backward", torch.nn.functional.glu, FLOAT, even_rows, backward=True).run()
