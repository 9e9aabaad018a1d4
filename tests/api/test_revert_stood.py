"""A create that adopted an object of the platform: its revert does not remove that object."""

import pytest

from adcore_make import attach, finish, make_keyword, preview, sitelink
from adcore_platforms import Platforms

# The platform's name for keywords, a bid that another user set, and the form of a bid there.
KEYWORDS = {
    "google": ("adGroupCriteria", {"cpcBidMicros": "700000"}, lambda k: int(k["cpcBidMicros"]) / 1e6),
    "microsoft": ("keywords", {"Bid": {"Amount": 0.7}}, lambda k: k["Bid"]["Amount"]),
}


@pytest.fixture(scope="module")
def desk(server):
    return Platforms(server)


def revert(api, run):
    return api.post("/sync/%s/revert" % run["id"], expect=201).data


def told(made):
    return {each["id"]: (each["op"], each["coverage"], each["reason"]) for each in made["operations"]}


def carry_out(api, made, **fields):
    run = finish(api, api.post("/sync", {"planHash": made["planHash"], **fields}, expect=202).data["id"])
    assert run["status"] == "SUCCEEDED", run
    return run


def standing(desk, platform):
    """A keyword that another user created in a pushed ad group, with a bid of 0.70."""
    group = desk.group(desk.campaign(platform), cpcBid=1)
    word = make_keyword(desk.api, group["id"], text="fresh bread", cpcBid=0.5)
    desk.push()
    word = desk.read(word)
    desk.server.sql("DELETE FROM keywords WHERE id = '%s'" % word["id"])
    kind, bid, _ = KEYWORDS[platform]
    [there] = [k for k in desk.all(platform, kind) if text_of(k) == "fresh bread"]
    desk.edit(platform, there, bid, kind)
    return group, word


def text_of(there):
    return there.get("Text") or (there.get("keyword") or {}).get("text")


def bids(desk, platform):
    kind, _, bid = KEYWORDS[platform]
    return {text_of(k): bid(k) for k in desk.all(platform, kind) if text_of(k)}


@pytest.mark.parametrize("platform", KEYWORDS)
def test_a_keyword_that_stood_before_stays_with_its_bid(server, platform):
    desk = Platforms(server)
    group, word = standing(desk, platform)
    ours = make_keyword(desk.api, group["id"], text="fresh bread", cpcBid=0.4)
    new = make_keyword(desk.api, group["id"], text="rolls", cpcBid=0.4)
    run = desk.push()
    assert desk.read(ours)["remote"]["id"] == word["remote"]["id"]
    assert bids(desk, platform) == {"fresh bread": 0.4, "rolls": 0.4}
    made = revert(desk.api, run)
    assert made["coverage"] == "FULL"
    assert told(made) == {
        ours["id"]: ("UPDATE", "FULL", "STOOD_BEFORE"),
        new["id"]: ("REMOVE", "FULL", None),
    }
    again = desk.api.post("/sync/%s/revert" % run["id"], expect=409)
    assert again.details["reason"] == "REVERTED"
    carry_out(desk.api, made)
    assert bids(desk, platform) == {"fresh bread": 0.7}
    now = desk.read(ours)
    assert (now["cpcBid"], now["syncState"]) == (0.7, "SYNCED")
    assert preview(desk.api)["operations"] == []


def test_what_was_set_live_in_the_same_push_goes_back_too(server):
    desk = Platforms(server)
    group, _ = standing(desk, "google")
    ours = make_keyword(desk.api, group["id"], text="fresh bread", cpcBid=0.7, status="ENABLED")
    [there] = [k for k in desk.all("google", "adGroupCriteria") if text_of(k)]
    assert there["status"] == "PAUSED"
    run = desk.push(activate=True)
    made = revert(desk.api, run)
    assert {each["coverage"] for each in made["operations"]} == {"FULL"}
    carry_out(desk.api, made)
    [there] = [k for k in desk.all("google", "adGroupCriteria") if text_of(k)]
    assert (there["status"], bids(desk, "google")) == ("PAUSED", {"fresh bread": 0.7})
    assert desk.read(ours)["status"] == "PAUSED"


def test_an_edit_since_stays_and_an_older_journal_is_named(server):
    desk = Platforms(server)
    group, _ = standing(desk, "google")
    ours = make_keyword(desk.api, group["id"], text="fresh bread", cpcBid=0.4)
    run = desk.push()
    desk.patch(ours, cpcBid=0.3)
    made = revert(desk.api, run)
    assert told(made) == {ours["id"]: ("UPDATE", "NONE", "EDITED_SINCE")}
    desk.patch(ours, cpcBid=0.4)
    server.sql("UPDATE sync_operations SET stood = NULL WHERE run_id = '%s'" % run["id"])
    made = revert(desk.api, run)
    assert made["coverage"] == "NONE" and made["planHash"] is None
    assert told(made) == {ours["id"]: ("UPDATE", "NONE", "STOOD_BEFORE")}
    assert bids(desk, "google") == {"fresh bread": 0.4}


def test_a_reddit_keyword_that_stood_before_stays(server):
    """Reddit has no paused keywords. The revert removes the keyword that the push enabled and
    keeps the earlier one."""
    desk = Platforms(server)
    group = desk.group(desk.campaign("reddit"))
    fields = {"matchType": "BROAD", "status": "ENABLED"}
    word = make_keyword(desk.api, group["id"], text="bread", **fields)
    desk.push(activate=True)
    server.sql("DELETE FROM keywords WHERE id = '%s'" % word["id"])
    ours = make_keyword(desk.api, group["id"], text="bread", **fields)
    new = make_keyword(desk.api, group["id"], text="rolls", **fields)
    run = desk.push(activate=True)
    [there] = desk.groups("reddit")
    assert sorted(there["targeting"]["keywords"]) == ["bread", "rolls"]
    made = revert(desk.api, run)
    assert {each["coverage"] for each in made["operations"]} == {"FULL"}
    ops = [(each["id"], each["op"]) for each in made["operations"]]
    assert (new["id"], "REMOVE") in ops and (ours["id"], "REMOVE") not in ops
    carry_out(desk.api, made)
    [there] = desk.groups("reddit")
    assert there["targeting"]["keywords"] == ["bread"]
    assert desk.read(ours)["status"] == "ENABLED"


def test_a_link_that_stood_before_stays(server):
    desk = Platforms(server)
    campaign = desk.campaign("google")
    asset = sitelink(desk.api)
    attach(desk.api, asset, "campaign", campaign)
    desk.push()
    links = desk.all("google", "campaignAssets")
    assert len(links) == 1
    where = "asset_id = '%s' AND holder_id IS NOT NULL" % asset["id"]
    server.sql("DELETE FROM asset_remotes WHERE " + where)
    run = desk.push()
    made = revert(desk.api, run)
    [operation] = made["operations"]
    assert (operation["coverage"], operation["reason"]) == ("NONE", "STOOD_BEFORE")
    assert desk.all("google", "campaignAssets") == links
