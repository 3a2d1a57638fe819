# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .families.attention import Attention, scale

HEADS, WIDTH = 8, 512
SIZES = [  # batch, keys, keys of a query
    (16, 136, 136),
    (16, 392, 385),
    (16, 392, 386),
    (16, 392, 387),
    (32, 392, 388),
    (32, 392, 389),
    (32, 392, 390),
    (32, 392, 391),
    (64, 136, 136),
    (64, 392, 385),
    (64, 392, 388),
    (64, 392, 389),
]
NAMES = "query key_value sink indices scale"


def over_chosen_keys(query, key_value, sink, indices, factor):
    # The sink takes its share of the weights and gives nothing.
    batch = torch.arange(query.shape[0], device=query.device)[:, None, None]
    chosen = key_value[batch, indices.long()].float()
    scores = torch.einsum("bqhd,bqkd->bqhk", query.float(), chosen) * factor
    sinks = sink[:, None].expand(*scores.shape[:-1], 1)
    weights = torch.cat((scores, sinks), dim=-1).softmax(dim=-1)[..., :-1]
    return torch.einsum("bqhk,bqkd->bqhd", weights, chosen).to(query.dtype)


def one_query(shape, dtype):
    batch, keys, chosen = shape
    yield call(
        Tensor((batch, 1, HEADS, WIDTH), dtype),
        Tensor((batch, keys, WIDTH), dtype),
        Tensor((HEADS,), torch.float32),
        integers((batch, 1, chosen), keys, dtype=torch.int32),
        scale(WIDTH),
    )


@pytest.mark.sparse_attn_triton
def test_sparse_attn_triton():
    dtypes, op = (torch.bfloat16,), over_chosen_keys
    Attention("sparse_attention", op, dtypes, one_query, shapes=SIZES, names=NAMES).run()
