# SPDX-License-Identifier: Apache-2.0
"""Describe the packages that an interpreter already holds, for `system_environment`.

Run with that interpreter. Nothing is imported, because importing `flag_gems` makes a device context and fails
where there is no device: each package is found by its spec and described by its metadata.

The description goes into the file that `--out` names: versions, origins and a digest of each package's
records, the folders to put first, and the folder of ready bytecode, if the image has none of its own. A
failure is one line on standard error, `ERROR: ...`, and exit status 1.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import py_compile
import re
import shutil
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any

REQUIRED = ("torch", "triton", "pytest")
OPTIONAL = ("flag_gems", "numpy")


class DescribeError(Exception):
    """What a user is told in one line."""


def origin(name: str) -> Path | None:
    """Return the folder of a package, found without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations))).resolve()


def tree_digest(folder: Path) -> str:
    """Return the sha256 over names and contents of the Python files below a folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(
            f"{path.relative_to(folder)}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode()
        )
    return digest.hexdigest()


def metadata_of(package: Path, name: str) -> tuple[str | None, Path | None]:
    """Return (version, RECORD file) of the distribution that lies beside a package's folder.

    The metadata must lie beside the package that would be imported: another copy's version is no statement
    about it.
    """
    for entry in importlib.metadata.distributions(path=[str(package.parent)]):
        if (entry.metadata["Name"] or "").replace("-", "_").lower() == name:
            record = getattr(entry, "_path", None)
            record = Path(record) / "RECORD" if record else None
            return entry.version, record if record and record.is_file() else None
    return None, None


def describe(name: str) -> dict[str, Any] | None:
    """Return version, origin and digest of a package, or None if the interpreter has none."""
    package = origin(name)
    if package is None:
        return None
    version, record = metadata_of(package, name)
    version_file = package / "version.py"
    if record is not None:
        content = hashlib.sha256(record.read_bytes()).hexdigest()
        watched = record
    else:
        # A checkout or an editable install has no list of its files.
        content = tree_digest(package)
        watched = version_file if version_file.is_file() else package / "__init__.py"
    if version_file.is_file():
        content += hashlib.sha256(version_file.read_bytes()).hexdigest()
    return {
        "version": version or "unknown",
        "origin": str(package),
        "content": content,
        "watch": str(watched),
    }


def unpack(wheel: Path, folder: Path) -> Path:
    """Unpack a pure wheel below `folder`, once a content, and return where it lies.

    Raises:
        DescribeError: the file is no wheel.
    """
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    target = folder / f"wheel-{digest[:24]}"
    if not target.is_dir():
        scratch = folder / f".wheel-{digest[:24]}.{os.getpid()}"
        try:
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(scratch)
            scratch.rename(target)
        except (zipfile.BadZipFile, OSError) as error:
            if not target.is_dir():
                raise DescribeError(f"{wheel}: cannot be unpacked as a wheel: {error}") from None
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    return target


def flag_gems_site(path: Path, store: Path) -> Path:
    """Return the folder to put on `sys.path` for a FlagGems wheel or checkout.

    Raises:
        DescribeError: there is no package `flag_gems` in it.
    """
    if path.is_file():
        store.mkdir(parents=True, exist_ok=True)
        site = unpack(path, store)
    else:
        site = next((entry for entry in (path / "src", path) if (entry / "flag_gems").is_dir()), path)
    if not (site / "flag_gems" / "__init__.py").is_file():
        raise DescribeError(f"{path}: holds no package flag_gems; name a FlagGems wheel or checkout")
    return site.resolve()


def closure(names: list[str]) -> dict[str, importlib.metadata.Distribution]:
    """Return {name: distribution} of the packages and of what they need, as far as it is installed."""
    found: dict[str, importlib.metadata.Distribution] = {}
    queue = list(names)
    while queue:
        name = re.sub(r"[-_.]+", "_", queue.pop()).lower()
        if name in found:
            continue
        try:
            found[name] = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        for requirement in found[name].requires or []:
            match = re.match(r"[A-Za-z0-9._-]+", requirement)
            if match and "extra ==" not in requirement:
                queue.append(match[0])
    return found


def sources(folders: list[Path], distributions: list[importlib.metadata.Distribution]) -> list[str]:
    """Return the modules of packages, of installed distributions and of the standard library, sorted."""
    found = {str(path) for folder in folders for path in folder.rglob("*.py")}
    for distribution in distributions:
        found |= {
            str(distribution.locate_file(file)) for file in distribution.files or [] if file.suffix == ".py"
        }
    library = Path(sysconfig.get_path("stdlib"))
    left_out = {"site-packages", "dist-packages", "test", "tests", "idlelib", "lib2to3", "turtledemo"}
    for folder, names, files in os.walk(library):
        names[:] = [name for name in names if name not in left_out]
        found |= {os.path.join(folder, file) for file in files if file.endswith(".py")}
    return sorted(found)


def compile_one(source: str) -> None:
    """Compile one module; one that does not compile is left to Python at run time."""
    # Checked by the source's time and size, as always: a checkout may be edited.
    with contextlib.suppress(py_compile.PyCompileError, OSError, ValueError, RecursionError):
        py_compile.compile(source, doraise=True)


def use_prefix(prefix: str) -> None:
    """Let this process write bytecode below `prefix`."""
    sys.pycache_prefix = prefix


def pycache(store: Path, key: str, folders: list[Path], modules: list[str]) -> str | None:
    """Return the folder of ready bytecode, made once a content, or None if the image has its own.

    Python looks for bytecode in this folder only, so the standard library's is in it too.
    """
    if all(
        os.path.exists(importlib.util.cache_from_source(str(folder / "__init__.py"))) for folder in folders
    ):
        return None
    prefix = store / f"pycache-{sys.implementation.cache_tag}-{key[:24]}"
    if not prefix.is_dir():
        # The final path is not in the bytecode, so it may be made elsewhere and moved.
        scratch = store / f".{prefix.name}.{os.getpid()}"
        try:
            scratch.mkdir(parents=True)
            with concurrent.futures.ProcessPoolExecutor(
                initializer=use_prefix, initargs=(str(scratch),)
            ) as pool:
                for _ in pool.map(compile_one, modules, chunksize=50):
                    pass
            scratch.rename(prefix)
        except OSError as error:
            if not prefix.is_dir():
                raise DescribeError(f"bytecode cannot be written to {store}: {error}") from None
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    return str(prefix)


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Return the description."""
    extra = []
    if options.flag_gems:
        extra.append(str(flag_gems_site(options.flag_gems, options.store)))
        sys.path[:0] = extra
        importlib.invalidate_caches()
    found = {name: describe(name) for name in (*REQUIRED, *OPTIONAL)}
    missing = [name for name in REQUIRED if found[name] is None]
    if missing:
        raise DescribeError(
            f"it has no {', '.join(missing)}; install it there or name another interpreter "
            "with REFERENCE_SYSTEM_PYTHON"
        )
    present = {name: entry for name, entry in found.items() if entry}
    needed = closure(list(present))
    versions = {name: distribution.version for name, distribution in needed.items()}
    versions |= {name: entry["version"] for name, entry in present.items()}
    content = hashlib.sha256(json.dumps([present, versions], sort_keys=True).encode()).hexdigest()
    folders = [Path(entry["origin"]) for entry in present.values()]
    flag_gems = present.get("flag_gems")
    return {
        "packages": versions,
        "origins": {name: entry["origin"] for name, entry in present.items()},
        "content": content,
        "extra_site": extra,
        "pycache": pycache(options.store, content, folders, sources(folders, list(needed.values()))),
        "flag_gems_origin": flag_gems["origin"] if flag_gems else None,
        "watch": sorted({entry["watch"] for entry in present.values()}),
    }


def main(argv: list[str] | None = None) -> int:
    """Write the description; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--store", required=True, type=Path, help="folder for bytecode and unpacked wheels")
    parser.add_argument("--flag-gems", type=Path, help="a FlagGems wheel or checkout to put first")
    parser.add_argument("--out", required=True, type=Path, help="where the description goes")
    options = parser.parse_args(argv)
    try:
        description = run(options)
    except DescribeError as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 1
    options.out.write_text(json.dumps(description) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
