"""Starts `adcore serve` for tests, each with a data directory, port and database of its own.

Environment:
  ADCORE_BIN             the executable (default build/adcore)
  ADCORE_TEST_DATABASE   `sqlite` (default), or a postgresql:// address under which each server
                         gets a fresh database, dropped afterwards
  ADCORE_WRAPPER         words put before `adcore serve` (valgrind …); widens every deadline
  ADCORE_TEST_SCALE      factor for every deadline (default 1; 10 with a wrapper; 5 with
                         ADCORE_TEST_SLOW, which the instrumented builds set)
  ADCORE_TEST_KEEP       keep the data directories and say where they are
"""

import contextlib
import fcntl
import json
import os
import random
import re
import shlex
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import adcore_client
import adcore_sandbox

ROOT = Path(__file__).resolve().parents[3]
BINARY = Path(os.environ.get("ADCORE_BIN") or ROOT / "build" / "adcore").resolve()
WRAPPER = shlex.split(os.environ.get("ADCORE_WRAPPER", ""))
SCALE = float(
    os.environ.get("ADCORE_TEST_SCALE")
    or (10 if WRAPPER else 5 if os.environ.get("ADCORE_TEST_SLOW") else 1)
)

ALL_SCOPES = [
    "campaigns:read",
    "campaigns:write",
    "ads:read",
    "ads:write",
    "keywords:read",
    "keywords:write",
    "assets:read",
    "assets:write",
    "businesses:read",
    "businesses:write",
    "reports:read",
    "sync:read",
    "sync:write",
]
TOKEN_RE = re.compile(r"^adcore_(live|test)_([a-z0-9]{16})_([A-Za-z0-9_-]{43})$")
SANITIZER_RE = re.compile(
    r"runtime error:|ERROR: \w+Sanitizer|WARNING: ThreadSanitizer|"
    r"ERROR SUMMARY: [1-9]\d* errors"
)

_counter = [0]


def wait_for(what, seconds, step=0.01):
    """Polls `what` until it returns a true value. Returns the value, or None at the deadline.
    The deadline is for a test that hangs: a machine that is busy with other stages may take four
    times `seconds`."""
    end = time.monotonic() + 4 * seconds * SCALE
    while True:
        value = what()
        if value:
            return value
        if time.monotonic() >= end:
            return None
        time.sleep(step)


class PortLease:
    """A port outside the ephemeral range, held by a lock file while the server uses it (servers
    that share ports by SO_REUSEPORT would not notice another one)."""

    def __init__(self):
        folder = Path(tempfile.gettempdir()) / "adcore-test-ports"
        folder.mkdir(exist_ok=True)
        for _ in range(500):
            port = random.randrange(20000, 32000)
            lock = open(folder / str(port), "w")
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", port))
            except OSError:
                lock.close()
                continue
            self.port, self.lock = port, lock
            return
        raise RuntimeError("no free port found")

    def release(self):
        self.lock.close()


class Database:
    """The database of one server: SQLite in its data directory, or a fresh PostgreSQL one."""

    def __init__(self, kind=None):
        kind = kind or os.environ.get("ADCORE_TEST_DATABASE") or "sqlite"
        self.url = None
        self.base = None
        if kind != "sqlite":
            _counter[0] += 1
            self.base = kind
            self.name = "adcore_test_%d_%d" % (os.getpid(), _counter[0])
            self.psql('CREATE DATABASE "%s"' % self.name)
            parts = urlsplit(kind)
            self.url = urlunsplit(parts._replace(path="/" + self.name))

    def psql(self, statement):
        subprocess.run(
            ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", self.base, "-c", statement],
            check=True,
            capture_output=True,
            text=True,
            timeout=120 * SCALE,
        )

    def drop(self):
        if self.url is not None:
            self.psql('DROP DATABASE IF EXISTS "%s" WITH (FORCE)' % self.name)


class Clock:
    """A wall clock that tests can move: a small library, preloaded into the server and the
    command line, adds the seconds in a file."""

    def __init__(self, folder):
        if WRAPPER or os.environ.get("ADCORE_TEST_SLOW"):
            import pytest

            pytest.skip("a preloaded library does not go with valgrind or the sanitizers")
        self.library = folder / "clock_shift.so"
        self.file = folder / "clock"
        self.shift = 0
        self.file.write_bytes(struct.pack("=q", 0))
        source = ROOT / "tests" / "support" / "clock_shift.c"
        subprocess.run(
            ["cc", "-D_GNU_SOURCE", "-shared", "-fPIC", "-O1", "-o", self.library, source, "-ldl"],
            check=True,
        )

    def environment(self):
        return {"LD_PRELOAD": str(self.library), "TEST_CLOCK_FILE": str(self.file)}

    def advance(self, seconds):
        self.shift += seconds
        with open(self.file, "r+b") as out:
            out.write(struct.pack("=q", self.shift))


