"""Pulls from Meta: what stands with ad sets there and is a campaign's here, and budgets elsewhere."""

import pytest

from adcore_make import preview, push
from adcore_pulls import MetaPulls, pull, remote, stranger


@pytest.fixture
def meta(server):
    desk = MetaPulls(server)
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def test_one_ad_set_that_was_aimed_elsewhere_is_seen(meta):
    """Whichever of them it is: the one that differs from what was synced speaks."""
    tree = meta.tree(locations=[{"code": "US"}])
    push(meta.api)
    path = "/campaigns/" + tree["campaign"]["id"]
    for group, country in zip(tree["groups"], ("JP", "CA")):
        there = remote(meta, "/ad-groups", group)
        meta.edit(there, {"targeting": {"geo_locations": {"countries": [country]}}})
        # The first is taken, and so all ad sets are to be there: a person sees it in the plan.
        pull(meta)
        now = meta.api.get(path).data
        assert [place["code"] for place in now["locations"]] == [country]


def test_budgets_of_ad_sets_and_of_a_whole_life(meta):
    api = meta.api
    tree = meta.tree()
    push(api)
    campaign = remote(meta, "/campaigns", tree["campaign"])
    group = remote(meta, "/ad-groups", tree["groups"][0])
    meta.edit(campaign, {"daily_budget": None})
    meta.edit(group, {"daily_budget": 700})
    other = stranger(meta)
    pull(meta, other)
    [mine] = other.get("/campaigns").data
    assert (mine["budgetLevel"], mine["budgetPeriod"]) == ("AD_GROUP", "DAILY")
    groups = {one["remote"]["id"]: one for one in other.get("/ad-groups").data}
    assert groups[group]["budget"] == 7
    path = "/campaigns/" + mine["id"]
    other.patch(path, {"budget": 9}, expect=400).fault("budget", "UNSUPPORTED_ON_PLATFORM")
    there = "/ad-groups/" + groups[group]["id"]
    other.patch(there, {"budget": None}, expect=400).fault("budget", "REQUIRED")
    # It is changed where it stands, and nothing else is.
    other.patch(there, {"budget": 8.5})
    [operation] = preview(other)["operations"]
    assert operation["changes"] == [{"field": "budget", "from": 7, "to": 8.5}]
    push(other)
    [live] = [one for one in meta.live()["adsets"] if one["id"] == group]
    assert live["daily_budget"] == 850
    # The whole life's: the same field, told as what it is.
    meta.edit(group, {"daily_budget": None})
    meta.edit(campaign, {"lifetime_budget": 90000, "stop_time": 1900000000})
    third = stranger(meta)
    pull(meta, third)
    [mine] = third.get("/campaigns").data
    assert (mine["budget"], mine["budgetPeriod"], mine["budgetLevel"]) == (900, "LIFETIME", "CAMPAIGN")


def test_forms_of_ads_that_are_not_ours(meta):
    tree = meta.tree()
    push(meta.api)
    ad = remote(meta, "/ads", tree["ads"][0])
    [there] = [one for one in meta.live()["ads"] if one["id"] == ad]
    link = {"link": "https://shop.example/", "child_attachments": [{"name": "One"}]}
    meta.edit(there["creative"]["id"], {"object_story_spec": {"page_id": "1", "link_data": link}})
    api = stranger(meta)
    pull(meta, api)
    ads = {one["remote"]["id"]: one for one in api.get("/ads").data}
    assert ads[ad]["type"] == "OTHER" and ads[ad]["headlines"] == []
    assert preview(api)["operations"] == []


def test_an_option_that_was_changed_there(meta):
    """Those that were never set may stand there as they like."""
    campaign = meta.campaign()
    group = meta.group(campaign, platformOptions={"dsaPayor": "Payer"})
    push(meta.api)
    there = remote(meta, "/ad-groups", group)
    meta.edit(there, {"optimization_goal": "REACH"})
    assert pull(meta)["unchanged"] == 2
    meta.edit(there, {"dsa_payor": "Theirs"})
    assert pull(meta)["updated"] == 1
    now = meta.api.get("/ad-groups/" + group["id"]).data
    assert now["platformOptions"] == {"dsaPayor": "Theirs"}


def test_more_than_a_page(meta):
    """Pages of 25 campaigns and 100 ad sets."""
    campaigns = [meta.campaign(name="Number %d" % i, budget=2) for i in range(27)]
    for i in range(103):
        meta.group(campaigns[0], name="Group %d" % i)
    push(meta.api)
    api = stranger(meta)
    assert pull(meta, api)["created"] == 27 + 103
    assert api.get("/ad-groups").meta["total"] == 103
    assert pull(meta, api)["unchanged"] == 27 + 103
