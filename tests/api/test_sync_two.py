"""Two servers on one database: one push at a time, and the other server takes over after a
crash."""

import os
import time
from collections import Counter

import pytest

from adcore_make import (
    Desk,
    assert_once_each,
    assert_truthful,
    finish,
    make_campaign,
    make_tree,
    preview,
    push,
    run_state,
    start_push,
)
from adcore_pair import two_servers
from adcore_pulls import MetaPulls, MicrosoftPulls, Named, RedditPulls, objects, pull, stranger
from adcore_server import WRAPPER, in_threads, wait_for


@pytest.fixture(scope="module")
def pair():
    """Two servers on one database, with one sandbox that neither of them started."""
    # The second server has a clock of its own where a preloaded library can shift it.
    shifts = not (WRAPPER or os.environ.get("ADCORE_TEST_SLOW"))
    with two_servers(clock=shifts) as (one, two, _):
        yield one, two


def on(server, desk):
    """A client of the desk's account at that server."""
    return server.client(token=desk.api.token)


def holder(one, run):
    """The process that executes the run."""
    rows = one.sql("SELECT holder FROM sync_leases WHERE run_id = '%s'" % run["id"])
    return int(rows[0][0].split(":")[-2]) if rows and rows[0][0] else None


def parted(pair, one, run):
    """The server that executes the run, and the other one."""
    process = wait_for(lambda: holder(one, run), 20)
    return sorted(pair, key=lambda server: server.process.pid != process)


def test_of_two_reverts_at_two_servers_one_drafts(pair):
    one, two = pair
    desk = Desk(one)
    campaign = make_campaign(desk.api)
    push(desk.api)
    desk.api.delete("/campaigns/" + campaign["id"])
    path = "/sync/%s/revert" % push(desk.api)["id"]
    there = on(two, desk)
    answers = in_threads(
        lambda: desk.api.post(path, expect=(201, 409)),
        lambda: there.post(path, expect=(201, 409)),
    )
    first, second = sorted(answers, key=lambda each: each.status)
    assert (first.status, second.status) == (201, 409)
    assert second.details["revertedBy"]["id"] == first.data["id"]
    assert desk.api.get("/campaigns").meta["total"] == 1


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
    dies, lives = parted(pair, one, run)
    dies.kill()
    try:
        desk.api = on(lives, desk)
        done = finish(desk.api, run["id"], 60)
        assert done["status"] == "SUCCEEDED", done
        assert_truthful(done, assert_once_each(desk, tree))
        assert preview(desk.api)["operations"] == preview(desk.api)["warnings"] == []
    finally:
        dies.start()


@pytest.fixture
def clock(pair):
    """The clock of the second server, reset when the test ends."""
    clock = pair[1].clock
    if not clock:
        pytest.skip("a preloaded library does not go with valgrind or the sanitizers")
    yield clock
    clock.advance(-clock.shift)


def test_a_clock_that_is_hours_off_takes_no_run_from_who_is_at_work_on_it(pair, clock):
    """The lease is not stolen if the second clock is ahead, nor if it is behind when it renews
    the lease."""
    one, two = pair
    desk = Desk(one)
    tree = make_tree(desk.api)
    desk.box.fault({"type": "latency", "ms": 1500}, path="mutate", times=4)
    run = start_push(desk.api)
    works, other = parted(pair, one, run)
    clock.advance(3 * 3600 if works is one else -3 * 3600)
    seen = set()

    def ended():
        seen.add(holder(one, run))
        return run_state(desk.api, run["id"])["status"] == "SUCCEEDED"

    assert wait_for(ended, 40, 0.05), run_state(desk.api, run["id"])
    assert seen - {None} == {works.process.pid}
    assert_truthful(run_state(desk.api, run["id"]), assert_once_each(desk, tree))
    sent = Counter(sum((e["operations"] for e in desk.box.mutates(desk.after)), []))
    assert sent["campaign.create"] == sent["adGroup.create"] == sent["adGroupAd.create"] == 1, sent


