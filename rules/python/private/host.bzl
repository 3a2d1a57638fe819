"""What the repository rules share: looking at the host."""

# The releases of CPython that the lock files have wheels for.
SERIES = ["3.11", "3.12"]

_OLDEST = (3, 11)

def error_line(result):
    """Gives what a program of these rules says when it fails.

    Args:
        result: of `rctx.execute`.

    Returns:
        The text of its last `ERROR: ` line, or None.
    """
    errors = [line for line in result.stderr.splitlines() if line.startswith("ERROR: ")]
    return errors[-1].removeprefix("ERROR: ") if errors else None

def describe_interpreter(rctx, path):
    """Runs `probe.py` with an interpreter.

    Args:
        rctx: repository context with an attribute `_probe`.
        path: the interpreter's path.

    Returns:
        What `probe.py` printed, as a dict, or None if the program is no Python 3.
    """
    result = rctx.execute([path, "-I", "-S", rctx.path(rctx.attr._probe)], timeout = 60)
    if result.return_code != 0 or not result.stdout.startswith("{"):
        return None
    return json.decode(result.stdout)

def _unfit(description):
    """Says why an interpreter cannot be used, or returns None if it fits."""
    if description == None:
        return "it is not a Python 3 that starts"
    series = tuple([int(part) for part in description["series"].split(".")])
    if description["implementation"] != "cpython" or series < _OLDEST:
        return "it is {} {}".format(description["implementation"], description["version"])
    if description["missing"]:
        return "it was built without {}".format(", ".join(description["missing"]))
    return None

def find_interpreter(rctx, programs, named):
    """Finds a CPython that is new enough.

    Args:
        rctx: repository context with an attribute `_probe`.
        programs: names to look for on PATH, the best first.
        named: (what named it, path) pairs; the first with a path decides, and PATH is not searched.

    Returns:
        The description of the interpreter, see `probe.py`.
    """
    wanted = "a CPython {}.{} or newer".format(*_OLDEST)
    for source, path in named:
        if path:
            if not path.startswith("/"):
                fail("{} = '{}': give an absolute path".format(source, path))
            description = describe_interpreter(rctx, path) if rctx.path(path).exists else None
            reason = _unfit(description)
            if reason:
                fail("{} = '{}': {}; name {}".format(source, path, reason, wanted))
            rctx.watch(description["path"])
            return description

    seen = []
    folders = [folder for folder in (rctx.getenv("PATH") or "").split(":") if folder.startswith("/")]
    for program in programs:
        for folder in folders:
            path = rctx.path(folder).get_child(program)
            if not path.exists:
                continue

            # A version manager's shim may be there and start nothing.
            description = describe_interpreter(rctx, path)
            reason = _unfit(description)
            if not reason:
                rctx.watch(description["path"])
                return description
            seen.append("{} ({})".format(path, reason))
    fail("no {} on PATH; install one, or set {} to its path. Seen: {}".format(
        wanted.removeprefix("a "),
        named[-1][0],
        "; ".join(seen) or "none",
    ))

def store_folder(rctx):
    """Returns the folder of installed environments.

    Args:
        rctx: repository context.

    Returns:
        An absolute path as a string.
    """
    cache = rctx.getenv("FLAGGEMS_REFERENCE_CACHE")
    if not cache:
        base = rctx.getenv("XDG_CACHE_HOME") or (rctx.getenv("HOME") + "/.cache" if rctx.getenv("HOME") else "")

        # Without a home the environment lies in the repository itself and goes with it.
        cache = base + "/flaggems-reference" if base else str(rctx.path("store"))
    if not cache.startswith("/"):
        fail("FLAGGEMS_REFERENCE_CACHE = '{}': give an absolute path".format(cache))
    if cache == "/tmp" or cache.startswith("/tmp/"):
        fail("FLAGGEMS_REFERENCE_CACHE = '{}': Bazel's sandbox hides /tmp; name a folder elsewhere".format(cache))
    return cache + "/env"
