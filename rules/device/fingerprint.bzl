"""Writes down which device this machine has, as an input of each test action."""

_OVERRIDE = "REFERENCE_DEVICE_FINGERPRINT"
_NVIDIA_DRIVER = "/proc/driver/nvidia/version"
_NVIDIA_QUERY = ["name", "compute_cap", "memory.total", "driver_version"]

def _cpu(rctx):
    """Describes the host's processor."""
    text = rctx.read("/proc/cpuinfo", watch = "no") if rctx.path("/proc/cpuinfo").exists else ""
    models = [
        line.partition(":")[2].strip()
        for line in text.splitlines()
        if line.startswith("model name")
    ]
    return {"architecture": rctx.os.arch, "model": models[0] if models else rctx.os.arch}

def _cuda(rctx):
    """Describes the host's NVIDIA GPUs, or says that there is none."""
    smi = rctx.which("nvidia-smi")
    if not smi:
        return {"devices": [], "note": "no nvidia-smi on PATH"}
    result = rctx.execute(
        [smi, "--query-gpu=" + ",".join(_NVIDIA_QUERY), "--format=csv,noheader,nounits"],
        timeout = 60,
    )
    if result.return_code != 0:
        return {"devices": [], "note": (result.stdout + result.stderr).strip()}
    kinds = {}
    driver = ""
    for line in result.stdout.splitlines():
        fields = [field.strip() for field in line.split(",")]
        if len(fields) == len(_NVIDIA_QUERY):
            driver = fields[3]
            kinds[tuple(fields[:3])] = True

    # How many there are is left out: one more card of the same kind changes no verdict.
    return {
        "devices": [
            {"compute_capability": capability, "memory_mib": int(memory) if memory.isdigit() else None, "model": model}
            for model, capability, memory in sorted(kinds)
        ],
        "driver": driver,
    }

def _device_fingerprint_impl(rctx):
    override = rctx.getenv(_OVERRIDE) or ""
    if rctx.attr.device == "cuda" and rctx.path(_NVIDIA_DRIVER).exists:
        rctx.watch(_NVIDIA_DRIVER)
    content = {"device": rctx.attr.device, "schema": "flaggems.device-fingerprint/v1"}
    if override:
        if not rctx.path(override).exists:
            fail("{} = '{}': no such file; unset it to look at this machine".format(_OVERRIDE, override))
        declared = json.decode(rctx.read(override), default = None)
        if type(declared) != "dict":
            fail("{} = '{}': not a JSON object; unset it to look at this machine".format(_OVERRIDE, override))
        content.update(declared)
    else:
        content.update({"cpu": _cpu, "cuda": _cuda}[rctx.attr.device](rctx))
    rctx.file("fingerprint.json", json.encode_indent(content, indent = " ") + "\n")
    rctx.file("BUILD.bazel", """\
package(default_visibility = ["//visibility:public"])

exports_files(["fingerprint.json"])
""")

device_fingerprint = repository_rule(
    implementation = _device_fingerprint_impl,
    doc = """Describes the machine's device in `fingerprint.json`.

Model, compute capability, memory and driver are in it, so another model or driver means another action key;
the number of devices and their ids are not. The variable REFERENCE_DEVICE_FINGERPRINT names a JSON file that
stands for the machine's own description: a remote pool's, or a made-up one in a test. It is looked up again
when that file or the NVIDIA driver changes and when the Bazel server starts.
""",
    attrs = {
        "device": attr.string(
            doc = "The device, a value of `//rules/device:device`.",
            mandatory = True,
            values = ["cpu", "cuda"],
        ),
    },
    local = True,
)
