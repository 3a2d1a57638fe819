# SPDX-License-Identifier: Apache-2.0
"""The lock files of the Python environments."""
