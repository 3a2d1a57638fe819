# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT, INT
from .families.indexing import Indexing


def first_dimensions(shape, dtype):
    yield call(Tensor(shape, dtype), dims=[0, 1][: len(shape)])


@pytest.mark.flip
def test_flip():
    Indexing("flip", torch.flip, FLOAT + INT, first_dimensions, shapes="pointwise").run()
