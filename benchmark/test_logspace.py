# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import DEVICE, call
from .dtypes import FLOAT
from .families.creation import Creation

BASE = 1.05


def powers(shape, dtype):
    largest = int(math.log(torch.finfo(dtype).max, BASE))  # the largest that the dtype holds
    yield call(start=0, end=largest, steps=math.prod(shape), base=BASE, dtype=dtype, device=DEVICE)


@pytest.mark.logspace
def test_logspace():
    Creation("logspace", torch.logspace, FLOAT, powers).run()
