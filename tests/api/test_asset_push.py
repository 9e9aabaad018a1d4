"""Assets in a push: images, sitelinks and callouts are created at Google once, and are removed
again."""

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

LANDSCAPE = media.png(1200, 628)
SQUARE = media.png(600, 600)


def assets_there(desk):
    query = (
        "SELECT asset.id, asset.name, asset.type, asset.final_urls, asset.sitelink_asset.link_text,"
        " asset.sitelink_asset.description1, asset.callout_asset.callout_text FROM asset"
    )
    return [row["asset"] for row in desk.box.search(desk.customer, query)]


def links_there(desk, level="campaign"):
    table, kind = {"campaign": ("campaign_asset", "campaignAsset")}.get(
        level, ("ad_group_asset", "adGroupAsset")
    )
    query = "SELECT %s.asset, %s.field_type, %s.status FROM %s WHERE %s.status != 'REMOVED'"
    rows = desk.box.search(desk.customer, query % ((table,) * 5))
    return sorted(row[kind]["fieldType"] for row in rows)


def links_of(desk, campaign):
    query = "SELECT campaign_asset.campaign, campaign_asset.field_type FROM campaign_asset WHERE"
    query += " campaign_asset.status != 'REMOVED'"
    rows = [row["campaignAsset"] for row in desk.box.search(desk.customer, query)]
    return sorted(row["fieldType"] for row in rows if row["campaign"] == campaign)


def dressed(desk):
    """A campaign with an image, a sitelink and a callout, and its group with an image."""
    api = desk.api
    tree = make_tree(api)
    things = {
        "picture": make_asset(api, LANDSCAPE),
        "square": make_asset(api, SQUARE),
        "sitelink": sitelink(api),
        "callout": callout(api),
    }
    for name in ("picture", "sitelink", "callout"):
        attach(api, things[name], "campaign", tree["campaign"])
    attach(api, things["square"], "adGroup", tree["groups"][0], role="SQUARE_IMAGE")
    attach(api, things["sitelink"], "adGroup", tree["groups"][0])
    return tree, things


def assert_dressed(desk, things):
    assert sorted(a["type"] for a in assets_there(desk)) == ["CALLOUT", "IMAGE", "IMAGE", "SITELINK"]
    assert links_there(desk) == ["AD_IMAGE", "CALLOUT", "SITELINK"]
    assert links_there(desk, "adGroup") == ["AD_IMAGE", "SITELINK"]
    for thing in things.values():
        now = desk.api.get("/assets/" + thing["id"]).data
        assert now["syncState"] == "SYNCED" and now["remote"]["id"], now
    assert preview(desk.api)["operations"] == []


def test_pictures_and_texts_reach_their_campaign_and_group(desk):
    tree, things = dressed(desk)
    plan = preview(desk.api)
    assert [w for w in plan["warnings"] if w["code"] == "ASSETS_NOT_SENT"] == []
    wanted = ["campaign", "adGroup"] + 4 * ["asset"] + 5 * ["assetLink"] + ["ad"] + 2 * ["keyword"]
    assert kinds(plan) == wanted
    told = next(o for o in plan["operations"] if o["id"] == things["sitelink"]["id"])
    assert {"field": "text", "from": None, "to": "Find a shop"} in told["changes"]
    link = next(o for o in plan["operations"] if o["resource"] == "assetLink")
    assert {c["field"] for c in link["changes"]} == {"assetId", "resource", "objectId", "role"}
    run = push(desk.api)
    assert all(o["remoteId"] for o in run["operations"])
    assert_dressed(desk, things)
    there = {a["type"]: a for a in assets_there(desk)}
    assert there["SITELINK"]["sitelinkAsset"]["linkText"] == "Find a shop"
    assert there["SITELINK"]["finalUrls"] == ["https://bakery.example/shops"]
    [line] = [
        one
        for one in desk.api.get("/history", query={"limit": 50}).data
        if one["objectId"] == things["callout"]["id"] and one["verb"] == "PUSH"
    ]
    assert line["after"]["syncState"] == "SYNCED"


def test_an_asset_goes_once_and_is_linked_wherever_it_hangs(desk):
    api = desk.api
    asset = sitelink(api)
    first, second = make_campaign(api), make_campaign(api)
    attach(api, asset, "campaign", first)
    push(api)
    attach(api, asset, "campaign", second)
    run = push(api)
    assert kinds(run) == ["assetLink"]
    assert len(assets_there(desk)) == 1 and links_there(desk) == ["SITELINK", "SITELINK"]


