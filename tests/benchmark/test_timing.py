# SPDX-License-Identifier: Apache-2.0
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch

from benchmark import settings
from benchmark.base import Benchmark
from benchmark.cases import Tensor, call
from benchmark.families.pointwise import Unary
from benchmark.timing import Result, Row, TimingDriver, TimingFailed, measure, tables

ROOT = Path(__file__).resolve().parents[2]
F32, F64 = torch.float32, torch.float64
QUICK = settings.Timing(iterations=1, warmup=0)


def square(shape, dtype):
    yield call(Tensor(shape, dtype))


def timed(benchmark, **changes):
    options = {"iterations": 1, "warmup": 0, **changes}
    with settings.using(nodeid="f.py::n", timing=settings.Timing(**options), results=[]):
        TimingDriver().run(benchmark)
        return settings.results


def test_each_dtype_has_a_result_and_each_case_a_row():
    results = timed(Unary("neg", torch.neg, (F32, F64), shapes=[(4,), (5, 6)]))
    assert [(r.nodeid, r.op_name, r.dtype, r.level, r.device) for r in results] == [
        ("f.py::n", "neg", "torch.float32", "core", "cpu"),
        ("f.py::n", "neg", "torch.float64", "core", "cpu"),
    ]
    assert [row.planned.case_id for row in results[1].rows] == [
        "f.py::n::core::float64::0",
        "f.py::n::core::float64::1",
    ]
    assert all(
        row.metrics.keys() == {"latency_base"} and row.metrics["latency_base"] > 0
        for r in results
        for row in r.rows
    )


def test_only_the_dtypes_asked_for_are_timed():
    results = timed(Unary("neg", torch.neg, (F32, F64), shapes=[(4,)]), dtypes=("float64", "int8"))
    assert [result.dtype for result in results] == ["torch.float64"]


@pytest.mark.parametrize("mode", ["kernel", "operator", "wrapper"])
def test_the_latency_is_that_of_one_call_in_milliseconds(mode):
    options = settings.Timing(mode=mode, iterations=5, warmup=1)
    latency = measure(lambda: time.sleep(0.02), "cpu", options)
    assert 20 <= latency < 200


def test_backward_is_timed_without_its_forward_pass():
    calls = []

    def op(x):
        calls.append(1)
        return x * 2

    timed(Benchmark("op", op, (F32,), square, shapes=[(4,)], backward=True), mode="operator", iterations=20)
    assert len(calls) == 1


def test_rates_come_from_the_plan():
    def product(shape, dtype):
        yield call(Tensor((64, 32), dtype), Tensor((32, 16), dtype))

    (result,) = timed(
        Benchmark("mm", torch.mm, (F32,), product, shapes=[(1,)]),
        metrics=("gbps_base", "tflops_base", "tflops"),
    )
    metrics = result.rows[0].metrics
    seconds = metrics["latency_base"] / 1e3
    assert metrics["tflops_base"] == pytest.approx(2 * 64 * 32 * 16 / seconds / 1e12)
    assert metrics["gbps_base"] == pytest.approx((64 * 32 + 32 * 16 + 64 * 16) * 4 / seconds / 1e9)
    assert "tflops" not in metrics


def test_a_case_that_fails_leaves_the_others_their_figures():
    def some(shape, dtype):
        yield call(Tensor(shape, dtype))

    def op(x):
        if x.numel() == 4:
            raise RuntimeError("no\nroom")
        return -x

    with settings.using(results=[], timing=QUICK, nodeid="n"):
        with pytest.raises(TimingFailed, match=r"^n::core::float32::0: RuntimeError: no room$"):
            TimingDriver().run(Benchmark("op", op, (F32,), some, shapes=[(4,), (5,)]))
        first, second = settings.results[0].rows
    assert first.error == "RuntimeError: no room" and first.metrics == {}
    assert second.error is None and second.metrics["latency_base"] > 0


def test_the_table_aligns_figures_and_shows_what_is_missing():
    benchmark = Unary("neg", torch.neg, (F32,), shapes=[(4,), (5, 6)])
    (result,) = timed(benchmark)
    first, second = (row.planned for row in result.rows)
    rows = (
        Row(first, {"latency_base": 1.5, "latency": 0.5, "speedup": 3.0}),
        Row(second, {}, "RuntimeError: no"),
    )
    made = Result("n", "neg", "torch.float32", "core", "kernel", "cuda", rows)
    assert list(tables([made], ("latency_base", "latency", "speedup"))) == [
        "",
        "neg float32 (core, kernel, cuda)",
        "latency_base ms  latency ms  speedup  case",
        "            1.5         0.5        3  {'input': [4]}",
        "              -           -        -  RuntimeError: no",
    ]


