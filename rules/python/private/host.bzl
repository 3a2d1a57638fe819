"""What the repository rules share: looking at the host."""

SERIES = ["3.11", "3.12"]

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

def unfit(description):
    """Says why an interpreter cannot be used.

    Args:
        description: what `describe_interpreter` returned.

    Returns:
        A phrase, or None if it fits.
    """
    if description == None:
        return "it is not a Python 3 that starts"
    if description["implementation"] != "cpython" or description["series"] not in SERIES:
        return "it is {} {}".format(description["implementation"], description["version"])
    if description["missing"]:
        return "it was built without {}".format(", ".join(description["missing"]))
    return None

def find_interpreter(rctx, declared, variable, attribute):
    """Finds an interpreter that the locked environments can be installed for.

    Args:
        rctx: repository context with an attribute `_probe`.
        declared: a path, or the empty string.
        variable: the environment variable that is asked next.
        attribute: the attribute that `declared` came from, for the message.

    Returns:
        The description of the interpreter, see `probe.py`.
    """
    named = declared or rctx.getenv(variable) or ""
    if named:
        description = describe_interpreter(rctx, named) if rctx.path(named).exists else None
        reason = unfit(description)
        if reason:
            fail("{} = '{}': {}; name a CPython {}".format(
                attribute if declared else variable,
                named,
                reason,
                " or ".join(SERIES),
            ))
        rctx.watch(description["path"])
        return description

    seen = []
    folders = [folder for folder in (rctx.getenv("PATH") or "").split(":") if folder.startswith("/")]
    for program in ["python" + series for series in SERIES] + ["python3", "python"]:
        for folder in folders:
            path = rctx.path(folder).get_child(program)
            if not path.exists:
                continue

            # A version manager's shim may be there and start nothing.
            description = describe_interpreter(rctx, path)
            reason = unfit(description)
            if not reason:
                rctx.watch(description["path"])
                return description
            seen.append("{} ({})".format(path, reason))
    fail("no CPython {} on PATH; install one, or set {} to its path. Seen: {}".format(
        " or ".join(SERIES),
        variable,
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
