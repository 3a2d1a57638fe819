# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def masked(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, torch.bool), 1024)


@pytest.mark.masked_fill
def test_masked_fill():
    Pointwise("masked_fill", torch.masked_fill, FLOAT, masked, names="input mask value").run()


@pytest.mark.masked_fill_
def test_masked_fill_inplace():
    op = torch.Tensor.masked_fill_
    Pointwise("masked_fill_", op, FLOAT, masked, names="input mask value", inplace=True).run()


@pytest.mark.masked_fill_scalar
def test_masked_fill_scalar():
    Pointwise("masked_fill_scalar", torch.masked_fill, FLOAT, masked, names="input mask value").run()


@pytest.mark.masked_fill_scalar_
def test_masked_fill_scalar_inplace():
    op = torch.Tensor.masked_fill_
    Pointwise("masked_fill_scalar_", op, FLOAT, masked, names="input mask value", inplace=True).run()
