# SPDX-License-Identifier: Apache-2.0
import pytest
import torch

from .cases import Tensor, call, integers, uniform
from .families.pointwise import Pointwise

WIDTH, LONGEST = 128, 32768  # of a head; positions in the cache

# Tokens, query heads, key heads, pairs that each axis turns, are a pair's two elements half a rotation apart
# (else neighbours), how the axes share the pairs.
SIZES = [
    (1, 28, 4, (24, 20, 20), True, "in sections"),
    (1, 28, 4, (24, 20, 20), True, "by turns"),
    (1, 28, 4, (8, 12, 12), True, "by turns until full"),
    (512, 28, 4, (24, 20, 20), True, "in sections"),
    (8192, 28, 4, (24, 20, 20), True, "in sections"),
    (4096, 40, 8, (24, 20, 20), True, "in sections"),
    (2048, 32, 4, (8, 12, 12), False, "in sections"),
    (512, 28, 4, (24, 20, 20), True, "by turns"),
    (8192, 28, 4, (24, 20, 20), True, "by turns"),
    (512, 28, 4, (8, 12, 12), True, "by turns until full"),
    (2048, 16, 16, (8, 12, 12), True, "by turns until full"),
]
NAMES = """query key cos_sin_cache positions section_t section_h section_w head_size rotary_dim interleaved
    interleaved_glm neox axes"""


def in_sections(section):
    return [axis for axis, count in enumerate(section) for _ in range(count)]


def by_turns(section):
    # As in Qwen3-VL: a pair that height and width leave goes to time.
    return [i % 3 if i < 3 * section[i % 3] else 0 for i in range(sum(section))]


def by_turns_until_full(section):
    # As in GLM-4.1V: an axis that has all its pairs is passed over.
    left, axes = list(section), []
    for i in range(sum(section)):
        axis = next(a % 3 for a in range(i, i + 3) if left[a % 3])
        left[axis] -= 1
        axes.append(axis)
    return axes


SHARED = {"in sections": in_sections, "by turns": by_turns, "by turns until full": by_turns_until_full}


def turn(x, cos, sin, neox):
    turned, rest = x.float().split([2 * cos.shape[-1], x.shape[-1] - 2 * cos.shape[-1]], dim=-1)
    first, second = turned.chunk(2, dim=-1) if neox else (turned[..., ::2], turned[..., 1::2])
    pair = first * cos - second * sin, second * cos + first * sin
    turned = torch.cat(pair, dim=-1) if neox else torch.stack(pair, dim=-1).flatten(-2)
    return torch.cat((turned, rest), dim=-1).to(x.dtype)


def rotary(query, key, cache, positions, *options):
    _, _, _, head_size, _, _, _, neox, axes = options
    # The position of each token on the axis of each pair, and the angle of the pair there.
    pairs = torch.arange(len(axes), device=axes.device)
    at = positions[axes].T
    cos, sin = (half[at, pairs].unsqueeze(1).float() for half in cache.chunk(2, dim=-1))
    heads = (x.unflatten(-1, (-1, head_size)) for x in (query, key))
    return tuple(turn(x, cos, sin, neox).flatten(-2) for x in heads)


def multimodal(shape, dtype):
    tokens, heads, key_heads, section, neox, kind = shape
    pairs = SHARED[kind](section)

    def axes(spec, device, generator):
        return torch.tensor(pairs, dtype=spec.dtype, device=device)

    yield call(
        Tensor((tokens, heads * WIDTH), dtype),
        Tensor((tokens, key_heads * WIDTH), dtype),
        uniform((LONGEST, 2 * len(pairs)), dtype, -1.0, 1.0),
        integers((3, tokens), LONGEST),
        *section,
        WIDTH,
        2 * len(pairs),
        kind != "in sections",
        kind == "by turns until full",
        neox,
        Tensor((len(pairs),), torch.int64, axes),
    )


@pytest.mark.mrope
def test_mrope_gems_vs_torch():
    Pointwise("mrope", rotary, (torch.bfloat16,), multimodal, shapes=SIZES, names=NAMES).run()
