# SPDX-License-Identifier: Apache-2.0
"""Run pytest under Bazel: `python -m tests.pytest_main TEST_FILE... [PYTEST_OPTION...]`.

The files are given relative to the repository's root, which is the current folder.
"""

from __future__ import annotations

import os
import signal
import sys

import pytest


def main() -> int:
    """Return pytest's exit status, which is not 0 if no test ran."""
    options = ["-p", "no:cacheprovider", f"--rootdir={os.getcwd()}", "-c", "pyproject.toml"]
    if "XML_OUTPUT_FILE" in os.environ:
        options.append(f"--junit-xml={os.environ['XML_OUTPUT_FILE']}")
    if "TEST_TMPDIR" in os.environ:
        options.append(f"--basetemp={os.environ['TEST_TMPDIR']}/pytest")
    if os.environ.get("TESTBRIDGE_TEST_ONLY"):
        options += ["-k", os.environ["TESTBRIDGE_TEST_ONLY"]]
    # Bazel stops a test so: fixtures then end what they started, as on Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return int(pytest.main([*options, *sys.argv[1:]]))


if __name__ == "__main__":
    sys.exit(main())