@pytest.fixture
def run(tmp_path):
    shapes = tmp_path / "shapes.yaml"
    shapes.write_text(
        "core: {pointwise: [[4, 4]]}\ncomprehensive: {pointwise: [[2, 8]]}\noperators: {mul: [[3, 8]]}\n"
    )

    def run(*options, shape_file=shapes):
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            "-q",
            "--device",
            "cpu",
            *options,
        ]
        if shape_file:
            command.append(f"--shape-file={shape_file}")
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)

    return run


def test_a_plain_run_prints_a_table_a_dtype_at_the_comprehensive_level(run):
    result = run("benchmark/test_negative.py", "--iter=1")
    assert result.returncode == 0, result.stdout
    lines = result.stdout.splitlines()
    titles = [line for line in lines if line.startswith("negative ")]
    assert titles == [
        f"negative {dtype} (comprehensive, kernel, cpu)" for dtype in ("float16", "float32", "bfloat16")
    ]
    assert sum("{'input': [4, 4]}" in line for line in lines) == 3
    assert sum("{'input': [2, 8]}" in line for line in lines) == 3


def test_the_record_holds_ids_and_figures(run, tmp_path):
    output = tmp_path / "record.json"
    options = ["--iter=1", "--level=core", "--dtypes=float32", "--record=json", f"--output={output}"]
    result = run("benchmark/test_negative.py", *options)
    assert result.returncode == 0, result.stdout
    (record,) = json.loads(output.read_text())
    assert {key: record[key] for key in ("nodeid", "op_name", "dtype", "level", "mode", "device")} == {
        "nodeid": "benchmark/test_negative.py::test_negative",
        "op_name": "negative",
        "dtype": "torch.float32",
        "level": "core",
        "mode": "kernel",
        "device": "cpu",
    }
    (case,) = record["cases"]
    assert case.pop("latency_base") > 0
    assert case == {
        "case_id": "benchmark/test_negative.py::test_negative::core::float32::0",
        "ordinal": 0,
        "dtype": "torch.float32",
        "shape": {"input": [4, 4]},
        "params": {},
    }


def test_a_node_with_a_run_of_its_own_is_timed_by_it(run):
    result = run("benchmark/test_blas_perf_parallel.py::test_perf_mul", "--iter=1", "--warmup=0")
    assert result.returncode == 0, result.stdout
    assert "mul float32 (comprehensive, kernel, cpu)" in result.stdout


@pytest.mark.parametrize(
    "options, message",
    [
        (
            ["--dtypes=float12"],
            "--dtypes: unknown dtype 'float12'; write one like float16, int32, bool or complex64",
        ),
        (["--dtypes=float16,", "--dtypes=nn"], "--dtypes: unknown dtype 'nn'"),
        (
            ["--metrics=latency,price"],
            "--metrics: unknown metric 'price'; use latency_base, latency, speedup",
        ),
        (["--iter=0"], "--iter: must be positive, not 0"),
        (["--warmup=-1"], "--warmup: must not be negative, like -1"),
        (["--record=json", "--output=absent/r.json"], "--record: cannot write absent/r.json: No such file"),
        (["--mode=gpu"], "argument --mode: invalid choice: 'gpu'"),
        (["--shape-file=absent.yaml"], "absent.yaml: cannot be read: No such file or directory"),
        (["--shape-file=pyproject.toml"], "pyproject.toml: not valid YAML: "),
        (
            ["--reference-only", "--shape-file=x.yaml"],
            "--shape-file: the reference check always runs the shapes of",
        ),
        (["--reference-only", "--dtypes=float16"], "--dtypes: the reference check runs every dtype"),
        (["--list-cases", "--dtypes=float16"], "--dtypes: the reference check runs every dtype"),
    ],
)
def test_wrong_options_are_one_line_before_anything_runs(run, options, message):
    result = run("benchmark/test_negative.py", *options, shape_file=None)
    assert result.returncode == pytest.ExitCode.USAGE_ERROR
    lines = [line for line in (result.stdout + result.stderr).splitlines() if message in line]
    assert len(lines) == 1, result.stdout + result.stderr
    assert "passed" not in result.stdout and "Traceback" not in result.stderr
