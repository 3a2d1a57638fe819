# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call, full
from .families.pointwise import Pointwise

DTYPES = (torch.bool, torch.int32, torch.float32, torch.float16, torch.bfloat16)


def one_true_element(shape, dtype):
    yield call(full(shape, dtype, 1), "Benchmark assert_async")


@pytest.mark.assert_async
def test_assert_async():
    shapes = [(), (1,), (1, 1), (1, 1, 1)]
    op = torch._assert_async
    Pointwise("assert_async", op, DTYPES, one_true_element, shapes=shapes, names="input assert_msg").run()
