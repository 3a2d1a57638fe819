# SPDX-License-Identifier: Apache-2.0
"""Cuts the nodes of this repository out of a full facts file: ``python -m tests.benchmark.extract_facts
FACTS``.

FACTS is one JSON object a node, read off FlagGems' public benchmark tree. It keeps at most eight entries of
any list of arguments and ten cases of the first dtype.
"""

import json
import sys
from pathlib import Path

from tools.manifest.collect import collect

ROOT = Path(__file__).resolve().parents[2]
FACTS = Path(__file__).with_name("facts.jsonl")
BENCH_KEYS = ("op_name", "baseline", "dtypes", "backward", "inplace")


def main(full: Path) -> None:
    ours = {node.nodeid for node in collect(ROOT)}
    lines = []
    for line in full.read_text(encoding="utf-8").splitlines():
        fact = json.loads(line)
        if fact["nodeid"] in ours:
            fact["benches"] = [{key: bench[key] for key in BENCH_KEYS} for bench in fact["benches"]]
            lines.append(json.dumps(fact, separators=(",", ":")))
    FACTS.write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8")
    print(f"{len(lines)} of {len(ours)} nodes written to {FACTS}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
