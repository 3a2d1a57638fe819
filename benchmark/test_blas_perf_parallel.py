# SPDX-License-Identifier: Apache-2.0
import threading

import pytest
import torch

from . import settings, timing
from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

# The left-hand side broadcasts over the right-hand one.
PAIRS = [(1, 2048), (32, 2048), (128, 2048), (496, 2048), (512, 2048), (4108, 2048), (16384, 2048)]


def column_times_matrix(shape, dtype):
    yield call(Tensor((shape[0], 1), dtype), Tensor(shape, dtype))


class SpreadOverDevices(Pointwise):
    """Times one dtype on each device at the same time, to see what they cost one another."""

    def run(self):
        threads = [
            threading.Thread(target=self._time, args=(i, dtype)) for i, dtype in enumerate(self.dtypes)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _time(self, index, dtype):
        count = torch.cuda.device_count()
        with torch.cuda.device(index % count) if count else torch.device("cpu"):
            timing.TimingDriver().time_dtype(self, dtype, settings.nodeid)


@pytest.mark.mul
def test_perf_mul():
    SpreadOverDevices("mul", torch.mul, FLOAT, column_times_matrix, shapes=PAIRS).run()
