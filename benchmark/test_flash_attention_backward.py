# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, full
from .dtypes import HALF
from .families.attention import Attention, logsumexp, scale, small

BOTH = (False, True)
SEED, OFFSET = (full((), torch.int64, 0) for _ in range(2))  # of the dropout, which there is none of
FIRST = [  # n, heads, length, width, causal
    (*sizes, width, causal)
    for width in (64, 128)
    for causal in BOTH
    for sizes in ((4, 16, 1024), (2, 16, 2048))
]

FLASH = [
    *FIRST,
    *((2, 16, length, 128, causal) for length in (1024, 2048, 4096, 8192) for causal in BOTH),
    *((2, heads, 2048, 128, causal) for heads in (8, 16, 32, 64) for causal in BOTH),
    *((batch, 16, 2048, 128, False) for batch in (1, 2, 4, 8)),
    *((1, 8, 4096, 128, causal) for causal in BOTH),
    *((2, 16, 4096, 128, causal) for causal in BOTH),
    *((4, 16, 4096, 128, causal) for causal in BOTH),
    (1, 32, 4096, 128, False),
    (2, 32, 2048, 64, False),
]


def flash(shape, dtype):
    batch, heads, length, width, causal = shape
    five = [small((batch, length, heads, width), dtype)] * 5
    sums = logsumexp(batch, heads, length, length)
    numbers = length, length, 0.0, causal
    yield call(*five, sums, None, None, *numbers, SEED, OFFSET, scale=scale(width))


@pytest.mark.flash_attention_backward
def test_perf_flash_attention_backward():
    op = torch.ops.aten._flash_attention_backward
    names = """grad_out query key value out logsumexp cum_seq_q cum_seq_k max_q max_k dropout_p is_causal
        rng_state unused"""
    Attention("flash_attention_backward", op, HALF, flash, shapes=FLASH, names=names).run()


SDP_FLASH = [  # n, heads, length, width; each pair stays a pair, whatever causal is
    *((4, 8, 1024, width) for width in (64, 128) for _ in BOTH),
    *(
        (*sizes, 128)
        for sizes in (
            (1, 1, 128),
            (2, 4, 256),
            (4, 8, 512),
            (2, 16, 512),
            (1, 32, 1024),
            (8, 8, 256),
            (1, 8, 2048),
        )
        for _ in BOTH
    ),
    *((batch, heads, 1, 128) for heads in (8, 16, 32) for batch in (1, 4)),
    *((2, 8, length, 64) for length in (17, 65, 129, 513, 1025)),
]


@pytest.mark.scaled_dot_product_flash_attention_backward
@pytest.mark.parametrize("causal", BOTH)
def test_perf_scaled_dot_product_flash_attention_backward(causal):
    def sdp_flash(shape, dtype):
        # The operator takes heads before lengths; the public tree hands them over the other way round.
        yield from flash((*shape, causal), dtype)

    op = torch.ops.aten._scaled_dot_product_flash_attention_backward
    shapes = [shape for shape in SDP_FLASH if not (causal and shape[2] == 1)]
    names = """grad_out query key value out logsumexp cum_seq_q cum_seq_k max_q max_k dropout_p is_causal
        philox_seed philox_offset"""
    name = "scaled_dot_product_flash_attention_backward"
    Attention(name, op, HALF, sdp_flash, shapes=shapes, names=names).run()


CUDNN = [  # n, heads, length, width, causal, with a bias
    *((*shape, False) for shape in FIRST),
    *((2, 8, length, width, False, True) for width in (64, 128) for length in (512, 1024)),
    *(
        (*sizes, 128, causal, False)
        for sizes in (
            (4, 8, 512),
            (2, 16, 512),
            (4, 16, 1024),
            (1, 32, 1024),
            (8, 8, 1024),
            (1, 8, 2048),
            (2, 16, 2048),
        )
        for causal in BOTH
    ),
    (1, 8, 4096, 64, False, False),
    *((1, 8, 4096, 128, causal, False) for causal in BOTH),
    (2, 16, 4096, 128, False, False),
    (4, 16, 4096, 128, False, False),
]


def cudnn(shape, dtype):
    batch, heads, length, width, causal, biased = shape
    five = [small((batch, heads, length, width), dtype)] * 5
    bias = Tensor((batch, heads, length, length), dtype) if biased else None
    sums = logsumexp(batch, heads, length, length)
    no_dropout = no_offsets = None, None
    numbers = length, length, 0.0, causal
    yield call(*five, sums, *no_dropout, bias, *no_offsets, *numbers, scale=scale(width))


