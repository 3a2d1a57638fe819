# SPDX-License-Identifier: Apache-2.0
import dataclasses
from collections import Counter


@dataclasses.dataclass(frozen=True)
class Case:
    dtype: str
    shape: dict
    params: dict


@dataclasses.dataclass(frozen=True)
class PlannedCase:
    case_id: str
    ordinal: int
    dtype: str
    shape: dict
    params: dict
    case: Case

    def listed(self):
        return {key: getattr(self, key) for key in ("case_id", "ordinal", "dtype", "shape", "params")}


def number(nodeid, level, cases, counts=None):
    counts = Counter() if counts is None else counts
    planned = []
    for case in cases:
        ordinal = counts[case.dtype]
        counts[case.dtype] += 1
        case_id = f"{nodeid}::{level}::{case.dtype}::{ordinal}"
        planned.append(PlannedCase(case_id, ordinal, f"torch.{case.dtype}", case.shape, case.params, case))
    return planned
