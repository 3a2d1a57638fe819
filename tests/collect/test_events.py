# SPDX-License-Identifier: Apache-2.0
import hashlib
import json

from tests.collect.samples import H200, Events, Shot, label, put, report
from tools.collect.events import find_in_events, is_secure
from tools.collect.merge import merge

GREEN = report("abs", [Shot("float32")])
RED = report("abs", [Shot("float32", "FAILED")])


def local(folder):
    """The outputs of a test as events name them, unzipped."""
    return {
        "test.log": (folder / "test.log").as_uri(),
        "test.outputs": (folder / "test.outputs").as_uri(),
    }


def rows(merged):
    return {target.label: (target.verdict, target.ok) for target in merged.targets}


def test_targets_with_and_without_reports_are_rows(tmp_path):
    events = Events()
    good = put(tmp_path / "testlogs", "abs", GREEN, H200)
    hung = put(tmp_path / "testlogs", "hung", None)
    for name in ("abs", "hung", "broken", "gpu_only", "blocked", "cut"):
        events.configured(label(name), "reference")
    events.configured("//tests:unit", "small")
    events.completed(label("abs"))
    events.result(label("abs"), "PASSED", local(good), wall="2.5s", queue="1.5s")
    events.summary(label("abs"), "PASSED")
    events.completed(label("hung"))
    events.result(label("hung"), "TIMEOUT", local(hung))
    events.summary(label("hung"), "TIMEOUT")
    events.completed(label("broken"), success=False, message="gcc failed")
    events.completed(label("gpu_only"), aborted="SKIPPED", message="Target was skipped.")
    events.completed(label("blocked"))
    events.summary(label("blocked"), "", aborted="NO_BUILD")
    events.completed(label("cut"), aborted="REMOTE_ENVIRONMENT_FAILURE", message="queued for too long")
    events.completed("//tests:unit")
    events.summary("//tests:unit", "PASSED")
    events.finish("TESTS_FAILED")
    merged = merge(find_in_events(events.write(tmp_path / "bep.json"), "bep.json"))
    assert rows(merged) == {
        label("abs"): ("PASSED", True),
        label("hung"): ("NO_REPORT", False),
        label("broken"): ("NO_REPORT", False),
        label("gpu_only"): ("INCOMPATIBLE", True),
        label("blocked"): ("NO_REPORT", False),
        label("cut"): ("NO_REPORT", False),
    }
    told = {target.label: "; ".join(target.why) for target in merged.targets}
    assert "time-out" in told[label("hung")]
    assert "not built" in told[label("broken")] and "gcc failed" in told[label("broken")]
    assert "queued for too long" in told[label("cut")]
    (good_row,) = [target for target in merged.targets if target.ok and target.verdict == "PASSED"]
    assert (good_row.wall, good_row.wait, good_row.strategy) == (2.5, 1.5, "linux-sandbox")
    assert good_row.where == "bazel-testlogs/benchmark/abs_ref/test.outputs/reference.json"
    assert merged.others == (("//tests:unit", "PASSED"),)
    assert merged.status == "FAILED"


def test_all_green(tmp_path):
    events = Events()
    events.configured(label("abs"), "reference")
    events.completed(label("abs"))
    events.result(label("abs"), "PASSED", local(put(tmp_path, "abs", GREEN, H200)), cached=True)
    events.summary(label("abs"), "PASSED")
    events.finish()
    merged = merge(find_in_events(events.write(tmp_path / "bep.json"), "bep.json"))
    assert merged.ok
    assert merged.targets[0].cached == "local"


def test_a_missing_shard_is_a_row_of_its_own(tmp_path):
    folder = put(tmp_path, "abs", GREEN, H200, within="shard_1_of_2")
    events = Events()
    events.configured(label("abs"), "reference")
    events.completed(label("abs"))
    events.result(label("abs"), "PASSED", local(folder), shard=1)
    events.summary(label("abs"), "INCOMPLETE", shards=2)
    events.finish("INTERRUPTED")
    merged = merge(find_in_events(events.write(tmp_path / "bep.json"), "bep.json"))
    assert rows(merged) == {label("abs"): ("NO_REPORT", False)}
    assert any("INTERRUPTED" in one.message for one in merged.problems)
    assert any("shard 2 of 2" in one.where for one in merged.problems)


def test_attempts(tmp_path):
    put(tmp_path, "abs", RED, H200, attempt=1)
    folder = put(tmp_path, "abs", GREEN, H200)
    first = {"test.outputs": (folder / "test_attempts" / "attempt_1.outputs").as_uri()}
    events = Events()
    events.configured(label("abs"), "reference")
    events.completed(label("abs"))
    events.result(label("abs"), "FAILED", first, attempt=1)
    events.result(label("abs"), "PASSED", local(folder), attempt=2)
    events.summary(label("abs"), "FLAKY")
    events.finish()
    merged = merge(find_in_events(events.write(tmp_path / "bep.json"), "bep.json"))
    assert merged.ok
    assert merged.targets[0].flaky


