# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import DEVICE, call
from .dtypes import FLOAT
from .families.creation import Creation


# The number of cases is that of the shapes, which have no part in them.
def one(shape, dtype):
    yield call(s=0.01, dtype=dtype, device=DEVICE)


@pytest.mark.scalar_tensor
def test_scalar_tensor():
    Creation("scalar_tensor", torch.scalar_tensor, FLOAT, one).run()
