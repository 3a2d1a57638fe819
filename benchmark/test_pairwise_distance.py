# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import MatrixReduction


def norms(shape, dtype):
    for p in (-math.inf, math.inf, 0.0, 1.0, 2.0, 6.6):
        yield call(Tensor(shape, dtype), Tensor(shape, dtype), p=p)


@pytest.mark.pairwise_distance
def test_pairwise_distance():
    MatrixReduction("pairwise_distance", torch.pairwise_distance, FLOAT, norms, names="x1 x2").run()
