# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT, INT
from .families.pointwise import Pointwise


def rolled(shape, dtype):
    by = {"shifts": 1, "dims": 0} if len(shape) == 1 else {"shifts": (1, 2), "dims": (0, 1)}
    yield call(Tensor(shape, dtype), **by)


@pytest.mark.roll
def test_roll():
    Pointwise("roll", torch.roll, FLOAT + INT, rolled).run()
