"""Texts of the connector: the first sentence of an answer, and the next step of a refusal."""

import pytest

from adcore_conversions import ago
from adcore_make import (
    finish,
    make_ad_group,
    make_campaign,
    make_keyword,
    make_tree,
    missing_id,
    preview,
    push,
    space_id,
    start_push,
)
from adcore_tools import Tools


@pytest.fixture
def tools(api):
    return Tools(api)


def first(result):
    return result["content"][0]["text"].split("\n")[0]


# --- plans and runs ----------------------------------------------------------------------------


def test_a_plan_begins_with_its_counts_and_its_hash(api, tools):
    make_tree(api, budget=20, locations=[{"code": "US"}])
    result = tools.result("preview_sync", all=True)
    plan, sentence = result["structuredContent"]["plan"], first(result)
    assert sentence.startswith("5 operations (5 creates). Live daily budgets, which can be spent: 0 -> 0")
    assert "Including paused objects: 0 -> 20 (+608 a month, if all of it were live)." in sentence
    assert "warning" not in sentence
    assert sentence.endswith("same selection and planHash %s." % plan["planHash"])
    changes = plan["operations"][0]["changes"]
    assert {"field": "budget", "to": 20} in changes
    whole = tools.call("preview_sync", all=True, responseFormat="detailed")["plan"]
    assert whole["operations"] == preview(api)["operations"]


def test_a_plan_tells_what_a_field_was_and_that_it_is_cleared(desk):
    made = make_campaign(desk.api, budget=20, endDate="2030-01-01", languages=["de"])
    push(desk.api)
    changes = {"budget": 25, "endDate": None, "languages": []}
    desk.api.patch("/campaigns/" + made["id"], changes)
    [operation] = Tools(desk.api).call("preview_sync", all=True)["plan"]["operations"]
    told = {each["field"]: each for each in operation["changes"]}
    assert told["budget"] == {"field": "budget", "from": 20, "to": 25}
    assert told["endDate"] == {"field": "endDate", "from": "2030-01-01", "to": None}
    assert told["languages"] == {"field": "languages", "from": ["de"], "to": []}
    assert operation["dailyBudgetDelta"] == 5


def test_who_cannot_push_is_told_so(account, api):
    make_tree(api)
    reader = Tools(account.client(["sync:read", "campaigns:read"]))
    sentence = first(reader.result("preview_sync", all=True))
    assert "This connection cannot push" in sentence and "sync:write" in sentence
    assert "push_sync with" not in sentence


def test_a_plan_that_was_edited_names_what(account, api, tools):
    made, other = make_campaign(api), make_campaign(api)
    plan = tools.call("preview_sync", all=True)["plan"]
    api.patch("/campaigns/" + made["id"], {"budget": 7})
    text = tools.refused("push_sync", all=True, planHash=plan["planHash"])
    assert "PLAN_CHANGED" in text and "Edited objects: %s." % made["id"] in text
    text = tools.refused("push_sync", campaignIds=[other["id"]], planHash=plan["planHash"])
    assert "the selection (campaigns, ad groups, platforms, activate) or the settings of a connection" in text
    blind = Tools(account.client(["sync:read", "sync:write"]))
    plan = blind.call("preview_sync", all=True)["plan"]
    api.patch("/campaigns/" + made["id"], {"budget": 8})
    text = blind.refused("push_sync", all=True, planHash=plan["planHash"])
    assert "PLAN_CHANGED" in text and made["id"] not in text, "it may not read campaigns"


def test_a_run_that_waits_lists_nothing_that_the_plan_told(api, tools):
    make_tree(api, keywords=1)
    plan = tools.call("preview_sync", all=True)["plan"]
    run = tools.call("push_sync", all=True, planHash=plan["planHash"])["run"]
    told = [each for each in run["operations"] if each["status"] == "PENDING"]
    assert told == []
    assert len(run["operations"]) + run.get("operationsNotShown", 0) == 4


def test_a_plan_that_would_be_refused_says_why(api, tools):
    for n in range(6):
        make_campaign(api, budget=90)
    sentence = first(tools.result("preview_sync", all=True))
    assert "A push would be rejected, 1 violation: maxTotalDailyBudget." in sentence
    assert "planHash" not in sentence


