# SPDX-License-Identifier: Apache-2.0
"""A run as Bazel orders it: configuration file, runfiles, filter, shards, frozen lists, expectations."""

from __future__ import annotations

import json
import os
import shutil
import sys

import pytest

from . import checker
from .project import NODE, Project

CORE = f"{NODE}::core::float32"


def config(project: Project, **changes):
    """The command line and the variables of a target whose runfiles are the project."""
    runfiles = project.folder / "runfiles"
    if not runfiles.exists():
        runfiles.mkdir()
        (runfiles / "_main").symlink_to(project.folder, target_is_directory=True)
    content = {
        "schema": "flaggems.reference-config/v1",
        "target": "//benchmark:x_ref",
        "node": NODE,
        "root": "_main",
        "level": "core",
        "device": "cpu",
        "expected_status": "PASSED",
        "allow_skips": False,
        "case_list": None,
        "environment": None,
        "fingerprint": None,
        "cpus": 1,
        "case_timeout_s": None,
        **changes,
    }
    (project.folder / "config.json").write_text(json.dumps(content))
    return {"RUNFILES_DIR": str(runfiles)}


def run(project: Project, *arguments, environ=None, **changes):
    environ = {**config(project, **changes), **(environ or {})}
    process = project.start(*arguments, "--config", "_main/config.json", environ=environ)
    return project.finish(process, 0, 60, environ)


@pytest.fixture(autouse=True)
def without_root_option(monkeypatch):
    """The root comes from the configuration here."""
    start = Project.start

    def stripped(self, *arguments, **options):
        import subprocess

        def popen(command, **more):
            place = command.index("--root")
            return original(command[:place] + command[place + 2 :], **more)

        original = subprocess.Popen
        monkeypatch.setattr(subprocess, "Popen", popen)
        try:
            return start(self, *arguments, **options)
        finally:
            monkeypatch.setattr(subprocess, "Popen", original)

    monkeypatch.setattr(Project, "start", stripped)


def test_target(project):
    project.node("if i == 2: raise NotImplementedError")
    result = run(project)
    assert result.status == 1
    assert f"replay: bazel test //benchmark:x_ref --test_arg=--case-id={CORE}::2" in result.out
    assert result.environment["target"] == "//benchmark:x_ref"


def test_report_is_named_where_bazel_leaves_it(project):
    project.node("return i")
    inside = "x/execroot/_main/bazel-out/k8-fastbuild/testlogs/benchmark/x_ref/test.outputs"
    folder = project.folder / "sandbox" / inside
    result = run(project, environ={"TEST_UNDECLARED_OUTPUTS_DIR": str(folder)})
    assert result.status == 0
    assert "report: bazel-testlogs/benchmark/x_ref/test.outputs/reference.json" in result.out


# Filters


@pytest.mark.parametrize(
    ("pattern", "ran"),
    [
        (f"{CORE}::1", [1]),
        ("float32::3", [3]),
        ("*::2", [2]),
        ("float32", [0, 1, 2, 3]),
        (NODE, [0, 1, 2, 3]),
    ],
)
def test_filter(project, pattern, ran):
    project.node("return i")
    result = run(project, environ={"TESTBRIDGE_TEST_ONLY": pattern})
    assert result.status == 0
    assert [record["ordinal"] for record in result.report["records"]] == ran
    chosen = result.environment["selection"]
    assert (chosen["kind"], chosen["filter"]) == ("filtered", pattern)
    assert (chosen["planned"], chosen["selected"]) == (4, len(ran))
    # Bazel's own variables, however they came to the test: the report of a part does not pass for the whole.
    assert f"as expected (filtered: {len(ran)} of 4 cases)" in result.out
    if len(ran) < 4:
        assert not checker.accepts(result.report, [f"{CORE}::{i}" for i in range(4)])


