"""The main program of every reference test."""

# Kept in Starlark and not beside the runner, so that the check cannot be lost together with what it checks:
# a runner that does nothing and returns 0 makes the target red.
_MAIN = '''\
# SPDX-License-Identifier: Apache-2.0
"""Runs the runner, and believes a green end only if the report says so."""

import json
import os
import sys


def verdict(arguments):
    """Return what contradicts a green end, or None."""
    runfiles = os.environ.get("RUNFILES_DIR") or os.environ["TEST_SRCDIR"]
    config = arguments[arguments.index("--config") + 1]
    with open(os.path.join(runfiles, config), encoding="utf-8") as file:
        expected = json.load(file)["expected_status"]
    report = os.path.join(os.environ["TEST_UNDECLARED_OUTPUTS_DIR"], "reference.json")
    try:
        with open(report, encoding="utf-8") as file:
            status = json.load(file)["status"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        return f"the runner ended without a report that can be read ({error})"
    empty_shard = int(os.environ.get("TEST_TOTAL_SHARDS") or 0) > 1 and status == "NO_CASES"
    if status != expected and not empty_shard:
        return f"the runner ended with 0, but its report says {status} and the target expects {expected}"
    return None


def main():
    """Return the exit status of the test."""
    # After Python's own modules and before all that `deps` bring: one of them may be called `runner` as well.
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.path.insert(sys.path.index(os.path.dirname(os.__file__)) + 1, root)
    try:
        from runner import main as runner

        status = runner.main(sys.argv[1:])
    except SystemExit as end:
        status = end.code
    if status:
        return status
    problem = verdict(sys.argv[1:])
    if problem:
        print(f"ERROR: {problem}", file=sys.stderr)
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
'''

def _reference_test_main_impl(ctx):
    main = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.write(main, _MAIN)
    return [DefaultInfo(files = depset([main]))]

reference_test_main = rule(
    implementation = _reference_test_main_impl,
    doc = "Writes the main program of the reference tests.",
)
