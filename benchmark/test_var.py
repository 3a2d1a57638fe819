# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import Reduction


def one_dimension(shape, dtype):
    yield call(Tensor(shape, dtype), 0 if len(shape) == 1 else 1)


@pytest.mark.var
def test_var():
    Reduction("var", torch.var, FLOAT).run()


@pytest.mark.var_correction
def test_var_correction():
    Reduction("var_correction", torch.var, FLOAT).run()


@pytest.mark.var_dim
def test_var_dim():
    Reduction("var_dim", torch.var, FLOAT, one_dimension).run()
