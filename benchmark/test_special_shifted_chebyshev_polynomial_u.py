# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Binary


@pytest.mark.special_shifted_chebyshev_polynomial_u
def test_special_shifted_chebyshev_polynomial_u():
    op = torch.special.shifted_chebyshev_polynomial_u
    Binary("special_shifted_chebyshev_polynomial_u", op, (torch.float32,), names="input n").run()


# PyTorch has no version that writes to its input; the public node says that this one does.
@pytest.mark.special_shifted_chebyshev_polynomial_u_
def test_special_shifted_chebyshev_polynomial_u_():
    op, dtypes = torch.special.shifted_chebyshev_polynomial_u, (torch.float32,)
    Binary("special_shifted_chebyshev_polynomial_u_", op, dtypes, names="input n", inplace=True).run()
