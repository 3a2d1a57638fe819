# SPDX-License-Identifier: Apache-2.0
"""``python -m runner``: see `runner.main`."""

from .main import main

if __name__ == "__main__":
    raise SystemExit(main())
