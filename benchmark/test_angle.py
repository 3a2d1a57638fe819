# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import BOOL, COMPLEX, INT
from .families.pointwise import Unary


@pytest.mark.angle
def test_angle():
    Unary("angle", torch.angle, (*COMPLEX, torch.float32, *INT, *BOOL)).run()
