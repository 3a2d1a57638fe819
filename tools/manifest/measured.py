# SPDX-License-Identifier: Apache-2.0
"""Memory that real runs took, for kernels that take more for themselves than a plan can show.

    python -m tools.manifest.measured JOURNAL...

reads the journals of reference checks (``journal.jsonl`` among a target's undeclared outputs) and keeps, in
``measured.json``, the peak of each node whose plan asks for less. The manifest takes the larger of the two.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path

FILE = Path(__file__).with_name("measured.json")
MIB = 1 << 20

# Device kind to node id to MiB.
Peaks = dict[str, dict[str, int]]


def load(path: Path = FILE) -> Peaks:
    """The peaks that are kept."""
    return json.loads(path.read_text(encoding="utf-8"))


def peaks(journals: Iterable[Path]) -> Peaks:
    """The largest peak of each node in some journals; lines that a dying writer left are passed over."""
    found: Peaks = {}
    for journal in journals:
        kind = None
        for line in journal.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if event["e"] == "environment" and "device" in event:
                kind = event["device"]["kind"]
            elif event["e"] == "end" and event.get("peak_bytes") and kind is not None:
                nodeid = event["case_id"].rsplit("::", 3)[0]
                of_kind = found.setdefault(kind, {})
                of_kind[nodeid] = max(of_kind.get(nodeid, 0), -(-event["peak_bytes"] // MIB))
    return found


def merge(kept: Peaks, new: Peaks, planned_mib: dict[str, int]) -> Peaks:
    """Kept peaks with new ones in their place.

    Args:
        kept: what `load` gave.
        new: what `peaks` gave.
        planned_mib: node id to what its plan asks for, for all nodes there are.

    Returns:
        The peaks above their plan, of nodes that exist.
    """
    merged = {}
    for kind in sorted(kept.keys() | new.keys()):
        both = kept.get(kind, {}) | new.get(kind, {})
        merged[kind] = {
            node: mib for node, mib in sorted(both.items()) if node in planned_mib and mib > planned_mib[node]
        }
    return merged


def main(arguments: list[str]) -> int:
    """Run the program; return its exit status."""
    from .__main__ import sources
    from .collect import collect
    from .entries import weigh_all

    weighed = weigh_all(collect(sources()), len(os.sched_getaffinity(0)))
    planned = {each.node.nodeid: each.peak_bytes // MIB for each in weighed}
    merged = merge(load(), peaks(map(Path, arguments)), planned)
    FILE.write_text(json.dumps(merged, indent=1) + "\n", encoding="utf-8")
    print(f"measured: {sum(map(len, merged.values()))} nodes above their plan written to {FILE}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
