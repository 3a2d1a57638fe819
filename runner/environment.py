# SPDX-License-Identifier: Apache-2.0
"""A run's surroundings: the worker's interpreter, path and variables, and the file that tells of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from .config import ENVIRONMENT_SCHEMA, UsageError, read_json

if TYPE_CHECKING:
    from .report import Report, Verdict

SCHEMA = "flaggems.reference-environment/v1"

# Folders that libraries write to, all of which belong under the test's own temporary folder.
_FOLDERS = {
    "HOME": "home",
    "TMPDIR": "tmp",
    "XDG_CACHE_HOME": "cache",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "CUDA_CACHE_PATH": "cache/cuda",
    "FLAGGEMS_CACHE_DIR": "cache/flaggems",
    "MPLCONFIGDIR": "config/matplotlib",
    "TORCHINDUCTOR_CACHE_DIR": "cache/inductor",
    "TORCH_EXTENSIONS_DIR": "cache/torch_extensions",
    "TORCH_HOME": "cache/torch",
    "TRITON_CACHE_DIR": "cache/triton",
    "TRITON_HOME": "home",
}
_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS")
_KEPT_PYTHON = frozenset({"PYTHONHASHSEED", "PYTHONUTF8", "PYTHONIOENCODING"})


class PythonEnvironment(NamedTuple):
    """What the worker runs on.

    Attributes:
        command: the interpreter with its options.
        paths: folders of packages to be put on ``sys.path`` after the node's root; empty if the interpreter
            has its own.
        packages: promised versions by distribution name.
        interpreter_version: the promised version, or None.
        flag_gems_origin: folder that ``flag_gems`` must come from, or None.
        description: kind, name and digest for the report.
    """

    command: tuple[str, ...]
    paths: tuple[str, ...]
    packages: Mapping[str, str]
    interpreter_version: str | None
    flag_gems_origin: str | None
    description: Mapping[str, object]


class NotInstalledError(UsageError):
    """The packages of a Python environment are not on this machine."""


def python_environment(path: str | None, folder: str | None = None) -> PythonEnvironment:
    """The environment that a description declares, or this interpreter with its own path.

    Args:
        path: the description.
        folder: holds the packages; by default the description's own.

    Raises:
        NotInstalledError: the packages are not there.
        UsageError: the description is malformed, or the interpreter that it names is not there.
    """
    if path is None:
        here = [entry for entry in sys.path if entry and os.path.exists(entry)]
        return PythonEnvironment(
            (sys.executable, "-I", "-S", "-B"), tuple(here), {}, None, None, {"kind": "own"}
        )
    content = read_json(path, "the Python environment", ENVIRONMENT_SCHEMA)
    folder = folder or os.path.dirname(os.path.realpath(path))
    interpreter = content.get("interpreter")
    if not isinstance(interpreter, dict) or not isinstance(interpreter.get("path"), str):
        raise UsageError(f"the Python environment {path} names no interpreter")
    program = os.path.join(folder, interpreter["path"])
    if not os.access(program, os.X_OK):
        raise UsageError(
            f"the interpreter {program} of the Python environment is not there or not executable"
        )
    system = content.get("kind") == "system"
    paths = [os.path.join(folder, entry) for entry in content.get("extra_site" if system else "site") or ()]  # type: ignore[attr-defined]
    for entry in paths:
        if not os.path.exists(entry):
            raise NotInstalledError(
                f"the Python environment's folder {entry} is not there; fetch it again, or have it brought "
                "to executors by --//rules/python:ship_environment, see docs/remote.md"
            )
    if system:
        pycache = content.get("pycache")
        prefix = ("-X", f"pycache_prefix={os.path.join(folder, str(pycache))}") if pycache else ()
        command = (program, "-B", *prefix)
    else:
        command = (program, "-I", "-S", "-B")
    origin = content.get("flag_gems_origin")
    return PythonEnvironment(
        command,
        tuple(paths),
        content.get("packages") or {},  # type: ignore[arg-type]
        interpreter.get("version"),
        os.path.join(folder, str(origin)) if origin else None,
        {key: content[key] for key in ("kind", "name", "digest") if key in content},
    )


def variables(environ: Mapping[str, str], tmp: str, cpus: int, system: bool) -> dict[str, str]:
    """The worker's environment variables.

    Caches lie in ``tmp``, there are ``cpus`` threads, and nothing of the host's Python or pytest gets
    through. Device masks are left as they are.
    """
    result = {
        key: value
        for key, value in environ.items()
        if not key.startswith("PYTEST_") and (not key.startswith("PYTHON") or key in _KEPT_PYTHON)
    }
    result.update({key: os.path.join(tmp, folder) for key, folder in _FOLDERS.items()})
    result.update(dict.fromkeys(_THREADS, str(cpus)))
    result["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    if system:
        result["PYTHONNOUSERSITE"] = "1"
    return result


def make_folders(tmp: str) -> None:
    """Make the folders that `variables` names.

    Raises:
        OSError: they cannot be made.
    """
    for folder in ("home", "tmp", "cache", "config", "data"):
        os.makedirs(os.path.join(tmp, folder), exist_ok=True)


def benchmark_fingerprint(root: str, node: str) -> dict[str, object]:
    """A sha256 over the node's file and the harness beside it: all that decides what a case is.

    Returns:
        ``digest`` and ``files``, which are the node's file, and of its top folder the Python files that are
        no nodes and ``core_shapes.yaml``; paths relative to ``root``.
    """
    import hashlib

    file = node.partition("::")[0]
    top = file.partition("/")[0] if "/" in file else ""
    names = [file]
    for folder, folders, entries in os.walk(os.path.join(root, top)):
        folders[:] = sorted(name for name in folders if name != "__pycache__" and not name.startswith("."))
        if not top:
            folders.clear()
        for entry in entries:
            if entry == "core_shapes.yaml" or (entry.endswith(".py") and not entry.startswith("test_")):
                names.append(os.path.relpath(os.path.join(folder, entry), root))
    total = hashlib.sha256()
    found = []
    for name in sorted(set(names)):
        try:
            with open(os.path.join(root, name), "rb") as source:
                digest = hashlib.sha256(source.read()).hexdigest()
        except OSError:
            continue
        total.update(f"{digest}  {name}\n".encode("utf-8", "surrogateescape"))
        found.append(name)
    return {"digest": total.hexdigest(), "files": found}


def document(
    report: Report, verdict: Verdict, exit_code: int, seconds: float, startup: float | None
) -> dict[str, object]:
    """The report's ``environment.json``.

    Args:
        report: the report, with the orders and the worker's findings.
        verdict: what the target makes of it.
        exit_code: the runner's.
        seconds: time of the whole run.
        startup: seconds from the runner's start to the first case, None if there was none.
    """
    order, seen, chosen = report.order, report.environment, report.selection
    return {
        "schema_version": SCHEMA,
        "host": order.get("host"),
        "target": order.get("target"),
        "node": order.get("node"),
        "level": order.get("level"),
        "status": report.status,
        "expected_status": verdict.expected,
        "verdict": verdict.reason,
        "exit_code": exit_code,
        "device": {
            "requested": order.get("device"),
            "promised": order.get("promised"),
            "found": seen.get("device"),
            "share": order.get("share"),
        },
        "python": {**(order.get("python") or {}), "found": seen.get("python")},  # type: ignore[dict-item]
        "packages": seen.get("packages") or {},
        "flag_gems": {"expected": order.get("flag_gems_origin"), "found": seen.get("flag_gems_origin")},
        "benchmark": order.get("benchmark"),
        "selection": {
            "kind": chosen.kind,
            "case_ids": list(chosen.case_ids),
            "filter": chosen.pattern,
            "shard": {"index": chosen.shard[0], "count": chosen.shard[1]} if chosen.shard else None,
            "planned": report.planned,
            "selected": report.selected,
        },
        "attempt": order.get("attempt") or {},
        "cpus": order.get("cpus"),
        "waiting_s": order.get("waiting_s", 0.0),
        "unpacking_s": order.get("unpacking_s", 0.0),
        "seconds": round(seconds, 3),
        "startup_s": None if startup is None else round(startup, 3),
        "cases": report.measures,
    }
