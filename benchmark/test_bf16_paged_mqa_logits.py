# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .base import Benchmark
from .cases import Tensor, call, full, uniform

PAGE = 64
HEAD = 128
SPARE_PAGES = 10
# Sequences, query positions of each, heads, keys of each sequence.
SIZES = [
    (1, 1, 32, 1024),
    (4, 1, 32, 1024),
    (8, 1, 32, 2048),
    (16, 1, 32, 4096),
    (4, 2, 32, 2048),
    (1, 1, 32, 4096),
    (4, 1, 64, 2048),
]
NAMES = "q kv_cache weights context_lens block_table schedule_metadata max_context_len"


def logits(q, kv_cache, weights, lengths, block_table, schedule, max_length, clean_logits):
    # The logit of a key is the weighted sum of its positive scores over heads, and 0 behind the sequence.
    sequences, positions, heads, head = q.shape
    keys = kv_cache[block_table.long()].view(sequences, -1, head)[:, :max_length].float()
    scores = torch.relu(torch.einsum("snhd,skd->snhk", q.float(), keys))
    summed = torch.einsum("snhk,snh->snk", scores, weights.view(sequences, positions, heads))
    there = torch.arange(keys.shape[1], device=q.device) < lengths[..., None]
    return summed.where(there, 0).flatten(0, 1)


def paged(shape, dtype):
    sequences, positions, heads, length = shape
    pages = length // PAGE
    queries = Tensor((sequences, positions, heads, HEAD), dtype)
    cache = Tensor((sequences * pages + SPARE_PAGES, PAGE, 1, HEAD), dtype)
    weights = uniform((sequences * positions, heads), torch.float32)
    lengths = full((sequences, positions), torch.int32, length)
    table = Tensor((sequences, pages), torch.int32, "arange")
    # The schedule of a kernel that the baseline is not.
    schedule = full((2, 2), torch.int32, 0)
    yield call(queries, cache, weights, lengths, table, schedule, length, clean_logits=False)


@pytest.mark.bf16_paged_mqa_logits
def test_bf16_paged_mqa_logits():
    dtypes = (torch.bfloat16,)
    Benchmark("bf16_paged_mqa_logits", logits, dtypes, paged, shapes=SIZES, names=NAMES).run()
