# SPDX-License-Identifier: Apache-2.0
"""Print what identifies the interpreter that runs this file, as one JSON object.

Written so that any Python 3 can run it: an interpreter that is too old must be named, not crash.
"""

import hashlib
import json
import os
import platform
import sys
import sysconfig


def file_digest(path):
    """Return the sha256 of a file's content."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def missing_modules():
    """Return the modules of the standard library that a reference check needs and this build lacks."""
    missing = []
    for name in ("ctypes", "hashlib", "ssl", "zlib"):
        try:
            __import__(name)
        except ImportError:
            missing.append(name)
    return missing


def main():
    """Print the description."""
    # In a virtual environment this is the interpreter that the environment was made from.
    base = os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)
    parts = [sys.version, sysconfig.get_platform(), file_digest(base)]
    library = os.path.join(
        sysconfig.get_config_var("LIBDIR") or "", sysconfig.get_config_var("INSTSONAME") or ""
    )
    if library.count(".so") and os.path.isfile(library):
        parts.append(file_digest(library))
    digest = hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()
    print(
        json.dumps(
            {
                "path": base,
                "executable": sys.executable,
                "version": platform.python_version(),
                "series": "%d.%d" % sys.version_info[:2],  # noqa: UP031
                "implementation": sys.implementation.name,
                "soabi": sysconfig.get_config_var("SOABI") or "",
                "platform": sysconfig.get_platform(),
                "digest": digest,
                "missing": missing_modules(),
            }
        )
    )


main()
