"""Attachments: attach, list and detach. The asset and the list return the same attachments."""

import pytest

import adcore_media as media
from adcore_make import (
    attach,
    detach,
    make_ad_group,
    make_asset,
    make_business,
    make_campaign,
    make_tree,
    missing_id,
    preview,
    push,
    sitelink,
)

LANDSCAPE = media.png(1200, 628)
SQUARE = media.png(600, 600)


def attached(api, asset):
    """The attachments of an asset. The list must return the same ones."""
    told = api.get("/assets/" + asset["id"]).data["attachments"]
    listed = api.get("/assets/%s/attach" % asset["id"], query={"order": "asc"})
    assert [{k: one[k] for k in ("resource", "id", "role")} for one in listed.data] == told
    assert listed.meta["total"] == len(told)
    assert {one["assetId"] for one in listed.data} <= {asset["id"]}
    return {(one["resource"], one["id"], one["role"]) for one in told}


def social(api, kind="IMAGE"):
    """An ad on Meta, to which images can be attached."""
    campaign = make_campaign(api, type="SOCIAL", platform="meta")
    group = make_ad_group(api, campaign["id"])
    return campaign, group, group["id"], kind


def meta_ad(api, **fields):
    campaign, group, group_id, kind = social(api)
    body = {
        "adGroupId": group_id,
        "type": kind,
        "finalUrl": "https://bakery.example/",
        "primaryText": "Fresh bread",
    }
    body.update(fields)
    return api.post("/ads", body).data


def test_attached_listed_and_detached(api):
    asset = make_asset(api, LANDSCAPE)
    campaign = make_campaign(api)
    group = make_ad_group(api, campaign["id"])
    business = make_business(api)
    resp = attach(api, asset, "campaign", campaign)
    one = resp.data
    assert one["assetId"] == asset["id"] and one["resource"] == "campaign"
    assert one["id"] == campaign["id"] and one["role"] == "IMAGE"
    assert resp.headers["location"].endswith("/assets/%s/attach" % asset["id"])
    attach(api, asset, "adGroup", group, role="IMAGE")
    attach(api, asset, "business", business)
    assert attached(api, asset) == {
        ("campaign", campaign["id"], "IMAGE"),
        ("adGroup", group["id"], "IMAGE"),
        ("business", business["id"], "IMAGE"),
    }
    gone = detach(api, asset, "adGroup", group).data
    assert gone["id"] == group["id"] and gone["attachedAt"]
    assert detach(api, asset, "adGroup", group, expect=404).code == "NOT_FOUND"
    assert len(attached(api, asset)) == 2
    assert api.get("/campaigns/" + campaign["id"]).data == campaign


def test_attaching_again_changes_nothing(api):
    asset, campaign = make_asset(api, LANDSCAPE), make_campaign(api)
    first = attach(api, asset, "campaign", campaign).data
    etag = api.get("/assets/" + asset["id"]).etag
    assert attach(api, asset, "campaign", campaign).data == first
    assert api.get("/assets/" + asset["id"]).etag == etag
    assert len(attached(api, asset)) == 1


def test_what_is_attached_changes_the_tag_and_not_the_version(api):
    asset, campaign = make_asset(api, LANDSCAPE), make_campaign(api)
    before = api.get("/assets/" + asset["id"])
    attach(api, asset, "campaign", campaign)
    after = api.get("/assets/" + asset["id"], headers={"If-None-Match": before.etag})
    assert after.etag != before.etag and after.data["version"] == before.data["version"]
    api.patch("/assets/" + asset["id"], {"name": "y"}, headers={"If-Match": before.etag})


def test_only_checked(api):
    asset, campaign = make_asset(api, LANDSCAPE), make_campaign(api)
    body = {"resource": "campaign", "id": campaign["id"]}
    path = "/assets/%s/attach" % asset["id"]
    checked = api.post(path, body, query={"validateOnly": True}, expect=200)
    assert checked.meta["validateOnly"] is True and checked.data["role"] == "IMAGE"
    assert attached(api, asset) == set()
    attach(api, asset, "campaign", campaign)
    api.delete(path, query={**body, "validateOnly": True})
    assert len(attached(api, asset)) == 1


