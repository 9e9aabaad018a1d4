"""The package of this build, and a root of the host's files to install it in."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support/python"))
BUILD = Path(os.environ.get("ADCORE_BIN") or ROOT / "build/adcore").resolve().parent

# A name space of its own, with a loopback device of its own, whose root is this machine's with all
# changes in memory.
ENTER = """
set -e
ip link set lo up
mount -t tmpfs tmpfs "$1"
cd "$1"
mkdir changes work root
mount -t overlay -o lowerdir=/,upperdir="$1"/changes,workdir="$1"/work overlay root
mount -t proc proc root/proc
mount --bind /dev root/dev
mount -t tmpfs tmpfs root/run
mount -t tmpfs tmpfs root/tmp
echo ready
exec cat
"""


def make_package(folder):
    done = subprocess.run(
        ["sh", str(ROOT / "packaging/deb.sh"), str(BUILD), str(folder)],
        capture_output=True,
        text=True,
        env={**os.environ, "PACKAGE_LEVEL": "0"},
    )
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip().splitlines()[-1])


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    return make_package(tmp_path_factory.mktemp("deb"))


class Chroot:
    """Ends with its holder: closing its input ends the namespace and all changes."""

    def __init__(self, folder):
        self.holder = subprocess.Popen(
            ["unshare", "-m", "-n", "--propagation", "private", "sh", "-c", ENTER, "sh", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.folder = folder / "root"
        self.is_there = self.holder.stdout.readline() == "ready\n"

    def command(self, *args):
        enter = ["nsenter", "-t", str(self.holder.pid), "-m", "-n", "chroot", str(self.folder)]
        return enter + ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", *args]

    def run(self, *args, expect=0, **options):
        done = subprocess.run(self.command(*args), capture_output=True, text=True, **options)
        assert expect is None or done.returncode == expect, (args, done.stdout, done.stderr)
        return done

    def sh(self, text, expect=0):
        return self.run("sh", "-c", text, expect=expect)

    def start(self, *args, **options):
        return subprocess.Popen(self.command(*args), **options)

    def path(self, inside):
        """The path of a file of the root for this process."""
        return "/proc/%d/root%s%s" % (self.holder.pid, self.folder, inside)

    def close(self):
        self.holder.stdin.close()
        self.holder.wait()


@pytest.fixture(scope="module")
def chroot(tmp_path_factory):
    if os.geteuid() != 0:
        pytest.skip("a name space of mounts needs root")
    it = Chroot(tmp_path_factory.mktemp("root"))
    try:
        if not it.is_there:
            pytest.skip("overlay cannot be mounted: " + it.holder.stderr.read())
        if it.run("getent", "passwd", "adcore", expect=None).returncode == 0:
            pytest.skip("this machine has a user adcore")
        yield it
    finally:
        it.close()


@pytest.fixture(scope="module")
def installed(chroot, package):
    """The root with the package installed, as apt leaves it."""
    # Its trigger indexes all pages of the machine, for minutes.
    chroot.run("rm", "-f", "/var/lib/man-db/auto-update")
    shutil.copy(package, chroot.path("/var/tmp/adcore.deb"))
    done = chroot.run("dpkg", "-i", "/var/tmp/adcore.deb", expect=None)
    assert done.returncode == 0, done.stdout + done.stderr
    return chroot


def unit_command(name):
    text = (ROOT / "packaging/debian" / name).read_text()
    return re.search(r"^ExecStart=(.*)$", text, re.M).group(1).split()


def as_service(*command):
    return ("setpriv", "--reuid=adcore", "--regid=adcore", "--clear-groups", "--", *command)


class Service:
    """The server, run as its unit specifies, because the root has no systemd."""

    def __init__(self, chroot):
        self.chroot = chroot
        self.process = None

    def start(self):
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        manager.settimeout(120)
        self.chroot.run("rm", "-f", "/run/notify")
        manager.bind(self.chroot.path("/run/notify"))
        self.chroot.run("chmod", "666", "/run/notify")
        command = ["env", "NOTIFY_SOCKET=/run/notify", *unit_command("adcore.service")]
        self.process = self.chroot.start(*as_service(*command), stdout=subprocess.DEVNULL)
        try:
            assert manager.recv(100) == b"READY=1"
        finally:
            manager.close()

    def is_ready(self):
        url = "http://127.0.0.1:8080/readyz"
        return self.chroot.run("curl", "-sf", url, expect=None).returncode == 0

    def stop(self):
        if self.process:
            if self.process.poll() is None:
                self.process.send_signal(signal.SIGTERM)
            assert self.process.wait(60) == 0
        self.process = None
