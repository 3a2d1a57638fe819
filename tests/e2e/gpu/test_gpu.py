# SPDX-License-Identifier: Apache-2.0
"""What must hold on a real GPU. Needs one, and an interpreter whose torch can use it: see tools/gpu_visit."""

from __future__ import annotations

import fcntl
import os
import subprocess
import time
from collections.abc import Iterator

import pytest

from runner import slots
from tests.e2e.bazel import OK, Workspace, project
from tests.e2e.gpu import nodes

CUDA = ["--config=cuda", "--config=system"]


@pytest.fixture(scope="session")
def workspace() -> Iterator[Workspace]:
    with project("gpu", nodes.write) as made:
        yield made


def run(workspace: Workspace, *arguments: str, **env: str):
    return workspace.run("test", *CUDA, "--keep_going", *arguments, **env)


def statuses(workspace: Workspace, target: str) -> list[str]:
    return [record["status"] for record in workspace.report(f"benchmark/{target}")["records"]]


def smi(field: str) -> str:
    command = ["nvidia-smi", f"--query-gpu={field}", "--format=csv,noheader,nounits"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[0].strip()


def test_a_baseline_runs_on_the_promised_device(workspace):
    result = run(workspace, "//benchmark:passing_ref")
    assert result.code == OK, result.output
    device = workspace.report("benchmark/passing_ref", "environment.json")["device"]
    assert device["found"]["vendor"] == "nvidia"
    assert device["found"]["model"] == smi("name")
    assert device["found"]["driver"] == smi("driver_version")


@pytest.mark.parametrize("mask", ["", "-1"])
def test_no_visible_device_is_red(workspace, mask):
    result = run(workspace, "//benchmark:passing_ref", f"--test_env=CUDA_VISIBLE_DEVICES={mask}")
    assert result.status("//benchmark:passing_ref") == "FAILED"
    report = workspace.report("benchmark/passing_ref")
    assert report["status"] == "FAILED"
    assert "no device" in str(report["records"])


def test_a_mask_by_uuid_and_by_index_is_honoured(workspace):
    for mask in (smi("uuid"), "0"):
        result = run(workspace, "//benchmark:passing_ref", f"--test_env=CUDA_VISIBLE_DEVICES={mask}")
        assert result.code == OK, result.output


def test_two_that_need_the_whole_device_take_turns(workspace):
    targets = ["//benchmark:passing_ref", "//benchmark:neighbour_ref"]
    result = run(workspace, *targets, "--nocache_test_results")
    assert result.code == OK, result.output
    for target in ("passing_ref", "neighbour_ref"):
        environment = workspace.report(f"benchmark/{target}", "environment.json")
        assert environment["device"]["share"]["uuid"] == smi("uuid")
        assert environment["device"]["share"]["mib"] > 0.9 * int(smi("memory.total"))
        assert environment["device"]["found"]["mask"] == smi("uuid")


def test_a_wait_for_the_device_ends_with_a_report_or_with_a_turn(workspace):
    gpu = slots.visible(slots.nvidia_gpus(), None)[0]
    share = slots.take([gpu], gpu.memory_mib)
    try:
        result = run(workspace, "//benchmark:passing_ref", "--nocache_test_results", "--test_timeout=10")
        assert result.status("//benchmark:passing_ref") != "PASSED"
        report = workspace.report("benchmark/passing_ref")
        assert report["status"] == "FAILED"
        assert "waiting for a whole GPU" in str(report["records"])
        call = workspace.begin("test", *CUDA, "//benchmark:passing_ref", "--nocache_test_results")
        deadline = time.monotonic() + 60
        while not queued():
            assert time.monotonic() < deadline, "nobody came to wait"
            time.sleep(0.05)
    finally:
        share.release()
    result = call.end(60)
    assert result.code == OK, result.output
    assert workspace.report("benchmark/passing_ref", "environment.json")["waiting_s"] > 0


def queued() -> bool:
    """Does some process wait for a share."""
    descriptor = os.open(os.path.join(slots.FOLDER, "queue"), os.O_RDWR)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def test_a_case_that_needs_more_than_its_share_is_red_whatever_is_free(workspace):
    result = run(workspace, "//benchmark:beyond_its_share_ref")
    assert result.status("//benchmark:beyond_its_share_ref") == "FAILED"
    records = workspace.report("benchmark/beyond_its_share_ref")["records"]
    # With the result 2 GiB, then 8.
    assert [record["status"] for record in records] == ["PASSED", "FAILED", "NOT_RUN", "NOT_RUN"]
    assert {record.get("hint") for record in records} == {
        None,
        "OUT_OF_MEMORY: the case needs more memory than its target asks for; raise gpu_memory_gib",
    }


def test_what_a_case_gave_back_counts_for_nothing(workspace):
    result = run(workspace, "//benchmark:growing_ref")
    assert result.code == OK, result.output


def test_too_large_a_case_fails_by_its_own_message_and_harms_no_neighbour(workspace):
    result = run(workspace, "//benchmark:too_large_ref", "//benchmark:neighbour_ref")
    assert result.status("//benchmark:neighbour_ref") == "PASSED"
    assert result.status("//benchmark:too_large_ref") == "FAILED"
    records = workspace.report("benchmark/too_large_ref")["records"]
    assert records[0]["status"] == "PASSED"
    assert records[1]["status"] == "FAILED"
    assert records[1]["stage"] == "build_inputs"
    assert "out of memory" in records[1]["failure"]["message"].lower()
    assert "MEMORY" in str(records[1]["hint"]).upper()
    assert {record["status"] for record in records[2:]} == {"NOT_RUN"}


def test_a_device_fault_is_blamed_on_its_own_case(workspace):
    result = run(
        workspace, "//benchmark:device_fault_ref", "//benchmark:neighbour_ref", "--nocache_test_results"
    )
    assert result.status("//benchmark:neighbour_ref") == "PASSED"
    assert result.status("//benchmark:device_fault_ref") == "FAILED"
    assert statuses(workspace, "device_fault_ref") == ["PASSED", "FAILED", *["NOT_RUN"] * 4]
    failed = workspace.report("benchmark/device_fault_ref")["records"][1]
    assert failed["stage"] in ("invoke", "synchronize")
    assert failed["hint"]
    after = run(workspace, "//benchmark:passing_ref", "--nocache_test_results")
    assert after.code == OK, "the device is unharmed"


def test_an_output_on_another_device_is_named(workspace):
    run(workspace, "//benchmark:stays_on_host_ref")
    records = workspace.report("benchmark/stays_on_host_ref")["records"]
    assert all("hint" in record for record in records), records


def test_large_integer_inputs_are_made_on_the_device(workspace):
    result = run(workspace, "//benchmark:large_integers_ref")
    assert result.code == OK, result.output
    cases = workspace.report("benchmark/large_integers_ref", "environment.json")["cases"]
    assert [case["seconds"] < 5 for case in cases] == [True, True], cases
    assert [case["peak_bytes"] >= 2 * size << 30 for case, size in zip(cases, (2, 4), strict=True)] == [
        True
    ] * 2


def test_another_driver_means_another_key(workspace):
    assert run(workspace, "//benchmark:passing_ref").code == OK
    assert run(workspace, "//benchmark:passing_ref").executed() == set()
    fingerprint = workspace.folder.parent / "fingerprint.json"
    fingerprint.write_text('{"driver": "1.2.3"}')
    result = run(workspace, "//benchmark:passing_ref", REFERENCE_DEVICE_FINGERPRINT=str(fingerprint))
    assert result.executed() == {"//benchmark:passing_ref"}
    assert result.status("//benchmark:passing_ref") == "FAILED"
    assert "1.2.3" in str(workspace.report("benchmark/passing_ref")["records"])
