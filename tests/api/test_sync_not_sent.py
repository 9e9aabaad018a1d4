"""A field that adcore does not send to a platform is no change and no drift. A warning names it."""

import pytest

from adcore_make import (
    Desk,
    make_ad_group,
    make_campaign,
    make_tree,
    preview,
    push,
)

SOCIAL = {"reddit": "SOCIAL", "meta": "SOCIAL", "google": "SEARCH", "microsoft": "SEARCH"}
# Fields of a campaign or an ad group that adcore stores without sending them to the platform.
KEPT = [
    ("google", "campaign", {"objective": "LEADS"}),
    ("microsoft", "campaign", {"objective": "LEADS"}),
    ("microsoft", "campaign", {"platformOptions": {"geoMode": "PRESENCE_OR_INTEREST"}}),
    ("reddit", "adGroup", {"cpcBid": 2}),
    ("meta", "adGroup", {"cpcBid": 2}),
]
REFUSED = [
    ("reddit", "campaign", {"finalUrlSuffix": "a=1"}),
    ("reddit", "campaign", {"trackingTemplate": "{lpurl}?a=1"}),
    ("meta", "campaign", {"finalUrlSuffix": "a=1"}),
    ("microsoft", "campaign", {"startDate": "2030-01-01"}),
    ("microsoft", "campaign", {"endDate": "2030-01-01"}),
    ("google", "adGroup", {"budget": 5}),
]


def names(rows):
    return ["%s-%s-%s" % (platform, kind, *fields) for platform, kind, fields in rows]


def campaign_on(desk, platform, **fields):
    return make_campaign(desk.api, type=SOCIAL[platform], platform=platform, **fields)


def path_of(kind, made):
    return {"campaign": "/campaigns/", "adGroup": "/ad-groups/"}[kind] + made["id"]


def made_with(desk, platform, kind, fields):
    """A campaign or an ad group with these fields, and its kind."""
    if kind == "campaign":
        return campaign_on(desk, platform, **fields)
    return make_ad_group(desk.api, campaign_on(desk, platform)["id"], **fields)


def not_sent(plan):
    rows = [each for each in plan["warnings"] if each["code"] == "NOT_SENT"]
    for each in rows:
        assert set(each) == {"code", "resource", "id", "field", "message"} and each["message"]
    return [(each["id"], each["field"]) for each in rows]


def changed_fields(plan, object_id):
    return {
        change["field"]
        for op in plan["operations"]
        if op["id"] == object_id
        for change in op["changes"]
    }


@pytest.mark.parametrize("platform, kind, fields", KEPT, ids=names(KEPT))
def test_a_create_shows_only_what_is_sent(desk, platform, kind, fields):
    made = made_with(desk, platform, kind, fields)
    (field,) = fields
    plan = preview(desk.api)
    assert not_sent(plan) == [(made["id"], field)]
    assert platform in [each for each in plan["warnings"] if each["code"] == "NOT_SENT"][0]["message"]
    assert field not in changed_fields(plan, made["id"]) and "name" in changed_fields(plan, made["id"])
    run = push(desk.api)
    assert field not in {c["field"] for op in run["operations"] for c in op["changes"]}
    assert preview(desk.api)["operations"] == []


@pytest.mark.parametrize("platform, kind, fields", KEPT, ids=names(KEPT))
def test_an_edit_of_it_alone_is_no_change(desk, platform, kind, fields):
    (field,) = fields
    made = made_with(desk, platform, kind, {})
    push(desk.api)
    end = desk.box.log_end()
    desk.api.patch(path_of(kind, made), fields)
    plan = preview(desk.api)
    assert plan["operations"] == [] and not_sent(plan) == [(made["id"], field)]
    stands = desk.api.get(path_of(kind, made)).data
    # A field that waits for another strategy differs from the platform's value.
    waits = (platform, field) == ("meta", "cpcBid")
    assert stands["syncState"] == ("MODIFIED" if waits else "SYNCED")
    assert push(desk.api)["operations"] == []
    assert desk.box.mutates(end) == []
    assert desk.api.get("/sync/drift").data == []
    desk.api.patch(path_of(kind, made), {field: None})
    assert not_sent(preview(desk.api)) == []
    assert desk.api.get(path_of(kind, made)).data["syncState"] == "SYNCED"


@pytest.mark.parametrize("platform, kind, fields", KEPT, ids=names(KEPT))
def test_an_edit_beside_it_carries_the_other_field_alone(desk, platform, kind, fields):
    (field,) = fields
    made = made_with(desk, platform, kind, {})
    push(desk.api)
    desk.api.patch(path_of(kind, made), {**fields, "name": "Another name"})
    plan = preview(desk.api)
    assert changed_fields(plan, made["id"]) == {"name"}
    assert not_sent(plan) == [(made["id"], field)]
    run = push(desk.api)
    assert [op["status"] for op in run["operations"]] == ["SUCCEEDED"]
    assert {c["field"] for op in run["operations"] for c in op["changes"]} == {"name"}


@pytest.mark.parametrize("platform, kind, fields", REFUSED, ids=names(REFUSED))
def test_what_a_platform_has_not_is_refused_at_the_write(desk, platform, kind, fields):
    made = made_with(desk, platform, kind, {})
    resp = desk.api.patch(path_of(kind, made), fields, expect=400)
    (field,) = fields
    faults = [each for each in resp.details["fields"] if each["path"] == field]
    assert [each["code"] for each in faults] == ["UNSUPPORTED_ON_PLATFORM"], resp.error
    assert platform in faults[0]["message"]


