# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.log
def test_log():
    Unary("log", torch.log, FLOAT).run()
