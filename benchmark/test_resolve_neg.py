# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import COMPLEX
from .families.pointwise import Pointwise


def negated(shape, dtype):
    yield call(Tensor(shape, dtype.to_real(), layout="negated"))


@pytest.mark.resolve_neg
def test_resolve_neg():
    Pointwise("resolve_neg", torch.resolve_neg, COMPLEX, negated, shapes="not_1d").run()
