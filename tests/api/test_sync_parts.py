"""A campaign pushed in parts, by some of its ad groups at a time."""

from adcore_make import (
    assert_once_each,
    attach,
    finish,
    make_ad,
    make_ad_group,
    make_asset,
    make_campaign,
    make_keyword,
    make_tree,
    missing_id,
    preview,
    push,
)
from adcore_tools import Tools


def negative(api, campaign):
    body = {"campaignId": campaign["id"], "text": "jobs", "matchType": "EXACT", "negative": True}
    return api.post("/keywords", body).data


def callout(api, text, kind, holder):
    asset = make_asset(api, type="CALLOUT", text=text)
    return asset, attach(api, asset, kind, holder).data


def held(plan, *kinds):
    """The ids of the plan's operations, of these kinds or all."""
    return {op["id"] for op in plan["operations"] if not kinds or op["resource"] in kinds}


def below(tree, at):
    """The ids of the ad group at that position and of everything below it."""
    group = tree["groups"][at]["id"]
    return {group} | {
        one["id"] for kind in ("ads", "keywords") for one in tree[kind] if one["adGroupId"] == group
    }


def test_parts_make_the_whole_once(desk):
    """The first part creates the campaign. All parts together create the same objects as one
    whole push."""
    api = desk.api
    tree = make_tree(api, groups=3)
    mine, group = tree["campaign"], tree["groups"][1]
    word = negative(api, mine)
    callout(api, "Baked at five", "campaign", mine)
    callout(api, "Rolls too", "adGroup", group)
    make_tree(api)
    parts = [{"adGroupIds": [one["id"]]} for one in tree["groups"]]

    first = preview(api, **parts[0])
    assert first["operations"][0]["id"] == mine["id"]
    wanted = below(tree, 0) | {mine["id"], word["id"]}
    assert held(first, "campaign", "adGroup", "ad", "keyword") == wanted
    # Assets of the campaign go with the part. Assets of another ad group do not.
    assert [op["op"] for op in first["operations"] if op["resource"] == "asset"] == ["CREATE"]
    assert first["totals"]["dailyBudgetAfter"] == 20
    push(api, **parts[0])

    second = preview(api, **parts[1])
    assert held(second, "campaign", "adGroup", "ad", "keyword") == below(tree, 1)
    assert [op["op"] for op in second["operations"] if op["resource"] == "asset"] == ["CREATE"]
    assert second["totals"]["dailyBudgetBefore"] == second["totals"]["dailyBudgetAfter"] == 20
    push(api, **parts[1])
    push(api, **parts[2])
    assert preview(api, campaignIds=[mine["id"]])["operations"] == []
    assert_once_each(desk, tree)


def test_the_campaigns_own_goes_where_it_is_named(desk):
    api = desk.api
    tree = make_tree(api, groups=2)
    mine = tree["campaign"]
    part = {"adGroupIds": [tree["groups"][0]["id"]]}
    push(api)
    api.patch("/campaigns/" + mine["id"], {"budget": 25})
    word = negative(api, mine)
    for group in tree["groups"]:
        api.patch("/ad-groups/" + group["id"], {"cpcBid": 2})
    assert held(preview(api, **part)) == {part["adGroupIds"][0]}
    both = dict(part, campaignIds=[mine["id"]])
    plan = preview(api, **both)
    assert held(plan) == {mine["id"], word["id"], part["adGroupIds"][0]}
    assert plan["totals"]["dailyBudgetAfter"] == 25
    query = {"adGroupIds": part["adGroupIds"][0], "campaignIds": mine["id"]}
    assert api.get("/sync/preview", query=query).data["planHash"] == plan["planHash"]
    push(api, **both)
    assert held(preview(api)) == {tree["groups"][1]["id"]}
    # The whole campaign goes with a push of the campaign.
    api.delete("/campaigns/" + mine["id"])
    gone = preview(api, **both)
    assert mine["id"] not in held(gone) and held(gone) >= below(tree, 0)
    push(api, **both)
    push(api, campaignIds=[mine["id"]])
    assert desk.live().campaigns == []


def test_the_hash_binds_the_parts(desk):
    api = desk.api
    tree = make_tree(api, groups=2)
    one, other = ([group["id"]] for group in tree["groups"])
    plan = preview(api, adGroupIds=one)
    for selection in ({}, {"adGroupIds": other}, {"campaignIds": [tree["campaign"]["id"]]}):
        body = dict(selection, planHash=plan["planHash"])
        resp = api.post("/sync", body, expect=409)
        assert resp.details["reason"] == "PLAN_CHANGED", resp
    assert desk.live().campaigns == []
    run = push(api, adGroupIds=one)
    assert run["planHash"] == plan["planHash"]


