# SPDX-License-Identifier: Apache-2.0
import math

import pytest
import torch

from .cases import call, empty, uniform
from .families.pointwise import Pointwise

DTYPES = (torch.float32, torch.float64)
MOST_DOUBLES = 1 << 24  # the double precision operator is too slow for the larger shapes


def positive(shape, dtype):
    if dtype != torch.float64 or math.prod(shape) <= MOST_DOUBLES:
        yield call(*[uniform(shape, dtype, 0.1, 10.1)] * 2)


def positive_into(shape, dtype):
    for made in positive(shape, dtype):
        yield call(*made.args, out=empty(shape, dtype))


@pytest.mark.igammac
def test_igammac():
    Pointwise("igammac", torch.special.gammaincc, DTYPES, positive).run()


@pytest.mark.igammac_out
def test_igammac_out():
    Pointwise("igammac_out", torch.ops.aten.special_gammaincc.out, DTYPES, positive_into).run()
