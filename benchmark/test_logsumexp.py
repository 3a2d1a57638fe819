# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.reduction import NotVectorReduction


def second_dimension(shape, dtype):
    yield call(Tensor(shape, dtype), 1)


@pytest.mark.logsumexp
def test_logsumexp():
    NotVectorReduction("logsumexp", torch.logsumexp, FLOAT, second_dimension).run()
