# SPDX-License-Identifier: Apache-2.0
"""What needs the real torch: categories, origins, outputs, and the repository's own harness in the runner."""

from __future__ import annotations

import functools
import importlib.util
import json
import shutil
import subprocess
import sys
import textwrap
import types

import pytest
import torch

from runner import device, execute, failure, origin

from . import checker
from .project import Project

ROOT = checker.ROOT


def raised(function):
    try:
        function()
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


def unsupported_dtype():
    torch.bitwise_and(torch.ones(2), torch.ones(2))


def missing_of_torch():
    return torch.no_such_operator


def missing_of_a_namespace():
    return torch.ops.aten.no_such_operator


def missing_of_nn():
    return torch.nn.functional.no_such_operator


def missing_of_a_tensor():
    return torch.ones(1).no_such_method


def missing_of_another_module():
    return json.no_such_function


def claimed_missing():
    raise AttributeError("module 'torch' has no attribute 'add'", name="add", obj=torch)


def no_kernel():
    torch.ops.aten._fused_dropout(torch.ones(2), 0.5)


def own_words():
    raise RuntimeError("the mode is not implemented for 'trunc'")


def plain():
    raise ValueError("not implemented for 'Half'")


@pytest.mark.parametrize(
    ("function", "category"),
    [
        (unsupported_dtype, "DTYPE_UNSUPPORTED"),
        (missing_of_torch, "API_MISSING"),
        (missing_of_a_namespace, "API_MISSING"),
        (missing_of_nn, "API_MISSING"),
        (no_kernel, "NOT_IMPLEMENTED"),
        (missing_of_a_tensor, "UNKNOWN"),
        (missing_of_another_module, "UNKNOWN"),
        (claimed_missing, "UNKNOWN"),
        (own_words, "UNKNOWN"),
        (plain, "UNKNOWN"),
    ],
)
def test_category(function, category):
    error = raised(function)
    assert failure.category(error) == category, error


@pytest.mark.parametrize(
    "name", ["Half", "BFloat16", "ComplexHalf", "Float8_e4m3fn", "UInt16", "Bool", "QInt8"]
)
def test_dtype_names(name):
    assert failure.category(RuntimeError(f"\"add_stub\" not implemented for '{name}'")) == "DTYPE_UNSUPPORTED"


def test_memory():
    error = raised(lambda: torch.empty(1 << 50, dtype=torch.float64))
    assert failure.category(error) == "UNKNOWN"
    assert failure.hint(error).startswith("OUT_OF_MEMORY")
    assert failure.hint(torch.OutOfMemoryError("CUDA out of memory")).endswith("more memory than was free")


@pytest.mark.parametrize(
    ("tried", "free", "allocated", "cached", "cause"),
    [
        ("8.00 GiB", "130.20 GiB", "0 bytes", "0 bytes", "raise gpu_memory_gib"),
        ("1.00 GiB", "130.20 GiB", "1.99 GiB", "20.00 MiB", "raise gpu_memory_gib"),
        # Something that keeps to no share has taken the device.
        ("1.00 GiB", "512.25 MiB", "1.00 GiB", "10.50 KiB", "more memory than was free"),
        ("1.00 GiB", "512.25 MiB", "2.50 GiB", "0 bytes", "raise gpu_memory_gib"),
    ],
)
def test_memory_of_a_share(tried, free, allocated, cached, cause):
    text = (
        f"CUDA out of memory. Tried to allocate {tried}. GPU 0 has a total capacity of 139.80 GiB of "
        f"which {free} is free. Including non-PyTorch memory, this process has 2.61 GiB memory in use. "
        "Process 7 has 136.10 GiB memory in use. 3.00 GiB allowed; "
        f"Of the allocated memory {allocated} is allocated by PyTorch, and"
        f" {cached} is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try"
    )
    assert failure.hint(torch.OutOfMemoryError(text)).endswith(cause)


def test_device_fault():
    assert failure.hint(RuntimeError("CUDA error: an illegal memory access was encountered")).startswith(
        "DEVICE_FAULT"
    )
    assert failure.hint(RuntimeError("shape mismatch")) is None


def test_description():
    error = raised(unsupported_dtype)
    described = failure.describe(error)
    assert described["message"] == str(error)
    assert described["type"] == "NotImplementedError"
    assert "in unsupported_dtype" in described["traceback"]


def test_exception_without_text():
    class Mute(Exception):
        def __str__(self):
            raise KeyError

    assert "has no text" in failure.describe(raised(lambda: (_ for _ in ()).throw(Mute())))["message"]


# A stand-in for FlagGems: what counts is the name of the module that a function was made in.

