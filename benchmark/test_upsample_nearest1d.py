# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.upsampling import Upsampling, doubled_by_name, sequences


@pytest.mark.upsample_nearest1d
def test_upsample_nearest1d():
    inputs = doubled_by_name(sequences, scales=None)
    Upsampling("upsample_nearest1d", torch._C._nn.upsample_nearest1d, FLOAT, inputs).run()
