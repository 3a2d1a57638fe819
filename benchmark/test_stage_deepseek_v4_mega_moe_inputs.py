# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty, integers
from .families.pointwise import Pointwise

FP8 = torch.float8_e4m3fn
GROUP = 32  # elements that share a scale
EXPERTS = 256
NAMES = "hidden_states topk_weights topk_ids x_fp8 x_sf topk_idx_out topk_weights_out"


def stage(x, shares, experts, x_out, scales_out, experts_out, shares_out):
    # A scale is a power of two; its exponent alone is kept, four of them in an integer.
    groups = x.unflatten(-1, (-1, GROUP)).float()
    largest = groups.abs().amax(dim=-1).clamp(min=1e-4)
    scales = (largest / torch.finfo(FP8).max).log2().ceil().exp2()
    x_out.copy_((groups / scales.unsqueeze(-1)).flatten(-2))
    scales_out.copy_((scales.view(torch.int32) >> 23).to(torch.uint8).view(torch.int32))
    return x_out, scales_out, experts_out.copy_(experts), shares_out.copy_(shares)


def tokens(shape, dtype):
    rows, width, each = shape
    yield call(
        Tensor((rows, width), dtype),
        Tensor((rows, each), torch.float32),
        integers((rows, each), EXPERTS, dtype=torch.int32),
        empty((rows, width), FP8),
        empty((rows, width // (4 * GROUP)), torch.int32),
        empty((rows, each), torch.int64),
        empty((rows, each), torch.float32),
    )


@pytest.mark.stage_deepseek_v4_mega_moe_inputs
def test_stage_deepseek_v4_mega_moe_inputs_benchmark():
    name, options = "stage_deepseek_v4_mega_moe_inputs", {"shapes": [(7, 256, 8)], "names": NAMES}
    Pointwise(name, stage, (torch.bfloat16,), tokens, **options).run()
