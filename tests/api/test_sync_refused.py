"""The preview warns of changes that an adapter will refuse, with the message of the failed
operation."""

import pytest

import adcore_media as media
from adcore_make import Desk, make_ad, make_ad_group, make_asset, make_campaign, preview, push
from adcore_meta import MetaDesk
from adcore_pulls import MetaPulls, MicrosoftPulls, RedditPulls, pull, stranger


@pytest.fixture
def reddit(server):
    return RedditPulls(server)


def foretold(api, warning, **fields):
    """Pushes the plan of a warning: only that operation fails, with the same code and message."""
    assert set(warning) == {"code", "resource", "id", "field", "message"}
    run = push(api, expect=None, **fields)
    [failed] = [one for one in run["operations"] if one["status"] == "FAILED"]
    assert (failed["id"], failed["resource"]) == (warning["id"], warning["resource"])
    assert failed["error"]["code"] == warning["code"]
    assert failed["error"]["message"] == warning["message"]
    return run


CAMPAIGNS = [
    ("google", {"locations": [{"code": "ZZ"}]}, "UNKNOWN_LOCATION", "locations"),
    ("google", {"languages": ["tlh"]}, "UNKNOWN_LANGUAGE", "languages"),
    ("google", {"trackingTemplate": "https://t.example/c"}, "INVALID_URL", "trackingTemplate"),
    ("google", {"trackingTemplate": "t.example/{lpurl}"}, "INVALID_URL", "trackingTemplate"),
    ("google", {"finalUrlSuffix": "?utm=1"}, "INVALID_URL", "finalUrlSuffix"),
    ("google", {"finalUrlSuffix": "u={lpurl}"}, "INVALID_URL", "finalUrlSuffix"),
    ("microsoft", {"locations": [{"code": "ZZ"}]}, "UNKNOWN_LOCATION", "locations"),
    ("meta", {"type": "SOCIAL", "locations": [{"code": "12345"}]}, "UNKNOWN_LOCATION", "locations"),
    ("meta", {"type": "SOCIAL", "languages": ["tlh"]}, "UNKNOWN_LANGUAGE", "languages"),
    (
        "reddit",
        {
            "type": "SOCIAL",
            "objective": "AWARENESS",
            "bidding": {"strategy": "MAXIMIZE_CLICKS", "maxCpc": 2},
        },
        "UNSUPPORTED_ON_PLATFORM",
        "bidding",
    ),
]


@pytest.mark.parametrize(("platform", "fields", "code", "field"), CAMPAIGNS)
def test_campaigns_that_cannot_be_said_there(server, platform, fields, code, field):
    api = Desk(server).api
    body = dict({"name": "Odd", "type": "SEARCH", "budget": 10, "platform": platform}, **fields)
    made = api.post("/campaigns", body)
    plan = preview(api)
    [warning] = [one for one in plan["warnings"] if one["code"] == code]
    assert (warning["id"], warning["field"]) == (made.data["id"], field)
    assert plan["violations"] == []
    foretold(api, warning)


@pytest.mark.parametrize("targeting", [{"ageMin": 25, "ageMax": 40}, {"genders": ["FEMALE"]}])
def test_a_special_ad_category_that_chooses_people_is_foretold(server, targeting):
    meta = MetaDesk(server)
    campaign = meta.campaign(
        platformOptions={"specialAdCategories": ["HOUSING"], "specialAdCategoryCountries": ["DE"]}
    )
    group = meta.group(campaign, targeting=targeting)
    everyone = meta.group(campaign, name="Everyone", targeting={"ageMin": 18, "ageMax": 65})
    found = [one for one in preview(meta.api)["warnings"] if one.get("field") == "targeting"]
    assert [one["id"] for one in found] == [group["id"]] != [everyone["id"]]
    foretold(meta.api, found[0])


