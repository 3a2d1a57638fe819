# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.fmod_
def test_fmod_():
    Binary("fmod_", torch.Tensor.fmod_, FLOAT).run()
