# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call, full
from .families.pointwise import Pointwise

# Finite steps so far, was infinity found, finite steps until growth: the scale stays, backs off, grows.
STATES = [(0, 0, 2_000_000_000), (0, 1, 1000), (4, 0, 5)]
NAMES = "scale growth_tracker found_inf growth_factor backoff_factor growth_interval"


def scalars(state, dtype):
    steps, found_inf, interval = state
    tracker = full((), torch.int32, steps)
    yield call(full((), dtype, 65536), tracker, full((), dtype, found_inf), 2.0, 0.5, interval)


@pytest.mark.amp_update_scale_
def test_amp_update_scale_():
    op = torch._amp_update_scale_
    Pointwise("amp_update_scale_", op, (torch.float32,), scalars, shapes=STATES, names=NAMES).run()
