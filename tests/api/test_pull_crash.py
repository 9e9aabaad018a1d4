"""kill -9 of the server at evenly spaced moments of a pull, and two servers on one database."""

import time

import pytest

from adcore_make import finish, make_tree, push
from adcore_server import Server, wait_for

KILLS = 5


@pytest.fixture
def server():
    """A server of this file's own, because the tests kill it."""
    running = Server()
    running.start()
    yield running
    if running.process.poll() is not None:
        running.start()
    running.stop()


def stranger(desk):
    """The account of another Space that is connected to the same ad account as the desk."""
    other = desk.server.account()
    space = other.client().get("/me").data["space"]
    space = space["id"] if isinstance(space, dict) else space
    desk.server.sql(
        "UPDATE connections SET account_id_remote = '%s', credentials = NULL WHERE space_id = '%s'"
        " AND environment = 'test' AND platform = 'google'" % (desk.customer, space)
    )
    return other


def counts(api):
    paths = ("/campaigns", "/ad-groups", "/ads", "/keywords")
    return [api.get(path).meta["total"] for path in paths]


def test_killed_at_even_moments(desk):
    make_tree(desk.api, groups=4, ads=2, keywords=10)
    push(desk.api)
    began = time.monotonic()
    api = stranger(desk).client()
    finish(api, api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])
    whole = time.monotonic() - began
    assert counts(api) == [1, 4, 8, 40]
    for i in range(KILLS):
        other = stranger(desk)
        api = other.client()
        run = api.post("/sync", {"mode": "PULL"}, expect=202).data
        time.sleep(whole * i / KILLS)
        desk.server.restart(kill=True)
        desk.reopen()
        api = other.client()
        ended = finish(api, run["id"])
        assert ended["status"] == "SUCCEEDED", ended
        assert ended["pulled"]["created"] == 53 and ended["pulled"]["failed"] == 0
        assert counts(api) == [1, 4, 8, 40]
        again = finish(api, api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])
        assert again["pulled"]["unchanged"] == 53 and counts(api) == [1, 4, 8, 40]


def test_two_servers_pull_once(desk):
    if not desk.server.database.url:
        pytest.skip("one server has a SQLite file for itself")
    make_tree(desk.api, groups=2)
    push(desk.api)
    api = stranger(desk).client()
    with Server(beside=desk.server) as other:
        there = other.client(token=api.token)
        desk.box.fault({"type": "latency", "ms": 200}, path="search", times=20)
        run = api.post("/sync", {"mode": "PULL"}, expect=202).data
        there.post("/sync", {"mode": "PULL"}, expect=409)
        assert wait_for(lambda: finish(there, run["id"])["status"] == "SUCCEEDED", 30)
        assert counts(api) == counts(there) == [1, 2, 2, 4]
