"""Access to the connector's tools by scope, role and object."""

import pytest

import adcore_media as media
from adcore_make import (
    make_ad,
    make_ad_group,
    make_asset,
    make_business,
    make_campaign,
    space_id,
)
from adcore_reports import review_found
from adcore_tools import Tools

READS = ["campaigns", "ads", "keywords", "assets", "businesses", "reports", "sync"]

@pytest.fixture
def tools(api):
    return Tools(api)


NEEDS = {
    "create_asset": ({"type": "TEXT", "name": "x", "text": "y"}, {"assets:write"}),
    "create_business": ({"name": "x", "website": "https://a.example"}, {"businesses:write"}),
    "attach_asset": ({"assetId": "a", "resource": "campaign", "id": "c"}, {"assets:write"}),
    "get_performance": ({}, {"reports:read"}),
    "get_disapprovals": ({}, {"reports:read"}),
    "upload_offline_conversions": ({"conversions": []}, {"campaigns:write"}),
}


@pytest.mark.parametrize("tool", NEEDS)
def test_a_tool_needs_its_scope(account, tool):
    arguments, needed = NEEDS[tool]
    lacking = Tools(account.without(*needed))
    assert tool not in lacking.names()
    asked = lacking.forbidden(tool, **arguments)
    assert needed <= asked and "sync:write" in asked, "what is granted is named too"
    assert tool in Tools(account.client(sorted(needed))).names()


def test_attaching_needs_the_scopes_of_what_changes(account, api):
    lacking = Tools(account.without("ads:write", "businesses:write"))
    link = {"assetId": "ast_x", "id": "x"}
    assert "ads:write" in lacking.forbidden("attach_asset", resource="ad", **link)
    assert "businesses:write" in lacking.forbidden(
        "attach_asset", resource="business", role="LOGO", **link
    )
    logo, business = make_asset(api, media.png(600, 600), type="LOGO"), make_business(api)
    link = {"assetId": logo["id"], "resource": "business", "id": business["id"]}
    assert "businesses:write" in lacking.forbidden("attach_asset", **link), "LOGO unless said"
    assert api.get("/businesses/" + business["id"]).data["logoAssetId"] is None


def test_any_read_scope_shows_changes_of_its_own(account, api):
    make_business(api)
    make_campaign(api)
    writer = Tools(account.client(["campaigns:write"]))
    assert "list_changes" not in writer.names()
    assert {scope + ":read" for scope in READS} <= writer.forbidden("list_changes")
    for scope, kind in (("businesses:read", "business"), ("campaigns:read", "campaign")):
        rows = Tools(account.client([scope], spare=False)).call("list_changes")["changes"]
        assert kind in {row["resource"] for row in rows}
        assert not {"business", "campaign"} - {kind} & {row["resource"] for row in rows}


def test_what_finds_is_listed_with_any_kind(account):
    for scope, kind in (
        ("assets:read", "asset"),
        ("businesses:read", "business"),
        ("reports:read", "conversion"),
    ):
        tools = Tools(account.client([scope], spare=False))
        assert {"find_objects", "get_object"} <= set(tools.names())
        assert tools.call("find_objects", resource=kind)["total"] == 0
        assert "campaigns:read" in tools.forbidden("find_objects", resource="campaign")


# --- objects of other accounts -----------------------------------------------------------------


@pytest.fixture
def found(server, api):
    """Five ads of two campaigns under a finding."""
    space = space_id(api.get("/me").data)
    campaigns = [make_campaign(api)["id"] for _ in range(2)]
    ads = []
    for n in range(5):
        ads.append(make_ad(api, make_ad_group(api, campaigns[n % 2])["id"])["id"])
        review_found(server, space, ads[-1], campaigns[n % 2], "Buy now!!!")
    return campaigns, ads, space


def test_what_others_have_does_not_exist(server, account, api, tools, found):
    campaigns, ads, _ = found
    theirs = server.account().client()
    live = account.client(env="live")
    for other in (theirs, live):
        asset, campaign = make_asset(other, media.png(1200, 628)), make_campaign(other)
        business = make_business(other)
        mine = make_asset(api, media.png(1200, 628))
        link = {"assetId": mine["id"], "resource": "campaign", "id": campaign["id"]}
        assert "id [REFERENCE_NOT_FOUND]" in tools.refused("attach_asset", **link)
        link = {"assetId": asset["id"], "resource": "campaign", "id": campaigns[0]}
        assert tools.refused("attach_asset", **link).startswith("NOT_FOUND")
        assert "logoAssetId [REFERENCE_NOT_FOUND]" in tools.refused(
            "create_business", name="x", website="https://a.example", logoAssetId=asset["id"]
        )
        assert "businessId [REFERENCE_NOT_FOUND]" in tools.refused(
            "create_campaign", name="x", type="SEARCH", budget=5, businessId=business["id"]
        )
        assert tools.call("get_performance", campaignId=[campaign["id"]])["rows"] == []
        assert tools.call("get_disapprovals", campaignId=[campaign["id"]])["total"] == 0
        assert tools.call("list_changes", objectId=campaign["id"])["total"] == 0
        assert tools.refused("get_object", id=asset["id"]).startswith("NOT_FOUND")
        seen = Tools(other)
        assert seen.call("get_disapprovals")["total"] == 0
        assert seen.call("list_changes", objectId=ads[0])["total"] == 0
        cursor = tools.call("list_changes", limit=1)["nextCursor"]
        assert "cursor [INVALID_CURSOR]" in seen.refused("list_changes", cursor=cursor, limit=1)


def test_all_tools_are_listed(tools):
    assert {"copy_campaign", "cancel_sync", "resolve_drift"} <= set(tools.names())
    assert len(tools.names()) == 24
