# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT, INT
from .families.reduction import MatrixReduction


def ascending(shape, dtype):
    yield call(Tensor(shape, dtype), dim=-1, descending=False)


@pytest.mark.argsort
def test_argsort():
    MatrixReduction("argsort", torch.argsort, INT + FLOAT, ascending).run()
