# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call, uniform
from .families.reduction import MatrixReduction

# Tokens, columns, size of a group, is the scale a power of two. The public node draws the last at random.
GROUPS = [
    (7, 512, 512, False),
    (7, 4096, 256, False),
    (83, 512, 64, True),
    (2048, 4096, 256, True),
    (2048, 13824, 512, True),
]
FP8 = torch.float8_e4m3fn
SMALLEST = 1e-10


def quantise(x, group_size, power_of_two):
    # Each group of columns is divided by what makes its largest number the largest of the eight-bit type.
    largest = torch.finfo(FP8).max
    groups = x.unflatten(-1, (-1, group_size)).float()
    scale = groups.abs().amax(dim=-1, keepdim=True).clamp(min=SMALLEST) / largest
    if power_of_two:
        scale = scale.log2().ceil().exp2()
    quantised = (groups / scale).clamp(-largest, largest).to(FP8)
    return quantised.flatten(-2), scale.squeeze(-1)


def tokens(shape, dtype):
    rows, columns, size, power_of_two = shape
    yield call(uniform((rows, columns), dtype), size, power_of_two)


@pytest.mark.per_token_group_quant_fp8
def test_per_token_group_quant_fp8():
    options = {"shapes": GROUPS, "names": "input group_size scale_ue8m0"}
    MatrixReduction("per_token_group_quant_fp8", quantise, (torch.bfloat16,), tokens, **options).run()
