# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.reduction import Reduction

LENGTHS = [(256,), (1024,), (4096,)]
NAMES = "input numel n_bins ratio bit_width"


def on_the_host(x, numel, n_bins, ratio, bit_width):
    # PyTorch reads the input by a host pointer, wherever it lies.
    return torch.choose_qparams_optimized(x.cpu(), numel, n_bins, ratio, bit_width)


def eight_bits(shape, dtype):
    yield call(Tensor(shape, dtype), shape[0], 200, 0.16, 8)


@pytest.mark.choose_qparams_optimized
def test_choose_qparams_optimized():
    dtypes = (torch.float32,)
    Reduction("choose_qparams_optimized", on_the_host, dtypes, eight_bits, shapes=LENGTHS, names=NAMES).run()
