# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, full, uniform
from .dtypes import FLOAT
from .families.norm import Norm

NAMES = "input grad_output weight running_mean running_var save_mean save_invstd eps"


def gradient(x, grad_output, weight, running_mean, running_var, save_mean, save_invstd, eps):
    # PyTorch registers MIOpen's operator for AMD alone; this one has the same meaning everywhere.
    statistics = running_mean, running_var, save_mean, save_invstd
    wanted = [True, True, True]
    return torch.ops.aten.native_batch_norm_backward(grad_output, x, weight, *statistics, True, eps, wanted)


def batch_statistics(shape, dtype):
    channels = shape[1:2]
    running = full(channels, dtype, 0), full(channels, dtype, 1)
    saved = Tensor(channels, torch.float32), uniform(channels, torch.float32, 0.1, 1.1)
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), Tensor(channels, dtype), *running, *saved, 1e-5)


@pytest.mark.miopen_batch_norm_backward
def test_miopen_batch_norm_backward():
    Norm("miopen_batch_norm_backward", gradient, FLOAT, batch_statistics, names=NAMES).run()
