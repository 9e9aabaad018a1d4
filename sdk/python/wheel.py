#!/usr/bin/python3
"""Packs build/sdk/python into a wheel (PEP 427) with the standard library alone.

usage: wheel.py FOLDER      reads FOLDER/pyproject.toml, writes FOLDER/dist/adcore-VERSION-py3-none-any.whl
"""

import base64
import hashlib
import pathlib
import re
import sys
import zipfile


def main():
    folder = pathlib.Path(sys.argv[1])
    version = re.search(r'^version = "(.+)"$', (folder / "pyproject.toml").read_text(), re.M).group(1)
    info = "adcore-%s.dist-info" % version
    files = {
        str(path.relative_to(folder / "src")): path.read_bytes()
        for path in sorted((folder / "src" / "adcore").rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    readme = (folder / "README.md").read_text(encoding="utf-8")
    files[info + "/METADATA"] = (
        "Metadata-Version: 2.1\nName: adcore\nVersion: %s\nSummary: Client of the adcore API\n"
        "Requires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n%s" % (version, readme)
    ).encode()
    files[info + "/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: adcore\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(
        "%s,sha256=%s,%d\n" % (
            name,
            base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode(),
            len(data),
        )
        for name, data in files.items()
    )
    files[info + "/RECORD"] = (record + info + "/RECORD,,\n").encode()
    (folder / "dist").mkdir(exist_ok=True)
    path = folder / "dist" / ("adcore-%s-py3-none-any.whl" % version)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)


main()
