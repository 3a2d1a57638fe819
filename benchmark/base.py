# SPDX-License-Identifier: Apache-2.0
"""`Benchmark`: an operator as a declaration. The loops over its cases live in the drivers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

import torch

from . import callables, inputs, settings
from .cases import Call, Case, make_case
from .dtypes import dtype_name
from .shapes import shapes_for

InputBuilder = Callable[[tuple[int, ...], torch.dtype], Iterable[Call]]

# A class with its own version of one of these measures or runs in its own way, which no other driver can
# follow; with its own `prepare`, nobody knows whether the baseline is called at all.
OWN_LOGIC = ("run", "get_latency", "_measure_input", "prepare")


class Benchmark:
    """A baseline, its dtypes and a builder of its cases.

    A family is a subclass that gives ``inputs`` and a shape table. A node with inputs of its own passes a
    function instead. Neither makes a tensor.

    Attributes:
        family: the family's name, for suites and for the manifest.
        table: the shape table used when neither the shape file nor the node names shapes for the operator.
        names: names of the positional arguments in the case list.
    """

    family: ClassVar[str] = "generic"
    table: ClassVar[str | None] = None
    names: Sequence[str] = ("input",)

    op_name: str
    torch_op: Callable[..., Any]
    dtypes: tuple[torch.dtype, ...]
    is_backward: bool

    def __new__(cls, *args: Any, **kwargs: Any) -> Benchmark:
        """Tell the driver. Not in ``__init__``: a subclass may forget to call that, and is to be seen."""
        self = super().__new__(cls)
        driver().created(self)
        return self

    def __init__(
        self,
        op_name: str,
        torch_op: Callable[..., Any],
        dtypes: Iterable[torch.dtype],
        inputs: InputBuilder | None = None,
        *,
        shapes: str | Iterable[Sequence[int]] | None = None,
        names: str | None = None,
        backward: bool = False,
        inplace: bool = False,
        gpu_only: bool = False,
    ) -> None:
        """Declare a benchmark.

        Args:
            op_name: the operator; also its key in the shape file.
            torch_op: the baseline.
            dtypes: dtypes in the order in which they run.
            inputs: a function from a shape and a dtype to calls; a family has one already.
            shapes: name of a table of the shape file, or the shapes themselves; the family's table by
                default.
            names: names of the positional arguments for the case list, separated by spaces.
            backward: call the backward pass instead of the forward pass.
            inplace: does the baseline write to its first argument.
            gpu_only: is there no baseline for the CPU. Operators that PyTorch registers for GPUs alone are
                found without it.
        """
        self.op_name = op_name
        self.torch_op = torch_op
        self.dtypes = tuple(dtypes)
        self.is_backward = backward
        self.is_inplace = inplace
        self.gpu_only = gpu_only or not _runs_on_cpu(torch_op)
        if inputs is not None:
            self.inputs = inputs
        if names is not None:
            self.names = tuple(names.split())
        self._table = shapes if isinstance(shapes, str) else self.table
        self._shapes = None if shapes is None or isinstance(shapes, str) else tuple(map(tuple, shapes))

    def inputs(self, shape: tuple[int, ...], dtype: torch.dtype) -> Iterable[Call]:
        """The calls for one shape, none of which makes a tensor. A family overrides this."""
        raise NotImplementedError(f"benchmark {self.op_name!r} has no input builder")

    def shapes(self, dtype: torch.dtype) -> Sequence[tuple[int, ...]]:
        """The shapes at the current level."""
        return shapes_for(self.op_name, self._table, self._shapes, settings.level)

    def get_case_iter(self, dtype: torch.dtype) -> Iterator[Case]:
        """The cases of one dtype at the current level, without tensors."""
        for shape in self.shapes(dtype):
            for made in self.inputs(shape, dtype):
                yield make_case(made, dtype, self.names, self.is_backward)

    def cases(self) -> Iterator[Case]:
        """The cases of all dtypes, in order."""
        for dtype in self.dtypes:
            yield from self.get_case_iter(dtype)

    def build_inputs(self, case: Case) -> Any:
        """The case's tensors, made on the device of the run."""
        return inputs.build((case.args, case.kwargs), settings.device or default_device())

    def unpack_to_args_kwargs(self, built: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Positional and keyword arguments from what `build_inputs` returned."""
        args, kwargs = built
        return args, kwargs

    def prepare(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Callable[[], Any]:
        """The baseline as a callable without arguments. Backward runs the forward pass here."""
        construct = callables.backward if self.is_backward else callables.forward
        return construct(self.torch_op, args, kwargs)

    def run(self) -> None:
        """Hand the benchmark to the driver of this run."""
        driver().run(self)

    def __repr__(self) -> str:
        if not hasattr(self, "op_name"):
            return f"<{type(self).__name__}>"
        return f"<{type(self).__name__} {self.op_name} {' '.join(map(dtype_name, self.dtypes))}>"


def driver() -> settings.Driver:
    """The driver of this run; ordinary timing unless another was set."""
    if settings.driver is None:
        from .timing import TimingDriver

        settings.driver = TimingDriver()
    return settings.driver


def default_device() -> str:
    """``cuda`` if a device is really there, else ``cpu``."""
    return "cuda" if torch.cuda.is_available() and torch.cuda.device_count() else "cpu"


def unsupported_reason(benchmark: Benchmark) -> str | None:
    """Why a driver other than timing cannot run this benchmark, or None.

    May be asked before ``__init__`` has run; the missing case builder is then found only if the class settles
    it.
    """
    kind = type(benchmark)
    for name in OWN_LOGIC:
        own = name in vars(benchmark) or any(
            name in vars(base) for base in kind.__mro__ if not _is_harness(base)
        )
        if own:
            return f"{kind.__name__} has its own {name}(); its special logic cannot be checked case by case"
    if not callable(getattr(benchmark, "build_inputs", None)) or not callable(
        getattr(benchmark, "get_case_iter", None)
    ):
        return f"{kind.__name__} has no case builder"
    has_builder = kind.inputs is not Benchmark.inputs or kind.get_case_iter is not Benchmark.get_case_iter
    if not has_builder and hasattr(benchmark, "op_name") and "inputs" not in vars(benchmark):
        return f"{kind.__name__} has no case builder: neither inputs nor get_case_iter() is given"
    return None


def _runs_on_cpu(op: Callable[..., Any]) -> bool:
    """Does the dispatcher know a CPU kernel; taken for granted of what is no operator of it."""
    if isinstance(op, torch._ops.OpOverloadPacket):
        # The overloads with out= are often wrappers for every device around the one that is not.
        names = [name for name in op.overloads() if not name.endswith("out")] or op.overloads()
        return any(_runs_on_cpu(getattr(op, name)) for name in names)
    if not isinstance(op, torch._ops.OpOverload):
        return True
    try:
        return torch._C._dispatch_has_computed_kernel_for_dispatch_key(op.name(), "CPU")
    except RuntimeError:
        return True  # an operator of TorchScript alone, which has no device


def _is_harness(kind: type) -> bool:
    return kind is Benchmark or kind is object