@pytest.mark.parametrize("hours", [3, -3])
def test_a_clock_that_is_hours_off_takes_no_turn_and_breaks_no_pause(pair, clock, hours):
    """Each server executes the push of its own Space, and both Spaces use one ad account."""
    one, two = pair
    desk = GooglePulls(one)
    other = two.client(token=stranger(desk).token)
    mine, theirs = make_campaign(desk.api), make_campaign(other)
    clock.advance(hours * 3600)
    desk.box.fault({"type": "latency", "ms": 4000}, path="mutate", times=1)
    first = start_push(desk.api)
    held = "SELECT COUNT(*) FROM sync_turns WHERE held = 1 AND run_id = '%s'" % first["id"]
    assert wait_for(lambda: one.sql(held) == [["1"]], 20)
    second = start_push(other)
    waits = wait_for(lambda: run_state(other, second["id"])["waits"], 20, 0.05)
    assert waits and waits[0]["code"] == "ACCOUNT_BUSY", run_state(other, second["id"])
    assert finish(desk.api, first["id"])["status"] == "SUCCEEDED"
    assert finish(other, second["id"])["status"] == "SUCCEEDED"
    rows = sorted(desk.live().campaigns, key=lambda row: int(row["campaign"]["id"]))
    assert [row["campaign"]["name"] for row in rows] == [mine["name"], theirs["name"]]
    # A throttle received by one server delays the other for the same time.
    make_campaign(desk.api), make_campaign(other)
    action = {"type": "status", "status": 429, "retryDelay": "1800s"}
    desk.box.fault(action, path="mutate", times=1)
    first = start_push(desk.api)
    assert wait_for(lambda: run_state(desk.api, first["id"])["waits"], 20)
    before = desk.box.log_end()
    second = start_push(other)
    told = wait_for(lambda: run_state(other, second["id"])["waits"], 20)
    assert told and told[0]["code"] == "RATE_LIMITED", run_state(other, second["id"])
    assert desk.box.log_end() == before
    one.sql("UPDATE sync_pacing SET wait_until = 2, heard_at = 1")
    for api, run in ((desk.api, first), (other, second)):
        assert finish(api, run["id"])["status"] == "SUCCEEDED"


class GooglePulls(Named, Desk):
    platform = "google"

    def tree(self):
        return make_tree(self.api)

    def budget_there(self):
        [row] = self.live().campaigns
        return int(row["campaignBudget"]["amountMicros"]) / 1e6


CHANGES = (
    (GooglePulls, "campaignBudget.update", "keywords", "adGroupCriterion.remove"),
    (MicrosoftPulls, "campaign.update", "keywords", "keyword.remove"),
    (MetaPulls, "campaign.update", "ads", "ad.remove"),
    (RedditPulls, "campaign.update", "ads", "ad.remove"),
)
MOMENTS = {
    "before": {"type": "cut_before"},
    "after": {"type": "accept_then_timeout", "ms": 1500},
}
CASES = [(row, moment) for row in CHANGES for moment in MOMENTS]
if os.environ.get("ADCORE_TEST_SLOW"):
    CASES = CASES[::3]


@pytest.mark.parametrize(
    "change,moment", CASES, ids=lambda v: v if isinstance(v, str) else v[0].platform
)
def test_an_update_and_a_removal_go_out_once_though_each_kills_its_server(pair, change, moment):
    """The executing server is killed at the update and again at the removal, before the platform
    receives it or after it was applied. The simulator's log shows which requests arrived, and
    how often."""
    make, update, doomed, removal = change
    desk = make(pair[0])
    tree = desk.tree()
    push(desk.api)
    gone = tree[doomed][0]
    path = "/campaigns/" + tree["campaign"]["id"]
    desk.api.patch(path, {"budget": 25})
    desk.api.delete("/%s/%s" % (doomed, gone["id"]))
    after = desk.box.log_end()
    left = {update, removal}
    for operation in left:
        # The first sender may try again before it is killed.
        times = 2 if moment == "before" else 1
        action = MOMENTS[moment]
        desk.box.fault(action, operation=operation, platform=desk.platform, times=times)
    run = start_push(desk.api)

    def struck():
        seen = [e["operations"] for e in desk.box.log(after) if e.get("fault")]
        return left & set(sum(seen, []))

    while left:
        hit = wait_for(struck, 30, 0.005)
        assert hit, "nobody sent %s: %r" % (left, run_state(desk.api, run["id"]))
        left -= hit
        dies, lives = parted(pair, pair[0], run)
        dies.kill()
        dies.start()
    desk.api = on(lives, desk)
    done = finish(desk.api, run["id"], 60)
    desk.box.clear_faults()
    sent = Counter(sum((e["operations"] for e in desk.box.log(after) if e["committed"]), []))
    assert sent == {update: 1, removal: 1}, "the platform carried out %r" % sent
    told = {(o["id"], o["op"], o["status"]) for o in done["operations"]}
    assert told == {
        (tree["campaign"]["id"], "UPDATE", "SUCCEEDED"),
        (gone["id"], "REMOVE", "SUCCEEDED"),
    }, done
    assert done["status"] == "SUCCEEDED" and desk.budget_there() == 25
    assert preview(desk.api)["operations"] == []
    pulled = pull(desk)
    assert pulled["created"] == pulled["updated"] == pulled["drifted"] == 0, pulled
    assert pulled["unchanged"] == len(objects(tree)) - 1, pulled
    assert desk.api.get(path).data["syncState"] == "SYNCED"


