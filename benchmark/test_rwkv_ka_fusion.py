# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.norm import Norm

HEADS, WIDTH = 8, 64
TOKENS = [(64,), (256,), (1024,), (4096,), (8192,), (16384,), (32768,)]


def keys(k, kk, a, ka, heads, width):
    unit = torch.nn.functional.normalize((k * kk).view(-1, heads, width), dim=-1).view(k.shape)
    return k * (1 + (a - 1) * ka), unit, unit * a


def each_token(shape, dtype):
    token, channel = Tensor((*shape, HEADS * WIDTH), dtype), Tensor((HEADS * WIDTH,), dtype)
    yield call(token, channel, token, channel, HEADS, WIDTH)


@pytest.mark.rwkv_ka_fusion
def test_rwkv_ka_fusion():
    Norm("rwkv_ka_fusion", keys, FLOAT, each_token, shapes=TOKENS, names="k kk a ka heads width").run()
