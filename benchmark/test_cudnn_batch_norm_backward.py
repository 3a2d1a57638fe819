# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty, uniform
from .families.norm import Norm

NAMES = "input grad_output weight running_mean running_var save_mean save_var epsilon reserve"


def of_channels(shape, dtype):
    channels = (shape[1],)
    yield call(
        Tensor(shape, dtype),
        Tensor(shape, dtype),
        Tensor(channels, dtype),
        None,
        None,
        Tensor(channels, dtype),
        uniform(channels, dtype, 0.5, 1.5),
        1e-5,
        empty((0,), torch.uint8),  # cuDNN reserves nothing for channels first
    )


@pytest.mark.cudnn_batch_norm_backward
def test_cudnn_batch_norm_backward():
    op = torch.ops.aten.cudnn_batch_norm_backward
    Norm("cudnn_batch_norm_backward", op, (torch.float32,), of_channels, names=NAMES).run()
