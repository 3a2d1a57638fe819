# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.norm import Norm, running_statistics

NAMES = "input weight bias running_mean running_var training momentum eps"


def training(shape, dtype):
    affine = [Tensor(shape[1:2], dtype)] * 2
    yield call(Tensor(shape, dtype), *affine, *running_statistics(shape[1], dtype), True, 0.1, 1e-5)


@pytest.mark.native_batch_norm_legit_functional
def test_native_batch_norm_legit_functional():
    op = torch.ops.aten._native_batch_norm_legit_functional
    Norm("native_batch_norm_legit_functional", op, FLOAT, training, names=NAMES).run()
