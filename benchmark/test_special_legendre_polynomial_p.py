# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import WithNumbers


@pytest.mark.special_legendre_polynomial_p
def test_special_legendre_polynomial_p():
    op = torch.special.legendre_polynomial_p
    WithNumbers("special_legendre_polynomial_p", op, (torch.float32,), 3, names="input n").run()
