"""The benchmark nodes and their needs. Generated; to update: ./bazelw run //tools/manifest:update"""
NODES = [
    {"name": "abs_ref", "node": "benchmark/test_abs.py::test_abs", "operator": "abs", "family": "pointwise", "suites": ["cpu_ref"], "size": "large", "host_memory_gib": 9, "gpu_memory_gib": 9, "expected_status": "PASSED", "tags": ["dtype=float16", "dtype=float32", "dtype=bfloat16"]},
    {"name": "negative_ref", "node": "benchmark/test_negative.py::test_negative", "operator": "negative", "family": "pointwise", "suites": ["cpu_ref"], "size": "large", "host_memory_gib": 9, "gpu_memory_gib": 9, "expected_status": "PASSED", "tags": ["dtype=float16", "dtype=float32", "dtype=bfloat16"]},
]
