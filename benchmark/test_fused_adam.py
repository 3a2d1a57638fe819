# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, full
from .families.pointwise import Pointwise

SHAPES = [(256, 256), (512, 512), (1024, 256), (2048, 512), (4096, 256), (65536,)]
NAMES = "param grad exp_avg exp_avg_sq max_exp_avg_sq state_step"
RATE, FIRST, SECOND, EPSILON = 1e-3, 0.9, 0.999, 1e-8


def adam(param, grad, exp_avg, exp_avg_sq, max_exp_avg_sq, state_step):
    # Without weight decay and without AMSGrad, so that the largest second moment has no part in it.
    mean = exp_avg.lerp(grad, 1 - FIRST) / (1 - FIRST**state_step)
    square = torch.addcmul(SECOND * exp_avg_sq, grad, grad, value=1 - SECOND) / (1 - SECOND**state_step)
    return param - RATE * mean / (square.sqrt() + EPSILON)


def first_step(shape, dtype):
    moments = [full(shape, dtype, 0)] * 3
    yield call(Tensor(shape, dtype), Tensor(shape, dtype), *moments, full((1,), torch.int64, 1))


@pytest.mark.fused_adam
def test_fused_adam():
    Pointwise("fused_adam", adam, (torch.float32,), first_step, shapes=SHAPES, names=NAMES).run()


@pytest.mark.fused_adam_
def test_fused_adam_():
    Pointwise("fused_adam_", adam, (torch.float32,), first_step, shapes=SHAPES, names=NAMES).run()
