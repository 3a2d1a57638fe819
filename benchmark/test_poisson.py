# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call, uniform
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def rates(shape, dtype):
    yield call(uniform(shape, dtype, 0.0, 10.0))


@pytest.mark.poisson
def test_poisson():
    Pointwise("poisson", torch.poisson, FLOAT, rates, shapes="matrix").run()
