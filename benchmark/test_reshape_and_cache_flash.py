# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, full, uniform
from .dtypes import FLOAT
from .families.indexing import Indexing, distinct

SIZES = [  # tokens, heads, width, slots of a block, blocks
    (21, 4, 64, 8, 512),
    (21, 4, 64, 8, 1024),
    (21, 4, 80, 16, 10000),
    (42, 8, 64, 8, 1024),
    (42, 8, 80, 16, 10000),
]
NAMES = "key value key_cache value_cache slot_mapping"


def write(key, value, key_cache, value_cache, slot_mapping, kv_cache_dtype, k_scale, v_scale):
    # A cache of "auto" has the inputs' dtype and takes them unscaled.
    key_cache.view(-1, *key.shape[1:]).index_copy_(0, slot_mapping, key)
    value_cache.view(-1, *value.shape[1:]).index_copy_(0, slot_mapping, value)
    return key_cache, value_cache


def tokens_to_slots(shape, dtype):
    tokens, heads, width, block, blocks = shape
    token = Tensor((tokens, heads, width), dtype, layout="every_second_row")
    cache = uniform((blocks, block, heads, width), dtype)
    slots = distinct((tokens,), block * blocks)
    one = full((), torch.float32, 1.0)
    options = {"kv_cache_dtype": "auto", "k_scale": one, "v_scale": one}
    yield call(token, token, cache, cache, slots, **options)


@pytest.mark.reshape_and_cache_flash
def test_reshape_and_cache_flash():
    Indexing("reshape_and_cache_flash", write, FLOAT, tokens_to_slots, shapes=SIZES, names=NAMES).run()
