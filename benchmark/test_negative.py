# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.negative
def test_negative():
    Unary("negative", torch.negative, FLOAT).run()
