# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT, HALF
from .families.blas import Blas, addmm, addmm_out, mm


def to_float32(b, m, n, k, dtype, right):
    return call(Tensor((m, n), torch.float32), *mm(b, m, n, k, dtype, right).args, torch.float32)


def into_float32(b, m, n, k, dtype, right):
    return call(*to_float32(b, m, n, k, dtype, right).args, empty((m, n), torch.float32))


def with_out_last(bias, left, right, dtype, out):
    return torch.ops.aten.addmm.dtype_out(bias, left, right, dtype, out=out)


@pytest.mark.addmm
def test_addmm():
    Blas("addmm", torch.addmm, FLOAT, addmm).run()


@pytest.mark.addmm_out
def test_addmm_out():
    Blas("addmm_out", torch.addmm, FLOAT, addmm_out).run()


@pytest.mark.addmm_dtype
def test_addmm_dtype():
    Blas("addmm_dtype", torch.ops.aten.addmm.dtype, HALF, to_float32).run()


@pytest.mark.addmm_dtype_out
def test_addmm_dtype_out():
    Blas("addmm_dtype_out", with_out_last, HALF, into_float32, gpu_only=True).run()