class CliResult:
    def __init__(self, code, out, err):
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def error(self):
        """The error object on stderr: {"error": {…}}, on a line of its own."""
        for line in reversed(self.err.strip().splitlines()):
            if line.lstrip().startswith("{"):
                return json.loads(line)["error"]
        return json.loads(self.err)["error"]

    def __repr__(self):
        return "exit %d\nstdout: %s\nstderr: %s" % (self.code, self.out, self.err)


class Account:
    """An account made with the command line, and the tokens minted for it."""

    def __init__(self, server, email, answer):
        self.server = server
        self.email = email
        self.uid = answer["uid"]
        self.minted = 0
        self.customer = None
        self.answer = answer

    def mint(self, scopes="all", env="test", name=None, expires=None):
        """The object that `token mint --json` prints."""
        if not isinstance(scopes, str):
            scopes = ",".join(scopes)
        self.minted += 1
        args = [
            "token",
            "mint",
            "--email",
            self.email,
            "--name",
            name or "t%d" % self.minted,
            "--env",
            env,
            "--scopes",
            scopes,
        ]
        if expires:
            args += ["--expires", expires]
        answer = self.server.cli(*args).json
        assert TOKEN_RE.match(answer["token"]), answer
        self.server.secrets.append(TOKEN_RE.match(answer["token"]).group(3))
        return answer

    def token(self, scopes="all", env="test", **options):
        return self.mint(scopes, env, **options)["token"]

    def client(self, scopes="all", env="test", spare=True, **options):
        """A client with a token of its own. With `spare` it changes tokens before the bucket is
        empty."""

        def more():
            assert self.minted < 5, "a test needs more requests than one account's tokens give"
            return self.token(scopes, env)

        return self.server.client(
            self.token(scopes, env), more_tokens=more if spare else None, **options
        )

    def without(self, *scopes, env="test"):
        return self.client([s for s in ALL_SCOPES if s not in scopes], env)

    def set(self, *args):
        return self.server.cli("account", "set", "--email", self.email, *args)


