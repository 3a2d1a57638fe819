# SPDX-License-Identifier: Apache-2.0
"""The one construction of what is called, shared by timing and by the reference check."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch


def forward(op: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Callable[[], Any]:
    """A callable that runs ``op`` on the given arguments, on the same tensors each time."""
    return lambda: op(*args, **kwargs)


def backward(op: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Callable[[], Any]:
    """Run the forward pass now; the callable returned runs the backward pass alone.

    The graph is kept, so that the callable can be called again. The incoming gradients are random and have
    the shape of the outputs.

    Raises:
        ValueError: nothing to differentiate: no output, or no argument, that requires a gradient.
    """
    outputs = [leaf for leaf in leaves(op(*args, **kwargs)) if leaf.requires_grad]
    inputs = [leaf for leaf in leaves((args, kwargs)) if leaf.requires_grad]
    if not outputs or not inputs:
        raise ValueError(
            f"nothing to differentiate: {len(outputs)} outputs and {len(inputs)} inputs require a gradient"
        )
    gradients = [torch.randn_like(output) for output in outputs]
    return lambda: torch.autograd.grad(outputs, inputs, gradients, retain_graph=True)


def leaves(value: Any) -> list[torch.Tensor]:
    """All tensors in a value, in order; named tuples, such as the result of ``torch.max``, are tuples."""
    found: list[torch.Tensor] = []
    _collect(value, found)
    return found


# Not inside the other function: its reference to itself would be a cycle that keeps tensors alive.
def _collect(value: Any, found: list[torch.Tensor]) -> None:
    if isinstance(value, torch.Tensor):
        found.append(value)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _collect(item, found)
    elif isinstance(value, dict):
        _collect(list(value.values()), found)
