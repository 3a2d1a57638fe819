# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call, empty
from .dtypes import FLOAT
from .families.upsampling import Upsampling, doubled, twice

NAME = "upsample_nearest_exact2d"
OPTIONS = {
    "shapes": [(2, 3, 16, 16), (4, 8, 32, 32), (8, 16, 64, 64)],
    "names": "input output_size scales_h scales_w",
}


def doubled_into(shape, dtype):
    for made in doubled(None, None)(shape, dtype):
        yield call(*made.args, out=empty((*shape[:2], *twice(shape)), dtype))


@pytest.mark.upsample_nearest_exact2d
def test_upsample_nearest_exact2d():
    op = torch.ops.aten._upsample_nearest_exact2d
    Upsampling(NAME, op, FLOAT, doubled(None, None), **OPTIONS).run()


@pytest.mark.upsample_nearest_exact2d
def test_upsample_nearest_exact2d_out():
    op = torch.ops.aten._upsample_nearest_exact2d.out
    Upsampling(NAME, op, FLOAT, doubled_into, **OPTIONS).run()
