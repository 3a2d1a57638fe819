# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.linalg import Linalg

SHAPES = [
    (4096, 2, 2),
    (4096, 16, 2),
    (4096, 2, 16),
    (4096, 8, 8),
    (256, 16, 8),
    (256, 8, 16),
    (64, 32),
    (32, 64),
    (16, 16, 16),
    (17, 17),
    (256, 256),
]


def matrices(shape, dtype):
    yield call(Tensor(shape, dtype), some=True, compute_uv=True)


@pytest.mark.svd
@pytest.mark.filterwarnings("ignore:.*torch.svd.*deprecated")
def test_svd():
    Linalg("svd", torch.svd, (torch.float32,), matrices, shapes=SHAPES).run()
