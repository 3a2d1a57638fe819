# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call, uniform
from .dtypes import FLOAT
from .families.pointwise import Pointwise, WithNumbers


def probabilities(shape, dtype):
    yield call(uniform(shape, dtype))


@pytest.mark.bernoulli
def test_bernoulli():
    Pointwise("bernoulli", torch.bernoulli, FLOAT, probabilities).run()


@pytest.mark.bernoulli_
def test_bernoulli_inplace():
    WithNumbers("bernoulli_", torch.Tensor.bernoulli_, FLOAT, 0.5, names="input p").run()
