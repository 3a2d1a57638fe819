# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Binary


@pytest.mark.special_shifted_chebyshev_polynomial_v
def test_special_shifted_chebyshev_polynomial_v():
    op = torch.special.shifted_chebyshev_polynomial_v
    Binary("special_shifted_chebyshev_polynomial_v", op, (torch.float32,), names="input n").run()