class Server:
    """One `adcore serve`. Use as a context manager, or start() and stop()."""

    def __init__(self, args=(), env=None, database=None, clock=False, beside=None):
        self.dir = Path(tempfile.mkdtemp(prefix="adcore-api-"))
        self.data = self.dir / "var"
        self.data.mkdir()
        self.log_path = self.dir / "serve.log"
        self.lease = PortLease()
        self.port = self.lease.port
        self.beside = beside  # another server, whose database and secret this one shares
        self.database = beside.database if beside else Database(database)
        self.args = list(args)
        self.control = "control-%032x" % random.getrandbits(128)
        self.secrets = [self.control]
        self.extra_env = dict(env or {})
        if beside:
            self.extra_env["ADCORE_SECRET_KEY"] = beside.secret_key()
        self.clock = Clock(self.dir) if clock else None
        self.process = None
        self.log = None
        self.clients = []
        self.accounts = 0

    def secret_key(self):
        """As ADCORE_SECRET_KEY takes it."""
        return (self.data / "secret.key").read_text().strip()

    # --- the process -----------------------------------------------------------------------

    def environment(self):
        env = {
            n: v
            for n, v in os.environ.items()
            if not n.startswith("ADCORE_") and n not in ("http_proxy", "https_proxy")
        }
        env["ADCORE_DATA_DIR"] = str(self.data)
        if self.database.url:
            env["ADCORE_DATABASE"] = self.database.url
        env["ADCORE_SANDBOX_CONTROL_SECRET"] = self.control
        if self.clock:
            env.update(self.clock.environment())
        env.update(self.extra_env)
        return env

    def command(self):
        command = WRAPPER + [
            str(BINARY),
            "serve",
            "--listen",
            "127.0.0.1:%d" % self.port,
            "--data-dir",
            str(self.data),
        ]
        if self.database.url:
            command += ["--database", self.database.url]
        return command + self.args

    def start(self, env=None):
        assert BINARY.exists(), "%s is not built" % BINARY
        if env is not None:
            self.extra_env = dict(env)
        (self.data / "sandbox.json").unlink(missing_ok=True)
        self.log = open(self.log_path, "ab")
        self.process = subprocess.Popen(
            self.command(),
            env=self.environment(),
            cwd=self.dir,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )
        self.log.close()
        if not wait_for(self.ready, 15, 0.005):
            self.process.kill()
            self.process.wait()
            raise AssertionError("the server did not get ready:\n" + self.log_tail())
        return self

    def ready(self):
        if self.process.poll() is not None:
            raise AssertionError(
                "the server ended with %d:\n%s" % (self.process.returncode, self.log_tail())
            )
        try:
            probe = adcore_client.Client(self.port, timeout=20 * SCALE)
            try:
                return probe.request("GET", "/readyz", root=True).status == 200
            finally:
                probe.close()
        except OSError:
            return False
        except Exception as fault:
            raise AssertionError("/readyz: %r\n%s" % (fault, self.log_tail()))

    def log_text(self):
        return self.log_path.read_text("utf-8", "replace") if self.log_path.exists() else ""

    def log_tail(self):
        return self.log_text()[-4000:]

    def close_clients(self):
        for client in self.clients:
            client.close()

    def kill(self):
        """kill -9, as a power cut would."""
        self.process.kill()
        self.process.wait(60 * SCALE)
        self.close_clients()

    def terminate(self, signum=signal.SIGTERM):
        """Stops the server and returns its exit code. The server has 10 s for its own shutdown."""
        self.process.send_signal(signum)
        try:
            code = self.process.wait(20 * SCALE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(
                "still running 20 s after signal %d:\n%s" % (signum, self.log_tail())
            )
        self.close_clients()
        return code

    def restart(self, kill=False):
        if kill:
            self.kill()
        else:
            code = self.terminate()
            assert code == 0, "exit %d:\n%s" % (code, self.log_tail())
        return self.start()

    def stop(self):
        """Teardown: a running server must stop cleanly, and its log must contain no secret."""
        try:
            if self.process is not None and self.process.poll() is None:
                code = self.terminate()
                assert code == 0, "exit code %d at SIGTERM:\n%s" % (code, self.log_tail())
            log = self.log_text()
            for secret in self.secrets:
                assert secret not in log, "a secret is in the log"
            found = SANITIZER_RE.search(log)
            assert not found, "the log holds %r:\n%s" % (found.group(0), self.log_tail())
        finally:
            self.lease.release()
            if os.environ.get("ADCORE_TEST_KEEP"):
                print("kept", self.dir)
            else:
                shutil.rmtree(self.dir, ignore_errors=True)
                self.drop_database()

    def drop_database(self):
        if not self.beside:
            self.database.drop()

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.lease.release()
            self.drop_database()
            raise

    def __exit__(self, *exc):
        self.stop()

    # --- the database ------------------------------------------------------------------------

    def sql(self, statement):
        """Runs one statement on the server's database on a separate connection. Returns the rows
        as texts."""
        if self.database.url:
            done = subprocess.run(
                ["psql", "-X", "-q", "-t", "-A", "-F", "\x1f", "-v", "ON_ERROR_STOP=1"]
                + ["-d", self.database.url, "-c", statement],
                check=True,
                capture_output=True,
                text=True,
                timeout=120 * SCALE,
            )
            return [line.split("\x1f") for line in done.stdout.splitlines()]
        with contextlib.closing(sqlite3.connect(self.data / "adcore.db", timeout=60)) as db:
            rows = db.execute(statement).fetchall()
            db.commit()
            return [["" if v is None else str(v) for v in row] for row in rows]

    # --- the command line --------------------------------------------------------------------

    def cli(self, *args, check=True, stdin=None, as_json=True):
        command = [str(BINARY), *[str(a) for a in args]]
        if as_json:
            command.append("--json")
        done = subprocess.run(
            command,
            env=self.environment(),
            cwd=self.dir,
            input=stdin or "",
            capture_output=True,
            text=True,
            timeout=120 * SCALE,
        )
        result = CliResult(done.returncode, done.stdout, done.stderr)
        if check:
            assert result.code == 0, "%s: %r" % (" ".join(args[:2]), result)
        return result

    def account(self, plan="scale", subscription=None, currency=None, timezone=None, email=None):
        """A new account with its Personal Space. The plan `scale` allows 600 requests a minute
        per token, so that only tests of the limits reach them."""
        self.accounts += 1
        email = email or "a%d@adcore.test" % self.accounts
        args = ["account", "add", "--email", email, "--name", "Account %d" % self.accounts]
        for option, value in (
            ("--plan", plan),
            ("--subscription", subscription),
            ("--currency", currency),
            ("--timezone", timezone),
        ):
            if value is not None:
                args += [option, value]
        return Account(self, email, self.cli(*args).json)

    # --- the interfaces ------------------------------------------------------------------------

    @property
    def base_url(self):
        return "http://127.0.0.1:%d/api/v1" % self.port

    def client(self, token=None, **options):
        options.setdefault("timeout", 120 * SCALE)
        client = adcore_client.Client(self.port, token, **options)
        client.clock = self.clock
        self.clients.append(client)
        return client

    def raw(self, payload, **options):
        options.setdefault("deadline", 10 * SCALE)
        return adcore_client.raw_exchange(self.port, payload, **options)

    def sandbox(self):
        """The running sandbox, as DIR/sandbox.json names it."""

        def read():
            try:
                box = json.loads((self.data / "sandbox.json").read_text())
                with socket.create_connection(("127.0.0.1", box["port"]), timeout=2):
                    return box
            except (OSError, ValueError, KeyError):
                return None

        box = wait_for(read, 15)
        assert box, "no running sandbox in %s:\n%s" % (self.data / "sandbox.json", self.log_tail())
        return adcore_sandbox.Sandbox(box["port"], self.control)


def in_threads(*calls):
    """Runs the calls at the same moment, each in a thread; their results in order."""
    results = [None] * len(calls)
    gate = threading.Barrier(len(calls))

    def run(index, call):
        gate.wait()
        try:
            results[index] = call()
        except BaseException as fault:  # raised in the caller below
            results[index] = fault

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results
