# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.norm import Norm


def eight_groups(shape, dtype):
    channels = (shape[1],)
    yield call(Tensor(shape, dtype), 8, Tensor(channels, dtype), Tensor(channels, dtype))


@pytest.mark.group_norm
def test_group_norm():
    # Six channels do not make eight groups.
    shapes = [(4, 16, 64, 4), (16, 16, 8, 48), (16, 16, 8, 88), (16, 16, 128)]
    names = "input num_groups weight bias"
    Norm("group_norm", torch.nn.functional.group_norm, FLOAT, eight_groups, shapes=shapes, names=names).run()
