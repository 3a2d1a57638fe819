# SPDX-License-Identifier: Apache-2.0
"""Benchmark nodes, one file an operator, and the harness that plans, builds and calls their cases."""
