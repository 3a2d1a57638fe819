# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT, INT
from .families.joining import Joining


@pytest.mark.concatenate
def test_concatenate():
    Joining("concatenate", torch.concatenate, FLOAT + INT, shapes="pointwise").run()
