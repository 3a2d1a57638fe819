# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.norm import Norm, running_affine


@pytest.mark.batch_norm_with_update_functional
def test__batch_norm_with_update_functional():
    op = torch.ops.aten._batch_norm_with_update_functional
    names = "input weight bias running_mean running_var momentum eps"
    Norm("_batch_norm_with_update_functional", op, FLOAT, running_affine, names=names).run()