def test_pages(api):
    asset = sitelink(api)
    campaigns = [make_campaign(api) for _ in range(5)]
    for one in campaigns:
        attach(api, asset, "campaign", one)
    path = "/assets/%s/attach" % asset["id"]
    seen, cursor = [], None
    while True:
        page = api.get(path, query={"limit": 2, "cursor": cursor})
        assert page.meta["total"] == 5
        seen += [one["id"] for one in page.data]
        cursor = page.meta["nextCursor"]
        if not cursor:
            break
    assert seen == [one["id"] for one in reversed(campaigns)]
    other = sitelink(api)
    first = api.get(path, query={"limit": 2})
    api.get("/assets/%s/attach" % other["id"], query={"cursor": first.meta["nextCursor"]}, expect=400)
    for bad in ({"limit": 0}, {"limit": 201}, {"cursor": "x"}, {"order": "up"}, {"role": "IMAGE"}):
        api.get(path, query=bad, expect=400)


def test_a_repeat_by_key_is_answered_again(api):
    asset, campaign = make_asset(api, LANDSCAPE), make_campaign(api)
    body = {"resource": "campaign", "id": campaign["id"]}
    path = "/assets/%s/attach" % asset["id"]
    key = {"Idempotency-Key": "once"}
    first = api.post(path, body, headers=key)
    detach(api, asset, "campaign", campaign)
    again = api.post(path, body, headers=key)
    assert again.headers["idempotent-replayed"] == "true" and again.data == first.data
    assert attached(api, asset) == set()


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body,field,code",
    [
        ({}, "resource", "REQUIRED"),
        ({"resource": "campaign"}, "id", "REQUIRED"),
        ({"resource": "keyword", "id": "kw_x"}, "resource", "UNKNOWN_VALUE"),
        ({"resource": "campaign", "id": "cmp_x"}, "id", "REFERENCE_NOT_FOUND"),
        ({"resource": "campaign", "id": 5}, "id", "WRONG_TYPE"),
        ({"resource": "campaign", "id": "x", "role": "HERO"}, "role", "UNKNOWN_VALUE"),
        ({"resource": "campaign", "id": "x", "place": 1}, "place", "UNKNOWN_FIELD"),
    ],
)
def test_bodies_that_say_no_place(shared, body, field, code):
    asset = make_asset(shared, LANDSCAPE)
    resp = shared.refuse("POST", "/assets/%s/attach" % asset["id"], body)
    resp.fault(field, code)
    if body and code != "WRONG_TYPE":
        resp = shared.delete("/assets/%s/attach" % asset["id"], query=body, expect=(400, 404))
        assert resp.status == 404 or field in resp.faults()


def test_objects_of_others_are_not_found(server, account):
    api = account.client()
    asset = make_asset(api, LANDSCAPE)
    foreign = make_campaign(server.account().client())
    live = make_campaign(account.client(env="live"))
    own = make_ad_group(api, make_campaign(api)["id"])
    answers = []
    for kind, one in (
        ("campaign", foreign["id"]),
        ("campaign", live["id"]),
        ("campaign", missing_id(live["id"])),
    ):
        resp = api.refuse("POST", "/assets/%s/attach" % asset["id"], {"resource": kind, "id": one})
        resp.fault("id", "REFERENCE_NOT_FOUND")
        answers.append(resp.same_but_for(one))
    assert answers[0] == answers[1] == answers[2]
    body = {"resource": "campaign", "id": own["id"]}
    api.refuse("POST", "/assets/%s/attach" % asset["id"], body).fault("id", "REFERENCE_NOT_FOUND")


