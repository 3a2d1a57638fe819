# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Binary


@pytest.mark.igammac_
def test_igammac_():
    Binary("igammac_", torch.Tensor.igammac_, (torch.float32,), inplace=True).run()
