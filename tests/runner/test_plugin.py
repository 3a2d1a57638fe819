# SPDX-License-Identifier: Apache-2.0
"""``--reference-only`` and ``--list-cases`` under pytest alone, on tiny benchmark files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .checker import accepts, validator
from .project import NODE

CORE = f"{NODE}::core::float32"


def statuses(report):
    return [record["status"] for record in report["records"]]


def test_pass(project):
    project.node("return i", sizes=(1, 2), dtypes=("float16", "float32"))
    done, report = project.reference()
    assert done.returncode == 0, done.stdout
    assert statuses(report) == ["PASSED"] * 4
    assert [record["ordinal"] for record in report["records"]] == [0, 1, 0, 1]
    assert report["records"][2] == {
        "nodeid": NODE,
        "operator": "x",
        "case_id": f"{CORE}::0",
        "ordinal": 0,
        "dtype": "torch.float32",
        "shape": {"input": [1]},
        "params": {},
        "count": 1,
        "status": "PASSED",
    }
    assert "reference check: PASSED (4 PASSED)" in done.stdout


@pytest.mark.parametrize(
    ("where", "stage", "count"),
    [("build", "build_inputs", 0), ("prepare", "prepare_reference", 0), ("call", "invoke", 1)],
)
def test_stage(project, where, stage, count):
    arguments = {"build": "build=broken", "prepare": "prepare=broken"}.get(where, "")
    op = "broken" if where == "call" else "abs"
    project.write(f"""
        def broken(i):
            if i == 1: raise NotImplementedError('no')
            return i

        @pytest.mark.x
        def test_x():
            Benchmark('x', {op}, sizes=(1, 2, 3), {arguments}).run()
        """)
    done, report = project.reference()
    assert done.returncode == 1
    assert statuses(report) == ["PASSED", "FAILED", "PASSED"]
    failed = report["records"][1]
    assert (failed["stage"], failed["count"]) == (stage, count)
    assert failed["failure"]["category"] == "NOT_IMPLEMENTED"
    assert not any("case_id" not in record for record in report["records"])


DEVICE = """
    from runner.device import Device
    class Sick(Device):
        calls = 0
        def synchronize(self):
            Sick.calls += 1
            if Sick.calls in {bad}: raise RuntimeError(f'CUDA error: device-side assert ({{Sick.calls}})')
    import runner.device
    runner.device.DEVICES['cpu'] = Sick
    """


def test_failed_synchronise_stops_the_node_and_all_later_ones(project):
    project.write(
        DEVICE.format(bad="(2, 3)")
        + """
    @pytest.mark.x
    def test_x():
        Benchmark('x', abs, sizes=(1, 2, 3)).run()

    @pytest.mark.y
    def test_y():
        Benchmark('y', abs, sizes=(1, 2)).run()
    """
    )
    _done, report = project.reference()
    assert statuses(report) == ["PASSED", "FAILED", "NOT_RUN", "NOT_RUN", "NOT_RUN"]
    failed = report["records"][1]
    assert failed["stage"] == "synchronize" and failed["count"] == 1
    assert failed["hint"].startswith("DEVICE_FAULT")
    assert failed["recovery_failure"]["message"].endswith("(3)")
    assert "the device no longer works since" in report["records"][4]["reason"]


def test_lost_device_after_an_explicit_failure(project):
    project.write(
        DEVICE.format(bad="(2,)")
        + """
    def baseline(i):
        if i == 1: raise NotImplementedError('first')

    @pytest.mark.x
    def test_x():
        Benchmark('x', baseline, sizes=(1, 2, 3)).run()
    """
    )
    _, report = project.reference()
    assert statuses(report) == ["PASSED", "FAILED", "NOT_RUN"]
    assert report["records"][1]["failure"]["message"] == "first"
    assert report["records"][1]["stage"] == "invoke"
    assert "device-side assert" in report["records"][1]["recovery_failure"]["message"]


def test_source_skip_within_a_case(project):
    project.node("if i == 1: pytest.skip('no hardware')", sizes=(1, 2, 3))
    _done, report = project.reference()
    assert report["status"] == "ALL_SKIP"
    assert statuses(report) == ["SKIP"] * 4
    assert [record.get("count") for record in report["records"]] == [1, 1, 0, None]
    assert report["records"][3]["pytest_phase"] == "call"
    assert report["records"][3]["reason"] == "no hardware"
    assert not accepts(report, [f"{CORE}::{i}" for i in range(3)])


def test_source_skip_after_the_cases(project):
    project.node("return i", more="    pytest.skip('late')\n")
    _, report = project.reference()
    assert report["status"] == "ALL_SKIP"
    assert [record.get("count") for record in report["records"]] == [1, 1, 1, 1, None]


def test_skip_does_not_hide_a_failure(project):
    project.write("""
        def baseline(i):
            if i == 0: raise NotImplementedError
            if i == 2: pytest.skip('late')

        @pytest.mark.x
        def test_x():
            Benchmark('x', baseline, sizes=(1, 2, 3)).run()
        """)
    _, report = project.reference()
    assert report["status"] == "FAILED"
    assert statuses(report) == ["FAILED", "SKIP", "SKIP", "SKIP"]


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ("pytest.mark.skip(reason='never')", ["SKIP"]),
        ("pytest.mark.skipif(True, reason='never')", ["SKIP"]),
        ("pytest.mark.xfail(run=False, reason='never')", ["SKIP"]),
        ("pytest.mark.xfail(reason='perhaps')", ["PASSED"] * 2),
    ],
)
def test_marks_of_the_source(project, mark, expected):
    project.write(f"""
        @{mark}
        @pytest.mark.x
        def test_x():
            Benchmark('x', abs, sizes=(1, 2)).run()
        """)
    _, report = project.reference()
    assert statuses(report) == expected
    if expected == ["SKIP"]:
        assert report["status"] == "ALL_SKIP"
        assert report["records"][0]["pytest_phase"] == "setup"
        assert "never" in report["records"][0]["reason"]


def test_expected_failure_is_a_failure(project):
    project.write("""
        @pytest.mark.xfail(reason='known')
        @pytest.mark.x
        def test_x():
            raise ValueError('broken')
        """)
    done, report = project.reference()
    assert done.returncode == 1
    assert statuses(report) == ["FAILED"]


def test_failure_beside_the_cases(project):
    project.node("return i", sizes=(1,), more="    raise KeyError('node')\n")
    _, report = project.reference()
    assert statuses(report) == ["PASSED", "FAILED"]
    assert report["records"][1]["pytest_phase"] == "call"
    assert "KeyError" in report["records"][1]["reason"]


def test_fixture_failures(project):
    project.write("""
        @pytest.fixture
        def early(): raise ValueError('early')
        @pytest.fixture
        def late():
            yield
            raise ValueError('late')

        @pytest.mark.x
        def test_x(early): pass
        @pytest.mark.y
        def test_y(late):
            Benchmark('y', abs).run()
        """)
    _, report = project.reference()
    assert [(r["status"], r.get("pytest_phase")) for r in report["records"]] == [
        ("FAILED", "setup"),
        ("PASSED", None),
        ("FAILED", "teardown"),
    ]


def test_interrupt(project):
    project.node("if i == 1: raise KeyboardInterrupt", sizes=(1, 2, 3))
    done, report = project.reference()
    assert done.returncode == 2
    assert statuses(report) == ["PASSED", "FAILED", "NOT_RUN"]
    assert report["records"][1]["failure"]["type"] == "KeyboardInterrupt"


@pytest.mark.parametrize("where", ["fixture", "node"])
def test_exit_with_status_0_is_no_pass(project, where):
    project.write(f"""
        @pytest.fixture
        def end():
            yield
            if {where!r} == 'fixture': pytest.exit('done', returncode=0)

        @pytest.mark.x
        def test_x(end):
            Benchmark('x', abs).run()
            if {where!r} == 'node': pytest.exit('done', returncode=0)
            Benchmark('x', abs).run()
        """)
    done, report = project.reference()
    assert done.returncode == 1
    assert report["status"] == "FAILED"
    assert "Exit: done" in report["records"][-1]["reason"]


def test_swallowed_error_of_a_plan(project):
    project.write("""
        @pytest.mark.x
        def test_x():
            Benchmark('x', abs).run()
            class Broken(Benchmark):
                def get_case_iter(self, dtype): raise ValueError('no shapes')
            try: Broken('y', abs).run()
            except Exception: pass
        """)
    done, report = project.reference()
    assert done.returncode == 1
    assert statuses(report) == ["PASSED", "FAILED"]
    assert "y cannot be planned: ValueError: no shapes" in report["records"][1]["reason"]


def test_thread_that_ends_by_an_exception(project):
    project.write("""
        import threading
        def work():
            Benchmark('x', abs).run()
            raise ValueError('no second one')

        @pytest.mark.x
        def test_x():
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
        """)
    done, report = project.reference()
    assert done.returncode == 1
    assert statuses(report) == ["PASSED", "FAILED"]
    assert "a thread of the node ended by ValueError: no second one" in report["records"][1]["reason"]


def test_thread_that_has_not_run_its_benchmark_when_the_node_ends(project):
    project.write("""
        import threading

        @pytest.mark.x
        def test_x():
            late, go = Benchmark('late', abs, sizes=(7,)), threading.Event()
            threading.Thread(target=lambda: (go.wait(), late.run()), daemon=True).start()
            Benchmark('x', abs).run()
        """)
    done, report = project.reference()
    assert done.returncode == 1
    assert statuses(report) == ["PASSED", "UNSUPPORTED"]
    assert "makes the Benchmark 'late' and has not run it when it ends" in report["records"][1]["reason"]


def test_thread_that_runs_a_benchmark_after_the_node_has_ended(project):
    # The fixture lets the thread go on, and waits for it, when the node's function has returned.
    project.write("""
        import threading

        @pytest.fixture
        def late():
            go = threading.Event()
            thread = threading.Thread(target=lambda: (go.wait(), Benchmark('late', abs, sizes=(7,)).run()))
            thread.start()
            yield
            go.set()
            thread.join()

        @pytest.mark.x
        def test_x(late):
            Benchmark('x', abs).run()
        """)
    done, report = project.reference()
    assert statuses(report) == ["PASSED", "FAILED"]
    assert report["status"] == "FAILED" and done.returncode != 0
    assert (
        "outside of a node's function; the node must wait for its threads" in report["records"][1]["reason"]
    )
    supervised = project.run()
    assert supervised.status == 1 and supervised.statuses == ["PASSED", "FAILED"]


def test_benchmark_that_is_made_beside_another_and_not_run(project):
    project.write("""
        @pytest.mark.x
        def test_x():
            Benchmark('a', abs).run()
            Benchmark('b', abs)
        """)
    done, report = project.reference()
    assert done.returncode == 1
    assert statuses(report) == ["PASSED", "UNSUPPORTED"] and report["status"] == "UNSUPPORTED"
    assert "makes the Benchmark 'b'" in report["records"][1]["reason"]


def test_exception_of_a_class_without_a_name(project):
    project.node("raise type('', (Exception,), {'__module__': 'builtins'})('odd')", sizes=(1,))
    _, report = project.reference()
    assert statuses(report) == ["FAILED"]
    assert report["records"][0]["failure"]["type"] == "(a class without a name)"


def test_forked_copy_does_not_go_on(project):
    project.node("os.fork(); open('copies', 'a').write('1'); return i", sizes=(1, 2))
    _, report = project.reference()
    assert statuses(report) == ["PASSED", "PASSED"]
    # Two processes per case. A copy that went on would call the second baseline as well, and make copies.
    assert (project.folder / "copies").read_text() == "1111"


def test_node_that_is_run_again(project):
    project.write(
        """
        from _pytest.runner import runtestprotocol
        def pytest_runtest_protocol(item, nextitem):
            runtestprotocol(item, log=False)
            runtestprotocol(item, nextitem=nextitem)
            return True
        """,
        file="again.py",
        head="",
    )
    project.node("return i", sizes=(1,))
    done, report = project.reference("-p", "again")
    assert done.returncode == 1
    assert statuses(report) == ["PASSED", "FAILED"]
    assert "more than once" in report["records"][1]["reason"]


def test_output_that_cannot_be_written_in_the_end(project):
    project.node("return i", sizes=(1,))
    done = project.pytest("--reference-only", "--output", "/dev/full", "benchmark/test_x.py")
    assert done.returncode == 3
    assert "--output: cannot write /dev/full: No space left on device" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert Path("/dev/full").is_char_device()


def test_system_exit_in_a_baseline(project):
    project.node("if i == 1: sys.exit(0)", sizes=(1, 2, 3))
    _, report = project.reference()
    assert statuses(report) == ["PASSED", "FAILED", "NOT_RUN"]


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "time.time()",
        "Special('x', abs).run()",
        "Forgetful('x', abs).run()",
        "try:\n        Special('x', abs).run()\n    except Exception:\n        pass",
        "Benchmark('x', abs)",
    ],
)
def test_unsupported(project, body):
    project.write(
        f"""
