# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, uniform
from .families.blas import MatrixVector

SIZES = [(4, 64, 128, 128), (8, 128, 256, 256), (16, 256, 512, 512)]  # groups, rows of the first, n, k
NAMES = "input mat2 scale_a scale_b"


def lacks_fp8():
    return torch.cuda.is_available() and torch.cuda.get_device_capability() < (8, 9)


def ends(spec, device, generator):
    """Where each group ends, for groups of ``spec.low`` rows, one more, and so on."""
    first = int(spec.low)
    return torch.arange(first, first + spec.numel, device=device).cumsum(0).to(spec.dtype)


def growing_groups(shape, dtype):
    groups, first, n, k = shape
    rows = groups * first + groups * (groups - 1) // 2
    yield call(
        Tensor((rows, k), dtype),
        Tensor((groups, k, n), dtype, layout="transposed"),
        uniform((rows,), torch.float32, 0.75, 1.25),
        uniform((groups, n), torch.float32, 0.75, 1.25),
        offs=Tensor((groups,), torch.int32, ends, low=first),
        bias=None,
        out_dtype=torch.bfloat16,
        use_fast_accum=False,
    )


@pytest.mark.scaled_grouped_mm
@pytest.mark.skipif("lacks_fp8()", reason="eight-bit floating point products need compute capability 8.9")
def test_scaled_grouped_mm_benchmark():
    op, dtypes = torch._scaled_grouped_mm, (torch.float8_e4m3fn,)
    MatrixVector(
        "scaled_grouped_mm", op, dtypes, growing_groups, shapes=SIZES, names=NAMES, gpu_only=True
    ).run()