def test_what_one_heard_holds_the_other(pair):
    """By the sandbox's log no server sends a request before the throttle ends."""
    one, two = pair
    desk = Desk(one)
    made = make_campaign(desk.api)
    action = {"type": "status", "status": 429, "retryDelay": "1800s"}
    desk.box.fault(action, path="mutate", times=1)
    run = start_push(desk.api)
    assert wait_for(lambda: run_state(desk.api, run["id"])["waits"], 20)
    dies, lives = parted(pair, one, run)
    there = on(lives, desk)
    assert run_state(there, run["id"])["waits"][0]["code"] == "RATE_LIMITED"
    before = desk.box.log_end()
    dies.kill()
    try:
        assert wait_for(lambda: holder(lives, run) == lives.process.pid, 30)
        there.post("/sync/%s/cancel" % run["id"], expect=200)
        assert finish(there, run["id"], 20)["status"] == "CANCELLED"
        again = start_push(there)
        assert wait_for(lambda: run_state(there, again["id"])["waits"], 20)
        assert desk.box.log_end() == before, "somebody came before the time"
        lives.sql("UPDATE sync_pacing SET wait_until = 2, heard_at = 1")
        assert finish(there, again["id"])["status"] == "SUCCEEDED"
        desk.api = there
        assert [row["campaign"]["name"] for row in desk.live().campaigns] == [made["name"]]
    finally:
        dies.start()


def test_who_waits_at_one_server_hears_of_the_run_of_the_other(pair):
    one, two = pair
    desk = Desk(one)
    make_campaign(desk.api)
    desk.box.fault({"type": "latency", "ms": 3000}, path="mutate", times=1)
    run = start_push(desk.api)
    other = on(parted(pair, one, run)[1], desk)
    begun = time.monotonic()
    answer = other.get("/sync/" + run["id"], query={"wait": 50}, expect=200)
    assert answer.data["status"] == "SUCCEEDED" and time.monotonic() - begun < 48


def test_a_pull_that_stands_aside_for_a_push_is_gone_on_with_by_one_of_them(pair):
    """The waiting run holds no lease, so the other server takes it up too. One of them gives it
    up."""
    one, two = pair
    desk = MicrosoftPulls(one)
    tree = desk.tree()
    push(desk.api)
    after = desk.box.log_end()
    desk.fault({"type": "error", "errorCode": "Report.Pending"}, path="GenerateReport/Poll", times=99)

    def asked(word):
        return len([e for e in desk.box.log(after) if "GenerateReport/" + word in e["path"]])

    run = desk.api.post("/sync", {"mode": "PULL", "platforms": ["microsoft"]}, expect=202).data
    assert wait_for(lambda: asked("Poll"), 30, 0.05)
    desk.api.patch("/campaigns/" + tree["campaign"]["id"], {"budget": 27})
    action = {"type": "latency", "ms": 5000}
    desk.box.fault(action, operation="campaign.update", platform="microsoft")
    going = start_push(on(two, desk))
    assert finish(desk.api, going["id"])["status"] == "SUCCEEDED"
    desk.box.clear_faults()
    done = finish(on(two, desk), run["id"])
    assert done["status"] == "SUCCEEDED" and not done["pulled"]["failed"], done
    assert asked("Submit") == 4 and desk.budget_there() == 27
    assert one.sql("SELECT COUNT(*) FROM sync_leases WHERE run_id = '%s'" % run["id"]) == [["0"]]
