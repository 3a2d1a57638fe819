# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers, uniform
from .families.pointwise import Pointwise

TOKENS = [(1, 8), (32, 8)]  # tokens, heads
WIDTH, TURNED, POSITIONS = 128, 64, 4096
LARGEST = torch.finfo(torch.float8_e4m3fn).max
NAMES = "positions q cos_sin_cache weights softmax_scale head_scale use_fp4"


def turn_and_quantise(positions, q, cos_sin_cache, weights, softmax_scale, head_scale, use_fp4):
    if use_fp4:
        raise NotImplementedError("four-bit queries are no core case")
    # Each pair of neighbours among the last elements of a head turns by the angle of its position.
    cos, sin = cos_sin_cache[positions].float().unsqueeze(1).chunk(2, dim=-1)
    kept, turned = q.split((WIDTH - TURNED, TURNED), dim=-1)
    even, odd = turned.float().unflatten(-1, (-1, 2)).unbind(-1)
    pairs = torch.stack((even * cos - odd * sin, odd * cos + even * sin), dim=-1)
    q = torch.cat((kept, pairs.flatten(-2).to(q.dtype)), dim=-1).float()
    # A head has one scale, a power of two.
    scale = (q.abs().amax(-1).clamp(min=1e-4) / LARGEST).log2().ceil().exp2()
    quantised = (q / scale.unsqueeze(-1)).to(torch.float8_e4m3fn)
    return quantised, weights.float() * scale * softmax_scale * head_scale


def queries(shape, dtype):
    tokens, heads = shape
    yield call(
        integers((tokens,), POSITIONS),
        Tensor((tokens, heads, WIDTH), dtype),
        uniform((POSITIONS, TURNED), dtype, -1.0, 1.0),
        Tensor((tokens, heads), dtype),
        WIDTH**-0.5,
        heads**-0.5,
        False,
    )


@pytest.mark.fused_indexer_q_rope_quant
def test_fused_indexer_q_rope_quant():
    dtypes, name = (torch.bfloat16,), "fused_indexer_q_rope_quant"
    Pointwise(name, turn_and_quantise, dtypes, queries, shapes=TOKENS, names=NAMES).run()
