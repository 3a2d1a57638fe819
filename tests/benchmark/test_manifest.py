# SPDX-License-Identifier: Apache-2.0
import ast
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import torch

from benchmark.base import Benchmark
from benchmark.cases import Tensor, call
from benchmark.families.pointwise import Unary
from runner.case_list import render as render_list
from tools.manifest import __main__ as program
from tools.manifest import measured
from tools.manifest.collect import CollectError, Node, collect, family_modules
from tools.manifest.entries import (
    EXPECTED,
    UNFAKEABLE,
    ManifestError,
    case_lists,
    entries,
    render,
    target_names,
    unfaked,
    weigh,
)

F32 = torch.float32
GIB = 1 << 30


def node(function, file="benchmark/test_f.py", parameters=None, benchmarks=(), **fields):
    nodeid = f"{file}::{function}" + (f"[{parameters}]" if parameters else "")
    fields = {"markers": ["op"], "skipped": None, "modules": ["pointwise"], **fields}
    return Node(nodeid, file, function, parameters, benchmarks=list(benchmarks), **fields)


def names(*nodes):
    return [target_names(nodes)[each.nodeid] for each in nodes]


@pytest.mark.parametrize(
    "function, parameters, name",
    [
        ("test_negative", None, "negative_ref"),
        ("test_negative_", None, "negative__ref"),
        ("test_div", "trunc", "div_trunc_ref"),
        ("test_div", "None", "div_None_ref"),
        ("test_log1p", "-0.5", "log1p_0_5_ref"),
        ("test_mm", "float8_e4m3fn-scalar-bias_True", "mm_float8_e4m3fn_scalar_bias_True_ref"),
        ("test_x", "a b", "x_a_b_ref"),
    ],
)
def test_the_target_is_named_after_the_function(function, parameters, name):
    assert names(node(function, parameters=parameters)) == [name]


def test_nodes_of_one_name_in_two_files_get_the_name_of_their_file():
    clashing = [node("test_x", "benchmark/test_a.py"), node("test_x", "benchmark/test_b_.py"), node("test_y")]
    assert names(*clashing) == ["a_x_ref", "b__x_ref", "y_ref"]
    assert names(*reversed(clashing)) == ["y_ref", "b__x_ref", "a_x_ref"]


def test_a_node_does_not_take_the_name_of_the_suite_of_all():
    assert names(node("test_all", "benchmark/test_all.py")) == ["all_all_ref"]


@pytest.mark.parametrize(
    "nodes",
    [
        [node("test_x", parameters="0.5"), node("test_x", parameters="-0.5")],
        [node("test_x", "benchmark/test_a.py"), node("test_x", "benchmark/test_b.py"), node("test_a_x")],
    ],
)
def test_names_that_still_clash_are_an_error_that_names_both(nodes):
    with pytest.raises(ManifestError) as caught:
        target_names(nodes)
    assert sum(each.nodeid in str(caught.value) for each in nodes) == 2


def entry(*benchmarks, **fields):
    (made,) = entries([weigh(node("test_neg", benchmarks=benchmarks, **fields))])
    return made


def test_an_entry_says_what_the_node_is_and_needs():
    assert entry(Unary("neg", torch.neg, (F32, torch.int16), shapes=[(1 << 28,)])) == {
        "name": "neg_ref",
        "node": "benchmark/test_f.py::test_neg",
        "operator": "op",
        "family": "pointwise",
        "suites": ["cpu_ref", "smoke_ref"],
        # 10 s to start, and 1.5 GiB of inputs and twice that in the call, at a quarter of a GB a second.
        "size": "small",
        # 2 GiB and a block, a twentieth more, and what the process holds.
        "host_memory_gib": 3,
        "gpu_memory_gib": 3,
        "expected_status": "PASSED",
        "deps": ["//benchmark/families:pointwise"],
        "tags": ["dtype=float32", "dtype=int16"],
        "case_list": "case_lists/neg_ref.json",
    }


def test_needs_follow_the_largest_case_and_the_sum_of_the_times():
    small = entry(Unary("neg", torch.neg, (F32,), shapes=[(4,)]))
    large = entry(Unary("neg", torch.neg, (F32,), shapes=[(4,), (1 << 32,), (1 << 32,)]))
    assert (small["host_memory_gib"], small["gpu_memory_gib"], small["size"]) == (1, 1, "small")
    assert (large["host_memory_gib"], large["gpu_memory_gib"], large["size"]) == (34, 35, "large")
    assert (small["suites"], large["suites"]) == (["cpu_ref", "smoke_ref"], [])


