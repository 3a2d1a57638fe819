# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import INT
from .families.reduction import MatrixReduction


def inverse(shape, dtype):
    yield call(Tensor(shape, dtype), return_inverse=True, return_counts=False)


@pytest.mark.unique_consecutive
def test_unique_consecutive():
    MatrixReduction("unique_consecutive", torch.unique_consecutive, INT, inverse).run()