GEMS = types.ModuleType("flag_gems")
exec(
    "def negative(x): return x\nclass Softmax:\n    def __call__(self, x): return x\ndevice = 'cuda'\n",
    vars(GEMS),
)
GEMS.ops = types.ModuleType("flag_gems.ops")
exec("def add(x): return x\n", vars(GEMS.ops))
negative = GEMS.negative
flag_gems = GEMS


def undecorated(function):
    @functools.wraps(function)
    def inner(*args):
        return function(*args)

    return inner


def by_global(x):
    return negative(x)


def by_module(x):
    return flag_gems.ops.add(x)


def by_helper(x):
    return by_global(x)


def by_default(x, op=GEMS.negative):
    return op(x)


def mentions_only(x):
    return torch.neg(x.to(flag_gems.device))


def by_import(x):
    from flag_gems.ops import neg

    return neg(x)


def by_importlib(x):
    import importlib

    return importlib.import_module("flag_gems").negative(x)


def by_inner_function(x):
    def inner():
        import flag_gems

        return flag_gems.negative(x)

    return inner()


class Holder:
    def __init__(self, op):
        self.op = op

    def __call__(self, x):
        return negative(x)


class Module(torch.nn.Module):
    def forward(self, x):
        return negative(x)


class ByAttribute:
    """Holds a baseline and a candidate, and calls one of them."""

    def __init__(self, baseline, candidate=None):
        self.baseline = baseline
        self.candidate = candidate

    def __call__(self, x):
        return self.baseline(x)

    def method(self, x):
        return self.baseline(x)


class BySlot:
    __slots__ = ("baseline",)

    def __init__(self, baseline):
        self.baseline = baseline

    def __call__(self, x):
        return self.baseline(x)


class ByProperty:
    @property
    def baseline(self):
        return GEMS.negative

    def __call__(self, x):
        return self.baseline(x)


class ByClass:
    baseline = staticmethod(GEMS.negative)

    def __call__(self, x):
        return self.baseline(x)


class ByOtherMethod:
    def _call(self, x):
        return negative(x)

    def __call__(self, x):
        return self._call(x)


class Layer(torch.nn.Module):
    def __init__(self, op):
        super().__init__()
        self.op = op

    def forward(self, x):
        return self.op(x)


by_namespace = (lambda ops: lambda x: ops.gems(x))(types.SimpleNamespace(torch=torch.neg, gems=GEMS.negative))
by_its_neighbour = (lambda ops: lambda x: ops.torch(x))(
    types.SimpleNamespace(torch=torch.neg, gems=GEMS.negative)
)
by_nested = (lambda outer: lambda x: outer.inner.gems(x))(
    types.SimpleNamespace(inner=types.SimpleNamespace(gems=GEMS.negative))
)
by_module_attribute = (lambda outer: lambda x: outer.library.negative(x))(types.SimpleNamespace(library=GEMS))


@pytest.mark.parametrize(
    "op",
    [
        GEMS.negative,
        GEMS.Softmax(),
        GEMS.Softmax().__call__,
        functools.partial(GEMS.negative),
        functools.partial(functools.partial(torch.neg), out=GEMS.negative),
        undecorated(GEMS.negative),
        undecorated(undecorated(GEMS.negative)),
        lambda x: negative(x),
        (lambda op: lambda x: op(x))(GEMS.negative),
        by_global,
        by_module,
        by_helper,
        by_default,
        by_import,
        by_importlib,
        by_inner_function,
        (lambda gems: lambda x: gems.negative(x))(GEMS),
        Holder(None),
        Module(),
        ByAttribute(GEMS.negative),
        ByAttribute(GEMS.negative).method,
        ByAttribute(ByAttribute(GEMS.negative)),
        ByAttribute(lambda x: negative(x)),
        BySlot(GEMS.negative),
        ByProperty(),
        ByClass(),
        lambda x: ByClass.baseline(x),
        ByOtherMethod(),
        Layer(GEMS.negative),
        torch.nn.Sequential(torch.nn.ReLU(), Module()),
        by_namespace,
        by_nested,
        by_module_attribute,
    ],
)
def test_baseline_that_is_flaggems(op):
    assert origin.leads_to_flaggems(op).startswith("flag_gems")


@pytest.mark.parametrize(
    "op",
    [
        torch.neg,
        torch.Tensor.neg_,
        torch.nn.functional.gelu,
        torch.nn.functional.softmax,
        torch.ops.aten.add.Tensor,
        functools.partial(torch.div, rounding_mode="floor"),
        torch.nn.Linear(2, 2),
        mentions_only,
        ByAttribute(torch.neg, candidate=GEMS.negative),
        ByAttribute(torch.neg, candidate=GEMS.negative).method,
        BySlot(torch.neg),
        Layer(torch.neg),
        torch.nn.Sequential(torch.nn.ReLU(), Layer(torch.neg)),
        by_its_neighbour,
        lambda x: torch.sum(x),
        max,
    ],
)
def test_baseline_of_torch(op):
    assert origin.leads_to_flaggems(op) is None


