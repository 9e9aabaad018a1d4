"""The OCI image: its layout, and the server in its root, read-only and as another user."""

import gzip
import hashlib
import io
import json
import os
import signal
import subprocess
import sys
import tarfile

import pytest

from adcore_server import wait_for
from conftest import BUILD, ROOT

ENTER = """
set -e
ip link set lo up
mount --bind "$1" "$1"
mount -t tmpfs -o uid=65532,gid=65532,mode=700 tmpfs "$1"/data
mount -t proc proc "$1"/proc
mount -o remount,bind,ro "$1"
exec setpriv --no-new-privs env -i PATH=/usr/bin ADCORE_DATA_DIR=/data \\
	ADCORE_LISTEN=0.0.0.0:8080 ADCORE_PUBLIC_URL=https://ads.example.com \\
	/usr/sbin/chroot --userspec=65532:65532 --groups= "$1" /usr/bin/adcore serve
"""


def make_image(path):
    env = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run(
        [sys.executable, "-B", str(ROOT / "packaging/oci.py"), str(BUILD), str(path)],
        check=True, env=env, cwd=ROOT, capture_output=True,
    )
    return path


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    return make_image(tmp_path_factory.mktemp("oci") / "adcore.tar")


def blobs_of(image):
    with tarfile.open(image) as tar:
        return {m.name: tar.extractfile(m).read() for m in tar.getmembers()}


def parts(image):
    """Configuration, and the layer's tar."""
    files = blobs_of(image)
    assert json.loads(files["oci-layout"]) == {"imageLayoutVersion": "1.0.0"}

    def blob(descriptor):
        algorithm, _, value = descriptor["digest"].partition(":")
        data = files["blobs/%s/%s" % (algorithm, value)]
        assert hashlib.sha256(data).hexdigest() == value and len(data) == descriptor["size"]
        return data

    (entry,) = json.loads(files["index.json"])["manifests"]
    manifest = json.loads(blob(entry))
    (layer,) = manifest["layers"]
    plain = gzip.decompress(blob(layer))
    config = json.loads(blob(manifest["config"]))
    assert config["rootfs"]["diff_ids"] == ["sha256:" + hashlib.sha256(plain).hexdigest()]
    assert len(files) == 5
    return config, plain


def test_the_layout_is_whole_and_small(image):
    config, plain = parts(image)
    assert image.stat().st_size < 60 * 1000 * 1000
    assert config["config"]["User"] == "65532:65532" and config["os"] == "linux"
    with tarfile.open(fileobj=io.BytesIO(plain)) as tar:
        names = {member.name: member for member in tar.getmembers()}
    assert "usr/bin/adcore" in names and "usr/bin/adcore-sandbox" in names
    assert "usr/share/zoneinfo/Europe/Berlin" in names
    assert names["data"].uid == 65532 and names["data"].mode == 0o700
    assert not [name for name in names if name.endswith(("/sh", "/bash", "/dpkg", "secret.key"))]
    assert not [name for name, member in names.items() if member.mode & 0o6000]


def test_the_same_build_gives_the_same_bytes(image, tmp_path):
    assert make_image(tmp_path / "again.tar").read_bytes() == image.read_bytes()


@pytest.mark.skipif(os.geteuid() != 0, reason="a name space of mounts needs root")
def test_the_server_runs_in_it_read_only(image, tmp_path):
    _, plain = parts(image)
    root = tmp_path / "root"
    root.mkdir()
    with tarfile.open(fileobj=io.BytesIO(plain)) as tar:
        tar.extractall(root, numeric_owner=True)
    (root / "proc").mkdir()
    process = subprocess.Popen(
        ["unshare", "-m", "-n", "--propagation", "private", "sh", "-c", ENTER, "sh", str(root)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )

    def ask(path):
        return subprocess.run(
            ["nsenter", "-t", str(process.pid), "-n", "curl", "-sf", "http://127.0.0.1:8080" + path],
            capture_output=True, text=True,
        )

    try:
        def is_ready():
            assert process.poll() is None, process.stderr.read()
            return ask("/readyz").returncode == 0

        assert wait_for(is_ready, 30, 0.2)
        told = subprocess.run(
            ["nsenter", "-t", str(process.pid), "-m", "-n", "chroot", "--userspec=65532:65532",
             str(root), "/usr/bin/adcore", "account", "invite", "--email", "ada@example.com",
             "--data-dir", "/data"],
            capture_output=True, text=True,
        )
        assert told.stdout.startswith("https://ads.example.com/signin/link?token="), told
        status = open("/proc/%d/status" % process.pid).read()
        assert "\nUid:\t65532\t65532" in status and "\nCapEff:\t0000000000000000" in status
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
