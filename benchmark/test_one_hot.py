# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call, integers
from .families.indexing import Indexing


def given_and_found(shape, dtype):
    for classes in (16, 64):
        labels = integers(shape, classes, dtype=dtype)
        yield call(labels, classes)
        yield call(labels, -1)  # as many classes as the labels show


@pytest.mark.one_hot
def test_one_hot():
    op, options = torch.nn.functional.one_hot, {"shapes": [(64, 64)], "names": "input num_classes"}
    Indexing("one_hot", op, (torch.int64,), given_and_found, **options).run()
