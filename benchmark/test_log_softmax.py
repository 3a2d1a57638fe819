# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty, uniform
from .dtypes import FLOAT
from .families.reduction import MatrixReduction, NotVectorReduction

NAMES = "grad_output output dim input_dtype"


def rows(shape, dtype):
    yield call(Tensor(shape, dtype))


def gradient(shape, dtype):
    yield call(Tensor(shape, dtype), uniform(shape, dtype, -8.0, 0.0), -1, dtype)


def gradient_into(shape, dtype):
    for made in gradient(shape, dtype):
        yield call(*made.args, out=empty(shape, dtype))


def second_dimension_into(shape, dtype):
    yield call(Tensor(shape, dtype), 1, False, out=empty(shape, dtype))


@pytest.mark.log_softmax
def test_log_softmax():
    shapes = [(64, 64), (256, 256), (1024, 1024)]
    MatrixReduction("log_softmax", torch.nn.functional.log_softmax, FLOAT, rows, shapes=shapes).run()


@pytest.mark.log_softmax_backward_data
def test_log_softmax_backward_data():
    op = torch.ops.aten._log_softmax_backward_data
    MatrixReduction("log_softmax_backward_data", op, FLOAT, gradient, names=NAMES).run()


@pytest.mark.log_softmax_backward_data_out
def test_log_softmax_backward_data_out():
    op = torch._log_softmax_backward_data
    MatrixReduction("log_softmax_backward_data_out", op, FLOAT, gradient_into, names=NAMES).run()


@pytest.mark.log_softmax_out
def test_log_softmax_out():
    op, names = torch._log_softmax, "input dim half_to_float"
    NotVectorReduction("log_softmax_out", op, FLOAT, second_dimension_into, names=names).run()
