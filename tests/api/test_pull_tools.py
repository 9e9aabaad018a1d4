"""The connector's pull_sync and revert_sync."""

from adcore_make import finish, make_campaign, push
from adcore_tools import Tools


def test_pull_and_follow(desk):
    make_campaign(desk.api)
    push(desk.api)
    tools = Tools(desk.api)
    run = tools.call("pull_sync")["run"]
    assert run["mode"] == "PULL"
    text = tools.text("get_sync", id=run["id"], wait=30)
    assert text.startswith("Pull %s: SUCCEEDED." % run["id"]) and "Nothing was sent" in text


def test_revert_and_push_it(desk):
    api = desk.api
    campaign = make_campaign(api, budget=20)
    push(api)
    api.patch("/campaigns/" + campaign["id"], {"budget": 25})
    run = push(api)
    tools = Tools(api)
    result = tools.result("revert_sync", id=run["id"])
    made = result["structuredContent"]["revert"]
    assert made["coverage"] == "FULL"
    sentence = result["content"][0]["text"].split("\n")[0]
    assert made["planHash"] in sentence and "only these drafts are pushed" in sentence
    assert "Including paused objects: 25 -> 20 (-152 a month" in sentence
    other = make_campaign(api)
    pushed = tools.call("push_sync", all=True, planHash=made["planHash"])["run"]
    assert finish(api, pushed["id"])["status"] == "SUCCEEDED"
    row = desk.live().campaign(campaign["name"])
    assert row["campaignBudget"]["amountMicros"] == "20000000"
    assert api.get("/campaigns/" + other["id"]).data["syncState"] == "STAGED", "it went along"


def test_a_second_revert_names_the_first(desk):
    api = desk.api
    campaign = make_campaign(api)
    push(api)
    api.delete("/campaigns/" + campaign["id"])
    run = push(api)
    tools = Tools(api)
    made = tools.call("revert_sync", id=run["id"])["revert"]
    text = tools.refused("revert_sync", id=run["id"])
    assert text.startswith("CONFLICT: This run was already reverted.")
    assert made["id"] in text and made["operations"][0]["draftId"] in text
    assert "preview_sync" in text and text.endswith("Nothing was changed.")
    assert api.get("/campaigns").meta["total"] == 1
    assert tools.call("get_sync", id=run["id"])["run"]["revertedBy"]["id"] == made["id"]


def test_a_revert_takes_back_what_is_half_done(desk):
    """A campaign change adds one location, and the removal of the other location was refused."""
    api = desk.api
    campaign = make_campaign(api, platform="microsoft", locations=[{"code": "US"}])
    push(api)
    api.patch("/campaigns/" + campaign["id"], {"locations": [{"code": "CA"}]})
    refusal = {"type": "error", "errorCode": "CampaignServiceEditorialValidationError"}
    desk.box.fault(
        dict(refusal, message="No."),
        operation="campaignCriterion.remove",
        platform="microsoft",
        times=5,
    )
    run = push(api, expect="FAILED")
    result = Tools(api).result("revert_sync", id=run["id"])
    made = result["structuredContent"]["revert"]
    [operation] = made["operations"]
    assert operation["id"] == campaign["id"]
    assert (made["coverage"], operation["coverage"]) == ("FULL", "FULL")
    [change] = operation["changes"]
    assert change["field"] == "locations" and [p["code"] for p in change["to"]] == ["US"]


def test_scopes(desk):
    reader = Tools(desk.account.client(scopes="sync:read,campaigns:read"))
    assert "sync:write" in reader.forbidden("pull_sync")
    assert "sync:write" in reader.forbidden("revert_sync", id="syn_" + "0" * 26)
    names = set(Tools(desk.api).names())
    assert {"pull_sync", "revert_sync"} <= names
