"""Writes an OCI image of a build as a tar of an image layout, without a daemon and without root.

oci.py BUILD OUTPUT.tar

The image holds the programs, the libraries that the loader resolves for them on this machine, the
authorities of TLS and the time zones: no shell and no package manager. It runs as user 65532, reads
its configuration from ADCORE_* variables and writes below /data alone, so its root can be read-only.
The same files and SOURCE_DATE_EPOCH give the same bytes. The layout is meant for `skopeo copy
oci-archive:OUTPUT.tar …`, `podman load` and `docker load` (25 or newer); no engine has read it yet.
"""

import gzip
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile

USER = 65532
PASSWD = "root:x:0:0:root:/:/sbin/nologin\nadcore:x:%d:%d:adcore:/data:/sbin/nologin\n" % (USER, USER)
GROUP = "root:x:0:\nadcore:x:%d:\n" % USER
AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"
ZONES = "/usr/share/zoneinfo"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def epoch():
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], capture_output=True, text=True)
    return int(done.stdout.strip() or 0)


def libraries_of(*programs):
    """The files that the loader maps for the programs, by the path at which it looks."""
    told = subprocess.run(["ldd", *programs], capture_output=True, text=True, check=True).stdout
    assert "not found" not in told, told
    return sorted(set(re.findall(r"(?:=> |^\t)(/\S+) \(0x", told, re.M)))


def stripped(path):
    out = "/tmp/adcore-oci-%d" % os.getpid()
    try:
        subprocess.run(["strip", "--strip-all", "-o", out, path], check=True)
        with open(out, "rb") as file:
            return file.read()
    finally:
        if os.path.exists(out):
            os.unlink(out)


class Layer:
    def __init__(self, when):
        self.when = when
        self.files = {}

    def add(self, path, data, mode=0o644):
        self.files[path.lstrip("/")] = (data, mode)

    def add_file(self, path, source=None, mode=0o644):
        with open(source or path, "rb") as file:
            self.add(path, file.read(), mode)

    def folders(self):
        found = {"data", "tmp"}
        for name in self.files:
            while "/" in name:
                name = name.rpartition("/")[0]
                found.add(name)
        return sorted(found)

    def member(self, name, **fields):
        info = tarfile.TarInfo(name)
        info.mtime = self.when
        for field, value in fields.items():
            setattr(info, field, value)
        return info

    def write(self):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
            for name in self.folders():
                own = USER if name == "data" else 0
                mode = 0o700 if name == "data" else 0o1777 if name == "tmp" else 0o755
                tar.addfile(self.member(name, type=tarfile.DIRTYPE, mode=mode, uid=own, gid=own))
            for name, (data, mode) in sorted(self.files.items()):
                tar.addfile(self.member(name, size=len(data), mode=mode), io.BytesIO(data))
        return out.getvalue()


def add_zones(layer):
    for folder, names, files in os.walk(ZONES):
        names[:] = sorted(name for name in names if name not in ("posix", "right"))
        for name in sorted(files):
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                data = file.read()
            if data.startswith(b"TZif") or name.endswith(".tab"):
                layer.add(path, data)


def fill(layer, build):
    programs = [os.path.join(build, "adcore"), os.path.join(build, "subprojects/sandbox/adcore-sandbox")]
    for program in programs:
        layer.add("usr/bin/" + os.path.basename(program), stripped(program), 0o755)
    for path in libraries_of(*programs):
        # The loader looks at /lib64 and its own folders; links are followed, so each is a file.
        layer.add_file(path, os.path.realpath(path), 0o755)
    layer.add_file(AUTHORITIES)
    layer.add("etc/passwd", PASSWD.encode())
    layer.add("etc/group", GROUP.encode())
    layer.add("etc/nsswitch.conf", b"passwd: files\ngroup: files\nhosts: files dns\n")
    add_zones(layer)


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def image_of(layer, version):
    """The blobs by digest, and the descriptor of the manifest."""
    blobs = {}

    def keep(media, data, **more):
        blobs[digest(data)] = data
        return {"mediaType": media, "digest": digest(data), "size": len(data), **more}

    def keep_json(media, value, **more):
        return keep(media, json.dumps(value, sort_keys=True).encode(), **more)

    plain = layer.write()
    packed = gzip.compress(plain, 6, mtime=0)
    created = subprocess.run(
        ["date", "-u", "-d", "@%d" % layer.when, "+%Y-%m-%dT%H:%M:%SZ"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()
    config = keep_json(
        "application/vnd.oci.image.config.v1+json",
        {
            "architecture": ARCHITECTURES[os.uname().machine],
            "os": "linux",
            "created": created,
            "config": {
                "User": "%d:%d" % (USER, USER),
                "Env": ["PATH=/usr/bin", "ADCORE_DATA_DIR=/data", "ADCORE_LISTEN=0.0.0.0:8080"],
                "Entrypoint": ["/usr/bin/adcore"],
                "Cmd": ["serve"],
                "WorkingDir": "/data",
                "Volumes": {"/data": {}},
                "ExposedPorts": {"8080/tcp": {}},
                "StopSignal": "SIGTERM",
                "Labels": {"org.opencontainers.image.title": "adcore",
                           "org.opencontainers.image.version": version},
            },
            "rootfs": {"type": "layers", "diff_ids": [digest(plain)]},
            "history": [{"created": created, "created_by": "packaging/oci.py"}],
        },
    )
    manifest = keep_json(
        "application/vnd.oci.image.manifest.v1+json",
        {
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "config": config,
            "layers": [keep("application/vnd.oci.image.layer.v1.tar+gzip", packed)],
        },
        annotations={
            "org.opencontainers.image.ref.name": version,
            "io.containerd.image.name": "docker.io/library/adcore:" + version,
        },
    )
    return blobs, manifest


def main():
    build, output = sys.argv[1], sys.argv[2]
    told = subprocess.run([os.path.join(build, "adcore"), "version"], capture_output=True, text=True)
    version = told.stdout.split()[1]
    layer = Layer(epoch())
    fill(layer, build)
    blobs, manifest = image_of(layer, version)
    files = {"blobs/sha256/" + name.split(":")[1]: data for name, data in blobs.items()}
    files["oci-layout"] = b'{"imageLayoutVersion":"1.0.0"}'
    files["index.json"] = json.dumps(
        {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json",
         "manifests": [manifest]},
        sort_keys=True,
    ).encode()
    with tarfile.open(output, "w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in sorted(files.items()):
            tar.addfile(layer.member(name, size=len(data), mode=0o644), io.BytesIO(data))
    print(output)


main()
