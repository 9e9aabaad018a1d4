"""The servers, the sandbox and the log that many sequences share."""

import contextlib
import http.client
import threading
import time

import adcore_client
from adcore_pair import Box
from adcore_server import SCALE, Server
from ledger import LogReader

# No limit of requests; and short waits after a failure, since many sequences are made to fail.
ENVIRONMENT = {"ADCORE_PLANS": "big:100000:10000000:api", "ADCORE_SYNC_FIRST_WAIT_MS": "10"}


class ServerDied(Exception):
    """A server ended without a kill by the test."""


class Crowd:
    """One server on SQLite. On PostgreSQL two servers on one database: each sequence uses one of
    them until that one is killed. The sandbox is a process of its own."""

    def __init__(self):
        self.scale = SCALE
        self.epoch = 0  # rises with each intended death
        self.lock = threading.RLock()
        self.servers = []
        self.dead = False  # a server ended without a kill: no further sequence begins
        self.stack = contextlib.ExitStack()
        self.gates, self.faults, self.over = [], [], threading.Event()

    def __enter__(self):
        one = Server(env=ENVIRONMENT)
        self.log = str(one.dir / "sandbox.log")
        open(self.log, "w").close()
        self.box = Box(one.control, {"ADCORE_SANDBOX_LOG": self.log})
        self.stack.callback(self.box.end)
        self.reader = LogReader(self.log)
        one.args = ["--sandbox", self.box.url]
        self.servers = [self.stack.enter_context(one)]
        if one.database.url:
            two = Server(env=ENVIRONMENT, args=one.args, beside=one)
            self.servers.append(self.stack.enter_context(two))
        return self

    def __exit__(self, *exc):
        for server in self.servers:
            if server.process.poll() is not None:
                server.start()
        self.over.set()
        self.stack.close()

    def work(self, jobs):
        """Runs the jobs, each on a thread of its own. The threads stay until the crowd ends,
        since the sandbox ends with the thread that started it."""
        for job in jobs:
            gate = threading.Event()
            self.gates.append(gate)

            def carry_out(job=job, gate=gate):
                try:
                    job()
                except BaseException as fault:
                    self.faults.append(fault)
                gate.set()
                self.over.wait()

            threading.Thread(target=carry_out, daemon=True).start()
        for gate in self.gates:
            gate.wait()
        self.gates = []
        if self.faults:
            raise self.faults[0]

    # --- services for sequences
    # ---------------------------------------------------------------------

    def account(self):
        with self.lock:
            return self.servers[0].account(plan="big")

    def client(self, seat, token):
        with self.lock:
            server = self.servers[seat % len(self.servers)]
        return adcore_client.Client(server.port, token, timeout=90 * SCALE)

    def sql(self, statement):
        self.servers[0].sql(statement)

    def control(self, method, path, body=None):
        for _ in range(100):
            try:
                return self.box.handle().control(method, path, body)
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
        raise ServerDied("the sandbox does not answer")

    # --- deaths --------------------------------------------------------------------------------------

    def kill_server(self, seat):
        """kill -9. With two servers the other continues the runs before this one restarts."""
        with self.lock:
            self.epoch += 1
            server = self.servers[seat % len(self.servers)]
            server.process.kill()
            server.process.wait()
            server.start()
            self.epoch += 1

    def kill_sandbox(self):
        with self.lock:
            self.epoch += 1
            self.box.handle().end()
            self.box.gone()
            self.box.again()

    def survive(self, epoch, attempt, fault):
        """After a request without an answer: waits until an intended death is over."""
        with self.lock:
            dead = [s for s in self.servers if s.process.poll() is not None]
            if dead:
                code = dead[0].process.returncode
                raise ServerDied("the server ended with %d:\n%s" % (code, dead[0].log_tail()))
        # A connection may break just before the kill is counted, and an idle one after it.
        time.sleep(0.1)
        if self.epoch == epoch and attempt > 3:
            raise ServerDied("no answer, and nothing was killed: %r" % fault)

