"""kill -9 of the server before and after operations of a push, and what is there afterwards.

ADCORE_TEST_KILLS is the number of operations of the push of 60 at which the server is killed,
spread evenly (default 6; 60 kills at each of them, before and after).
"""

import os

import pytest

from adcore_make import (
    Desk,
    assert_once_each,
    assert_truthful,
    campaign_body,
    finish,
    make_tree,
    run_state,
    settle,
    start_push,
)
from adcore_server import Server, wait_for

OPERATIONS = 60
KILLS = max(1, min(OPERATIONS, int(os.environ.get("ADCORE_TEST_KILLS", "6"))))
PLACES = sorted({round(n * (OPERATIONS - 1) / max(1, KILLS - 1)) for n in range(KILLS)})


@pytest.fixture(scope="module")
def server():
    """Kills count against nobody else: this server is ours alone."""
    running = Server()
    running.start()
    yield running
    if running.process.poll() is not None:
        running.start()
    running.stop()


def sixty(desk):
    """One campaign, four ad groups, eleven ads and forty-four keywords."""
    api = desk.api
    tree = make_tree(api, groups=4, ads=2, keywords=11)
    for group in tree["groups"][:3]:
        body = {
            "adGroupId": group["id"],
            "type": "RESPONSIVE_SEARCH",
            "finalUrl": "https://bakery.example/",
            "headlines": ["More %s" % group["id"][-12:], "Baked today", "Order now"],
            "descriptions": ["Sourdough and rolls.", "Open from six."],
        }
        tree["ads"].append(api.post("/ads", body).data)
    assert tree.total() == OPERATIONS
    return tree


def settled(run):
    return sum(op["status"] not in ("PENDING", "SENT") for op in run["operations"])


def kill_when(desk, run, condition):
    """Kills the server as soon as `condition` holds; False if the run was done before."""
    looks = [0]

    def look():
        if condition():
            return "now"
        looks[0] += 1
        if looks[0] % 25:
            return None
        return "done" if run_state(desk.api, run["id"])["status"] == "SUCCEEDED" else None

    seen = wait_for(look, 60, 0.008)
    assert seen, "the run stands still: %r" % run_state(desk.api, run["id"])
    desk.server.kill()
    return seen == "now"


def recover(desk, tree, run):
    """Starts again, lets the run end by itself, and compares with the platform."""
    desk.server.start()
    desk.reopen()
    done = finish(desk.api, run["id"], 120)
    live = desk.live()
    keys = live.keys()
    assert len(keys) == len(set(keys)), "doubled: %r" % {k for k in keys if keys.count(k) > 1}
    assert_truthful(done, live)
    settle(desk)
    assert_once_each(desk, tree)
    return done


def mutates_of(desk):
    return [entry for entry in desk.mutates() if entry.get("committed") is not False]


@pytest.mark.parametrize("place", PLACES)
def test_killed_after_the_platform_committed(server, place):
    """The platform has the operation and the server has no answer."""
    desk = Desk(server)
    tree = sixty(desk)
    desk.box.fault({"type": "accept_then_timeout", "ms": 30000}, path="mutate", skip=place)
    run = start_push(desk.api)
    kill_when(
        desk,
        run,
        lambda: any(
            entry.get("fault") == "accept_then_timeout" for entry in desk.box.log(desk.after)
        ),
    )
    recover(desk, tree, run)


@pytest.mark.parametrize("place", PLACES)
def test_killed_before_the_platform_has_it(server, place):
    """The operation is journalled as sent and the platform has not taken it yet."""
    desk = Desk(server)
    tree = sixty(desk)
    desk.box.fault({"type": "latency", "ms": 30000}, path="mutate", skip=place)
    run = start_push(desk.api)

    def journalled():
        if len(mutates_of(desk)) < place:
            return False
        now = run_state(desk.api, run["id"])
        return any(op["status"] == "SENT" for op in now["operations"])

    kill_when(desk, run, journalled)
    recover(desk, tree, run)


@pytest.mark.parametrize("place", PLACES)
def test_killed_between_operations(server, place):
    desk = Desk(server)
    tree = sixty(desk)
    desk.box.fault({"type": "latency", "ms": 15}, path="mutate", times=10000)
    run = start_push(desk.api)
    kill_when(desk, run, lambda: settled(run_state(desk.api, run["id"])) >= place)
    recover(desk, tree, run)


def test_killed_again_and_again(server):
    """Several crashes in one run."""
    desk = Desk(server)
    tree = sixty(desk)
    run = start_push(desk.api)
    for count in (3, 9, 20, 40):
        desk.box.fault({"type": "latency", "ms": 15}, path="mutate", times=10000)
        if not kill_when(desk, run, lambda: settled(run_state(desk.api, run["id"])) >= count):
            break
        server.start()
        desk.reopen()
    else:
        server.kill()
    recover(desk, tree, run)


def test_killed_right_after_202(server):
    """The run is durable once it is acknowledged."""
    for _ in range(3):
        desk = Desk(server)
        tree = make_tree(desk.api, groups=2)
        run = start_push(desk.api)
        server.kill()
        done = recover(desk, tree, run)
        assert done["status"] == "SUCCEEDED"


def test_what_was_acknowledged_survives(server):
    desk = Desk(server)
    api = desk.api
    made = [api.post("/campaigns", campaign_body()).data for _ in range(20)]
    changed = [api.patch("/campaigns/" + each["id"], {"budget": 31}).data for each in made[:5]]
    api.delete("/campaigns/" + made[-1]["id"])
    server.kill()
    server.start()
    for one in changed + made[5:-1]:
        assert api.get("/campaigns/" + one["id"]).data == one
    api.get("/campaigns/" + made[-1]["id"], expect=404)
    assert api.get("/campaigns").meta["total"] == 19


def test_a_stop_during_a_push_resumes_too(server):
    desk = Desk(server)
    tree = sixty(desk)
    desk.box.fault({"type": "latency", "ms": 30}, path="mutate", times=10000)
    run = start_push(desk.api)
    assert wait_for(lambda: settled(run_state(desk.api, run["id"])) >= 5, 30, 0.005)
    assert server.terminate() == 0
    recover(desk, tree, run)
