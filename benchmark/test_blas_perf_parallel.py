# SPDX-License-Identifier: Apache-2.0
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch

from . import settings, timing
from .base import Benchmark
from .cases import Tensor, call
from .dtypes import COMPLEX, FLOAT
from .families.blas import Blas, MatrixVector, addmm, bmm, mm
from .families.pointwise import Pointwise

# The left-hand side broadcasts over the right-hand one.
PAIRS = [(1, 2048), (32, 2048), (128, 2048), (496, 2048), (512, 2048), (4108, 2048), (16384, 2048)]
LENGTHS = [(64,), (1024,), (2048,), (4096,), (65536,)]
TOKENS = [(tokens, 256, 7168) for tokens in (1, 8, 16, 32, 64, 128, 256, 512, 1024)]


class SpreadOverDevices(Benchmark):
    """Times one dtype on each device at the same time, to see what they cost one another."""

    def run(self):
        with ThreadPoolExecutor(len(self.dtypes)) as pool:
            results = list(pool.map(self._time, range(len(self.dtypes)), self.dtypes))
        rows = [row for result in results for row in result.rows]
        failures = [f"{row.planned.case_id}: {row.error}" for row in rows if row.error]
        if failures:
            raise timing.TimingFailed("\n".join(failures))

    def _time(self, index, dtype):
        count = torch.cuda.device_count()
        with torch.cuda.device(index % count) if count else torch.device("cpu"):
            return timing.TimingDriver().time_dtype(self, dtype, settings.nodeid)


class SpreadPointwise(SpreadOverDevices, Pointwise):
    pass


class SpreadBlas(SpreadOverDevices, Blas):
    pass


class SpreadMatrixVector(SpreadOverDevices, MatrixVector):
    pass


def column_times_matrix(shape, dtype):
    yield call(Tensor((shape[0], 1), dtype), Tensor(shape, dtype))


def baddbmm(b, m, n, k, dtype, right):
    made = call(Tensor((b, m, n), dtype), *bmm(b, m, n, k, dtype, right).args)
    return call(*(tensor.like(requires_grad=True) for tensor in made.args))


def addr(b, m, n, k, dtype, right):
    return call(Tensor((b, m), dtype), Tensor((b,), dtype), Tensor((m,), dtype), alpha=0.5, beta=0.5)


def two_vectors(shape, dtype):
    yield call(Tensor(shape[:1], dtype), Tensor(shape[-1:], dtype))


def matrix_and_vector(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape[1:], dtype))


def vector_matrix_and_vector(shape, dtype):
    yield call(Tensor(shape[:1], dtype), Tensor(shape, dtype), Tensor(shape[1:], dtype))


def tokens_and_experts(shape, dtype):
    m, n, k = shape
    yield call(Tensor((m, k), dtype), Tensor((n, k), dtype))


def scores(x, weight):
    return torch.mm(x, weight.t()).float()


def operator(name, op, inputs, kind=""):
    of = f"{name}-{name}-{name}_input_fn" + (f"-{kind}" if kind else "")
    return pytest.param(name, op, inputs, id=of, marks=getattr(pytest.mark, name))


@pytest.mark.mul
def test_perf_mul():
    SpreadPointwise("mul", torch.mul, FLOAT, column_times_matrix, shapes=PAIRS).run()


@pytest.mark.parametrize(
    "name, op, product",
    [
        operator("addmm", torch.addmm, addmm, "ParallelBlasBenchmark"),
        operator("bmm", torch.bmm, bmm, "ParallelBlasBenchmark"),
        operator("mm", torch.Tensor.mm, mm, "ParallelBlasBenchmark"),
        operator("baddbmm", torch.baddbmm, baddbmm, "ParallelBaddbmmBenchmark"),
    ],
)
def test_blas_benchmark(name, op, product):
    SpreadBlas(name, op, FLOAT, product).run()


@pytest.mark.parametrize(
    "name, op, inputs",
    [
        operator("mv", torch.Tensor.mv, matrix_and_vector),
        operator("outer", torch.Tensor.outer, two_vectors),
    ],
)
def test_mv_and_outer_benchmark(name, op, inputs):
    SpreadMatrixVector(name, op, FLOAT, inputs).run()


@pytest.mark.parametrize("name, op, inputs", [operator("addmv", torch.addmv, vector_matrix_and_vector)])
def test_addmv_benchmark(name, op, inputs):
    SpreadMatrixVector(name, op, FLOAT, inputs).run()


@pytest.mark.vdot
def test_vdot_benchmark():
    SpreadMatrixVector("vdot", torch.Tensor.vdot, COMPLEX + FLOAT, two_vectors, shapes=LENGTHS).run()


@pytest.mark.addr
def test_addr_benchmark():
    SpreadBlas("addr", torch.Tensor.addr, FLOAT, addr).run()


@pytest.mark.router_gemm
def test_perf_router_gemm():
    dtypes = (torch.bfloat16,)
    SpreadMatrixVector("router_gemm", scores, dtypes, tokens_and_experts, shapes=TOKENS).run()
