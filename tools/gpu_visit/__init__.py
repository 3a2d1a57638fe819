# SPDX-License-Identifier: Apache-2.0
"""Reference checks on a GPU host that reaches no network: pack here, visit there."""
