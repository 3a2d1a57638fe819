# SPDX-License-Identifier: Apache-2.0
import functools

import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary, BinaryOut, WithNumbers

MODES = [None, "floor", "trunc"]


def dtypes(mode):
    return (torch.float32,) if mode == "trunc" else FLOAT


@pytest.mark.div_tensor
def test_div():
    Binary("div_tensor", torch.div, FLOAT).run()


@pytest.mark.div_tensor_
def test_div_inplace():
    Binary("div_tensor_", torch.Tensor.div_, FLOAT, inplace=True).run()


@pytest.mark.div_out
def test_div_out():
    BinaryOut("div_out", torch.div, FLOAT).run()


@pytest.mark.div_scalar_
def test_div_scalar_inplace():
    WithNumbers("div_scalar_", torch.Tensor.div_, FLOAT, 0.001, inplace=True).run()


@pytest.mark.div_tensor_mode
@pytest.mark.parametrize("mode", MODES)
def test_div_tensor_mode(mode):
    Binary("div_tensor_mode", functools.partial(torch.div, rounding_mode=mode), dtypes(mode)).run()


@pytest.mark.div_tensor_mode_
@pytest.mark.parametrize("mode", MODES)
def test_div_tensor_mode_inplace(mode):
    div_ = functools.partial(torch.Tensor.div_, rounding_mode=mode)
    Binary("div_tensor_mode_", div_, dtypes(mode), inplace=True).run()


@pytest.mark.div_scalar_mode
@pytest.mark.parametrize("mode", MODES)
def test_div_scalar_mode(mode):
    WithNumbers("div_scalar_mode", functools.partial(torch.div, rounding_mode=mode), dtypes(mode), -2.5).run()


@pytest.mark.div_scalar_mode_
@pytest.mark.parametrize("mode", MODES)
def test_div_scalar_mode_inplace(mode):
    div_ = functools.partial(torch.Tensor.div_, rounding_mode=mode)
    WithNumbers("div_scalar_mode_", div_, dtypes(mode), -2.5, inplace=True).run()
