# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import COMPLEX
from .families.pointwise import Unary, UnaryOut


@pytest.mark.conj_copy
def test_conj_copy():
    Unary("conj_copy", torch._conj_copy, COMPLEX).run()


@pytest.mark.conj_copy_out
def test_conj_copy_out():
    UnaryOut("conj_copy_out", torch.ops.aten._conj_copy.out, COMPLEX).run()
