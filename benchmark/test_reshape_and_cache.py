# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, full, uniform
from .dtypes import FLOAT
from .families.indexing import Indexing, distinct

SIZES = [  # tokens, heads, width, slots of a block, blocks
    (21, 4, 64, 8, 512),
    (42, 8, 64, 8, 1024),
    (42, 8, 80, 16, 10000),
    (42, 8, 120, 32, 10000),
    (42, 8, 256, 8, 1024),
]
NAMES = "key value key_cache value_cache slot_mapping"


def write(key, value, key_cache, value_cache, slot_mapping, kv_cache_dtype, k_scale, v_scale):
    # A cache of "auto" has the inputs' dtype and takes them unscaled.
    heads, groups, slots, elements = key_cache.shape[1:]
    block, slot = slot_mapping // slots, slot_mapping % slots
    key_cache[block, :, :, slot] = key.reshape(-1, heads, groups, elements)
    value_cache[block, :, :, slot] = value
    return key_cache, value_cache


def tokens_to_slots(shape, dtype):
    tokens, heads, width, block, blocks = shape
    token = Tensor((tokens, heads, width), dtype, layout="every_second_row")
    elements = 16 // dtype.itemsize  # the keys of a block lie in groups of 16 bytes
    key_cache = uniform((blocks, heads, width // elements, block, elements), dtype)
    value_cache = uniform((blocks, heads, width, block), dtype)
    slots = distinct((tokens,), block * blocks)
    one = full((), torch.float32, 1.0)
    options = {"kv_cache_dtype": "auto", "k_scale": one, "v_scale": one}
    yield call(token, token, key_cache, value_cache, slots, **options)


@pytest.mark.reshape_and_cache
def test_reshape_and_cache():
    Indexing("reshape_and_cache", write, FLOAT, tokens_to_slots, shapes=SIZES, names=NAMES).run()
