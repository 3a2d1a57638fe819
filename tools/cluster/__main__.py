# SPDX-License-Identifier: Apache-2.0
"""Command line of the local cluster; `tools/cluster/cluster --help` shows it."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

from . import provision
from .process import ClusterError
from .services import DEFAULT_WORKERS, Cluster, Settings, Worker, remove


def default_folder() -> Path:
    """Return the folder of the cluster that is meant when none is named."""
    # Not the cache: what is in it is data of one run. Not below a home folder, whose path may be long.
    return Path(tempfile.gettempdir()) / f"reference-cluster-{os.getuid()}"


def worker(text: str) -> Worker:
    """Read NAME:KEY=VALUE,KEY=VALUE."""
    name, _, pairs = text.partition(":")
    properties = dict(pair.partition("=")[::2] for pair in pairs.split(",") if pair)
    if not properties or not all(properties.values()):
        raise argparse.ArgumentTypeError(f"{text!r}: write NAME:KEY=VALUE,KEY=VALUE")
    return Worker(name, properties)


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    top = argparse.ArgumentParser(
        prog="cluster", description="A remote-execution cluster on the loopback interface."
    )
    commands = top.add_subparsers(dest="command", required=True)
    up = commands.add_parser(
        "up", help="start a cluster; everything it needs is fetched once into the cache folder"
    )
    up.add_argument(
        "--worker", action="append", type=worker, metavar="NAME:KEY=VALUE,…",
        help="an executor and what it advertises; repeatable; default: one CPU and one (fake) GPU worker",
    )  # fmt: skip
    up.add_argument(
        "--expose", action="append", default=[], metavar="PATH",
        help="a path that executors hold, such as an interpreter; needed where it lies in a closed folder",
    )  # fmt: skip
    up.add_argument("--queue-timeout", type=int, default=600, metavar="SECONDS", help="default: %(default)s")
    commands.add_parser("down", help="stop the cluster and delete its folder")
    commands.add_parser("status", help="show services, workers, memory and jobs; fails when a part is down")
    for action in ("stop", "kill", "start"):
        sub = commands.add_parser(action, help=f"{action} one worker")
        sub.add_argument("name")
    commands.add_parser("provision", help="fetch the programs into the cache folder and stop")
    for name, sub in commands.choices.items():
        if name != "provision":
            sub.add_argument("--dir", type=Path, default=default_folder(), help="default: %(default)s")
    return top


def show(cluster: Cluster) -> bool:
    """Print the state; False when a part is down."""
    memory = cluster.memory()
    print(f"{cluster.endpoint}, instance main, folder {cluster.folder}")
    expected = ["postgres", "store", "server", *(f"worker:{w.name}" for w in cluster.settings.workers)]
    for name in expected:
        state = f"{memory[name] / 1024:6.0f} MiB" if name in memory else "  down"
        print(f"  {name:16} {state}")
    if "postgres" in memory:
        print(f"  connected: {', '.join(cluster.connected_workers()) or 'none'}")
        # 1 is queued and 2 executing in BuildGrid's schema (google.longrunning stages less one).
        print(f"  jobs not done: {cluster.sql('select count(*) from jobs where stage < 4')}")
    return len(memory) == len(expected)


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = parser().parse_args(arguments)
    try:
        began = time.monotonic()
        tools = provision.provision()
        if options.command == "provision":
            print(f"provisioned in {time.monotonic() - began:.1f} s")
            return 0
        if options.command == "up":
            settings = Settings(
                workers=tuple(options.worker or DEFAULT_WORKERS),
                expose=tuple(options.expose),
                queue_timeout=options.queue_timeout,
            )
            cluster = Cluster(options.dir, tools, settings)
            laps = cluster.up()
            print("started:", ", ".join(f"{name} {seconds:.1f} s" for name, seconds in laps.items()))
            show(cluster)
            print(f"use it: bazel --bazelrc={cluster.folder}/bazelrc test --config=remote TARGETS")
            return 0
        cluster = Cluster.load(options.dir, tools)
        if options.command == "down":
            cluster.down()
            remove(cluster.folder)
        elif options.command == "status":
            return 0 if show(cluster) else 3
        elif options.command == "start":
            cluster.start_worker(options.name)
        else:
            how = signal.SIGKILL if options.command == "kill" else signal.SIGTERM
            if not cluster.running(f"worker:{options.name}"):
                raise ClusterError(f"no worker {options.name!r} runs")
            cluster.stop(f"worker:{options.name}", how)
    except ClusterError as error:
        print(f"cluster: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
