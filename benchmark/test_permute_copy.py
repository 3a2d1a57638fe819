# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.indexing import Indexing

PERMUTATIONS = [((64, 128), [1, 0]), ((128, 256), [0, 1]), ((32, 64, 128), [2, 0, 1])]


def permuted(shape, dtype):
    sizes, dims = shape
    yield call(Tensor(sizes, dtype), dims)


@pytest.mark.permute_copy
def test_permute_copy():
    options = {"shapes": PERMUTATIONS, "names": "input dims"}
    Indexing("permute_copy", torch.permute_copy, FLOAT, permuted, **options).run()
