# SPDX-License-Identifier: Apache-2.0
"""A share of one GPU's memory for one run, by advisory locks that die with the process.

Bazel counts how much device memory its tests need, but does not say which GPU a test is to use, and knows
nothing of another Bazel or another user. So each GPU has a file with one byte for each MiB of its memory, and
a run holds a POSIX lock on as many bytes as it needs. Nothing has to be cleaned up: the kernel drops the
locks of a dead process.

Runs are served in the order in which they ask, so that a large one is not passed over for ever. The files lie
in ``/dev/shm``, which Bazel's Linux sandbox shares with the host.
"""

from __future__ import annotations

import ctypes
import dataclasses
import fcntl
import os
import struct
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

FOLDER = "/dev/shm/flaggems-reference"
MASK = "CUDA_VISIBLE_DEVICES"

# What a process that shares a GPU is started with, unless the user says otherwise. A case has one stream, so
# one hardware queue will do; with the usual eight the driver, which makes the contexts of a GPU one after
# another, takes two and a half times as long for each.
VARIABLES = {"CUDA_DEVICE_MAX_CONNECTIONS": "1"}

# One process polls at a time, the head of the queue.
_POLL_S = 0.02


@dataclasses.dataclass(frozen=True)
class Gpu:
    """A GPU, or a part of one (MIG).

    Attributes:
        index: its number on the host, in the order of the PCI bus.
        uuid: ``GPU-…`` or ``MIG-…``.
        memory_mib: its memory.
    """

    index: int
    uuid: str
    memory_mib: int


@dataclasses.dataclass(frozen=True)
class Slot:
    """A share that is held until the process ends or `release` is called.

    Attributes:
        gpu: where it lies.
        mib: its size.
        waited_s: how long it took to get it.
    """

    gpu: Gpu
    mib: int
    waited_s: float
    descriptor: int

    def release(self) -> None:
        """Give the share back."""
        os.close(self.descriptor)


def visible(gpus: Sequence[Gpu], mask: str | None) -> list[Gpu]:
    """The GPUs that a mask leaves, in its order, as CUDA reads it.

    An entry is an index or the beginning of a UUID that fits one device only. The first entry that names no
    device ends the list, so an empty mask and ``-1`` leave none. A device that is named twice leaves none.

    Source: CUDA C++ Programming Guide, "CUDA Environment Variables".
    """
    if mask is None:
        return list(gpus)
    found: list[Gpu] = []
    for entry in mask.split(","):
        entry = entry.strip()
        if entry.isdecimal():
            fits = [gpu for gpu in gpus if gpu.index == int(entry) and gpu.uuid.startswith("GPU-")]
        elif entry.startswith(("GPU-", "MIG-")):
            fits = [gpu for gpu in gpus if gpu.uuid.startswith(entry)]
        else:
            fits = []
        if len(fits) != 1:
            break
        if fits[0] in found:
            return []
        found.append(fits[0])
    return found


def take(gpus: Sequence[Gpu], mib: int, folder: str = FOLDER) -> Slot:
    """Wait for a share of one of the GPUs, of the one with most memory left.

    Args:
        gpus: the candidates, at least one.
        mib: how much is needed. More than a GPU has means all of it: the run then fails by its own message.
        folder: where the lock files lie.

    Raises:
        OSError: the lock files cannot be made.
    """
    began = time.monotonic()
    queue = _open(folder, "queue")
    try:
        fcntl.flock(queue, fcntl.LOCK_EX)
        while True:
            # Most memory left first; of equals the one that comes first.
            free = sorted(((_free(folder, gpu), gpu) for gpu in gpus), key=lambda pair: -pair[0].total)
            for ranges, gpu in free:
                need = min(mib, gpu.memory_mib)
                start = ranges.first_fit(need)
                if start is not None:
                    descriptor = _open(folder, gpu.uuid)
                    fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, need, start)
                    return Slot(gpu, need, time.monotonic() - began, descriptor)
            time.sleep(_POLL_S)
    finally:
        os.close(queue)


@dataclasses.dataclass(frozen=True)
class _Ranges:
    """The free ranges of a GPU's file, as (start, length)."""

    ranges: list[tuple[int, int]]

    @property
    def total(self) -> int:
        return sum(length for _, length in self.ranges)

    def first_fit(self, need: int) -> int | None:
        return next((start for start, length in self.ranges if length >= need), None)


