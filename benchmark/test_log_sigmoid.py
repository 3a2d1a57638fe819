# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.log_sigmoid
def test_log_sigmoid():
    Unary("log_sigmoid", torch.nn.functional.logsigmoid, FLOAT).run()
