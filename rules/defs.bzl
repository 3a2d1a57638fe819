"""The public rules: `load("//rules:defs.bzl", "reference_test", "reference_suite")`."""

load(":reference_suite.bzl", _reference_suite = "reference_suite")
load(":reference_test.bzl", _reference_test = "reference_test")

reference_suite = _reference_suite
reference_test = _reference_test
