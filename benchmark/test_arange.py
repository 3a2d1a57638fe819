# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import DEVICE, call
from .dtypes import FLOAT
from .families.creation import Creation


def end(shape, dtype):
    yield call(end=math.prod(shape), device=DEVICE, dtype=dtype)


def start(shape, dtype):
    yield call(start=0, end=math.prod(shape), device=DEVICE, dtype=dtype)


def start_step(shape, dtype):
    yield call(start=0, end=math.prod(shape), step=1, device=DEVICE, dtype=dtype)


@pytest.mark.arange
def test_arange():
    Creation("arange", torch.arange, FLOAT, end).run()


@pytest.mark.arange_start
def test_arange_start():
    Creation("arange_start", torch.arange, FLOAT, start).run()


@pytest.mark.arange_start_step
def test_arange_start_step():
    Creation("arange_start_step", torch.arange, FLOAT, start_step).run()