@pytest.mark.parametrize(
    "data,role,code",
    [
        (media.png(1, 1), "IMAGE", "TOO_SMALL"),
        (media.png(500, 262), "IMAGE", "TOO_SMALL"),
        (media.png(800, 600), "IMAGE", "WRONG_RATIO"),
        (media.png(1200, 628), "SQUARE_IMAGE", "WRONG_RATIO"),
        (media.png(200, 200), "SQUARE_IMAGE", "TOO_SMALL"),
        (media.png(100, 100), "LOGO", "TOO_SMALL"),
        (media.webp(1200, 628), "IMAGE", "UNSUPPORTED_FORMAT"),
        (media.png(1200, 628, weight=5_300_000), "IMAGE", "TOO_LARGE"),
    ],
)
@pytest.mark.parametrize("platform", ["google", "microsoft"])
def test_pictures_that_a_platform_does_not_take(shared, platform, data, role, code):
    asset = make_asset(shared, data)
    campaign = make_campaign(shared, platform=platform)
    body = {"resource": "campaign", "id": campaign["id"], "role": role}
    resp = shared.refuse("POST", "/assets/%s/attach" % asset["id"], body)
    fault = resp.fault("role", code)
    assert platform in fault["message"] and role in fault["message"]


@pytest.mark.parametrize(
    "data,role",
    [
        (LANDSCAPE, "IMAGE"),
        (SQUARE, "IMAGE"),
        (SQUARE, "SQUARE_IMAGE"),
        (media.png(300, 300), "LOGO"),
        (media.jpeg(1200, 628), "IMAGE"),
        (media.gif(1200, 628), "IMAGE"),
        (media.png(1910, 1000), "IMAGE"),
        (media.png(1910, 1009), "IMAGE"),
    ],
)
def test_pictures_that_google_takes(shared, data, role):
    asset, campaign = make_asset(shared, data), make_campaign(shared)
    attach(shared, asset, "campaign", campaign, role=role)


def test_roles_that_a_type_does_not_have(api):
    campaign = make_campaign(api)
    pairs = (
        (make_asset(api, LANDSCAPE), "VIDEO"),
        (make_asset(api, LANDSCAPE), "SITELINK"),
        (make_asset(api, SQUARE, type="LOGO"), "IMAGE"),
        (make_asset(api, media.mp4(), type="VIDEO"), "IMAGE"),
        (sitelink(api), "CALLOUT"),
        (api.post("/assets", {"type": "TEXT", "name": "x", "text": "x"}).data, None),
        (api.post("/assets", {"type": "TEXT", "name": "x", "text": "x"}).data, "IMAGE"),
    )
    for asset, role in pairs:
        body = {"resource": "campaign", "id": campaign["id"], "role": role}
        resp = api.refuse("POST", "/assets/%s/attach" % asset["id"], body)
        resp.fault("role", "WRONG_ROLE")


def test_what_a_platform_has_no_place_for(api):
    meta, group, _, _ = social(api)
    ad = meta_ad(api)
    video = make_asset(api, media.mp4(), type="VIDEO")
    google = make_campaign(api)
    business = make_business(api)
    for asset, kind, holder in (
        (sitelink(api), "campaign", meta),
        (sitelink(api), "ad", ad),
        (sitelink(api), "business", business),
        (make_asset(api, LANDSCAPE), "campaign", meta),
        (make_asset(api, LANDSCAPE), "adGroup", group),
        (video, "campaign", google),
    ):
        body = {"resource": kind, "id": holder["id"]}
        resp = api.refuse("POST", "/assets/%s/attach" % asset["id"], body)
        resp.fault("role", "UNSUPPORTED_ON_PLATFORM")
    attach(api, video, "ad", ad)
    attach(api, video, "business", business)


def test_what_goes_is_not_attached_to(api):
    asset = make_asset(api, LANDSCAPE)
    tree = make_tree(api)
    push(api)
    api.delete("/campaigns/" + tree["campaign"]["id"])
    body = {"resource": "campaign", "id": tree["campaign"]["id"]}
    resp = api.refuse("POST", "/assets/%s/attach" % asset["id"], body)
    resp.fault("id", "PENDING_REMOVAL")


# --- deleting ------------------------------------------------------------------------------------


