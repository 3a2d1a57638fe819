# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers
from .dtypes import FLOAT
from .families.pointwise import Pointwise

LONGEST = 1_000_000


def counts(weighted):
    def inputs(shape, dtype):
        length = shape[:1]
        if length[0] > LONGEST:
            return
        for classes in (10, 256, 4096):
            weights = {"weights": Tensor(length, dtype)} if weighted else {}
            yield call(integers(length, classes), **weights)
            yield call(integers(length, classes), **weights, minlength=max(512, 2 * classes))

    return inputs


@pytest.mark.bincount
def test_bincount():
    Pointwise("bincount", torch.bincount, (torch.float32,), counts(weighted=False)).run()


@pytest.mark.bincount
def test_bincount_weighted():
    Pointwise("bincount_weighted", torch.bincount, FLOAT, counts(weighted=True)).run()
