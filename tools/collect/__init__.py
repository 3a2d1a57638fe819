# SPDX-License-Identifier: Apache-2.0
"""Gathers the reports of many test targets into one report, one page and one exit code."""
