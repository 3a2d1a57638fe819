# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.joining import Joining


@pytest.mark.stack
def test_stack():
    Joining("stack", torch.stack, FLOAT).run()
