# SPDX-License-Identifier: Apache-2.0
"""A remote-execution cluster on the loopback interface: PostgreSQL, CAS, BuildGrid and its workers."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .process import ClusterError, Process, die_with_parent, listens, memory_kib, pids, wait_until
from .provision import INTERPRETER, Tools

INSTANCE = "main"
TEMPLATE = Path(__file__).with_name("buildgrid.yml.in")
CONTAIN = Path(__file__).with_name("contain.py")

# Two users, so that no test can write to what a service stores: casd hands out its files by hard link, and
# only to another user than its own.
SERVICE_USER = "daemon"
TEST_USER = "nobody"

# Variable by which processes of a cluster are recognised.
MARK = "REFERENCE_CLUSTER"

# A worker's own environment, which buildbox-run-hosttools lets a test inherit; docs/remote.md lists it.
WORKER_PATH = "/usr/local/bin:/usr/bin:/bin"


@dataclass(frozen=True)
class Worker:
    """One executor: the properties it advertises and how it was started.

    Attributes:
        name: its host name, bot id and, in tests, the value of RBE_WORKER.
        properties: platform properties that it offers.
        lacks: programs of this machine, by path, that are not on this executor.
    """

    name: str
    properties: Mapping[str, str]
    lacks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a name that is no host name."""
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,30}", self.name):
            raise ClusterError(
                f"worker name {self.name!r}: use lower-case letters, digits and '-', at most 31"
            )


DEFAULT_WORKERS = (
    Worker("cpu0", {"OSFamily": "Linux", "Pool": "cpu"}),
    Worker("gpu0", {"OSFamily": "Linux", "Pool": "gpu", "gpu": "fake"}),
)


@dataclass(frozen=True)
class Settings:
    """What a cluster is made of.

    Attributes:
        workers: the executors.
        expose: paths that executors hold beside the system's own, such as an interpreter in a home folder.
        queue_timeout: seconds after which a job that no worker took is given up; above any honest queue.
        keepalive: seconds after which a silent worker is taken for dead and its job given to another.
        store_tmpfs: size of a tmpfs for the CAS, such as `64m`, or None for a folder.
        quota: upper bound of each casd's store.
        reserved: free disk space that a casd leaves alone.
    """

    workers: tuple[Worker, ...] = DEFAULT_WORKERS
    expose: tuple[str, ...] = ()
    queue_timeout: int = 600
    keepalive: int = 20
    store_tmpfs: str | None = None
    quota: str = "8G"
    reserved: str = "1G"

    def pools(self) -> dict[str, dict[str, str]]:
        """Return the properties of the pools: of the first worker named `cpu…` and the first named `gpu…`."""
        found: dict[str, dict[str, str]] = {}
        for worker in self.workers:
            for pool, prefix in (("cpu", "cpu"), ("cuda", "gpu")):
                if worker.name.startswith(prefix):
                    found.setdefault(pool, dict(worker.properties))
        return found

    def as_json(self) -> dict[str, Any]:
        """Return JSON values from which `from_json` makes an equal object."""
        value = dict(vars(self))
        value["workers"] = [
            {"name": w.name, "properties": dict(w.properties), "lacks": list(w.lacks)} for w in self.workers
        ]
        return value

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Settings:
        """Make settings from what `as_json` returned."""
        fields = dict(value)
        fields["workers"] = tuple(
            Worker(w["name"], w["properties"], tuple(w["lacks"])) for w in value["workers"]
        )
        fields["expose"] = tuple(value["expose"])
        return cls(**fields)


