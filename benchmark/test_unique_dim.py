# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import INT
from .families.reduction import MatrixReduction


def along(dim):
    def inputs(shape, dtype):
        options = {"sorted": True, "return_inverse": True, "return_counts": False}
        yield call(Tensor(shape, dtype), **options, dim=dim)

    return inputs


@pytest.mark.unique_dim
def test_unique_dim_dim0():
    MatrixReduction("unique_dim", torch.unique, INT, along(0)).run()


@pytest.mark.unique_dim
def test_unique_dim_dim1():
    MatrixReduction("unique_dim", torch.unique, INT, along(1)).run()