def test_custom_operator_of_flaggems():
    library = torch.library.Library("flag_gems", "DEF")
    library.define("reference_test_op(Tensor x) -> Tensor")
    assert origin.leads_to_flaggems(torch.ops.flag_gems.reference_test_op).startswith("flag_gems::")
    assert origin.leads_to_flaggems(torch.ops.flag_gems.reference_test_op.default)


def test_active_kernels(monkeypatch):
    assert not origin.active()
    monkeypatch.setitem(sys.modules, "flag_gems", types.SimpleNamespace(current_work_registrar=object()))
    assert origin.active()


def install_flaggems(folder):
    package = folder / "flag_gems"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise SystemExit('flag_gems must not be imported')")
    (folder / "flag_gems-5.0.2.dist-info").mkdir()
    return package


def test_origin_is_found_without_an_import(tmp_path, monkeypatch):
    package = install_flaggems(tmp_path / "site")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    importlib.invalidate_caches()
    assert origin.find() == str(package)
    assert origin.version(origin.find()) == "5.0.2"
    origin.check(str(package), origin.find())
    with pytest.raises(origin.OriginError, match="expected"):
        origin.check(str(tmp_path / "other"), origin.find())


# Devices


def test_cpu():
    cpu = device.find("cpu")
    cpu.probe()
    cpu.synchronize()
    cpu.begin_case()
    held = torch.ones(1 << 25)
    peak = cpu.peak_bytes()
    assert held.nbytes * 0.9 < peak < held.nbytes * 1.3
    described = cpu.describe()
    assert described["kind"] == described["vendor"] == "cpu"
    assert described["memory_mib"] > 100 and described["model"]


cpu_build = pytest.mark.skipif(torch.version.cuda is not None, reason="it is about the CPU build of torch")


@cpu_build
def test_cuda_with_a_build_without_it():
    with pytest.raises(device.DeviceError, match=r"torch 2\..* is a CPU build"):
        device.find("cuda").probe()
    assert device.find(None).kind == "cpu"


def test_device_that_is_available_but_not_there(monkeypatch):
    monkeypatch.setattr(torch.version, "cuda", "13.0")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    with pytest.raises(
        device.DeviceError, match=r"no device: torch sees 0 CUDA devices \(CUDA_VISIBLE_DEVICES is ''\)"
    ):
        device.find("cuda").probe()


def test_device_that_does_not_work(monkeypatch):
    def broken(*args, **more):
        raise RuntimeError("CUDA error: system not yet initialized\nmore")

    monkeypatch.setattr(torch.version, "cuda", "13.0")
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setattr(torch, "ones", broken)
    with pytest.raises(
        device.DeviceError, match="cannot run a tiny operation: CUDA error: system not yet initialized"
    ):
        device.find("cuda").probe()


H200 = {"kind": "cuda", "model": "NVIDIA H200", "capability": "9.0", "driver": "570.86.15"}
PROMISE = {
    "device": "cuda",
    "devices": [{"model": "NVIDIA H200", "compute_capability": "9.0"}],
    "driver": "570.86.15",
}


def test_fingerprint():
    device.check_fingerprint(PROMISE, H200)
    device.check_fingerprint({**PROMISE, "driver": ""}, H200)
    device.check_fingerprint(PROMISE, {**H200, "driver": None})
    device.check_fingerprint({"device": "cpu", "model": "one"}, {"kind": "cpu", "model": "another"})


@pytest.mark.parametrize(
    "actual",
    [
        {**H200, "model": "NVIDIA A100"},
        {**H200, "capability": "8.0"},
        {**H200, "driver": "580.1"},
        {**H200, "kind": "cpu"},
    ],
)
def test_another_device(actual):
    with pytest.raises(device.DeviceError) as error:
        device.check_fingerprint(PROMISE, actual)
    assert "promised cuda: NVIDIA H200 (9.0), driver 570.86.15" in str(error.value)
    assert f"{actual['model']} ({actual['capability']}), driver {actual['driver']}" in str(error.value)


def test_promise_of_nothing():
    with pytest.raises(device.DeviceError, match="no nvidia-smi"):
        device.check_fingerprint({"device": "cuda", "devices": [], "note": "no nvidia-smi on PATH"}, H200)


# Outputs


class Accelerator(device.Device):
    kind = "meta"


class OneCase:
    def __init__(self, op):
        self.op = op

    def build_inputs(self, case):
        return torch.ones(2, device="meta")

    def unpack_to_args_kwargs(self, built):
        return (built,), {}

    def prepare(self, args, kwargs):
        return lambda: self.op(*args)


