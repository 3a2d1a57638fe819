# SPDX-License-Identifier: Apache-2.0
"""What a consumer of `flaggems.reference/v1` demands before it believes PASSED.

Written from the text of the format alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any


def objections(report: dict[str, Any], expected: Iterable[str]) -> list[str]:
    """Say why the report does not prove that each expected case passed or was skipped by its source.

    Args:
        report: the report.
        expected: the case ids that the node has.
    """
    found = []
    if report.get("schema_version") != "flaggems.reference/v1" or report.get("phase") != "timing":
        found.append("not a v1 report of the timing phase")
    if report.get("status") != "PASSED":
        found.append(f"the status is {report.get('status')}")
    records = report.get("records", [])
    counted = Counter(r["case_id"] for r in records if "case_id" in r)
    wanted = set(expected)
    skipped_nodes = {r["nodeid"] for r in records if r["status"] == "SKIP" and "pytest_phase" in r}
    for case in sorted(wanted - counted.keys()):
        if case.split("::core::")[0] not in skipped_nodes:
            found.append(f"{case} is missing")
    found += [f"{case} is not known" for case in sorted(counted.keys() - wanted)]
    found += [f"{case} is there {times} times" for case, times in counted.items() if times != 1]
    for record in records:
        if record["status"] == "PASSED" and record.get("count") != 1:
            found.append(f"{record.get('case_id')} passed with count {record.get('count')}")
        if record["status"] not in ("PASSED", "SKIP"):
            found.append(f"{record.get('case_id') or record['nodeid']} is {record['status']}")
    if not any(record["status"] == "PASSED" for record in records):
        found.append("no case passed")
    return found
