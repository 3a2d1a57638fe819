# SPDX-License-Identifier: Apache-2.0
"""Reports, testlogs trees and build-event files as Bazel and the runner write them.

The reports come from the runner's own report writer, fed with events; the layout of the trees and the form of
the events are those of Bazel 7.7.1.
"""

from __future__ import annotations

import dataclasses
import json
import pathlib
import zipfile
from collections.abc import Sequence
from typing import Any

from runner import report as writer

H200 = {
    "device": {
        "requested": "cuda",
        "found": {
            "kind": "cuda",
            "vendor": "nvidia",
            "model": "NVIDIA H200",
            "capability": "9.0",
            "driver": "570.1",
        },
    }
}
CPU = {
    "device": {
        "requested": "cpu",
        "found": {"kind": "cpu", "vendor": "cpu", "model": "Some CPU at 2 GHz", "capability": "x86_64"},
    }
}

FAILURE = {
    "category": "DTYPE_UNSUPPORTED",
    "type": "RuntimeError",
    "message": "\"neg_cuda\" not implemented for 'UInt16'",
    "traceback": 'Traceback (most recent call last):\n  File "node.py", line 3, in run\n    torch.neg(x)\n'
    "RuntimeError: \"neg_cuda\" not implemented for 'UInt16'\n",
}

BASES = (
    "abs acos acosh add addcdiv addcmul addmm all amax amin any arange argmax argmin asin asinh atan "
    "atan2 atanh baddbmm bmm bitwise_and bitwise_not bitwise_or bitwise_xor cat ceil clamp concat "
    "conv1d conv2d cos cosh count_nonzero cross_entropy cummax cummin cumprod cumsum diag diagonal "
    "div dot dropout elu embedding eq equal erf erfc exp exp2 expm1 eye fill flip floor floor_divide "
    "fmod full gather ge gelu glu group_norm gt hstack index_add index_put index_select instance_norm "
    "isfinite isinf isnan kron layer_norm le leaky_relu lerp linspace log log10 log1p log2 "
    "log_softmax logaddexp logical_and logical_not logical_or logspace lt masked_fill masked_scatter "
    "masked_select matmul max max_pool2d mean min mm mse_loss mul multinomial mv nan_to_num ne "
    "negative nonzero normal ones outer pad polar pow prod quantile rand randn randperm reciprocal "
    "relu remainder repeat resolve_neg rms_norm round rsqrt scatter select_scatter sigmoid sign silu "
    "sin sinh slice_scatter softmax softplus sort sqrt stack std sub sum tan tanh threshold tile topk "
    "trace triu tril true_divide unique upsample_nearest var vdot vector_norm vstack where zeros "
).split()
SUFFIXES = ("", "_", "_out", "_backward", "_scalar", "_dim", "_tensor", "_scalar_out")


@dataclasses.dataclass
class Shot:
    """One case to be reported."""

    dtype: str
    status: str = "PASSED"
    shape: tuple[int, ...] = (4, 8)
    stage: str = "invoke"
    failure: dict[str, Any] | None = None
    reason: str | None = None
    params: dict[str, Any] = dataclasses.field(default_factory=dict)


def nodeid(operator: str) -> str:
    """The node of an operator."""
    return f"benchmark/test_{operator}.py::test_{operator}"


def label(operator: str) -> str:
    """The target of an operator."""
    return f"//benchmark:{operator}_ref"


def report(
    operator: str, shots: Sequence[Shot], skipped: str | None = None, exit_status: int | None = None
) -> dict[str, Any]:
    """A report by the runner's own writer."""
    node = nodeid(operator)
    ordinals: dict[str, int] = {}
    cases, events = [], []
    for shot in shots:
        ordinal = ordinals[shot.dtype] = ordinals.get(shot.dtype, -1) + 1
        case_id = f"{node}::core::{shot.dtype}::{ordinal}"
        cases.append(
            {
                "case_id": case_id,
                "ordinal": ordinal,
                "dtype": f"torch.{shot.dtype}",
                "shape": {"input": list(shot.shape)},
                "params": shot.params,
            }
        )
        if shot.status == "NOT_RUN":
            continue
        events.append({"e": "start", "case_id": case_id})
        events += [
            {"e": "stage", "case_id": case_id, "stage": stage}
            for stage in ("build_inputs", "prepare_reference", "invoke", "synchronize")
        ]
        end: dict[str, Any] = {"e": "end", "case_id": case_id, "status": shot.status, "seconds": 0.01}
        if shot.status == "FAILED":
            end |= {"stage": shot.stage, "failure": shot.failure or FAILURE}
        if shot.reason:
            end["reason"] = shot.reason
        events.append(end)
    ids = [case["case_id"] for case in cases]
    head = [
        {"e": "begin", "level": "core", "device": "cuda", "case_ids": [], "filter": None, "shard": None},
        {"e": "node", "nodeid": node, "operator": operator},
    ]
    if cases:
        head.append({"e": "plan", "nodeid": node, "cases": cases, "matched": ids, "selected": ids})
    if any(shot.status == "NOT_RUN" for shot in shots):
        events.append({"e": "stop", "nodeid": node, "reason": "stopped after the failure before it"})
    if skipped:
        events.append(
            {"e": "pytest", "nodeid": node, "phase": "setup", "outcome": "skipped", "reason": skipped}
        )
    red = any(shot.status in ("FAILED", "NOT_RUN") for shot in shots)
    events.append({"e": "exit", "status": int(red) if exit_status is None else exit_status})
    return writer.build([*head, *events]).document