def test_a_measured_peak_above_the_plan_counts_on_its_kind_of_device(monkeypatch):
    nodeid = "benchmark/test_f.py::test_neg"
    for kept, host, gpu in [
        ({"cuda": {nodeid: 5000}}, 1, 6),
        ({"cpu": {nodeid: 5000}}, 6, 1),
        ({"cuda": {nodeid: 1}}, 1, 1),
    ]:
        monkeypatch.setattr(measured, "load", lambda kept=kept: kept)
        made = entry(Unary("neg", torch.neg, (F32,), shapes=[(4,)]))
        assert (made["host_memory_gib"], made["gpu_memory_gib"]) == (host, gpu)


def test_peaks_are_read_from_journals_that_end_anyhow(tmp_path):
    def end(case_id, peak):
        return json.dumps({"e": "end", "case_id": case_id, "status": "PASSED", "peak_bytes": peak})

    device = json.dumps({"e": "environment", "device": {"kind": "cuda"}})
    other = json.dumps({"e": "environment", "packages": {}})
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    cases = [
        end("f.py::n[a::b]::core::float32::0", 3 << 20),
        end("f.py::n[a::b]::core::float32::1", (5 << 20) + 1),
    ]
    first.write_text("\n".join([other, device, *cases, end("f.py::m::core::bool::0", None), '{"e": "en']))
    second.write_text("\n".join([end("f.py::n[a::b]::core::float32::0", 99 << 20), ""]))
    assert measured.peaks([first, second]) == {"cuda": {"f.py::n[a::b]": 6}}


def test_only_peaks_above_the_plan_of_nodes_that_exist_are_kept():
    kept = {"cpu": {"old": 9, "gone": 9}, "cuda": {"old": 9, "now less": 9}}
    new = {"cuda": {"now less": 3, "within": 5, "above": 6}}
    planned = {"old": 5, "now less": 5, "within": 5, "above": 5}
    assert measured.merge(kept, new, planned) == {"cpu": {"old": 9}, "cuda": {"above": 6, "old": 9}}


def test_a_node_for_gpus_alone_says_so_and_is_in_no_suite_for_cpus():
    made = entry(Unary("neg", torch.neg, (F32,), shapes=[(4,)], gpu_only=True))
    assert made["suites"] == [] and "requires-gpu-nvidia" in made["tags"]


@pytest.mark.parametrize(
    "fields, status",
    [
        ({}, "PASSED"),
        ({"skipped": "issue 1"}, "ALL_SKIP"),
        ({"unsupported": "own run()"}, "UNSUPPORTED"),
        ({"skipped": "issue 1", "unsupported": "own run()"}, "ALL_SKIP"),
    ],
)
def test_the_expected_status(fields, status):
    assert entry(Unary("neg", torch.neg, (F32,), shapes=[(4,)]), **fields)["expected_status"] == status


def test_nodes_with_a_plan_have_a_case_list(monkeypatch):
    one = Unary("one", torch.neg, (F32, torch.int16), shapes=[(2, 3)])
    two = Unary("two", torch.neg, (F32,), shapes=[(4,)])
    nodes = [
        node("test_a", benchmarks=[one, two]),
        node("test_b", benchmarks=[two]),
        node("test_c", benchmarks=[two], skipped="issue 1"),
        node("test_d", unsupported="own run()"),
    ]
    monkeypatch.setitem(EXPECTED, nodes[1].nodeid, ("FAILED", "because"))
    weighed = list(map(weigh, nodes))
    lists = case_lists(weighed, entries(weighed))
    # A failing node has a plan as well; of a skipped or unsupported one no run can show any.
    assert list(lists) == ["case_lists/a_ref.json", "case_lists/b_ref.json"]
    document = json.loads(lists["case_lists/a_ref.json"])
    assert [(each["op_name"], each["level"]) for each in document["benchmarks"]] == [
        ("one", "core"),
        ("two", "core"),
    ]
    ids = [case["case_id"] for each in document["benchmarks"] for case in each["cases"]]
    assert ids == [
        f"benchmark/test_f.py::test_a::core::{end}" for end in ("float32::0", "int16::0", "float32::1")
    ]


def test_a_node_that_makes_no_benchmark_has_an_entry():
    made = entry(unsupported="the node makes no Benchmark")
    assert (made["expected_status"], made["family"], made["tags"]) == ("UNSUPPORTED", "unsupported", [])