@pytest.mark.parametrize("pattern", ["Float32", "float16", "test_y", "float3", f"{CORE}::4"])
def test_filter_without_a_match(project, pattern):
    project.node("return i")
    result = run(project, environ={"TESTBRIDGE_TEST_ONLY": pattern})
    assert result.status == 1
    assert f"the filter {pattern!r} matches none of 4 cases: {CORE}::0…3" in result.reasons


def test_filter_of_a_parametrised_node(project):
    project.write("""
        @pytest.mark.x
        @pytest.mark.parametrize('mode', ['A b', 'c'])
        def test_x(mode):
            Benchmark(mode, abs, sizes=(1, 2)).run()
        """)
    result = run(
        project, node=f"{NODE}[A b]", environ={"TESTBRIDGE_TEST_ONLY": f"{NODE}[A b]::core::float32::1"}
    )
    assert result.status == 0, result.out
    assert [record["case_id"] for record in result.report["records"]] == [f"{NODE}[A b]::core::float32::1"]


def test_case_id_in_args(project):
    project.node("return i")
    result = run(project, "--case-id", f"{CORE}::2")
    assert result.status == 0
    assert [record["ordinal"] for record in result.report["records"]] == [2]
    result = run(project, "--case-id", f"{CORE}::9")
    assert result.status == 1
    assert f"{CORE}::9 is unknown" in result.reasons


# Shards


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_shards(project, count):
    project.node("return i")
    seen = []
    for index in range(count):
        status_file = project.folder / f"shard{index}"
        result = run(
            project,
            environ={
                "TEST_TOTAL_SHARDS": str(count),
                "TEST_SHARD_INDEX": str(index),
                "TEST_SHARD_STATUS_FILE": str(status_file),
            },
        )
        assert result.status == 0, result.out
        assert status_file.exists()
        assert result.environment["selection"]["kind"] == ("full" if count == 1 else "sharded")
        assert result.report["status"] == ("PASSED" if result.report["records"] else "NO_CASES")
        seen += [record["ordinal"] for record in result.report["records"]]
    assert sorted(seen) == [0, 1, 2, 3]


def test_shards_of_nothing_are_red(project):
    project.node("return i", sizes=())
    for index in (0, 1):
        assert run(project, environ={"TEST_TOTAL_SHARDS": "2", "TEST_SHARD_INDEX": str(index)}).status == 1


def test_failure_beside_an_empty_shard_is_red(project):
    project.node("return i", sizes=(1,), more="    raise ValueError\n")
    for index in (0, 1):
        assert run(project, environ={"TEST_TOTAL_SHARDS": "2", "TEST_SHARD_INDEX": str(index)}).status == 1


def test_case_id_of_another_shard(project):
    project.node("return i")
    arguments = [f"--case-id={CORE}::{i}" for i in (0, 1)]
    statuses = []
    for index in (0, 1):
        result = run(project, *arguments, environ={"TEST_TOTAL_SHARDS": "2", "TEST_SHARD_INDEX": str(index)})
        assert result.status == 0
        statuses += [record["ordinal"] for record in result.report["records"]]
    assert sorted(statuses) == [0, 1]


@pytest.mark.parametrize(("index", "count"), [("2", "2"), ("-1", "2"), ("x", "2"), ("", "2"), ("0", "x")])
def test_shard_that_is_none(project, index, count):
    project.node("return i")
    result = run(project, environ={"TEST_TOTAL_SHARDS": count, "TEST_SHARD_INDEX": index})
    assert result.status == 2
    assert "is no shard" in result.err


# Expectations


@pytest.mark.parametrize(
    ("body", "expected", "status"),
    [
        ("return i", "PASSED", 0),
        ("return i", "FAILED", 1),
        ("return i", "ALL_SKIP", 1),
        ("raise ValueError", "FAILED", 0),
        ("pytest.skip('r')", "ALL_SKIP", 0),
        ("pytest.skip('r')", "PASSED", 1),
        ("os._exit(0)", "PASSED", 1),
    ],
)
def test_expected_status(project, body, expected, status):
    project.node(body)
    result = run(project, expected_status=expected)
    assert result.status == status
    if body == "return i" and expected != "PASSED":
        assert f'delete the line `expected_status = "{expected}"`' in result.out


