# SPDX-License-Identifier: Apache-2.0
"""docs/coverage.md says the truth: each node of the public tree is here, or its absence has a reason."""

import re
from collections import Counter
from pathlib import Path

from tests.benchmark.argued import ADDED

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "coverage.md").read_text(encoding="utf-8")
PUBLIC = set((HERE / "public_nodes.txt").read_text(encoding="utf-8").split("\n")) - {""}


def rows(heading):
    """The cells of the table under a heading, without its head."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    cells = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in row] for row in cells[2:]]


def test_each_public_node_is_here_or_has_a_reason(public):
    ours = {node.nodeid for node in public}
    absent = {node: reason for node, reason in rows("Not covered")}
    assert not ours - PUBLIC, "not in the public tree: name them in ADDED of tests/benchmark/argued.py"
    assert absent.keys() == PUBLIC - ours
    assert all(absent.values())


def test_an_added_node_is_here_and_not_in_the_public_tree(nodes):
    assert ADDED.keys() <= {node.nodeid for node in nodes} - PUBLIC
    assert all(ADDED.values())


def test_the_numbers_are_right(public):
    ours = {node.nodeid for node in public}
    found = re.search(r"(\d+) of the (\d+) nodes, with (\d+) cases", PAGE)
    cases = sum(1 for node in public for benchmark in node.benchmarks for _ in benchmark.cases())
    assert [int(number) for number in found.groups()] == [len(ours), len(PUBLIC), cases]


def test_the_families_are_right(public):
    counted, cases = Counter(), Counter()
    for node in public:
        family = node.benchmarks[0].family if node.benchmarks else "unsupported"
        counted[family] += 1
        cases[family] += sum(1 for benchmark in node.benchmarks for _ in benchmark.cases())
    written = {family: (int(n), int(c)) for family, n, c, *_ in rows("Families")}
    assert written == {family: (counted[family], cases[family]) for family in counted}
