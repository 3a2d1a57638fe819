# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import WithNumbers


@pytest.mark.feature_dropout
def test_feature_dropout():
    op = torch.feature_dropout
    WithNumbers("feature_dropout", op, FLOAT, 0.5, True, shapes="not_1d", names="input p train").run()


@pytest.mark.feature_dropout_
def test_feature_dropout_():
    op = torch.feature_dropout_
    WithNumbers("feature_dropout_", op, FLOAT, 0.5, True, shapes="not_1d", names="input p train").run()