def test_unsupported_as_expected(project):
    project.write("@pytest.mark.x\ndef test_x(): pass\n")
    assert run(project, expected_status="UNSUPPORTED").status == 0


def test_all_skip_lists_the_reasons(project):
    project.write("@pytest.mark.x\n@pytest.mark.skip(reason='known to hang')\ndef test_x(): pass\n")
    result = run(project)
    assert result.status == 1
    assert "known to hang" in result.out
    assert run(project, expected_status="ALL_SKIP").status == 0


# Frozen lists


def freeze(project):
    output = project.folder / "cases.json"
    project.pytest("benchmark/test_x.py", "--list-cases", "--level", "core", "--output", str(output))
    return "_main/cases.json"


def test_frozen_list(project):
    project.node("return i")
    frozen = freeze(project)
    assert run(project, case_list=frozen).status == 0
    project.node("return i", sizes=(1, 2, 3))
    result = run(project, case_list=frozen)
    assert result.status == 1
    assert result.statuses == ["PASSED", "PASSED", "PASSED", "FAILED", "NOT_RUN"]
    assert f"lost {CORE}::3" in result.reasons
    project.node("return i", sizes=(1, 2, 3, 5))
    assert "has shape" in run(project, case_list=frozen).reasons


def test_frozen_list_names_the_command_that_refreshes_it(project):
    project.node("return i")
    frozen = freeze(project)
    project.node("return i", sizes=(1, 2, 3))
    reasons = run(project, case_list=frozen).reasons
    assert "`./bazelw run //tools/manifest:update`" in reasons
    command = reasons.partition("else `python -m pytest ")[2].partition("`")[0]
    assert command == f"{NODE} --list-cases --level core --output cases.json"
    project.pytest(*command.split())
    assert run(project, case_list=frozen).status == 0


def test_frozen_list_of_a_benchmark_that_is_no_longer_run(project):
    two = """
        @pytest.mark.x
        def test_x():
            Benchmark('a', abs, sizes=(1, 2)).run()
            {}
        """
    project.write(two.format("Benchmark('b', abs, sizes=(3,)).run()"))
    frozen = freeze(project)
    assert run(project, case_list=frozen).status == 0
    project.write(two.format("pass"))
    assert run(project).status == 0  # Without a list nobody misses the third case.
    result = run(project, case_list=frozen)
    assert result.status == 1
    assert result.statuses == ["PASSED", "PASSED", "FAILED", "NOT_RUN"]
    assert f"lost {CORE}::2" in result.reasons
    # One that is made and not run is red in either case.
    project.write(two.format("Benchmark('b', abs, sizes=(3,))"))
    for more in ({}, {"case_list": frozen}):
        result = run(project, **more)
        assert result.status == 1
        assert result.statuses == ["PASSED", "PASSED", "UNSUPPORTED"]


def lose_a_case(project, body, more=""):
    """Freeze three cases of a node that is expected to fail and run two; give the list and the red run."""
    project.node(body, sizes=(0, 1, 2), more=more)
    frozen = freeze(project)
    assert run(project, case_list=frozen, expected_status="FAILED").status == 0
    project.node(body, sizes=(0, 1), more=more)
    result = run(project, case_list=frozen, expected_status="FAILED")
    assert result.status == 1
    assert f"RED: the plan differs from the frozen case list: lost {CORE}::2" in result.out
    return frozen, result


def test_frozen_list_of_a_node_that_is_expected_to_fail(project):
    lose_a_case(project, "if i == 1: raise ValueError")


def test_frozen_list_of_a_node_that_is_expected_to_crash(project):
    _, result = lose_a_case(project, "if i == 1: os.kill(os.getpid(), 11)", "import os\n")
    assert result.statuses == ["PASSED", "FAILED", "FAILED", "NOT_RUN"]


