# SPDX-License-Identifier: Apache-2.0
import json

import pytest

from tests.collect.helpers import HOSTILE
from tests.collect.samples import H200, Shot, put, report
from tools.collect.__main__ import write_all
from tools.collect.merge import merge
from tools.collect.tree import find_in_tree


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """The outputs of a run in which every text is hostile."""
    logs, out = tmp_path_factory.mktemp("logs"), tmp_path_factory.mktemp("out")
    failure = {"category": "UNKNOWN", "type": "Evil", "message": HOSTILE, "traceback": HOSTILE}
    document = report("abs", [Shot("float32", "FAILED", failure=failure, params={"mode": HOSTILE})])
    for record in document["records"]:
        record["operator"] = HOSTILE
        record["hint"] = HOSTILE
    environment = {
        "device": {"requested": "cuda", "found": {"kind": "cuda", "model": HOSTILE}},
        "target": HOSTILE,
    }
    put(logs, "abs", json.dumps(document).encode(), environment)
    put(logs, "skip", report("skip", [], skipped=HOSTILE), H200)
    merged = merge(find_in_tree(logs, "logs"), {HOSTILE: HOSTILE})
    write_all(merged, out)
    return out
