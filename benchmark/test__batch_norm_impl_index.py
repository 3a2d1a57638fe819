# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.norm import Norm, running_statistics


def training(shape, dtype):
    channels = shape[1]
    affine = Tensor((channels,), dtype), Tensor((channels,), dtype)
    yield call(Tensor(shape, dtype), *affine, *running_statistics(channels, dtype), True, 0.1, 1e-5, True)


@pytest.mark.batch_norm_impl_index
def test__batch_norm_impl_index():
    names = "input weight bias running_mean running_var training momentum eps cudnn_enabled"
    Norm("_batch_norm_impl_index", torch._batch_norm_impl_index, FLOAT, training, names=names).run()
