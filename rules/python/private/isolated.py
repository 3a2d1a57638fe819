# SPDX-License-Identifier: Apache-2.0
"""Run a module in a Python environment: `isolated.py ENVIRONMENT_JSON MODULE [ARGUMENT...]`.

The interpreter of the environment is started anew, so that the module sees the environment's packages and the
repository's files in the runfiles, and nothing of the host's site-packages.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path


def interpreter_with(packages: list[str], interpreter: str, folder: Path) -> str:
    """Make a virtual environment of three files in `folder` and return its interpreter.

    Args:
        packages: the folders that it finds packages in, and no others.
        interpreter: the interpreter that it stands on.
        folder: an empty folder or none.
    """
    series = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    (folder / "bin").mkdir(parents=True)
    site = folder / "lib" / series / "site-packages"
    site.mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text(
        f"home = {os.path.dirname(interpreter)}\ninclude-system-site-packages = false\n"
    )
    (site / "packages.pth").write_text("".join(f"{package}\n" for package in packages))
    (folder / "bin" / "python").symlink_to(interpreter)
    return str(folder / "bin" / "python")


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
    variables |= {"PYTHONNOUSERSITE": "1", "PYTHONDONTWRITEBYTECODE": "1", "REFERENCE_ENVIRONMENT": str(path)}
    interpreter = environment["interpreter"]["path"]
    options = ["-P"]
    temporary = os.environ.get("TEST_TMPDIR")
    if temporary and environment["kind"] == "locked":
        # What a test starts with sys.executable finds the same packages, whatever variables it passes on.
        variables.setdefault("HOME", temporary)
        variables["PYTHONPATH"] = str(root)
        interpreter = interpreter_with(
            packages, interpreter, Path(tempfile.mkdtemp(dir=temporary)) / "python"
        )
    else:
        variables["PYTHONPATH"] = os.pathsep.join([str(root), *packages])
        options += ["-S"] if environment["kind"] == "locked" else []
    os.chdir(root)
    os.execve(interpreter, [interpreter, *options, "-m", module, *arguments], variables)


if __name__ == "__main__":
    main()
