# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers, uniform
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SHAPES = [(4, 4), (64, 64), (128, 256), (512, 512), (1024, 1024), (2, 3, 128, 128), (8, 16, 64, 64)]
NAMES = "input scale zero_point axis quant_min quant_max"


def along_each_of_two_axes(shape, dtype):
    for axis in (0, 1):
        channels = (shape[axis],)
        scale = uniform(channels, torch.float32, 0.01, 0.1)
        zero_point = integers(channels, 256, dtype=torch.int32)
        yield call(Tensor(shape, dtype), scale, zero_point, axis, 0, 255)


@pytest.mark.fake_quantize_per_channel_affine
def test_fake_quantize_per_channel_affine():
    op = torch.fake_quantize_per_channel_affine
    name = "fake_quantize_per_channel_affine"
    Pointwise(name, op, FLOAT, along_each_of_two_axes, shapes=SHAPES, names=NAMES).run()
