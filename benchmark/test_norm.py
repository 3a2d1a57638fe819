# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import NotVectorReduction


def euclidean(shape, dtype):
    yield call(Tensor(shape, dtype), 2)


def default(shape, dtype):
    yield call(Tensor(shape, dtype))


def euclidean_of_rows(shape, dtype):
    yield call(Tensor(shape, dtype), 2, -1, False)


@pytest.mark.norm
def test_norm():
    NotVectorReduction("norm", torch.norm, FLOAT, euclidean, names="input p").run()


@pytest.mark.norm_scalar
def test_norm_scalar():
    NotVectorReduction("norm_scalar", torch.norm, FLOAT, default).run()


@pytest.mark.norm_scalaropt_dim
def test_norm_scalaropt_dim():
    names = "input p dim keepdim"
    NotVectorReduction("norm_scalaropt_dim", torch.norm, FLOAT, euclidean_of_rows, names=names).run()
