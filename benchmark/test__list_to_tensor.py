# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call
from .families.creation import Creation

LENGTH = 1024


def integers(shape, dtype):
    yield call(list(range(LENGTH)))


@pytest.mark.list_to_tensor
def test__list_to_tensor():
    op = torch.ops.aten._list_to_tensor
    Creation("_list_to_tensor", op, (torch.int32,), integers, names="self").run()
