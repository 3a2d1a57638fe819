# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.convolution import Convolution

# n, channels, *spatial, out, *kernel, stride, padding, dilation, groups, transposed, output padding
SHAPES = [
    (16, 32, 64, 64, 64, 3, 3, 1, 1, 1, 1, False, 0),
    (16, 32, 64, 64, 64, 3, 3, 2, 1, 1, 1, False, 0),
    (8, 64, 32, 32, 128, 3, 3, 2, 1, 1, 1, False, 0),
    (8, 32, 32, 32, 32, 3, 3, 1, 1, 1, 2, False, 0),
    (8, 64, 16, 16, 32, 3, 3, 2, 1, 1, 1, True, 0),
    (8, 64, 16, 16, 32, 3, 3, 2, 1, 1, 1, True, 1),
    (8, 32, 16, 16, 32, 3, 3, 2, 1, 1, 2, True, 0),
    (16, 32, 1024, 64, 3, 1, 1, 1, 1, False, 0),
    (16, 32, 1024, 64, 3, 2, 1, 1, 1, False, 0),
    (8, 64, 512, 128, 3, 2, 1, 1, 1, False, 0),
    (8, 32, 512, 32, 3, 1, 1, 1, 2, False, 0),
    (8, 64, 256, 32, 3, 2, 1, 1, 1, True, 0),
    (8, 64, 256, 32, 3, 2, 1, 1, 1, True, 1),
    (8, 32, 256, 32, 3, 2, 1, 1, 2, True, 0),
]
NAMES = """grad_grad_input grad_grad_weight grad_grad_bias grad_output weight input
    stride padding dilation transposed output_padding groups output_mask"""


def second_derivative(shape, dtype):
    *body, stride, padding, dilation, groups, transposed, more = shape
    rank = (len(body) - 3) // 2
    batch, channels, *spatial = body[: 2 + rank]
    out, *kernel = body[2 + rank :]
    first, second = (channels, out) if transposed else (out, channels)
    weight = Tensor((first, second // groups, *kernel), dtype)
    image = Tensor((batch, channels, *spatial), dtype)
    reach = [dilation * (size - 1) for size in kernel]
    if transposed:
        sides = [(n - 1) * stride - 2 * padding + r + more + 1 for n, r in zip(spatial, reach, strict=True)]
    else:
        sides = [(n + 2 * padding - r - 1) // stride + 1 for n, r in zip(spatial, reach, strict=True)]
    each = [[value] * rank for value in (stride, padding, dilation)]
    yield call(
        image,
        weight,
        Tensor((out,), dtype),
        Tensor((batch, out, *sides), dtype),
        weight,
        image,
        *each,
        transposed,
        [more] * rank,
        groups,
        [True, True, True],
    )


@pytest.mark.convolution_double_backward
def test_convolution_double_backward():
    op = torch.ops.aten._convolution_double_backward
    dtypes = (torch.float32, torch.float16)
    name = "convolution_double_backward"
    Convolution(name, op, dtypes, second_derivative, shapes=SHAPES, names=NAMES).run()
