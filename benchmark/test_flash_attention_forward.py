# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call
from .dtypes import HALF
from .families.attention import Attention, scale, small

BOTH = (False, True)
WINDOWS = ((256, 0), (128, 128))
SHAPES = [  # n, heads, heads of the keys, queries, keys, width, causal, dropout, window
    *((4, 8, 8, 1024, 128, width, causal, 0.0, None) for width in (64, 128, 192, 256) for causal in BOTH),
    *((1, 1, 1, 128, 2048, 128, causal, 0.0, None) for causal in BOTH),
    *((4, 8, 8, 17, 1030, 128, causal, 0.0, None) for causal in BOTH),
    *((1, 4, 1, 1, 1024, 128, causal, 0.0, None) for causal in BOTH),
    *((1, 1, 1, 128, 2048, 128, False, 0.0, window) for window in WINDOWS),
    *((8, 32, 32, 1024, 1024, 128, False, 0.0, window) for window in WINDOWS),
    *((8, 32, 32, 1024, 128, 128, False, 0.0, window) for window in WINDOWS),
    *((8, 32, 32, 17, 1030, 128, False, 0.0, window) for window in WINDOWS),
    (8, 32, 32, 1024, 1024, 192, False, 0.0, WINDOWS[0]),
    *((1, 1, 1, 1024, 1024, 128, causal, 0.2, None) for causal in BOTH),
]


def parts(shape, dtype):
    batch, heads, key_heads, queries, keys, width, causal, dropout, window = shape
    query = small((batch, queries, heads, width), dtype)
    key = small((batch, keys, key_heads, width), dtype)
    windows = {} if window is None else {"window_size_left": window[0], "window_size_right": window[1]}
    return (query, key, key), (queries, keys), scale(width), causal, dropout, dropout > 0, windows


def of_the_operator(shape, dtype):
    tensors, lengths, factor, causal, dropout, debug, windows = parts(shape, dtype)
    yield call(*tensors, None, None, *lengths, dropout, causal, debug, scale=factor, **windows)


@pytest.mark.underscore_flash_attention_forward
def test__flash_attention_forward():
    op = torch.ops.aten._flash_attention_forward
    names = "query key value cum_seq_q cum_seq_k max_q max_k dropout_p is_causal return_debug_mask"
    Attention("_flash_attention_forward", op, HALF, of_the_operator, shapes=SHAPES, names=names).run()


def dense(query, key, value, scale, is_causal, dropout_p, return_debug_mask, **windows):
    lengths = query.shape[1], key.shape[1]
    flags = dropout_p, is_causal, return_debug_mask
    op = torch.ops.aten._flash_attention_forward
    return op(query, key, value, None, None, *lengths, *flags, scale=scale, **windows)


def of_the_function(shape, dtype):
    tensors, _, factor, causal, dropout, debug, windows = parts(shape, dtype)
    yield call(*tensors, factor, causal, dropout, debug, **windows)


@pytest.mark.flash_attention_forward
def test_flash_attention_forward():
    names = "query key value scale is_causal dropout_p return_debug_mask"
    Attention(
        "flash_attention_forward", dense, HALF, of_the_function, shapes=SHAPES, names=names, gpu_only=True
    ).run()
