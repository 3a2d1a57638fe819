# SPDX-License-Identifier: Apache-2.0
"""Fetches one blob from a content-addressed store: a disk cache, or a remote cache that speaks gRPC.

`curl` carries the gRPC call (one HTTP/2 request with one framed message), so that no gRPC package is needed.
Whatever comes back is trusted only if its length and SHA-256 are those asked for.
"""

from __future__ import annotations

import dataclasses
import hashlib
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import urllib.parse

_BLOB = re.compile(
    r"(?P<instance>(?:.*/)?)blobs/(?:(?P<function>[a-z0-9]+)/)?(?P<hash>[0-9a-f]{64})/(?P<size>\d+)"
)


class NotFetchedError(Exception):
    """A blob could not be had; the text says why in one line."""


@dataclasses.dataclass(frozen=True)
class Blob:
    """A blob named by a `bytestream://` address of the build-event protocol."""

    authority: str
    resource: str
    digest: str
    size: int


def parse_uri(uri: str) -> Blob:
    """Parses `bytestream://HOST[:PORT]/[INSTANCE/]blobs/SHA256/SIZE`.

    Raises:
        NotFetchedError: if the address is another kind of address.
    """
    parts = urllib.parse.urlsplit(uri)
    found = _BLOB.fullmatch(urllib.parse.unquote(parts.path.lstrip("/")))
    if parts.scheme != "bytestream" or not found or found["function"] not in (None, "sha256"):
        raise NotFetchedError(f"{uri[:200]} is no bytestream address of a SHA-256 blob")
    return Blob(parts.netloc, found[0], found["hash"], int(found["size"]))


def _field(number: int, value: bytes) -> bytes:
    """Encodes one length-delimited field of a protocol buffer."""
    length, head = len(value), bytearray([number << 3 | 2])
    while length > 0x7F:
        head.append(length & 0x7F | 0x80)
        length >>= 7
    head.append(length)
    return bytes(head) + value


def _messages(body: bytes) -> list[bytes]:
    """Splits a gRPC response into its messages."""
    messages, at = [], 0
    while at < len(body):
        if len(body) - at < 5:
            raise NotFetchedError("the answer is cut off")
        compressed, length = struct.unpack_from(">BI", body, at)
        at += 5
        if compressed or len(body) - at < length:
            raise NotFetchedError("the answer is cut off or compressed")
        messages.append(body[at : at + length])
        at += length
    return messages


def _data(message: bytes) -> bytes:
    """Reads the bytes of a ReadResponse (its field 10)."""
    if not message:
        return b""
    if message[0] != 10 << 3 | 2:
        raise NotFetchedError("the answer is no ReadResponse")
    length = shift = 0
    for at, byte in enumerate(message[1:11], 1):
        length |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return message[at + 1 : at + 1 + length]
    raise NotFetchedError("the answer is no ReadResponse")


def _checked(blob: Blob, data: bytes, source: str) -> bytes:
    if len(data) != blob.size or hashlib.sha256(data).hexdigest() != blob.digest:
        raise NotFetchedError(f"{source} gave other bytes than blob {blob.digest[:12]} of {blob.size} bytes")
    return data


class Fetcher:
    """Fetches blobs; remembers an endpoint that does not answer, so that a thousand blobs do not wait for it.

    Args:
        disk_caches: Folders given to Bazel as `--disk_cache`.
        secure: Whether the endpoint speaks TLS (`grpcs://`).
        headers: Headers for each request, as `KEY=VALUE`, like Bazel's `--remote_header`.
        timeout_s: Longest time for one blob, seconds.
    """

    def __init__(
        self,
        disk_caches: tuple[pathlib.Path, ...] = (),
        secure: bool = False,
        headers: tuple[str, ...] = (),
        timeout_s: float = 60.0,
    ):
        self._disk_caches = disk_caches
        self._secure = secure
        self._headers = headers
        self._timeout_s = timeout_s
        self._dead: dict[str, str] = {}

    def fetch(self, uri: str) -> bytes:
        """Fetches the blob at a `bytestream://` address.

        Raises:
            NotFetchedError: if it cannot be had.
        """
        blob = parse_uri(uri)
        for cache in self._disk_caches:
            path = cache / "cas" / blob.digest[:2] / blob.digest
            if path.is_file():
                return _checked(blob, path.read_bytes(), str(path))
        if blob.authority in self._dead:
            raise NotFetchedError(self._dead[blob.authority])
        return _checked(blob, self._call(blob), blob.authority)

    def _call(self, blob: Blob) -> bytes:
        curl = shutil.which("curl")
        if not curl:
            raise NotFetchedError("curl is not installed, and it fetches from a remote cache")
        request = _field(1, blob.resource.encode())
        url = f"{'https' if self._secure else 'http'}://{blob.authority}/google.bytestream.ByteStream/Read"
        # The settings go through a file: a header may hold a credential, and a command line is public.
        settings = [
            "silent",
            "show-error",
            "http2" if self._secure else "http2-prior-knowledge",
            'request = "POST"',
            "connect-timeout = 5",
            f"max-time = {self._timeout_s}",
            *(
                f"header = {_quoted(text)}"
                for text in (
                    "content-type: application/grpc",
                    "te: trailers",
                    "expect:",
                    *(header.replace("=", ": ", 1) for header in self._headers),
                )
            ),
            f"url = {_quoted(url)}",
        ]
        with tempfile.TemporaryDirectory(prefix="collect-") as name:
            folder = pathlib.Path(name)
            body, answer, headers = folder / "request", folder / "answer", folder / "headers"
            body.write_bytes(struct.pack(">BI", 0, len(request)) + request)
            settings += [
                f"data-binary = {_quoted('@' + str(body))}",
                f"output = {_quoted(str(answer))}",
                f"dump-header = {_quoted(str(headers))}",
            ]
            # The first argument keeps a user's own curlrc out.
            done = subprocess.run(
                [curl, "-q", "--config", "-"],
                input="\n".join(settings).encode(),
                capture_output=True,
                check=False,
            )
            if done.returncode:
                message = done.stderr.decode("utf-8", "replace").strip().splitlines()
                reason = (
                    f"{blob.authority}: {message[-1] if message else f'curl ended with {done.returncode}'}"
                )
                # 5, 6, 7: no proxy, no such host, no connection; 28: time-out; 35, 60: TLS.
                if done.returncode in (5, 6, 7, 28, 35, 60):
                    self._dead[blob.authority] = reason
                raise NotFetchedError(reason)
            told = headers.read_text("utf-8", "replace") if headers.exists() else ""
            status = re.findall(r"^grpc-status:\s*(\d+)", told, re.MULTILINE | re.IGNORECASE)
            if status and status[-1] != "0":
                text = re.findall(r"^grpc-message:\s*(.*)", told, re.MULTILINE | re.IGNORECASE)
                said = urllib.parse.unquote(text[-1].strip()) if text else ""
                raise NotFetchedError(f"{blob.authority}: gRPC status {status[-1]} {said}".strip())
            data = answer.read_bytes() if answer.exists() else b""
        return b"".join(_data(message) for message in _messages(data))


def _quoted(text: str) -> str:
    """Quotes a value for a curl settings file."""
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "").replace("\n", "")
    return f'"{text}"'
