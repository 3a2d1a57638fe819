# SPDX-License-Identifier: Apache-2.0
"""The runner as a process, and nodes that do what nodes must not do."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import time
from pathlib import Path

import pytest

from . import checker
from .project import NODE, Project, alive, children, journal_lines, wait_for

CORE = f"{NODE}::core::float32"


def in_flight(project: Project, number: int) -> bool:
    """Is the baseline of this case being called?"""
    stages = [e for e in journal_lines(project) if e["e"] == "stage" and e["case_id"] == f"{CORE}::{number}"]
    return any(event["stage"] == "invoke" for event in stages)


def culprit(result) -> dict:
    (record,) = [r for r in result.report["records"] if r["status"] == "FAILED"]
    return record


def test_all_pass(project):
    project.node("return i")
    result = project.run()
    assert result.status == 0, result.err
    assert result.statuses == ["PASSED"] * 4
    ids = [f"{CORE}::{i}" for i in range(4)]
    assert checker.accepts(result.report, ids)
    assert not checker.accepts(result.report, [*ids, f"{CORE}::4"])
    assert "[3/4] float32 [3] … PASSED" in result.out
    assert f"report: {result.folder}/reference.json" in result.out
    assert [case["case_id"] for case in result.environment["cases"]] == ids
    assert result.environment["selection"] == {
        "kind": "full", "case_ids": [], "filter": None, "shard": None, "planned": 4, "selected": 4,
    }  # fmt: skip
    assert not [name for name in os.listdir(result.folder) if name.startswith("tmp")]


def test_explicit_failure_goes_on(project):
    project.node("if i == 1: raise NotImplementedError('not here')")
    result = project.run()
    assert result.status == 1
    assert result.statuses == ["PASSED", "FAILED", "PASSED", "PASSED"]
    record = culprit(result)
    assert record["stage"] == "invoke" and record["count"] == 1
    assert record["failure"]["category"] == "NOT_IMPLEMENTED"
    assert record["failure"]["message"] == "not here"
    assert "raise NotImplementedError('not here')" in record["failure"]["traceback"]
    assert f"FAILED {CORE}::1 at invoke: NotImplementedError: not here" in result.out
    assert f"--case-id {CORE}::1" in result.out


def test_unknown_failure_stops(project):
    project.node("if i == 1: raise ValueError('odd')")
    result = project.run()
    assert result.statuses == ["PASSED", "FAILED", "NOT_RUN", "NOT_RUN"]
    assert f"{CORE}::1" in result.report["records"][2]["reason"]


# What a native crash looks like: the third of four cases.
DEATHS = {
    "segfault": ("ctypes.string_at(0)", "SIGSEGV", "SIGNAL"),
    "abort": ("os.abort()", "SIGABRT", "SIGNAL"),
    "kill": ("os.kill(os.getpid(), signal.SIGKILL)", "SIGKILL", "SIGNAL"),
    "bus": ("os.kill(os.getpid(), signal.SIGBUS)", "SIGBUS", "SIGNAL"),
    "fpe": ("os.kill(os.getpid(), signal.SIGFPE)", "SIGFPE", "SIGNAL"),
    "realtime": ("os.kill(os.getpid(), signal.SIGRTMIN + 3)", "signal 37", "SIGNAL"),
    "terminate": ("os.kill(os.getpid(), signal.SIGTERM)", "SIGTERM", "SIGNAL"),
    "exit 0": ("os._exit(0)", "SystemExit", "EXIT: something in the process called os._exit(0)"),
    "exit 7": ("os._exit(7)", "SystemExit", "os._exit(7)"),
}


@pytest.mark.parametrize("death", DEATHS)
def test_death_of_the_worker(project, death):
    code, kind, hint = DEATHS[death]
    project.node(f"if i == 2: {code}")
    result = project.run()
    assert result.status == 1
    assert result.statuses == ["PASSED", "PASSED", "FAILED", "NOT_RUN"]
    record = culprit(result)
    assert record["failure"]["type"] == kind
    assert record["stage"] == "invoke" and record["count"] == 1
    assert hint in record["hint"]
    if kind == "SIGSEGV":
        assert "Fatal Python error: Segmentation fault" in record["failure"]["traceback"]
        assert "in baseline" in record["failure"]["traceback"]
    assert f"FAILED {CORE}::2 at invoke: {kind}" in result.out


def test_death_outside_of_a_case(project):
    project.node("return i", more="    os._exit(3)\n")
    result = project.run()
    assert result.status == 1
    assert result.statuses == ["PASSED"] * 4 + ["FAILED"]
    assert result.report["records"][-1]["pytest_phase"] == "call"
    assert "os._exit(3)" in result.report["records"][-1]["hint"]


def test_death_while_importing(project):
    project.write("os._exit(0)\ndef test_x(): pass\n")
    result = project.run()
    assert result.status == 1
    assert result.report["records"][0]["pytest_phase"] == "setup"


def test_death_in_teardown(project):
    project.write("""
        @pytest.fixture
        def fragile():
            yield
            os.kill(os.getpid(), signal.SIGSEGV)

        @pytest.mark.x
        def test_x(fragile):
            Benchmark('x', abs, sizes=(1, 2)).run()
        """)
    result = project.run()
    assert result.status == 1
    assert result.statuses == ["PASSED", "PASSED", "FAILED"]


def test_after_a_death_the_benchmarks_not_reached_are_planned(project):
    project.write("""
        def baseline(i):
            if i == 1: os._exit(9)

        @pytest.mark.x
        def test_x():
            Benchmark('a', baseline, sizes=(1, 2, 3)).run()
            Benchmark('b', baseline, sizes=(4, 5)).run()
        """)
    result = project.run()
    assert result.statuses == ["PASSED", "FAILED", "NOT_RUN", "NOT_RUN", "NOT_RUN"]
    assert [record["shape"]["input"] for record in result.report["records"]] == [[1], [2], [3], [4], [5]]


def test_after_a_stop_the_further_benchmarks_are_planned(project):
    project.write("""
        def baseline(i):
            if i == 1: raise ValueError

        @pytest.mark.x
        def test_x():
            Benchmark('a', baseline, sizes=(1, 2, 3)).run()
            Benchmark('b', baseline, sizes=(4, 5)).run()
        """)
    assert project.run().statuses == ["PASSED", "FAILED", "NOT_RUN", "NOT_RUN", "NOT_RUN"]


# Ways to hang; the last one never lets Python run again.
HANGS = {
    "python": "exec('while True: pass')",
    "c": "ctypes.PyDLL(None).pause()",
    "deaf": "signal.signal(signal.SIGTERM, signal.SIG_IGN); ctypes.PyDLL(None).pause()",
}


@pytest.mark.parametrize("hang", HANGS)
def test_time_limit_of_the_test(project, hang):
    project.node(f"if i == 2: {HANGS[hang]}")
    result = project.run(environ={"TEST_TIMEOUT": "4"})
    assert result.status == 1
    assert result.seconds < 10  # 4 on a machine that has nothing else to do
    assert result.statuses == ["PASSED", "PASSED", "FAILED", "NOT_RUN"]
    record = culprit(result)
    assert record["hint"].startswith("TIMEOUT")
    assert "TEST_TIMEOUT" in record["failure"]["message"]
    if hang != "deaf":
        assert "in baseline" in record["failure"]["traceback"]


@pytest.mark.parametrize("hang", ["python", "c"])
def test_time_limit_of_a_case(project, hang):
    project.node(f"if i == 2: {HANGS[hang]}")
    result = project.run("--case-timeout", "0.5")
    assert result.statuses == ["PASSED", "PASSED", "FAILED", "NOT_RUN"]
    assert culprit(result)["hint"].startswith("TIMEOUT")
    assert "in baseline" in culprit(result)["failure"]["traceback"]


def test_a_case_below_its_time_limit_passes(project):
    project.node("time.sleep(0.05)", sizes=tuple(range(1, 9)))
    assert project.run("--case-timeout", "0.3").status == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signal_to_the_supervisor(project, number):
    project.node("if i == 2: ctypes.PyDLL(None).pause()")
    started = time.monotonic()
    process = project.start()
    wait_for(lambda: in_flight(project, 2))
    (worker,) = children(process.pid)
    process.send_signal(number)
    result = project.finish(process, started)
    assert result.status == 1
    assert result.statuses == ["PASSED", "PASSED", "FAILED", "NOT_RUN"]
    assert culprit(result)["hint"] == f"INTERRUPTED: {number.name}"
    assert not alive(worker)


def test_sigterm_near_the_time_limit_is_called_a_time_out(project):
    project.node("if i == 2: ctypes.PyDLL(None).pause()")
    started = time.monotonic()
    process = project.start(environ={"TEST_TIMEOUT": "3"})
    wait_for(lambda: time.monotonic() - started > 2.72)
    process.send_signal(signal.SIGTERM)
    assert culprit(project.finish(process, started))["hint"].startswith("TIMEOUT")


def test_killed_supervisor(project):
    project.node("if i == 2: ctypes.PyDLL(None).pause()")
    started = time.monotonic()
    process = project.start()
    wait_for(lambda: in_flight(project, 2))
    (worker,) = children(process.pid)
    process.kill()
    result = project.finish(process, started)
    # The worker does not outlive it, and what lies there is valid, red, and names the way on.
    wait_for(lambda: not alive(worker))
    document = checker.check_report(json.loads((project.outputs / "reference.json").read_text()))
    assert document["status"] == "FAILED"
    assert f"--rebuild {project.outputs}" in document["records"][0]["reason"]

    again = project.start("--rebuild", str(project.outputs))
    result = project.finish(again, started)
    assert result.status == 1
    assert result.statuses == ["PASSED", "PASSED", "FAILED", "NOT_RUN"]
    assert culprit(result)["hint"].startswith("INTERRUPTED")


def test_rebuilt_report_is_the_same(project):
    project.node("if i == 2: raise NotImplementedError")
    first = project.run()
    before = {name: (first.folder / name).read_bytes() for name in ("reference.json", "test.xml")}
    shutil.copy(first.folder / "journal.jsonl", project.folder / "kept")
    for name in (*before, "environment.json"):
        (first.folder / name).unlink()
    again = project.finish(project.start("--rebuild", str(first.folder)), time.monotonic())
    assert again.status == first.status == 1
    assert (first.folder / "reference.json").read_bytes() == before["reference.json"]
    assert again.report["records"] == json.loads(before["reference.json"])["records"]


def test_host_is_the_one_of_the_run(project):
    project.node("return i")
    result = project.run()
    assert result.environment["host"] == socket.gethostname()
    # A journal from another machine: who makes the report anew is not who ran it.
    journal = result.folder / "journal.jsonl"
    journal.write_text(journal.read_text().replace(f'"host":"{socket.gethostname()}"', '"host":"gpu-7"'))
    again = project.finish(project.start("--rebuild", str(result.folder)), time.monotonic())
    assert again.environment["host"] == "gpu-7"


def test_rebuild_without_a_journal(project):
    result = project.finish(project.start("--rebuild", str(project.folder)), time.monotonic())
    assert result.status == 2
    assert "cannot read the journal" in result.err


def test_fork_failure(project):
    project.node("return i")
    # A root user is not bound by the limit on processes, so the program that cannot be started is the
    # interpreter.
    description = project.folder / "environment.json"
    description.write_text(
        json.dumps(
            {
                "schema": "flaggems.python-environment/v1",
                "kind": "locked",
                "site": [],
                "interpreter": {"path": "broken"},
            }
        )
    )
    program = project.folder / "broken"
    program.write_bytes(b"\x7fELF no program")
    program.chmod(0o755)
    result = project.run("--environment", str(description))
    assert result.status == 1
    assert "cannot be started" in result.reasons


def fill(folder: Path, leave: int) -> None:
    free = os.statvfs(folder)
    with open(folder / "ballast", "wb") as file:
        file.write(b"\0" * max(free.f_bavail * free.f_frsize - leave, 0))


@pytest.mark.parametrize("leave", [0, 4096, 8192, 16384, 24576, 32768])
def test_full_disk(project, small_disk, leave):
    # A message of 8 KiB a case fills what is left after some of them.
    project.node("raise NotImplementedError('x' * 8192)", sizes=(1,) * 12)
    fill(small_disk, leave)
    result = project.run(
        environ={"TEST_UNDECLARED_OUTPUTS_DIR": str(small_disk), "TEST_TMPDIR": str(project.folder / "t")}
    )
    assert result.status in (1, 2)
    assert "No space left" in result.err
    path = small_disk / "reference.json"
    if path.exists():
        document = checker.check_report(checker.strict_json(path.read_text("ascii")))
        assert document["status"] == "FAILED"
    else:
        assert result.status == 2


def test_read_only_outputs(project):
    project.node("return i")
    project.outputs.mkdir()
    # Root may write anywhere, so the folder is one that takes no files at all.
    result = project.run(environ={"TEST_UNDECLARED_OUTPUTS_DIR": "/proc/self/task"})
    assert result.status == 2
    assert result.err.startswith("ERROR: cannot write the outputs: /proc/")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("closed", [(1,), (1, 2), (0, 1, 2)])
def test_closed_streams(project, closed):
    project.node("print('loud'); sys.stderr.write('louder')")

    def close():
        for descriptor in closed:
            os.close(descriptor)

    result = project.run(preexec_fn=close)
    assert result.status == 0
    assert result.statuses == ["PASSED"] * 4
    assert b"loud" not in (result.folder / "journal.jsonl").read_bytes()


def test_reader_of_stdout_goes_away(project):
    project.node("print('x' * 100_000)")
    reader, writer = os.pipe()
    process = project.start(stdout=writer)
    os.close(writer)
    os.close(reader)
    assert project.finish(process, time.monotonic()).statuses == ["PASSED"] * 4


def test_node_that_is_in_the_way_of_the_descriptors(project):
    project.node("if i == 1: os.closerange(3, 100)")
    result = project.run()
    assert result.status == 1
    assert checker.check_report(result.report)["status"] == "FAILED"


def test_stale_outputs_never_stay(project):
    project.node("return i")
    first = project.run()
    assert first.status == 0
    project.write("def test_y(): pass\n")
    second = project.run()
    assert second.status == 1
    assert second.report["status"] == "FAILED"
    assert "PASSED" not in second.statuses


def test_no_earlier_report_stays_when_a_run_cannot_start(project):
    project.node("return i")
    assert project.run().report["status"] == "PASSED"
    refused = project.run("--level", "deep")
    assert refused.status == 2
    assert "level is 'deep'" in refused.err
    assert [path.name for path in project.outputs.iterdir()] == ["journal.jsonl"]


@pytest.mark.parametrize(
    "arguments", [["--no-such-option"], ["--cpus", "many"], ["--case-timeout"], ["--expected-status"]]
)
def test_no_earlier_report_stays_when_the_command_line_is_wrong(project, arguments):
    project.node("return i")
    assert project.run().report["status"] == "PASSED"
    refused = project.run(*arguments)
    assert refused.status == 2
    assert refused.err.startswith("ERROR: ") and refused.err.count("\n") == 1
    assert [path.name for path in project.outputs.iterdir()] == ["journal.jsonl"]


def test_a_wrong_command_line_of_a_rebuild_takes_nothing(project):
    project.node("return i")
    project.run()
    before = sorted(path.name for path in project.outputs.iterdir())
    assert project.run("--rebuild", str(project.outputs), "--no-such-option").status == 2
    assert sorted(path.name for path in project.outputs.iterdir()) == before


def test_no_earlier_report_stays_when_another_output_cannot_be_written(project):
    project.node("return i")
    assert project.run().report["status"] == "PASSED"
    refused = project.run(environ={"TEST_SHARD_STATUS_FILE": "/absent/status"})
    assert refused.status == 2
    assert "cannot write the outputs: /absent/status" in refused.err
    left = project.outputs / "reference.json"
    assert checker.check_report(checker.strict_json(left.read_text("ascii")))["status"] == "FAILED"
    assert not (project.outputs / "environment.json").exists()


def test_two_runs_in_one_folder(project):
    project.node("if i == 2: ctypes.PyDLL(None).pause()")
    started = time.monotonic()
    first = project.start()
    wait_for(lambda: in_flight(project, 2))
    second = project.finish(project.start(), started)
    assert second.status == 2
    assert "another run is writing to" in second.err
    first.terminate()
    assert project.finish(first, started).statuses == ["PASSED", "PASSED", "FAILED", "NOT_RUN"]


def test_runs_do_not_see_each_other(project):
    project.node("return i")
    runs = [
        project.run(
            environ={
                "TEST_RUN_NUMBER": str(n),
                "TEST_UNDECLARED_OUTPUTS_DIR": str(project.folder / f"run{n}"),
            }
        )
        for n in (1, 2)
    ]
    assert [run.environment["attempt"] for run in runs] == [
        {"TEST_RUN_NUMBER": "1"},
        {"TEST_RUN_NUMBER": "2"},
    ]
    assert [run.statuses for run in runs] == [["PASSED"] * 4] * 2


def test_xml_output_file(project):
    project.node("return i")
    xml = project.folder / "deep" / "test.xml"
    xml.parent.mkdir()
    result = project.run(environ={"XML_OUTPUT_FILE": str(xml)})
    assert result.status == 0
    assert checker.check_outputs(result.folder, xml)["status"] == "PASSED"


def test_caches_and_threads(project):
    project.node("""
        names = ['HOME', 'XDG_CACHE_HOME', 'TRITON_CACHE_DIR', 'FLAGGEMS_CACHE_DIR', 'TORCH_HOME', 'TMPDIR']
        print({name: os.environ[name] for name in names})
        assert all(os.environ[name].startswith(os.environ['TEST_TMPDIR']) for name in names)
        open(os.path.expanduser('~/written'), 'w').close()
        assert os.environ['OMP_NUM_THREADS'] == '3'
        assert 'PYTEST_ADDOPTS' not in os.environ and 'PYTHONPATH' not in os.environ
        assert os.environ['CUDA_VISIBLE_DEVICES'] == '3'
        """)
    tmp = project.folder / "t"
    environ = {"TEST_TMPDIR": str(tmp), "PYTEST_ADDOPTS": "--collect-only", "CUDA_VISIBLE_DEVICES": "3"}
    result = project.run("--cpus", "3", environ=environ)
    assert result.status == 0, result.out
    assert (tmp / "home" / "written").exists()


@pytest.mark.parametrize("given, seen", [({}, "1"), ({"CUDA_DEVICE_MAX_CONNECTIONS": "4"}, "4")])
def test_a_context_on_a_shared_gpu_is_a_small_one(project, given, seen):
    project.node("return i", more="print('connections', os.environ.get('CUDA_DEVICE_MAX_CONNECTIONS'))\n")
    assert f"connections {seen}\n" in project.run("--device", "cuda", environ=given).out
    assert "connections None\n" in project.run().out


def test_host_configuration_does_not_leak(project):
    project.node("return i")
    (project.folder / "pytest.ini").write_text("[pytest]\naddopts = --collect-only\n")
    (project.folder / "pyproject.toml").write_text(
        "[tool.pytest.ini_options]\naddopts = '--no-such-option'\n"
    )
    assert project.run().status == 0


def test_own_package_shadows_installed_ones(project):
    installed = project.folder / "site" / "benchmark"
    installed.mkdir(parents=True)
    (installed / "__init__.py").write_text("raise ImportError('the wrong benchmark package')")
    project.node("return i")
    result = project.run(environ={"PYTHONPATH": f"{installed.parent}:{checker.ROOT}"})
    assert result.status == 0, result.out


def test_descendants_of_the_worker_are_ended(project):
    project.node("""
        if i == 3:
            import subprocess
            child = subprocess.Popen(['sleep', '1000'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            print('child', child.pid)
        """)
    result = project.run()
    assert result.status == 0
    pid = int(result.out.partition("child ")[2].split()[0])
    wait_for(lambda: not alive(pid))
