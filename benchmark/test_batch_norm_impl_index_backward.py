# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.norm import Norm, running_statistics

NAMES = (
    "impl_index input grad_output weight running_mean running_var save_mean save_var_transform train eps"
    " output_mask reserved_space"
)


def gradients(shape, dtype):
    channels = shape[1]
    x = Tensor(shape, dtype)
    statistics = *running_statistics(channels, dtype), *running_statistics(channels, torch.float32)
    # Only the cuDNN implementation, index 1, keeps something in the reserved space.
    reserved = empty((0,), torch.uint8)
    yield call(0, x, x, Tensor((channels,), dtype), *statistics, True, 1e-5, [True] * 3, reserved)


@pytest.mark.batch_norm_impl_index_backward
def test_batch_norm_impl_index_backward():
    op = torch.ops.aten._batch_norm_impl_index_backward
    Norm("batch_norm_impl_index_backward", op, FLOAT, gradients, names=NAMES).run()