@pytest.mark.parametrize("platform", ["reddit", "meta"])
def test_an_objective_is_fixed_once_it_was_pushed(desk, platform):
    made = campaign_on(desk, platform, objective="TRAFFIC")
    path = path_of("campaign", made)
    desk.api.patch(path, {"objective": "LEADS"})
    push(desk.api)
    resp = desk.api.patch(path, {"objective": "SALES"}, expect=400)
    faults = [each for each in resp.details["fields"] if each["path"] == "objective"]
    assert [each["code"] for each in faults] == ["IMMUTABLE"], faults
    desk.api.patch(path, {"objective": "LEADS", "name": "Another name"})
    assert desk.api.get(path).data["objective"] == "LEADS"


def test_a_draft_from_before_a_refusal_is_kept_and_warned_of(desk):
    """A value that an earlier release accepted."""
    made = campaign_on(desk, "reddit")
    desk.server.sql(
        "UPDATE campaigns SET final_url_suffix = 'a=1' WHERE id = '%s'" % made["id"]
    )
    plan = preview(desk.api)
    assert not_sent(plan) == [(made["id"], "finalUrlSuffix")]
    assert "finalUrlSuffix" not in changed_fields(plan, made["id"])
    assert push(desk.api)["status"] == "SUCCEEDED"


def test_a_bid_that_waits_is_planned_with_the_strategy_that_takes_it(desk):
    """An ad group's bid on Meta is sent with MANUAL_CPC only. Before, it counts as not sent."""
    campaign = campaign_on(desk, "meta")
    group = make_ad_group(desk.api, campaign["id"], cpcBid=2)
    push(desk.api)
    path = "/campaigns/" + campaign["id"]
    desk.api.patch(path, {"bidding": {"strategy": "MANUAL_CPC"}})
    plan = preview(desk.api)
    assert not_sent(plan) == []
    assert changed_fields(plan, group["id"]) == {"cpcBid"}
    # Meta requires each ad set's bid in the campaign's own request. The change is refused, and the
    # bid waits.
    run = push(desk.api, expect="FAILED")
    assert [op["status"] for op in run["operations"]] == ["FAILED", "SKIPPED"]
    assert desk.api.get("/ad-groups/" + group["id"]).data["syncState"] == "MODIFIED"


def test_a_bid_of_a_campaign_that_takes_it_is_sent(desk):
    campaign = campaign_on(desk, "meta", bidding={"strategy": "MANUAL_CPC"})
    group = make_ad_group(desk.api, campaign["id"], cpcBid=2)
    plan = preview(desk.api)
    assert not_sent(plan) == [] and "cpcBid" in changed_fields(plan, group["id"])
    push(desk.api)
    desk.api.patch("/ad-groups/" + group["id"], {"cpcBid": 3})
    push(desk.api)
    customer = desk.connection("meta")["accountId"].removeprefix("act_")
    sets = desk.box.state(customer)["adsets"]
    assert [int(each["bid_amount"]) for each in sets] == [300]


def test_geo_mode_on_microsoft_goes_with_locations(desk):
    campaign = campaign_on(desk, "microsoft")
    path = "/campaigns/" + campaign["id"]
    push(desk.api)
    desk.api.patch(path, {"platformOptions": {"geoMode": "PRESENCE_OR_INTEREST"}})
    assert preview(desk.api)["operations"] == []
    desk.api.patch(path, {"locations": [{"code": "US"}]})
    plan = preview(desk.api)
    assert changed_fields(plan, campaign["id"]) == {"locations", "platformOptions"}
    assert not_sent(plan) == []
    push(desk.api)
    assert desk.api.get(path).data["syncState"] == "SYNCED"


def test_a_picture_of_a_search_ad_is_told_with_its_field(desk):
    from adcore_media import png

    tree = make_tree(desk.api)
    ad = tree["ads"][0]
    asset = desk.api.post(
        "/assets", {"type": "IMAGE", "name": "Bread", "data": png_base64(png(600, 314))}, expect=201
    ).data
    desk.api.patch("/ads/" + ad["id"], {"assetIds": [asset["id"]]})
    plan = preview(desk.api)
    assert (ad["id"], "assetIds") in not_sent(plan)
    assert "assetIds" not in changed_fields(plan, ad["id"])


def png_base64(data):
    import base64

    return base64.b64encode(data).decode()


def test_the_warning_is_of_those_who_may_read_the_object(desk):
    make_campaign(desk.api, objective="LEADS")
    reader = desk.account.client(["sync:read", "keywords:read"])
    assert not_sent(preview(desk.api)) != [] and not_sent(preview(reader)) == []


def test_each_field_is_told_once_with_an_enable_and_a_pause(desk):
    made = make_campaign(desk.api, status="ENABLED", objective="LEADS")
    plan = preview(desk.api, activate=True)
    assert len(plan["operations"]) == 2 and not_sent(plan) == [(made["id"], "objective")]
    push(desk.api, activate=True)
    desk.api.patch(path_of("campaign", made), {"status": "PAUSED", "name": "Another name"})
    plan = preview(desk.api)
    assert len(plan["operations"]) == 2 and not_sent(plan) == [(made["id"], "objective")]


def test_the_filter_of_a_plan_holds_for_the_warning(desk):
    one = make_campaign(desk.api)
    two = make_campaign(desk.api)
    push(desk.api)
    for made in (one, two):
        desk.api.patch(path_of("campaign", made), {"objective": "LEADS"})
    assert not_sent(preview(desk.api, campaignIds=[one["id"]])) == [(one["id"], "objective")]
    assert sorted(not_sent(preview(desk.api))) == sorted(
        (made["id"], "objective") for made in (one, two)
    )
    assert not_sent(preview(desk.api, platforms=["reddit"])) == []
