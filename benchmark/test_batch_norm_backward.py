# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.norm import Norm, running_statistics


def gradients(shape, dtype):
    channels = shape[1]
    running = running_statistics(channels, dtype)
    saved = running_statistics(channels, torch.float32)
    weight = Tensor((channels,), dtype)
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), weight, *running, *saved, True, 1e-5, [True] * 3)


@pytest.mark.batch_norm_backward
def test_batch_norm_backward():
    op = torch.ops.aten.native_batch_norm_backward
    names = "grad_out input weight running_mean running_var save_mean save_invstd train eps output_mask"
    Norm("batch_norm_backward", op, FLOAT, gradients, names=names).run()
