"""Reverting a push: drafts, and a plan of their own."""

from adcore_make import (
    finish,
    make_ad_group,
    make_campaign,
    make_keyword,
    make_tree,
    missing_id,
    preview,
    push,
)


def revert(api, run, **options):
    return api.post("/sync/%s/revert" % run["id"], **options)


def carry_out(api, made):
    run = api.post("/sync", {"planHash": made["planHash"]}, expect=202).data
    run = finish(api, run["id"])
    assert run["status"] == "SUCCEEDED", run
    return run


def test_a_change_is_changed_back(desk):
    api = desk.api
    campaign = make_campaign(api, budget=20)
    push(api)
    api.patch("/campaigns/" + campaign["id"], {"budget": 25, "name": campaign["name"] + " b"})
    run = push(api)
    end = desk.box.log_end()
    answer = revert(api, run)
    made = answer.data
    assert made["coverage"] == "FULL" and len(made["planHash"]) == 64
    assert (made["totals"]["dailyBudgetBefore"], made["totals"]["dailyBudgetAfter"]) == (25, 20)
    [operation] = made["operations"]
    assert operation["id"] == campaign["id"] and operation["coverage"] == "FULL"
    assert {c["field"]: (c["from"], c["to"]) for c in operation["changes"]} == {
        "budget": (25, 20),
        "name": (campaign["name"] + " b", campaign["name"]),
    }
    assert desk.box.mutates(end) == [], "a revert sent something"
    assert api.get("/campaigns/" + campaign["id"]).data["syncState"] == "MODIFIED"
    carry_out(api, made)
    row = desk.live().campaign(campaign["name"])
    assert row["campaignBudget"]["amountMicros"] == "20000000"


def test_what_was_edited_since_is_left_alone(desk):
    api = desk.api
    campaign = make_campaign(api, budget=20)
    path = "/campaigns/" + campaign["id"]
    push(api)
    api.patch(path, {"budget": 25, "name": campaign["name"] + " b"})
    run = push(api)
    api.patch(path, {"budget": 22})
    made = revert(api, run).data
    assert made["coverage"] == "PARTIAL"
    [operation] = made["operations"]
    assert operation["coverage"] == "PARTIAL" and operation["reason"] == "EDITED_SINCE"
    assert [c["field"] for c in operation["changes"]] == ["name"]
    now = api.get(path).data
    assert now["budget"] == 22 and now["name"] == campaign["name"]
    api.patch(path, {"name": "another again"})
    made = revert(api, run).data
    assert made["coverage"] == "NONE" and made["planHash"] is None


def test_what_was_made_is_staged_for_removal(desk):
    api = desk.api
    tree = make_tree(api)
    run = push(api)
    other = make_campaign(api)
    made = revert(api, run).data
    assert made["coverage"] == "FULL" and len(made["operations"]) == tree.total()
    assert {op["op"] for op in made["operations"]} == {"REMOVE"}
    path = "/campaigns/" + tree["campaign"]["id"]
    assert api.get(path).data["syncState"] == "PENDING_REMOVAL"
    assert api.get("/ads/" + tree["ads"][0]["id"]).data["syncState"] == "PENDING_REMOVAL"
    carry_out(api, made)
    assert desk.live().campaigns == []
    assert api.get(path).data["syncState"] == "REMOVED"
    assert [op["id"] for op in preview(api)["operations"]] == [other["id"]]


def test_a_staged_removal_can_be_restored_whole(desk):
    api = desk.api
    tree = make_tree(api)
    run = push(api)
    revert(api, run)
    api.post("/campaigns/%s/restore" % tree["campaign"]["id"], expect=(200, 201))
    assert preview(api)["operations"] == []


def test_what_was_removed_is_drafted_anew(desk):
    api = desk.api
    tree = make_tree(api)
    push(api)
    api.delete("/campaigns/" + tree["campaign"]["id"])
    run = push(api)
    made = revert(api, run).data
    assert made["coverage"] == "FULL" and len(made["operations"]) == tree.total()
    drafts = {op["resource"]: op["draftId"] for op in made["operations"]}
    fresh = api.get("/campaigns/" + drafts["campaign"]).data
    assert fresh["name"] == tree["campaign"]["name"] and fresh["syncState"] == "STAGED"
    group = api.get("/ad-groups/" + drafts["adGroup"]).data
    assert group["campaignId"] == fresh["id"]
    assert api.get("/ads/" + drafts["ad"]).data["adGroupId"] == group["id"]
    carry_out(api, made)
    assert len(desk.live().campaigns) == 1 and len(desk.live().keywords) == 2