def test_a_fourth_enabled_search_ad_of_an_ad_group_is_foretold(server):
    api = Desk(server).api
    campaign = make_campaign(api, status="ENABLED")
    group = make_ad_group(api, campaign["id"], status="ENABLED")
    for n in range(3):
        make_ad(api, group["id"], status="ENABLED", path1="path%d" % n)
    assert "PLATFORM_LIMIT" not in {one["code"] for one in preview(api, activate=True)["warnings"]}
    push(api, activate=True)
    extra = make_ad(api, group["id"], status="ENABLED", path1="more")
    make_ad(api, group["id"], status="PAUSED", path1="paused")
    # Paused, the change is accepted: only an enabled campaign exceeds the limit.
    assert "PLATFORM_LIMIT" not in {one["code"] for one in preview(api)["warnings"]}
    [warning] = [
        one for one in preview(api, activate=True)["warnings"] if one["code"] == "PLATFORM_LIMIT"
    ]
    assert (warning["id"], warning["field"]) == (extra["id"], "status")
    run = push(api, expect=None, activate=True)
    [failed] = [one for one in run["operations"] if one["status"] == "FAILED"]
    assert (failed["id"], failed["error"]["code"]) == (extra["id"], "PLATFORM_LIMIT")


def test_the_others_are_not_held_up(server):
    api = Desk(server).api
    make_campaign(api, name="Good")
    make_campaign(api, name="Odd", locations=[{"code": "ZZ"}])
    [warning] = [one for one in preview(api)["warnings"] if one["code"] == "UNKNOWN_LOCATION"]
    run = foretold(api, warning)
    assert run["status"] == "PARTIAL"


@pytest.mark.parametrize(
    ("kind", "films", "pictures"), [("IMAGE", 0, 0), ("IMAGE", 1, 1), ("VIDEO", 1, 0)]
)
def test_ads_with_too_few_or_too_many_pictures(reddit, kind, films, pictures):
    api = reddit.api
    assets = [make_asset(api, media.mp4(), type="VIDEO", name="Oven") for _ in range(films)]
    assets += [reddit.picture() for _ in range(pictures)]
    group = reddit.group(reddit.campaign())
    ad = reddit.ad(group, type=kind, assetIds=[asset["id"] for asset in assets])
    [warning] = [one for one in preview(api)["warnings"] if one["code"] == "MEDIA_REQUIRED"]
    assert (warning["id"], warning["field"]) == (ad["id"], "assetIds")
    foretold(api, warning)


def test_ads_with_what_they_need_are_not_warned_of(reddit):
    group = reddit.group(reddit.campaign())
    reddit.ad(group, type="IMAGE", assetIds=[reddit.picture()["id"]])
    assert [w for w in preview(reddit.api)["warnings"] if w["code"] == "MEDIA_REQUIRED"] == []
    push(reddit.api)


def test_an_ad_group_without_the_bid_that_its_campaign_wants(server):
    """The campaign in the same plan decides. A bid resolves the warning."""
    meta = MetaDesk(server)
    campaign = meta.campaign(bidding={"strategy": "MANUAL_CPC"})
    group = meta.group(campaign)
    [warning] = [one for one in preview(meta.api)["warnings"] if one["code"] == "BID_REQUIRED"]
    assert (warning["id"], warning["field"]) == (group["id"], "cpcBid")
    foretold(meta.api, warning)
    # The campaign exists on the platform now.
    meta.api.patch("/ad-groups/" + group["id"], {"name": "Still without"})
    codes = [one["code"] for one in preview(meta.api)["warnings"]]
    assert "BID_REQUIRED" in codes
    meta.api.patch("/ad-groups/" + group["id"], {"cpcBid": 1.5})
    assert "BID_REQUIRED" not in [one["code"] for one in preview(meta.api)["warnings"]]
    push(meta.api)


def test_an_ad_group_on_microsoft_that_loses_its_bid_is_a_violation(server):
    """No state of the platform can make it succeed, so the push is refused before it is sent."""
    desk = MicrosoftPulls(server)
    tree = desk.tree()
    push(desk.api)
    group = tree["groups"][0]
    desk.api.patch("/ad-groups/" + group["id"], {"cpcBid": 1.5})
    push(desk.api)
    end = desk.box.log_end()
    desk.api.patch("/ad-groups/" + group["id"], {"cpcBid": None})
    plan = preview(desk.api)
    [violation] = plan["violations"]
    assert (violation["rule"], violation["id"]) == ("BID_REQUIRED", group["id"])
    assert "another cpcBid" in violation["message"]
    assert [one for one in plan["warnings"] if one["id"] == group["id"]] == []
    refused = desk.api.post("/sync", {"planHash": plan["planHash"]}, expect=422)
    assert [v["rule"] for v in refused.details["violations"]] == ["BID_REQUIRED"]
    assert desk.box.mutates(end) == []
    desk.api.patch("/ad-groups/" + group["id"], {"cpcBid": 2})
    assert preview(desk.api)["violations"] == []
    push(desk.api)
    # The platform sets a bid that was never drafted.
    desk.api.patch("/ad-groups/" + tree["groups"][1]["id"], {"name": "Still without"})
    assert preview(desk.api)["violations"] == []


