# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, empty
from .dtypes import FLOAT
from .families.norm import Norm, running_statistics

LEGIT = torch.ops.aten._native_batch_norm_legit
NAMES = "input weight bias running_mean running_var training momentum eps"
NO_STATS_NAMES = "input weight bias training momentum eps"


def affine(shape, dtype):
    return Tensor(shape, dtype), Tensor(shape[1:2], dtype), Tensor(shape[1:2], dtype)


def outputs(shape, dtype):
    saved = empty(shape[1:2], torch.float32)
    return {"out": empty(shape, dtype), "save_mean": saved, "save_invstd": saved}


def training(shape, dtype):
    yield call(*affine(shape, dtype), *running_statistics(shape[1], dtype), True, 0.1, 1e-5)


def training_into(shape, dtype):
    for made in training(shape, dtype):
        yield call(*made.args, **outputs(shape, dtype))


def no_stats(shape, dtype):
    yield call(*affine(shape, dtype), True, 0.1, 1e-5)


def no_stats_into(shape, dtype):
    for made in no_stats(shape, dtype):
        yield call(*made.args, **outputs(shape, dtype))


@pytest.mark.native_batch_norm_legit
def test_native_batch_norm_legit():
    Norm("native_batch_norm_legit", LEGIT, FLOAT, training, names=NAMES).run()


@pytest.mark.native_batch_norm_legit_no_stats
def test_native_batch_norm_legit_no_stats():
    op, names = LEGIT.no_stats, NO_STATS_NAMES
    Norm("native_batch_norm_legit_no_stats", op, FLOAT, no_stats, names=names).run()


@pytest.mark.native_batch_norm_legit_no_stats_out
def test_native_batch_norm_legit_no_stats_out():
    op, names = LEGIT.no_stats_out, NO_STATS_NAMES
    Norm("native_batch_norm_legit_no_stats_out", op, FLOAT, no_stats_into, names=names).run()


@pytest.mark.native_batch_norm_legit_out
def test_native_batch_norm_legit_out():
    Norm("native_batch_norm_legit_out", LEGIT.out, FLOAT, training_into, names=NAMES).run()
