# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SHAPES = [(1, 3, 512, 512), (8, 16, 128, 128), (2, 3, 1024, 1024), (16, 16, 512, 512), (16, 16, 1024, 1024)]


def doubled(align_corners):
    def inputs(shape, dtype):
        yield call(Tensor(shape, dtype), [2 * side for side in shape[2:]], align_corners, None, None)

    return inputs


@pytest.mark.upsample_bicubic2d
@pytest.mark.skip(reason="Benchmark fails: issue #2666")
@pytest.mark.parametrize("align_corners", [False, True])
def test_upsample_bicubic2d(align_corners):
    op = torch.ops.aten.upsample_bicubic2d
    Pointwise("upsample_bicubic2d", op, FLOAT, doubled(align_corners), shapes=SHAPES).run()