@pytest.mark.parametrize(
    ("op", "hint"),
    [
        (torch.neg, None),
        (lambda x: {"a": [torch.ones(2)]}, "OUTPUT_DEVICE: an output is on cpu, the inputs are on meta"),
        (lambda x: (x, torch.ones(2)), "OUTPUT_DEVICE"),
        (lambda x: 3, None),
    ],
)
def test_output_on_another_device(op, hint):
    outcome = execute.run_case(OneCase(op), None, Accelerator(), lambda stage: None, lambda *_: None)
    assert outcome.failure is None
    assert (outcome.hint is None) == (hint is None)
    assert hint is None or outcome.hint.startswith(hint)


# The repository's own harness


@pytest.fixture
def real(tmp_path):
    """A project with the real harness and shapes small enough for any machine."""
    project = Project(tmp_path)
    shutil.rmtree(tmp_path / "benchmark")
    ignore = shutil.ignore_patterns("test_*.py", "__pycache__", "BUILD.bazel")
    shutil.copytree(ROOT / "benchmark", tmp_path / "benchmark", ignore=ignore)
    return project


NODE = """
import pytest
import torch
from .base import Benchmark
from .cases import Tensor, call

def inputs(shape, dtype):
    yield call(Tensor(shape, dtype))

def bench(op, dtypes=(torch.float32,), **more):
    Benchmark("x", op, dtypes, inputs, shapes=[(4,), (2, 3)], **more).run()

@pytest.mark.x
def test_x():
"""


def write(project, body):
    project.write("", head=NODE + textwrap.indent(textwrap.dedent(body), "    "))


def test_real_harness(real):
    write(real, "bench(torch.neg, (torch.float16, torch.float32))\nbench(torch.tanh, backward=True)\n")
    result = real.run()
    assert result.status == 0, result.out + result.err
    ids = [record["case_id"] for record in result.report["records"]]
    assert [i.partition("::core::")[2] for i in ids] == [
        "float16::0", "float16::1", "float32::0", "float32::1", "float32::2", "float32::3",
    ]  # fmt: skip
    assert checker.accepts(result.report, ids)
    assert torch.__version__.startswith(result.environment["packages"]["torch"])
    # The same under pytest alone.
    _, report = real.reference()
    assert report == result.report


def test_real_failures(real):
    body = """
    def op(x):
        if x.dtype == torch.float16:
            return torch.bitwise_and(x, x)
        return torch.no_such_operator(x) if x.dtype == torch.float64 else x

    bench(op, (torch.float16, torch.float64, torch.float32))
    bench(torch.neg, (torch.int32,), backward=True)
    """
    write(real, body)
    records = real.run().report["records"]
    found = [(r["status"], r.get("stage"), (r.get("failure") or {}).get("category")) for r in records]
    assert found == [
        ("FAILED", "invoke", "DTYPE_UNSUPPORTED"),
        ("FAILED", "invoke", "DTYPE_UNSUPPORTED"),
        ("FAILED", "invoke", "API_MISSING"),
        ("FAILED", "invoke", "API_MISSING"),
        ("PASSED", None, None),
        ("PASSED", None, None),
        ("FAILED", "prepare_reference", "UNKNOWN"),
        ("NOT_RUN", None, None),
    ]


def test_real_baseline_that_is_flaggems(real):
    package = install_flaggems(real.folder / "site")
    (package / "__init__.py").write_text("import torch\ndef negative(x): return torch.neg(x)\n")
    write(real, "    import flag_gems\n    bench(flag_gems.negative)\n")
    result = real.run(environ={"PYTHONPATH": f"{real.folder / 'site'}:{ROOT}"})
    assert result.status == 1
    (record,) = result.report["records"]
    assert record["status"] == "UNSUPPORTED"
    assert record["hint"].startswith("BASELINE_IS_FLAGGEMS")
    assert "flag_gems.negative" in record["reason"]


@cpu_build
def test_cuda_on_this_build(real):
    write(real, "    bench(torch.neg)\n")
    result = real.run("--device", "cuda")
    assert result.status == 1
    (record,) = result.report["records"]
    assert (record["status"], record["pytest_phase"]) == ("FAILED", "setup")
    assert "is a CPU build" in record["reason"]
    assert record["reason"].count("\n") == 0


def test_memory_is_released_between_cases(real):
    body = """
    seen = []
    def op(x):
        import weakref
        assert not [r for r in seen if r() is not None], "an earlier case is still held"
        seen.append(weakref.ref(x))
        return x.exp()
    bench(op, (torch.float32, torch.float64), backward=False)
    bench(op, (torch.float32, torch.float64), backward=True)
"""
    write(real, body)
    assert real.run().status == 0


def test_the_supervisor_imports_no_torch():
    code = (
        "import sys, runner.main, runner.report, runner.junit, runner.death\n"
        "print([name for name in ('torch', 'pytest', 'benchmark', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
