"""The repositories that look at this machine: interpreter, environments, device, executors."""

load("//rules/device:devices.bzl", "DEVICES")
load("//rules/device:executors.bzl", "reference_executors")
load("//rules/device:fingerprint.bzl", "device_fingerprint")
load("//rules/python:archive.bzl", "environment_archive")
load("//rules/python:interpreter.bzl", "reference_interpreter")
load("//rules/python:locked.bzl", "locked_environment")
load("//rules/python:system.bzl", "system_environment")
load("//rules/python:toolchain.bzl", "environment_toolchains")

# buildifier: disable=unnamed-macro
def reference_environments(
        interpreter = "",
        system_interpreter = "",
        flag_gems = ""):
    """Declare the repositories that `//rules/python` and `//rules/device` point to, and register their toolchains.

    None of them is fetched before a target needs it: a run on the locked CPU environment
    neither installs the CUDA one nor looks for a GPU.

    Args:
        interpreter: path of the interpreter of the locked environments. Empty: the variable
            REFERENCE_PYTHON, else the first CPython 3.11 or 3.12 on PATH.
        system_interpreter: path of the interpreter that already holds torch and triton, for
            `--//rules/python:environment=system`. Empty: the variable REFERENCE_SYSTEM_PYTHON,
            else the interpreter above.
        flag_gems: path of a FlagGems wheel or checkout to add to the system environment.
            Empty: the variable REFERENCE_FLAG_GEMS, else what the interpreter itself has.
    """
    reference_interpreter(
        name = "reference_interpreter",
        interpreter = interpreter,
    )
    locked_environment(
        name = "reference_env_cpu",
        builds = ["torch+cpu"],
        cuda_lock = Label("//rules/python:cuda.lock"),
        environment = "cpu",
        interpreter = "@reference_interpreter//:interpreter.json",
        lock = Label("//rules/python:cpu.lock"),
    )
    locked_environment(
        name = "reference_env_cuda",
        environment = "cuda",
        interpreter = "@reference_interpreter//:interpreter.json",
        lock = Label("//rules/python:cuda.lock"),
    )
    for device in DEVICES:
        environment_archive(
            name = "reference_archive_" + device,
            environment = "@reference_env_{}//:environment.json".format(device),
        )
    locked_environment(
        name = "reference_env_dev",
        base = "@reference_env_cpu//:environment.json",
        environment = "dev",
        interpreter = "@reference_interpreter//:interpreter.json",
        lock = Label("//rules/python:dev.lock"),
    )
    system_environment(
        name = "reference_env_system",
        flag_gems = flag_gems,
        interpreter = system_interpreter,
    )
    reference_executors(name = "reference_executors")
    device_fingerprint(
        name = "reference_device_cpu",
        device = "cpu",
    )
    device_fingerprint(
        name = "reference_device_cuda",
        device = "cuda",
    )
    environment_toolchains(name = "reference_environments")
    native.register_toolchains(
        "@reference_environments//:all",
        "@reference_interpreter//:toolchain",
    )
