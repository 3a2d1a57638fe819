# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import HALF
from .families.indexing import Indexing

# Shape of the input, share of it that is not zero, rows of the result.
SPARSE = [
    ((1024,), 0.0, 128),
    ((1024,), 0.1, 128),
    ((16384,), 0.001, 128),
    ((16384,), 0.1, 1024),
    ((262144,), 0.001, 1024),
    ((262144,), 0.1, 4096),
    ((1048576,), 0.001, 1024),
    ((1048576,), 0.1, 4096),
    ((32, 1024), 0.1, 1024),
    ((128, 4096), 0.01, 4096),
    ((1024, 4096), 0.001, 1024),
    ((1024, 4096), 0.1, 4096),
    ((16, 64, 64), 0.1, 1024),
    ((32, 128, 128), 0.01, 4096),
]


def ones_here_and_there(spec, device, generator):
    """A share of ``spec.high`` is one, the rest is zero."""
    return (torch.rand(spec.shape, device=device, generator=generator) < spec.high).to(spec.dtype)


def sparse(shape, dtype):
    sizes, share, rows = shape
    yield call(Tensor(sizes, dtype, ones_here_and_there, high=share), size=rows, fill_value=-1)


@pytest.mark.nonzero_static
def test_perf_nonzero_static():
    Indexing("nonzero_static", torch.nonzero_static, HALF, sparse, shapes=SPARSE).run()
