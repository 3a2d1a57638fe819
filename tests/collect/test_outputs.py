# SPDX-License-Identifier: Apache-2.0
import json
import os
import re
import resource
import shlex
import subprocess
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.collect import samples
from tests.collect.helpers import ROOT, collect, collect_alone, data_of
from tests.collect.samples import CPU, FAILURE, H200, Shot, put, report
from tools.collect import text
from tools.collect.__main__ import write_all
from tools.collect.families import families_of_source
from tools.collect.merge import merge
from tools.collect.tree import find_in_tree


def test_a_green_run(tmp_path):
    put(tmp_path / "logs", "abs", report("abs", [Shot("float32")]), H200)
    code, said = collect(tmp_path / "logs", "--output", tmp_path / "out")
    assert code == 0, said
    assert "all 1 targets are as expected" in said
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "index.html",
        "junit.xml",
        "reference.json",
        "summary.json",
        "summary.md",
    ]
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["as_expected"] is True


def test_a_red_run(tmp_path):
    put(tmp_path / "logs", "abs", report("abs", [Shot("float32", "FAILED")]), H200)
    code, said = collect(tmp_path / "logs", "--output", tmp_path / "out")
    assert code == 1
    assert "//benchmark:abs_ref: the report is FAILED" in said


@pytest.mark.parametrize("inputs", [["nowhere"], ["--bep", "nowhere.json"], ["."]])
def test_nothing_to_judge_is_no_success(tmp_path, inputs):
    code, _ = collect_alone(*inputs, "--output", tmp_path / "out", cwd=tmp_path)
    assert code == 2


def test_paths_are_taken_from_where_the_user_stands(tmp_path):
    put(tmp_path / "bazel-testlogs", "abs", report("abs", [Shot("float32")]), H200)
    code, said = collect_alone(
        "--output", "out", BUILD_WORKSPACE_DIRECTORY=str(tmp_path), BUILD_WORKING_DIRECTORY=str(tmp_path)
    )
    assert code == 0, said
    assert (tmp_path / "out" / "index.html").exists()


def test_two_devices_have_a_report_each(tmp_path):
    put(tmp_path / "a", "abs", report("abs", [Shot("float32")]), H200)
    put(tmp_path / "b", "abs", report("abs", [Shot("float32", "FAILED")]), CPU)
    code, _ = collect(tmp_path / "a", tmp_path / "b", "--output", tmp_path / "out")
    assert code == 1
    both = json.loads((tmp_path / "out" / "reference.json").read_text())
    assert [(record["device"], record["status"]) for record in both["records"]] == [
        ("CPU", "FAILED"),
        ("NVIDIA H200", "PASSED"),
    ]
    alone = json.loads((tmp_path / "out" / "reference.2-NVIDIA-H200.json").read_text())
    assert alone == report("abs", [Shot("float32")])


def test_the_output_is_the_same_each_time_and_holds_nothing_older(tmp_path):
    put(tmp_path / "logs", "abs", report("abs", [Shot("float32"), Shot("int8", "FAILED")]), H200)
    out = tmp_path / "out"
    out.mkdir()
    (out / "reference.9-Old.json").write_text("{}")
    collect(tmp_path / "logs", "--output", out)
    first = {path.name: path.read_bytes() for path in out.iterdir()}
    collect(tmp_path / "logs", "--output", out)
    assert first == {path.name: path.read_bytes() for path in out.iterdir()}
    assert "reference.9-Old.json" not in first


def test_hostile_text_stays_text_on_the_page(hostile):
    page = (hostile / "index.html").read_text()
    assert page.count("<script") == page.count("</script>") == 2
    assert (
        "hacked'" not in page.replace(text.script_json("hacked'")[1:-1], "") or "<script>document" not in page
    )
    data = data_of(page)
    assert any("</script><script>" in string for string in data["strings"])
    assert all(code not in page for code in ("\x1b", "\x00", "\u202e", "\u2028"))


def test_hostile_text_is_well_formed_xml(hostile):
    tree = etree.parse(hostile / "junit.xml")
    (failure,) = [element for element in tree.iter("failure") if element.text]
    assert "</script><script>" in failure.text
    assert "␛[31mred␀" in failure.text


def test_hostile_text_makes_no_markup(hostile):
    lines = (hostile / "summary.md").read_text().splitlines()
    assert not [line for line in lines if line.startswith("# ")]
    for line in lines:
        bare = re.sub(r"\\.", "", re.sub(r"`[^`]*`", "", line))
        assert "<" not in bare and "[" not in bare and "@" not in bare
    widths = {line.replace("\\|", "").count("|") for line in lines if line.startswith("|")}
    assert widths <= {3, 4, 5, 6, 7, 8}


@given(st.text())
def test_no_text_ends_a_script_or_breaks_xml_or_a_line(value):
    encoded = text.script_json({"x": value})
    assert encoded.isascii() and "<" not in encoded
    assert json.loads(encoded) == {"x": value}
    root = etree.Element("x")
    root.text = text.visible(value)
    assert "\n" not in text.one_line(value) and len(text.one_line(value)) <= 300
    assert "\n" not in text.markdown(value)