def test_what_is_held_back_is_told_with_the_way_to_set_it_live(desk):
    made = make_campaign(desk.api)
    push(desk.api)
    desk.api.patch("/campaigns/" + made["id"], {"status": "ENABLED"})
    sentence = first(Tools(desk.api).result("preview_sync", all=True))
    assert sentence.startswith("Nothing to push") and "planHash" not in sentence
    assert "1 object held back" in sentence and "activate: true" in sentence


def test_what_waits_and_cannot_go_is_not_told_as_sent(desk):
    made = make_campaign(desk.api)
    push(desk.api)
    live = desk.live().campaign(made["name"])["campaign"]["resourceName"]
    desk.box.edit(desk.customer, live, {"name": "By hand"})
    desk.api.patch("/campaigns/" + made["id"], {"name": made["name"] + " anew"})
    failed = push(desk.api, expect="FAILED")
    tools = Tools(desk.api)
    sentence = first(tools.result("preview_sync", all=True))
    assert sentence.startswith("Nothing can be pushed now") and "1 warning: " in sentence
    assert "drift is resolved" in sentence and "match the last push" not in sentence
    sentence = first(tools.result("revert_sync", id=failed["id"]))
    assert sentence == "Coverage NONE: nothing was drafted; that run changed nothing on a platform."


def test_a_plan_where_the_kill_switch_was_used_says_who_can_lift_it(desk):
    make_campaign(desk.api)
    finish(desk.api, desk.api.post("/sync/pause-all", expect=202).data["id"])
    sentence = first(Tools(desk.api).result("preview_sync", all=True))
    space = space_id(desk.api.get("/me").data)
    assert "the kill switch was activated" in sentence and "/app/spaces/" + space in sentence
    assert "planHash" not in sentence and "once they agree" not in sentence


def test_the_context_says_that_the_kill_switch_is_on(desk):
    tools = Tools(desk.api)
    result = tools.result("get_context")
    assert result["structuredContent"]["pushesBlocked"] is False
    assert "killSwitch" not in result["structuredContent"] and "kill switch" not in first(result)
    finish(desk.api, desk.api.post("/sync/pause-all", expect=202).data["id"])
    result = tools.result("get_context")
    told = result["structuredContent"]
    assert told["pushesBlocked"] is True and told["space"]["pushesBlocked"] is True
    space = space_id(desk.api.get("/me").data)
    for sentence in (told["killSwitch"], first(result)):
        assert "kill switch" in sentence and "/app/spaces/" + space in sentence


def test_a_run_says_how_it_went_and_leaves_out_what_the_plan_told(desk):
    tree = make_tree(desk.api, keywords=0)
    for _ in range(30):
        make_keyword(desk.api, tree["groups"][0]["id"])
    error = {"policyFindingError": "POLICY_FINDING"}
    desk.box.fault(
        {"type": "error", "errorCode": error, "message": "No."}, operation="adGroupAd.create"
    )
    run = push(desk.api, expect="PARTIAL")
    tools = Tools(desk.api)
    result = tools.result("get_sync", id=run["id"])
    told, sentence = result["structuredContent"]["run"], first(result)
    assert "PARTIAL, 33 of 33 operations done (32 SUCCEEDED, 1 FAILED)." in sentence
    assert "update_objects" in sentence and "failures come first" in sentence
    assert told["truncated"] and len(told["operations"]) + told["operationsNotShown"] == 33
    assert len(told["operations"]) == 20 and told["operations"][0]["status"] == "FAILED"
    assert not [each for each in told["operations"] if "changes" in each or "steps" in each]
    whole = tools.call("get_sync", id=run["id"], responseFormat="detailed")["run"]
    assert whole["operations"] == run["operations"]


# --- refusals ----------------------------------------------------------------------------------


def test_faults_are_counted_and_each_has_its_way_out(api, tools):
    text = tools.refused(
        "create_campaign",
        name="N",
        type="search",
        budget="20",
        locations=["DE"],
        adGroups=[{"name": "G", "keywords": ["rye"]}],
    )
    assert text.startswith("VALIDATION_ERROR: 4 faults. Correct all of them and call again.\n")
    assert "\n- type [UNKNOWN_VALUE] " in text and text.count("PERFORMANCE_MAX") == 1
    assert "Did you mean SEARCH?" in text
    assert "\n- locations[0] [WRONG_TYPE] " in text and "Available fields: code, excluded." in text
    assert "\n- adGroups[0].keywords[0] [WRONG_TYPE] " in text
    assert "details." not in text


