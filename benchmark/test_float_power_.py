# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Binary

DTYPES = (torch.float16, torch.float32)
SHAPES = [(1048576,), (64, 64), (4096, 4096), (64, 512, 512), (1024, 65536)]


def in_double_precision(x, exponent):
    # torch.Tensor.float_power_ takes nothing but double precision.
    return torch.float_power(x, exponent).to(x.dtype)


@pytest.mark.float_power_
def test_float_power_():
    Binary("float_power_", in_double_precision, DTYPES, shapes=SHAPES, inplace=True).run()
