"""The guardrail maxBid for objects that start to bid because a parent is enabled."""

import pytest

from adcore_make import make_keyword, preview
from adcore_platforms import Platforms

SEARCH = ("google", "microsoft")
GROUP_BID = {
    "google": {"cpcBidMicros": "50000000"},
    "microsoft": {"CpcBid": {"Amount": 50.0}},
    "meta": {"bid_amount": 5000},
}
WORD_BID = {"google": {"cpcBidMicros": "50000000"}, "microsoft": {"Bid": {"Amount": 50.0}}}
KINDS = {"google": "adGroups", "microsoft": "adGroups", "meta": "adsets"}
WORDS = {"google": "adGroupCriteria", "microsoft": "keywords"}


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    server.sandbox().clear_faults()


def paused(desk, platform, **fields):
    """A paused campaign, as pushed, whose ad group is enabled."""
    campaign = desk.campaign(platform, name="Bread", bidding={"strategy": "MANUAL_CPC"}, **fields)
    group = desk.group(campaign, name="Rye", status="ENABLED", cpcBid=1)
    desk.push(activate=True)
    return campaign, group


def violations(desk):
    found = preview(desk.api, activate=True)["violations"]
    return [(v["rule"], v["limit"], v["actual"], v["id"]) for v in found]


def set_group_bid(desk, platform):
    there = desk.named(platform, "Rye", KINDS[platform])
    desk.edit(platform, there, GROUP_BID[platform], KINDS[platform])


@pytest.mark.parametrize("platform", GROUP_BID)
def test_an_enabled_campaign_brings_the_bids_of_its_ad_groups(desk, platform):
    campaign, group = paused(desk, platform)
    set_group_bid(desk, platform)
    desk.pull(platforms=[platform])
    assert desk.read(group)["cpcBid"] == 50
    desk.patch(campaign, budget=21)
    assert violations(desk) == [], "it stays paused"
    desk.patch(campaign, status="ENABLED")
    assert violations(desk) == [("maxBid", 10, 50, group["id"])]
    assert preview(desk.api)["violations"] == [], "nothing is set live without activate"
    refused = desk.api.post("/sync", {"activate": True}, expect=422)
    assert [v["id"] for v in refused.details["violations"]] == [group["id"]]
    desk.patch(group, status="PAUSED")
    assert violations(desk) == [], "a paused ad group does not bid"
    desk.patch(group, status="ENABLED", cpcBid=2)
    assert violations(desk) == []
    desk.push(activate=True)


@pytest.mark.parametrize("platform", GROUP_BID)
def test_a_bid_of_others_counts_before_anybody_decided(desk, platform):
    campaign, group = paused(desk, platform)
    desk.patch(group, cpcBid=3)
    set_group_bid(desk, platform)
    desk.pull(platforms=[platform])
    assert desk.read(group)["syncState"] == "DRIFTED"
    desk.patch(campaign, status="ENABLED")
    assert violations(desk) == [("maxBid", 10, 50, group["id"])]
    desk.api.post(
        "/sync/drift/resolve", {"id": group["id"], "field": "cpcBid", "keep": "STAGED"}, expect=200
    )
    assert violations(desk) == [], "the draft's bid is sent before the campaign is set live"
    desk.push(activate=True)


@pytest.mark.parametrize("above", ["campaign", "group"])
@pytest.mark.parametrize("platform", SEARCH)
def test_keywords_below_too(desk, platform, above):
    campaign = desk.campaign(
        platform,
        name="Bread",
        bidding={"strategy": "MANUAL_CPC"},
        status="PAUSED" if above == "campaign" else "ENABLED",
    )
    live = "ENABLED" if above == "campaign" else "PAUSED"
    group = desk.group(campaign, name="Rye", status=live, cpcBid=1)
    word = make_keyword(desk.api, group["id"], status="ENABLED", cpcBid=1)
    other = make_keyword(desk.api, group["id"], cpcBid=1)
    desk.push(activate=True)
    texts = {word["text"], other["text"]}
    for there in desk.all(platform, WORDS[platform]):
        if (there.get("Text") or there.get("keyword", {}).get("text")) in texts:
            desk.edit(platform, there, WORD_BID[platform], WORDS[platform])
    desk.pull(platforms=[platform])
    assert desk.read(word)["cpcBid"] == desk.read(other)["cpcBid"] == 50
    desk.patch(campaign if above == "campaign" else group, status="ENABLED")
    assert violations(desk) == [("maxBid", 10, 50, word["id"])], "the other one is paused"
    desk.patch(word, cpcBid=4)
    assert violations(desk) == []
    desk.push(activate=True)


def test_an_undecided_bid_of_a_running_campaign_counts_for_its_next_ad_group(desk):
    """On Reddit only the campaign has a bid."""
    bidding = {"strategy": "MAXIMIZE_CLICKS", "maxCpc": 5}
    campaign = desk.campaign("reddit", name="Bread", status="ENABLED", bidding=bidding)
    desk.group(campaign, name="Oat", status="ENABLED")
    second = desk.group(campaign, name="Rye")
    desk.push(activate=True)
    there = desk.named("reddit", "Bread")
    assert there["bid_value"] == 5000000, there
    desk.patch(campaign, bidding=dict(bidding, maxCpc=6))
    desk.edit("reddit", there, {"bid_value": 50000000})
    desk.pull(platforms=["reddit"])
    assert desk.read(campaign)["syncState"] == "DRIFTED", "nobody decided yet"
    desk.patch(second, name="Rye, renamed")
    assert violations(desk) == []
    desk.patch(second, status="ENABLED")
    assert violations(desk) == [("maxBid", 10, 50, campaign["id"])]


def test_a_campaign_that_already_ran_is_not_held_up(desk):
    """The limit is lowered afterwards. It applies only to objects that start to bid."""
    campaign, group = paused(desk, "google", status="ENABLED")
    set_group_bid(desk, "google")
    desk.pull(platforms=["google"])
    desk.patch(campaign, budget=21)
    assert violations(desk) == []
    desk.push(activate=True)
    assert desk.read(group)["cpcBid"] == 50


def test_an_ad_set_with_a_strategy_of_its_own(desk):
    """On Meta an ad set has its own strategy if its campaign has no budget."""
    campaign = desk.campaign("meta", name="Bread")
    group = desk.group(campaign, name="Rye", status="ENABLED")
    desk.push(activate=True)
    desk.move_budget_to_groups("meta", "Bread", {"Rye": 20})
    own = {"bid_strategy": "LOWEST_COST_WITH_BID_CAP", "bid_amount": 5000}
    desk.edit("meta", desk.named("meta", "Rye", "adsets"), own, "adsets")
    desk.pull(platforms=["meta"])
    assert desk.read(group)["cpcBid"] == 50
    desk.patch(campaign, status="ENABLED")
    assert violations(desk) == [("maxBid", 10, 50, group["id"])]
    desk.edit("meta", desk.named("meta", "Rye", "adsets"), {"bid_amount": 500}, "adsets")
    desk.pull(platforms=["meta"])
    assert violations(desk) == []
    desk.push(activate=True)