def test_frozen_list_of_a_node_that_skips_after_its_cases(project):
    more = "    pytest.skip('enough')\n"
    frozen, _ = lose_a_case(project, "if i == 1: raise NotImplementedError", more)
    project.node("return i", sizes=(0, 1), more=more)
    assert run(project, case_list=frozen, expected_status="ALL_SKIP").status == 0


def test_a_run_out_of_time_is_no_expected_failure(project):
    project.node("if i == 0: raise NotImplementedError\ntime.sleep(60)", sizes=(0, 1))
    result = run(project, environ={"TEST_TIMEOUT": "3"}, expected_status="FAILED")
    assert result.status == 1
    assert result.statuses == ["FAILED", "FAILED"]
    assert "RED: the run did not come to its end: TIMEOUT: the time limit of the whole test" in result.out


def test_frozen_list_is_of_the_level_of_its_target(project):
    project.node("return i")
    frozen = freeze(project)
    result = run(project, "--level", "comprehensive", case_list=frozen)
    assert result.status == 0, result.err
    assert [record["case_id"] for record in result.report["records"]] == [
        f"{NODE}::comprehensive::float32::{i}" for i in range(4)
    ]
    result = run(project, level="comprehensive", case_list=frozen)
    assert result.status == 2
    assert f"no case of {NODE} at level comprehensive; give a list of that level, or none" in result.err


def test_frozen_list_of_a_skipped_node(project):
    project.node("return i")
    frozen = freeze(project)
    project.write("@pytest.mark.x\n@pytest.mark.skip(reason='r')\ndef test_x(): pass\n")
    assert run(project, case_list=frozen, expected_status="ALL_SKIP").status == 0


# The node


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (
            "benchmark/test_x.py::test_xx",
            "not found: benchmark/test_x.py::test_xx; near: benchmark/test_x.py::test_x",
        ),
        ("benchmark/test_xy.py::test_x", "near: test_x.py"),
        ("benchmrk/test_x.py::test_x", "not found"),
        ("benchmark/test_x.py::Test::test_x", "not found"),
    ],
)
def test_missing_node(project, node, words):
    project.node("return i")
    result = run(project, node=node)
    assert result.status == 1
    assert words in result.reasons


def test_node_of_several_items(project):
    project.write("""
        @pytest.mark.x
        @pytest.mark.parametrize('mode', ['a', 'b'])
        def test_x(mode):
            Benchmark(mode, abs).run()
        """)
    result = run(project)
    assert result.status == 1
    assert f"collects to 2 items: {NODE}[a], {NODE}[b]" in result.reasons
    assert run(project, node=f"{NODE}[b]").status == 0


@pytest.mark.parametrize("text", ["def test_x(:", "import no_such_module", "raise ValueError('at import')"])
def test_broken_file(project, text):
    project.write(text, head="")
    result = run(project)
    assert result.status == 1
    (record,) = result.report["records"]
    assert record["pytest_phase"] == "setup" and record["nodeid"] == NODE


def test_broken_sibling_does_not_matter(project):
    project.node("return i")
    project.write("def test_y(:", "benchmark/test_y.py", head="")
    project.write("def test_z(:", "benchmark/sub/test_z.py", head="")
    assert run(project).status == 0


def test_file_that_skips_itself(project):
    project.write("pytest.skip('not on this platform', allow_module_level=True)\n")
    result = run(project, expected_status="ALL_SKIP")
    assert result.status == 0, result.out
    assert "not on this platform" in result.reasons


def test_broken_conftest(project):
    project.node("return i")
    project.write("import no_such_module\n", "benchmark/conftest.py", head="")
    result = run(project)
    assert result.status == 1
    assert "no_such_module" in result.reasons


def test_usage_error_of_the_harness(project):
    project.node("return i")
    project.write(
        """
        import pytest
        pytest_plugins = ['runner.plugin']
        def pytest_configure(config):
            raise pytest.UsageError('core_shapes.yaml: operators.x[0] is no list of positive integers')
        """,
        "benchmark/conftest.py",
        head="",
    )
    result = run(project)
    assert result.status == 1
    assert "core_shapes.yaml: operators.x[0] is no list of positive integers" in result.reasons


