# SPDX-License-Identifier: Apache-2.0
"""Unpacks the archive of a Python environment on an executor that does not hold the environment.

The archive, ``<sha256>.tar.gz``, is an input of the test. What is unpacked stays for later tests, in a
folder that is the user's alone, under the archive's sha256. It appears there by one rename when it is
complete; tests that need it meanwhile wait.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import stat
import time
from collections.abc import Mapping

from .config import UsageError

# As on a client, where the environment is installed below it.
VARIABLE = "FLAGGEMS_REFERENCE_CACHE"

# Where those go who have no cache folder; unlike $TMPDIR it outlives the test.
LASTING = "/var/tmp"

# What no test has asked for in this time goes when another environment is unpacked.
UNUSED_S = 14 * 24 * 3600

# How often the files are made to look used. Many machines clean /var/tmp file by file (systemd-tmpfiles,
# after 30 days), which takes what no node happens to import out of an environment in daily use.
TOUCHED_S = 24 * 3600


def unpack(archive: str, environ: Mapping[str, str]) -> str:
    """The folder with the archive's content, unpacked now or by an earlier test.

    Raises:
        UsageError: there is no place for it, or the archive is damaged.
    """
    cache = None
    try:
        cache = _cache_folder(environ)
        name = os.path.basename(archive).removesuffix(".tar.gz")
        folder = os.path.join(cache, name)
        with open(f"{folder}.lock", "a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if os.path.isdir(folder) and _unused(folder):
                # Nobody has kept a cleaner from it meanwhile, and it may have gaps.
                shutil.rmtree(f"{folder}.part", ignore_errors=True)
                os.rename(folder, f"{folder}.part")
            if not os.path.isdir(folder):
                _remove_unused(cache)
                _fill(folder, archive, name)
                os.utime(lock.fileno())
            elif _age(lock.fileno()) > TOUCHED_S:
                _touch(folder)
                os.utime(lock.fileno())
            os.utime(folder)
            # Held until this process ends, so that it counts as used however long the test takes.
            fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_SH)
        return folder
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        advice = "free some space" if full else "make it a folder of this user alone, mode 0700"
        raise UsageError(
            f"cannot unpack the Python environment into {cache or error.filename}: {error.strerror}; "
            f"{advice}, or name another one with {VARIABLE}"
        ) from None


def _cache_folder(environ: Mapping[str, str]) -> str:
    """The first folder that can be made and is this user's alone; the one that a variable names, or none.

    Raises:
        OSError: there is none.
    """
    user = os.geteuid()
    named = environ.get(VARIABLE)
    if named:
        return _private(os.path.join(named, f"unpacked-{user}"))
    home = environ.get("HOME", "")
    for base in (
        environ.get("XDG_CACHE_HOME", ""),
        os.path.join(home, ".cache") if os.path.isdir(home) else "",
    ):
        if os.path.isabs(base):
            try:
                return _private(os.path.join(base, "flaggems-reference", f"unpacked-{user}"))
            except OSError:
                continue  # An executor's user often has no home that can be written to.
    return _private(os.path.join(LASTING, f"flaggems-reference-{user}"))


def _private(path: str) -> str:
    """Make a folder, or take the one that is there if nobody else can have put anything into it.

    Raises:
        OSError: it cannot be made, or others can write to it.
    """
    os.makedirs(os.path.dirname(path), exist_ok=True)
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        pass
    found = os.lstat(path)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
        raise PermissionError(errno.EPERM, "others can have put something into it", path)
    return path


def _fill(folder: str, archive: str, digest: str) -> None:
    """Unpack into a folder that is not there yet; the caller holds its lock.

    Raises:
        OSError: there is no room, or the folder cannot be written to.
        UsageError: the archive is not the one that its name says.
    """
    import hashlib
    import tarfile

    scratch = f"{folder}.part"
    # Left by a test that was killed.
    shutil.rmtree(scratch, ignore_errors=True)
    try:
        with open(archive, "rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != digest:
                raise UsageError(f"the archive of the Python environment {archive} is damaged")
            file.seek(0)
            with tarfile.open(fileobj=file, mode="r:gz") as members:
                # What Python 3.11.4 and newer know as the safe way, and warn about the lack of.
                members.extraction_filter = getattr(tarfile, "data_filter", None)
                members.extractall(scratch)
        # The rename must not outlive the data, should the machine stop now.
        _sync(scratch)
        os.rename(scratch, folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _sync(path: str) -> None:
    """Wait until the file system that holds a folder is on its disk; no other, which may be a dead mount."""
    import ctypes

    descriptor = os.open(path, os.O_RDONLY)
    try:
        ctypes.CDLL(None).syncfs(descriptor)
    finally:
        os.close(descriptor)


def _age(path: str | int) -> float:
    """Seconds since the last change of a folder's, or a descriptor's, time."""
    return time.time() - os.stat(path).st_mtime


def _unused(folder: str) -> bool:
    """Has no test asked for an environment lately, and does none run on it? The caller holds its lock."""
    if _age(folder) < UNUSED_S:
        return False
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)


def _touch(folder: str) -> None:
    for path, _, files in os.walk(folder):
        for name in ("", *files):
            os.utime(os.path.join(path, name), follow_symlinks=False)


def _remove_unused(cache: str) -> None:
    """Remove the environments that no test has asked for lately, and what killed tests left of others."""
    for entry in list(os.scandir(cache)):
        if not entry.is_dir():
            continue
        folder = entry.path.removesuffix(".part")
        with open(f"{folder}.lock", "a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if entry.path == folder:
                    if not _unused(folder):
                        continue
                    # Half removed it must not be taken for whole.
                    os.rename(folder, f"{folder}.part")
                shutil.rmtree(f"{folder}.part")
            except OSError:
                continue  # It is being unpacked, or another test was faster.
