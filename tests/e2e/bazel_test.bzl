"""Tests that run Bazel in workspaces of their own."""

load("//tests:pytest_test.bzl", "pytest_test")

# What the inner Bazel needs to find what the outer one has: itself, the environments, the sources of packages.
_INHERITED = [
    "BAZEL",
    "FLAGGEMS_REFERENCE_CACHE",
    "HOME",
    "PATH",
    "PIP_CERT",
    "PIP_EXTRA_INDEX_URL",
    "PIP_FIND_LINKS",
    "PIP_INDEX_URL",
    "REFERENCE_BAZEL_PROVISIONED",
    "REFERENCE_DEBIAN_KEYRING",
    "REFERENCE_DEBIAN_MIRROR",
    "REFERENCE_PIP_WHEEL",
    "REFERENCE_PYTHON",
    "USER",
    "XDG_CACHE_HOME",
]

def bazel_test(name, srcs, deps = [], tags = [], **kwargs):
    """Runs pytest files that start a Bazel of their own.

    A server cannot live in a sandbox that ends with the test's process, so these run outside of it.

    Args:
        name: name of the test.
        srcs: as of `pytest_test`.
        deps: as of `pytest_test`.
        tags: as of every test; `no-sandbox`, `no-remote`, `cpu:2` and the like are added.
        **kwargs: attributes of `pytest_test`.
    """
    pytest_test(
        name = name,
        srcs = srcs,
        env_inherit = _INHERITED,
        tags = tags + [
            "cpu:2",
            "no-remote",
            "no-sandbox",
            # On Ctrl-C too there is time to stop what was started and to delete its folders.
            "supports-graceful-termination",
        ],
        deps = deps + ["//tests/e2e:bazel"],
        **kwargs
    )
