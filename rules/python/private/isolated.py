# SPDX-License-Identifier: Apache-2.0
"""Run a module in a Python environment: `isolated.py ENVIRONMENT_JSON MODULE [ARGUMENT...]`.

The interpreter of the environment is started anew, so that the module sees the environment's packages and the
repository's files in the runfiles, and nothing of the host's site-packages.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path


def main() -> None:
    """Replace this process by one that runs the module."""
    # This file lies at rules/python/private below the repository's folder in the runfiles.
    root = Path(__file__).absolute().parents[3]
    description, module, *arguments = sys.argv[1:]
    path = root.parent / description
    environment = json.loads(path.read_text(encoding="utf-8"))
    folder = path.resolve().parent
    packages = [str(folder / entry) for entry in environment["site"] or environment["extra_site"]]
    missing = [entry for entry in packages if not os.path.isdir(entry)]
    if missing:
        sys.exit(f"ERROR: the Python environment's folder {missing[0]} is not there; run the command again")
    variables = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    # By variable and not by sys.path, so that what the module starts finds the same packages.
    variables |= {
        "PYTHONPATH": os.pathsep.join([str(root), *packages]),
        "PYTHONNOUSERSITE": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "REFERENCE_ENVIRONMENT": str(path),
    }
    if "TEST_TMPDIR" in os.environ:
        variables.setdefault("HOME", os.environ["TEST_TMPDIR"])
    interpreter = environment["interpreter"]["path"]
    site = ["-S"] if environment["kind"] == "locked" else []
    os.chdir(root)
    os.execve(interpreter, [interpreter, *site, "-P", "-m", module, *arguments], variables)


if __name__ == "__main__":
    main()
