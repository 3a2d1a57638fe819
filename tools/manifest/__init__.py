# SPDX-License-Identifier: Apache-2.0
"""The node manifest: which benchmark nodes exist and what each of them needs."""
