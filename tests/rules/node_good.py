# SPDX-License-Identifier: Apache-2.0
"""A node that the analysis tests name; it is never run."""


def test_good():
    raise AssertionError("an analysis test runs nothing")
