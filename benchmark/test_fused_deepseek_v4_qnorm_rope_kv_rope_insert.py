# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, full, uniform
from .families.norm import Norm

TOKENS = [(tokens, 128) for tokens in (1, 4, 17, 64, 1024, 2048, 4096)]  # tokens, heads
WIDTH, TURNED, POSITIONS, BLOCK = 512, 64, 4096, 16
NAMES = "q kv k_cache slot_mapping position_ids cos_sin_cache"


def rope(x, angles):
    """Turns each pair of neighbours among the last elements of a head by the angle of its position."""
    kept, turned = x.split((x.shape[-1] - TURNED, TURNED), dim=-1)
    cos, sin = angles.chunk(2, dim=-1)
    even, odd = turned.float().unflatten(-1, (-1, 2)).unbind(-1)
    pairs = torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1)
    return torch.cat((kept, pairs.flatten(-2).to(x.dtype)), dim=-1)


def norm_and_insert(q, kv, k_cache, slot_mapping, position_ids, cos_sin_cache, *, eps, cache_block_size):
    angles = cos_sin_cache[position_ids]
    normed = torch.nn.functional.rms_norm(q.float(), q.shape[-1:], eps=eps).to(q.dtype)
    q.copy_(rope(normed, angles.unsqueeze(1)))
    block = torch.div(slot_mapping, cache_block_size, rounding_mode="floor")
    k_cache[block, slot_mapping % cache_block_size] = rope(kv, angles)


def one_key_a_token(shape, dtype):
    tokens, heads = shape
    each = Tensor((tokens,), torch.int64, "arange")
    yield call(
        Tensor((tokens, heads, WIDTH), dtype),
        Tensor((tokens, WIDTH), dtype),
        full((-(-tokens // BLOCK) + 1, BLOCK, WIDTH), dtype, 0),
        each,
        each,
        uniform((POSITIONS, TURNED), torch.float32, -1.0, 1.0),
        eps=1e-6,
        cache_block_size=BLOCK,
    )


@pytest.mark.fused_deepseek_v4_qnorm_rope_kv_rope_insert
def test_fused_deepseek_v4_qnorm_rope_kv_rope_insert():
    name = "fused_deepseek_v4_qnorm_rope_kv_rope_insert"
    dtypes = (torch.bfloat16,)
    Norm(name, norm_and_insert, dtypes, one_key_a_token, shapes=TOKENS, names=NAMES).run()
