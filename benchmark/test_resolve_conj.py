# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import COMPLEX
from .families.pointwise import Pointwise


# Conjugates that are not written out yet; of others there is nothing to resolve.
def conjugates(spec, device, generator):
    return torch.randn(spec.shape, dtype=spec.dtype, device=device, generator=generator).conj()


def conjugated(shape, dtype):
    yield call(Tensor(shape, dtype, conjugates))


@pytest.mark.resolve_conj
def test_resolve_conj():
    Pointwise("resolve_conj", torch.resolve_conj, COMPLEX, conjugated, shapes="not_1d").run()