def test_an_attached_asset_is_not_deleted(api):
    asset, campaign = make_asset(api, LANDSCAPE), make_campaign(api)
    attach(api, asset, "campaign", campaign)
    resp = api.delete("/assets/" + asset["id"], expect=409)
    assert resp.code == "CONFLICT" and campaign["id"] in resp.error["message"]
    assert resp.details["referredBy"] == [
        {"resource": "campaign", "id": campaign["id"], "role": "IMAGE"}
    ]
    detach(api, asset, "campaign", campaign)
    api.delete("/assets/" + asset["id"])


def test_what_hung_on_a_deleted_draft_is_free(api):
    asset = make_asset(api, LANDSCAPE)
    campaign = make_campaign(api)
    group = make_ad_group(api, campaign["id"])
    business = make_business(api, logoAssetId=None)
    attach(api, asset, "campaign", campaign)
    attach(api, asset, "adGroup", group)
    attach(api, asset, "business", business)
    assert len(attached(api, asset)) == 3
    api.delete("/campaigns/" + campaign["id"])
    assert attached(api, asset) == {("business", business["id"], "IMAGE")}
    api.delete("/businesses/" + business["id"])
    assert attached(api, asset) == set()
    api.delete("/assets/" + asset["id"])


def test_what_hangs_on_a_removed_campaign_can_go(api):
    asset = make_asset(api, LANDSCAPE)
    tree = make_tree(api)
    attach(api, asset, "campaign", tree["campaign"])
    push(api)
    api.delete("/campaigns/" + tree["campaign"]["id"])
    api.delete("/assets/" + asset["id"], expect=409)
    push(api)
    assert api.get("/campaigns/" + tree["campaign"]["id"]).data["syncState"] == "REMOVED"
    assert attached(api, asset) == set()
    api.delete("/assets/" + asset["id"])


# --- the objects' own fields agree with the attachments
# ---------------------------------------------


def test_what_an_ad_names_is_attached_to_it(api):
    first, second = make_asset(api, LANDSCAPE), make_asset(api, media.mp4(), type="VIDEO")
    ad = meta_ad(api, assetIds=[first["id"], second["id"]])
    assert attached(api, first) == {("ad", ad["id"], "IMAGE")}
    assert attached(api, second) == {("ad", ad["id"], "VIDEO")}
    api.delete("/assets/" + first["id"], expect=409)
    ad = api.patch("/ads/" + ad["id"], {"assetIds": [second["id"]]}).data
    assert ad["assetIds"] == [second["id"]]
    assert attached(api, first) == set() and len(attached(api, second)) == 1
    api.patch("/ads/" + ad["id"], {"assetIds": []})
    assert attached(api, second) == set()


def test_what_is_attached_to_an_ad_is_named_by_it(api):
    asset = make_asset(api, SQUARE)
    ad = meta_ad(api)
    attach(api, asset, "ad", ad, role="SQUARE_IMAGE")
    now = api.get("/ads/" + ad["id"]).data
    assert now["assetIds"] == [asset["id"]] and now["version"] == ad["version"] + 1
    assert attached(api, asset) == {("ad", ad["id"], "SQUARE_IMAGE")}
    attach(api, asset, "ad", ad, role="IMAGE")
    assert api.get("/ads/" + ad["id"]).data["assetIds"] == [asset["id"]]
    detach(api, asset, "ad", ad, role="SQUARE_IMAGE")
    assert api.get("/ads/" + ad["id"]).data["assetIds"] == [asset["id"]]
    detach(api, asset, "ad", ad, role="IMAGE")
    assert api.get("/ads/" + ad["id"]).data["assetIds"] == []
    assert attached(api, asset) == set()
    api.delete("/ads/" + ad["id"])


def test_a_deleted_ad_lets_go(api):
    asset = make_asset(api, LANDSCAPE)
    ad = meta_ad(api, assetIds=[asset["id"]])
    api.delete("/ads/" + ad["id"])
    assert attached(api, asset) == set()