def test_an_argument_that_there_is_none_of(tools):
    text = tools.refused("find_objects", resource="campaign", colour="x", weight=1)
    assert text.count("find_objects takes resource, q, campaignId,") == 1
    assert "Did you mean campaignId?" in tools.refused("get_performance", campaignIds=["x"])


def test_changes_that_are_no_object(api, tools):
    made = make_campaign(api)
    for changes in ("budget=5", [{"field": "budget", "to": 5}], 5):
        text = tools.refused("update_objects", updates=[{"id": made["id"], "changes": changes}])
        fault = "- updates[0].changes (%s) [WRONG_TYPE] It must be a JSON object" % made["id"]
        assert fault in text


def test_an_empty_list_is_not_everything(api, tools):
    made = make_campaign(api)
    for tool, arguments in (
        ("get_performance", {"campaignId": []}),
        ("get_performance", {"platform": []}),
        ("get_disapprovals", {"campaignId": []}),
        ("preview_sync", {"campaignIds": [made["id"]], "platforms": []}),
        ("push_sync", {"all": True, "platforms": [], "planHash": "0" * 64}),
    ):
        text = tools.refused(tool, **arguments)
        assert "[TOO_FEW]" in text and "Omit it to select all" in text, (tool, text)
        assert ("Nothing was changed" in text) == (tool == "push_sync")


def test_which_one_of_many_is_at_fault(api, tools):
    made = [make_campaign(api) for _ in range(3)]
    updates = [{"id": each["id"], "changes": {"budget": 5}} for each in made]
    updates[1]["changes"]["name"] = ""
    text = tools.refused("update_objects", updates=updates)
    assert "- updates[1].changes.name (%s) [" % made[1]["id"] in text
    gone = missing_id(made[0]["id"])
    updates[1] = {"id": gone, "changes": {"budget": 5}}
    assert gone in tools.refused("update_objects", updates=updates)
    assert gone in tools.refused("get_object", id=gone)
    assert gone in tools.refused("delete_objects", ids=[made[0]["id"], gone])
    group = make_ad_group(api, made[0]["id"])["id"]
    keywords = [{"text": "rye"}, {"text": "(coat)!!"}]
    text = tools.refused("create_keyword", adGroupId=group, keywords=keywords)
    assert "- keywords[1].text ((coat)!!) [" in text


def test_all_that_a_guardrail_refuses_is_told_at_once(api, tools):
    made = [make_campaign(api, budget=20) for _ in range(3)]
    updates = [
        {"id": each["id"], "changes": {"budget": budget}}
        for each, budget in zip(made, (5000, 30, 4000))
    ]
    text = tools.refused("update_objects", updates=updates)
    assert text.startswith("GUARDRAIL_VIOLATION") and text.count("maxCampaignDailyBudget") == 2
    assert made[0]["id"] in text and made[2]["id"] in text and made[1]["id"] not in text
    assert "requested 5000" in text and "requested 4000" in text and "No tool can loosen" in text
    assert {each["budget"] for each in api.get("/campaigns").data} == {20}
    updates[1]["changes"] = {"budget": "much"}
    assert "- updates[1].changes.budget" in tools.refused("update_objects", updates=updates)
    assert {each["budget"] for each in api.get("/campaigns").data} == {20}


def test_a_tool_that_there_is_none_of(tools):
    error = tools.rpc("tools/call", {"name": "list_campaigns"}).json["error"]
    assert error["code"] == -32602 and "The tool list_campaigns does not exist" in error["message"]
    assert "find_objects lists" in error["message"]
    error = tools.rpc("tools/call", {"name": "x" * 500}).json["error"]
    assert error["message"] == "The tool does not exist. See tools/list."


