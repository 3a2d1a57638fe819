# SPDX-License-Identifier: Apache-2.0
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.collect.helpers import collect
from tests.collect.samples import CPU, FAILURE, H200, Shot, large, put, report, unsupported
from tools.collect.compare import compare
from tools.collect.reading import RECORD_STATUSES


@pytest.fixture
def sides(tmp_path):
    """Makes the two sides of a comparison."""

    def make(a, b, environment_a=H200, environment_b=H200):
        for name, reports, environment in (("a", a, environment_a), ("b", b, environment_b)):
            for operator, document in reports.items():
                put(tmp_path / f"logs-{name}", operator, document, environment)
            collect(tmp_path / f"logs-{name}", "--output", tmp_path / name)
        return tmp_path / "a", tmp_path / "b"

    return make


def green(name, *dtypes):
    return report(name, [Shot(dtype) for dtype in dtypes or ("float32",)])


def test_nothing_changed(sides):
    a, b = sides({"abs": green("abs")}, {"abs": green("abs")})
    code, said = collect("compare", a, b)
    assert code == 0
    assert "no difference, 1 the same" in said


def test_a_pass_that_fails_is_worse_and_grouped_by_cause(sides, tmp_path):
    names = ("abs", "neg", "exp")
    other = dict(FAILURE, category="NOT_IMPLEMENTED", type="NotImplementedError", message="no kernel 7")
    a, b = sides(
        {name: green(name, "float32", "uint16") for name in names},
        {
            "abs": report("abs", [Shot("float32"), Shot("uint16", "FAILED")]),
            "neg": report("neg", [Shot("float32"), Shot("uint16", "FAILED")]),
            "exp": report("exp", [Shot("float32", "FAILED", failure=other), Shot("uint16")]),
        },
    )
    code, said = collect("compare", a, b, "--output", tmp_path / "out")
    assert code == 1
    told = json.loads((tmp_path / "out" / "comparison.json").read_text())
    assert [(change["kind"], change["category"], change["operators"]) for change in told["changes"]] == [
        ("worse", "DTYPE_UNSUPPORTED", ["abs", "neg"]),
        ("worse", "NOT_IMPLEMENTED", ["exp"]),
    ]
    assert told["same"] == 3
    assert "PASSED → ✗ FAILED" in said
    assert "Something got worse" in (tmp_path / "out" / "comparison.md").read_text()


def test_better_new_and_other_cause_are_no_reason_for_red(sides):
    a, b = sides(
        {
            "abs": report("abs", [Shot("float32", "FAILED")]),
            "neg": report("neg", [Shot("float32", "FAILED")]),
        },
        {
            "abs": green("abs"),
            "neg": report(
                "neg", [Shot("float32", "FAILED", failure=dict(FAILURE, message="something else"))]
            ),
            "new": green("new"),
        },
    )
    code, said = collect("compare", a, b)
    assert code == 0, said
    assert "1 other cause, 1 better, 1 new" in said


@pytest.mark.parametrize(
    "after", [{}, {"abs": unsupported("abs")}, {"abs": report("abs", [], skipped="no")}, {"abs": b"{"}]
)
def test_a_pass_that_is_no_longer_there_is_worse(sides, after):
    a, b = sides({"abs": green("abs"), "neg": green("neg")}, {"neg": green("neg")} | after)
    code, said = collect("compare", a, b)
    assert code == 1, said


def test_two_devices(sides):
    a, b = sides({"abs": green("abs")}, {"abs": report("abs", [Shot("float32", "FAILED")])}, CPU, H200)
    assert collect("compare", a, b)[0] == 1
    assert collect("compare", b, a)[0] == 0


def test_devices_of_one_report(tmp_path):
    put(tmp_path / "x", "abs", green("abs"), CPU)
    put(tmp_path / "y", "abs", report("abs", [Shot("float32", "FAILED")]), H200)
    both = tmp_path / "both"
    collect(tmp_path / "x", tmp_path / "y", "--output", both)
    code, said = collect("compare", both, both)
    assert code == 2
    assert "--device-a" in said and "NVIDIA H200" in said
    assert collect("compare", both, both, "--device-a", "CPU", "--device-b", "NVIDIA H200")[0] == 1
    assert collect("compare", both, both, "--device-a", "NVIDIA H200", "--device-b", "CPU")[0] == 0
    assert collect("compare", both, both, "--device-a", "TPU", "--device-b", "CPU")[0] == 2


@pytest.mark.parametrize("content", [None, "", "{}", '{"schema_version": "flaggems.reference/v2"}'])
def test_what_is_no_report_is_not_compared(sides, tmp_path, content):
    a, _ = sides({"abs": green("abs")}, {})
    other = tmp_path / "other"
    other.mkdir()
    if content is not None:
        (other / "reference.json").write_text(content)
    for pair in ((a, other), (other, a)):
        code, said = collect("compare", *pair)
        assert code == 2, said


def test_an_empty_report_is_not_the_same_as_nothing_changed(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "reference.json").write_text(
            '{"schema_version": "flaggems.reference/v1", "status": "NO_CASES", "records": []}'
        )
    assert collect("compare", tmp_path / "a", tmp_path / "b")[0] == 2


sides_of_records = st.dictionaries(
    st.sampled_from(["a", "b", "c"]),
    st.builds(
        lambda status, message: {"nodeid": "n", "status": status, "failure": {"message": message}},
        st.sampled_from(RECORD_STATUSES),
        st.sampled_from(["x", "y"]),
    ),
)


@given(sides_of_records, sides_of_records)
def test_every_case_is_accounted_for_and_worse_one_way_is_better_the_other(a, b):
    there, back = compare(a, b), compare(b, a)
    assert there.same + sum(len(change.names) for change in there.changes) == len(a.keys() | b.keys())
    kinds = {name: change.kind for change in there.changes for name in change.names}
    opposite = {name: change.kind for change in back.changes for name in change.names}
    for name in a.keys() & b.keys():
        assert (kinds.get(name) == "worse") == (opposite.get(name) == "better")
    lost = any(record["status"] == "PASSED" and name not in b for name, record in a.items())
    assert there.worse == (lost or "worse" in kinds.values())


def test_large_sides(tmp_path):
    for name, worse in (("a", False), ("b", True)):
        large(tmp_path / f"logs-{name}", 60, H200, worse)
        collect(tmp_path / f"logs-{name}", "--output", tmp_path / name)
    code, said = collect("compare", tmp_path / "a", tmp_path / "b")
    assert code == 1
    assert "NOT_IMPLEMENTED NotImplementedError no kernel" in said
