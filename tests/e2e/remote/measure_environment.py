# SPDX-License-Identifier: Apache-2.0
"""Measures what a large Python environment costs as the input of a remote action, in each form it can take.

    python tests/e2e/remote/measure_environment.py SITE [FORM …]

SITE is a folder of packages with torch in it. Prints a table; takes a quarter of an hour and 15 GB of disk.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tests.e2e.bazel import Result, Workspace, scratch  # noqa: E402
from tools.cluster.provision import provision  # noqa: E402
from tools.cluster.services import Cluster, Settings, Worker, remove  # noqa: E402

FORMS = ("glob", "tree", "archive", "archive-gz", "executor")

WORKSPACE = """
local_repository(name = "site", path = "@SITE@")
"""

SITE_BUILD = """
filegroup(name = "files", srcs = glob(["site/**"]), visibility = ["//visibility:public"])
"""

BUILD = """
load("@rules_python//python:defs.bzl", "py_test")
load(":tree.bzl", "tree")

platform(name = "cpu", constraint_values = ["@platforms//cpu:x86_64", "@platforms//os:linux"],
         exec_properties = {"Pool": "cpu"})
tree(name = "tree_dir", source = "@SITE@")

[
    genrule(name = name, outs = [out], cmd = "tar -C @SITE@ --sort=name -c . | {} > $@".format(tool),
            tags = ["no-remote", "no-sandbox"])
    for name, out, tool in [("tar", "site.tar", "cat"), ("gz", "site.tar.gz", "gzip -1")]
]

[
    py_test(name = "{}_{}".format(form, n), srcs = ["import_test.py"], main = "import_test.py",
            args = [form, argument, str(n)], data = data, timeout = "long")
    for form, argument, data in [
        ("glob", "site/site", ["@site//:files"]),
        ("tree", "measure/tree_dir", [":tree_dir"]),
        ("archive", "measure/site.tar", [":site.tar"]),
        ("archive-gz", "measure/site.tar.gz", [":site.tar.gz"]),
        ("executor", "@SITE@", []),
    ]
    for n in [1, 2, 3]
]
"""

TREE = """
def _tree_impl(ctx):
    out = ctx.actions.declare_directory(ctx.label.name)
    ctx.actions.run_shell(outputs = [out], command = "cp -a '{}'/. {}".format(ctx.attr.source, out.path),
                          execution_requirements = {"no-remote": "1", "no-sandbox": "1"})
    return [DefaultInfo(files = depset([out]), runfiles = ctx.runfiles([out]))]

