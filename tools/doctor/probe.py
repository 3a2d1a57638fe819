# SPDX-License-Identifier: Apache-2.0
"""Run by the interpreter of an environment: what torch and flag_gems are there, as one JSON object.

`probe.py DEVICE [SITE...]`; SITE are folders to put on sys.path. flag_gems is only looked for, never
imported.
"""

import importlib.util
import json
import os
import sys
import time


def look(device):
    """Gives what an import of torch and one tiny operation on the device show."""
    found = {"python": sys.version.split()[0], "executable": sys.executable}
    spec = importlib.util.find_spec("flag_gems")
    if spec is not None:
        place = spec.origin or next(iter(spec.submodule_search_locations or ()), "")
        found["flag_gems"] = os.path.realpath(os.path.dirname(place) if spec.origin else place)
    started = time.monotonic()
    try:
        import torch
    except Exception as error:
        found["error"] = f"torch cannot be imported: {type(error).__name__}: {error}"
        return found
    found["import_s"] = round(time.monotonic() - started, 1)
    found["torch"] = torch.__version__
    found["cuda"] = torch.version.cuda
    found["hip"] = getattr(torch.version, "hip", None)
    if device == "cpu":
        found["answer"] = float((torch.ones(2) + 1).sum())
        return found
    found["count"] = torch.cuda.device_count()
    if not found["count"]:
        return found
    try:
        major, minor = torch.cuda.get_device_capability(0)
        found["capability"] = f"{major}.{minor}"
        found["architectures"] = torch.cuda.get_arch_list()
        found["model"] = torch.cuda.get_device_name(0)
        found["free_mib"], found["total_mib"] = (size >> 20 for size in torch.cuda.mem_get_info(0))
        found["answer"] = float((torch.ones(2, device="cuda") + 1).sum())
    except Exception as error:
        found["error"] = f"the device does not compute: {type(error).__name__}: {str(error).splitlines()[0]}"
    return found


if __name__ == "__main__":
    sys.path[1:1] = sys.argv[2:]
    print(json.dumps(look(sys.argv[1])))
