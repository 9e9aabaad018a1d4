"""Two servers on one database, with one sandbox that neither of them started."""

import contextlib
import re
import subprocess
import tempfile
from pathlib import Path

from adcore_sandbox import Sandbox
from adcore_server import BINARY, Server


class Box:
    """A sandbox that outlives the servers. `again` restarts it at the same address with its
    state."""

    def __init__(self, control, env=None):
        self.control = control
        self.env = dict(env or {}, ADCORE_SANDBOX_CONTROL_SECRET=control)
        self.folder = tempfile.TemporaryDirectory(prefix="adcore-box-")
        self.port = 0
        self.again()

    def again(self):
        state = str(Path(self.folder.name) / "state.db")
        command = [str(BINARY.parent / "adcore-sandbox"), "--port", str(self.port)]
        self.process = subprocess.Popen(
            command + ["--state", state, "--die-with-parent"],
            env=self.env,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = int(re.search(r"port\D*(\d+)", self.process.stdout.readline()).group(1))
        self.url = "http://127.0.0.1:%d" % self.port

    def handle(self):
        return Sandbox(self.port, self.control)

    def gone(self):
        """Waits for the process that has ended."""
        self.process.wait()
        self.process.stdout.close()

    def end(self):
        self.process.kill()
        self.gone()
        self.folder.cleanup()


@contextlib.contextmanager
def two_servers(clock=False):
    """(one, the other, their sandbox). With `clock` the other server has a clock of its own.
    Skipped if each server has a separate database."""
    import pytest

    one = Server()
    if not one.database.url:
        one.lease.release()
        pytest.skip("one server has a SQLite file for itself")
    box = Box(one.control)
    one.args = ["--sandbox", box.url]
    one.sandbox = box.handle
    with one:
        with Server(args=one.args, beside=one, clock=clock) as two:
            two.sandbox = box.handle
            yield one, two, box
    box.end()
