# SPDX-License-Identifier: Apache-2.0
import functools

import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary, UnaryOut

EPS = 1e-6


@pytest.mark.logit
def test_logit():
    Unary("logit", functools.partial(torch.logit, eps=EPS), FLOAT).run()


@pytest.mark.logit_
def test_logit_inplace():
    Unary("logit_", functools.partial(torch.Tensor.logit_, eps=EPS), FLOAT, inplace=True).run()


@pytest.mark.logit_out
def test_logit_out():
    UnaryOut("logit_out", functools.partial(torch.logit, eps=EPS), FLOAT).run()
