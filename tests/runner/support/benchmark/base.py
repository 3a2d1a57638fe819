# SPDX-License-Identifier: Apache-2.0
from . import settings
from .cases import Case


class Benchmark:
    """Calls ``torch_op(index)`` with the number of the case within the benchmark."""

    def __new__(cls, *args, **kwargs):
        self = super().__new__(cls)
        settings.driver.created(self)
        return self

    def __init__(
        self, op_name, torch_op, dtypes=("float32",), sizes=(1,), params=None, build=None, prepare=None
    ):
        self.op_name = op_name
        self.torch_op = torch_op
        self.dtypes = tuple(dtypes)
        self.sizes = tuple(sizes)
        self.params = params or {}
        self._build = build
        self._prepare = prepare
        self._index = -1

    def get_case_iter(self, dtype):
        for size in self.sizes:
            yield Case(dtype, {"input": [size]}, self.params)

    def cases(self):
        for dtype in self.dtypes:
            yield from self.get_case_iter(dtype)

    def build_inputs(self, case):
        self._index += 1
        return self._build(self._index) if self._build else self._index

    def unpack_to_args_kwargs(self, inputs):
        return (inputs,), {}

    def prepare(self, args, kwargs):
        if self._prepare:
            self._prepare(*args)
        return lambda: self.torch_op(*args, **kwargs)

    def run(self):
        settings.driver.run(self)


def unsupported_reason(benchmark):
    for name in ("run", "get_latency", "_measure_input"):
        if getattr(type(benchmark), name, None) is not getattr(Benchmark, name, None):
            return f"{type(benchmark).__name__} has its own {name}()"
    return None
