# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import INT
from .families.pointwise import Unary


@pytest.mark.bitwise_not
def test_bitwise_not():
    Unary("bitwise_not", torch.bitwise_not, INT).run()


@pytest.mark.bitwise_not_
def test_bitwise_not_inplace():
    Unary("bitwise_not_", torch.Tensor.bitwise_not_, INT, inplace=True).run()
