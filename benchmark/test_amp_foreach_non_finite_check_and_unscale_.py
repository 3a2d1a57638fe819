# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, full
from .families.pointwise import Pointwise

NAMES = "tensors found_inf inv_scale"


def tensor_and_half(shape, dtype):
    gradients = [Tensor(shape, dtype), Tensor((shape[0] // 2, *shape[1:]), dtype)]
    yield call(gradients, full((), torch.float32, 0), full((), torch.float32, 0.5))


@pytest.mark.amp_foreach_non_finite_check_and_unscale_
def test_amp_foreach_non_finite_check_and_unscale_():
    op = torch._amp_foreach_non_finite_check_and_unscale_
    dtypes = (torch.float16, torch.float32)
    Pointwise("amp_foreach_non_finite_check_and_unscale_", op, dtypes, tensor_and_half, names=NAMES).run()
