# SPDX-License-Identifier: Apache-2.0
"""Install a locked Python environment into the store, once a content key.

`locked_environment` (rules/python/locked.bzl) runs this with the interpreter that the environment is for:

    <interpreter> -I -S install.py --name cpu --lock cpu.lock --store DIR --interpreter FILE --out FILE

The store holds one folder a key: the finished tree in `site/`, its description in `installed.json` and the
size of each file in `files.txt`. A folder appears by one rename when it is complete, so a killed or full-disk
install leaves nothing that a later one would take; two installers of one key wait for each other.

The description goes into the file that `--out` names. A failure is one line on standard error, `ERROR: ...`,
and exit status 1.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import ctypes
import errno
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Settings of pip that say where wheels come from. The hashes in the lock guard what comes, so these are
# honoured; everything else in the user's configuration is not.
INDEX_SETTINGS = (
    "cert",
    "client-cert",
    "default-timeout",
    "extra-index-url",
    "find-links",
    "index-url",
    "keyring-provider",
    "no-index",
    "proxy",
    "retries",
    "timeout",
    "trusted-host",
)
KEPT_VARIABLES = (
    "HOME",
    "PATH",
    "NETRC",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
)

# Not needed to run: scripts with the installer's shebang, headers, type stubs, the packages' own tests.
# triton compiles its launchers against headers inside its own package, which stay.
NOT_NEEDED_FOLDERS = ("bin", "include", "share", "torch/include", "torch/share", "numpy/core/include")
NOT_NEEDED_SUFFIXES = (".pyi", ".pxd", ".pyx", ".a", ".lib")
PACKAGES_WITH_TESTS = ("greenlet", "mpmath", "networkx", "numpy", "setuptools", "sqlalchemy", "sympy")
VOLATILE_METADATA = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")

# Packages whose import is tried before a tree counts as complete.
MUST_IMPORT = ("torch", "triton", "pytest")


class InstallError(Exception):
    """What a user is told in one line."""


class MissingWheelError(InstallError):
    """The index has no wheel that fits."""


def normal(name: str) -> str:
    """Return a package's name as this project writes it: lower case with underscores."""
    return re.sub(r"[-_.]+", "_", name).lower()


def lock_entries(lock: Path) -> dict[str, str]:
    """Return {normal name + marker: requirement with its hashes} of a lock file, comments left out.

    Raises:
        InstallError: the file cannot be read, or a line of it pins no version or has no hash.
    """
    try:
        text = lock.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InstallError(f"{lock}: cannot be read: {error}") from None
    entries = {}
    for line in text.replace("\\\n", " ").splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        requirement = line.split(" --hash=", 1)[0].strip()
        match = re.match(r"([A-Za-z0-9._-]+)==[^\s;]+", requirement)
        if not match or not re.search(r"--hash=sha256:[0-9a-f]{64}(\s|$)", line):
            raise InstallError(f"{lock.name}: '{requirement[:80]}' is not a pinned requirement with a sha256")
        marker = requirement.partition(";")[2].strip()
        entries[f"{normal(match[1])};{marker}"] = " ".join(line.split())
    if not entries:
        raise InstallError(f"{lock.name}: holds no requirement")
    return entries


def prefer_builds(entries: dict[str, str], preferences: list[str]) -> dict[str, str]:
    """Ask for a certain build of some packages.

    pip would rather take a file whose hash its index states than one from a plain folder, whatever the
    versions are; so a preferred build has to be asked for by its full version.

    Args:
        entries: see `lock_entries`.
        preferences: `name+build`, for example `torch+cpu`.
    """
    wanted = dict(preference.split("+", 1) for preference in preferences)
    return {
        key: re.sub(r"^(\S+==[^\s;+]+)", rf"\1+{wanted[key.split(';')[0]]}", line)
        if key.split(";")[0] in wanted
        else line
        for key, line in entries.items()
    }


