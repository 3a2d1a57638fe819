# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT, INT
from .families.indexing import Indexing

DTYPES = (*FLOAT, *INT, torch.int8, torch.uint8)
SHAPES = [  # size of the sequence, size of the values, out_int32, right
    ((1024,), (4096,), False, False),
    ((64, 256), (64, 256), False, True),
    ((256, 1024), (256, 512), True, False),
]
SCALAR_SHAPES = [((1024,), (), False, False), ((4096,), (), False, True), ((8192,), (), True, False)]
NAMES = "sorted_sequence input"


def ascending(spec, device, generator):
    """Evenly spaced numbers along the last dimension, within what every dtype can hold."""
    low = 0 if spec.dtype == torch.uint8 else -100
    row = torch.linspace(low, 100, spec.shape[-1], device=device).to(spec.dtype)
    return row.expand(spec.shape).contiguous()


def tensors(shape, dtype):
    sequence, values, out_int32, right = shape
    yield call(Tensor(sequence, dtype, ascending), Tensor(values, dtype), out_int32=out_int32, right=right)


def scalar(shape, dtype):
    sequence, _, out_int32, right = shape
    zero = 0.0 if dtype.is_floating_point else 0
    yield call(Tensor(sequence, dtype, ascending), zero, out_int32=out_int32, right=right)


def into(inputs):
    def with_out(shape, dtype):
        out = empty(shape[1], torch.int32 if shape[2] else torch.int64)
        for made in inputs(shape, dtype):
            yield call(*made.args, **made.kwargs, out=out)

    return with_out


@pytest.mark.searchsorted
@pytest.mark.parametrize("dtype", DTYPES)
def test_searchsorted(dtype):
    op = torch.searchsorted
    Indexing("searchsorted", op, (dtype,), tensors, shapes=SHAPES, names=NAMES).run()


@pytest.mark.searchsorted_out
@pytest.mark.parametrize("dtype", DTYPES)
def test_searchsorted_out(dtype):
    op = torch.searchsorted
    Indexing("searchsorted_out", op, (dtype,), into(tensors), shapes=SHAPES, names=NAMES).run()


@pytest.mark.searchsorted_scalar
@pytest.mark.parametrize("dtype", DTYPES)
def test_searchsorted_scalar(dtype):
    op = torch.searchsorted
    Indexing("searchsorted_scalar", op, (dtype,), scalar, shapes=SCALAR_SHAPES, names=NAMES).run()


@pytest.mark.searchsorted_scalar_out
@pytest.mark.parametrize("dtype", DTYPES)
def test_searchsorted_scalar_out(dtype):
    op, inputs = torch.searchsorted, into(scalar)
    Indexing("searchsorted_scalar_out", op, (dtype,), inputs, shapes=SCALAR_SHAPES, names=NAMES).run()
