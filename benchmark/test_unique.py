# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import INT
from .families.reduction import MatrixReduction


def inverse(shape, dtype):
    yield call(Tensor(shape, dtype), sorted=True, return_inverse=True, return_counts=False)


@pytest.mark.unique2
def test_unique2():
    MatrixReduction("unique2", torch.unique, INT, inverse).run()
