# SPDX-License-Identifier: Apache-2.0
"""What the tests of collect share."""

import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys

from tools.collect.__main__ import main

ROOT = pathlib.Path(__file__).parents[2]

FAMILIES = pathlib.Path(__file__).with_name("families.json")

HOSTILE = (
    "</script><script>document.title='hacked'</script><!-- <img src=x onerror=\"document.title='hacked'\">"
    " ]]> &amp; `code` | pipe\n# head\n\x1b[31mred\x00 \u202edlrow \u2028 @someone $& $1 \ud800 \U0001f600"
)


def collect(*arguments):
    """Runs the command in this process; returns its exit code and what it said."""
    said = io.StringIO()
    # The families of some hundred node files are of no interest here, and take a second to read.
    if arguments[0] != "compare":
        arguments = (*arguments, "--families", FAMILIES)
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main([str(argument) for argument in arguments])
    return code, said.getvalue()


def collect_alone(*arguments, cwd=ROOT, **environment):
    """Runs the command as a user does; returns its exit code and what it said."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.collect", *map(str, arguments)],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def data_of(page: str):
    """The data of a page, taken out as a browser would: up to the first end of a script."""
    start = page.index('id="data">') + len('id="data">')
    return json.loads(page[start : page.index("</script", start)])
