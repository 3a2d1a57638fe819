# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.indexing import Indexing

IMAGES = [((1, 3, 8, 8), 2), ((2, 4, 12, 6), 3), ((4, 16, 64, 48), 4)]  # shape of the input, factor
OPTIONS = {"shapes": IMAGES, "names": "input downscale_factor"}


def smaller(shape, dtype):
    sizes, factor = shape
    yield call(Tensor(sizes, dtype), factor)


def smaller_into(shape, dtype):
    (batch, channels, height, width), factor = shape
    out = empty((batch, channels * factor**2, height // factor, width // factor), dtype)
    yield call(Tensor(shape[0], dtype), factor, out=out)


@pytest.mark.pixel_unshuffle
def test_pixel_unshuffle():
    Indexing("pixel_unshuffle", torch.ops.aten.pixel_unshuffle, FLOAT, smaller, **OPTIONS).run()


@pytest.mark.pixel_unshuffle_out
def test_pixel_unshuffle_out():
    op = torch.ops.aten.pixel_unshuffle.out
    Indexing("pixel_unshuffle_out", op, FLOAT, smaller_into, **OPTIONS).run()
