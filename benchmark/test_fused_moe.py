# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty, integers, uniform
from .families.blas import MatrixVector

SIZES = [(8, 4, 64, 64, 2), (32, 8, 128, 128, 2)]  # tokens, experts, rows, columns, experts of a token
BLOCK = 16  # tokens of one expert that a kernel takes at once; each expert's are padded to it
NAMES = "A B C topk_weights topk_ids sorted_token_ids expert_ids num_tokens_post_padded"


def product_of_each_expert(a, b, c, shares, experts, sorted_tokens, expert_of_block, padded):
    # The last three say in which order a kernel goes about it.
    products = torch.einsum("tk,tenk->ten", a.float(), b[experts.long()].float())
    return c.copy_(products * shares.float().unsqueeze(-1))


def chosen_experts(shape, dtype):
    tokens, experts, rows, columns, each = shape
    slots = tokens * each + experts * (BLOCK - 1)
    blocks = -(-slots // BLOCK)
    yield call(
        Tensor((tokens, columns), dtype),
        Tensor((experts, rows, columns), dtype),
        empty((tokens, each, rows), dtype),
        uniform((tokens, each), dtype),
        integers((tokens, each), experts, dtype=torch.int32),
        integers((slots,), tokens * each, dtype=torch.int32),
        integers((blocks,), experts, dtype=torch.int32),
        integers((1,), slots, dtype=torch.int32),
    )


@pytest.mark.dispatch_fused_moe_kernel
def test_dispatch_fused_moe_kernel():
    dtypes, op = (torch.bfloat16, torch.float16), product_of_each_expert
    name = "dispatch_fused_moe_kernel"
    MatrixVector(name, op, dtypes, chosen_experts, shapes=SIZES, names=NAMES).run()
