# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import BOOL, FLOAT
from .families.reduction import NotVectorReduction, Reduction


@pytest.mark.any
def test_any():
    Reduction("any", torch.any, FLOAT + BOOL).run()


@pytest.mark.any_dim
def test_any_dim():
    Reduction("any_dim", torch.any, FLOAT + BOOL).run()


def two_dims(shape, dtype):
    yield call(Tensor(shape, dtype), dim=[0, 1])


@pytest.mark.any_dims
def test_any_dims():
    NotVectorReduction("any_dims", torch.any, FLOAT + BOOL, two_dims).run()
