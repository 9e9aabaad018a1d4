"""Sitelinks and callouts on Microsoft: ad extensions that are created once and associated
correctly."""

import adcore_media as media
from adcore_make import (
    attach,
    callout,
    detach,
    finish,
    kinds,
    make_asset,
    make_campaign,
    make_tree,
    preview,
    push,
    sitelink,
)


def state(desk, kind):
    found = desk.box.state(desk.connection("microsoft")["accountId"])[kind]
    return [o for o in found if o.get("Status") != "Deleted"]


def edit(desk, extension, fields):
    customer = desk.connection("microsoft")["accountId"]
    wish = {"platform": "microsoft", "kind": "adExtensions", "id": extension, "set": fields}
    desk.box.control("POST", "edit", {"customerId": customer, **wish})


def links(desk):
    return sorted(o["AssociationType"] for o in state(desk, "adExtensionAssociations"))


def dressed(desk):
    """A campaign with a sitelink and a callout, and its group with the same sitelink."""
    api = desk.api
    tree = make_tree(api, platform="microsoft")
    things = [sitelink(api, description1="Near you", description2="Seven days"), callout(api)]
    for thing in things:
        attach(api, thing, "campaign", tree["campaign"])
    attach(api, things[0], "adGroup", tree["groups"][0])
    return tree, things


def assert_dressed(desk, things):
    types = sorted(o["Type"] for o in state(desk, "adExtensions"))
    assert types == ["CalloutAdExtension", "SitelinkAdExtension"]
    assert links(desk) == ["AdGroup", "Campaign", "Campaign"]
    for thing in things:
        now = desk.api.get("/assets/" + thing["id"]).data
        assert now["syncState"] == "SYNCED" and now["remote"]["id"], now
    assert preview(desk.api)["operations"] == []


def test_texts_reach_their_campaign_and_group(desk):
    tree, things = dressed(desk)
    plan = preview(desk.api)
    assert [w for w in plan["warnings"] if w["code"] == "ASSETS_NOT_SENT"] == []
    run = push(desk.api)
    assert kinds(run)[:7] == ["campaign", "adGroup"] + 2 * ["asset"] + 3 * ["assetLink"]
    assert all(o["remoteId"] for o in run["operations"])
    assert_dressed(desk, things)
    there = {o["Type"]: o for o in state(desk, "adExtensions")}
    link = there["SitelinkAdExtension"]
    assert link["DisplayText"] == "Find a shop" and link["Description2"] == "Seven days"
    assert link["FinalUrls"] == ["https://bakery.example/shops"]
    assert there["CalloutAdExtension"]["Text"] == "Open from six"


def test_a_logo_stays_with_the_drafts_and_the_plan_says_so(desk):
    campaign = make_campaign(desk.api, platform="microsoft")
    attach(desk.api, make_asset(desk.api, media.png(300, 300), type="LOGO"), "campaign", campaign)
    plan = preview(desk.api)
    assert "ASSETS_NOT_SENT" in [w["code"] for w in plan["warnings"]]
    assert kinds(push(desk.api)) == ["campaign"] and state(desk, "adExtensions") == []


def test_one_asset_on_two_platforms_is_one_there_each(desk):
    api = desk.api
    asset = sitelink(api)
    for platform in ("microsoft", "google"):
        attach(api, asset, "campaign", make_campaign(api, platform=platform))
    run = push(api)
    assert kinds(run).count("asset") == 2 and kinds(run).count("assetLink") == 2
    assert len(state(desk, "adExtensions")) == 1 and preview(api)["operations"] == []


def test_changed_detached_and_attached_again(desk):
    api = desk.api
    campaign = make_campaign(api, platform="microsoft")
    asset = sitelink(api, description1="Near you", description2="Seven days")
    attach(api, asset, "campaign", campaign)
    push(api)
    [there] = state(desk, "adExtensions")
    edit(desk, there["Id"], {"FinalMobileUrls": ["https://m.bakery.example/"]})
    change = {"text": "Our shops", "description1": None, "description2": None}
    api.patch("/assets/" + asset["id"], change)
    run = push(api)
    assert [(o["op"], o["resource"]) for o in run["operations"]] == [("UPDATE", "asset")]
    [now] = state(desk, "adExtensions")
    assert now["Id"] == there["Id"] and now["Version"] == 2
    assert now["DisplayText"] == "Our shops" and "Description1" not in now
    # Microsoft's values of fields that adcore does not model are preserved.
    assert now["FinalMobileUrls"] == ["https://m.bakery.example/"]
    detach(api, asset, "campaign", campaign, role=asset["type"])
    run = push(api)
    assert [(o["op"], o["resource"]) for o in run["operations"]] == [("REMOVE", "assetLink")]
    assert links(desk) == [] and preview(api)["operations"] == []
    attach(api, asset, "campaign", campaign)
    assert kinds(push(api)) == ["assetLink"]
    assert links(desk) == ["Campaign"] and len(state(desk, "adExtensions")) == 1


def test_what_others_changed_is_not_overwritten_unseen(desk):
    api = desk.api
    asset = sitelink(api)
    attach(api, asset, "campaign", make_campaign(api, platform="microsoft"))
    push(api)
    edit(desk, state(desk, "adExtensions")[0]["Id"], {"DisplayText": "By hand"})
    api.patch("/assets/" + asset["id"], {"text": "Our shops"})
    run = push(api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == "DRIFTED"
    assert state(desk, "adExtensions")[0]["DisplayText"] == "By hand"
    push(api)
    assert state(desk, "adExtensions")[0]["DisplayText"] == "Our shops"


def test_a_refused_extension_fails_alone_and_goes_again(desk):
    api = desk.api
    asset = sitelink(api)
    attach(api, asset, "campaign", make_campaign(api, platform="microsoft"))
    code = "CampaignServiceTooManyAdExtensionsPerAccount"
    action = {"type": "error", "errorCode": code, "message": "No."}
    desk.box.fault(action, platform="microsoft", operation="adExtension.create")
    run = push(api, expect="PARTIAL")
    assert [o["status"] for o in run["operations"]] == ["SUCCEEDED", "FAILED", "SKIPPED"]
    assert run["operations"][1]["error"]["code"] == "PLATFORM_LIMIT"
    again = finish(api, api.post("/sync/%s/retry" % run["id"], expect=202).data["id"])
    assert again["status"] == "SUCCEEDED" and kinds(again) == ["asset", "assetLink"]
    assert links(desk) == ["Campaign"] and preview(api)["operations"] == []
