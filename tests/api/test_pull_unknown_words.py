"""A word that adcore does not know is not read as a known one. An end at midnight is the day before."""

import pytest

from adcore_make import finish, preview, start_push
from adcore_platforms import Platforms, of
from adcore_pulls import stranger

NEW_WORDS = {"meta": {"bid_strategy": "NEW_WORD"}, "reddit": {"bid_strategy": "NEW_WORD"}}
MIDNIGHT = {
    "google": {"endDateTime": "2030-01-01 00:00:00"},
    "reddit": {"end_time": "2030-01-01T00:00:00Z"},
}


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    server.sandbox().clear_faults()


def strange(desk, platform):
    """The client of another Space, which pulled the same ad account."""
    desk.platform, desk.account_there = platform, lambda: desk.connection(platform)["accountId"]
    api = stranger(desk)
    del desk.account_there
    run = api.post("/sync", {"mode": "PULL", "platforms": [platform]}, expect=202).data
    assert finish(api, run["id"])["status"] == "SUCCEEDED"
    return api


def bidding_of(draft):
    return {name: value for name, value in draft["bidding"].items() if value is not None}


@pytest.mark.parametrize("platform", NEW_WORDS)
def test_a_strategy_that_is_not_known_is_kept(desk, platform):
    desk.campaign(platform, name="Bread")
    desk.push()
    desk.edit(platform, desk.named(platform, "Bread"), NEW_WORDS[platform])
    api = strange(desk, platform)
    [mine] = api.get("/campaigns").data
    assert bidding_of(mine) == {"strategy": "OTHER"}
    api.patch("/campaigns/" + mine["id"], {"bidding": {"strategy": "MAXIMIZE_CLICKS"}})
    [warning] = [w for w in preview(api)["warnings"] if w["field"] == "bidding"]
    assert warning["code"] == "UNSUPPORTED_ON_PLATFORM"
    run = finish(api, start_push(api)["id"])
    [failed] = of(run, mine)
    assert (failed["status"], failed["error"]["code"]) == ("FAILED", "UNSUPPORTED_ON_PLATFORM")
    assert desk.named(platform, "Bread")["bid_strategy"] == "NEW_WORD"


@pytest.mark.parametrize(
    ("billed", "bidding"),
    [
        ("CPM", {"strategy": "OTHER"}),
        ("CPV6", {"strategy": "OTHER"}),
        ("CPC", {"strategy": "MAXIMIZE_CLICKS", "maxCpc": 5}),
    ],
)
def test_a_price_of_impressions_is_no_price_of_clicks(desk, billed, bidding):
    desk.campaign("reddit", name="Bread")
    desk.push()
    theirs = {"bid_strategy": "MAXIMIZE_VOLUME", "bid_type": billed, "bid_value": 5000000}
    desk.edit("reddit", desk.named("reddit", "Bread"), theirs)
    [mine] = strange(desk, "reddit").get("/campaigns").data
    assert bidding_of(mine) == bidding


def test_a_network_that_is_not_known_is_not_shown(desk):
    group = desk.group(desk.campaign("microsoft", name="Bread"), name="Rye")
    desk.push()
    there = desk.named("microsoft", "Rye", "adGroups")
    desk.edit("microsoft", there, {"Network": "InHousePromotion"}, "adGroups")
    api = strange(desk, "microsoft")
    [mine] = api.get("/ad-groups").data
    assert "network" not in (mine["platformOptions"] or {}), mine
    api.patch("/ad-groups/" + mine["id"], {"name": "Oats"})
    run = finish(api, start_push(api)["id"])
    assert run["status"] == "SUCCEEDED", (run, group)
    assert desk.named("microsoft", "Oats", "adGroups")["Network"] == "InHousePromotion"


@pytest.mark.parametrize("platform", MIDNIGHT)
def test_an_end_at_midnight_ends_the_day_before(desk, platform):
    draft = desk.campaign(platform, name="Bread")
    desk.push()
    desk.edit(platform, desk.named(platform, "Bread"), MIDNIGHT[platform])
    desk.pull(platforms=[platform])
    assert desk.read(draft)["endDate"] == "2029-12-31"


def test_a_lifetime_budget_of_one_day_counts_in_full(desk):
    """On Meta: from midnight to midnight."""
    draft = desk.campaign("meta", name="Bread")
    desk.group(draft, name="Rye")
    desk.push()
    theirs = {"daily_budget": None, "lifetime_budget": 40000}
    desk.edit("meta", desk.named("meta", "Bread"), theirs)
    days = {"start_time": 1893369600, "end_time": 1893456000}
    desk.edit("meta", desk.named("meta", "Rye", "adsets"), days, "adsets")
    desk.pull(platforms=["meta"])
    mine = desk.read(draft)
    assert (mine["startDate"], mine["endDate"]) == ("2029-12-31", "2029-12-31")
    assert desk.total() == 400
