"""The recorded requests of the adapters: tests/unit/core/platform/golden."""

import json
from collections import namedtuple
from pathlib import Path

GOLDEN = Path(__file__).resolve().parents[1] / "unit/core/platform/golden"
Request = namedtuple("Request", "name method path body")


def requests(platform):
    found = []
    for file in sorted((GOLDEN / platform).glob("*.txt")):
        first, *_, body, end = file.read_text().split("\n")
        assert end == ""
        method, url = first.split()
        found.append(Request(file.stem, method, "/" + url.split("/", 3)[3], body))
    assert found
    return found


def body(request):
    return json.loads(request.body)
