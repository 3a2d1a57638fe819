# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.norm import Norm, channel_affine


@pytest.mark.instance_norm
def test_instance_norm():
    names = "input weight bias running_mean running_var use_input_stats momentum eps cudnn_enabled"
    Norm("instance_norm", torch.instance_norm, FLOAT, channel_affine, names=names).run()
