# SPDX-License-Identifier: Apache-2.0
"""Programs that maintain the repository."""
