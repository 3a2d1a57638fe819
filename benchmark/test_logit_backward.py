# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary

EPS = 1e-6


def at_random_probabilities(gradient):
    return torch.ops.aten.logit_backward(gradient, torch.rand_like(gradient), EPS)


@pytest.mark.logit_backward
def test_logit_backward():
    Unary("logit_backward", at_random_probabilities, FLOAT).run()
