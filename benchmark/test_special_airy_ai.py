# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .families.pointwise import Unary, UnaryOut


@pytest.mark.special_airy_ai
def test_special_airy_ai():
    Unary("special_airy_ai", torch.special.airy_ai, (torch.float32,)).run()


@pytest.mark.special_airy_ai_out
def test_special_airy_ai_out():
    UnaryOut("special_airy_ai_out", torch.special.airy_ai, (torch.float32,)).run()
