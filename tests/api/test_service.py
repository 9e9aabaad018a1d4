"""Notifications to the service manager, and the health probes while the disk is full."""

import os
import socket
import subprocess
import time

import pytest

from adcore_server import SCALE, Server, wait_for

SQLITE = os.environ.get("ADCORE_TEST_DATABASE", "sqlite") == "sqlite"


class Manager:
    """The socket of a service manager."""

    def __init__(self, folder):
        self.path = str(folder / "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.socket.settimeout(30 * SCALE)

    def next(self):
        return self.socket.recv(4096).decode()

    def heard(self):
        """All messages received so far."""
        self.socket.setblocking(False)
        told = []
        while True:
            try:
                told.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                self.socket.settimeout(30 * SCALE)
                return told

    def close(self):
        self.socket.close()


@pytest.fixture
def manager(tmp_path):
    it = Manager(tmp_path)
    yield it
    it.close()


def test_the_manager_hears_of_start_and_stop(manager):
    with Server(env={"NOTIFY_SOCKET": manager.path}) as server:
        assert manager.next() == "READY=1"
        assert server.client().request("GET", "/readyz", root=True).status == 200
        assert server.terminate() == 0
        assert manager.heard() == ["STOPPING=1"]


def test_the_watchdog_hears_of_a_server_that_answers(manager):
    with Server(env={"NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "400000"}):
        assert manager.next() == "READY=1"
        assert [manager.next(), manager.next()] == ["WATCHDOG=1", "WATCHDOG=1"]


def test_the_watchdog_of_another_process_is_not_served(manager):
    env = {"NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "100000", "WATCHDOG_PID": "1"}
    with Server(env=env) as server:
        assert manager.next() == "READY=1"
        time.sleep(1)
        assert server.terminate() == 0
        assert manager.heard() == ["STOPPING=1"]


def test_a_manager_that_is_gone_stops_no_server(tmp_path):
    with Server(env={"NOTIFY_SOCKET": str(tmp_path / "nobody")}) as server:
        assert server.client().request("GET", "/readyz", root=True).status == 200


def mount(*args):
    return subprocess.run(["mount", *args], capture_output=True).returncode == 0


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 24 MiB for this test alone, which the test fills."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() != 0 or not mount("-t", "tmpfs", "-o", "size=24m,mode=700", "tmpfs", str(folder)):
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def ready(server):
    answer = server.client().request("GET", "/readyz", root=True)
    return answer.status, answer.raw


def wait_until(server, status):
    end = time.monotonic() + 30 * SCALE
    while time.monotonic() < end:
        told = ready(server)
        if told[0] == status:
            return told[1]
        time.sleep(0.1)
    raise AssertionError(told)


@pytest.mark.skipif(not SQLITE, reason="the disk is that of the database's own server")
def test_readyz_notices_a_full_disk(small_disk):
    with Server(args=["--disk-reserve", "0"]) as server:
        assert server.terminate() == 0
        server.data = small_disk
        server.start()
        assert ready(server)[0] == 200
        ballast = small_disk / "ballast"
        with open(ballast, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 65536)
            except OSError:
                pass
        assert "STORAGE_NOT_WRITABLE" in str(wait_until(server, 503))
        assert server.client().request("GET", "/healthz", root=True).status == 200
        ballast.unlink()
        wait_until(server, 200)
        assert "storage_not_writable" in server.log_text()
        assert wait_for(lambda: "\"storage_writable\"" in server.log_text(), 10)
