# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.triu
def test_triu():
    Unary("triu", torch.triu, FLOAT, shapes="not_1d").run()


@pytest.mark.triu_
def test_triu_inplace():
    Unary("triu_", torch.Tensor.triu_, FLOAT, shapes="not_1d", inplace=True).run()
