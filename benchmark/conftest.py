# SPDX-License-Identifier: Apache-2.0
"""Options of an ordinary timing run. Nothing here imports torch, so that wrong ones are refused at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmark import settings
from benchmark.shapes import ShapeFileError, load

pytest_plugins = ["runner.plugin"]

MODES = ("kernel", "operator", "wrapper")
METRICS = ("latency_base", "latency", "speedup", "gbps_base", "gbps", "tflops_base", "tflops")
DEFAULT_METRICS = ("latency_base", "latency", "speedup")
RECORD_FILE = "benchmark-timing.json"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options that only timing reads."""
    group = parser.getgroup("timing", "timing of benchmark nodes")
    group.addoption("--mode", choices=MODES, default="kernel", help="what is timed (default: kernel)")
    group.addoption(
        "--dtypes", action="append", help="time only these dtypes; repeatable, or separated by commas"
    )
    group.addoption(
        "--metrics",
        action="append",
        help=f"columns of the table, of {', '.join(METRICS)}; repeatable or by commas",
    )
    group.addoption(
        "--warmup",
        type=int,
        default=25,
        help="warm-up: milliseconds in mode kernel, else calls (default: 25)",
    )
    group.addoption(
        "--iter", type=int, default=100, help="timed: milliseconds in mode kernel, else calls (default: 100)"
    )
    group.addoption(
        "--record", choices=["json"], help=f"also write the figures to --output, or to {RECORD_FILE}"
    )
    group.addoption("--shape-file", type=Path, help="shapes of a timing run, in place of core_shapes.yaml")


def pytest_configure(config: pytest.Config) -> None:
    """Check the options and the shape file before any node runs."""
    # The operators are an open vocabulary of markers; a typo in one shows in the manifest and in the drift
    # test.
    config.addinivalue_line(
        "filterwarnings", "ignore:Unknown pytest.mark:pytest.PytestUnknownMarkWarning:benchmark"
    )
    option = config.option
    checks = getattr(option, "reference_only", False) or getattr(option, "list_cases", False)
    if checks and option.dtypes is not None:
        raise pytest.UsageError(
            "--dtypes: the reference check runs every dtype of a node; choose cases by --case-id"
        )
    if option.shape_file is not None:
        if checks:
            raise pytest.UsageError(
                "--shape-file: the reference check always runs the shapes of core_shapes.yaml"
            )
        settings.shape_file = option.shape_file
    try:
        load(settings.shape_file)
    except ShapeFileError as error:
        raise pytest.UsageError(str(error)) from None
    dtypes = _words(option.dtypes)
    if dtypes:
        from benchmark.dtypes import parse_dtype

        try:
            for name in dtypes:
                parse_dtype(name, "--dtypes")
        except ValueError as error:
            raise pytest.UsageError(str(error)) from None
    metrics = _words(option.metrics) or DEFAULT_METRICS
    for metric in metrics:
        if metric not in METRICS:
            raise pytest.UsageError(f"--metrics: unknown metric {metric!r}; use {', '.join(METRICS)}")
    if option.iter < 1:
        raise pytest.UsageError(f"--iter: must be positive, not {option.iter}")
    if option.warmup < 0:
        raise pytest.UsageError(f"--warmup: must not be negative, like {option.warmup}")
    if option.record:
        _check_writable(_record_path(option))
    settings.timing = settings.Timing(option.mode, dtypes, tuple(metrics), option.warmup, option.iter)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the tables of the timed nodes and write the record."""
    results = settings.results
    if not results:
        return
    from benchmark.timing import tables

    terminalreporter.section("timing")
    for line in tables(results, settings.timing.metrics):
        terminalreporter.write_line(line)
    if config.option.record:
        path = _record_path(config.option)
        path.write_text(
            json.dumps([result.to_json() for result in results], indent=1) + "\n", encoding="utf-8"
        )
        terminalreporter.write_line(f"figures written to {path}")


def _record_path(option: Any) -> Path:
    return Path(getattr(option, "output", None) or RECORD_FILE)


def _check_writable(path: Path) -> None:
    """Raise a usage error if the figures could not be written; they may be hours of work."""
    try:
        existed = path.exists()
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    except OSError as error:
        raise pytest.UsageError(f"--record: cannot write {path}: {error.strerror}") from None


@pytest.fixture(autouse=True)
def _current_node(request: pytest.FixtureRequest) -> None:
    settings.nodeid = request.node.nodeid


def _words(values: list[str] | None) -> tuple[str, ...]:
    return tuple(word for value in values or () for word in value.replace(",", " ").split())
