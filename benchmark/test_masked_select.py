# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing


def masked(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape, torch.bool))


@pytest.mark.masked_select
def test_masked_select():
    Indexing("masked_select", torch.masked_select, FLOAT, masked, names="input mask").run()
