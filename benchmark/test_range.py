# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call
from .families.creation import Creation

ENDS = [(4096,), (16777216,), (1073741824,)]


# Like the public node without a device: on the host.
def from_zero(shape, dtype):
    yield call(start=0, end=shape[0], dtype=dtype)


@pytest.mark.range
def test_range():
    Creation("range", torch.range, (torch.float16, torch.float32), from_zero, shapes=ENDS).run()
