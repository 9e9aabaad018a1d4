"""The connector's tools for assets and businesses."""

import base64

import pytest

import adcore_media as media
from adcore_make import make_asset, make_campaign, missing_id
from adcore_tools import Tools

@pytest.fixture
def tools(api):
    return Tools(api)


def picture(width=1200, height=628):
    return base64.b64encode(media.png(width, height)).decode()


# --- create_asset -------------------------------------------------------------------------------


def test_an_asset_of_bytes(api, tools):
    result = tools.result("create_asset", type="IMAGE", name="Bread", data=picture())
    text, made = result["content"][0]["text"], result["structuredContent"]
    assert made["live"] is False and text.startswith("asset " + made["asset"]["id"])
    assert "drafted, not live" in text.split("\n")[0]
    stored = api.get("/assets/" + made["asset"]["id"]).data
    assert stored["source"] == "MCP" and stored["syncState"] == "STAGED"
    for name in ("type", "name", "mimeType", "width", "height", "bytes", "sha256"):
        assert made["asset"][name] == stored[name]
    assert "data" not in made["asset"]


def test_assets_of_text(api, tools):
    link = tools.call(
        "create_asset",
        type="SITELINK",
        name="Shops",
        text="Find a shop",
        finalUrl="https://bakery.example/shops",
        description1="All around the town",
        description2="Open from six",
    )["asset"]
    assert api.get("/assets/" + link["id"]).data["text"] == "Find a shop"
    tools.call("create_asset", type="CALLOUT", name="Fresh", text="Baked at five")
    assert tools.call("find_objects", resource="asset")["total"] == 2
    assert tools.call("get_object", id=link["id"])["object"]["finalUrl"] == link["finalUrl"]


@pytest.mark.parametrize(
    "arguments,faults",
    [
        ({}, ["type [REQUIRED]", "name [REQUIRED]"]),
        ({"type": "PICTURE", "name": "x"}, ["type [UNKNOWN_VALUE]"]),
        ({"type": "IMAGE", "name": "x"}, ["data [REQUIRED]"]),
        ({"type": "IMAGE", "name": "x", "data": "!"}, ["data ["]),
        ({"type": "IMAGE", "name": "x", "data": "AAAA"}, ["data [UNSUPPORTED_FORMAT]"]),
        ({"type": "IMAGE", "name": "x", "sourceUrl": "http://a.example/b.png"}, ["sourceUrl ["]),
        (
            {"type": "IMAGE", "name": "x", "sourceUrl": "https://127.0.0.1/b.png"},
            ["sourceUrl [FETCH_FAILED]", "public https", "Alternatively send the bytes as data."],
        ),
        ({"type": "SITELINK", "name": "x", "text": "y"}, ["finalUrl [REQUIRED]"]),
        ({"type": "TEXT", "name": "x", "text": "y", "colour": 1}, ["colour [UNKNOWN_FIELD]"]),
    ],
)
def test_an_asset_that_is_none(api, tools, arguments, faults):
    text = tools.refused("create_asset", **arguments)
    for fault in faults:
        assert fault in text, text
    assert text.endswith("Nothing was changed.")
    assert api.get("/assets").meta["total"] == 0


# --- create_business ----------------------------------------------------------------------------


def test_a_business_and_what_names_it(api, tools):
    logo = make_asset(api, media.png(600, 600), type="LOGO")
    made = tools.call(
        "create_business",
        name="Sunrise",
        website="https://bakery.example",
        languages=["de"],
        locations=[{"code": "DE"}],
        brandColors=["#F2A900"],
        logoAssetId=logo["id"],
    )
    business = api.get("/businesses/" + made["business"]["id"]).data
    assert business["brandColors"] == ["#F2A900"] and business["source"] == "MCP"
    assert business["locations"] == [{"code": "DE", "excluded": False}]
    campaign = tools.call(
        "create_campaign", name="C", type="SEARCH", budget=5, businessId=business["id"]
    )["campaign"]
    assert api.get("/campaigns/" + campaign["id"]).data["businessId"] == business["id"]
    found = tools.call("find_objects", resource="business", q="sunr")
    assert [each["id"] for each in found["objects"]] == [business["id"]]


def test_every_fault_of_a_business(api, tools):
    text = tools.refused("create_business", website="bakery", phone="1", owner="me")
    for fault in ("name [REQUIRED]", "website [INVALID_URL]", "phone [", "owner [UNKNOWN_FIELD]"):
        assert fault in text, text
    assert api.get("/businesses").meta["total"] == 0


# --- attach_asset -------------------------------------------------------------------------------


def test_attached_where_it_is_told(api, tools):
    asset, campaign = make_asset(api, media.png(1200, 628)), make_campaign(api)
    link = {"assetId": asset["id"], "resource": "campaign", "id": campaign["id"]}
    made = tools.call("attach_asset", **link)
    assert made["live"] is False
    assert {name: made["attachment"][name] for name in link} == link
    assert made["attachment"]["role"] == "IMAGE"
    again = tools.call("attach_asset", **link)
    assert again["attachment"] == made["attachment"], "attaching again changes nothing"
    assert api.get("/assets/" + asset["id"]).data["attachments"] == [
        {"resource": "campaign", "id": campaign["id"], "role": "IMAGE"}
    ]
    assert campaign["id"] in tools.refused("delete_objects", ids=[asset["id"]])


def test_attached_where_it_does_not_fit(api, tools):
    asset, campaign = make_asset(api, media.png(600, 600)), make_campaign(api)
    link = {"assetId": asset["id"], "resource": "campaign", "id": campaign["id"]}
    assert "role [" in tools.refused("attach_asset", role="SITELINK", **link)
    assert "role [UNKNOWN_VALUE]" in tools.refused("attach_asset", role="HERO", **link)
    text = tools.refused("attach_asset", assetId=asset["id"])
    assert "resource [REQUIRED]" in text and "id [REQUIRED]" in text
    assert "id [REFERENCE_NOT_FOUND]" in tools.refused(
        "attach_asset", **dict(link, id=missing_id(campaign["id"]))
    )
    text = tools.refused("attach_asset", **dict(link, assetId=missing_id(asset["id"])))
    assert text.startswith("NOT_FOUND") and "find_objects" in text
    assert api.get("/assets/" + asset["id"]).data["attachments"] == []
