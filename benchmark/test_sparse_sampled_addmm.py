# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.blas import MatrixVector

SIZES = [  # b, m, n, k
    (2, 128, 128, 128),
    (4, 256, 256, 256),
    (8, 512, 512, 512),
    (16, 512, 512, 512),
    (4, 1024, 1024, 1024),
    (16, 1024, 1024, 1024),
    (8, 2048, 2048, 64),
    (2, 2048, 2048, 128),
    (4, 4096, 4096, 128),
    (1, 4096, 4096, 64),
    (2, 4096, 1024, 512),
    (2, 1024, 1000, 384),
]
NAMES = "input mat1 mat2"
SHARE = 10  # one element of so many is there


def sparse(spec, device, generator):
    """Each row has equally many elements; the matrices of a batch have them in the same places."""
    batch, rows, columns = spec.shape
    each = columns // SHARE
    places = torch.rand((rows, columns), device=device, generator=generator).topk(each).indices.sort().values
    ends = torch.arange(0, rows * each + 1, each, device=device)
    values = torch.randn((batch, rows * each), dtype=spec.dtype, device=device, generator=generator)
    return torch.sparse_csr_tensor(
        ends.repeat(batch, 1), places.flatten().repeat(batch, 1), values, size=spec.shape
    )


def with_values(matrix, values):
    return torch.sparse_csr_tensor(matrix.crow_indices(), matrix.col_indices(), values, size=matrix.shape)


def sampled_product(matrix, left, right, out=None):
    if matrix.dtype == torch.float32:
        return torch.sparse.sampled_addmm(matrix, left, right, out=out)
    # PyTorch has no kernel for half precision.
    wide = with_values(matrix, matrix.values().float())
    values = torch.sparse.sampled_addmm(wide, left.float(), right.float()).values().to(matrix.dtype)
    if out is None:
        return with_values(matrix, values)
    out.values().copy_(values)
    return out


def batches(shape, dtype):
    b, m, n, k = shape
    matrix = Tensor((b, m, n), dtype, sparse)
    yield call(matrix, Tensor((b, m, k), dtype), Tensor((b, k, n), dtype))


def batches_into(shape, dtype):
    for made in batches(shape, dtype):
        yield call(*made.args, out=made.args[0])


@pytest.mark.sparse_sampled_addmm
def test_sparse_sampled_addmm():
    op = sampled_product
    MatrixVector("sparse_sampled_addmm", op, FLOAT, batches, shapes=SIZES, names=NAMES).run()


@pytest.mark.sparse_sampled_addmm_out
def test_sparse_sampled_addmm_out():
    op = sampled_product
    MatrixVector("sparse_sampled_addmm_out", op, FLOAT, batches_into, shapes=SIZES, names=NAMES).run()