# The configuration


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"schema": "other"}, "has schema 'other'"),
        ({"level": "all"}, "level is 'all'; use one of core, comprehensive"),
        ({"device": "gpu"}, "device is 'gpu'; use one of cpu, cuda"),
        ({"expected_status": "OK"}, "expected_status is 'OK'"),
        ({"node": "test_x"}, "'test_x' is no node id"),
        ({"node": "/benchmark/test_x.py::test_x"}, "is no node id"),
        ({"cpus": 0}, "cpus is 0"),
        ({"case_timeout_s": -1}, "case_timeout is -1"),
        ({"case_timeout_s": float("inf")}, "case_timeout is inf"),
        ({"case_list": "_main/none.json"}, "_main/none.json is not among the runfiles"),
        ({"case_list": "_main/config.json"}, "not 'flaggems.benchmark-case-list/v2'"),
        ({"fingerprint": "_main/none.json"}, "is not among the runfiles"),
    ],
)
def test_bad_configuration(project, changes, words):
    project.node("return i")
    result = run(project, **changes)
    assert result.status == 2
    assert words in result.err
    assert result.err.startswith("ERROR: ") and result.err.count("\n") == 1


LIST = '{"schema_version": "flaggems.benchmark-case-list/v2", "benchmarks": %s}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"schema": "flaggems.benchmark-case-list/v2"}',
        "\xff",
        LIST % '[{"cases": [{"case_id": 5}]}]',
        LIST % f'[{{"cases": [{{"case_id": "{CORE}::zero"}}]}}]',
        pytest.param(LIST % ("[" * 100_000 + "]" * 100_000), id="deep"),
    ],
)
def test_malformed_case_list(project, text):
    project.node("return i")
    (project.folder / "cases.json").write_text(text, encoding="latin-1")
    result = run(project, case_list="_main/cases.json")
    assert result.status == 2
    assert "case list" in result.err and result.err.count("\n") == 1


def test_case_list_with_a_case_twice(project):
    case = {
        "case_id": f"{NODE}::core::float32::0",
        "ordinal": 0,
        "dtype": "torch.float32",
        "shape": {},
        "params": {},
    }
    content = {"schema_version": "flaggems.benchmark-case-list/v2", "benchmarks": [{"cases": [case, case]}]}
    (project.folder / "cases.json").write_text(json.dumps(content))
    result = run(project, case_list="_main/cases.json")
    assert result.status == 2
    assert f"has {NODE}::core::float32::0 twice" in result.err


def test_case_list_of_another_node(project):
    project.node("return i")
    frozen = freeze(project)
    project.write("def test_y(): pass\n", "benchmark/test_y.py")
    result = run(project, case_list=frozen, node="benchmark/test_y.py::test_y")
    assert result.status == 2
    assert "has no case of benchmark/test_y.py::test_y" in result.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--case-id", f"{CORE}::1", "--case-id", f"{CORE}::1"], "given twice"),
        (["--case-id", f"{NODE}::comprehensive::float32::1"], "level comprehensive"),
        (["--case-id", "x"], "the form is"),
        (["--no-such-option"], "unrecognized arguments: --no-such-option"),
        (["--cpus", "many"], "invalid int value"),
    ],
)
def test_bad_arguments(project, arguments, words):
    project.node("return i")
    result = run(project, *arguments)
    assert result.status == 2
    assert words in result.err and result.err.count("\n") == 1


def test_runfiles_by_manifest(project):
    project.node("return i")
    config(project)
    shutil.rmtree(project.folder / "runfiles", ignore_errors=True)
    manifest = project.folder / "MANIFEST"
    manifest.write_text(
        f"_main/config.json {project.folder}/config.json\n"
        f"_main/benchmark/test_x.py {project.folder}/benchmark/test_x.py\n"
    )
    process = project.start(
        "--config", "_main/config.json", environ={"RUNFILES_MANIFEST_FILE": str(manifest)}
    )
    assert project.finish(process, 0).status == 0