def test_pulled_places_that_cannot_be_said_from_here_stay_as_they_are(server):
    """A change of another field is planned without a warning about these locations."""
    meta = MetaPulls(server)
    tree = meta.tree()
    push(meta.api)
    for group in tree["groups"]:
        there = meta.api.get("/ad-groups/" + group["id"]).data["remote"]["id"]
        [live] = [one for one in meta.live()["adsets"] if one["id"] == there]
        places = {"regions": [{"key": "3847"}]}
        meta.edit(there, {"targeting": dict(live["targeting"], geo_locations=places)})
    api = stranger(meta)
    pull(meta, api)
    [mine] = api.get("/campaigns").data
    api.patch("/campaigns/" + mine["id"], {"name": "Another name"})
    refused = {"UNKNOWN_LOCATION", "UNKNOWN_LANGUAGE"}
    assert not refused & {one["code"] for one in preview(api)["warnings"]}
    push(api)


def test_pulled_languages_that_microsoft_has_and_we_do_not(server):
    microsoft = MicrosoftPulls(server)
    tree = microsoft.tree()
    push(microsoft.api)
    there = microsoft.api.get("/campaigns/" + tree["campaign"]["id"]).data["remote"]["id"]
    microsoft.edit("campaigns", there, {"Languages": ["Klingon"]})
    api = stranger(microsoft)
    pull(microsoft, api)
    [mine] = api.get("/campaigns").data
    api.patch("/campaigns/" + mine["id"], {"budget": 31})
    assert not [one for one in preview(api)["warnings"] if one["code"] == "UNKNOWN_LANGUAGE"]


def test_a_meta_campaign_with_ad_groups_does_not_change_to_manual_bids(server):
    """Its ad sets would keep the previous strategy's number as their bids, which no preview
    shows."""
    meta = MetaDesk(server)
    campaign = meta.campaign(bidding={"strategy": "TARGET_CPA", "targetCpa": 8})
    group = meta.group(campaign)
    push(meta.api)
    [before] = meta.live()["adsets"]
    assert before["bid_amount"] == 800
    meta.api.patch("/campaigns/" + campaign["id"], {"bidding": {"strategy": "MANUAL_CPC"}})
    meta.api.patch("/ad-groups/" + group["id"], {"cpcBid": 1.5})
    [warning] = [w for w in preview(meta.api)["warnings"] if w["code"] == "UNSUPPORTED_ON_PLATFORM"]
    assert (warning["id"], warning["field"]) == (campaign["id"], "bidding")
    foretold(meta.api, warning)
    [there] = meta.live()["campaigns"]
    assert there["bid_strategy"] == "COST_CAP" and meta.live()["adsets"] == [before]


def test_nor_does_one_whose_ad_set_only_meta_knows(server):
    meta = MetaDesk(server)
    campaign = meta.campaign(bidding={"strategy": "TARGET_CPA", "targetCpa": 8})
    group = meta.group(campaign)
    push(meta.api)
    server.sql("DELETE FROM ad_groups WHERE id = '%s'" % group["id"])
    meta.api.patch("/campaigns/" + campaign["id"], {"bidding": {"strategy": "MANUAL_CPC"}})
    assert preview(meta.api)["warnings"] == []
    end = meta.box.log_end()
    [operation] = push(meta.api, expect="FAILED")["operations"]
    assert operation["error"]["code"] == "UNSUPPORTED_ON_PLATFORM", operation
    assert meta.box.mutates(end) == []


def test_a_meta_campaign_without_ad_groups_changes_to_manual_bids(server):
    meta = MetaDesk(server)
    campaign = meta.campaign()
    push(meta.api)
    meta.api.patch("/campaigns/" + campaign["id"], {"bidding": {"strategy": "MANUAL_CPC"}})
    push(meta.api)
    [there] = meta.live()["campaigns"]
    assert there["bid_strategy"] == "LOWEST_COST_WITH_BID_CAP"
