# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing


def masked(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, torch.bool), Tensor(shape, dtype))


@pytest.mark.masked_scatter
def test_masked_scatter():
    Indexing("masked_scatter", torch.masked_scatter, FLOAT, masked, names="input mask source").run()


@pytest.mark.masked_scatter_
def test_masked_scatter_inplace():
    op, names = torch.Tensor.masked_scatter_, "input mask source"
    Indexing("masked_scatter_", op, FLOAT, masked, names=names, inplace=True).run()
