# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import call
from .dtypes import INT
from .families.creation import Creation


# Like the public node without a dtype or a device: int64 on the host.
def below_a_hundred(shape, dtype):
    yield call(100, list(shape))


@pytest.mark.randint
def test_randint():
    Creation("randint", torch.randint, INT, below_a_hundred, shapes="not_1d", names="high size").run()
