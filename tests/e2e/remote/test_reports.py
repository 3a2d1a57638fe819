# SPDX-License-Identifier: Apache-2.0
"""Which files of a test come back, by the flags that people use."""

from __future__ import annotations

import io
import json
import shutil
import urllib.parse
import zipfile

import pytest

from tests.e2e.remote.probe import Probe

# What lies in bazel-testlogs, fresh or from the cache alike; docs/remote.md shows the same table.
EXPECTED = {
    ("minimal", "nozip"): None,
    ("minimal", "zip"): None,
    ("toplevel", "nozip"): "test.outputs/reference.json",
    ("toplevel", "zip"): "test.outputs/outputs.zip",
    ("all", "nozip"): "test.outputs/reference.json",
    ("all", "zip"): "test.outputs/outputs.zip",
}


# Outputs are zipped by the executor, with its own program.
ZIP = pytest.param(
    "zip",
    marks=pytest.mark.skipif(not shutil.which("zip"), reason="executors are this machine, and it has no zip"),
)


@pytest.mark.parametrize("zipped", ["nozip", ZIP])
@pytest.mark.parametrize("download", ["minimal", "toplevel", "all"])
def test_reports_come_back(workspace: Probe, download: str, zipped: str) -> None:
    flags = [
        "--config=remote",
        f"--remote_download_outputs={download}",
        f"--{zipped}_undeclared_test_outputs",
    ]
    expected = EXPECTED[download, zipped]
    for strategy in ("remote", "remote cache hit"):
        result = workspace.run("test", *flags, "//:other")
        assert result.code == 0, result.output
        assert result.tests["//:other"].strategy == strategy
        found = workspace.outputs("other")
        reports = {name for name in found if name.startswith("test.outputs/")}
        if expected is None:
            assert not reports
            assert "test.xml" not in found
        else:
            assert expected in reports
            assert "test.xml" in found
        workspace.run("clean")


def test_minimal_with_one_more_flag_brings_the_reports(workspace: Probe) -> None:
    minimal = ["--config=remote", "--remote_download_outputs=minimal"]
    assert workspace.run("test", *minimal, "//:other").code == 0
    assert "test.outputs/reference.json" not in workspace.outputs("other")
    workspace.run("clean")
    result = workspace.run("test", *minimal, "--remote_download_regex=.*/testlogs/.*", "//:other")
    assert result.tests["//:other"].strategy == "remote cache hit", result.output
    assert {"test.outputs/reference.json", "test.xml", "test.log"} <= set(workspace.outputs("other"))


@pytest.mark.parametrize("zipped", [ZIP])
def test_the_event_stream_says_where_a_zipped_report_lies(workspace: Probe, zipped: str) -> None:
    flags = ["--config=remote", "--remote_download_outputs=minimal", f"--{zipped}_undeclared_test_outputs"]
    result = workspace.run("test", *flags, "//:other")
    uris = [uri for name, uri in result.tests["//:other"].outputs.items() if name.endswith("outputs.zip")]
    assert uris, result.tests
    assert urllib.parse.urlparse(uris[0]).scheme == "bytestream"


@pytest.mark.parametrize("zipped", ["nozip", ZIP])
@pytest.mark.parametrize("download", ["minimal", "toplevel"])
def test_a_failing_test_brings_its_report(workspace: Probe, download: str, zipped: str) -> None:
    workspace.write(FAIL=True)
    flags = [f"--remote_download_outputs={download}", f"--{zipped}_undeclared_test_outputs"]
    result = workspace.run("test", "--config=remote", *flags, "//:other")
    assert result.tests["//:other"].status == "FAILED"
    found = workspace.outputs("other")
    if zipped == "zip":
        with zipfile.ZipFile(io.BytesIO(found["test.outputs/outputs.zip"])) as archive:
            text = archive.read("reference.json")
    else:
        text = found["test.outputs/reference.json"]
    assert json.loads(text)["status"] == "FAILED"


def test_a_test_that_ends_before_its_time_is_up_brings_its_report(workspace: Probe) -> None:
    # The executor kills a test that is out of time and sends nothing back but its log. So the runner ends by
    # itself a little earlier, and so does the probe.
    workspace.write(SECONDS=60, MARGIN=2)
    result = workspace.run("test", "--config=remote", "--test_timeout=5", "//:other", seconds=60)
    assert result.tests["//:other"].status == "FAILED", result.output
    assert workspace.report("other")["status"] == "OUT_OF_TIME"


def test_a_test_that_the_executor_kills_is_a_timeout_with_a_log(workspace: Probe) -> None:
    workspace.write(SECONDS=60)
    result = workspace.run("test", "--config=remote", "--test_timeout=3", "//:other", seconds=60)
    assert result.tests["//:other"].status == "TIMEOUT", result.output
    assert {"test.log", "test.xml"} <= set(workspace.outputs("other"))
    assert "test.outputs/reference.json" not in workspace.outputs("other")


def test_an_executor_without_zip(workspace: Probe) -> None:
    # The project's own flag needs no zip there.
    bare = ["--config=remote_gpu", "--platforms=//:bare"]
    result = workspace.run("test", *bare, "//:other")
    assert result.code == 0, result.output
    assert workspace.report("other")["worker"] == "bare0"

    # Someone zips all the same: the outputs cannot be brought back, and that is no pass.
    result = workspace.run("test", *bare, "--zip_undeclared_test_outputs", "//:other")
    assert result.tests["//:other"].status == "FAILED", result.output
    assert "zip" in workspace.outputs("other")["test.log"].decode()
