# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .dtypes import FLOAT
from .families.pointwise import Pointwise

LENGTHS = [(128,), (192,), (256,), (384,), (512,)]


def rotate(x, cos, sin):
    # Position t turns the pair of the first and the second half of a head by the angles of row t.
    first, second = x.float().chunk(2, dim=-1)
    cos, sin = cos[:, None, :].float(), sin[:, None, :].float()
    return torch.cat((first * cos - second * sin, second * cos + first * sin), dim=-1).to(x.dtype)


def rotary(q, k, cos, sin):
    return rotate(q, cos, sin), rotate(k, cos, sin)


def heads(shape, dtype):
    (length,) = shape
    angles = uniform((length, 32), dtype, -1.0, 1.0)
    yield call(Tensor((4, length, 8, 64), dtype), Tensor((4, length, 1, 64), dtype), angles, angles)


@pytest.mark.apply_rotary_pos_emb
def test_apply_rotary_pos_emb():
    Pointwise("apply_rotary_pos_emb", rotary, FLOAT, heads, shapes=LENGTHS, names="q k cos sin").run()
