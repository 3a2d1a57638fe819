# SPDX-License-Identifier: Apache-2.0
"""Python imports this as it starts; here it comes before any other `sitecustomize` that a target depends on.

Bazel puts what a target depends on in front of the standard library. In the process that writes the report no
file of a node or of its packages may stand for a module of the standard library, so that comes first again.
Only the interpreter's own .pth files run before this.
"""

import os
import sys

_home = os.path.dirname(os.__file__)
_zipped = f"{os.path.dirname(_home)}/python{sys.version_info[0]}{sys.version_info[1]}.zip"
_own = [entry for entry in sys.path if entry in (_home, f"{_home}/lib-dynload", _zipped)]
sys.path[:] = _own + [entry for entry in sys.path if entry not in _own]
