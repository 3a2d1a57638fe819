# SPDX-License-Identifier: Apache-2.0
import functools

import pytest
import torch

from .cases import DEVICE, call
from .dtypes import FLOAT
from .families.creation import Creation

# What the operator does; itself it is there for the CPU alone.
scalar = functools.partial(torch.empty, ())


def of_any_size(shape, dtype):
    yield call(dtype=dtype, device=DEVICE)


@pytest.mark.make_dep_token
def test_make_dep_token():
    Creation("make_dep_token", scalar, FLOAT, of_any_size).run()
