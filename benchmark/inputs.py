# SPDX-License-Identifier: Apache-2.0
"""From a tensor's declaration to the tensor, made straight on the device.

Nothing is made on the host for another device: integers of 2^30 elements cost minutes that way and a fraction
of a second on the device. On the CPU a tensor of more than `BLOCK` elements repeats one random block, so that
it costs memory bandwidth and not the random number generator; the values of a performance baseline need no
more.
"""

from __future__ import annotations

import math
from typing import Any

import torch

from .cases import DEVICE, Tensor, map_leaves

BLOCK = 1 << 24
SEED = 20260801

VALUES = ("random", "uniform", "integers", "full", "empty", "arange", "permutation")
LAYOUTS = ("contiguous", "transposed", "every_second_row", "negated")


def build(value: Any, device: str) -> Any:
    """``value`` with each `Tensor` built on ``device`` and each `DEVICE` replaced by it.

    The generator is private and seeded for each call, so that a case has the same inputs whichever cases ran
    before.
    """
    generator = torch.Generator(device).manual_seed(SEED)

    def leaf(item: Any) -> Any:
        if isinstance(item, Tensor):
            return build_tensor(item, device, generator)
        return device if item is DEVICE else item

    return map_leaves(value, leaf)


def build_tensor(spec: Tensor, device: str, generator: torch.Generator | None = None) -> torch.Tensor:
    """One tensor.

    Returns:
        A tensor of ``spec.shape`` and ``spec.dtype``, contiguous exactly if ``spec.contiguous`` is, and a
        leaf of the graph if it requires a gradient.

    Raises:
        ValueError: unknown ``values`` or ``layout``.
    """
    with torch.no_grad():
        # Detached, since autograd refuses to write in place to a view that was made in this mode.
        made = _with_layout(spec, device, generator).detach()
    return made.requires_grad_() if spec.requires_grad else made


def _with_layout(spec: Tensor, device: str, generator: torch.Generator | None) -> torch.Tensor:
    shape = spec.shape
    if spec.layout == "contiguous":
        return _filled(spec, shape, device, generator)
    if spec.layout == "transposed":
        return _filled(spec, (*shape[:-2], shape[-1], shape[-2]), device, generator).transpose(-1, -2)
    if spec.layout == "every_second_row":
        return _filled(spec, (2 * shape[0], *shape[1:]), device, generator)[::2]
    if spec.layout == "negated":
        # The imaginary part of a conjugate is a view with the negative bit set and a stride of two elements.
        base = spec.like(dtype=spec.dtype.to_complex())
        return _filled(base, shape, device, generator).conj().imag
    raise ValueError(f"unknown layout {spec.layout!r}; use one of {', '.join(LAYOUTS)}")


def _filled(
    spec: Tensor, shape: tuple[int, ...], device: str, generator: torch.Generator | None
) -> torch.Tensor:
    if callable(spec.values):
        return spec.values(spec.like(shape=shape, layout="contiguous"), device, generator)
    if spec.values not in VALUES:
        raise ValueError(f"unknown values {spec.values!r}; use one of {', '.join(VALUES)}")
    count = math.prod(shape)
    if spec.values == "empty":
        return torch.empty(shape, dtype=spec.dtype, device=device)
    if spec.values == "full":
        return torch.full(shape, spec.low, dtype=spec.dtype, device=device)
    if spec.values == "arange":
        start = spec.low or 0
        return torch.arange(start, start + count, dtype=spec.dtype, device=device).reshape(shape)
    if spec.values == "permutation":
        return torch.randperm(count, dtype=spec.dtype, device=device, generator=generator).reshape(shape)
    if device != "cpu" or count <= BLOCK:
        return _random(spec, count, device, generator).reshape(shape)
    block = _random(spec, BLOCK, device, generator)
    whole = torch.empty(count, dtype=spec.dtype, device=device)
    body = count - count % BLOCK
    whole[:body].view(-1, BLOCK).copy_(block)
    whole[body:].copy_(block[: count - body])
    return whole.reshape(shape)


def _random(spec: Tensor, count: int, device: str, generator: torch.Generator | None) -> torch.Tensor:
    dtype = spec.dtype
    if spec.values == "integers":
        return _integers(int(spec.low or 0), int(spec.high), count, dtype, device, generator)
    if spec.values == "uniform":
        low, high = float(spec.low or 0.0), float(1.0 if spec.high is None else spec.high)
        made = torch.empty(count, dtype=_generated_as(dtype), device=device).uniform_(
            low, high, generator=generator
        )
        return made.to(dtype)
    if dtype == torch.bool:
        return _integers(0, 2, count, dtype, device, generator)
    if dtype.is_floating_point or dtype.is_complex:
        return torch.randn(count, dtype=_generated_as(dtype), device=device, generator=generator).to(dtype)
    limits = torch.iinfo(dtype)
    return _integers(limits.min, limits.max, count, dtype, device, generator)


def _integers(
    low: int, high: int, count: int, dtype: torch.dtype, device: str, generator: Any
) -> torch.Tensor:
    return torch.randint(low, high, (count,), dtype=dtype, device=device, generator=generator)


def _generated_as(dtype: torch.dtype) -> torch.dtype:
    # Eight-bit floating point has no random number kernels.
    return torch.float16 if dtype.is_floating_point and dtype.itemsize == 1 else dtype
