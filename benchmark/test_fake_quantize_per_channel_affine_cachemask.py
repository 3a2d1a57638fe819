# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty, integers, uniform
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


def into_output_and_mask(shape, dtype):
    for made in along_each_of_two_axes(shape, dtype):
        yield call(*made.args, out0=empty(shape, dtype), out1=empty(shape, torch.bool))


@pytest.mark.fake_quantize_per_channel_affine_cachemask
def test_fake_quantize_per_channel_affine_cachemask():
    op = torch.ops.aten.fake_quantize_per_channel_affine_cachemask
    name = "fake_quantize_per_channel_affine_cachemask"
    Pointwise(name, op, FLOAT, along_each_of_two_axes, shapes=SHAPES, names=NAMES).run()


@pytest.mark.fake_quantize_per_channel_affine_cachemask_out
def test_fake_quantize_per_channel_affine_cachemask_out():
    op = torch.ops.aten.fake_quantize_per_channel_affine_cachemask.out
    name = "fake_quantize_per_channel_affine_cachemask_out"
    Pointwise(name, op, FLOAT, into_output_and_mask, shapes=SHAPES, names=NAMES).run()
