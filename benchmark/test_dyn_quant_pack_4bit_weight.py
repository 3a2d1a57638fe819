# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.joining import Joining

SIZES = [(64, 64, 32), (256, 256, 64), (1024, 1024, 128)]  # out, in, block
NAMES = "weights scales_zeros bias block_size in_features out_features"


def side_by_side(weights, scales_zeros, bias, block_size, in_features, out_features):
    # The operator packs on the CPU alone; all its data in one buffer of single precision cost about as much.
    return torch.cat([part.flatten().float() for part in (weights, scales_zeros, bias)])


def layer(shape, dtype):
    rows, columns, block = shape
    weights = Tensor((rows, columns // 2), torch.uint8)  # two numbers in a byte
    scales = Tensor((rows, columns // block), dtype)
    yield call(weights, scales, Tensor((rows,), dtype), block, columns, rows)


@pytest.mark.dyn_quant_pack_4bit_weight
def test_dyn_quant_pack_4bit_weight():
    dtypes = (torch.float32,)
    name = "dyn_quant_pack_4bit_weight"
    Joining(name, side_by_side, dtypes, layer, shapes=SIZES, names=NAMES).run()