def pip_program() -> list[str]:
    """Return the command line that starts a pip under this interpreter.

    Raises:
        InstallError: there is none.
    """
    wheel = os.environ.get("REFERENCE_PIP_WHEEL", "")
    if wheel:
        if not os.path.isfile(wheel):
            raise InstallError(f"REFERENCE_PIP_WHEEL: {wheel} is not a file; unset it or name a pip wheel")
        return [sys.executable, "-I", f"{wheel}/pip"]
    tried = subprocess.run([sys.executable, "-I", "-m", "pip", "--version"], capture_output=True, check=False)
    if tried.returncode == 0:
        return [sys.executable, "-I", "-m", "pip"]
    with contextlib.suppress(ImportError):
        import ensurepip

        bundled = sorted((Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl"))
        if bundled:
            return [sys.executable, "-I", f"{bundled[-1]}/pip"]
    raise InstallError(
        f"{sys.executable} has neither pip nor ensurepip; install python3-pip or python3-venv, "
        "or set REFERENCE_PIP_WHEEL to a pip wheel"
    )


def index_settings(pip: list[str]) -> dict[str, str]:
    """Return pip's settings of where wheels come from, as `PIP_*` variables."""
    listed = subprocess.run([*pip, "config", "list"], capture_output=True, text=True, check=False).stdout
    found: dict[str, dict[str, str]] = {"global": {}, "install": {}, ":env:": {}}
    for line in listed.splitlines():
        section, _, setting = line.partition(".")
        key, _, value = setting.partition("=")
        if section in found and key in INDEX_SETTINGS:
            found[section][key] = str(ast.literal_eval(value))
    merged = {**found["global"], **found["install"], **found[":env:"]}
    return {"PIP_" + key.upper().replace("-", "_"): value for key, value in merged.items()}


def run_pip(pip: list[str], settings: dict[str, str], requirements: Path, lock: Path, site: Path) -> None:
    """Install hashed requirements into `site`, isolated from the host.

    Args:
        pip: how to start pip.
        settings: `PIP_*` variables, see `index_settings`.
        requirements: what to install, one hashed requirement a line.
        lock: the lock file to name in messages.
        site: the folder to fill; its parent takes the temporary files, so that nothing crosses file systems.

    Raises:
        MissingWheelError: the index has no wheel that fits.
        InstallError: pip failed.
    """
    scratch = site.parent / "tmp"
    scratch.mkdir(exist_ok=True)
    environment = {key: os.environ[key] for key in KEPT_VARIABLES if key in os.environ}
    environment |= settings
    environment |= {
        "LC_ALL": "C.UTF-8",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
        "PYTHONHASHSEED": "0",
        "PYTHONNOUSERSITE": "1",
        "TMPDIR": str(scratch),
    }
    command = [*pip, "install", "--require-hashes", "--no-deps", "--only-binary=:all:", "--no-compile"]
    command += ["--progress-bar=off", "--no-warn-conflicts", "--upgrade", "--target", str(site)]
    command += ["-r", str(requirements)]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, errors="replace", check=False
    )
    shutil.rmtree(scratch, ignore_errors=True)
    if done.returncode:
        output = done.stdout + "\n" + done.stderr
        kind = MissingWheelError if "No matching distribution found for" in output else InstallError
        raise kind(explain_pip(output, lock.name))


def explain_pip(output: str, lock_name: str) -> str:
    """Return one line that says why pip failed.

    Args:
        output: what pip printed.
        lock_name: the lock file's name.
    """
    here = f"CPython {sys.version_info[0]}.{sys.version_info[1]} on {os.uname().machine}"
    mismatch = re.search(
        r"^\s+(?P<requirement>\S+==\S+)(?: from (?P<file>\S+))?.*\n"
        r"(?:\s+Expected.*\n(?:\s+or .*\n)*)\s+Got\s+(?P<got>\S+)",
        output,
        re.MULTILINE,
    )
    if mismatch:
        file = (mismatch["file"] or "").partition("#")[0].rsplit("/", 1)[-1] or "its file"
        return (
            f"{lock_name}: {mismatch['requirement']}: {file} has sha256 {mismatch['got']}, which the lock "
            "does not allow; either the lock is damaged or the package index serves another file"
        )
    absent = re.search(r"No matching distribution found for (\S+)", output)
    if absent:
        unreachable = re.search(r"Max retries|Could not fetch URL|onnection|Name or service", output)
        reach = " (it could not be reached)" if unreachable else ""
        return (
            f"{lock_name}: no wheel of {absent[1]} for {here} at the package index{reach}; "
            "use CPython 3.11 or 3.12, or set PIP_INDEX_URL to an index that has it"
        )
    errors = re.findall(r"^ERROR: (.+)$", output, re.MULTILINE)
    reason = errors[-1] if errors else (output.strip().splitlines() or ["no output"])[-1]
    return f"{lock_name}: pip failed: {reason}"


def is_cuda_torch(site: Path) -> bool:
    """Say whether the torch in `site` is a CUDA build, which needs the CUDA libraries to be imported."""
    try:
        text = (site / "torch" / "version.py").read_text(encoding="utf-8")
    except OSError:
        return False
    match = re.search(r"^cuda\b[^=]*=\s*(.+)$", text, re.MULTILINE)
    return bool(match) and match[1].strip() != "None"


def prune(site: Path) -> None:
    """Remove what is not needed to run."""
    for folder in NOT_NEEDED_FOLDERS:
        shutil.rmtree(site / folder, ignore_errors=True)
    for package in PACKAGES_WITH_TESTS:
        for folder, names, _ in os.walk(site / package):
            for name in [name for name in names if name in ("test", "tests")]:
                shutil.rmtree(os.path.join(folder, name))
                names.remove(name)
    for folder, _, names in os.walk(site):
        for name in names:
            if name.endswith(NOT_NEEDED_SUFFIXES):
                os.unlink(os.path.join(folder, name))


def compile_tree(site: Path, jobs: int) -> int:
    """Compile every module ahead, and return how many did not compile.

    The bytecode is of the unchecked kind: it stays valid in copied and read-only trees. One process a file,
    forked from a parent that has compiled nothing, because what a process compiled before shows in the bytes
    that it writes next. A file that does not compile (templates, newer syntax) is left to Python at run time.
    """
    import py_compile

    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    running = 0
    failed = 0
    sources = sorted(path for path in site.rglob("*.py") if path.is_file())
    sys.stdout.flush()
    sys.stderr.flush()
    for source in sources:
        if running == jobs:
            failed += os.wait()[1] != 0
            running -= 1
        if os.fork() == 0:
            status = 1
            try:
                py_compile.compile(
                    str(source), dfile=str(source.relative_to(site)), doraise=True, invalidation_mode=mode
                )
                status = 0
            except (py_compile.PyCompileError, OSError, ValueError, RecursionError):
                status = 1
            finally:
                os._exit(status)
        running += 1
    while running:
        failed += os.wait()[1] != 0
        running -= 1
    return failed


def tree_files(site: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Yield (path relative to `site`, status) of each file, sorted."""
    for folder, names, files in os.walk(site):
        names.sort()
        for name in sorted(files):
            path = os.path.join(folder, name)
            yield os.path.relpath(path, site), os.lstat(path)


def content_digest(site: Path) -> str:
    """Return the sha256 over the names and contents of the tree, bytecode and installer's notes left out."""
    digest = hashlib.sha256()
    for path, _ in tree_files(site):
        name = path.rsplit("/", 1)[-1]
        if path.endswith(".pyc") or (name in VOLATILE_METADATA and ".dist-info/" in path):
            continue
        with open(site / path, "rb") as file:
            digest.update(f"{path}\0{hashlib.file_digest(file, 'sha256').hexdigest()}\n".encode())
    return digest.hexdigest()


def packages(site: Path) -> dict[str, str]:
    """Return {normal name: version} of what is installed in `site`."""
    found = {}
    for metadata in sorted(site.glob("*.dist-info/METADATA")):
        head = metadata.read_text(encoding="utf-8", errors="replace").split("\n\n", 1)[0]
        name = re.search(r"^Name:\s*(\S+)", head, re.MULTILINE)
        version = re.search(r"^Version:\s*(\S+)", head, re.MULTILINE)
        if name and version:
            found[normal(name[1])] = version[1]
    return found


def try_imports(interpreter: str, path: list[str], names: list[str]) -> None:
    """Import packages in a process that sees nothing but `path`.

    Raises:
        InstallError: one does not import.
    """
    code = "import sys; sys.path[:0] = sys.argv[1].split(':'); import " + ", ".join(names)
    command = [interpreter, "-I", "-S", "-B", "-c", code, ":".join(path)]
    environment = {"PATH": os.defpath, "HOME": "/nonexistent"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
        raise InstallError(f"installed, but `import {', '.join(names)}` fails: {last}")


def is_complete(folder: Path) -> bool:
    """Say whether a folder of the store holds all its files at their sizes."""
    try:
        lines = (folder / "files.txt").read_text(encoding="utf-8").splitlines()
        json.loads((folder / "installed.json").read_text(encoding="utf-8"))
        for line in lines:
            size, _, path = line.partition("\t")
            if os.lstat(folder / "site" / path).st_size != int(size):
                return False
    except (OSError, ValueError):
        return False
    return bool(lines)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold an exclusive lock on `path`; it is freed when the process ends, however it ends."""
    with open(path, "a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print(f"waiting for another install that holds {path}", file=sys.stderr, flush=True)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def flush_to_disk(folder: Path) -> None:
    """Write the file system's dirty pages, so that the rename that follows never outlives the data."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if not hasattr(libc, "syncfs") or libc.syncfs(descriptor) != 0:
            os.sync()
    finally:
        os.close(descriptor)


def fill(folder: Path, options: argparse.Namespace, entries: dict[str, str]) -> dict[str, Any]:
    """Make a complete environment in the empty folder `folder` and return its description."""
    site = folder / "site"
    pip = pip_program()
    settings = index_settings(pip)
    started = time.monotonic()
    timings = {}

    def note(step: str) -> None:
        timings[step] = round(time.monotonic() - started, 1)
        print(f"{options.name} environment: {step} after {timings[step]:.0f} s", file=sys.stderr, flush=True)

    requirements = folder / "requirements.txt"
    preferred = prefer_builds(entries, options.prefer)
    try:
        requirements.write_text("\n".join(preferred.values()) + "\n")
        run_pip(pip, settings, requirements, options.lock, site)
    except MissingWheelError:
        if preferred == entries:
            raise
        requirements.write_text("\n".join(entries.values()) + "\n")
        run_pip(pip, settings, requirements, options.lock, site)
    note(f"{len(entries)} packages installed")
    if options.cuda_lock and is_cuda_torch(site):
        extra = {key: line for key, line in lock_entries(options.cuda_lock).items() if key not in entries}
        requirements.write_text("\n".join(extra.values()) + "\n")
        run_pip(pip, settings, requirements, options.cuda_lock, site)
        note("the index has only torch's CUDA build; its libraries installed")
    requirements.unlink()
    prune(site)
    failed = compile_tree(site, jobs=os.cpu_count() or 1)
    note(f"bytecode compiled ({failed} files left to run time)")
    installed = packages(site)
    base_site = [str(path) for path in options.base]
    names = [name for name in MUST_IMPORT if name in installed]
    if names:
        try_imports(options.interpreter["path"], [str(site), *base_site], names)
    files = [f"{status.st_size}\t{path}" for path, status in tree_files(site)]
    (folder / "files.txt").write_text("\n".join(files) + "\n", encoding="utf-8")
    description = {
        "packages": installed,
        "content": content_digest(site),
        "flag_gems_origin": "site/flag_gems" if (site / "flag_gems").is_dir() else None,
        "files": len(files),
        "bytes": sum(status.st_size for _, status in tree_files(site)),
    }
    (folder / "installed.json").write_text(json.dumps(description, indent=1) + "\n")
    note("checked")
    return description


def install(options: argparse.Namespace) -> dict[str, Any]:
    """Make the environment or find it in the store; return its description with its `folder` and `key`."""
    entries = lock_entries(options.lock)
    identity = hashlib.sha256()
    for part in (
        *entries.values(),
        *(lock_entries(options.cuda_lock).values() if options.cuda_lock else ()),
        *options.prefer,
        *(str(path) for path in options.base),
        options.interpreter["soabi"],
        options.interpreter["platform"],
        Path(__file__).read_text(encoding="utf-8"),
    ):
        identity.update(part.encode() + b"\0")
    key = f"{options.name}-{options.interpreter['series']}-{identity.hexdigest()[:24]}"
    folder = options.store / key
    try:
        options.store.mkdir(parents=True, exist_ok=True)
        with locked(options.store / f"{key}.lock"):
            if not is_complete(folder):
                # The lock is held, so whatever lies there was left by an install that died.
                for left in options.store.glob(f".{key}.*"):
                    shutil.rmtree(left, ignore_errors=True)
                scratch = options.store / f".{key}.{os.getpid()}"
                if folder.exists():
                    print(f"{folder} is damaged; installing it again", file=sys.stderr, flush=True)
                    folder.rename(options.store / f".{key}.damaged")
                scratch.mkdir()
                try:
                    fill(scratch, options, entries)
                    flush_to_disk(scratch)
                    scratch.rename(folder)
                finally:
                    for left in options.store.glob(f".{key}.*"):
                        shutil.rmtree(left, ignore_errors=True)
    except OSError as error:
        advice = "free some space" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "make it writable"
        raise InstallError(
            f"the store {options.store}: {error.strerror or error} ({error.filename}); {advice} "
            "or name another folder with FLAGGEMS_REFERENCE_CACHE"
        ) from None
    description = json.loads((folder / "installed.json").read_text(encoding="utf-8"))
    return {**description, "key": key, "folder": str(folder)}


def main(argv: list[str] | None = None) -> int:
    """Install what the arguments ask for; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--name", required=True, help="what the environment is called")
    parser.add_argument("--lock", required=True, type=Path, help="hashed requirements")
    parser.add_argument("--cuda-lock", type=Path, help="where CUDA libraries come from if torch needs them")
    parser.add_argument(
        "--prefer", action="append", default=[], help="a build to take where it can be had: torch+cpu"
    )
    parser.add_argument(
        "--base", action="append", default=[], type=Path, help="site folder that this one builds on"
    )
    parser.add_argument("--store", required=True, type=Path, help="folder of installed environments")
    parser.add_argument("--interpreter", required=True, help="file with what probe.py printed")
    parser.add_argument("--out", required=True, type=Path, help="where the description goes")
    options = parser.parse_args(argv)
    options.interpreter = json.loads(Path(options.interpreter).read_text(encoding="utf-8"))
    try:
        description = install(options)
    except InstallError as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return 1
    options.out.write_text(json.dumps(description) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
