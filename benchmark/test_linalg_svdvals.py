# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.linalg import Linalg


def matrix(shape, dtype):
    yield call(Tensor(shape, dtype))


@pytest.mark.linalg_svdvals
def test_linalg_svdvals():
    Linalg("linalg_svdvals", torch.linalg.svdvals, (torch.float32,), matrix, shapes="matrix").run()
