# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import COMPLEX
from .families.reduction import Reduction

SHAPES = [(rows, length) for rows in (128, 256, 512, 1024, 4096) for length in (64, 128, 256, 512, 1024)]


def rows(shape, dtype):
    yield call(Tensor(shape, dtype))


@pytest.mark.fft
def test_perf_fft():
    Reduction("fft", torch.fft.fft, COMPLEX, rows, shapes=SHAPES).run()
