# SPDX-License-Identifier: Apache-2.0
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from benchmark import settings
from benchmark.base import Benchmark, driver, unsupported_reason
from benchmark.cases import Tensor, call
from benchmark.families.blas import Blas, mm
from benchmark.families.creation import Creation
from benchmark.families.pointwise import Unary, WithNumbers

F32 = torch.float32
ROOT = Path(__file__).resolve().parents[2]


def square(shape, dtype):
    yield call(Tensor(shape, dtype))


class Watcher:
    def __init__(self):
        self.seen = []

    def created(self, benchmark):
        self.seen.append(("created", type(benchmark).__name__, hasattr(benchmark, "op_name")))

    def run(self, benchmark):
        self.seen.append(("run", benchmark.op_name))


def test_the_driver_sees_a_benchmark_before_its_init_and_when_it_runs():
    with settings.using(driver=Watcher()) as _:
        Benchmark("neg", torch.neg, [F32], square, shapes=[(2,)]).run()
        assert driver().seen == [("created", "Benchmark", False), ("run", "neg")]


def test_a_subclass_that_forgets_init_is_seen_all_the_same():
    class Forgetful(Benchmark):
        def __init__(self):
            pass

    with settings.using(driver=Watcher()):
        Forgetful()
        assert driver().seen == [("created", "Forgetful", False)]


def test_a_node_runs_from_plan_to_result():
    benchmark = Unary("negative", torch.negative, (F32,), shapes=[(2, 3)])
    (case,) = benchmark.cases()
    args, kwargs = benchmark.unpack_to_args_kwargs(benchmark.build_inputs(case))
    assert torch.equal(benchmark.prepare(args, kwargs)(), -args[0])


def test_a_backward_node_gives_a_gradient():
    benchmark = Unary("tanh_backward", torch.tanh, (F32,), shapes=[(2, 3)], backward=True)
    (case,) = benchmark.cases()
    args, kwargs = benchmark.unpack_to_args_kwargs(benchmark.build_inputs(case))
    (gradient,) = benchmark.prepare(args, kwargs)()
    assert gradient.shape == (2, 3)


def test_cases_run_dtype_by_dtype_and_shape_by_shape():
    benchmark = Unary("neg", torch.neg, (F32, torch.bfloat16), shapes=[(2,), (3,)])
    assert [(case.dtype, case.shape) for case in benchmark.cases()] == [
        (F32, {"input": [2]}),
        (F32, {"input": [3]}),
        (torch.bfloat16, {"input": [2]}),
        (torch.bfloat16, {"input": [3]}),
    ]


def test_numbers_stand_on_their_side():
    (case,) = WithNumbers("pow", torch.pow, (F32,), 0.5, shapes=[(2,)]).cases()
    assert case.args == (Tensor((2,), F32), 0.5) and case.params == {"other": 0.5}
    (case,) = WithNumbers("pow", torch.pow, (F32,), 0.5, number_first=True, shapes=[(2,)]).cases()
    assert case.args == (0.5, Tensor((2,), F32)) and case.params == {"input": 0.5}


@pytest.mark.parametrize(
    "level, layouts", [("core", ["contiguous"]), ("comprehensive", ["contiguous", "transposed"])]
)
def test_products_have_the_right_side_by_columns_at_the_higher_level(level, layouts):
    with settings.using(level=level):
        cases = list(Blas("mm", torch.mm, (F32,), mm, shapes=[(2, 3, 4, 5)]).cases())
    assert [case.tensors[1].layout for case in cases] == layouts
    for case in cases:
        assert case.shape == {"b": 2, "m": 3, "n": 4, "k": 5}
        assert [tensor.shape for tensor in case.tensors] == [(3, 5), (5, 4)]


def test_creation_gets_the_device_of_the_run():
    benchmark = Creation("ones", torch.ones, (F32,), shapes=[(2, 3)])
    (case,) = benchmark.cases()
    args, kwargs = benchmark.unpack_to_args_kwargs(benchmark.build_inputs(case))
    assert kwargs == {"size": (2, 3), "dtype": F32, "device": "cpu"}
    assert torch.equal(benchmark.prepare(args, kwargs)(), torch.ones(2, 3))


def own(name):
    return type("Own", (Unary,), {name: lambda self, *args: None})("neg", torch.neg, (F32,))


@pytest.mark.parametrize("name", ["run", "get_latency", "_measure_input", "prepare"])
def test_own_logic_is_unsupported(name):
    assert (
        unsupported_reason(own(name))
        == f"Own has its own {name}(); its special logic cannot be checked case by case"
    )


def test_own_logic_is_found_before_init_and_in_a_base_class_and_on_the_object():
    base = type("Base", (Unary,), {"run": lambda self: None})
    derived = type("Derived", (base,), {})
    assert "Derived has its own run()" in unsupported_reason(object.__new__(derived))
    plain = Unary("neg", torch.neg, (F32,))
    assert unsupported_reason(plain) is None
    plain.run = lambda: None
    assert "Unary has its own run()" in unsupported_reason(plain)


def test_no_case_builder_is_unsupported():
    assert "no case builder" in unsupported_reason(Benchmark("neg", torch.neg, (F32,)))
    assert unsupported_reason(Benchmark("neg", torch.neg, (F32,), square)) is None
    without = type("Without", (Unary,), {"build_inputs": None})("neg", torch.neg, (F32,))
    assert unsupported_reason(without) == "Without has no case builder"


def test_before_init_a_missing_builder_is_left_open():
    assert unsupported_reason(object.__new__(Benchmark)) is None


@pytest.mark.parametrize(
    "op, gpu_only",
    [
        (torch.neg, False),
        (torch.Tensor.mm, False),
        (torch.ops.aten.sum, False),
        (torch.ops.aten.sum.out, False),
        (torch.ops.aten.linalg_vecdot, False),
        (torch.ops.aten.cudnn_convolution, True),
        (torch.ops.aten._scaled_dot_product_efficient_attention, True),
    ],
    ids=str,
)
def test_operators_without_a_cpu_kernel_are_found(op, gpu_only):
    assert Benchmark("op", op, (F32,), square).gpu_only == gpu_only
    assert Benchmark("op", op, (F32,), square, gpu_only=True).gpu_only


def imported(code):
    """Names of the top-level modules in a fresh interpreter after ``code``."""
    script = f"import sys; {code}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    result = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(result.stdout.split())


def test_the_harness_imports_neither_flag_gems_nor_triton_nor_yaml():
    modules = imported("import benchmark.test_negative")
    assert "torch" in modules and not modules & {"flag_gems", "triton", "yaml"}


def test_options_and_shapes_are_read_without_torch():
    assert "torch" not in imported(
        "import benchmark.conftest; benchmark.conftest.load(benchmark.settings.shape_file)"
    )
