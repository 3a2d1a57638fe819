# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, WithNumbers


@pytest.mark.fmod_tensor
def test_fmod_tensor():
    Binary("fmod_tensor", torch.fmod, FLOAT).run()


@pytest.mark.fmod_tensor_
def test_fmod_tensor_():
    Binary("fmod_tensor_", torch.Tensor.fmod_, FLOAT).run()


@pytest.mark.fmod_scalar
def test_fmod_scalar():
    WithNumbers("fmod_scalar", torch.fmod, FLOAT, 0.5).run()


@pytest.mark.fmod_scalar_
def test_fmod_scalar_():
    WithNumbers("fmod_scalar_", torch.Tensor.fmod_, FLOAT, 0.5).run()