def test_what_failed_of_a_part_is_retried_as_that_part(desk):
    api = desk.api
    tree = make_tree(api, groups=2)
    desk.box.fault(
        {"type": "error", "errorCode": {"adGroupError": "INVALID_ADGROUP_NAME"}, "message": "No."},
        operation="adGroup.create",
    )
    part = {"adGroupIds": [tree["groups"][0]["id"]]}
    run = push(api, expect="PARTIAL", **part)
    again = api.post("/sync/%s/retry" % run["id"], expect=202).data
    done = finish(api, again["id"])
    assert done["status"] == "SUCCEEDED" and held(done) == below(tree, 0)
    push(api)
    assert_once_each(desk, tree)


def test_ids_that_are_none_of_these(account, shared):
    api = account.client()
    mine, other = make_campaign(api), make_campaign(api)
    group = make_ad_group(api, mine["id"])["id"]
    live = account.client(env="live")
    hidden = make_ad_group(live, make_campaign(live)["id"])
    for path in ("/sync/preview", "/sync"):
        # An id of another Space or environment, or an unknown id: all are refused alike.
        for there in (group, missing_id(group)):
            fault = shared.refuse("POST", path, {"adGroupIds": [there]}).fault("adGroupIds[0]")
            assert fault["code"] == "REFERENCE_NOT_FOUND" and there in fault["message"]
        api.refuse("POST", path, {"adGroupIds": [group, hidden["id"]]}).fault(
            "adGroupIds[1]", "REFERENCE_NOT_FOUND"
        )
        body = {"campaignIds": [other["id"]], "adGroupIds": [group]}
        fault = api.refuse("POST", path, body).fault("adGroupIds[0]", "MISMATCH")
        assert group in fault["message"] and "campaignIds" in fault["message"]
        # All faults are named at once.
        faults = api.refuse(
            "POST", path, {"campaignIds": [missing_id(mine["id"])], "adGroupIds": [mine["id"]]}
        ).faults()
        assert set(faults) == {"campaignIds[0]", "adGroupIds[0]"}
        api.refuse("POST", path, {"adGroupIds": []}).fault("adGroupIds", "TOO_FEW")
        api.refuse("POST", path, {"adGroupIds": [group] * 201}).fault("adGroupIds", "TOO_MANY")
        api.refuse("POST", path, {"adGroupIds": group}).fault("adGroupIds")
    body = {"mode": "PULL", "adGroupIds": [group]}
    assert "campaignIds" in api.refuse("POST", "/sync", body).fault("adGroupIds")["message"]
    assert api.get("/sync").meta["total"] == 0


def test_guardrails_count_for_parts_as_for_the_whole(account):
    """A part that creates a campaign counts its whole budget."""
    api = account.client()
    for _ in range(5):
        push(api, campaignIds=[make_campaign(api, budget=100)["id"]])
    over = make_campaign(api, budget=1)
    group = make_ad_group(api, over["id"])
    make_ad(api, group["id"])
    make_keyword(api, group["id"])
    [violation] = preview(api, adGroupIds=[group["id"]])["violations"]
    assert violation["rule"] == "maxTotalDailyBudget" and violation["actual"] == 501
    plan = preview(api, adGroupIds=[group["id"]])
    resp = api.post("/sync", {"adGroupIds": [group["id"]], "planHash": plan["planHash"]}, expect=422)
    assert resp.code == "GUARDRAIL_VIOLATION"


def test_an_assistant_pushes_in_parts(desk):
    tree = make_tree(desk.api, groups=2)
    tools = Tools(desk.api)
    part = {"adGroupIds": [tree["groups"][0]["id"]]}
    plan = tools.call("preview_sync", **part)["plan"]
    assert held(plan) == below(tree, 0) | {tree["campaign"]["id"]}
    run = tools.call("push_sync", planHash=plan["planHash"], **part)["run"]
    assert tools.call("get_sync", id=run["id"], wait=30)["run"]["status"] == "SUCCEEDED"
    assert held(preview(desk.api)) == below(tree, 1)
    assert "TOO_FEW" in tools.refused("preview_sync", adGroupIds=[])
    assert "ONE_OF" in tools.refused("preview_sync", all=True, **part)