def test_what_comes_back_is_what_stood_there_not_a_later_edit(desk):
    api = desk.api
    tree = make_tree(api)
    push(api)
    stood = api.get("/ads/" + tree["ads"][0]["id"]).data
    api.patch("/ads/" + tree["ads"][0]["id"], {"finalUrl": "https://later.example/x"})
    api.patch("/campaigns/" + tree["campaign"]["id"], {"budget": 33, "endDate": "2031-02-03"})
    api.delete("/campaigns/" + tree["campaign"]["id"])
    made = revert(api, push(api)).data
    drafts = {op["resource"]: op["draftId"] for op in made["operations"]}
    assert api.get("/ads/" + drafts["ad"]).data["finalUrl"] == stood["finalUrl"]
    back = api.get("/campaigns/" + drafts["campaign"]).data
    assert back["budget"] == tree["campaign"]["budget"] and back["endDate"] is None


def test_the_plan_is_of_the_inverse_alone(desk):
    api = desk.api
    one, two = make_campaign(api, budget=20), make_campaign(api, budget=20)
    push(api)
    api.patch("/campaigns/" + one["id"], {"budget": 25})
    run = push(api)
    api.patch("/campaigns/" + two["id"], {"budget": 26})
    make_ad_group(api, one["id"])
    carried = carry_out(api, revert(api, run).data)
    assert [op["id"] for op in carried["operations"]] == [one["id"]]
    assert len(preview(api)["operations"]) == 2


def test_guardrails_hold(desk):
    api = desk.api
    campaign = make_campaign(api, budget=90)
    push(api)
    api.patch("/campaigns/" + campaign["id"], {"budget": 20})
    run = push(api)
    space = api.get("/spaces").data[0]["id"]
    api.patch("/spaces/" + space, {"guardrails": {"maxCampaignDailyBudget": 50}})
    answer = revert(api, run, expect=422)
    assert answer.details["violations"][0]["rule"] == "maxCampaignDailyBudget"
    assert api.get("/campaigns/" + campaign["id"]).data["budget"] == 20


def test_who_may(desk):
    api = desk.api
    run = push(api, **{}) if make_campaign(api) else None
    account = desk.account
    answer = revert(account.client(scopes="sync:read,sync:write"), run, expect=403)
    assert "campaigns:write" in answer.details["required"]
    revert(account.client(scopes="sync:read,campaigns:write"), run, expect=403)
    other = desk.server.account().client()
    revert(other, run, expect=404)
    revert(api, {"id": missing_id(run["id"])}, expect=404)


def test_runs_that_cannot_be_reverted(desk):
    api = desk.api
    pulled = finish(api, api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])
    assert revert(api, pulled, expect=409).details["reason"] == "NOT_A_PUSH"
    make_campaign(api)
    desk.box.fault({"type": "latency", "ms": 1500}, path="mutate")
    plan = preview(api)
    run = api.post("/sync", {"planHash": plan["planHash"]}, expect=202).data
    assert revert(api, run, expect=409).details["reason"] == "NOT_ENDED"
    finish(api, run["id"])


def test_checked_only_and_keyed(desk):
    api = desk.api
    campaign = make_campaign(api, budget=20)
    push(api)
    api.patch("/campaigns/" + campaign["id"], {"budget": 25})
    run = push(api)
    path = "/sync/%s/revert" % run["id"]
    checked = api.post(path + "?validateOnly=true", expect=200)
    assert checked.data["coverage"] == "FULL" and checked.data["planHash"] is None
    assert api.get("/campaigns/" + campaign["id"]).data["budget"] == 25
    heads = {"Idempotency-Key": "once"}
    first = api.post(path, headers=heads)
    again = api.post(path, headers=heads)
    assert first.data == again.data
    rows = api.get("/history", query={"objectId": run["id"], "verb": "REVERT"}).data
    assert len(rows) == 1 and rows[0]["after"] == {"coverage": "FULL"}


def test_a_keyword_of_a_campaign(desk):
    api = desk.api
    tree = make_tree(api)
    push(api)
    body = {"campaignId": tree["campaign"]["id"], "text": "free", "matchType": "EXACT"}
    made = api.post("/keywords", dict(body, negative=True)).data
    run = push(api)
    [operation] = revert(api, run).data["operations"]
    assert operation["id"] == made["id"] and operation["op"] == "REMOVE"
    assert make_keyword
