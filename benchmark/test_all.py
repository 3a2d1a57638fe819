# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import NotVectorReduction, Reduction


@pytest.mark.all
def test_all():
    Reduction("all", torch.all, FLOAT).run()


@pytest.mark.all_dim
def test_all_dim():
    Reduction("all_dim", torch.all, FLOAT).run()


def two_dims(shape, dtype):
    yield call(Tensor(shape, dtype), dim=[0, 1])


@pytest.mark.all_dims
def test_all_dims():
    NotVectorReduction("all_dims", torch.all, FLOAT, two_dims).run()
