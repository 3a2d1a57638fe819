# SPDX-License-Identifier: Apache-2.0
"""The cluster's programs: where they are, and how they come there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Tools:
    """Provisioned programs.

    Attributes:
        buildbox: folder of buildbox-casd, -worker and -run-hosttools.
        bgd: BuildGrid's command.
        postgres: folder of PostgreSQL's programs.
        roots: folders which the above need to read.
    """

    buildbox: Path
    bgd: Path
    postgres: Path
    roots: tuple[Path, ...]
