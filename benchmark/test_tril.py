# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.pointwise import Pointwise


def plain(shape, dtype):
    yield call(Tensor(shape, dtype))


def out_by_columns(shape, dtype):
    yield call(Tensor(shape, dtype), 0, out=empty(shape, dtype, layout="transposed"))


@pytest.mark.tril_
def test_tril_inplace():
    Pointwise("tril_", torch.Tensor.tril_, FLOAT, plain, shapes="not_1d", inplace=True).run()


@pytest.mark.tril
@pytest.mark.tril_out
def test_tril_out_transposed():
    Pointwise("tril_out", torch.tril, FLOAT, out_by_columns, shapes="not_1d", names="input diagonal").run()
