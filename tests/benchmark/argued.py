# SPDX-License-Identifier: Apache-2.0
"""Nodes that are not in the public tree or differ from its facts, each with the reason; all else is compared."""

# Nodes that the public tree does not have, each with the reason; they are compared with nothing.
ADDED: dict[str, str] = {}

ALL = ("op_name", "backward", "inplace", "dtypes", "counts", "cases")

# The facts hold nothing of these: why, and what they were built from.
WITHOUT_FACTS = {
    "the public run ended before this node; it asks for what max_pool2d_backward asks for": (
        "benchmark/test_max_pool2d.py::test_max_pool2d_with_indices_backward",
    ),
    "the public run left nothing of this node; baseline and sizes are those of the public source": (
        "benchmark/test_weight_int4pack_mm_with_scales_and_zeros.py::test_weight_int4pack_mm_with_scales_and_zeros",
    ),
    "the public run left nothing of this node; built as its neighbours are": (
        "benchmark/test_i0.py::test_i0",
        "benchmark/test_i0.py::test_i0_inplace",
        "benchmark/test_i0.py::test_i0_out",
        "benchmark/test_index_put.py::test_index_put__acc_true",
        "benchmark/test_index_put.py::test_index_put_acc_true",
        "benchmark/test_rand_like.py::test_rand_like",
        "benchmark/test_reflection_pad3d_backward.py::test_reflection_pad3d_backward",
        "benchmark/test_replication_pad2d.py::test_replication_pad2d",
        "benchmark/test_replication_pad2d.py::test_replication_pad2d_out",
        "benchmark/test_smooth_l1_loss.py::test_smooth_l1_loss",
        "benchmark/test_smooth_l1_loss.py::test_smooth_l1_loss_backward",
        "benchmark/test_special_shifted_chebyshev_polynomial_v.py::test_special_shifted_chebyshev_polynomial_v",
        "benchmark/test_special_shifted_chebyshev_polynomial_w.py::test_special_shifted_chebyshev_polynomial_w",
        "benchmark/test_sub.py::test_sub",
        "benchmark/test_sub.py::test_sub_inplace",
        "benchmark/test_trace.py::test_trace",
    ),
    "the public run left nothing; baseline and arguments are those of the public source": (
        "benchmark/test_miopen_batch_norm_backward.py::test_miopen_batch_norm_backward",
    ),
    "the public run left nothing; built like eq_": (
        "benchmark/test_ne_.py::test_ne_",
        "benchmark/test_ne_.py::test_ne_scalar_",
    ),
    "the public run, which a crash took, left nothing; built as the public source asks": (
        "benchmark/test_flash_attention_backward.py::test_perf_efficient_attention_backward",
        "benchmark/test_flash_attention_backward.py::test_perf_scaled_dot_product_efficient_attention_backward",
    ),
}

# Topics that differ, by node.
PARTS = {
    "benchmark/test_bitwise_and.py::test_bitwise_and_scalar_": {
        "dtypes": "the second benchmark is said to have three dtypes, but its cases are those of int16 alone",
    },
    "benchmark/test_flash_attention_backward.py::test_perf_scaled_dot_product_cudnn_attention_backward": {
        "counts": "the public run broke off after 16 cases of float16 and left no bfloat16",
    },
    "benchmark/test_fractional_max_pool2d.py::test_fractional_max_pool2d_backward": {
        "cases": "the public run, whose indices come from FlagGems, broke off at the third case",
        "counts": "the public run, whose indices come from FlagGems, broke off at the third case",
    },
    "benchmark/test_gcd_.py::test_gcd_": {
        "cases": "the public run lost cases of this node, which has those of its family",
        "counts": "the public run lost cases of this node, which has those of its family",
    },
    "benchmark/test_ge.py::test_ge": {
        "cases": "the public run lost cases of this node, which has those of its family",
        "counts": "the public run lost cases of this node, which has those of its family",
    },
    "benchmark/test_ge.py::test_ge_scalar": {
        "counts": "the public run lost cases of this node, which has those of its family",
    },
    "benchmark/test_gelu.py::test_gelu": {
        "cases": "the public run kept one case without arguments; this node has those of its family",
        "counts": "the public run kept one case without arguments; this node has those of its family",
    },
    "benchmark/test_gelu.py::test_gelu_inplace": {
        "cases": "the public run kept one case without arguments; this node has those of its family",
        "counts": "the public run kept one case without arguments; this node has those of its family",
    },
    "benchmark/test_index_add.py::test_index_add_": {
        "inplace": "index_add_ writes to its input, flag or no flag",
    },
    "benchmark/test_index_put.py::test_index_put__acc_false": {
        "counts": "the public run lost cases of this node, which has those of its family",
    },
    "benchmark/test_isin.py::test_isin_scalar_tensor": {
        "cases": "the public node draws the number at random",
    },
    "benchmark/test_max_pool2d.py::test_max_pool2d_backward": {
        "counts": "the public run ended after the second case of bfloat16; the shapes are those of float16",
    },
    "benchmark/test_max_pool3d.py::test_perf_max_pool3d_backward": {
        "counts": "the public run ended after float16, though the node declares three dtypes",
    },
    "benchmark/test_sparse_sampled_addmm.py::test_sparse_sampled_addmm": {
        "cases": "the public run could not write sparse arguments down; the sizes are those that it lists",
        "counts": "the public run could not write sparse arguments down; the sizes are those that it lists",
    },
    "benchmark/test_sparse_sampled_addmm.py::test_sparse_sampled_addmm_out": {
        "cases": "the public run could not write sparse arguments down; the sizes are those that it lists",
        "counts": "the public run could not write sparse arguments down; the sizes are those that it lists",
    },
}

ARGUED = {
    node: dict.fromkeys(ALL, reason) for reason, nodes in WITHOUT_FACTS.items() for node in nodes
} | PARTS
