# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers, uniform
from .families.blas import MatrixVector

SIZES = [(1, 32, 32, 2, 1), (4, 64, 32, 4, 2)]  # tokens, hidden, intermediate, experts, experts of a token
NAMES = "x x_scale topk_idx topk_weights l1_weights l1_scales l2_weights l2_scales dtype"
BLOCK = 32  # elements that share a scale
MAGNITUDES = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)  # of the four-bit format e2m1; the top bit is the sign


def scaled(values, scales):
    return values * scales.repeat_interleave(BLOCK, dim=-1)[..., : values.shape[-1]]


def unpacked(packed):
    """Two numbers from each byte, the lower half first."""
    table = torch.tensor((*MAGNITUDES, *(-m for m in MAGNITUDES)), device=packed.device)
    codes = torch.stack((packed & 15, (packed >> 4) & 15), dim=-1).flatten(-2)
    return table[codes.long()]


def experts_in_single_precision(x, x_scale, chosen, shares, l1, l1_scale, l2, l2_scale, dtype):
    tokens = scaled(x.float(), x_scale)
    first = scaled(unpacked(l1), l1_scale)[chosen]
    second = scaled(unpacked(l2), l2_scale)[chosen]
    gate, up = torch.einsum("tkih,th->tki", first, tokens).chunk(2, dim=-1)
    activation = torch.nn.functional.silu(gate) * up
    return torch.einsum("tk,tkhi,tki->th", shares, second, activation)


def quantized_experts(shape, dtype):
    tokens, hidden, inner, experts, each = shape

    def weights(rows, columns):
        scales = uniform((experts, rows, columns // BLOCK), torch.float32, 0.5, 1.5)
        return Tensor((experts, rows, columns // 2), torch.int8), scales

    yield call(
        Tensor((tokens, hidden), torch.float8_e4m3fn),
        uniform((tokens, hidden // BLOCK), torch.float32, 0.5, 1.5),
        integers((tokens, each), experts),
        uniform((tokens, each), torch.float32),
        *weights(2 * inner, hidden),
        *weights(hidden, inner),
        dtype,
    )


@pytest.mark.fp8_fp4_mega_moe
def test_fp8_fp4_mega_moe_torch_ref():
    name, op = "fp8_fp4_mega_moe_torch_ref", experts_in_single_precision
    MatrixVector(name, op, (torch.bfloat16,), quantized_experts, shapes=SIZES, names=NAMES).run()
