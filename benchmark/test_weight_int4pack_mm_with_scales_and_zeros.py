# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .dtypes import FLOAT
from .families.blas import MatrixVector

SIZES = [(4, 16, 8), (8, 32, 16), (4, 64, 16), (8, 128, 32)]  # m, k, n
NAMES = "input mat2 group_size scales zeros"


def product(x, packed, group_size, scales, zeros):
    # A byte holds two numbers of four bits, the lower half first.
    numbers = torch.stack((packed & 15, packed >> 4), dim=-1).flatten(-2).T.float()
    weight = (numbers - zeros.repeat_interleave(group_size, 0)) * scales.repeat_interleave(group_size, 0)
    return (x.float() @ weight).to(x.dtype)


def groups(shape, dtype):
    m, k, n = shape
    for size in (2, 4, 8, 16):
        grid = (k // size, n)
        packed = Tensor((n, k // 2), torch.uint8)
        yield call(Tensor((m, k), dtype), packed, size, uniform(grid, dtype, 0.01, 3.0), Tensor(grid, dtype))


@pytest.mark.weight_int4pack_mm_with_scales_and_zeros
def test_weight_int4pack_mm_with_scales_and_zeros():
    name = "weight_int4pack_mm_with_scales_and_zeros"
    MatrixVector(name, product, FLOAT, groups, shapes=SIZES, names=NAMES).run()