def test_a_family_named_like_a_target_is_refused():
    kind = type("Neg", (Unary,), {"family": "neg"})
    with pytest.raises(ManifestError, match=r"the suite neg_ref and the target of .*test_neg have one name"):
        entry(kind("neg", torch.neg, (F32,), shapes=[(4,)]))


def faulty(op, inputs):
    return node("test_neg", benchmarks=[Benchmark("neg", op, (F32,), inputs, shapes=[(4,)])])


def plain(shape, dtype):
    yield call(Tensor(shape, dtype))


def test_a_call_that_fails_on_fake_tensors_is_a_mistake():
    with pytest.raises(ManifestError, match=r"test_neg: TypeError: .*no_such"):
        entries([weigh(faulty(lambda x: torch.neg(x, no_such=1), plain))])


def test_sizes_that_depend_on_values_are_noted_with_the_reason():
    weighed = [weigh(faulty(torch.nonzero, plain))]
    assert unfaked(weighed) == {
        "benchmark/test_f.py::test_neg": "DynamicOutputShapeException: aten.nonzero.default"
    }
    assert entries(weighed)[0]["expected_status"] == "PASSED"


def test_an_argued_error_must_still_occur(monkeypatch):
    good, bad = faulty(torch.neg, plain), faulty(lambda x: torch.neg(x, no_such=1), plain)
    assert good.nodeid == bad.nodeid
    monkeypatch.setitem(UNFAKEABLE, good.nodeid, "because")
    assert unfaked([weigh(bad)]) == {bad.nodeid: "because"}
    assert entries([weigh(bad)])
    with pytest.raises(ManifestError, match="runs on fake tensors; take it out of UNFAKEABLE"):
        entries([weigh(good)])


def test_the_file_is_plain_data():
    weighed = [weigh(faulty(torch.nonzero, plain)), weigh(node("test_x", parameters='a"b\\c'))]
    made = entries(weighed)
    tree = ast.parse(render(made, unfaked(weighed)))
    docstring, nodes, without = tree.body
    assert "//tools/manifest:update" in ast.literal_eval(docstring.value)
    assert ast.literal_eval(nodes.value) == [{k: v for k, v in each.items() if v != []} for each in made]
    assert list(ast.literal_eval(without.value)) == ["benchmark/test_f.py::test_neg"]


MADE = {"manifest.bzl": "NODES = []\n", "case_lists/a_ref.json": "{\n1,\n2\n}\n"}


def test_what_is_stale_fails_with_the_difference_and_the_command(tmp_path, capsys):
    assert program.check(tmp_path, MADE) == 1
    assert program.write(tmp_path, MADE) == ["case_lists/a_ref.json", "manifest.bzl"]
    assert program.check(tmp_path, MADE) == 0
    capsys.readouterr()
    (tmp_path / "manifest.bzl").write_text("NODES = [1]\n")
    (tmp_path / "case_lists/a_ref.json").write_text("{\n1,\n3\n}\n")
    (tmp_path / "case_lists/gone_ref.json").write_text("{\n9\n}\n")
    assert program.check(tmp_path, MADE) == 1
    message = capsys.readouterr().err
    for line in ("-NODES = [1]", "+NODES = []", "-3", "+2", "-9"):
        assert line in message.splitlines()
    assert "-1," not in message.splitlines()  # A case that did not change is not shown.
    files = "case_lists/a_ref.json, case_lists/gone_ref.json, manifest.bzl"
    assert f"stale in {tmp_path}: {files}; run ./bazelw run //tools/manifest:update" in message


def test_writing_touches_only_what_is_stale_and_deletes_lists_without_a_node(tmp_path):
    program.write(tmp_path, MADE)
    (tmp_path / "case_lists/gone_ref.json").write_text("{}")
    (tmp_path / "other.json").write_text("{}")
    before = (tmp_path / "manifest.bzl").stat().st_mtime_ns
    assert program.write(tmp_path, MADE) == ["case_lists/gone_ref.json"]
    assert not (tmp_path / "case_lists/gone_ref.json").exists() and (tmp_path / "other.json").exists()
    assert (tmp_path / "manifest.bzl").stat().st_mtime_ns == before


def test_a_long_difference_is_cut_and_says_so(tmp_path, capsys):
    made = {f"case_lists/{number:03}.json": f"{number}\n" for number in range(60)}
    assert program.check(tmp_path, made) == 1
    message = capsys.readouterr().err
    assert len(message.splitlines()) == program.SHOWN_LINES + 2
    # Three lines of heading and one of text for each file.
    assert "… 140 more lines" in message and "009.json and 50 more; run" in message


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "test_a", raising=False)

    def write(body):
        (tmp_path / "nodes").mkdir()
        (tmp_path / "nodes" / "test_a.py").write_text(textwrap.dedent(body))
        return collect(tmp_path, "nodes")

    return write