def test_changed_detached_and_attached_again(desk):
    api = desk.api
    campaign, asset = make_campaign(api), sitelink(api)
    attach(api, asset, "campaign", campaign)
    push(api)
    api.patch("/assets/" + asset["id"], {"text": "Our shops", "description1": "a", "description2": "b"})
    assert api.get("/assets/" + asset["id"]).data["syncState"] == "MODIFIED"
    run = push(api)
    assert [(o["op"], o["resource"]) for o in run["operations"]] == [("UPDATE", "asset")]
    [there] = assets_there(desk)
    assert there["sitelinkAsset"] == {"linkText": "Our shops", "description1": "a"}
    detach(api, asset, "campaign", campaign, role="SITELINK")
    attach(api, asset, "campaign", campaign)
    assert preview(api)["operations"] == []
    detach(api, asset, "campaign", campaign, role="SITELINK")
    run = push(api)
    assert [(o["op"], o["resource"]) for o in run["operations"]] == [("REMOVE", "assetLink")]
    assert links_there(desk) == [] and preview(api)["operations"] == []
    attach(api, asset, "campaign", campaign)
    assert kinds(push(api)) == ["assetLink"]
    assert links_there(desk) == ["SITELINK"]


def test_a_deleted_asset_and_a_removed_campaign(desk):
    api = desk.api
    campaign, asset, kept = make_campaign(api), sitelink(api), callout(api)
    attach(api, asset, "campaign", campaign)
    attach(api, kept, "campaign", campaign)
    push(api)
    assert api.delete("/assets/" + asset["id"], expect=409).code == "CONFLICT"
    detach(api, asset, "campaign", campaign, role="SITELINK")
    api.delete("/assets/" + asset["id"])
    run = push(api)
    assert [(o["op"], o["resource"]) for o in run["operations"]] == [
        ("REMOVE", "assetLink"),
        ("REMOVE", "asset"),
    ]
    assert api.get("/assets/" + asset["id"]).data["syncState"] == "REMOVED"
    api.delete("/campaigns/" + campaign["id"])
    assert kinds(push(api)) == ["campaign"]
    assert api.get("/assets/" + kept["id"]).data["attachments"] == []
    assert preview(api)["operations"] == []


def test_only_the_chosen_campaigns_assets_go(desk):
    api = desk.api
    first, second = make_campaign(api), make_campaign(api)
    attach(api, sitelink(api), "campaign", first)
    attach(api, callout(api), "campaign", second)
    plan = preview(api, campaignIds=[first["id"]])
    assert kinds(plan) == ["campaign", "asset", "assetLink"]
    push(api, campaignIds=[first["id"]])
    assert links_there(desk) == ["SITELINK"]


def test_who_may_not_write_assets_may_not_push_them(account):
    api = account.client()
    attach(api, sitelink(api), "campaign", make_campaign(api))
    pusher = account.client(scopes="campaigns:write,campaigns:read,sync:write,sync:read")
    told = pusher.post("/sync/preview", {}, expect=200).data
    assert told["operations"][1] == {
        "index": 1,
        "op": "CREATE",
        "resource": "asset",
        "dailyBudgetDelta": 0,
        "dependsOn": [],
    }
    assert pusher.post("/sync", {}, expect=403).details["required"] == ["assets:write"]


def test_a_refused_asset_fails_alone_and_goes_again(desk):
    api = desk.api
    campaign, asset = make_campaign(api), sitelink(api)
    attach(api, asset, "campaign", campaign)
    code = {"policyFindingError": "POLICY_FINDING"}
    desk.box.fault({"type": "error", "errorCode": code, "message": "No."}, operation="asset.create")
    run = push(api, expect="PARTIAL")
    assert [o["status"] for o in run["operations"]] == ["SUCCEEDED", "FAILED", "SKIPPED"]
    now = api.get("/assets/" + asset["id"]).data
    assert now["syncState"] == "FAILED" and now["remote"]["lastError"]["code"]
    again = finish(api, api.post("/sync/%s/retry" % run["id"], expect=202).data["id"])
    assert again["status"] == "SUCCEEDED" and kinds(again) == ["asset", "assetLink"]
    assert links_there(desk) == ["SITELINK"] and preview(api)["operations"] == []


