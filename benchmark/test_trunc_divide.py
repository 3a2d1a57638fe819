# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Binary


def divide(x, y):
    return torch.div(x, y, rounding_mode="trunc")


def divide_(x, y):
    return x.div_(y, rounding_mode="trunc")


@pytest.mark.trunc_divide
def test_trunc_divide():
    Binary("trunc_divide", divide, (torch.float32,)).run()


@pytest.mark.trunc_divide_
def test_trunc_divide_inplace():
    Binary("trunc_divide_", divide_, (torch.float32,), inplace=True).run()
