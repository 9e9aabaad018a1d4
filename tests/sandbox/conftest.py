"""Fixtures of the sandbox's own suite: one process per module, a fresh account per test."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
pytest.register_assert_rewrite(
    "sandbox_client", "published_schema", "meta_client", "microsoft_client", "reddit_client"
)

from sandbox_client import Process  # noqa: E402  (the path is set above)


@pytest.fixture(scope="module")
def sandbox():
    process = Process()
    yield process
    assert process.stop() == 0


@pytest.fixture
def account(sandbox):
    yield sandbox.account()
    sandbox.control("DELETE", "faults")
