# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.reduction import MatrixReduction

SHAPES = [(1024, 256), (4096, 64), (16384, 128), (512, 512), (2048, 512)]


def second_of_each_row(shape, dtype):
    yield call(input=Tensor(shape, dtype), k=2, dim=-1)


@pytest.mark.kthvalue
def test_kthvalue():
    op, dtypes = torch.kthvalue, (torch.float32,)
    MatrixReduction("kthvalue", op, dtypes, second_of_each_row, shapes=SHAPES).run()
