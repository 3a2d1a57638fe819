# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .families.reduction import MatrixReduction

EXPERTS, EACH = 256, 6
TOKENS = [(1,), (10,), (16,), (128,), (512,), (1024,), (2048,), (4096,)]
NAMES = "topk_weights topk_indices token_expert_indices gating_output renormalize scaling_factor bias"


def route(weights, indices, slots, gate, renormalise, factor, bias):
    # The bias has a say in the choice but not in the weights.
    scores = torch.nn.functional.softplus(gate.float()).sqrt()
    chosen = (scores + bias).topk(weights.shape[-1], dim=-1).indices
    shares = scores.gather(-1, chosen)
    if renormalise:
        shares = shares / shares.sum(dim=-1, keepdim=True)
    order = torch.arange(slots.numel(), device=slots.device).view(slots.shape)
    return weights.copy_(shares * factor), indices.copy_(chosen), slots.copy_(order)


def tokens(shape, dtype):
    chosen = (*shape, EACH)
    yield call(
        empty(chosen, torch.float32),
        empty(chosen, torch.int32),
        empty(chosen, torch.int32),
        Tensor((*shape, EXPERTS), dtype),
        True,
        1.0,
        Tensor((EXPERTS,), torch.float32),
    )


@pytest.mark.topk_softplus_sqrt
def test_topk_softplus_sqrt():
    dtypes, options = (torch.bfloat16,), {"shapes": TOKENS, "names": NAMES}
    MatrixReduction("topk_softplus_sqrt", route, dtypes, tokens, **options).run()