def test_nodes_are_collected_with_marks_parameters_and_benchmarks(folder):
    found = folder(
        """
        import pytest, torch
        from benchmark.families.pointwise import Unary

        class Own(Unary):
            def run(self):
                raise AssertionError("must not run")

        @pytest.mark.skip(reason="issue 1")
        @pytest.mark.one
        @pytest.mark.parametrize("dtype", [torch.float32, torch.bool])
        def test_two(dtype):
            Unary("a", torch.neg, (dtype,)).run()
            Unary("b", torch.neg, (dtype,)).run()

        @pytest.mark.own
        def test_own():
            Own("own", torch.neg, (torch.float32,)).run()

        def test_none():
            pass
        """
    )
    assert [each.nodeid.split("::")[1] for each in found] == [
        "test_two[dtype0]",
        "test_two[dtype1]",
        "test_own",
        "test_none",
    ]
    two, _, own, none = found
    assert (two.operator, two.skipped, two.parameters, two.unsupported) == ("one", "issue 1", "dtype0", None)
    assert [(each.op_name, each.dtypes) for each in two.benchmarks] == [("a", (F32,)), ("b", (F32,))]
    assert (own.unsupported, own.benchmarks) == (
        "Own has its own run(); its special logic cannot be checked case by case",
        [],
    )
    assert (none.operator, none.unsupported) == ("none", "the node makes no Benchmark")
    assert {tuple(each.modules) for each in found} == {("pointwise",)}


def test_the_family_modules_of_a_file():
    source = """
from .cases import call
from .families import norm
from .families.pointwise import Binary, Unary as One
from benchmark.families.blas import Blas
def test_x():
    from .families.linalg import Linalg
    """
    assert family_modules(source) == ["blas", "linalg", "norm", "pointwise"]


@pytest.mark.parametrize(
    "body, message",
    [
        ("import no_such_module", "no_such_module"),
        (
            "def test_a():\n    raise KeyError('gone')",
            "test_a.py::test_a: raises while it declares its benchmarks: KeyError",
        ),
        (
            """
            import torch
            from benchmark.families.pointwise import Unary

            def test_a():
                Unary("one", torch.neg, (torch.float32,)).run()
                Unary("two", torch.neg, (torch.float32,))
            """,
            "test_a.py::test_a: makes <Unary two float32> and does not run it",
        ),
    ],
)
def test_a_node_that_cannot_be_collected_is_named(folder, body, message):
    with pytest.raises(CollectError, match=message):
        folder(body)


def test_every_file_of_the_repository_has_a_node(nodes):
    files = {path.name for path in Path(program.sources(), "benchmark").glob("test_*.py")}
    assert {Path(each.file).name for each in nodes} == files


def test_every_argued_or_measured_node_exists(nodes):
    argued = (
        EXPECTED.keys() | UNFAKEABLE.keys() | {node for peaks in measured.load().values() for node in peaks}
    )
    assert not argued - {each.nodeid for each in nodes}


def test_list_cases_gives_what_is_committed(nodes, tmp_path):
    """All files at once, and one of them by the command of the documentation, byte for byte."""
    folder = program.sources() / "benchmark"
    manifest = ast.parse((folder / "manifest.bzl").read_text())
    listed = {
        made["node"]: made["case_list"]
        for made in ast.literal_eval(manifest.body[1].value)
        if "case_list" in made
    }
    assert len(listed) > 1000
    everything = json.loads(list_cases("benchmark", tmp_path))
    plans = {}
    for each in everything["benchmarks"]:
        plans.setdefault(each["cases"][0]["case_id"].rsplit("::", 3)[0], []).append(each)
    assert plans.keys() == listed.keys()
    stale = [node for node, path in listed.items() if render_list(plans[node]) != (folder / path).read_text()]
    assert stale == []
    one = "benchmark/test_negative.py::test_negative"
    assert list_cases(one, tmp_path) == (folder / listed[one]).read_text()


def list_cases(what, tmp_path):
    output = tmp_path / "list.json"
    root = program.sources()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={root}", what]
    subprocess.run(
        [*command, "--list-cases", "--level", "core", "--output", str(output)],
        cwd=root,
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(root), *sys.path])},
    )
    return output.read_text()
