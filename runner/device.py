# SPDX-License-Identifier: Apache-2.0
"""The devices that a check can run on. A further vendor is one more class and one more entry of `DEVICES`."""

from __future__ import annotations

import os
import platform
import re


class DeviceError(Exception):
    """The device is not there, does not work, or is not the promised one."""


class Device:
    """The host's CPU, and what other devices have in common with it.

    No method is called before the first node runs, and torch is imported by none but those that need it.

    Attributes:
        kind: PyTorch's word for the device, as in ``torch.device(kind)``.
        mask_variable: the environment variable that hides devices from a process, or None.
    """

    kind = "cpu"
    mask_variable: str | None = None

    @property
    def vendor(self) -> str:
        """The word that ``skip_native(vendors=…)`` uses."""
        return "cpu"

    def count(self) -> int:
        """How many devices this process sees."""
        return 1

    def probe(self) -> None:
        """Make sure that the device is there and computes.

        Raises:
            DeviceError: it does not.
        """

    def limit_memory(self, mib: int) -> None:
        """Keep this process within its share of the device's memory, where the device can."""

    def synchronize(self) -> None:
        """Wait until all work is done; raises what the device reports."""

    def begin_case(self) -> None:
        """Start measuring the peak memory of a case."""
        try:
            with open("/proc/self/clear_refs", "w") as file:
                file.write("5")  # resets the peak resident size, see proc(5)
            self._before = _status_kib("VmRSS")
        except OSError:
            self._before = None

    def peak_bytes(self) -> int | None:
        """Peak memory since `begin_case`, in bytes beyond what was in use then; None if it cannot be told."""
        peak = _status_kib("VmHWM") if self._before is not None else None
        return max(peak - self._before, 0) * 1024 if peak is not None and self._before is not None else None

    def release(self) -> None:
        """Give memory that is no longer used back, so that neighbours on the device can have it."""

    def describe(self) -> dict[str, object]:
        """What identifies the device: kind, vendor, model, capability, memory_mib, driver, runtime."""
        return {
            "kind": self.kind,
            "vendor": self.vendor,
            "model": _cpu_model(),
            "capability": platform.machine(),
            "memory_mib": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20,
            "driver": None,
            "runtime": None,
        }

    _before: int | None = None


class Cuda(Device):
    """A device behind ``torch.cuda``: NVIDIA's, and AMD's in a ROCm build."""

    kind = "cuda"
    mask_variable = "CUDA_VISIBLE_DEVICES"

    @property
    def vendor(self) -> str:
        """``amd`` for a ROCm build, else ``nvidia``."""
        import torch

        return "amd" if torch.version.hip else "nvidia"

    def count(self) -> int:
        """How many devices this process sees."""
        import torch

        return torch.cuda.device_count()

    def probe(self) -> None:
        """Make sure that torch can use CUDA, that there is a device, and that it computes."""
        import torch

        if torch.version.cuda is None and torch.version.hip is None:
            raise DeviceError(f"torch {torch.__version__} is a CPU build and cannot use a CUDA device")
        if self.count() == 0:
            mask = os.environ.get(self.mask_variable or "")
            shown = "is not set" if mask is None else f"is {mask!r}"
            raise DeviceError(f"no device: torch sees 0 CUDA devices ({self.mask_variable} {shown})")
        try:
            answer = (torch.ones(2, device=self.kind) + 1).sum().item()
        except RuntimeError as error:
            raise DeviceError(
                f"the CUDA device cannot run a tiny operation: {str(error).splitlines()[0]}"
            ) from error
        if answer != 4:
            raise DeviceError(f"the CUDA device computes wrongly: (1 + 1) + (1 + 1) gave {answer}")
        # A warning that the CPU does the work belongs to each case for which it does.
        torch.set_warn_always(True)

    def limit_memory(self, mib: int) -> None:
        """Limit the caching allocator, which else keeps what a case gave back and starves the neighbours.

        At the limit it gives cached blocks back first; a tensor that does not fit even then is out of memory.
        """
        import torch

        total = torch.cuda.get_device_properties(torch.cuda.current_device()).total_memory
        # A share of all there is sets no limit, and no message is to name one.
        if mib * 2**20 < total:
            torch.cuda.set_per_process_memory_fraction(mib * 2**20 / total)

    def synchronize(self) -> None:
        """Wait for the current device."""
        import torch

        torch.cuda.synchronize()

    def begin_case(self) -> None:
        """Reset the peak of the caching allocator."""
        import torch

        torch.cuda.reset_peak_memory_stats()
        self._before = torch.cuda.memory_allocated()

    def peak_bytes(self) -> int | None:
        """Peak of the caching allocator since `begin_case`."""
        import torch

        return torch.cuda.max_memory_allocated() - (self._before or 0)

    def release(self) -> None:
        """Return the cached blocks to the driver."""
        import torch

        torch.cuda.empty_cache()

    def describe(self) -> dict[str, object]:
        """As of `Device`, and uuid and mask of the device that was used."""
        import torch

        properties = torch.cuda.get_device_properties(torch.cuda.current_device())
        return {
            "kind": self.kind,
            "vendor": self.vendor,
            "model": properties.name,
            "capability": f"{properties.major}.{properties.minor}",
            "memory_mib": properties.total_memory // 2**20,
            "driver": _nvidia_driver() if self.vendor == "nvidia" else None,
            "runtime": torch.version.cuda or torch.version.hip,
            "uuid": str(getattr(properties, "uuid", "")) or None,
            "mask": os.environ.get(self.mask_variable or ""),
        }


DEVICES: dict[str, type[Device]] = {"cpu": Device, "cuda": Cuda}


def find(kind: str | None) -> Device:
    """The device of this name; without one, CUDA if a device is really there, else the CPU."""
    if kind is not None:
        return DEVICES[kind]()
    try:
        cuda = Cuda()
        cuda.probe()
        return cuda
    except DeviceError:
        return Device()


def check_fingerprint(promised: dict[str, object], actual: dict[str, object]) -> None:
    """Compare the device that was promised with the one that is there.

    A CPU is not compared: its model is part of the action key all the same, and the executors of one pool may
    differ.

    Args:
        promised: a ``flaggems.device-fingerprint/v1`` document: ``device``; for a GPU also ``driver`` and
            ``devices``, of which each has ``model`` and ``compute_capability``.
        actual: what `Device.describe` returned.

    Raises:
        DeviceError: they differ; the text names both.
    """
    if promised.get("device") == "cpu" == actual["kind"]:
        return
    kinds = [
        (str(device.get("model")), str(device.get("compute_capability")))
        for device in promised.get("devices") or ()  # type: ignore[attr-defined]
    ]
    driver = promised.get("driver")
    same = (
        promised.get("device") == actual["kind"]
        and (str(actual["model"]), str(actual["capability"])) in kinds
    )
    if same and (not driver or actual["driver"] in (None, driver)):
        return
    names = (
        ", ".join(f"{model} ({capability})" for model, capability in kinds)
        or promised.get("note")
        or "no device"
    )
    raise DeviceError(
        f"another device than promised: promised {promised.get('device')}: {names}, driver {driver}; found "
        f"{actual['kind']}: {actual['model']} ({actual['capability']}), driver {actual['driver']}"
    )


def _status_kib(key: str) -> int | None:
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith(key):
                return int(line.split()[1])
    return None


def _cpu_model() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _nvidia_driver() -> str | None:
    try:
        with open("/proc/driver/nvidia/version") as file:
            found = re.search(r"\s(\d+\.\d+(?:\.\d+)?)\s", file.read())
    except OSError:
        return None
    return found[1] if found else None
