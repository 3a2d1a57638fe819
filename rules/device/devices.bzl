"""The devices that a baseline can run on; one more vendor is one more entry here and in runner/device.py."""

DEVICES = [
    "cpu",
    "cuda",
]

# A node with such a tag runs on these devices only.
REQUIRES = {
    "requires-gpu-nvidia": ["cuda"],
}
