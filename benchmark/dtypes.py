# SPDX-License-Identifier: Apache-2.0
"""The dtype groups that nodes declare, in the order in which their cases run, and the names of dtypes."""

import torch

FLOAT = (torch.float16, torch.float32, torch.bfloat16)
HALF = (torch.float16, torch.bfloat16)
DOUBLE = (torch.float32, torch.float64)
INT = (torch.int16, torch.int32)
BOOL = (torch.bool,)
COMPLEX = (torch.complex64,)
LINALG = (torch.float32, torch.float64, torch.complex64, torch.complex128)


def dtype_name(dtype: torch.dtype) -> str:
    """The name without its module: ``float16`` for ``torch.float16``."""
    return str(dtype).removeprefix("torch.")


def parse_dtype(name: str, where: str) -> torch.dtype:
    """The dtype called ``name``, with or without ``torch.``.

    Args:
        name: such as ``float16``.
        where: what the user wrote it in, for the message.

    Raises:
        ValueError: no such dtype, in one line that names ``where`` and the value.
    """
    found = getattr(torch, name.strip().removeprefix("torch."), None)
    if not isinstance(found, torch.dtype):
        raise ValueError(f"{where}: unknown dtype {name!r}; write one like float16, int32, bool or complex64")
    return found
