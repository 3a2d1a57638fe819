# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.norm import Norm, channel_affine


@pytest.mark.batch_norm
def test_batch_norm():
    names = "input weight bias running_mean running_var training momentum eps cudnn_enabled"
    Norm("batch_norm", torch.batch_norm, FLOAT, channel_affine, names=names).run()
