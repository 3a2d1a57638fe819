# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, full, integers
from .families.reduction import Reduction

DTYPES = (torch.float32, torch.float16)
SHAPES = [(64, 4, 32, 16), (256, 16, 64, 48), (512, 32, 64, 48), (1024, 32, 128, 96)]
NAMES = "log_probs targets input_lengths target_lengths"


def in_single_precision(log_probs, *args, **kwargs):
    # There is no kernel for half precision.
    return torch.nn.functional.ctc_loss(log_probs.float(), *args, **kwargs).to(log_probs.dtype)


def ragged_lengths(spec, device, generator):
    """The longest target is ``spec.high``; each next one is shorter, up to four labels."""
    return int(spec.high) - torch.arange(spec.numel, dtype=spec.dtype, device=device) % 5


def padded_and_joined(shape, dtype):
    steps, batch, classes, longest = shape
    lengths = Tensor((batch,), torch.int64, ragged_lengths, high=longest)
    labels = sum(longest - i % 5 for i in range(batch))
    for target in ((batch, longest), (labels,)):  # label 0 is the blank
        yield call(
            Tensor((steps, batch, classes), dtype),
            integers(target, classes, low=1),
            full((batch,), torch.int64, steps),
            lengths,
            blank=0,
            reduction="mean",
            zero_infinity=False,
        )


@pytest.mark.ctc_loss
def test_ctc_loss():
    op = in_single_precision
    Reduction("ctc_loss", op, DTYPES, padded_and_joined, shapes=SHAPES, names=NAMES).run()


@pytest.mark.ctc_loss
def test_ctc_loss_backward():
    op = in_single_precision
    Reduction(
        "ctc_loss_backward", op, DTYPES, padded_and_joined, shapes=SHAPES, names=NAMES, backward=True
    ).run()
