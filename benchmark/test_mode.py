# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT, INT
from .families.reduction import MatrixReduction


def last_dim(shape, dtype):
    yield call(Tensor(shape, dtype), dim=-1)


@pytest.mark.mode
@pytest.mark.skip_native(
    vendors=["mthreads"],
    reason="torch.mode ends in a misaligned address for int16, float16 and bfloat16, and no later case runs",
)
def test_perf_mode():
    MatrixReduction("mode", torch.mode, INT + FLOAT, last_dim).run()
