# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .dtypes import FLOAT
from .families.norm import Norm, trailing_affine


@pytest.mark.layer_norm
def test_layer_norm():
    names = "input normalized_shape weight bias"
    Norm("layer_norm", torch.layer_norm, FLOAT, trailing_affine(), names=names).run()


@pytest.mark.native_layer_norm
def test_native_layer_norm():
    names = "input normalized_shape weight bias eps"
    Norm(
        "native_layer_norm", torch.ops.aten.native_layer_norm, FLOAT, trailing_affine(1e-5), names=names
    ).run()
