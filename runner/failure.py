# SPDX-License-Identifier: Apache-2.0
"""From an exception to what a record says about it."""

from __future__ import annotations

import re
import traceback
from types import ModuleType

# Names of element types as PyTorch's dispatch macros print them (c10/core/ScalarType.h).
_SCALAR = (
    r"Byte|Char|Short|Int|Long|Half|Float|Double|ComplexHalf|ComplexFloat|ComplexDouble|Bool|BFloat16"
    r"|U?Int\d+|Float\d+_\w+|Float4_\w+|QInt\d+|QUInt\w+|Bits\w+|Undefined"
)
_DTYPE_UNSUPPORTED = re.compile(rf"not implemented for '(?:{_SCALAR})'")
_OUT_OF_MEMORY = re.compile(
    r"out of memory|can't allocate memory|cannot allocate memory|CUBLAS_STATUS_ALLOC_FAILED|std::bad_alloc",
    re.IGNORECASE,
)
# PyTorch's words where the process has a limit of its own (c10/cuda/CUDACachingAllocator.cpp).
_SIZE = r"([0-9.]+) (bytes|[KMG]iB)"
_LIMITED = re.compile(
    rf"Tried to allocate {_SIZE}\..* {_SIZE} allowed; .* {_SIZE} is allocated by PyTorch,.* "
    rf"and {_SIZE} is reserved by PyTorch",
    re.DOTALL,
)
_UNITS = {"bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
_DEVICE_FAULT = re.compile(
    r"device-side assert|illegal memory access|illegal instruction|misaligned address"
    r"|unspecified launch failure|uncorrectable ECC|CUDA error|CUBLAS_STATUS_EXECUTION_FAILED|HIP error",
    re.IGNORECASE,
)

EXPLICIT = frozenset({"DTYPE_UNSUPPORTED", "API_MISSING", "NOT_IMPLEMENTED"})


def describe(error: BaseException) -> dict[str, str]:
    """``category``, ``type``, ``message`` and ``traceback`` of an exception, all in its own words."""
    return {
        "category": category(error),
        "type": type_name(error),
        "message": message(error),
        "traceback": "".join(traceback.format_exception(error)),
    }


def category(error: BaseException) -> str:
    """A cautious class of the failure; ``UNKNOWN`` unless the exception says so itself."""
    if isinstance(error, RuntimeError) and _DTYPE_UNSUPPORTED.search(message(error)):
        return "DTYPE_UNSUPPORTED"
    if isinstance(error, AttributeError) and _misses_torch_attribute(error):
        return "API_MISSING"
    if isinstance(error, NotImplementedError):
        return "NOT_IMPLEMENTED"
    return "UNKNOWN"


def hint(error: BaseException) -> str | None:
    """What the exception looks like beyond its category, or None."""
    text = message(error)
    if (
        isinstance(error, MemoryError)
        or type(error).__name__ == "OutOfMemoryError"
        or _OUT_OF_MEMORY.search(text)
    ):
        if _beyond_limit(text):
            return "OUT_OF_MEMORY: the case needs more memory than its target asks for; raise gpu_memory_gib"
        return "OUT_OF_MEMORY: the case needs more memory than was free"
    if type(error).__name__ == "AcceleratorError" or _DEVICE_FAULT.search(text):
        return "DEVICE_FAULT: the device reported a fault, perhaps one that an earlier call caused"
    return None


def type_name(error: BaseException) -> str:
    """The exception's class, with its module unless it is a built-in one."""
    kind = type(error)
    name = kind.__qualname__ or "(a class without a name)"
    return name if kind.__module__ == "builtins" else f"{kind.__module__}.{name}"


def message(error: BaseException) -> str:
    """``str(error)``, also for a class whose ``__str__`` raises."""
    try:
        return str(error)
    except Exception as broken:
        return f"<{type_name(error)} has no text: {type_name(broken)}>"


def first_line(text: str, limit: int = 300) -> str:
    """The first line that is not blank, shortened to ``limit`` characters."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _beyond_limit(text: str) -> bool:
    """Did the process's own limit end the allocation? Each message names it, also where a neighbour did."""
    found = _LIMITED.search(text)
    if found is None:
        return False
    numbers, units = found.groups()[::2], found.groups()[1::2]
    tried, allowed, allocated, cached = (
        float(number) * _UNITS[unit] for number, unit in zip(numbers, units, strict=True)
    )
    # The numbers are rounded, to a hundredth of a GiB at worst.
    return tried + allocated + cached > 0.98 * allowed


def _misses_torch_attribute(error: AttributeError) -> bool:
    module, name = error.obj, error.name
    if not isinstance(module, ModuleType) or not isinstance(name, str):
        return False
    if module.__name__ != "torch" and not module.__name__.startswith("torch."):
        return False
    try:
        return not hasattr(module, name)
    except Exception:
        return False