# Python environments


def environment(project, **changes):
    site = os.path.dirname(os.path.dirname(pytest.__file__))
    folder = project.folder / "external" / "env"
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "site").exists():
        (folder / "site").symlink_to(site)
    content = {
        "schema": "flaggems.python-environment/v1",
        "kind": "locked",
        "name": "cpu",
        "site": ["site"],
        "digest": "0" * 64,
        "interpreter": {
            "path": os.path.realpath(sys.executable),
            "version": "{}.{}.{}".format(*sys.version_info),
        },
        "packages": {"torch": "2.13.0", "pytest": "9"},
        "flag_gems_origin": None,
        **changes,
    }
    (folder / "environment.json").write_text(json.dumps(content))
    # As in the sandbox: the declared file is a link, and the site lies beside the real one.
    link = project.folder / "environment.json"
    if not link.exists():
        link.symlink_to(folder / "environment.json")
    return "_main/environment.json"


@pytest.mark.parametrize("kind", ["locked", "system"])
def test_environment(project, kind):
    project.node("print('path', sys.flags.isolated, sys.flags.dont_write_bytecode)")
    more = {"extra_site": ["site"], "pycache": "cache"} if kind == "system" else {}
    result = run(project, environment=environment(project, kind=kind, **more))
    assert result.status == 0, result.out + result.err
    assert f"path {int(kind == 'locked')} 1" in result.out
    assert result.environment["python"]["kind"] == kind
    assert result.environment["packages"]["torch"] == "2.13.0"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"site": ["gone"]}, "gone is not there; fetch it again"),
        (
            {"interpreter": {"path": "/no/python"}},
            "the interpreter /no/python of the Python environment is not there",
        ),
        ({"interpreter": {}}, "names no interpreter"),
        ({"interpreter": {"path": sys.executable, "version": "3.9.1"}}, "its environment was made for 3.9.1"),
        ({"flag_gems_origin": "elsewhere/flag_gems"}, "external/env/elsewhere/flag_gems"),
        ({"schema": "x"}, "has schema 'x'"),
    ],
)
def test_environment_that_is_not_as_promised(project, changes, words):
    project.node("return i")
    if "version" in changes.get("interpreter", {}):
        changes = {"interpreter": {**changes["interpreter"], "path": os.path.realpath(sys.executable)}}
    result = run(project, environment=environment(project, **changes))
    assert result.status == 1
    (record,) = result.report["records"]
    assert words in record["reason"] and "\n" not in record["reason"]
    assert record["pytest_phase"] == "setup"


def test_stale_flaggems(project):
    project.node("return i")
    for name in ("expected", "stale"):
        (project.folder / name / "flag_gems").mkdir(parents=True)
        (project.folder / name / "flag_gems" / "__init__.py").write_text("raise SystemExit('imported')")
    site = [str(project.folder / "stale"), "site"]
    good = run(
        project,
        environment=environment(project, site=site, flag_gems_origin=str(project.folder / "stale/flag_gems")),
    )
    assert good.status == 0, good.out
    assert good.environment["flag_gems"]["found"] == str(project.folder / "stale/flag_gems")
    wrong = run(
        project,
        environment=environment(
            project, site=site, flag_gems_origin=str(project.folder / "expected/flag_gems")
        ),
    )
    assert wrong.status == 1
    assert "stale/flag_gems, expected" in wrong.reasons


def test_benchmark_fingerprint(project):
    project.node("return i")
    first = run(project).environment["benchmark"]
    assert "benchmark/test_x.py" in first["files"] and "benchmark/base.py" in first["files"]
    project.write("def test_y(): pass\n", "benchmark/test_y.py")
    assert run(project).environment["benchmark"] == first
    (project.folder / "benchmark" / "core_shapes.yaml").write_text("core: {}\n")
    assert run(project).environment["benchmark"]["digest"] != first["digest"]
