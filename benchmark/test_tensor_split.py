# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.joining import Joining

SHAPES = [
    (64,),
    (256,),
    (1024,),
    (64, 64),
    (128, 128),
    (256, 256),
    (512, 512),
    (8, 16, 32),
    (16, 32, 64),
    (32, 64, 128),
    (4, 8, 16, 32),
    (8, 16, 32, 64),
]
NAMES = "input indices_or_sections"


def thirds(shape, dtype):
    yield call(Tensor(shape, dtype), 3)


@pytest.mark.tensor_split
def test_tensor_split():
    Joining("tensor_split", torch.tensor_split, FLOAT, thirds, shapes=SHAPES, names=NAMES).run()
