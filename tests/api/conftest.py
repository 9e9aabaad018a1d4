"""Fixtures of the API suite: one server a module, a fresh account a test."""

import os
import sys
import zlib
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support" / "python"))
pytest.register_assert_rewrite("adcore_client", "adcore_make")

from adcore_server import Server  # noqa: E402  (the path is set above)


# The tests in these files do not depend on the database. They cover parsing, refusals before
# storage, response rendering and the exchange with one platform.
# tests/unit/core/store/schema/schema_test.c prepares each SQL statement involved on both databases, and
# the other files run each one on both.
SAME = set("""
app_api asset_fetch asset_push asset_push_microsoft cli compression connect_cli deceptive_text
doctor_online figures_microsoft http malformed mcp_answers mcp_prompts mcp_rounds mcp_streams
openapi platform_secrecy pull_meta pull_microsoft pull_reddit scopes sync_access
sync_conversions_meta sync_conversions_microsoft sync_conversions_reddit sync_conversions_renamed
sync_incomplete sync_media_meta sync_media_microsoft sync_media_reddit sync_meta sync_microsoft
sync_open_fields sync_overtime sync_pace sync_recognize sync_reddit sync_refused sync_sunset
sync_videos_meta wrong_types
""".split())


def pytest_ignore_collect(collection_path):
    """ADCORE_TEST_SAME=no skips the files whose tests do not depend on the database."""
    if os.environ.get("ADCORE_TEST_SAME") == "no":
        return collection_path.stem.removeprefix("test_") in SAME or None
    return None


# Requests and runs wait for each other in these files. A sanitizer run includes all of their
# functions.
WAITING = ("test_sync_", "test_fault_matrix", "test_pull", "test_mcp_streams", "test_mcp_tasks")

# The waiting files that take at least 60 s. Their functions are distributed, each with its own
# server.
LONG = set("""
fault_matrix mcp_streams mcp_tasks pull_crash sync_access sync_crash sync_incomplete
sync_open_fields sync_pause sync_recognize sync_revoked sync_start
""".split())


def pytest_xdist_make_scheduler(config, log):
    """A worker takes a whole file with its server. The longest files are distributed function by
    function, so that no worker finishes long after the others."""
    from xdist.scheduler import LoadFileScheduling

    class Shared(LoadFileScheduling):
        def _split_scope(self, nodeid):
            file = nodeid.partition("::")[0]
            name = file.rpartition("/")[2].removeprefix("test_").removesuffix(".py")
            return nodeid.partition("[")[0] if name in LONG else file

    return Shared(config, log)


# A sanitizer makes a test about five times slower. Most of that time repeats what two cases of one
# test share.
CASES = int(os.environ.get("ADCORE_TEST_CASES") or 1)
FUNCTIONS = int(os.environ.get("ADCORE_TEST_FUNCTIONS") or 1)


def is_chosen(function, place):
    """Chooses one of CASES cases of each function, and at least one. In files without waiting,
    and in files about one platform's responses, chooses one of FUNCTIONS functions. The choice
    depends on the names only, so that every worker makes the same choice."""
    number = zlib.crc32(function.encode())
    file = function.partition("::")[0].rpartition("/")[2]
    name = file.removeprefix("test_").removesuffix(".py")
    waits = file.startswith(WAITING) and (name not in SAME or name == "mcp_streams")
    if number % FUNCTIONS and not waits:
        return False
    return place[0] % CASES == number % min(CASES, place[1])


def pytest_collection_modifyitems(config, items):
    cases = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left = [
        item
        for function, every in cases.items()
        for at, item in enumerate(every)
        if not is_chosen(function, (at, len(every)))
    ]
    if left:
        config.hook.pytest_deselected(items=left)
        gone = set(map(id, left))
        items[:] = [item for item in items if id(item) not in gone]


def pytest_make_parametrize_id(val, argname):
    """Names a file by its size. Random bytes differ between the processes that share the suite,
    so they cannot serve as a name."""
    if isinstance(val, bytes) and len(val) > 60:
        return "%d_bytes_of_%s" % (len(val), argname)
    return None


@pytest.fixture(scope="module")
def server():
    with Server() as running:
        yield running


@pytest.fixture
def account(server):
    """An account of its own, with the plan `scale` and an empty Personal Space."""
    return server.account()


@pytest.fixture
def api(account):
    """A client with every scope in the test environment of an account of its own."""
    return account.client()


@pytest.fixture(scope="module")
def shared(server):
    """One account's client for all the tests of a module that need no empty Space."""
    return server.account().client()


@pytest.fixture
def desk(server):
    """An account that uses the sandbox. Faults that a test planted are cleared after the test."""
    from adcore_make import Desk

    made = Desk(server)
    yield made
    if server.process.poll() is None:
        server.sandbox().clear_faults()
