# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, full
from .dtypes import FLOAT
from .families.indexing import Indexing

# Columns of the latent, columns of the position, tokens, slots of a block, blocks.
SIZES = [
    (16, 8, 84, 32, 4),
    (32, 4, 21, 16, 16),
    (64, 8, 21, 8, 4),
    (512, 64, 42, 16, 8),
    (1024, 64, 84, 16, 8),
]
NAMES = "kv_c k_pe kv_cache slot_mapping"


def write(kv_c, k_pe, kv_cache, slot_mapping, kv_cache_dtype, scale):
    # A cache of "auto" has the inputs' dtype and takes them unscaled.
    slots = kv_cache.view(-1, kv_cache.shape[-1])
    slots.index_copy_(0, slot_mapping, torch.cat((kv_c, k_pe), dim=1))
    return kv_cache


def tokens_to_slots(shape, dtype):
    latent, position, tokens, block, blocks = shape
    cache = full((blocks, block, latent + position), dtype, 0)
    slots = Tensor((tokens,), torch.int64, "permutation")
    options = {"kv_cache_dtype": "auto", "scale": full((), torch.float32, 0.1)}
    yield call(Tensor((tokens, latent), dtype), Tensor((tokens, position), dtype), cache, slots, **options)


@pytest.mark.concat_and_cache_mla
def test_concat_and_cache_mla():
    Indexing("concat_and_cache_mla", write, FLOAT, tokens_to_slots, shapes=SIZES, names=NAMES).run()
