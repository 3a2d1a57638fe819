# SPDX-License-Identifier: Apache-2.0
"""What is taken from the remote cache, and what must not be."""

from __future__ import annotations

from tests.e2e.remote.probe import Probe

CPU = ("--config=remote",)


def test_fail_fix_pass_expunge_hit(workspace: Probe) -> None:
    workspace.write(FAIL=True)
    failed = workspace.run("test", *CPU, "//:probe")
    assert failed.code == 3
    assert failed.tests["//:probe"].status == "FAILED"
    assert workspace.report("probe")["status"] == "FAILED"

    workspace.write(FAIL=False)
    passed = workspace.run("test", *CPU, "//:probe")
    assert passed.code == 0, passed.output
    assert passed.tests["//:probe"].strategy == "remote"
    before = workspace.outputs("probe")

    workspace.run("clean", "--expunge")
    again = workspace.run("test", *CPU, "//:probe")
    assert again.code == 0, again.output
    test = again.tests["//:probe"]
    assert (test.status, test.cached, test.strategy) == ("PASSED", True, "remote cache hit")
    assert all(spawn.cache_hit for spawn in again.spawns)
    after = workspace.outputs("probe")
    assert after["test.outputs/reference.json"] == before["test.outputs/reference.json"]
    assert after["test.xml"] == before["test.xml"]


def test_a_failure_is_not_cached(workspace: Probe) -> None:
    workspace.write(FAIL=True)
    runs = []
    for _ in range(2):
        result = workspace.run("test", *CPU, "//:other")
        assert result.tests["//:other"].status == "FAILED"
        runs.append(workspace.report("other")["run"])
        workspace.run("clean")
    assert runs[0] != runs[1]


def test_two_device_classes_never_share(workspace: Probe) -> None:
    workers = []
    for platform in ("gpu_a", "gpu_b"):
        result = workspace.run("test", "--config=remote_gpu", f"--platforms=//:{platform}", "//:other")
        assert result.tests["//:other"].strategy == "remote", result.output
        workers.append(workspace.report("other")["worker"])
    assert workers == ["gpu-a", "gpu-b"]
    workspace.run("clean")
    # Both results are in the cache now, each for its own class.
    for platform, worker in (("gpu_b", "gpu-b"), ("gpu_a", "gpu-a")):
        result = workspace.run("test", "--config=remote_gpu", f"--platforms=//:{platform}", "//:other")
        assert result.tests["//:other"].strategy == "remote cache hit", result.output
        assert workspace.report("other")["worker"] == worker


def test_a_changed_fingerprint_reruns_and_the_old_one_hits(workspace: Probe) -> None:
    fingerprint = workspace.folder / "fingerprint.json"
    old = fingerprint.read_text()
    strategies = []
    for text in (old, '{"device": "after a driver update"}', old):
        fingerprint.write_text(text)
        result = workspace.run("test", *CPU, "//:other")
        assert result.code == 0, result.output
        strategies.append(result.tests["//:other"].strategy)
    assert strategies == ["remote", "remote", "remote cache hit"]
