# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call, uniform
from .dtypes import FLOAT
from .families.indexing import Indexing


def draws(shape, dtype):
    yield call(uniform(shape, dtype), 10000, True)


@pytest.mark.multinomial
def test_multinomial_with_replacement():
    op, names = torch.multinomial, "input num_samples replacement"
    Indexing("multinomial", op, FLOAT, draws, names=names).run()
