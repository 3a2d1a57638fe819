# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Binary


@pytest.mark.nextafter_
def test_nextafter_():
    Binary("nextafter_", torch.Tensor.nextafter_, (torch.float32,), inplace=True).run()
