# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import DEVICE, call
from .dtypes import FLOAT
from .families.creation import Creation


def filled(shape, dtype):
    yield call(size=shape, fill_value=3.1415926, dtype=dtype, device=DEVICE)


@pytest.mark.full
def test_full():
    Creation("full", torch.full, FLOAT, filled).run()
