# SPDX-License-Identifier: Apache-2.0
import pytest

from .cases import Tensor, call
from .dtypes import FLOAT
from .families.pointwise import Pointwise

SHAPES = [(16, 512), (32, 1024), (64, 2048), (128, 4096), (256, 8192)]


def beams(shape, dtype):
    yield call(Tensor(shape, dtype), Tensor(shape[:1], dtype))


def score(log_probs, beam_scores):
    return log_probs + beam_scores[:, None]


def score_(log_probs, beam_scores):
    return log_probs.add_(beam_scores[:, None])


@pytest.mark.beam_search_score
@pytest.mark.parametrize("dtype", FLOAT)
def test_beam_search_score(dtype):
    names = "log_probs beam_scores"
    Pointwise("beam_search_score", score, (dtype,), beams, shapes=SHAPES, names=names).run()


@pytest.mark.beam_search_score_
@pytest.mark.parametrize("dtype", FLOAT)
def test_beam_search_score_(dtype):
    names = "log_probs beam_scores"
    Pointwise("beam_search_score_", score_, (dtype,), beams, shapes=SHAPES, names=names, inplace=True).run()