def test_ads_name_assets_that_are_there_and_fit(server, api):
    foreign = make_asset(server.account().client(), LANDSCAPE)
    text = api.post("/assets", {"type": "TEXT", "name": "x", "text": "x"}).data
    gif = make_asset(api, media.gif(600, 600))
    ad = meta_ad(api)
    for asset_id, code in (
        (foreign["id"], "REFERENCE_NOT_FOUND"),
        (missing_id(foreign["id"]), "REFERENCE_NOT_FOUND"),
        ("cmp_1", "REFERENCE_NOT_FOUND"),
        (text["id"], "WRONG_ROLE"),
        (gif["id"], "UNSUPPORTED_FORMAT"),
    ):
        resp = api.refuse("PATCH", "/ads/" + ad["id"], {"assetIds": [asset_id]})
        resp.fault("assetIds[0]", code)


def test_a_logo_is_what_a_business_names(api):
    first, second = make_asset(api, SQUARE, type="LOGO"), make_asset(api, SQUARE)
    business = make_business(api, logoAssetId=first["id"])
    assert attached(api, first) == {("business", business["id"], "LOGO")}
    assert api.delete("/assets/" + first["id"], expect=409).code == "CONFLICT"
    attach(api, second, "business", business, role="LOGO")
    assert api.get("/businesses/" + business["id"]).data["logoAssetId"] == second["id"]
    assert attached(api, first) == set()
    detach(api, second, "business", business, role="LOGO")
    assert api.get("/businesses/" + business["id"]).data["logoAssetId"] is None
    video = make_asset(api, media.mp4(), type="VIDEO")
    resp = api.refuse("PATCH", "/businesses/" + business["id"], {"logoAssetId": video["id"]})
    resp.fault("logoAssetId", "WRONG_ROLE")


def test_what_changes_another_object_needs_its_scope(account):
    owner = account.client()
    asset = make_asset(owner, SQUARE)
    ad, business = meta_ad(owner), make_business(owner)
    writer = account.client(scopes="assets:read,assets:write")
    resp = attach(writer, asset, "ad", ad, expect=403)
    assert resp.details["required"] == ["ads:write"]
    resp = attach(writer, asset, "business", business, role="LOGO", expect=403)
    assert resp.details["required"] == ["businesses:write"]
    attach(writer, asset, "business", business)
    attach(writer, asset, "campaign", make_campaign(owner))
    attach(owner, asset, "ad", ad)
    assert detach(writer, asset, "ad", ad, expect=403).details["required"] == ["ads:write"]


def test_a_picture_on_a_search_ad_does_not_disturb_its_push(api):
    tree = make_tree(api)
    ad = tree["ads"][0]
    asset = make_asset(api, LANDSCAPE)
    attach(api, asset, "ad", ad)
    plan = preview(api)
    assert "asset" not in {op["resource"] for op in plan["operations"]}
    warned = [(w["code"], w["id"]) for w in plan["warnings"] if "NOT_SENT" in w["code"]]
    assert len(warned) == 1 and warned[0][1] == ad["id"]
    # The object's own image fields produce one warning as well, named by the field.
    api.patch("/ads/" + ad["id"], {"assetIds": [asset["id"]]})
    warned = [(w["code"], w.get("field")) for w in preview(api)["warnings"] if "NOT_SENT" in w["code"]]
    assert warned == [("NOT_SENT", "assetIds")]
    push(api)
    assert api.get("/ads/" + ad["id"]).data["syncState"] == "SYNCED"
    assert preview(api)["operations"] == []


def test_history_tells_who_attached(server, api):
    asset, campaign = make_asset(api, LANDSCAPE), make_campaign(api)
    attach(api, asset, "campaign", campaign)
    detach(api, asset, "campaign", campaign)
    verbs = server.sql(
        "SELECT verb FROM history WHERE object_id = '%s' ORDER BY at" % asset["id"]
    )
    assert [verb[0] for verb in verbs] == ["CREATE", "ATTACH", "DETACH"]
