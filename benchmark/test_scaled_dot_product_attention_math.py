# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.attention import Attention

SHAPES = [(2, 4, 64, 64), (2, 8, 128, 64), (4, 8, 256, 64), (2, 8, 512, 64), (1, 8, 1024, 64)]


def plain(shape, dtype):
    yield call(*[Tensor(shape, dtype)] * 3)


@pytest.mark.scaled_dot_product_attention_math
def test_scaled_dot_product_attention_math():
    op = torch.ops.aten._scaled_dot_product_attention_math
    Attention("scaled_dot_product_attention_math", op, FLOAT, plain, shapes=SHAPES).run()
