"""The generated Python client and its requirements, as sdk/public/build.sh left them; and a
server."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
for folder in ("build-tools/python-client", "sdk/out/python", "tests/support/python"):
    sys.path.insert(0, str(ROOT / folder))

from adcore_server import Server  # noqa: E402  (the path is set above)


@pytest.fixture(scope="module")
def server():
    with Server() as running:
        yield running
