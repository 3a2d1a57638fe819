# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import HALF
from .families.attention import Attention, scale, small

BOTH = (False, True)
SHAPES = [  # n, heads, length, width, causal, with a bias
    *(
        (*sizes, width, causal, False)
        for width in (64, 128)
        for causal in BOTH
        for sizes in ((4, 16, 1024), (2, 16, 2048))
    ),
    *((2, 8, length, width, False, True) for width in (64, 128) for length in (512, 1024)),
    *((4, 8, 512, 128, causal, False) for causal in BOTH),
    *((2, 16, 512, 128, causal, False) for causal in BOTH),
    *((4, 16, 1024, 128, causal, False) for causal in BOTH),
    *((1, 32, 1024, 128, causal, False) for causal in BOTH),
    *((8, 8, 1024, 128, causal, False) for causal in BOTH),
    *((1, 8, 2048, 128, causal, False) for causal in BOTH),
    *((2, 16, 2048, 128, causal, False) for causal in BOTH),
    (1, 8, 4096, 64, False, False),
    (1, 8, 4096, 128, False, True),
    (2, 16, 4096, 128, False, False),
    (4, 16, 4096, 128, False, False),
]
NAMES = """query key value attn_bias cum_seq_q cum_seq_k max_q max_k compute_log_sumexp dropout_p is_causal
    return_debug_mask"""


def heads_first(shape, dtype):
    batch, heads, length, width, causal, biased = shape
    each = small((batch, heads, length, width), dtype)
    bias = Tensor((batch, heads, length, length), dtype) if biased else None
    no_offsets = None, None
    numbers = length, length, True, 0.0, causal, False
    yield call(each, each, each, bias, *no_offsets, *numbers, scale=scale(width))


@pytest.mark.cudnn_attention_forward
def test_perf_cudnn_attention_forward():
    op = torch.ops.aten._cudnn_attention_forward
    Attention("cudnn_attention_forward", op, HALF, heads_first, shapes=SHAPES, names=NAMES).run()
