"""Two servers of one database: one push at a time, and who dies is followed by the other."""

import re
import subprocess

import pytest

from adcore_make import (
    Desk,
    assert_once_each,
    assert_truthful,
    finish,
    make_tree,
    preview,
    run_state,
    start_push,
)
from adcore_sandbox import Sandbox
from adcore_server import BINARY, Server, in_threads, wait_for


class Box:
    """A sandbox that outlives the servers."""

    def __init__(self, control):
        self.process = subprocess.Popen(
            [str(BINARY.parent / "adcore-sandbox"), "--port", "0", "--die-with-parent"],
            env={"ADCORE_SANDBOX_CONTROL_SECRET": control},
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = int(re.search(r"port\D*(\d+)", self.process.stdout.readline()).group(1))
        self.url = "http://127.0.0.1:%d" % self.port

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def pair():
    """Two servers of one database, with one sandbox that neither of them started."""
    one = Server()
    if not one.database.url:
        one.lease.release()
        pytest.skip("one server has a SQLite file for itself")
    box = Box(one.control)
    one.args = ["--sandbox", box.url]
    one.sandbox = lambda: Sandbox(box.port, one.control)
    with one:
        with Server(args=one.args, beside=one) as two:
            yield one, two
    box.end()


def on(server, desk):
    """The desk's account at that server."""
    return server.client(token=desk.api.token)


def holder(one, run):
    """The process that works on the run."""
    rows = one.sql("SELECT holder FROM sync_leases WHERE run_id = '%s'" % run["id"])
    return int(rows[0][0].split(":")[-2]) if rows and rows[0][0] else None


def test_of_two_pushes_at_one_moment_one_is_sent(pair):
    one, two = pair
    desk = Desk(one)
    tree = make_tree(desk.api, groups=2)
    there = on(two, desk)
    desk.box.fault({"type": "latency", "ms": 150}, path="mutate", times=4)
    body = {"planHash": preview(desk.api)["planHash"]}
    answers = in_threads(
        lambda: desk.api.post("/sync", body, expect=(202, 409)),
        lambda: there.post("/sync", body, expect=(202, 409)),
    )
    assert sorted(answer.status for answer in answers) == [202, 409]
    [run] = [answer.data for answer in answers if answer.status == 202]
    [refused] = [answer for answer in answers if answer.status == 409]
    assert refused.details.get("runId") == run["id"] or refused.details["reason"] == "PLAN_CHANGED"
    assert finish(there, run["id"])["status"] == "SUCCEEDED"
    assert_truthful(run_state(desk.api, run["id"]), assert_once_each(desk, tree))


@pytest.mark.parametrize("place", [0, 1, 3])
def test_one_is_killed_and_the_other_goes_on(pair, place):
    """Killed after the platform committed and before it answered."""
    one, two = pair
    desk = Desk(one)
    tree = make_tree(desk.api, groups=2, ads=1, keywords=2)
    desk.box.fault({"type": "accept_then_timeout", "ms": 1500}, path="mutate", skip=place)
    run = start_push(desk.api)

    def struck():
        return [e for e in desk.box.log(desk.after) if e.get("fault") == "accept_then_timeout"]

    assert wait_for(struck, 20, 0.005)
    process = holder(one, run)
    [dies] = [server for server in pair if server.process.pid == process]
    [lives] = [server for server in pair if server is not dies]
    dies.kill()
    try:
        desk.api = on(lives, desk)
        done = finish(desk.api, run["id"], 60)
        assert done["status"] == "SUCCEEDED", done
        assert_truthful(done, assert_once_each(desk, tree))
        assert preview(desk.api)["operations"] == preview(desk.api)["warnings"] == []
    finally:
        dies.start()
