# SPDX-License-Identifier: Apache-2.0
"""Which of the planned cases a run executes: named ones, those that a filter matches, a shard of them."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterable, Mapping, Sequence

Case = Mapping[str, object]


@dataclasses.dataclass(frozen=True)
class Selection:
    """What was asked for.

    Attributes:
        case_ids: run exactly these cases; all when empty.
        pattern: run the cases that `matches` this filter; all when None.
        shard: ``(index, count)``: run this share of them.
    """

    case_ids: tuple[str, ...] = ()
    pattern: str | None = None
    shard: tuple[int, int] | None = None

    @property
    def kind(self) -> str:
        """``full``, ``filtered`` or ``sharded``; a sharded run of filtered cases is ``filtered``."""
        if self.case_ids or self.pattern is not None:
            return "filtered"
        return "sharded" if self.shard else "full"


class Picker:
    """Picks cases, one benchmark after the other.

    Every shard sees every plan and deals all of it out, so all shards agree without talking to each other.
    """

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self._loads = [0] * (selection.shard[1] if selection.shard else 1)

    def pick(self, cases: Sequence[Case]) -> tuple[list[str], list[str]]:
        """The ids that were asked for, and those of them that this shard runs; both in order of the plan."""
        chosen = self.selection
        wanted = set(chosen.case_ids)
        matched = [
            case
            for case in cases
            if (not wanted or case["case_id"] in wanted)
            and (chosen.pattern is None or matches(chosen.pattern, case))
        ]
        ids = [str(case["case_id"]) for case in matched]
        if chosen.shard is None:
            return ids, ids
        mine = self._deal(matched)
        return ids, [case_id for case_id in ids if case_id in mine]

    def _deal(self, cases: Sequence[Case]) -> set[str]:
        """Give the dearest case to the least loaded shard, and so on; return this shard's."""
        index = self.selection.shard[0] if self.selection.shard else 0
        mine = set()
        for case in sorted(cases, key=cost, reverse=True):
            shard = self._loads.index(min(self._loads))
            self._loads[shard] += cost(case)
            if shard == index:
                mine.add(str(case["case_id"]))
        return mine


def matches(pattern: str, case: Case) -> bool:
    """Does a filter select a case?

    The filter is compared with the case id, the node id, the node's function, the dtype (``float16`` or
    ``torch.float16``) and the tails of the case id (``core::float16::0``, ``float16::0``). ``*`` and ``?``
    are wildcards, anything else stands for itself, brackets and capitals included.
    """
    case_id = str(case["case_id"])
    nodeid, level, dtype, ordinal = split_case_id(case_id)
    words = (
        case_id,
        nodeid,
        nodeid.rpartition("::")[2] if "[" not in nodeid else nodeid.partition(".py::")[2],
        dtype,
        str(case["dtype"]),
        f"{dtype}::{ordinal}",
        f"{level}::{dtype}",
        f"{level}::{dtype}::{ordinal}",
    )
    if pattern in words:
        return True
    glob = re.compile(re.escape(pattern).replace(r"\*", ".*").replace(r"\?", "."), re.DOTALL)
    return any(glob.fullmatch(word) for word in words)


def cost(case: Case) -> int:
    """Estimated bytes that a case moves: its elements (of BLAS: b·m·n·k) times the width of its dtype."""
    shape = case["shape"]
    elements = _elements(shape.values()) if isinstance(shape, Mapping) else 1
    width = re.search(r"(\d+)", str(case["dtype"]))
    # A fixed share for each case, so that a thousand tiny ones are spread evenly as well.
    return elements * max(int(width[1]) // 8 if width else 1, 1) + 65_536


def _elements(sizes: Iterable[object]) -> int:
    """Elements of all lists of sizes; plain numbers are the factors of one product."""
    total, product = 0, 1
    for size in sizes:
        if isinstance(size, bool):
            continue
        if isinstance(size, int):
            product *= max(size, 1)
        elif isinstance(size, (list, tuple)):
            if all(isinstance(item, int) for item in size):
                total += math.prod(size)
            else:
                total += _elements(item for item in size if isinstance(item, (list, tuple)))
    return total + product


def split_case_id(case_id: str) -> tuple[str, str, str, str]:
    """``nodeid, level, dtype, ordinal`` of a case id.

    Raises:
        ValueError: it does not have this form.
    """
    parts = case_id.rsplit("::", 3)
    if len(parts) != 4 or not parts[0] or not parts[3].isdecimal():
        raise ValueError(f"{case_id!r} is no case id; the form is <nodeid>::<level>::<dtype>::<ordinal>")
    return parts[0], parts[1], parts[2], parts[3]


def outline(case_ids: Sequence[str]) -> str:
    """Many case ids in few words: ``<nodeid>::core::float16::0…4, core::float32::0…4``."""
    groups: dict[tuple[str, str], list[int]] = {}
    for case_id in case_ids:
        nodeid, level, dtype, ordinal = split_case_id(case_id)
        groups.setdefault((nodeid, f"{level}::{dtype}"), []).append(int(ordinal))
    texts, last = [], None
    for (nodeid, head), ordinals in groups.items():
        first, end = min(ordinals), max(ordinals)
        whole = ordinals == list(range(first, end + 1)) and len(ordinals) > 1
        span = f"{first}…{end}" if whole else ",".join(map(str, ordinals))
        texts.append(f"{nodeid + '::' if nodeid != last else ''}{head}::{span}")
        last = nodeid
    return ", ".join(texts)


def near(word: str, words: Iterable[str], limit: int = 3) -> list[str]:
    """The ``limit`` words nearest to ``word``."""
    import difflib

    return difflib.get_close_matches(word, list(dict.fromkeys(words)), limit, 0.5)
