# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call
from .dtypes import FLOAT
from .families.creation import Creation


def sizes(shape, dtype):
    # Neither dtype nor device are given in the public tree, so that torch's defaults apply to each case.
    yield call(*shape).sized(size=list(shape))


def reversed_order(shape, dtype):
    yield call(list(shape), list(range(len(shape)))[::-1])


@pytest.mark.empty
def test_empty():
    Creation("empty", torch.empty, FLOAT, sizes).run()


@pytest.mark.empty_permuted
def test_empty_permuted():
    op = torch.empty_permuted
    Creation("empty_permuted", op, FLOAT, reversed_order, names="size physical_layout").run()
