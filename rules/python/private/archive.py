# SPDX-License-Identifier: Apache-2.0
"""Pack an installed environment into one archive, once, for executors that do not hold it.

`environment_archive` (rules/python/archive.bzl) runs this with the environment's interpreter:

    <interpreter> -I -S archive.py --site STORE/KEY/site --out FILE

The archive lies beside `site` and is named by its sha256, `STORE/KEY/<sha256>.tar.gz`; that path goes into
the file that `--out` names. What is packed depends on names, contents and execute bits alone: no times, no
owners, and none of the notes in which an installer tells about itself. A failure is one line on standard
error, `ERROR: ...`, and exit status 1.
"""

from __future__ import annotations

import argparse
import errno
import fcntl
import gzip
import hashlib
import os
import re
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

# The installer's notes differ from machine to machine: they hold paths, and hashes of scripts that do.
NOTES = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")

# Level 6 takes more than twice the time for an eighth fewer bytes.
LEVEL = 1


def files(site: Path) -> Iterator[Path]:
    """Yield what is packed, sorted."""
    for folder, names, entries in os.walk(site):
        names.sort()
        for name in sorted(entries):
            if not (name in NOTES and folder.endswith(".dist-info")):
                yield Path(folder, name)


def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Take away what is not the content's."""
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    member.mode = 0o755 if member.mode & 0o100 else 0o644
    return member


def pack(site: Path, out: Path) -> None:
    """Write the archive; its members are below `site/`."""
    with (
        open(out, "wb") as raw,
        gzip.GzipFile("", "wb", LEVEL, raw, mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w|", format=tarfile.GNU_FORMAT, bufsize=1 << 20) as archive,
    ):
        for path in files(site):
            archive.add(path, f"site/{path.relative_to(site)}", recursive=False, filter=plain)


def sha256(path: Path) -> str:
    """Return the digest of a file's content."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def archive_of(site: Path) -> Path:
    """Return the archive of an environment, which is made if it is not there or is damaged."""
    folder = site.parent
    # The lock of the installer, see install.py.
    with open(folder.with_name(f"{folder.name}.lock"), "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for found in folder.glob("*.tar.gz"):
            if re.fullmatch(r"[0-9a-f]{64}\.tar\.gz", found.name) and found.name == f"{sha256(found)}.tar.gz":
                return found
            found.unlink()
        scratch = folder / "archive.part"
        try:
            pack(site, scratch)
            return scratch.rename(folder / f"{sha256(scratch)}.tar.gz")
        finally:
            scratch.unlink(missing_ok=True)


def main(argv: list[str] | None = None) -> int:
    """Pack what the arguments name; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--site", required=True, type=Path, help="folder of installed packages")
    parser.add_argument("--out", required=True, type=Path, help="where the archive's path goes")
    options = parser.parse_args(argv)
    try:
        options.out.write_text(f"{archive_of(options.site)}\n", encoding="utf-8")
    except OSError as error:
        advice = "free some space" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "make it writable"
        print(
            f"ERROR: the store {options.site.parent.parent}: {error.strerror} ({error.filename}); {advice} "
            "or name another folder with FLAGGEMS_REFERENCE_CACHE",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
