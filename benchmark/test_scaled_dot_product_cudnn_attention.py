# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import HALF
from .families.attention import Attention, scale

SHAPES = [(4, 32, 1024, 64), *((4, 32, tokens, 128) for tokens in (1024, 2048, 4096, 8192))]
NAMES = "query key value attn_bias compute_log_sumexp dropout_p is_causal return_debug_mask scale"


# What PyTorch chooses by itself, with the arguments of the cuDNN operator.
def attention(query, key, value, attn_bias, compute_log_sumexp, dropout_p, is_causal, debug, scale):
    op = torch.nn.functional.scaled_dot_product_attention
    return op(query, key, value, attn_bias, dropout_p, is_causal, scale=scale)


@pytest.mark.scaled_dot_product_cudnn_attention
@pytest.mark.parametrize("is_causal", [False, True])
def test_scaled_dot_product_cudnn_attention(is_causal):
    def inputs(shape, dtype):
        yield call(*[Tensor(shape, dtype)] * 3, None, True, 0.0, is_causal, False, scale(shape[-1]))

    op_name = "scaled_dot_product_cudnn_attention"
    Attention(op_name, attention, HALF, inputs, shapes=SHAPES, names=NAMES).run()
