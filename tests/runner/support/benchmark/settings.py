# SPDX-License-Identifier: Apache-2.0
level = "comprehensive"
device = None
driver = None
