# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import MatrixVector

SIZES = [(2, 4, 8, 16), (4, 8, 16, 32), (8, 8, 16, 32)]  # batch, steps, features, hidden features
NAMES = "input hx params has_biases num_layers dropout train bidirectional batch_first"


def one_layer(shape, dtype):
    batch, steps, features, hidden = shape
    state = Tensor((1, batch, hidden), dtype)
    gates = 4 * hidden
    weights = [(gates, features), (gates, hidden), (gates,), (gates,)]
    params = [Tensor(size, dtype, requires_grad=True) for size in weights]
    x = Tensor((batch, steps, features), dtype)
    yield call(x, [state, state], params, True, 1, 0.0, False, False, True)


@pytest.mark.lstm
def test_lstm():
    MatrixVector("lstm", torch.lstm, FLOAT, one_layer, shapes=SIZES, names=NAMES).run()