@pytest.mark.scaled_dot_product_cudnn_attention_backward
def test_perf_scaled_dot_product_cudnn_attention_backward():
    op = torch.ops.aten._scaled_dot_product_cudnn_attention_backward
    names = """grad_out query key value out logsumexp philox_seed philox_offset attn_bias cum_seq_q cum_seq_k
        max_q max_k dropout_p is_causal"""
    name = "scaled_dot_product_cudnn_attention_backward"
    Attention(name, op, HALF, cudnn, shapes=CUDNN, names=names).run()


EFFICIENT = [  # n, heads, length, width, causal, with a bias
    *(
        (*sizes, width, causal, False)
        for width in (64, 128)
        for sizes in ((4, 16, 1024), (2, 16, 2048))
        for causal in BOTH
    ),
    *((2, 8, length, width, False, True) for width in (64, 128) for length in (512, 1024)),
    *(
        (*sizes, 128, causal, False)
        for sizes in (
            (2, 16, 512),
            (4, 16, 1024),
            (1, 32, 1024),
            (8, 8, 1024),
            (1, 8, 2048),
            (2, 16, 2048),
        )
        for causal in BOTH
    ),
    (1, 8, 4096, 128, False, False),
    (1, 8, 4096, 64, True, False),
    (2, 16, 4096, 128, False, False),
    (4, 16, 4096, 128, False, False),
]


def efficient(shape, dtype):
    batch, heads, length, width, causal, biased = shape
    each = small((batch, length, heads, width), dtype)
    bias = Tensor((batch, heads, length, length), dtype) if biased else None
    sums = logsumexp(batch, heads, length, length)
    yield call(
        *[each] * 4,
        bias,
        each,
        None,
        None,
        length,
        length,
        sums,
        0.0,
        SEED,
        OFFSET,
        int(causal),
        biased,
        scale=scale(width),
        num_splits_key=0,
    )


@pytest.mark.efficient_attention_backward
def test_perf_efficient_attention_backward():
    op = torch.ops.aten._efficient_attention_backward
    names = """grad_out query key value bias out cu_seqlens_q cu_seqlens_k max_seqlen_q max_seqlen_k logsumexp
        dropout_p philox_seed philox_offset custom_mask_type bias_requires_grad"""
    name = "efficient_attention_backward"
    Attention(name, op, HALF, efficient, shapes=EFFICIENT, names=names).run()


ALL = (True, True, True)
SDP_EFFICIENT = [  # n, heads, length, width, causal, with a bias, gradients of query, key and value
    *((*shape, False, ALL) for shape in FIRST),
    *(
        (2, 16, 1024, 64, False, False, wanted)
        for wanted in (
            (True, False, False),
            (False, True, False),
            (False, False, True),
            (True, True, False),
            (True, False, True),
            (False, True, True),
        )
    ),
    *(
        (2, heads, 1024, width, causal, False, ALL)
        for heads in (8, 16, 32)
        for width, causal in ((64, False), (128, True))
    ),
    *((2, 8, length, width, False, True, ALL) for length in (512, 1024) for width in (64, 128)),
    (2, 16, 512, 128, False, False, ALL),
    (4, 16, 1024, 128, False, False, ALL),
    (1, 32, 1024, 128, False, False, ALL),
    (8, 8, 1024, 128, False, False, ALL),
    (1, 8, 2048, 128, False, False, ALL),
    (2, 16, 2048, 128, False, False, ALL),
    (1, 8, 4096, 128, False, False, ALL),
    (1, 8, 4096, 64, True, False, ALL),
    (2, 16, 4096, 128, False, False, ALL),
    (4, 16, 4096, 128, False, False, ALL),
    (1, 32, 4096, 128, False, False, ALL),
]


def sdp_efficient(shape, dtype):
    batch, heads, length, width, causal, biased, wanted = shape
    each = small((batch, heads, length, width), dtype)
    bias = Tensor((batch, heads, length, length), dtype) if biased else None
    sums = logsumexp(batch, heads, length, length)
    no_dropout = SEED, OFFSET, 0.0
    yield call(*[each] * 4, bias, each, sums, *no_dropout, [*wanted, biased], causal, scale=scale(width))


@pytest.mark.scaled_dot_product_efficient_attention_backward
def test_perf_scaled_dot_product_efficient_attention_backward():
    op = torch.ops.aten._scaled_dot_product_efficient_attention_backward
    names = """grad_out query key value attn_bias out logsumexp philox_seed philox_offset dropout_p
        grad_input_mask is_causal"""
    name = "scaled_dot_product_efficient_attention_backward"
    Attention(name, op, HALF, sdp_efficient, shapes=SDP_EFFICIENT, names=names).run()
