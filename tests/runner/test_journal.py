# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import subprocess
import sys
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runner import journal

from . import checker


@given(st.text(st.characters(codec=None)), st.binary(max_size=20))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_round_trip(tmp_path, text, tail):
    path = str(tmp_path / "j")
    written = journal.Journal(path, fresh=True)
    written.emit("end", message=text)
    written.close()
    with open(path, "ab") as file:
        file.write(tail.replace(b"\n", b""))  # a line that was being written
    (event,) = journal.read(path)
    assert event["e"] == "end" and event["message"] == text


@pytest.mark.parametrize("line", [b"{", b"\xff\xfe", b"[]", b'{"t": 1}', b'{"e": 3}', b"\x00" * 30])
def test_damage_is_an_event(tmp_path, line):
    path = tmp_path / "j"
    path.write_bytes(b'{"e":"a"}\n' + line + b'\n\n{"e":"b"}\n')
    assert [event["e"] for event in journal.read(str(path))] == ["a", "damage", "b"]


def test_an_event_cut_anywhere_is_no_event(tmp_path):
    path = tmp_path / "j"
    whole = journal.encode({"e": "end", "case_id": "x"})
    for length in range(len(whole)):
        path.write_bytes(b'{"e":"a"}\n' + whole[:length])
        assert [event["e"] for event in journal.read(str(path))] == ["a"]


def test_two_writers_do_not_mix(tmp_path):
    path = str(tmp_path / "j")
    journal.Journal(path, fresh=True).close()
    code = (
        "import sys; from runner import journal; path, name = sys.argv[1:]; mine = journal.Journal(path)\n"
        "for number in range(300): mine.emit(name, number=number, padding=name * 3000)"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, path, name], cwd=checker.ROOT) for name in "ab"]
    assert [writer.wait() for writer in writers] == [0, 0]
    events = journal.read(path)
    assert len(events) == 600
    for name in "ab":
        assert [event["number"] for event in events if event["e"] == name] == list(range(300))


def test_an_event_is_there_at_once(tmp_path):
    path = str(tmp_path / "j")
    written = journal.Journal(path)
    written.emit("start", case_id="x")
    assert journal.read(path)[0]["case_id"] == "x"


def test_cost_of_a_case(tmp_path):
    written = journal.Journal(str(tmp_path / "j"))
    started = time.process_time()
    for number in range(1000):
        written.emit("start", case_id=f"benchmark/test_x.py::test_x::core::float32::{number}")
        for stage in ("build_inputs", "prepare_reference", "invoke", "synchronize"):
            written.emit(
                "stage", case_id=f"benchmark/test_x.py::test_x::core::float32::{number}", stage=stage
            )
        written.emit("end", case_id=f"benchmark/test_x.py::test_x::core::float32::{number}", status="PASSED")
    seconds = time.process_time() - started
    print(f"journal: {seconds * 1000:.0f} µs a case")
    assert seconds < 1.0  # less than a millisecond a case
