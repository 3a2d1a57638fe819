# SPDX-License-Identifier: Apache-2.0
"""A benchmark harness without torch: the interface that the runner sees, and cases that start at once."""
