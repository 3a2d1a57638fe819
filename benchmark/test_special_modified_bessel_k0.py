# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Unary, UnaryOut


@pytest.mark.special_modified_bessel_k0
def test_special_modified_bessel_k0():
    Unary("special_modified_bessel_k0", torch.special.modified_bessel_k0, (torch.float32,)).run()


@pytest.mark.special_modified_bessel_k0_out
def test_special_modified_bessel_k0_out():
    op = torch.ops.aten.special_modified_bessel_k0
    UnaryOut("special_modified_bessel_k0_out", op, (torch.float32,)).run()