def unsupported(operator: str, reason: str = "the benchmark has a run() of its own") -> dict[str, Any]:
    """The report of an unsupported node."""
    node = nodeid(operator)
    return writer.build(
        [
            {"e": "begin", "level": "core", "device": "cuda"},
            {"e": "node", "nodeid": node, "operator": operator},
            {"e": "unsupported", "nodeid": node, "reason": reason},
            {"e": "exit", "status": 1},
        ]
    ).document


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def cache_status(status: int, started_ms: int = 1_796_057_922_316, duration_ms: int = 137) -> bytes:
    """Bazel's test.cache_status: 1 is PASSED, 2 FLAKY, 3 TIMEOUT, 4 FAILED."""
    log = b"/some/where/test.log"
    return (
        b"\x08\x01\x10" + bytes([status in (1, 2)]) + b"\x18" + bytes([status])
        + b"\x30\x00\x40\x00\x48" + _varint(duration_ms) + b"\x52" + _varint(len(log)) + log
        + b"\x58" + _varint(duration_ms) + b"\x60" + _varint(duration_ms) + b"\x78" + _varint(started_ms)
    )  # fmt: skip


def put(
    logs: pathlib.Path,
    name: str,
    document: Any,
    environment: dict[str, Any] | None = None,
    *,
    status: int | None = None,
    within: str = "",
    zipped: bool = False,
    attempt: int | None = None,
    started_ms: int = 1_796_057_922_316,
    duration_ms: int = 137,
) -> pathlib.Path:
    """Puts what a test left into a bazel-testlogs tree.

    Args:
        logs: The tree.
        name: The operator.
        document: The report; bytes go in as they are, None leaves none.
        environment: The environment.json beside it.
        status: Bazel's status; None takes it from the report.
        within: Folder of a shard or run, e.g. `shard_1_of_2`.
        zipped: As an outputs.zip.
        attempt: Number of an earlier attempt; None is the last.
        started_ms: Start, milliseconds since the epoch.
        duration_ms: Duration, milliseconds.

    Returns:
        The folder of the target, shard or run.
    """
    folder = logs / "benchmark" / f"{name}_ref"
    if within:
        folder /= within
    outputs = (
        folder / "test.outputs"
        if attempt is None
        else folder / "test_attempts" / f"attempt_{attempt}.outputs"
    )
    outputs.mkdir(parents=True, exist_ok=True)
    head = f'exec ${{PAGER:-/usr/bin/less}} "$0" || exit 1\nExecuting tests from {label(name)}\n-----\n'
    if attempt is None:
        (folder / "test.log").write_text(head)
        if status is None:
            status = 1 if isinstance(document, dict) and document.get("status") == "PASSED" else 4
        (folder / "test.cache_status").write_bytes(cache_status(status, started_ms, duration_ms))
    else:
        outputs.with_suffix(".log").write_text(head)
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    if zipped:
        with zipfile.ZipFile(outputs / "outputs.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            if document is not None:
                archive.writestr("reference.json", data)
            archive.writestr("environment.json", json.dumps(environment or {}))
    else:
        if document is not None:
            (outputs / "reference.json").write_bytes(data)
        if environment is not None:
            (outputs / "environment.json").write_text(json.dumps(environment))
    return folder


class Events:
    """A build-event file in the making."""

    def __init__(self, *options: str):
        configuration = {"id": "30aebb15"}
        self._configuration = configuration
        self.lines: list[dict[str, Any]] = [
            {"id": {"started": {}}, "started": {"command": "test", "workspaceDirectory": "/some/where"}},
            {
                "id": {"optionsParsed": {}},
                "optionsParsed": {"cmdLine": list(options), "explicitCmdLine": list(options)},
            },
        ]

    def configured(self, name: str, *tags: str) -> None:
        """A target is known."""
        self.lines.append(
            {
                "id": {"targetConfigured": {"label": name}},
                "configured": {"targetKind": "py_test rule", "testSize": "MEDIUM", "tag": list(tags)},
            }
        )

    def completed(self, name: str, success: bool = True, aborted: str = "", message: str = "") -> None:
        """A target is built, or not."""
        identity = {"label": name, "configuration": self._configuration}
        line: dict[str, Any] = {"id": {"targetCompleted": identity}}
        if aborted:
            line["aborted"] = {"reason": aborted, "description": message}
        else:
            line["children"] = [{"testSummary": identity}] if success else []
            line["completed"] = {"success": True} if success else {"failureDetail": {"message": message}}
        self.lines.append(line)

    def result(
        self,
        name: str,
        status: str,
        outputs: dict[str, str],
        *,
        shard: int = 1,
        run: int = 1,
        attempt: int = 1,
        wall: str = "2.5s",
        queue: str = "0s",
        cached: bool = False,
    ) -> None:
        """An attempt has ended."""
        spans = [{"name": "queueTime", "time": queue}, {"name": "executionWallTime", "time": wall}]
        self.lines.append(
            {
                "id": {
                    "testResult": {
                        "label": name,
                        "run": run,
                        "shard": shard,
                        "attempt": attempt,
                        "configuration": self._configuration,
                    }
                },
                "testResult": {
                    "testActionOutput": [{"name": key, "uri": uri} for key, uri in outputs.items()],
                    "status": status,
                    "cachedLocally": cached,
                    "testAttemptStartMillisEpoch": "1796057922571",
                    "testAttemptDuration": wall,
                    "executionInfo": {"strategy": "linux-sandbox", "timingBreakdown": {"child": spans}},
                },
            }
        )

    def summary(self, name: str, status: str, shards: int = 1, runs: int = 1, aborted: str = "") -> None:
        """A target's results are summed up."""
        line: dict[str, Any] = {
            "id": {"testSummary": {"label": name, "configuration": self._configuration}},
        }
        if aborted:
            line["aborted"] = {"reason": aborted, "description": ""}
        else:
            line["testSummary"] = {"overallStatus": status, "runCount": runs, "shardCount": shards}
        self.lines.append(line)

    def finish(self, code: str = "SUCCESS") -> None:
        """The build has ended."""
        self.lines.append({"id": {"buildFinished": {}}, "finished": {"exitCode": {"name": code}}})

    def write(self, path: pathlib.Path) -> pathlib.Path:
        """Writes the file."""
        path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in self.lines))
        return path


