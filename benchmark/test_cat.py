# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT, INT
from .families.joining import Joining


@pytest.mark.cat
def test_cat():
    Joining("cat", torch.cat, FLOAT + INT).run()


def into(shape, dtype):
    yield call([Tensor(shape, dtype)] * 3, dim=0, out=empty((3 * shape[0], *shape[1:]), dtype))


@pytest.mark.cat_out
def test_cat_out():
    Joining("cat_out", torch.cat, FLOAT + INT, into).run()