class Special(Benchmark):
    def run(self):
        raise SystemExit('a custom run must never be entered')

class Forgetful(Benchmark):
    def __init__(self, *args): pass
    def get_latency(self): pass

@pytest.mark.x
def test_x():
    {body}
"""
    )
    done, report = project.reference()
    assert done.returncode == 1
    assert report["status"] == "UNSUPPORTED"
    (record,) = report["records"]
    assert record["operator"] == "x" and record["reason"]


def test_benchmarks_in_helpers_and_parametrised_nodes(project):
    project.write("""
        def helper(name, sizes):
            Benchmark(name, abs, sizes=sizes).run()

        @pytest.mark.div
        @pytest.mark.parametrize('mode', ['trunc', 'floor', 'a b'])
        def test_x(mode):
            helper('a', (1, 2))
            Benchmark('b', abs, sizes=(3,)).run()
        """)
    _, report = project.reference()
    ids = [record["case_id"] for record in report["records"]]
    assert len(set(ids)) == 9
    assert ids[:3] == [f"{NODE}[trunc]::core::float32::{i}" for i in range(3)]
    assert f"{NODE}[a b]::core::float32::2" in ids
    assert {record["operator"] for record in report["records"]} == {"div"}


def test_no_dtype_no_cases(project):
    project.node("return i", dtypes=())
    done, report = project.reference()
    assert done.returncode == 1
    assert report["status"] == "NO_CASES" and report["records"] == []


# The operator and skip_native


def test_operator_is_the_first_own_marker(project):
    project.write("""
        @pytest.mark.second
        @pytest.mark.first
        @pytest.mark.skip_native(vendors=['other'], reason='slow')
        @pytest.mark.parametrize('n', [1])
        def test_x(n):
            Benchmark('x', abs).run()
        """)
    _, report = project.reference()
    assert report["records"][0]["operator"] == "first"


@pytest.mark.parametrize("vendors", ["'cpu'", "['nvidia', 'cpu']", "('cpu',)"])
def test_skip_native(project, vendors):
    project.write(f"""
        @pytest.mark.skip_native(vendors={vendors}, reason='known to hang')
        @pytest.mark.x
        def test_x():
            Benchmark('x', abs, sizes=(1, 2)).run()
        """)
    done, report = project.reference()
    assert done.returncode == 0
    assert report["status"] == "ALL_SKIP"
    assert [(r["status"], r["count"], r["reason"]) for r in report["records"]] == [
        ("SKIP", 0, "known to hang")
    ] * 2


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "'cpu', reason='r'",
        "vendors=['cpu']",
        "reason='r'",
        "vendors=[], reason='r'",
        "vendors=[''], reason='r'",
        "vendors=['cpu'], reason=''",
        "vendors=['cpu'], reason=' '",
        "vendors=3, reason='r'",
        "vendors=['cpu'], reason='r', other=1",
    ],
)
def test_skip_native_misused(project, arguments):
    project.write(f"""
        @pytest.mark.skip_native({arguments})
        @pytest.mark.x
        def test_x():
            open('ran', 'w')
        """)
    done, report = project.reference()
    assert done.returncode == 4
    assert "skip_native needs vendors" in done.stderr
    assert report["status"] == "FAILED"
    assert not (project.folder / "ran").exists()


# Options


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--override", "x"], ["--override"]),
        (["--override-config=x"], ["--override-config"]),
        (["--preflight-only", "--profile-only"], ["--preflight-only", "--profile-only"]),
        (["--list-cases"], ["--list-cases"]),
        (["--query"], ["--query"]),
        (["--parallel", "2"], ["--parallel"]),
        (["-n", "2"], ["-n"]),
        (["--no-such-option"], ["--no-such-option"]),
        (["--level", "deep"], ["deep"]),
        (["tests/test_y.py"], ["tests/test_y.py"]),
        (["."], ["tests/"]),
        (["--case-id", f"{CORE}::0", "--case-id", f"{CORE}::0"], ["given twice"]),
        (["--case-id", f"{NODE}::comprehensive::float32::0"], ["level comprehensive"]),
        (["--case-id", "nonsense"], ["nonsense"]),
        (["--output", "/proc/none/report.json"], ["cannot write /proc/none/report.json"]),
    ],
)
def test_usage_errors(project, arguments, named):
    (project.folder / "pytest.ini").write_text("[pytest]\n")
    project.write("open('imported', 'w')\ndef test_y(): pass\n", "tests/test_y.py")
    project.write("open('imported', 'w')\ndef test_x(): pass\n")
    output = project.folder / "report.json"
    output.write_text('{"status": "PASSED"}')
    done = project.pytest("benchmark/test_x.py", "--reference-only", "--output", str(output), *arguments)
    assert done.returncode == 4, done.stdout + done.stderr
    for name in named:
        assert name in done.stderr
    assert not (project.folder / "imported").exists()
    # The earlier report is gone, unless another place was named.
    assert output.exists() == ("--output" in arguments)


def test_case_id_without_the_mode(project):
    project.node("return i")
    done = project.pytest("benchmark/test_x.py", "--case-id", f"{CORE}::0")
    assert done.returncode == 4


def test_case_ids(project):
    project.node("return i", dtypes=("float16", "float32"))
    done, report = project.reference("--case-id", f"{CORE}::3", "--case-id", f"{CORE}::1")
    assert done.returncode == 0
    assert [record["case_id"] for record in report["records"]] == [f"{CORE}::1", f"{CORE}::3"]


def test_unknown_case_ids(project):
    project.node("return i")
    done, report = project.reference("--case-id", f"{CORE}::3", "--case-id", f"{CORE}::4")
    assert done.returncode == 1
    assert report["status"] == "FAILED"
    assert statuses(report) == ["PASSED", "FAILED"]
    assert f"{CORE}::4 is unknown" in report["records"][1]["reason"]


def test_case_id_of_a_skipped_node(project):
    project.write("""
        @pytest.mark.skip(reason='never')
        @pytest.mark.x
        def test_x(): pass
        """)
    _done, report = project.reference("--case-id", f"{CORE}::0")
    assert report["status"] == "FAILED"
    assert "was not executed" in report["records"][-1]["reason"]


def test_case_id_skipped_by_vendor(project):
    project.write("""
        @pytest.mark.skip_native(vendors='cpu', reason='slow')
        @pytest.mark.x
        def test_x():
            Benchmark('x', abs, sizes=(1, 2)).run()
        """)
    _, report = project.reference("--case-id", f"{CORE}::0")
    assert report["status"] == "FAILED"


def test_output_is_never_merged(project):
    project.node("return i")
    _, first = project.reference()
    project.node("return i", sizes=(7,))
    _, second = project.reference()
    assert len(first["records"]) == 4 and len(second["records"]) == 1


def test_collection_error(project):
    project.write("import no_such_module\n")
    done, report = project.reference()
    assert done.returncode == 2
    assert report["status"] == "FAILED"
    assert report["records"][0]["pytest_phase"] == "setup"
    assert "no_such_module" in report["records"][0]["reason"]


def test_nothing_collected(project):
    project.node("return i")
    done, report = project.reference("-k", "nothing")
    assert done.returncode == 5
    assert report["status"] == "NO_CASES"


def test_device_that_is_not_there(project):
    project.write("""
        import runner.device
        class Absent(runner.device.Device):
            def probe(self): raise runner.device.DeviceError('no device: none of them')
        runner.device.DEVICES['cpu'] = Absent

        @pytest.mark.skipif(True, reason='needs a device')
        @pytest.mark.x
        def test_x(): pass
        """)
    _done, report = project.reference()
    # A skip of the source must not turn a missing device into a grey result.
    assert statuses(report) == ["FAILED"]
    assert "no device: none of them" in report["records"][0]["reason"]


def test_level(project):
    project.write("""
        from benchmark import settings
        @pytest.mark.x
        def test_x():
            Benchmark(settings.level, abs, sizes=(1, 2) if settings.level == 'core' else (1, 2, 3)).run()
        """)
    assert len(project.reference()[1]["records"]) == 2
    report = project.reference("--level", "comprehensive")[1]
    assert [record["case_id"] for record in report["records"]][2] == f"{NODE}::comprehensive::float32::2"


# The list


def listing(project, *arguments):
    output = project.folder / "list.json"
    done = project.pytest("benchmark/test_x.py", "--list-cases", "--output", str(output), *arguments)
    return done, json.loads(output.read_text())


def test_list_cases(project):
    project.write("""
        def never(i): raise SystemExit('listed, not run')
        @pytest.mark.x
        def test_x():
            Benchmark('a', never, ('float16',), (4,), {'dim': 1}, build=never).run()
            Benchmark('b', never, ('float16',), (5,)).run()
        """)
    done, document = listing(project, "--level", "core")
    assert done.returncode == 0
    version = "flaggems.benchmark-case-list/v2"
    assert document == {
        "schema_version": version,
        "benchmarks": [
            {
                "schema_version": version,
                "op_name": name,
                "phase": "timing",
                "level": "core",
                "cases": [
                    {
                        "case_id": f"{NODE}::core::float16::{ordinal}",
                        "ordinal": ordinal,
                        "dtype": "torch.float16",
                        "shape": {"input": [size]},
                        "params": params,
                    }
                ],
            }
            for name, ordinal, size, params in [("a", 0, 4, {"dim": 1}), ("b", 1, 5, {})]
        ],
    }


def test_list_has_a_line_a_case(project):
    project.node("return i", sizes=(1, 2, 3))
    _, before = listing(project)
    output = project.folder / "list.json"
    lines = output.read_text("ascii").splitlines()
    validator("case_list_v2.schema.json").validate(before)
    project.node("return i", sizes=(1, 7, 3))
    _, after = listing(project)
    validator("case_list_v2.schema.json").validate(after)
    changed = [
        (old, new)
        for old, new in zip(lines, output.read_text("ascii").splitlines(), strict=True)
        if old != new
    ]
    ((old, new),) = changed
    assert '"shape": {"input": [2]}' in old and '"shape": {"input": [7]}' in new


def test_list_of_nothing_is_a_list(project):
    project.write("class Special(Benchmark):\n    def run(self): pass\ndef test_x(): Special('x', abs)\n")
    _, document = listing(project)
    validator("case_list_v2.schema.json").validate(document)
    assert document["benchmarks"] == []


def test_list_and_run_agree(project):
    project.node("return i", dtypes=("float16", "int32"))
    _, document = listing(project, "--level", "core")
    listed = [case["case_id"] for benchmark in document["benchmarks"] for case in benchmark["cases"]]
    assert accepts(project.reference()[1], listed)


def test_list_leaves_custom_logic_alone(project):
    project.write("""
        class Special(Benchmark):
            def run(self): raise SystemExit('entered')
        @pytest.mark.x
        def test_x():
            Special('x', abs).run()
        """)
    done, document = listing(project)
    assert document["benchmarks"] == []
    assert "1 skipped" in done.stdout


def test_benchmark_run_by_a_fixture(project):
    project.write("""
        @pytest.fixture
        def early():
            Benchmark('early', abs, sizes=(1, 2)).run()

        @pytest.mark.x
        def test_x(early):
            Benchmark('x', abs).run()
        """)
    _, report = project.reference()
    assert statuses(report) == ["PASSED"] * 3


def test_unsupported_benchmark_made_by_a_fixture(project):
    project.write("""
        class Special(Benchmark):
            def run(self): raise SystemExit('entered')

        @pytest.fixture
        def early():
            Special('early', abs).run()

        @pytest.mark.x
        def test_x(early): pass
        """)
    _, report = project.reference()
    assert report["status"] == "UNSUPPORTED" and len(report["records"]) == 1


def test_benchmark_made_at_import(project):
    project.write("""
        SHARED = Benchmark('x', abs, sizes=(1, 2))

        @pytest.mark.x
        def test_x():
            SHARED.run()
        """)
    assert statuses(project.reference()[1]) == ["PASSED"] * 2


def test_unsupported_benchmark_made_at_import_is_never_entered(project):
    project.write("""
        class Special(Benchmark):
            def run(self): open('entered', 'w')

        SHARED = Special('x', abs)

        @pytest.mark.x
        def test_x():
            SHARED.run()
        """)
    _done, report = project.reference()
    assert report["status"] == "FAILED"
    assert "Special has its own run()" in report["records"][0]["reason"]
    assert not (project.folder / "entered").exists()


def test_warning_of_a_cpu_fallback(project):
    project.write("""
        import runner.device, warnings
        class Other(runner.device.Device):
            kind = 'other'
        runner.device.DEVICES['cpu'] = Other

        def baseline(i):
            if i != 1:
                warnings.warn('The operator aten::x is not supported and will fall back to run on the CPU.')

        @pytest.mark.x
        def test_x():
            Benchmark('x', baseline, sizes=(1, 2, 3)).run()
        """)
    _, report = project.reference()
    hints = [record.get("hint", "").partition(":")[0] for record in report["records"]]
    # Each case that falls back says so, and not only the first that warns.
    assert hints == ["CPU_FALLBACK", "", "CPU_FALLBACK"]
    assert statuses(report) == ["PASSED"] * 3


def test_active_candidate(project):
    project.write("""
        import types
        sys.modules['flag_gems'] = types.SimpleNamespace(current_work_registrar=object())

        @pytest.mark.x
        def test_x():
            Benchmark('x', abs, sizes=(1, 2)).run()
        """)
    _, report = project.reference()
    assert statuses(report) == ["FAILED", "NOT_RUN"]
    record = report["records"][0]
    assert (record["stage"], record["count"]) == ("prepare_reference", 0)
    assert record["hint"].startswith("BASELINE_IS_FLAGGEMS")