DTYPES = (
    "float16",
    "bfloat16",
    "float32",
    "float64",
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "complex64",
)


def operators(count: int) -> list[str]:
    """So many operator names that look like real ones."""
    names = [base + suffix for suffix in SUFFIXES for base in BASES]
    return (names + [f"{name}_{number}" for number in range(2, 30) for name in names])[:count]


def large(logs: pathlib.Path, targets: int, environment: dict[str, Any], worse: bool = False) -> int:
    """Puts a large run, mostly green, into a tree; says how many records it has."""
    total = 0
    memory = {
        "category": "UNKNOWN",
        "type": "torch.OutOfMemoryError",
        "message": "CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has a total capacity of "
        "139.80 GiB of which 7.19 GiB is free.",
        "traceback": "Traceback (most recent call last):\n"
        + "".join(f'  File "frame_{number}.py", line {number}, in call\n    call()\n' for number in range(12))
        + "torch.OutOfMemoryError: CUDA out of memory.\n",
    }
    for number, name in enumerate(operators(targets)):
        kinds = DTYPES[: 3 + number % 3] if number % 4 else DTYPES[: 8 + number % 4]
        shots = [
            Shot(
                dtype,
                shape=(2 ** (4 + size), 64 * (1 + number % 5)),
                params={"dim": size} if number % 2 else {},
            )
            for dtype in kinds
            for size in range(3 + number % 2)
        ]
        document: Any
        if number % 61 == 7:
            for shot in shots:
                if shot.dtype == kinds[-1]:
                    shot.status = "FAILED"
        elif number % 97 == 11:
            shots[4] = dataclasses.replace(shots[4], status="FAILED", failure=memory)
            for shot in shots[5:]:
                shot.status = "NOT_RUN"
        if number % 83 == 20:
            document = unsupported(name)
            total += 1
        elif number % 71 == 33:
            document = report(name, [], skipped="needs compute capability 10.0")
            total += 1
        elif worse and number % 53 == 5:
            shots[0].status = "FAILED"
            shots[0].failure = dict(
                FAILURE, category="NOT_IMPLEMENTED", type="NotImplementedError", message="no kernel"
            )
            document = report(name, shots)
            total += len(shots)
        else:
            document = report(name, shots)
            total += len(shots)
        put(logs, name, document, environment, duration_ms=2500 + 37 * (number % 400))
    return total
