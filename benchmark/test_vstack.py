# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.joining import Joining


def three(shape, dtype):
    yield call([Tensor(shape, dtype)] * 3)


@pytest.mark.vstack
def test_vstack():
    Joining("vstack", torch.vstack, FLOAT, three).run()
