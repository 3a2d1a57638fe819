# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import NotVectorReduction, Reduction


@pytest.mark.mean
def test_mean():
    Reduction("mean", torch.mean, FLOAT).run()


def second_dim(shape, dtype):
    yield call(Tensor(shape, dtype), [1])


@pytest.mark.mean_dim
def test_mean_dim():
    NotVectorReduction("mean_dim", torch.mean, FLOAT, second_dim).run()
