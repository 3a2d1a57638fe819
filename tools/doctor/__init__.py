# SPDX-License-Identifier: Apache-2.0
"""Says whether this machine can run the reference checks, and if not, what to do."""
