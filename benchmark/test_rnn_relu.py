# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import MatrixVector

SIZES = [(16, 4, 32), (32, 8, 64), (64, 16, 128)]  # steps, batch, features


def one_layer(shape, dtype):
    steps, batch, features = shape
    weights = [(features, features), (features, features), (features,), (features,)]
    yield call(
        Tensor((steps, batch, features), dtype),
        hx=Tensor((1, batch, features), dtype),
        params=[Tensor(size, dtype, requires_grad=True) for size in weights],
        has_biases=True,
        num_layers=1,
        dropout=0.0,
        train=False,
        bidirectional=False,
        batch_first=False,
    )


@pytest.mark.rnn_relu
def test_rnn_relu():
    MatrixVector("rnn_relu", torch.rnn_relu, FLOAT, one_layer, shapes=SIZES).run()
