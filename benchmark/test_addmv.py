# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.blas import MatrixVector


def plain(shape, dtype):
    m, n = shape
    yield call(Tensor((m,), dtype), Tensor((m, n), dtype), Tensor((n,), dtype))


def into(shape, dtype):
    m, n = shape
    yield call(Tensor((m,), dtype), Tensor((m, n), dtype), Tensor((n,), dtype), out=empty((m,), dtype))


@pytest.mark.addmv
def test_addmv():
    MatrixVector("addmv", torch.addmv, FLOAT, plain, names="input mat vec").run()


@pytest.mark.addmv_out
def test_addmv_out():
    MatrixVector("addmv_out", torch.addmv, FLOAT, into, names="input mat vec").run()
