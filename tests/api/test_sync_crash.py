"""kill -9 of the server before and after each step of a push of 60 operations.

Each request to the platform is tested twice: killed before the platform receives it, and after
the platform has committed it. Between the requests a sweep kills at evenly spaced moments of the
push. ADCORE_TEST_KILLS is their number (default 10; 60 is one for each operation).
"""

import json
import os
import time

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
from adcore_make import push as push_and_wait
from adcore_server import Server, wait_for

OPERATIONS = 60
KILLS = max(1, int(os.environ.get("ADCORE_TEST_KILLS", "10")))


@pytest.fixture(scope="module")
def server():
    """A server of this file's own, because the tests kill it."""
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


def drafted(desk):
    """60 creations to push."""
    return sixty(desk)


def edited(desk):
    """60 changes to push."""
    tree = sixty(desk)
    push_and_wait(desk.api)
    api = desk.api
    path = "/campaigns/" + tree["campaign"]["id"]
    tree["campaign"] = api.patch(path, {"budget": 27}).data
    tree["groups"] = [
        api.patch("/ad-groups/" + each["id"], {"name": each["name"] + " b"}).data
        for each in tree["groups"]
    ]
    url = {"finalUrl": "https://bakery.example/changed"}
    tree["ads"] = [api.patch("/ads/" + each["id"], url).data for each in tree["ads"]]
    tree["keywords"] = [api.patch("/keywords/" + each["id"], url).data for each in tree["keywords"]]
    return tree


def emptied(desk):
    """59 removals to push: everything but the campaign."""
    tree = sixty(desk)
    push_and_wait(desk.api)
    for group in tree["groups"]:
        desk.api.delete("/ad-groups/" + group["id"])
    tree.update(groups=[], ads=[], keywords=[])
    return tree


def assert_as_drafted(desk, tree):
    """The platform has the tree as drafted, each object once."""
    live = assert_once_each(desk, tree)
    micros = int(live.campaigns[0]["campaignBudget"]["amountMicros"])
    assert micros == tree["campaign"]["budget"] * 1000000
    urls = sorted(row["adGroupAd"]["ad"]["finalUrls"][0] for row in live.ads)
    assert urls == sorted(ad["finalUrl"] for ad in tree["ads"])
    urls = sorted(str(row["adGroupCriterion"].get("finalUrls", [None])[0]) for row in live.keywords)
    assert urls == sorted(str(word["finalUrl"]) for word in tree["keywords"])
    return live


def kill_when(desk, run, condition):
    """Kills the server as soon as `condition` holds. Returns False if the run ended before."""

    def look():
        if condition():
            return "now"
        return "done" if run_state(desk.api, run["id"])["finishedAt"] else None

    seen = wait_for(look, 30, 0.005)
    assert seen, "the run stands still: %r" % run_state(desk.api, run["id"])
    desk.server.kill()
    return seen == "now"


def recover(desk, tree, run):
    """Restarts, waits for the run to end, and compares with the platform. No fault remains, so
    the run must succeed."""
    desk.server.start()
    desk.reopen()
    done = finish(desk.api, run["id"], 60)
    live = desk.live()
    keys = live.keys()
    assert len(keys) == len(set(keys)), "doubled: %r" % {k for k in keys if keys.count(k) > 1}
    assert_truthful(done, live)
    assert done["status"] == "SUCCEEDED", done
    assert_as_drafted(desk, tree)
    settle(desk)
    return done


def at_each_request(server, prepare, action, struck):
    """Repeats the push, each time killed one request later, until a push ends without a kill.
    Returns the number of kills."""
    for place in range(100):
        desk = Desk(server)
        tree = prepare(desk)
        desk.box.fault(action, path="googleAds", skip=place)
        run = start_push(desk.api)
        hit = kill_when(desk, run, lambda: struck(desk))
        recover(desk, tree, run)
        if not hit:
            return place
    raise AssertionError("a push of %d operations makes 100 requests" % OPERATIONS)


