# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import INT
from .families.indexing import Indexing

NAMES = "elements test_elements"


def tensor_in_tensor(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, dtype))


def number_in_tensor(shape, dtype):
    yield call(42, Tensor(shape, dtype))


def tensor_in_number(shape, dtype):
    yield call(Tensor(shape, dtype), 42)


@pytest.mark.isin
def test_isin():
    Indexing("isin", torch.isin, INT, tensor_in_tensor, names=NAMES).run()


@pytest.mark.isin_scalar_tensor
def test_isin_scalar_tensor():
    Indexing("isin_scalar_tensor", torch.isin, INT, number_in_tensor, names=NAMES).run()


@pytest.mark.isin_tensor_scalar
def test_isin_tensor_scalar():
    Indexing("isin_tensor_scalar", torch.isin, INT, tensor_in_number, names=NAMES).run()
