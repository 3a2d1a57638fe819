# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import WithNumbers


@pytest.mark.alpha_dropout
def test_alpha_dropout():
    op = torch.alpha_dropout
    WithNumbers("alpha_dropout", op, FLOAT, 0.5, True, shapes="not_1d", names="input p train").run()
