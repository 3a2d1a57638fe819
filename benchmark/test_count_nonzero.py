# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import MatrixReduction

# The public tree draws the dimension at random; these are the ones it drew for float16.
DIMS = {(256, 256): 1, (1024, 1024): None}


def along_some_dimension(shape, dtype):
    yield call(Tensor(shape, dtype), DIMS.get(shape, 0))


@pytest.mark.count_nonzero
def test_count_nonzero():
    MatrixReduction("count_nonzero", torch.count_nonzero, FLOAT, along_some_dimension).run()
