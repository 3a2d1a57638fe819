# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty, full
from .dtypes import FLOAT
from .families.reduction import Reduction

SIZES = [(1048576,), (64, 64), (4096, 4096), (64, 512, 512), (1024, 1024, 1024)]
SHAPES = [(reduce, size) for reduce in ("sum", "mean", "max", "min", "prod") for size in SIZES]
SEGMENTS = 64


def parts(shape, dtype):
    """Data, its axis, 64 equal lengths for each index before the axis, and the result."""
    _, size = shape
    axis = min(1, len(size) - 1)
    each = (*size[:axis], SEGMENTS)
    lengths = full(each, torch.int64, size[axis] // SEGMENTS)
    return Tensor(size, dtype), {"lengths": lengths, "axis": axis}, (*each, *size[axis + 1 :])


def segments(shape, dtype):
    data, options, _ = parts(shape, dtype)
    yield call(data, shape[0], **options, unsafe=True)


def segments_out(shape, dtype):
    data, options, result = parts(shape, dtype)
    yield call(data, shape[0], **options, unsafe=True, out=empty(result, dtype))


def gradient(shape, dtype):
    data, options, result = parts(shape, dtype)
    yield call(Tensor(result, dtype), Tensor(result, dtype), data, shape[0], **options)


def gradient_out(shape, dtype):
    for made in gradient(shape, dtype):
        yield call(*made.args, **made.kwargs, out=empty(shape[1], dtype))


@pytest.mark.segment_reduce
def test_segment_reduce():
    op, names = torch.segment_reduce, "data reduce"
    Reduction("segment_reduce", op, FLOAT, segments, shapes=SHAPES, names=names).run()


@pytest.mark.segment_reduce_out
def test_segment_reduce_out():
    op, names = torch.ops.aten.segment_reduce.out, "data reduce"
    Reduction("segment_reduce_out", op, FLOAT, segments_out, shapes=SHAPES, names=names).run()


@pytest.mark.segment_reduce_backward
def test_segment_reduce_backward():
    op, names = torch.ops.aten._segment_reduce_backward, "grad output data reduce"
    Reduction("segment_reduce_backward", op, FLOAT, gradient, shapes=SHAPES, names=names).run()


@pytest.mark.segment_reduce_backward_out
def test_segment_reduce_backward_out():
    op, names = torch.ops.aten._segment_reduce_backward.out, "grad output data reduce"
    Reduction("segment_reduce_backward_out", op, FLOAT, gradient_out, shapes=SHAPES, names=names).run()
