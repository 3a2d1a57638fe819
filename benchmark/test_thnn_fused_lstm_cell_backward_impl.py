# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .families.pointwise import Pointwise

SIZES = [(batch, hidden) for batch in (1, 2, 4, 8, 16) for hidden in (4, 8, 16, 32, 64)]
NAMES = "grad_hy grad_cy cx cy workspace has_bias"


def gradients(shape, dtype):
    batch, hidden = shape
    state = Tensor(shape, dtype)
    # What the forward pass keeps: the gates after their activations.
    yield call(state, state, state, state, uniform((batch, 4 * hidden), dtype), True)


@pytest.mark.thnn_fused_lstm_cell_backward_impl
def test_thnn_fused_lstm_cell_backward_impl():
    op, dtypes = torch.ops.aten._thnn_fused_lstm_cell_backward_impl, (torch.float32,)
    name, options = "thnn_fused_lstm_cell_backward_impl", {"shapes": SIZES, "names": NAMES}
    Pointwise(name, op, dtypes, gradients, **options).run()
