# SPDX-License-Identifier: Apache-2.0
"""Fetching against a real gRPC server (grpcio), with the client that users have: curl."""

import concurrent.futures
import hashlib
import json

import grpc
import pytest

from tests.collect.samples import H200, Events, Shot, label, report
from tools.collect.events import find_in_events
from tools.collect.fetch import Fetcher, NotFetchedError, parse_uri
from tools.collect.merge import merge


class Store:
    """A ByteStream service that holds some blobs; `chunk` bytes a message."""

    def __init__(self, chunk=1 << 16, spoil=False):
        self.blobs = {}
        self.chunk = chunk
        self.spoil = spoil
        self.calls = 0
        self.metadata = {}

    def add(self, data):
        name = f"main/blobs/{hashlib.sha256(data).hexdigest()}/{len(data)}"
        self.blobs[name] = data
        return name

    def read(self, request, context):
        self.calls += 1
        self.metadata = dict(context.invocation_metadata())
        # ReadRequest.resource_name is field 1, and short enough for a length of two bytes.
        start = 2 if request[1] < 0x80 else 3
        name = request[start:].decode()
        if name not in self.blobs:
            context.abort(grpc.StatusCode.NOT_FOUND, f"no blob {name}: 100% gone")
        data = self.blobs[name]
        if self.spoil:
            data = data[:-1] + b"?"
        for at in range(0, max(len(data), 1), self.chunk):
            part = data[at : at + self.chunk]
            length, size = len(part), bytearray()
            while length > 0x7F:
                size.append(length & 0x7F | 0x80)
                length >>= 7
            size.append(length)
            yield b"\x52" + bytes(size) + part


@pytest.fixture
def serve():
    """Starts a server for a store; gives its address."""
    servers = []

    def start(store):
        server = grpc.server(concurrent.futures.ThreadPoolExecutor(4))
        server.add_generic_rpc_handlers(
            (
                grpc.method_handlers_generic_handler(
                    "google.bytestream.ByteStream",
                    {"Read": grpc.unary_stream_rpc_method_handler(store.read)},
                ),
            )
        )
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        servers.append(server)
        return f"127.0.0.1:{port}"

    yield start
    for server in servers:
        server.stop(None).wait()


@pytest.mark.parametrize("size", [0, 1, 127, 128, 70_000, 3_000_000])
def test_a_blob_arrives_whole(serve, size):
    store = Store()
    data = bytes(number * 31 % 251 for number in range(size))
    address = serve(store)
    assert Fetcher().fetch(f"bytestream://{address}/{store.add(data)}") == data


def test_headers_reach_the_server(serve):
    store = Store()
    uri = f"bytestream://{serve(store)}/{store.add(b'x')}"
    Fetcher(headers=('x-token=a=b "quoted"',)).fetch(uri)
    assert store.metadata["x-token"] == 'a=b "quoted"'


def test_a_blob_that_is_gone_is_named_with_the_servers_words(serve):
    store = Store()
    uri = f"bytestream://{serve(store)}/main/blobs/{'0' * 64}/5"
    with pytest.raises(NotFetchedError, match=r"gRPC status 5 no blob .*100% gone"):
        Fetcher().fetch(uri)


def test_other_bytes_than_asked_for_are_refused(serve):
    store = Store(spoil=True)
    uri = f"bytestream://{serve(store)}/{store.add(b'abc')}"
    with pytest.raises(NotFetchedError, match="other bytes"):
        Fetcher().fetch(uri)


def test_an_endpoint_that_does_not_answer_is_asked_once():
    fetcher = Fetcher()
    for _ in range(2):
        with pytest.raises(NotFetchedError, match=r"127\.0\.0\.1:1"):
            fetcher.fetch(f"bytestream://127.0.0.1:1/blobs/{'0' * 64}/5")


@pytest.mark.parametrize(
    "uri",
    ["file:///x", "bytestream://h/blobs/xyz/1", f"bytestream://h/blobs/{'0' * 64}/x", "bytestream://h/"],
)
def test_another_address_is_refused(uri):
    with pytest.raises(NotFetchedError):
        parse_uri(uri)


def test_a_digest_function_and_an_instance_are_understood():
    digest = "a" * 64
    assert (
        parse_uri(f"bytestream://h:1/a/b/blobs/sha256/{digest}/7").resource == f"a/b/blobs/sha256/{digest}/7"
    )
    assert parse_uri(f"bytestream://h/blobs/{digest}/7").size == 7


def test_reports_of_a_run_with_minimal_downloads_are_fetched(serve, tmp_path):
    store = Store()
    address = serve(store)
    events = Events(f"--remote_executor=grpc://{address}", "--remote_download_outputs=minimal")
    environment = store.add(json.dumps(H200).encode())
    for name in ("abs", "neg", "gone"):
        document = store.add(json.dumps(report(name, [Shot("float32")])).encode())
        events.configured(label(name), "reference")
        events.completed(label(name))
        outputs = {
            "test.outputs__reference.json": f"bytestream://{address}/{document}",
            "test.outputs__environment.json": f"bytestream://{address}/{environment}",
        }
        events.result(label(name), "PASSED", outputs)
        events.summary(label(name), "PASSED")
    del store.blobs[document]
    events.finish()
    merged = merge(find_in_events(events.write(tmp_path / "bep.json"), "bep.json"))
    assert {target.label: target.ok for target in merged.targets} == {
        label("abs"): True,
        label("neg"): True,
        label("gone"): False,
    }
    assert {target.device for target in merged.targets} == {"NVIDIA H200"}
    (gone,) = [target for target in merged.targets if not target.ok]
    assert "report not downloaded" in gone.why[0]
