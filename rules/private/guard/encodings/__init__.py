# SPDX-License-Identifier: Apache-2.0
"""The first module that Python reads from its path; here it comes before any of that name in a dependency.

Bazel puts what a target depends on in front of the standard library. In the process that writes the report no
file of a node or of its packages may stand for a module of the standard library, so that comes first again,
and what is imported in the end is the library's own `encodings`.
"""

import sys

_home = sys._stdlib_dir
_zipped = f"{_home.rpartition('/')[0]}/python{sys.version_info[0]}{sys.version_info[1]}.zip"
_own = [entry for entry in sys.path if entry in (_home, f"{_home}/lib-dynload", _zipped)]
sys.path[:] = _own + [entry for entry in sys.path if entry not in _own]

del sys.modules[__name__]
__import__(__name__)
