# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Unary, UnaryOut


@pytest.mark.special_scaled_modified_bessel_k1
def test_special_scaled_modified_bessel_k1():
    op = torch.special.scaled_modified_bessel_k1
    Unary("special_scaled_modified_bessel_k1", op, (torch.float32,)).run()


@pytest.mark.special_scaled_modified_bessel_k1_out
def test_special_scaled_modified_bessel_k1_out():
    op = torch.special.scaled_modified_bessel_k1
    UnaryOut("special_scaled_modified_bessel_k1_out", op, (torch.float32,)).run()
