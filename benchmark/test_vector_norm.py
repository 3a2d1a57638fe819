# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import Unary


@pytest.mark.vector_norm
def test_vector_norm():
    Unary("vector_norm", torch.linalg.vector_norm, FLOAT, shapes="not_1d").run()
