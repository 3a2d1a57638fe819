# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Binary


@pytest.mark.igamma_
def test_igamma_():
    Binary("igamma_", torch.Tensor.igamma_, (torch.float32,), inplace=True).run()
