# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import COMPLEX
from .families.pointwise import Unary


@pytest.mark.conj
def test_conj():
    Unary("conj", torch._conj, COMPLEX).run()
