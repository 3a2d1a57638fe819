# SPDX-License-Identifier: Apache-2.0
import io
import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.collect import samples
from tools.collect.observation import State
from tools.collect.reading import read_archive, read_report

GOOD = samples.report("abs", [samples.Shot("float32"), samples.Shot("int8", "FAILED")])


def test_the_runners_own_report_is_read():
    reading = read_report(json.dumps(GOOD).encode())
    assert reading.state == State.REPORT
    assert reading.report == GOOD


@pytest.mark.parametrize(
    ("data", "state", "told"),
    [
        (b"", State.DAMAGED, "empty"),
        (b"\n", State.DAMAGED, "empty"),
        (json.dumps(GOOD).encode()[:-40], State.DAMAGED, "cut off"),
        (b"\xff\xfe{}", State.DAMAGED, "damaged"),
        (b"[" * 200_000, State.DAMAGED, "damaged"),
        (b"[]", State.FOREIGN, "no reference report"),
        (b'{"schema_version": 1}', State.FOREIGN, "no reference report"),
        (b'{"schema_version": "flaggems.benchmark-case-list/v2"}', State.FOREIGN, "case-list"),
        (b'{"schema_version": "flaggems.reference/v2", "status": "PASSED"}', State.OTHER_VERSION, "v2"),
        (json.dumps(GOOD | {"status": "GREEN"}).encode(), State.DAMAGED, "GREEN"),
        (json.dumps(GOOD | {"records": {}}).encode(), State.DAMAGED, "list of records"),
        (json.dumps(GOOD | {"records": [{"status": "PASSED"}]}).encode(), State.DAMAGED, "nodeid"),
        (
            json.dumps(GOOD | {"records": [GOOD["records"][0] | {"status": "OK"}]}).encode(),
            State.DAMAGED,
            "OK",
        ),
        (
            json.dumps(GOOD | {"records": [GOOD["records"][0] | {"shape": 3}]}).encode(),
            State.DAMAGED,
            "shape",
        ),
    ],
)
def test_what_is_no_v1_report_is_named(data, state, told):
    reading = read_report(data)
    assert reading.state == state
    assert reading.report is None
    assert told in reading.problem
    assert "\n" not in reading.problem


def test_words_that_no_browser_reads_become_text():
    reading = read_report(
        json.dumps(GOOD | {"records": [GOOD["records"][0] | {"params": {"min": -float("inf")}}]}).encode()
    )
    assert reading.report["records"][0]["params"] == {"min": "-Infinity"}


@given(st.binary(max_size=200))
def test_no_bytes_make_a_report_or_an_exception(data):
    assert read_report(data).state != State.REPORT
    reading, environment = read_archive(data)
    assert reading.state in (State.DAMAGED, State.ABSENT)
    assert environment == {}


@given(st.integers(0, 10_000), st.integers(0, 255))
def test_a_damaged_archive_is_named(position, value):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("reference.json", json.dumps(GOOD))
    data = bytearray(whole.getvalue())
    data[position % len(data)] = value
    reading, _ = read_archive(bytes(data))
    # Either the change touched nothing that counts, or it is noticed.
    assert reading.state in (State.DAMAGED, State.ABSENT) or reading.report == GOOD
