# SPDX-License-Identifier: Apache-2.0
import pytest
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

from .cases import Tensor, call
from .dtypes import HALF
from .families.attention import Attention

SHAPES = [(4, 32, 1024, 64), *((4, 32, tokens, 128) for tokens in (1024, 2048, 4096, 8192))]
MODES = [(False, 0.0), (True, 0.0)]


def flash(query, key, value, attn_mask, dropout_p, is_causal):
    op = torch.nn.functional.scaled_dot_product_attention
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
        return op(query, key, value, attn_mask, dropout_p, is_causal)


def attention(*options):
    def inputs(shape, dtype):
        yield call(*[Tensor(shape, dtype)] * 3, *options)

    return inputs


@pytest.mark.scaled_dot_product_attention
@pytest.mark.parametrize("is_causal, dropout_p", MODES)
def test_scaled_dot_product_attention(is_causal, dropout_p):
    inputs = attention(None, dropout_p, is_causal)
    names = "query key value attn_mask dropout_p is_causal"
    Attention("scaled_dot_product_attention", flash, HALF, inputs, shapes=SHAPES, names=names).run()


@pytest.mark.scaled_dot_product_flash_attention
def test_scaled_dot_product_flash_attention():
    op = torch.ops.aten._scaled_dot_product_flash_attention
    inputs = attention(0.0, False, False)
    names = "query key value dropout_p is_causal return_debug_mask"
    Attention("scaled_dot_product_flash_attention", op, HALF, inputs, shapes=SHAPES, names=names).run()
