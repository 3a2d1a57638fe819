# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SHAPES = [(1024, 1024), (2048, 2048), (4096, 4096), (8192, 8192)]


def flattened(shape, dtype):
    yield call(Tensor(shape, dtype), [math.prod(shape)], [1])


# pytest.mark refuses a name that starts with an underscore.
@pytest.MarkDecorator(pytest.Mark("_reshape_alias", (), {}, _ispytest=True), _ispytest=True)
def test__reshape_alias():
    op = torch.ops.aten._reshape_alias
    Pointwise("_reshape_alias", op, FLOAT, flattened, shapes=SHAPES, names="input size stride").run()
