# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import Tensor, call
from .families.attention import Attention

SHORTEST = [(1024,), (2048,), (4096,), (8192,), (16384,)]
BATCH, HEADS, WIDTH, VALUE_WIDTH, BLOCK = 128, 128, 576, 512, 64
NAMES = """query block_table cache padded_length block_size batch queries cache_seqlens heads key_heads width
    value_width causal"""


def lengths(spec, device, generator):
    """Each sequence is two longer than the one before; the first has ``spec.low`` tokens."""
    return int(spec.low) + 2 * torch.arange(spec.numel, dtype=spec.dtype, device=device)


def paged(shape, dtype):
    padded = -(-(shape[0] + 2 * (BATCH - 1)) // 256) * 256
    blocks = BATCH * padded // BLOCK
    yield call(
        Tensor((BATCH, 1, HEADS, WIDTH), dtype),
        Tensor((BATCH, padded // BLOCK), torch.int32, "arange"),
        Tensor((blocks, BLOCK, 1, WIDTH), dtype),
        padded,
        BLOCK,
        BATCH,
        1,
        Tensor((BATCH,), torch.int32, lengths, low=shape[0]),
        HEADS,
        1,
        WIDTH,
        VALUE_WIDTH,
        True,
    )


def one_sequence_at_a_time(query, block_table, cache, *sizes):
    _, _, _, queries, seqlens, heads, key_heads, width, value_width, causal = sizes
    outputs, sums = [], []
    for one, blocks, length in zip(query, block_table, seqlens.tolist(), strict=True):
        keys = cache[blocks.long()].flatten(0, 1)[:length].float()
        keys = keys.repeat_interleave(heads // key_heads, dim=1)
        scores = torch.einsum("qhd,khd->hqk", one.float(), keys) / math.sqrt(width)
        if causal and queries > 1:  # one query sees all keys
            seen = torch.ones(queries, length, dtype=torch.bool, device=query.device).tril(length - queries)
            scores = scores.masked_fill(~seen, -math.inf)
        outputs.append(torch.einsum("hqk,khd->qhd", scores.softmax(-1), keys[..., :value_width]))
        sums.append(scores.logsumexp(-1))
    return torch.stack(outputs), torch.stack(sums)


@pytest.mark.flash_mla
def test_flash_mla():
    op = one_sequence_at_a_time
    Attention("flash_mla", op, (torch.bfloat16,), paged, shapes=SHORTEST, names=NAMES).run()