@dataclass
class Cluster:
    """A cluster in one folder; its state file lets another process ask after it or stop it.

    Attributes:
        folder: holds everything: data, logs, sockets, the state file and a bazelrc.
        tools: the provisioned programs.
        settings: see Settings.
        port: of BuildGrid on 127.0.0.1.
        bound: whether all of it ends with the process that starts it, however that ends.
        processes: by service name (`postgres`, `store`, `server`, `worker:<name>`) the init of its namespace.
    """

    folder: Path
    tools: Tools
    settings: Settings = field(default_factory=Settings)
    port: int = 0
    bound: bool = False
    processes: dict[str, Process] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the folder: socket paths are bounded by 107 bytes."""
        self.folder = self.folder.absolute()
        longest = max(len(w.name) for w in self.settings.workers) if self.settings.workers else 0
        if len(str(self.folder)) + len("/w//casd.sock") + longest > 107:
            raise ClusterError(f"{self.folder}: too long for a Unix socket in it; choose a shorter --dir")

    @property
    def endpoint(self) -> str:
        """The address for Bazel's --remote_executor."""
        return f"grpc://127.0.0.1:{self.port}"

    @property
    def state_file(self) -> Path:
        """Where the state is kept for other processes."""
        return self.folder / "cluster.json"

    def save(self) -> None:
        """Write the state file, whole or not at all."""
        state = {
            "endpoint": self.endpoint,
            "instance": INSTANCE,
            "port": self.port,
            "settings": self.settings.as_json(),
            "processes": {name: p.as_json() for name, p in self.processes.items()},
        }
        temporary = self.state_file.with_suffix(".tmp")
        temporary.write_text(json.dumps(state, indent=2) + "\n")
        temporary.replace(self.state_file)

    @classmethod
    def load(cls, folder: Path, tools: Tools) -> Cluster:
        """Find the cluster that another process started in a folder."""
        try:
            state = json.loads((folder / "cluster.json").read_text())
        except FileNotFoundError:
            raise ClusterError(f"no cluster in {folder}") from None
        processes = {name: Process(**p) for name, p in state["processes"].items()}
        settings = Settings.from_json(state["settings"])
        return cls(folder, tools, settings, state["port"], processes=processes)

    def up(self) -> dict[str, float]:
        """Start everything and wait until each worker has registered.

        Returns:
            Seconds each part took.

        Raises:
            ClusterError: something did not start; all that was started has been stopped again.
        """
        laps: dict[str, float] = {}
        if self.state_file.exists() and any(
            p.alive() for p in Cluster.load(self.folder, self.tools).processes.values()
        ):
            raise ClusterError(f"a cluster runs in {self.folder} already; stop it, or choose another --dir")
        self._folders()
        try:
            for name, start in (
                ("postgres", self.start_postgres),
                ("store", self.start_store),
                ("server", self.start_server),
                ("workers", self.start_workers),
            ):
                began = time.monotonic()
                start()
                laps[name] = round(time.monotonic() - began, 2)
        except BaseException:
            self.down()
            raise
        return laps

    def down(self) -> None:
        """Stop everything that runs, workers first; each is killed when it does not end by itself."""
        order = sorted(self.processes, key=lambda n: ("worker" not in n, n == "postgres", n == "store"))
        workers = [self.processes[n] for n in order if n.startswith("worker:")]
        for process in workers:
            process.send(signal.SIGTERM)
        problems = []
        for name in order:
            try:
                self.processes.pop(name).stop(grace=10.0)
            except ClusterError as error:
                problems.append(f"{name}: {error}")
        # An unshare(1) ends a moment after the namespace that it made.
        try:
            wait_until(lambda: not self.leftovers(), 10, "all processes end")
        except ClusterError:
            problems.append(f"processes {self.leftovers()} are left")
        if problems:
            raise ClusterError(f"the cluster in {self.folder} was not stopped cleanly: {'; '.join(problems)}")
        if self.folder.exists():
            self.save()

    def __enter__(self) -> Cluster:
        """Start the cluster."""
        self.up()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop it."""
        self.down()

    def start_postgres(self) -> None:
        """Make the database, with no durability, and start its server on a Unix socket only."""
        data = self.folder / "pg" / "data"
        if not data.exists():
            initdb = [self.tools.postgres / "initdb", "-D", data, "-A", "trust", "-U", "bgd", "--no-sync"]
            self._once("initdb", [*initdb, "--no-instructions", "-E", "UTF8", "--locale=C"])
        settings = ["listen_addresses=", "fsync=off", "full_page_writes=off", "synchronous_commit=off"]
        settings += [f"unix_socket_directories={self.folder}/pg", "dynamic_shared_memory_type=mmap"]
        arguments = [part for setting in settings for part in ("-c", setting)]
        # SIGINT is PostgreSQL's fast shutdown: it does not wait for clients to leave.
        self._start(
            "postgres",
            [self._command("postgres", [self.tools.postgres / "postgres", "-D", data, *arguments])],
            stop_signal=signal.SIGINT,
        )
        self._await("postgres", self._database_answers, "PostgreSQL answers")
        if not self.sql("select 1 from pg_database where datname = 'bgd'", database="postgres"):
            self.sql("create database bgd", database="postgres")
            self._once("migrate", [*self.tools.bgd, "migrate", "apply", self._database_url()])

    def start_store(self) -> None:
        """Start the casd that keeps blobs and action results; both outlive a restart of the server."""
        self._folder(self.folder / "store", self.service_uid)
        self._start(
            "store",
            [
                self._command(
                    "store",
                    [
                        self.tools.buildbox / "buildbox-casd",
                        f"--bind=unix:{self.folder}/store.sock",
                        f"--local-server-instance={INSTANCE}",
                        f"--quota-high={self.settings.quota}",
                        f"--reserved={self.settings.reserved}",
                        "--log-level=warning",
                        self.folder / "store",
                    ],
                )
            ],
            tmpfs=self.settings.store_tmpfs and (self.folder / "store", self.settings.store_tmpfs),
        )
        self._await("store", lambda: _accepts(self.folder / "store.sock"), "the CAS accepts connections")

    def start_server(self) -> None:
        """Start BuildGrid, on the port it had before if it had one."""
        with contextlib.ExitStack() as stack:
            if not self.port:
                self.port = stack.enter_context(_free_port())
            config = self.folder / "buildgrid.yml"
            config.write_text(self._buildgrid_config())
            self._start(
                "server", [self._command("server", [*self.tools.bgd, "server", "start", "-v", config])]
            )
            self._await("server", self._server_listens, "BuildGrid listens on its port", seconds=60)
        pools = self.folder / "executors.json"
        pools.write_text(json.dumps(self.settings.pools(), indent=1) + "\n")
        (self.folder / "bazelrc").write_text(
            f"common:remote --remote_executor={self.endpoint}\n"
            f"common:remote --repo_env=REFERENCE_EXECUTORS={pools}\n"
            f"common:remote --remote_instance_name={INSTANCE}\n"
            # BuildGrid takes 300 calls at once and refuses more; one connection carries 100.
            "common:remote --remote_max_connections=2\n"
            # Twice the executors: enough to keep them busy, and a short queue.
            f"common:remote --jobs={2 * max(1, len(self.settings.workers))}\n"
        )

    def start_workers(self) -> None:
        """Start all workers that do not run and wait until BuildGrid has met them."""
        for worker in self.settings.workers:
            if not self.running(f"worker:{worker.name}"):
                self.start_worker(worker.name, wait=False)
        for worker in self.settings.workers:
            self._await_worker(worker.name)

    def start_worker(self, name: str, wait: bool = True) -> None:
        """Start one worker: a casd and a buildbox-worker in namespaces of their own.

        They are started again when one of them ends (buildbox-worker does so when its server is away for
        long), but not when the init of their namespace is killed: that is the loss of a machine.
        """
        worker = next((w for w in self.settings.workers if w.name == name), None)
        if worker is None:
            raise ClusterError(
                f"no worker {name!r}; there are {', '.join(w.name for w in self.settings.workers)}"
            )
        home = self.folder / "w" / name
        cache, temporary, environments = home / "cache", home / "tmp", home / "environments"
        for path in (home, cache):
            self._folder(path, self.service_uid)
        for path in (temporary, environments):
            self._folder(path, self.test_uid)
        casd = self._command(f"{name}-casd", [
            self.tools.buildbox / "buildbox-casd", f"--cas-remote=grpc://127.0.0.1:{self.port}",
            f"--cas-instance={INSTANCE}", "--cas-retry-limit=10", f"--bind=unix:{home}/casd.sock",
            "--unix-socket-mode=0777", f"--quota-high={self.settings.quota}",
            f"--reserved={self.settings.reserved}", "--log-level=warning", cache,
        ])  # fmt: skip
        casd["ready"] = f"{home}/casd.sock"
        bot = self._command(f"{name}-worker", [
            self.tools.buildbox / "buildbox-worker", f"--bots-remote=grpc://127.0.0.1:{self.port}",
            f"--bots-instance={INSTANCE}", "--bots-retry-limit=20", f"--cas-remote=unix:{home}/casd.sock",
            "--cas-instance=", f"--buildbox-run={self.tools.buildbox}/buildbox-run-hosttools",
            "--runner-arg=--staging-mode=copy-or-link",
            # A test that is out of time gets SIGTERM and these seconds to write its report.
            "--runner-arg=--graceful-shutdown-seconds=10",
            "--concurrent-jobs=1", "--max-wait-time=10", "--log-level=info",
            *(part for pair in worker.properties.items() for part in ("--platform", "=".join(pair))), name,
        ], uid=self.test_uid)  # fmt: skip
        bot["env"] = {
            "PATH": WORKER_PATH,
            "HOME": "/nonexistent",
            "LANG": "C.UTF-8",
            "TMPDIR": str(temporary),
            "RBE_WORKER": name,
            # The runner's, for Python environments that it unpacks: they go with the cluster.
            "FLAGGEMS_REFERENCE_CACHE": str(environments),
        }
        with contextlib.suppress(FileNotFoundError):
            (home / "casd.sock").unlink()
        self._start(f"worker:{name}", [casd, bot], hostname=name, restart=True, hide=worker.lacks)
        if wait:
            self._await_worker(name)

    def stop(self, name: str, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop a service by its name in `processes`; SIGKILL takes all of its processes at once."""
        self.processes.pop(name).stop(how, grace=10.0)
        self.save()

    def stop_workers(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop all workers that run; without their server they take 10 s and more to end by themselves."""
        for name in [n for n in self.processes if n.startswith("worker:")]:
            self.stop(name, how)

    def wipe_store(self) -> None:
        """Delete all blobs but keep the action results: what an eviction leaves behind."""
        self.stop("store")
        shutil.rmtree(self.folder / "store" / "cas" / "objects")
        self.start_store()

    def running(self, name: str) -> bool:
        """Say whether a service runs."""
        return name in self.processes and self.processes[name].alive()

    def sql(self, query: str, database: str = "bgd") -> str:
        """Ask the database and return the unaligned, tuples-only answer."""
        command = [
            self.tools.postgres / "psql",
            "-h",
            self.folder / "pg",
            "-U",
            "bgd",
            "-d",
            database,
            "-XAtqc",
            query,
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=30)
        if done.returncode:
            raise ClusterError(f"psql: {done.stderr.strip()}")
        return done.stdout.strip()

    def connected_workers(self) -> list[str]:
        """Return the names of the workers which BuildGrid counts as alive."""
        return self.sql("select distinct bot_id from bots where bot_status = 1 order by 1").split()

    def memory(self) -> dict[str, int]:
        """Return the memory of each running service in KiB (proportional set size, children included)."""
        return {
            name: sum(memory_kib(pid) for pid in [p.pid, *p.descendants()])
            for name, p in self.processes.items()
            if p.alive()
        }

    def leftovers(self) -> list[int]:
        """Return the pids of all processes of this cluster, known or not; tests are not among them.

        A test cannot outlive its worker, since the kernel ends a pid namespace with its init.
        """
        wanted = f"{MARK}={self.folder}\0".encode()
        found = []
        for pid in pids():
            with contextlib.suppress(OSError):
                if wanted in Path(f"/proc/{pid}/environ").read_bytes():
                    found.append(pid)
        return found

    def cas_bytes(self) -> int:
        """Return the bytes of all blobs in the store."""
        return sum(
            f.stat().st_size for f in (self.folder / "store" / "cas" / "objects").rglob("*") if f.is_file()
        )

    def log(self, name: str, lines: int = 15) -> str:
        """Return the end of a service's log."""
        try:
            return "\n".join((self.folder / "log" / name).read_text(errors="replace").splitlines()[-lines:])
        except FileNotFoundError:
            return "(no log)"

    @property
    def root(self) -> bool:
        """Whether users can be changed and closed paths be exposed."""
        return os.geteuid() == 0

    @property
    def service_uid(self) -> int:
        """The user of the services."""
        return pwd.getpwnam(SERVICE_USER).pw_uid if self.root else os.geteuid()

    @property
    def test_uid(self) -> int:
        """The user of the tests."""
        return pwd.getpwnam(TEST_USER).pw_uid if self.root else os.geteuid()

    def _folders(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o755)
        for name in ("log", "hold"):
            (self.folder / name).mkdir(exist_ok=True)
        for name in ("pg", "store"):
            self._folder(self.folder / name, self.service_uid)
        (self.folder / "w").mkdir(exist_ok=True)
        # casd makes its socket in the cluster's folder itself.
        if self.root:
            os.chown(self.folder, self.service_uid, -1)

    def _folder(self, path: Path, uid: int) -> None:
        path.mkdir(exist_ok=True, mode=0o755)
        if self.root:
            os.chown(path, uid, uid)

    def _command(self, log: str, argv: list[Any], uid: int | None = None) -> dict[str, Any]:
        return {
            "argv": [str(part) for part in argv],
            "env": {
                "PATH": WORKER_PATH,
                "HOME": "/nonexistent",
                "LANG": "C.UTF-8",
                "PYTHONPATH": self.tools.python_path,
                MARK: str(self.folder),
            },
            "log": str(self.folder / "log" / log),
            "uid": self.service_uid if uid is None else uid,
        }

    def _start(
        self,
        name: str,
        commands: list[dict[str, Any]],
        hostname: str = "localhost",
        restart: bool = False,
        stop_signal: signal.Signals = signal.SIGTERM,
        tmpfs: tuple[Path, str] | None = None,
        hide: tuple[str, ...] = (),
    ) -> None:
        """Start a service in namespaces of its own and remember the init of its pid namespace."""
        spec = {
            "commands": commands,
            "root": self.root,
            "hostname": hostname,
            "restart": restart,
            "stop_signal": int(stop_signal),
            "hide": hide,
            "holding": str(self.folder / "hold"),
            "expose": [
                (str(self.folder), True),
                *((str(p), False) for p in (*self.tools.roots, *self.settings.expose)),
            ],
            "tmpfs": [(str(tmpfs[0]), f"size={tmpfs[1]},mode=0755,uid={self.service_uid}")] if tmpfs else [],
        }
        user = [] if self.root else ["--user", "--map-current-user", "--keep-caps"]
        command = [
            "unshare",
            *user,
            "--mount",
            "--uts",
            "--ipc",
            "--pid",
            "--fork",
            "--kill-child=KILL",
            "--mount-proc",
        ]
        log = self.folder / "log" / f"{name.replace(':', '-')}-init"
        with open(log, "ab") as out:
            outer = subprocess.Popen(
                [*command, "--", INTERPRETER, "-IB", str(CONTAIN), json.dumps(spec)],
                stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True,
                env={"PATH": os.environ.get("PATH", WORKER_PATH), MARK: str(self.folder)},
                preexec_fn=die_with_parent if self.bound else None,
            )  # fmt: skip
        inner: list[int] = []

        def forked() -> bool:
            if outer.poll() is not None:
                raise ClusterError(f"{name} did not start:\n{self.log(log.name)}")
            inner[:] = Process.of(outer.pid).descendants()[:1]
            return bool(inner)

        wait_until(forked, 10, f"the namespaces of {name}", poll=0.01)
        self.processes[name] = Process.of(inner[0])
        self.save()

    def _once(self, name: str, argv: list[Any]) -> None:
        """Run a program of the services to its end."""
        self._start(name, [self._command(name, argv)])
        process = self.processes.pop(name)
        if not process.wait(120):
            process.stop()
            raise ClusterError(f"{name} took more than 120 s:\n{self.log(name)}")
        if name == "initdb" and not (self.folder / "pg" / "data" / "PG_VERSION").exists():
            raise ClusterError(f"initdb failed:\n{self.log(name)}")
        if name == "migrate" and self.sql("select to_regclass('bots')") != "bots":
            raise ClusterError(f"the database schema could not be made:\n{self.log(name)}")

    def _await(self, name: str, condition: Any, what: str, seconds: float = 30) -> None:
        def ready() -> bool:
            if not self.running(name):
                raise ClusterError(
                    f"{name} ended before {what}:\n{self.log(name)}\n{self.log(name + '-init')}"
                )
            return bool(condition())

        wait_until(ready, seconds, what)

    def _await_worker(self, name: str) -> None:
        service = f"worker:{name}"

        def ready() -> bool:
            if not self.running(service):
                raise ClusterError(
                    f"worker {name} ended:\n{self.log(name + '-worker')}\n{self.log(f'worker-{name}-init')}"
                )
            return name in self.connected_workers()

        wait_until(ready, 30, f"worker {name} registers with BuildGrid", poll=0.1)

    def _database_answers(self) -> bool:
        try:
            return self.sql("select 1", database="postgres") == "1"
        except ClusterError:
            return False

    def _server_listens(self) -> bool:
        # That the port accepts connections says nothing: another program may have it.
        return listens(self.port, self.processes["server"].descendants())

    def _database_url(self) -> str:
        return f"postgresql+psycopg2://bgd@/bgd?host={self.folder}/pg"

    def _buildgrid_config(self) -> str:
        labels = []
        for worker in self.settings.workers:
            pairs = ", ".join(
                f"[{json.dumps(k)}, {json.dumps(v)}]" for k, v in sorted(worker.properties.items())
            )
            entry = f"          - {{label: {json.dumps(worker.name)}, properties: [{pairs}]}}"
            labels.append(entry)
        values = {
            "PORT": str(self.port),
            "STORE": f"unix:{self.folder}/store.sock",
            "DATABASE": self._database_url(),
            "QUEUE_TIMEOUT": str(self.settings.queue_timeout),
            "KEEPALIVE": str(self.settings.keepalive),
            "LABELS": "\n".join(labels),
            "INSTANCE": INSTANCE,
        }
        return re.sub(r"@([A-Z_]+)@", lambda m: values[m[1]], TEMPLATE.read_text())


def _accepts(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as s:
        s.settimeout(1.0)
        try:
            s.connect(str(path))
        except OSError:
            return False
    return True


@contextlib.contextmanager
def _free_port() -> Iterator[int]:
    """Give a free port of 127.0.0.1, kept from other clusters of this user until it is in use."""
    lock_path = Path(f"/tmp/reference-cluster-{os.getuid()}.lock")
    with open(lock_path, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        yield port


def remove(folder: Path) -> None:
    """Delete a stopped cluster's folder; a store holds read-only folders."""

    def writable(_function: Any, path: str, _error: Any) -> None:
        os.chmod(os.path.dirname(path), 0o700)
        os.remove(path)

    shutil.rmtree(folder, onerror=writable)
