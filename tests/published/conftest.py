"""The platforms' own client libraries from PyPI, against the simulators."""

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
for folder in (TESTS / "published", TESTS / "sandbox"):
    sys.path.insert(0, str(folder))

from sandbox_client import Process  # noqa: E402  (the path is set above)


@pytest.fixture(scope="module")
def sandbox():
    process = Process()
    yield process
    assert process.stop() == 0
