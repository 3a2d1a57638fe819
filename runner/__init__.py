# SPDX-License-Identifier: Apache-2.0
"""The reference check: runs a node's baselines case by case in a process of their own and reports on each."""
