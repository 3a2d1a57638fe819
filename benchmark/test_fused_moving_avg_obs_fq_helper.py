# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, full
from .families.pointwise import Pointwise

NAMES = """input observer_on fake_quant_on running_min running_max scale zero_point averaging_const quant_min
    quant_max ch_axis per_row_fake_quant symmetric_quant"""


def rows(shape, dtype):
    each_row = len(shape) > 1
    channels = shape[:1] if each_row else (1,)
    on = full((), torch.int64, 1)
    low, high, scale = (full(channels, torch.float32, value) for value in (-0.5, 0.5, 1.0))
    zero_point = full(channels, torch.int32, 0)
    yield call(Tensor(shape, dtype), on, on, low, high, scale, zero_point, 0.01, 0, 255, 0, each_row, False)


@pytest.mark.fused_moving_avg_obs_fq_helper
def test_fused_moving_avg_obs_fq_helper():
    op = torch.ops.aten._fused_moving_avg_obs_fq_helper
    Pointwise("fused_moving_avg_obs_fq_helper", op, (torch.float32,), rows, names=NAMES).run()
