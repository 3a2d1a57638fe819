# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty, uniform
from .families.blas import MatrixVector

NAMES = "input mat2 scale_a scale_b bias scale_result out_dtype use_fast_accum"
SIZES = [(16, 16, 16), (128, 128, 128), (512, 512, 512)]
CASES = [
    pytest.param(False, torch.float32, False, id="float8_e4m3fn-scalar-float32-bias_False"),
    pytest.param(False, torch.float16, True, id="float8_e4m3fn-scalar-float16-bias_True"),
    pytest.param(False, torch.bfloat16, True, id="float8_e4m3fn-scalar-bfloat16-bias_True"),
    pytest.param(True, torch.bfloat16, True, id="float8_e4m3fn-rowwise-bfloat16-bias_True"),
]


def lacks_fp8():
    return torch.cuda.is_available() and torch.cuda.get_device_capability() < (8, 9)


def product(by_row, out_dtype, bias):
    def inputs(shape, dtype):
        m, n, k = shape
        scales = [uniform(size, torch.float32) for size in (((m, 1), (1, n)) if by_row else ((1,), (1,)))]
        right = Tensor((k, n), dtype, layout="transposed")
        yield call(
            Tensor((m, k), dtype),
            right,
            *scales,
            Tensor((n,), out_dtype) if bias else None,
            None,
            out_dtype,
            False,
        )

    return inputs


def product_into(by_row, out_dtype, bias):
    plain = product(by_row, out_dtype, bias)

    def inputs(shape, dtype):
        for made in plain(shape, dtype):
            yield call(*made.args, out=empty(shape[:2], out_dtype))

    return inputs


@pytest.mark.scaled_mm
@pytest.mark.skipif("lacks_fp8()", reason="eight-bit floating point products need compute capability 8.9")
@pytest.mark.parametrize("by_row, out_dtype, bias", CASES)
def test_scaled_mm_benchmark(by_row, out_dtype, bias):
    inputs = product(by_row, out_dtype, bias)
    dtypes = (torch.float8_e4m3fn,)
    MatrixVector("scaled_mm", torch._scaled_mm, dtypes, inputs, shapes=SIZES, names=NAMES).run()


@pytest.mark.scaled_mm_out
@pytest.mark.skipif("lacks_fp8()", reason="eight-bit floating point products need compute capability 8.9")
@pytest.mark.parametrize("by_row, out_dtype, bias", CASES)
def test_scaled_mm_out_benchmark(by_row, out_dtype, bias):
    op, inputs = torch.ops.aten._scaled_mm.out, product_into(by_row, out_dtype, bias)
    dtypes = (torch.float8_e4m3fn,)
    MatrixVector("scaled_mm_out", op, dtypes, inputs, shapes=SIZES, names=NAMES).run()
