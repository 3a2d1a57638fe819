# SPDX-License-Identifier: Apache-2.0
"""In the way of any other `usercustomize`, see `sitecustomize`."""
