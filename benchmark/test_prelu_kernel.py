# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Binary


@pytest.mark.prelu_kernel
def test_prelu_kernel():
    Binary("prelu_kernel", torch._prelu_kernel, FLOAT, names="input weight").run()