tree = rule(implementation = _tree_impl, attrs = {"source": attr.string()})
"""

TEST = """
import fcntl, os, subprocess, sys, time
form, argument, _ = sys.argv[1:]
began = time.time()
place = os.path.join(os.environ["TEST_SRCDIR"], argument)
if form.startswith("archive"):
    # Unpacked once on an executor; the name is the content's, which the real runner takes from the lock.
    cache = "/var/tmp/reference-measure"
    os.makedirs(cache, exist_ok=True)
    final = os.path.join(cache, "%s-%d" % (form, os.path.getsize(place)))
    with open(final + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(final):
            os.mkdir(final + ".partial")
            subprocess.run(["tar", "-C", final + ".partial", "-xf", place], check=True)
            os.rename(final + ".partial", final)
    place = final
ready = time.time()
sys.path.insert(0, place)
import torch
assert torch.__file__.startswith(place), torch.__file__
assert float((torch.ones(8, 8) @ torch.ones(8, 8)).sum()) == 512
print("MEASURE unpack=%.2f import=%.2f" % (ready - began, time.time() - ready))
"""


def times(result: Result) -> dict[str, float]:
    """Return the phases of the one test's action that Bazel recorded, in seconds."""
    for event in result.events:
        if "testResult" in event:
            children = event["testResult"]["executionInfo"].get("timingBreakdown", {}).get("child", [])
            return {c["name"]: float(c["time"].rstrip("s")) for c in children}
    return {}


def marks(workspace: Workspace, target: str) -> str:
    """Return what the test printed about itself."""
    text = (workspace.folder / "bazel-testlogs" / target / "test.log").read_text()
    return next((line[8:] for line in text.splitlines() if line.startswith("MEASURE ")), "-")


def measure(form: str, workspace: Workspace, cluster: Cluster) -> list[str]:
    """Measure one form and return the rows of the table."""
    rows = []
    # Forms share blobs, so each begins with an empty store.
    cluster.stop("store")
    shutil.rmtree(cluster.folder / "store")
    cluster.start_store()
    for n, what in (
        (1, "nothing anywhere"),
        (2, "same worker, warm"),
        (3, "new worker, cold"),
        (3, "cached"),
    ):
        if what == "new worker, cold":
            cluster.stop_workers()
            shutil.rmtree(cluster.folder / "w" / "cpu0")
            shutil.rmtree("/var/tmp/reference-measure", ignore_errors=True)
            cluster.start_workers()
        target = f"{form}_{n}"
        if what == "cached":
            workspace.run("clean")
        result = workspace.run("test", "--config=remote", f"//:{target}", seconds=1500)
        if result.code:
            sys.exit(f"{form}, {what}: {result.output[-2000:]}")
        spawn = next(s for s in result.spawns if s.mnemonic == "TestRunner")
        t = times(result)
        stored = cluster.cas_bytes() >> 20
        rows.append(
            f"| {form} | {what} | {len(spawn.inputs)} "
            f"| {t.get('uploadTime', 0):.1f} | {t.get('setupTime', 0):.1f} | "
            f"{marks(workspace, target)} | {result.seconds:.0f} | {stored} |"
        )
        print(rows[-1], flush=True)
    return rows


def main() -> None:
    """Measure the forms that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("site", type=Path)
    parser.add_argument("forms", nargs="*", default=list(FORMS), help=f"default: {' '.join(FORMS)}")
    options = parser.parse_args()
    site = options.site.resolve()

    base = scratch("measure")
    folder = Path(tempfile.mkdtemp(prefix="rc-"))
    folder.chmod(0o755)
    workspace = base / "workspace"
    workspace.mkdir()
    repository = base / "site"
    repository.mkdir()
    (repository / "WORKSPACE").touch()
    (repository / "BUILD.bazel").write_text(SITE_BUILD)
    # Names with blanks or brackets are no labels.
    shutil.copytree(site, repository / "site", copy_function=os.link)
    for path in list((repository / "site").rglob("BUILD*")):
        if path.name in ("BUILD", "BUILD.bazel"):
            path.unlink()
    for name, text in (
        ("WORKSPACE", 'workspace(name = "measure")\n' + WORKSPACE.replace("@SITE@", str(repository))),
        ("BUILD.bazel", BUILD.replace("@SITE@", str(site))),
        ("tree.bzl", TREE),
        ("import_test.py", TEST),
    ):
        (workspace / name).write_text(text)
    settings = Settings(workers=(Worker("cpu0", {"OSFamily": "Linux", "Pool": "cpu"}),), expose=(str(site),))
    bazel = Workspace(
        workspace, base / "root", [Path(__file__).with_name("fixture.bazelrc"), folder / "bazelrc"]
    )
    cluster = Cluster(folder, provision(), settings)
    try:
        files = [p for p in site.rglob("*") if p.is_file()]
        mib = sum(p.stat().st_size for p in files) >> 20

        print(f"{len(files)} files, {mib} MiB, load {os.getloadavg()[0]:.1f}")
        print("| form | state | inputs | upload s | staging s | in the test | whole call s | CAS MiB |")
        print("|---|---|---|---|---|---|---|---|")
        cluster.up()
        for form in options.forms:
            measure(form, bazel, cluster)
        print("memory, MiB:", {k: v >> 10 for k, v in cluster.memory().items()})
    finally:
        cluster.down()
        remove(folder)
        bazel.close()
        shutil.rmtree(base)
        shutil.rmtree("/var/tmp/reference-measure", ignore_errors=True)


if __name__ == "__main__":
    main()
