# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import WithNumbers


@pytest.mark.special_chebyshev_polynomial_u
def test_special_chebyshev_polynomial_u():
    op, dtypes = torch.special.chebyshev_polynomial_u, (torch.float32,)
    WithNumbers("special_chebyshev_polynomial_u", op, dtypes, 3, shapes="not_1d", names="input n").run()
