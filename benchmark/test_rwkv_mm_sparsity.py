# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import MatrixVector


def product(k, v):
    return torch.mv(v.T, k)


# As after a ReLU whose threshold nine tenths of the absolute values stay below.
def sparse(spec, device, generator):
    drawn = torch.randn(spec.shape, dtype=torch.float32, device=device, generator=generator)
    return (drawn - 1.645).relu().to(spec.dtype)


def sparse_vector(shape, dtype):
    rows, columns = shape
    yield call(Tensor((rows,), dtype, sparse), Tensor((rows, columns), dtype))


@pytest.mark.rwkv_mm_sparsity
def test_rwkv_mm_sparsity():
    sizes = [(16384, 4096)]
    MatrixVector("rwkv_mm_sparsity", product, FLOAT, sparse_vector, shapes=sizes, names="k v").run()