def is_gone(desk):
    try:
        return not desk.box.log()
    except OSError:
        return True


SCENES = [drafted, edited, emptied]


@pytest.mark.parametrize("prepare", SCENES)
def test_killed_after_the_platform_committed(server, prepare):
    """The platform applies the operations, and the server receives no answer."""

    def struck(desk):
        log = desk.box.log(desk.after)
        return any(entry.get("fault") == "accept_then_timeout" for entry in log)

    places = at_each_request(server, prepare, {"type": "accept_then_timeout", "ms": 30000}, struck)
    assert places >= 2


@pytest.mark.parametrize("prepare", SCENES)
def test_killed_before_the_platform_has_it(server, prepare):
    """The operations are journalled as SENT. The sandbox dies before it receives them, and the
    server dies too."""
    places = at_each_request(server, prepare, {"type": "exit_before"}, is_gone)
    assert places >= 2


@pytest.fixture(scope="module")
def slow():
    """A server with a slower sandbox, and the duration of a push of 60 operations there."""
    with Server(env={"ADCORE_SANDBOX_LATENCY_MS": "5"}) as running:
        desk = Desk(running)
        sixty(desk)
        began = time.monotonic()
        push_and_wait(desk.api)
        yield running, time.monotonic() - began


@pytest.mark.parametrize("moment", range(KILLS))
def test_killed_at_a_moment(slow, moment):
    server, whole = slow
    desk = Desk(server)
    tree = sixty(desk)
    run = start_push(desk.api)
    time.sleep(whole * moment / KILLS)
    server.kill()
    recover(desk, tree, run)


def test_killed_again_and_again(slow):
    """Repeated crashes in one run, each a little later than the previous one."""
    server, whole = slow
    desk = Desk(server)
    tree = sixty(desk)
    run = start_push(desk.api)
    for count in range(6):
        time.sleep(whole * count / 8)
        server.kill()
        server.start()
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


@pytest.mark.parametrize("moment", [0, 1, 2])
def test_a_stop_during_a_push_resumes_too(slow, moment):
    server, whole = slow
    desk = Desk(server)
    tree = sixty(desk)
    run = start_push(desk.api)
    time.sleep(whole * moment / 3)
    assert server.terminate() == 0
    recover(desk, tree, run)


def test_each_request_is_journalled_before_it_goes(server):
    """An ad's texts and its enable are two operations. After a kill during the second, the
    journal has the first, and neither is sent twice once its effect is confirmed."""
    desk = Desk(server)
    api = desk.api
    tree = make_tree(api)
    push_and_wait(api)
    path = "/ads/" + tree["ads"][0]["id"]
    api.patch(path, {"headlines": ["New bread", "Baked today", "Order now"], "status": "ENABLED"})
    desk.box.fault({"type": "accept_then_timeout", "ms": 30000}, operation="adGroupAd.update")
    run = start_push(api, activate=True)
    before = desk.after

    def struck():
        log = desk.box.log(before)
        return any(entry.get("fault") == "accept_then_timeout" for entry in log)

    assert kill_when(desk, run, struck)
    steps = "SELECT steps FROM sync_operations WHERE run_id = '%s' ORDER BY seq" % run["id"]
    [first], [second] = [json.loads(text) for [text] in server.sql(steps)]
    assert (first["status"], second["status"]) == ("SUCCEEDED", "SENT")
    assert [piece["kind"] for piece in first["pieces"]] == ["ad"] and not second["pieces"]
    server.start()
    desk.reopen()
    done = finish(api, run["id"], 60)
    assert done["status"] == "SUCCEEDED", done
    for operation in done["operations"]:
        assert [step["status"] for step in operation["steps"]] == ["SUCCEEDED"]
    assert [operation["dependsOn"] for operation in done["operations"]] == [[], [0]]
    [row] = desk.live().ads
    assert row["adGroupAd"]["status"] == "ENABLED"
    assert row["adGroupAd"]["ad"]["responsiveSearchAd"]["headlines"][0]["text"] == "New bread"