def _free(folder: str, gpu: Gpu) -> _Ranges:
    """What of a GPU no other process holds."""
    descriptor = _open(folder, gpu.uuid)
    try:
        return _Ranges(list(_gaps(descriptor, 0, gpu.memory_mib)))
    finally:
        os.close(descriptor)


def _gaps(descriptor: int, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The ranges between ``start`` and ``end`` that nobody else holds, as (start, length)."""
    if start >= end:
        return
    holder = _holder(descriptor, start, end - start)
    if holder is None:
        yield start, end - start
        return
    first, length = holder
    yield from _gaps(descriptor, start, first)
    yield from _gaps(descriptor, first + length, end)


# struct flock of 64-bit Linux: type, whence, start, length, pid.
_FLOCK = "hhqqi4x"


def _holder(descriptor: int, start: int, length: int) -> tuple[int, int] | None:
    """Some lock of another process that overlaps a range, as (start, length), or None."""
    asked = struct.pack(_FLOCK, fcntl.F_WRLCK, os.SEEK_SET, start, length, 0)
    kind, _, first, size, _ = struct.unpack(_FLOCK, fcntl.fcntl(descriptor, fcntl.F_GETLK, asked))
    if kind == fcntl.F_UNLCK:
        return None
    return first, size


def _open(folder: str, name: str) -> int:
    """Open a lock file that every user may lock."""
    try:
        os.mkdir(folder)
        os.chmod(folder, 0o1777)
    except FileExistsError:
        pass
    path = os.path.join(folder, name)
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        os.fchmod(descriptor, 0o666)
        return descriptor
    except FileExistsError:
        # Without O_CREAT: a sticky folder may refuse it for another user's file.
        return os.open(path, os.O_RDWR | os.O_CLOEXEC)


def nvidia_gpus(mask: str | None = None) -> list[Gpu]:
    """The host's NVIDIA GPUs in the order of the PCI bus, asked from the driver's library (NVML).

    Args:
        mask: an outer mask. The parts of GPUs (MIG) that it names are found by it alone.

    Returns:
        No GPU where there is no library or no driver.
    """
    try:
        library = ctypes.CDLL("libnvidia-ml.so.1")
    except OSError:
        return []
    if library.nvmlInit_v2() != 0:
        return []
    try:
        count = ctypes.c_uint()
        library.nvmlDeviceGetCount_v2(ctypes.byref(count))
        found = []
        for index in range(count.value):
            handle = ctypes.c_void_p()
            if library.nvmlDeviceGetHandleByIndex_v2(index, ctypes.byref(handle)) == 0:
                found.append(_described(library, handle, index))
        for entry in (mask or "").split(","):
            handle = ctypes.c_void_p()
            name = entry.strip().encode()
            if (
                name.startswith(b"MIG-")
                and library.nvmlDeviceGetHandleByUUID(name, ctypes.byref(handle)) == 0
            ):
                found.append(_described(library, handle, -1))
        return [gpu for gpu in found if gpu.uuid and gpu.memory_mib]
    finally:
        library.nvmlShutdown()


class _Memory(ctypes.Structure):
    _fields_ = (("total", ctypes.c_ulonglong), ("free", ctypes.c_ulonglong), ("used", ctypes.c_ulonglong))


def _described(library: ctypes.CDLL, handle: ctypes.c_void_p, index: int) -> Gpu:
    uuid = ctypes.create_string_buffer(96)
    memory = _Memory()
    library.nvmlDeviceGetUUID(handle, uuid, len(uuid))
    library.nvmlDeviceGetMemoryInfo(handle, ctypes.byref(memory))
    return Gpu(index, uuid.value.decode("ascii", "replace"), memory.total >> 20)


def take_for_cuda(
    mib: int | None,
    environ: Mapping[str, str],
    gpus: Callable[[str | None], Sequence[Gpu]] = nvidia_gpus,
    folder: str = FOLDER,
) -> Slot | None:
    """Take the share that a CUDA run needs, on one of the GPUs that an outer mask leaves.

    Args:
        mib: the need; None takes a whole GPU.
        environ: where the outer mask is looked up.
        gpus: finds the host's GPUs.
        folder: where the lock files lie.

    Returns:
        The share, or None where no GPU can be seen: the run then says so itself.
    """
    mask = environ.get(MASK)
    candidates = visible(gpus(mask), mask)
    if not candidates:
        return None
    return take(candidates, mib if mib is not None else max(gpu.memory_mib for gpu in candidates), folder)
