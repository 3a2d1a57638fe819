# SPDX-License-Identifier: Apache-2.0
"""Families: the shapes of work that several operators share. A node imports only the one it needs."""
