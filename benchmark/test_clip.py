# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.pointwise import WithNumbers


@pytest.mark.clip
def test_clip():
    WithNumbers("clip", torch.clip, FLOAT, -0.5, 0.5, names="input min max").run()


@pytest.mark.clip_
def test_clip_inplace():
    WithNumbers("clip_", torch.clip_, FLOAT, -0.5, 0.5, names="input min max", inplace=True).run()