@given(
    st.text(alphabet=st.characters(blacklist_characters="\x00", blacklist_categories=("Cs",)), max_size=30)
)
def test_a_shell_reads_the_replayed_case_back(value):
    command = text.replay("//x:y_ref", value)
    if not value:
        assert "filter" not in command
    elif "$'" not in command:
        assert shlex.split(command)[-1] == f"--test_filter={value}"


@pytest.mark.parametrize(
    "value", ["a b", "it's", "x[a b]", "a\nb", "\x1b[31m", "\u202e", "$HOME `id` \\", "a'\n\\'b"]
)
def test_bash_reads_the_replayed_case_back(value):
    command = text.replay("//x:y_ref", value)
    shown = subprocess.run(
        ["bash", "-c", f"for word in {command}; do printf '%s\\0' \"$word\"; done"],
        capture_output=True,
        check=True,
        env={"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]},
    )
    assert shown.stdout.decode().split("\0")[-2] == f"--test_filter={value}"


def test_junit_counts_agree_and_expected_failures_are_no_failures(tmp_path):
    put(
        tmp_path,
        "abs",
        report("abs", [Shot("float32"), Shot("int8", "FAILED"), Shot("int16", "NOT_RUN")]),
        H200,
    )
    expected = H200 | {"expected_status": "FAILED"}
    put(tmp_path, "neg", report("neg", [Shot("int8", "FAILED")]), expected, status=1)
    put(tmp_path, "skip", report("skip", [], skipped="no"), H200)
    put(tmp_path, "hung", None, None, status=3)
    write_all(merge(find_in_tree(tmp_path, "logs")), tmp_path / "out")
    root = etree.parse(tmp_path / "out" / "junit.xml").getroot()
    for element, total in [
        (root, root.iter("testcase")),
        *((suite, suite.iter("testcase")) for suite in root),
    ]:
        cases = list(total)
        assert int(element.get("tests")) == len(cases)
        for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(element.get(attribute)) == sum(case.find(tag) is not None for case in cases)
    bad = {suite.get("name"): int(suite.get("failures")) + int(suite.get("errors")) for suite in root}
    assert bad == {
        samples.label("abs"): 2,
        samples.label("neg"): 0,
        samples.label("skip"): 1,  # ALL_SKIP where PASSED is expected
        samples.label("hung"): 1,
    }


def test_the_page_names_the_replay_of_its_device(tmp_path):
    put(tmp_path, "abs", report("abs", [Shot("float32", "FAILED")]), H200)
    write_all(merge(find_in_tree(tmp_path, "logs")), tmp_path / "out")
    data = data_of((tmp_path / "out" / "index.html").read_text())
    assert data["replay"] == ["./bazelw test --config=cuda @LABEL@@FILTER@"]
    assert "./bazelw test --config=cuda //benchmark:abs_ref" in (tmp_path / "out" / "summary.md").read_text()


def test_families_come_from_the_nodes_source():
    source = """
import pytest
from .families import norm
from .families.pointwise import Binary, Unary as One

class Own(Binary):
    pass

@pytest.mark.skipif(True, reason="x")
@pytest.mark.neg
def test_neg():
    One("neg").run()

@pytest.mark.add
def test_add():
    Own("add").run()

@pytest.mark.layer_norm
def test_layer_norm():
    norm.Norm("layer_norm").run()

@pytest.mark.bare
def test_bare():
    pass
"""
    assert families_of_source(source) == {"neg": "pointwise", "add": "pointwise", "layer_norm": "norm"}


def test_the_nodes_of_this_repository_have_families():
    from tools.collect.families import families_of_tree

    found = families_of_tree(ROOT / "benchmark")
    assert found["negative"] == "pointwise"
    assert len(set(found.values())) >= 5


def test_a_thousand_reports(tmp_path):
    count = samples.large(tmp_path / "logs", 1188, H200)
    assert count >= 17_000
    put(tmp_path / "logs", "truncated", b'{"schema_version": "flaggems.reference/v1", "rec', H200)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    code, said = collect_alone(tmp_path / "logs", "--output", tmp_path / "out")
    wall = time.monotonic() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert code == 1, said
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["records"]["total"] == count + 1
    assert summary["targets"]["total"] == 1189
    size = (tmp_path / "out" / "index.html").stat().st_size
    peak = after.ru_maxrss / 1024
    print(f"{count} cases, 1189 targets: {wall:.1f} s, {cpu:.1f} s CPU, {peak:.0f} MiB, page {size} bytes")
    # Generous: a loaded machine is no fault of the program, a quadratic one would be far off.
    assert cpu < 30
    assert after.ru_maxrss < 600 * 1024
    assert size < 4 << 20
    assert (tmp_path / "out" / "summary.md").stat().st_size < 1 << 20


def test_the_original_message_reaches_the_page(tmp_path):
    put(tmp_path, "abs", report("abs", [Shot("uint16", "FAILED")]), H200)
    write_all(merge(find_in_tree(tmp_path, "logs")), tmp_path / "out")
    data = data_of((tmp_path / "out" / "index.html").read_text())
    extra = data["cases"]["extra"]["0"]
    assert data["strings"][extra["message"]] == FAILURE["message"]
    assert data["strings"][extra["traceback"]] == FAILURE["traceback"]
    assert (extra["stage"], extra["category"]) == ("invoke", "DTYPE_UNSUPPORTED")
