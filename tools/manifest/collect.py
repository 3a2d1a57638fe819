# SPDX-License-Identifier: Apache-2.0
"""The benchmark nodes of a folder with the benchmarks they declare. Nothing is run and no tensor is made."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import io
from pathlib import Path
from typing import Any

import pytest

from benchmark import settings
from benchmark.base import Benchmark, unsupported_reason
from tools.collect.families import imported_names

# Markers of pytest and of this project that name no operator.
NOT_OPERATORS = frozenset(
    {
        "skip",
        "skipif",
        "xfail",
        "parametrize",
        "usefixtures",
        "filterwarnings",
        "skip_native",
        "tryfirst",
        "trylast",
    }
)


# The package of the nodes.
FOLDER = "benchmark"


class CollectError(Exception):
    """A node cannot be collected; the message names it."""


@dataclasses.dataclass
class Node:
    """A pytest item under ``benchmark/``.

    Attributes:
        nodeid: such as ``benchmark/test_negative.py::test_negative``.
        file: its file, relative to the root.
        function: name of the test function.
        parameters: what stands in the brackets of the node id, or None.
        markers: names of its own markers, first one first.
        skipped: the reason of an unconditional ``pytest.mark.skip``, or None.
        benchmarks: what it declares, in order.
        unsupported: why the reference check cannot run it, or None.
        modules: the family modules that its file imports, such as ``pointwise``.
    """

    nodeid: str
    file: str
    function: str
    parameters: str | None
    markers: list[str]
    skipped: str | None
    benchmarks: list[Benchmark] = dataclasses.field(default_factory=list)
    unsupported: str | None = None
    modules: list[str] = dataclasses.field(default_factory=list)

    @property
    def operator(self) -> str:
        """The first marker that names an operator, else the function without ``test_``."""
        named = [name for name in self.markers if name not in NOT_OPERATORS]
        return named[0] if named else self.function.removeprefix("test_")


def collect(root: Path, folder: str = FOLDER) -> list[Node]:
    """All nodes of ``root/folder`` in collection order.

    Raises:
        CollectError: a file cannot be imported, or a node raises while it declares its benchmarks, or makes
            one that it does not run.
    """
    collector = _Collector()
    log = io.StringIO()
    arguments = [str(root / folder), f"--rootdir={root}", "--collect-only", "-q", "-p", "no:cacheprovider"]
    with contextlib.redirect_stdout(log), contextlib.redirect_stderr(log):
        status = pytest.main(arguments, plugins=[collector])
    if status != pytest.ExitCode.OK:
        raise CollectError(f"{root / folder}: pytest could not collect the nodes:\n{log.getvalue()}")
    return [_declared(item) for item in collector.items]


def family_modules(source: str) -> list[str]:
    """The modules of ``benchmark.families`` that a node file imports, in alphabetical order."""
    return sorted(set(imported_names(ast.parse(source)).values()))


class _Collector:
    def __init__(self) -> None:
        self.items: list[Any] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.items = list(session.items)


class _Recorder:
    """A driver that notes what a node declares."""

    def __init__(self) -> None:
        self.made: list[Benchmark] = []
        self.benchmarks: list[Benchmark] = []
        self.unsupported: str | None = None

    def created(self, benchmark: Benchmark) -> None:
        self.made.append(benchmark)
        reason = unsupported_reason(benchmark)
        if reason is not None:
            self.unsupported = reason
            raise _Unsupported

    def run(self, benchmark: Benchmark) -> None:
        self.unsupported = self.unsupported or unsupported_reason(benchmark)
        self.benchmarks.append(benchmark)


class _Unsupported(Exception):
    pass


def _declared(item: Any) -> Node:
    callspec = getattr(item, "callspec", None)
    # iter_markers gives the marker nearest to the function first; own_markers holds them likewise.
    skip = item.get_closest_marker("skip")
    node = Node(
        nodeid=item.nodeid,
        file=item.nodeid.split("::")[0],
        function=item.originalname,
        parameters=callspec.id if callspec else None,
        markers=[marker.name for marker in item.own_markers],
        skipped=(skip.kwargs.get("reason") or (skip.args[0] if skip.args else "unconditional skip"))
        if skip
        else None,
        modules=family_modules(item.path.read_text(encoding="utf-8")),
    )
    recorder = _Recorder()
    with settings.using(driver=recorder, level="core", nodeid=item.nodeid):
        try:
            item.obj(**(callspec.params if callspec else {}))
        except _Unsupported:
            pass
        except Exception as error:
            raise CollectError(
                f"{item.nodeid}: raises while it declares its benchmarks: {error!r}"
            ) from error
    node.benchmarks = recorder.benchmarks
    node.unsupported = recorder.unsupported
    run = set(map(id, node.benchmarks))
    idle = [benchmark for benchmark in recorder.made if id(benchmark) not in run]
    if idle and node.unsupported is None:
        raise CollectError(f"{item.nodeid}: makes {idle[0]!r} and does not run it; call its run()")
    if not node.benchmarks and node.unsupported is None:
        node.unsupported = "the node makes no Benchmark"
    return node
