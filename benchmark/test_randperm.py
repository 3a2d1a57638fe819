# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import DEVICE, call
from .families.creation import Creation


def length(shape, dtype):
    yield call(n=shape[0], dtype=dtype, device=DEVICE)


@pytest.mark.randperm
def test_randperm():
    shapes = [(64,), (1024,), (2048,), (4096,), (65536,)]
    Creation("randperm", torch.randperm, (torch.int32, torch.int64), length, shapes=shapes).run()
