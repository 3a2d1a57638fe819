# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.indexing import Indexing

IMAGES = [  # shape of the input, factor
    ((1, 4, 2, 3), 2),
    ((2, 9, 4, 4), 3),
    ((4, 64, 32, 32), 2),
    ((2, 128, 64, 64), 2),
    ((1, 64, 16, 16), 4),
    ((8, 36, 64, 64), 3),
    ((1, 16, 128, 128), 2),
]
OPTIONS = {"shapes": IMAGES, "names": "input upscale_factor"}


def larger(shape, dtype):
    sizes, factor = shape
    yield call(Tensor(sizes, dtype), factor)


def larger_into(shape, dtype):
    (batch, channels, height, width), factor = shape
    out = empty((batch, channels // factor**2, height * factor, width * factor), dtype)
    yield call(Tensor(shape[0], dtype), factor, out=out)


@pytest.mark.pixel_shuffle
def test_pixel_shuffle():
    Indexing("pixel_shuffle", torch.ops.aten.pixel_shuffle, FLOAT, larger, **OPTIONS).run()


@pytest.mark.pixel_shuffle_out
def test_pixel_shuffle_out():
    Indexing("pixel_shuffle_out", torch.ops.aten.pixel_shuffle.out, FLOAT, larger_into, **OPTIONS).run()
