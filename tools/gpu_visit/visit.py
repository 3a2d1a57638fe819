# SPDX-License-Identifier: Apache-2.0
"""A scripted visit to a GPU host: `python3 tools/gpu_visit/visit.py --bundle DIR --output DIR [STEP…]`.

Each step leaves its figures in `OUTPUT/visit.json` and its log in `OUTPUT/<step>.log`. Needs the standard
library only; the interpreter that runs it is the one whose torch is checked.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import statistics
import subprocess
import sys
import tarfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

SMOKE = "//benchmark:smoke_ref"
FLAGS = ["--config=cuda", "--config=system", "--keep_going", "--color=no", "--curses=no"]
Figures = dict[str, object]


class Visit:
    """The state of one visit: folders, environment, figures."""

    def __init__(self, bundle: Path | None, output: Path, cache: Path, suite: str, limit: float) -> None:
        self.bundle = bundle
        self.output = output
        self.cache = cache
        self.suite = suite
        self.limit = limit
        self.env = {
            **os.environ,
            "FLAGGEMS_REFERENCE_CACHE": str(cache),
            "REFERENCE_SYSTEM_PYTHON": sys.executable,
        }
        wheels = sorted((cache / "wheels").glob("flag_gems-*.whl"))
        if wheels:
            self.env["REFERENCE_FLAG_GEMS"] = str(wheels[0])

    @property
    def bazel(self) -> Path:
        """The Bazel of the bundle, or the launcher where there is none."""
        found = sorted((self.cache / "bazel").glob("*/bazel"))
        return found[0] if found else ROOT / "bazelw"

    def run(self, step: str, *command: object, **env: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, append what it printed to the step's log."""
        began = time.monotonic()
        words = [str(part) for part in command]
        try:
            done = subprocess.run(
                words, cwd=ROOT, env={**self.env, **env}, text=True, timeout=self.limit,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            # What it has done so far is worth having.
            printed = (error.stdout or b"").decode("utf-8", "replace")
            done = subprocess.CompletedProcess(
                words, 124, f"{printed}\ncut off after {self.limit:.0f} s", None
            )
        with open(self.output / f"{step}.log", "a", encoding="utf-8") as log:
            log.write(f"$ {' '.join(map(str, command))}\n{done.stdout}\n")
            log.write(f"exit {done.returncode} after {time.monotonic() - began:.1f} s\n\n")
        return done

    def test(self, step: str, *arguments: object, **env: str) -> Figures:
        """Run `bazel test`; return wall time, exit code and the verdicts by status."""
        events = self.output / f"{step}-events.json"
        used, began = cpu_seconds(), time.monotonic()
        done = self.run(
            step, self.bazel, "test", *FLAGS, f"--build_event_json_file={events}", *arguments, **env
        )
        wall = time.monotonic() - began
        busy = (cpu_seconds() - used) / wall
        statuses: Counter[str] = Counter()
        cached = 0
        red = []
        for line in events.read_text().splitlines():
            try:
                event = json.loads(line)
            except ValueError:
                break  # cut off
            if "testSummary" in event:
                status = event["testSummary"]["overallStatus"]
                statuses[status] += 1
                cached += int(event["testSummary"].get("totalNumCached", 0) > 0)
                if status != "PASSED":
                    red.append(event["id"]["testSummary"]["label"])
        events.unlink()
        return {
            "wall_s": round(wall, 2),
            "busy_cores": round(busy, 1),
            "exit": done.returncode,
            "statuses": dict(statuses),
            "cached": cached,
            "red": red[:60],
        }


def setup(visit: Visit) -> Figures:
    """Unpack Bazel and the wheels outside /tmp; say how much memory the GPU may be packed with."""
    figures: Figures = {}
    if visit.bundle:
        parts = sorted(visit.bundle.glob("bazel.tar.xz*"))
        target = visit.cache / "bazel"
        target.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        unpack = subprocess.Popen(["tar", "-xJ", "-C", target], stdin=subprocess.PIPE)
        assert unpack.stdin
        for part in parts:
            unpack.stdin.write(part.read_bytes())
        unpack.stdin.close()
        if unpack.wait():
            raise SystemExit(f"ERROR: {visit.bundle}: the archive of Bazel cannot be unpacked")
        figures["unpack_s"] = round(time.monotonic() - began, 1)
        (visit.cache / "wheels").mkdir(exist_ok=True)
        for wheel in (visit.bundle / "wheels").glob("*.whl"):
            (visit.cache / "wheels" / wheel.name).write_bytes(wheel.read_bytes())
    query = [
        "nvidia-smi",
        "--query-gpu=name,driver_version,memory.total,memory.free,uuid",
        "--format=csv,noheader,nounits",
    ]
    figures["gpus"] = visit.run("setup", *query).stdout.splitlines()
    figures["python"] = visit.run(
        "setup",
        sys.executable,
        "-c",
        "import sys, torch, triton; print(sys.version.split()[0], torch.__version__, triton.__version__)",
    ).stdout.strip()
    figures["bazel"] = visit.run("setup", visit.bazel, "--version").stdout.strip()
    free = min(int(line.split(",")[3]) for line in figures["gpus"])  # type: ignore[union-attr]
    # Needs are estimates, so a tenth stays free.
    (ROOT / "user.bazelrc").write_text(f"common:cuda --local_resources=cuda_device_mib={free * 9 // 10}\n")
    return figures


BARE = [sys.executable, "-c", "import torch; torch.zeros(1, device='cuda')"]


def floor(visit: Visit) -> Figures:
    """One target beside the bare import and context, in turns; then a bare one on every core at once."""
    cached = {"PYTHONPYCACHEPREFIX": str(visit.cache / "bare-pycache")}
    visit.run("floor", *BARE, PYTHONDONTWRITEBYTECODE="", **cached)
    visit.test("floor", "//benchmark:negative_ref")
    imports, targets, cases, bazel = [], [], [], []
    for _ in range(6):
        began = time.monotonic()
        visit.run("floor", *BARE, **cached)
        imports.append(time.monotonic() - began)
        figures = visit.test("floor", "//benchmark:negative_ref", "--nocache_test_results")
        outputs = ROOT / "bazel-testlogs/benchmark/negative_ref/test.outputs"
        environment = json.loads((outputs / "environment.json").read_text())
        targets.append(environment["seconds"])
        cases.append(sum(case["seconds"] for case in environment["cases"]))
        bazel.append(figures["wall_s"])
    ratios = [t / (i + c) for t, i, c in zip(targets, imports, cases, strict=True)]
    return {
        "bare_s": [round(x, 3) for x in imports],
        "target_s": [round(x, 3) for x in targets],
        "cases_s": [round(x, 4) for x in cases],
        "bazel_wall_s": bazel,
        "ratio_median": round(statistics.median(ratios), 3),
        "bare_at_once": [at_once(visit, cached) for _ in range(3)],
    }


def at_once(visit: Visit, cached: dict[str, str]) -> dict[str, float]:
    """Start a bare import and context on every core at the same time: what no process can be faster than."""
    count = len(os.sched_getaffinity(0))
    before, began = os.times(), time.monotonic()
    running = [subprocess.Popen(BARE, env={**visit.env, **cached}) for _ in range(count)]
    for process in running:
        process.wait()
    wall, after = time.monotonic() - began, os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return {"processes": count, "wall_s": round(wall, 2), "cpu_s_each": round(used / count, 2)}


def cpu_seconds() -> float:
    """Processor time that this machine, or this container, has used so far."""
    try:
        stat = Path("/sys/fs/cgroup/cpu.stat").read_text()
        return int(dict(line.split() for line in stat.splitlines())["usage_usec"]) / 1e6
    except (OSError, KeyError, ValueError):
        ticks = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
        return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


def nodes(visit: Visit) -> Figures:
    """Every node cold, as many at a time as fit."""
    figures: Figures = {"cold": visit.test("nodes", visit.suite, "--nocache_test_results")}
    with tarfile.open(visit.output / "reports.tar.gz", "w:gz") as archive:
        for name in ("reference.json", "environment.json", "journal.jsonl"):
            for file in outputs(visit.suite, name):
                archive.add(file, file.relative_to(ROOT / "bazel-testlogs"))
    return {**figures, "surprises": surprises(visit.suite), "times": times(visit.suite)}


def cached(visit: Visit) -> Figures:
    """The same from the cache; only what was red runs again."""
    return visit.test("cached", visit.suite)


def fingerprint(visit: Visit) -> Figures:
    """A made-up driver must run the small nodes again, and be found out."""
    false = visit.output / "fingerprint.json"
    false.write_text('{"driver": "0.0"}')
    return visit.test("fingerprint", SMOKE, REFERENCE_DEVICE_FINGERPRINT=str(false))


def small(visit: Visit) -> Figures:
    """Every node on 24 GiB of the device; all run again, since the fingerprint has a key more."""
    earlier = outputs(visit.suite, "environment.json")[0]
    more = visit.output / "fingerprint.json"
    more.write_text(json.dumps({**json.loads(earlier.read_text())["device"]["promised"], "visit": "small"}))
    memory = f"--local_resources=cuda_device_mib={24 << 10}"
    figures = visit.test("small", visit.suite, memory, REFERENCE_DEVICE_FINGERPRINT=str(more))
    return {**figures, "surprises": surprises(visit.suite)}


def serial(visit: Visit) -> Figures:
    """One pytest process over the same nodes, one after another."""
    ids = [entry["node"] for entry in suite_entries(visit.suite)]
    began = time.monotonic()
    done = visit.run(
        "serial", sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *ids,
        "--reference-only", "--device=cuda", "--output", visit.output / "serial.json",
    )  # fmt: skip
    return {"wall_s": round(time.monotonic() - began, 2), "exit": done.returncode, "tail": done.stdout[-600:]}


@functools.cache
def suite_entries(suite: str) -> list[dict[str, object]]:
    """A suite's entries of the manifest, which is Python as well as Starlark."""
    manifest: dict[str, list[dict[str, object]]] = {}
    exec((ROOT / "benchmark/manifest.bzl").read_text(), manifest)
    name = suite.partition(":")[2]
    return [
        entry
        for entry in manifest["NODES"]
        if name in ("all_ref", f"{entry['family']}_ref", *entry.get("suites", []))  # type: ignore[misc]
    ]


def outputs(suite: str, name: str) -> list[Path]:
    """One output file of each target of a suite, as far as it is there."""
    folders = [
        ROOT / f"bazel-testlogs/benchmark/{entry['name']}/test.outputs" for entry in suite_entries(suite)
    ]
    return [folder / name for folder in folders if (folder / name).exists()]


def faults(visit: Visit) -> Figures:
    """What must hold on a real device: tests/e2e/gpu."""
    done = visit.run(
        "faults", sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/e2e/gpu",
        BAZEL=str(visit.bazel),
    )  # fmt: skip
    return {"exit": done.returncode, "tail": done.stdout[-3000:]}


def surprises(suite: str) -> list[str]:
    """Each record that is neither PASSED nor SKIP, in a line."""
    found = []
    for path in outputs(suite, "reference.json"):
        for record in json.loads(path.read_text())["records"]:
            if record["status"] in ("FAILED", "UNSUPPORTED"):
                failure = record.get("failure") or {}
                message = str(failure.get("message") or record.get("reason") or "").strip().splitlines()
                words = [record.get("case_id") or record["nodeid"], record["status"], record.get("stage")]
                words += [failure.get("category"), record.get("hint"), *message[:1]]
                found.append(" ".join(str(word)[:200] for word in words if word))
    return found


def times(suite: str, count: int = 10) -> Figures:
    """Where the time of a suite's targets went, and the slowest of them."""
    seen = []
    for path in outputs(suite, "environment.json"):
        environment = json.loads(path.read_text())
        cases = sum(case.get("seconds") or 0 for case in environment.get("cases", []))
        row = (environment["seconds"], environment.get("startup_s") or 0, cases, environment["waiting_s"])
        seen.append((row, environment["node"]))
    seen.sort(reverse=True)
    names = ("targets_s", "to_the_first_case_s", "cases_s", "waiting_s")
    sums = [sum(column) for column in zip(*(row for row, _ in seen), strict=True)]
    return {
        **{name: round(value) for name, value in zip(names, sums, strict=True)},
        "slowest": [
            f"{node}: {wall:.1f} s, to the first case {start:.1f} s, cases {cases:.1f} s"
            for (wall, start, cases, _), node in seen[:count]
        ],
    }


STEPS: dict[str, Callable[[Visit], Figures]] = {
    "setup": setup,
    "floor": floor,
    "faults": faults,
    "nodes": nodes,
    "cached": cached,
    "serial": serial,
    "fingerprint": fingerprint,
    "small": small,
}


def main() -> None:
    """Run the steps in the order given."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("steps", nargs="*", metavar="STEP", help=f"of {', '.join(STEPS)}; default: all")
    parser.add_argument(
        "--bundle", type=Path, help="what tools.gpu_visit.pack wrote; without it ./bazelw is used"
    )
    parser.add_argument("--output", type=Path, required=True, help="where logs and figures go")
    parser.add_argument(
        "--cache", type=Path, default=Path.home() / ".cache/flaggems-reference", help="not under /tmp"
    )
    parser.add_argument("--suite", default="//benchmark:all_ref")
    parser.add_argument("--limit", type=float, default=540, metavar="SECONDS", help="of one command")
    given = parser.parse_args()
    unknown = [step for step in given.steps if step not in STEPS]
    if unknown:
        parser.error(f"no such step: {', '.join(unknown)}; there are {', '.join(STEPS)}")
    given.output.mkdir(parents=True, exist_ok=True)
    figures_file = given.output / "visit.json"
    figures: dict[str, Figures] = {}
    for step in given.steps or STEPS:
        # Made anew: setup brings what the others need.
        visit = Visit(given.bundle, given.output, given.cache, given.suite, given.limit)
        began = time.monotonic()
        try:
            figures[step] = STEPS[step](visit)
        except (subprocess.SubprocessError, OSError, ValueError, KeyError) as error:
            figures[step] = {"error": f"{type(error).__name__}: {error}"}
        figures[step]["step_s"] = round(time.monotonic() - began, 1)
        figures_file.write_text(json.dumps(figures, indent=1))
        print(f"== {step}\n{json.dumps(figures[step], indent=1)}", flush=True)


if __name__ == "__main__":
    main()