def test_the_next_call_of_each_refusal(desk):
    api, tools = desk.api, Tools(desk.api)
    made = make_campaign(api, name="Once")
    stale = {"id": made["id"], "changes": {"budget": 5}, "expectedVersion": 9}
    assert "expectedVersion = currentVersion" in tools.refused("update_objects", updates=[stale])
    assert "q searches by name" in tools.refused("get_object", id=missing_id(made["id"]))
    run = "syn_" + "0" * 26
    assert "list_changes with resource sync" in tools.refused("get_sync", id=run)
    assert "No tool can loosen" in tools.refused("create_campaign", name="N", type="SEARCH", budget=101)
    key = {"type": "SEARCH", "budget": 5, "idempotencyKey": "k"}
    tools.call("create_campaign", name="A", **key)
    assert "new idempotencyKey" in tools.refused("create_campaign", name="B", **key)
    enable = [{"id": made["id"], "changes": {"status": "ENABLED"}}]
    assert "push with activate: true" in tools.refused("update_objects", updates=enable)
    text = tools.refused("push_sync", all=True, planHash="0" * 64)
    assert "preview_sync with the same selection" in text and "list_changes" in text


def test_a_run_under_way_is_named(desk):
    make_tree(desk.api)
    tools = Tools(desk.api)
    desk.box.fault({"type": "latency", "ms": 1500}, path="mutate")
    theirs = start_push(desk.api)
    second = make_campaign(desk.api)
    plan = tools.call("preview_sync", campaignIds=[second["id"]])["plan"]
    sent = {"campaignIds": [second["id"]], "planHash": plan["planHash"]}
    text = tools.refused("push_sync", **sent)
    assert theirs["id"] in text and "get_sync (wait: 30), then push the same plan again" in text
    tools.call("get_sync", id=theirs["id"], wait=30)
    run = tools.call("push_sync", **sent)["run"]
    assert tools.call("get_sync", id=run["id"], wait=30)["run"]["status"] == "SUCCEEDED"


# --- what is written ---------------------------------------------------------------------------


def test_keywords_say_how_they_match(api, tools):
    group = make_ad_group(api, make_campaign(api)["id"])["id"]
    keywords = [{"text": "rye", "matchType": "EXACT"}, {"text": "free", "matchType": "BROAD"}]
    keywords[1]["negative"] = True
    told = tools.call("create_keyword", adGroupId=group, keywords=keywords)["keywords"]
    kept = {row["id"]: row for row in api.get("/keywords").data}
    for row, text in zip(told, ("rye", "free")):
        assert row["text"] == text and row["matchType"] == kept[row["id"]]["matchType"]
        assert row.get("negative", False) == kept[row["id"]]["negative"]


def test_what_no_push_sends_says_so(api, tools):
    campaign = make_campaign(api)["id"]
    made = tools.result("create_asset", type="CALLOUT", name="C", text="Free delivery")
    assert "preview_sync warns" in first(made) and "attach_asset" in first(made)
    asset = made["structuredContent"]["asset"]["id"]
    linked = tools.result("attach_asset", assetId=asset, resource="campaign", id=campaign)
    assert "preview_sync warns" in first(linked)
    row = {"conversionAction": "Sale", "occurredAt": ago(hours=3), "email": "a@b.example"}
    staged = tools.result("upload_offline_conversions", conversions=[row])
    assert "only so far" not in first(staged)
    assert "the platforms whose conversionActions map its action" in first(staged)


def test_what_is_deleted_is_told_apart(desk):
    api, tools = desk.api, Tools(desk.api)
    pushed = make_tree(api)
    push(api)
    draft = make_campaign(api)
    result = tools.result("delete_objects", ids=[draft["id"], pushed["campaign"]["id"]])
    assert "1 draft deleted" in first(result) and "1 removal staged" in first(result)
    update = [{"id": pushed["campaign"]["id"], "changes": {"budget": 5}}]
    text = tools.refused("update_objects", updates=update)
    assert "staged for removal" in text and "in the application" in text


def test_a_campaigns_keywords_are_those_of_its_groups_too(api, tools):
    tree = make_tree(api, groups=2, keywords=2)
    make_tree(api, keywords=3)
    make_keyword(
        api, None, adGroupId=None, campaignId=tree["campaign"]["id"], negative=True, text="free"
    )
    asked = {"resource": "keyword", "campaignId": tree["campaign"]["id"]}
    rows = tools.walk("find_objects", "objects", limit=2, **asked)
    assert len(rows) == len({row["id"] for row in rows}) == 5
    listed = api.get("/keywords", query={"campaignId": tree["campaign"]["id"]})
    assert listed.meta["total"] == 1, "REST filters by the field as it is"
