# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.log_sigmoid_forward
def test_log_sigmoid_forward():
    Unary("log_sigmoid_forward", torch.ops.aten.log_sigmoid_forward, FLOAT).run()
