# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import DEVICE, call
from .dtypes import FLOAT
from .families.creation import Creation


def periodic(shape, dtype):
    yield call(window_length=math.prod(shape), periodic=True, dtype=dtype, device=DEVICE)


@pytest.mark.blackman_window
def test_blackman_window():
    Creation("blackman_window", torch.blackman_window, FLOAT, periodic).run()


@pytest.mark.blackman_window_periodic
def test_blackman_window_periodic():
    Creation("blackman_window_periodic", torch.blackman_window, FLOAT, periodic).run()
