"""Images on Microsoft: image ad extensions of media in the account's library, each created once."""

import adcore_media as media
from adcore_make import (
    attach,
    make_asset,
    make_campaign,
    make_tree,
    preview,
    push,
    serial,
)


def picture(api, width=1200, height=628, **fields):
    return make_asset(api, media.png(width, height, seed=b"%d" % serial()), **fields)


def state(desk, kind):
    found = desk.box.state(desk.connection("microsoft")["accountId"])[kind]
    return [o for o in found if o.get("Status") != "Deleted"]


def hung(api, **fields):
    campaign = make_campaign(api, platform="microsoft")
    asset = picture(api, **fields)
    attach(api, asset, "campaign", campaign)
    return campaign, asset


def assert_once(desk, *assets):
    """Each asset has one medium, one extension and one association, and nothing is left to push."""
    marks = sorted(asset["id"] for asset in assets)
    assert sorted(o["Text"] for o in state(desk, "media")) == marks
    there = state(desk, "adExtensions")
    assert sorted(o["Description"] for o in there) == marks
    named = {o["Text"]: o["Id"] for o in state(desk, "media")}
    for extension in there:
        [image] = extension["Images"]
        assert image["Asset"]["Id"] == named[extension["Description"]]
    assert len(state(desk, "adExtensionAssociations")) == len(assets)
    for asset in assets:
        now = desk.api.get("/assets/" + asset["id"]).data
        assert now["syncState"] == "SYNCED" and now["remote"]["id"], now
    assert preview(desk.api)["operations"] == []


def test_pictures_reach_their_campaign_and_group(desk):
    api = desk.api
    tree = make_tree(api, platform="microsoft")
    wide, square = picture(api, name="Bread"), picture(api, 300, 300, name="Roll")
    attach(api, wide, "campaign", tree["campaign"])
    attach(api, square, "adGroup", tree["groups"][0], role="SQUARE_IMAGE")
    plan = preview(api)
    assert [w for w in plan["warnings"] if w["code"] == "ASSETS_NOT_SENT"] == []
    run = push(api)
    made = [op for op in run["operations"] if op["resource"] == "asset"]
    for operation in made:
        steps = operation["steps"]
        assert [[p["kind"] for p in s["pieces"]] for s in steps] == [["media"], ["adExtension"]]
    assert_once(desk, wide, square)
    there = {o["AlternativeText"]: o for o in state(desk, "adExtensions")}
    assert there["Bread"]["Images"][0]["Asset"]["SubType"] == "LandscapeImageMedia"
    assert there["Roll"]["Images"][0]["Asset"]["SubType"] == "SquareImageMedia"
    levels = sorted(o["AssociationType"] for o in state(desk, "adExtensionAssociations"))
    assert levels == ["AdGroup", "Campaign"]


def test_one_picture_for_two_is_uploaded_once_and_taken_off_again(desk):
    api = desk.api
    campaign, asset = hung(api)
    other = make_campaign(api, platform="microsoft")
    attach(api, asset, "campaign", other)
    push(api)
    assert len(state(desk, "media")) == 1 and len(state(desk, "adExtensions")) == 1
    query = {"resource": "campaign", "id": other["id"], "role": "IMAGE"}
    api.delete("/assets/%s/attach" % asset["id"], query=query)
    run = push(api)
    assert [(o["op"], o["resource"]) for o in run["operations"]] == [("REMOVE", "assetLink")]
    assert_once(desk, asset)


def test_what_is_not_taken_is_refused_before_it_is_sent(desk):
    api = desk.api
    heavy = make_asset(api, media.png(1200, 628, weight=76_800))
    campaign, named = hung(api, name="x" * 36)
    body = {"resource": "campaign", "id": campaign["id"], "role": "IMAGE"}
    api.refuse("POST", "/assets/%s/attach" % heavy["id"], body).fault("role", "TOO_LARGE")
    attach(api, picture(api, 2600, 1361, name="Wide"), "campaign", campaign)
    run = push(api, expect="PARTIAL")
    errors = [op["error"] for op in run["operations"] if op["status"] == "FAILED"]
    assert [error["code"] for error in errors] == ["UNSUPPORTED_ON_PLATFORM"] * 2
    assert "35" in errors[0]["message"] and "2592" in errors[1]["message"]
    assert state(desk, "media") == [] and state(desk, "adExtensions") == []
    # The remedy that the error names.
    api.patch("/assets/" + named["id"], {"name": "Bread"})
    push(api, expect="PARTIAL")
    assert [o["AlternativeText"] for o in state(desk, "adExtensions")] == ["Bread"]


def test_what_was_uploaded_is_not_uploaded_again_when_its_extension_was_refused(desk):
    _, asset = hung(desk.api)
    action = {"type": "error", "errorCode": "CampaignServiceTooManyAdExtensionsPerAccount"}
    desk.box.fault({**action, "message": "No."}, platform="microsoft", operation="adExtension.create")
    run = push(desk.api, expect="PARTIAL")
    assert run["operations"][1]["error"]["code"] == "PLATFORM_LIMIT"
    [before] = state(desk, "media")
    push(desk.api)
    assert [o["Id"] for o in state(desk, "media")] == [before["Id"]]
    assert_once(desk, asset)


def test_a_picture_that_is_refused_fails_alone(desk):
    campaign, asset = hung(desk.api)
    attach(desk.api, picture(desk.api), "campaign", campaign)
    action = {"type": "error", "errorCode": "CampaignServiceImageOverweight", "message": "No."}
    desk.box.fault(action, platform="microsoft", operation="media.create")
    run = push(desk.api, expect="PARTIAL")
    failed = [op for op in run["operations"] if op["status"] == "FAILED"]
    assert [op["error"]["platformCode"] for op in failed] == ["CampaignServiceImageOverweight"]
    assert len(state(desk, "adExtensions")) == 1
    push(desk.api)
    assert len(state(desk, "media")) == len(state(desk, "adExtensions")) == 2
