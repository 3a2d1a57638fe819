# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SIZES = [(1, 4), (4, 16), (8, 32), (16, 64), (32, 128)]  # batch, hidden features
NAMES = "input_gates hidden_gates cx"


def four_gates(shape, dtype):
    batch, hidden = shape
    gates = Tensor((batch, 4 * hidden), dtype)
    yield call(gates, gates, Tensor(shape, dtype))


@pytest.mark.thnn_fused_lstm_cell
def test_thnn_fused_lstm_cell():
    op = torch.ops.aten._thnn_fused_lstm_cell
    Pointwise("thnn_fused_lstm_cell", op, FLOAT, four_gates, shapes=SIZES, names=NAMES).run()
