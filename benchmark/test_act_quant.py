# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call
from .families.pointwise import Pointwise

LARGEST = torch.finfo(torch.float8_e4m3fn).max


def lacks_fp8():
    return torch.cuda.is_available() and torch.cuda.get_device_capability() < (8, 9)


def quantise(x, block_size, scale_fmt):
    # Each block of a row has a scale of its own; "ue8m0" rounds it up to a power of two.
    if x.shape[-1] % block_size:
        raise ValueError(f"rows of {x.shape[-1]} do not split into blocks of {block_size}")
    blocks = x.unflatten(-1, (x.shape[-1] // block_size, block_size)).float()
    scale = blocks.abs().amax(-1).clamp_(min=1e-4).div_(LARGEST)
    if scale_fmt == "ue8m0":
        scale = scale.log2_().ceil_().exp2_()
    blocks = (blocks / scale.unsqueeze(-1)).clamp_(-LARGEST, LARGEST)
    return blocks.to(torch.float8_e4m3fn).flatten(-2), scale


@pytest.mark.act_quant_triton
@pytest.mark.skipif("lacks_fp8()", reason="eight-bit floating point needs compute capability 8.9")
@pytest.mark.parametrize("block_size", [64, 128])
@pytest.mark.parametrize("scale_fmt", [None, "ue8m0"])
def test_act_quant_perf(block_size, scale_fmt):
    # Rows of 64, which blocks of 128 refuse, are among the core shapes of the public node.
    def inputs(shape, dtype):
        yield call(Tensor(shape, dtype), block_size=block_size, scale_fmt=scale_fmt)

    Pointwise("act_quant_triton", quantise, (torch.bfloat16,), inputs).run()
