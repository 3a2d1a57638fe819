# SPDX-License-Identifier: Apache-2.0
"""In the way of any other `sitecustomize` of a dependency, which Python would import as it starts."""
