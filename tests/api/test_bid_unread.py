"""A bid that the draft leaves open and that could not be read after the create is unknown, not a
default."""

import pytest

from adcore_make import finish, preview, start_push
from adcore_platforms import Platforms
from adcore_server import wait_for

KIND = {"google": "adGroups", "microsoft": "adGroups"}
THEIRS = {"google": {"cpcBidMicros": "50000000"}, "microsoft": {"CpcBid": {"Amount": 50.0}}}
LOOKS = {"google": "googleAds:search", "microsoft": "AdGroups/QueryBy"}
WRITES = {"google": "adGroup.create", "microsoft": "adGroup.create"}


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    server.sandbox().clear_faults()


def unread(desk, platform):
    """An ad group that was created and could not be read back."""
    campaign = desk.campaign(platform, bidding={"strategy": "MANUAL_CPC"})
    desk.group(campaign, name="Seen")
    desk.push()
    group = desk.group(campaign, name="Unread")
    fault = {"type": "status", "status": 503}
    where = {"platform": platform, "customer": desk.account_there(platform)}
    desk.box.fault(fault, path=LOOKS[platform], skip=1, times=1, **where)
    end = desk.box.log_end()
    desk.push()
    log = [e for e in desk.box.log(end) if "token" not in e["path"]]
    assert log[-1]["status"] == 503 and log[-2]["operations"] == ["adGroup.create"], log
    return campaign, group


@pytest.mark.parametrize("platform", KIND)
def test_a_pull_takes_an_unread_bid_over_and_it_counts(desk, platform):
    _, group = unread(desk, platform)
    there = desk.named(platform, "Unread", KIND[platform])
    desk.edit(platform, there, THEIRS[platform], KIND[platform])
    desk.pull(platforms=[platform])
    assert desk.read(group)["cpcBid"] == 50
    desk.patch(group, status="ENABLED")
    [violation] = preview(desk.api, activate=True)["violations"]
    told = violation["rule"], violation["limit"], violation["actual"], violation["id"]
    assert told == ("maxBid", 10, 50, group["id"])
    desk.patch(group, cpcBid=2)
    assert preview(desk.api, activate=True)["violations"] == []


def test_before_a_pull_it_counts_as_the_most_where_it_is_enabled(desk):
    campaign, group = unread(desk, "google")
    desk.patch(group, name="Renamed")
    assert preview(desk.api, activate=True)["violations"] == [], "a rename enables nothing"
    desk.push()
    desk.patch(group, status="ENABLED")
    assert preview(desk.api)["violations"] == []
    [violation] = preview(desk.api, activate=True)["violations"]
    assert (violation["rule"], violation["id"]) == ("maxBid", group["id"])
    assert violation["actual"] == 4000000000 and "Pull first, or set cpcBid" in violation["message"]
    desk.pull(platforms=["google"])
    assert desk.read(group)["cpcBid"] is None, "it was read: nothing is set there"
    plan = preview(desk.api, activate=True)
    assert plan["violations"] == []
    desk.push(plan=plan, activate=True)
    # The other ad group was read after its create: its bid is the platform's default.
    [seen] = [g for g in desk.api.get("/ad-groups").data if g["name"] == "Seen"]
    assert seen["cpcBid"] is None
    assert desk.read(campaign)["syncState"] == "SYNCED"


def test_a_drafted_bid_goes_over_an_unread_one(desk):
    """The platform's bid is unknown, so the preview shows null and the push sends the drafted
    bid."""
    _, group = unread(desk, "google")
    desk.patch(group, cpcBid=2)
    desk.pull(platforms=["google"])
    assert desk.read(group)["cpcBid"] == 2
    [operation] = preview(desk.api)["operations"]
    [change] = operation["changes"]
    assert (change["from"], change["to"]) == (None, 2)
    desk.push()
    assert desk.read(group)["syncState"] == "SYNCED"


def adopted(desk, platform):
    """The answer to the create was lost. Another user set a bid before the ad group was found
    again."""
    campaign = desk.campaign(platform, bidding={"strategy": "MANUAL_CPC"})
    desk.push()
    group = desk.group(campaign, name="Lost")
    desk.fault(platform, {"type": "accept_then_cut"}, WRITES[platform])
    look = {"path": LOOKS[platform], "platform": platform, "customer": desk.account_there(platform)}
    end = desk.box.log_end()
    # The push reads once before it creates.
    desk.box.fault({"type": "status", "status": 503}, skip=1, times=1000, **look)
    run = start_push(desk.api)
    assert wait_for(lambda: [e for e in desk.box.log(end) if e["status"] == 503], 20)
    there = desk.named(platform, "Lost", KIND[platform])
    desk.edit(platform, there, THEIRS[platform], KIND[platform])
    desk.box.clear_faults()
    desk.api.post("/sync/%s/cancel" % run["id"], expect=(200, 409))
    finish(desk.api, run["id"])
    desk.api.post("/sync/%s/retry" % run["id"], expect=(202, 409))
    run = finish(desk.api, run["id"])
    assert run["status"] == "SUCCEEDED", run
    return group


@pytest.mark.parametrize("platform", KIND)
def test_a_bid_found_after_a_lost_answer_is_not_taken_for_a_default(desk, platform):
    group = adopted(desk, platform)
    assert desk.read(group)["cpcBid"] is None
    desk.patch(group, status="ENABLED")
    [violation] = preview(desk.api, activate=True)["violations"]
    assert (violation["rule"], violation["id"]) == ("maxBid", group["id"])
    assert violation["actual"] == 4000000000 and "Pull first, or set cpcBid" in violation["message"]
    desk.pull(platforms=[platform])
    assert desk.read(group)["cpcBid"] == 50
    [violation] = preview(desk.api, activate=True)["violations"]
    assert violation["actual"] == 50


@pytest.mark.parametrize("pulled", [True, False])
def test_a_bid_that_a_push_sent_and_cleared_is_no_longer_unread(desk, pulled):
    group = adopted(desk, "google")
    if pulled:
        desk.pull(platforms=["google"])
    desk.patch(group, cpcBid=2)
    desk.push()
    desk.patch(group, cpcBid=None)
    desk.push()
    desk.patch(group, status="ENABLED")
    assert preview(desk.api, activate=True)["violations"] == []