def test_a_file_that_ends_in_mid_air_is_named(tmp_path):
    events = Events()
    for name in ("abs", "later"):
        events.configured(label(name), "reference")
    events.completed(label("abs"))
    events.result(label("abs"), "PASSED", local(put(tmp_path, "abs", GREEN, H200)))
    path = events.write(tmp_path / "bep.json")
    with open(path, "a") as file:
        file.write('{"id":{"testSumm')
    merged = merge(find_in_events(path, "bep.json"))
    assert rows(merged) == {label("abs"): ("PASSED", True), label("later"): ("NO_REPORT", False)}
    assert not merged.ok
    told = " ".join(one.message for one in merged.problems)
    assert "did not finish" in told and "cut off" in told


def test_any_prefix_of_the_file_is_never_green(tmp_path):
    events = Events()
    events.configured(label("abs"), "reference")
    events.completed(label("abs"))
    events.result(label("abs"), "PASSED", local(put(tmp_path, "abs", GREEN, H200)))
    events.summary(label("abs"), "PASSED")
    events.finish()
    data = events.write(tmp_path / "bep.json").read_bytes()
    part = tmp_path / "part.json"
    last = data.rindex(b'{"id":{"buildFinished"')
    for length in range(0, last, 7):
        part.write_bytes(data[:length])
        assert not merge(find_in_events(part, "part.json")).ok


def test_a_build_that_was_no_test_is_named(tmp_path):
    path = tmp_path / "bep.json"
    path.write_text(
        '{"id":{"started":{}},"started":{"command":"build"}}\n'
        '{"id":{"buildFinished":{}},"finished":{"exitCode":{"name":"SUCCESS"}}}\n'
    )
    merged = merge(find_in_events(path, "bep.json"))
    assert not merged.ok
    assert any("bazel build" in one.message for one in merged.problems)


def test_a_pattern_that_names_nothing_is_named(tmp_path):
    events = Events()
    events.lines.append(
        {
            "id": {"pattern": {"pattern": ["//nothing:here"]}},
            "aborted": {"reason": "LOADING_FAILURE", "description": "no such package 'nothing'"},
        }
    )
    events.finish("BUILD_FAILURE")
    merged = merge(find_in_events(events.write(tmp_path / "bep.json"), "bep.json"))
    assert any("no such package" in one.message for one in merged.problems)


def remote_events(data, *options):
    digest = hashlib.sha256(data).hexdigest()
    events = Events("--config=remote", "--remote_executor=grpc://127.0.0.1:1", *options)
    events.configured(label("abs"), "reference")
    events.completed(label("abs"))
    uri = f"bytestream://127.0.0.1:1/main/blobs/{digest}/{len(data)}"
    events.result(label("abs"), "PASSED", {"test.outputs__reference.json": uri})
    events.summary(label("abs"), "PASSED")
    events.finish()
    return events, digest


def test_what_was_not_downloaded_is_a_row_that_says_how_to_get_it(tmp_path):
    events, _ = remote_events(json.dumps(GREEN).encode(), "--build_event_json_file=x")
    merged = merge(find_in_events(events.write(tmp_path / "bep.json"), "bep.json"))
    assert rows(merged) == {label("abs"): ("NO_REPORT", False)}
    (why,) = merged.targets[0].why
    assert find_in_events(tmp_path / "bep.json", "bep.json").options == ("--config=remote",)
    assert why.startswith("report not downloaded")
    assert "./bazelw test --config=remote" in why
    assert "--remote_download_outputs=toplevel //benchmark:abs_ref" in why
    assert "build_event" not in why


def test_the_disk_cache_is_looked_into(tmp_path):
    data = json.dumps(GREEN).encode()
    events, digest = remote_events(data)
    blob = tmp_path / "cache" / "cas" / digest[:2] / digest
    blob.parent.mkdir(parents=True)
    blob.write_bytes(data)
    path = events.write(tmp_path / "bep.json")
    assert merge(find_in_events(path, "bep.json", (tmp_path / "cache",))).ok
    # The run's own options name the cache too.
    named, _ = remote_events(data, f"--disk_cache={tmp_path / 'cache'}")
    assert merge(find_in_events(named.write(tmp_path / "named.json"), "bep.json")).ok
    blob.write_bytes(data.replace(b"FAILED", b"PASSED") + b" ")
    assert not merge(find_in_events(path, "bep.json", (tmp_path / "cache",))).ok


def test_tls_is_taken_from_the_options():
    assert not is_secure([])
    assert not is_secure(["--remote_cache=grpc://host"])
    assert is_secure(["--remote_executor=grpcs://host"])
    assert is_secure(["--remote_executor=host:8980"])
    assert not is_secure(["--remote_cache=grpcs://old", "--remote_cache=grpc://new"])