def test_what_others_changed_is_not_overwritten_unseen(desk):
    api = desk.api
    asset = sitelink(api)
    attach(api, asset, "campaign", make_campaign(api))
    push(api)
    name = "customers/%s/assets/%s" % (desk.customer, assets_there(desk)[0]["id"])
    desk.box.edit(desk.customer, name, {"sitelinkAsset": {"linkText": "By hand"}})
    api.patch("/assets/" + asset["id"], {"text": "Our shops"})
    run = push(api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == "DRIFTED"
    assert assets_there(desk)[0]["sitelinkAsset"]["linkText"] == "By hand"
    [change] = preview(api)["operations"][0]["changes"]
    assert change == {"field": "text", "from": "By hand", "to": "Our shops"}
    push(api)
    assert assets_there(desk)[0]["sitelinkAsset"]["linkText"] == "Our shops"


def test_a_push_with_assets_is_taken_back(desk):
    api = desk.api
    campaign, asset = make_campaign(api), sitelink(api)
    push(api)
    attach(api, asset, "campaign", campaign)
    run = push(api)
    back = api.post("/sync/%s/revert" % run["id"], expect=201).data
    assert back["coverage"] == "FULL"
    assert [(o["op"], o["resource"]) for o in back["operations"]] == [("REMOVE", "assetLink")]
    assert api.get("/assets/" + asset["id"]).data["attachments"] == []
    done = push(api)
    assert links_there(desk) == []
    back = api.post("/sync/%s/revert" % done["id"], expect=201).data
    assert back["coverage"] == "FULL" and back["operations"][0]["op"] == "CREATE"
    push(api)
    assert links_there(desk) == ["SITELINK"] and preview(api)["operations"] == []


def removals(run):
    return [(o["op"], o["resource"], o["status"]) for o in run["operations"]]


def test_a_link_that_would_not_go_is_not_forgotten_with_its_asset(desk):
    """Google refuses to remove the link. The asset's removal is skipped, and the next push
    removes both."""
    api = desk.api
    campaign, asset = make_campaign(api), sitelink(api)
    attach(api, asset, "campaign", campaign)
    push(api)
    detach(api, asset, "campaign", campaign, role="SITELINK")
    api.delete("/assets/" + asset["id"])
    refusal = {"type": "error", "errorCode": {"policyFindingError": "POLICY_FINDING"}, "message": "No."}
    desk.box.fault(refusal, operation="campaignAsset.remove")
    run = push(api, expect="FAILED")
    assert removals(run) == [
        ("REMOVE", "assetLink", "FAILED"),
        ("REMOVE", "asset", "SKIPPED"),
    ]
    assert run["operations"][1]["error"]["code"] == "STILL_ATTACHED"
    assert links_there(desk) == ["SITELINK"]
    run = push(api)
    assert [each[:2] for each in removals(run)] == [("REMOVE", "assetLink"), ("REMOVE", "asset")]
    assert links_there(desk) == [] and preview(api)["operations"] == []
    assert api.get("/assets/" + asset["id"]).data["syncState"] == "REMOVED"


def test_an_asset_goes_after_the_campaign_that_takes_its_link_along(desk):
    api = desk.api
    campaign, asset = make_campaign(api), sitelink(api)
    attach(api, asset, "campaign", campaign)
    push(api)
    detach(api, asset, "campaign", campaign, role="SITELINK")
    api.delete("/assets/" + asset["id"])
    api.delete("/campaigns/" + campaign["id"])
    assert kinds(push(api), "REMOVE") == ["campaign", "asset"]
    assert desk.live().campaigns == [] and preview(api)["operations"] == []


def removed_there(desk, resource):
    desk.box.edit(desk.customer, resource, None)
    run = finish(desk.api, desk.api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])
    assert run["pulled"]["removed"] > 0, run


def decide(api, thing, keep):
    api.post("/sync/drift/resolve", {"id": thing["id"], "field": "status", "keep": keep}, expect=200)


def test_a_campaign_that_is_made_anew_gets_its_assets_again(desk):
    tree, things = dressed(desk)
    push(desk.api)
    [row] = desk.live().campaigns
    removed_there(desk, row["campaign"]["resourceName"])
    decide(desk.api, tree["campaign"], "STAGED")
    assert kinds(preview(desk.api)).count("assetLink") == 5
    push(desk.api)
    [row] = desk.live().campaigns
    assert links_of(desk, row["campaign"]["resourceName"]) == ["AD_IMAGE", "CALLOUT", "SITELINK"]
    assert preview(desk.api)["operations"] == []


def test_an_ad_group_that_is_made_anew_gets_its_assets_again(desk):
    tree, things = dressed(desk)
    push(desk.api)
    [row] = desk.live().ad_groups
    removed_there(desk, row["adGroup"]["resourceName"])
    decide(desk.api, tree["groups"][0], "STAGED")
    assert kinds(preview(desk.api)).count("assetLink") == 2
    push(desk.api)
    assert preview(desk.api)["operations"] == []


def test_what_was_let_go_holds_no_asset(desk):
    tree, things = dressed(desk)
    push(desk.api)
    [row] = desk.live().campaigns
    removed_there(desk, row["campaign"]["resourceName"])
    decide(desk.api, tree["campaign"], "LIVE")
    for thing in things.values():
        assert desk.api.get("/assets/" + thing["id"]).data["attachments"] == []
        desk.api.delete("/assets/" + thing["id"])
    assert kinds(push(desk.api)) == 4 * ["asset"]
