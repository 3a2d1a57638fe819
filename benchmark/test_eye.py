# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import DEVICE, call
from .dtypes import FLOAT
from .families.creation import Creation


def leading_plane(shape, dtype):
    # A vector makes no identity matrix.
    if len(shape) > 1:
        yield call(n=shape[0], m=shape[1], dtype=dtype, device=DEVICE)


@pytest.mark.eye
def test_eye():
    Creation("eye", torch.eye, FLOAT, leading_plane).run()


@pytest.mark.eye_m
def test_eye_m():
    Creation("eye_m", torch.eye, FLOAT, leading_plane).run()
