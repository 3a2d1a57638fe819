# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.norm import Norm, running_affine


def normalise(x, weight, bias, mean, var, momentum, eps):
    return torch.nn.functional.batch_norm(x, mean, var, weight, bias, False, momentum, eps)


@pytest.mark.batch_norm_no_update
def test_batch_norm_no_update():
    names = "input weight bias running_mean running_var momentum eps"
    Norm("batch_norm_no_update", normalise, FLOAT, running_affine, names=names).run()
