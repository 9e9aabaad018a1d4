"""The connector's history, and the truncation of long answers."""

import json

import pytest

from adcore_make import make_ad_group, make_business, make_campaign, make_keyword, space_id
from adcore_tools import RESULT_MAX, Tools

@pytest.fixture
def tools(api):
    return Tools(api)


# --- list_changes -------------------------------------------------------------------------------


def member_name(api):
    """The person's name in the Space's member list. The connector never sends an e-mail address."""
    (member,) = api.get("/spaces/%s/members" % space_id(api.get("/me").data)).data
    return member["name"]


def test_changes_are_the_history(api, tools):
    campaign = make_campaign(api, budget=20)
    tools.call("update_objects", updates=[{"id": campaign["id"], "changes": {"budget": 25}}])
    make_keyword(api, make_ad_group(api, campaign["id"])["id"])
    told = [each["id"] for each in api.get("/history").data]
    assert [row["id"] for row in tools.walk("list_changes", "changes", limit=1)] == told
    mine = tools.call("list_changes", objectId=campaign["id"], door="MCP")
    assert mine["total"] == 1
    change = mine["changes"][0]
    assert (change["verb"], change["before"]["budget"], change["after"]["budget"]) == (
        "UPDATE",
        20,
        25,
    )
    assert change["by"] == member_name(api) and change["name"] == campaign["name"]
    assert "requestId" not in change and "credentialId" not in change
    whole = tools.call("list_changes", objectId=campaign["id"], responseFormat="detailed")
    named = {"by": change["by"], "name": campaign["name"]}
    told = api.get("/history", query={"objectId": campaign["id"]}).data
    assert whole["changes"] == [{**row, **named} for row in told]
    assert tools.call("list_changes", resource="keyword", verb="CREATE")["total"] == 1
    assert tools.call("list_changes", since="2099-01-01T00:00:00Z")["total"] == 0
    assert tools.call("list_changes", until="2020-01-01T00:00:00Z")["total"] == 0


@pytest.mark.parametrize(
    "arguments,fault",
    [
        ({"resource": "cat"}, "resource [UNKNOWN_VALUE]"),
        ({"verb": "BAKE"}, "verb [UNKNOWN_VALUE]"),
        ({"door": "BACK"}, "door [UNKNOWN_VALUE]"),
        ({"since": "monday"}, "since [INVALID_TIME]"),
        ({"cursor": "abc"}, "cursor [INVALID_CURSOR]"),
        ({"who": "me"}, "who [UNKNOWN_FIELD]"),
    ],
)
def test_changes_that_are_none(tools, arguments, fault):
    assert fault in tools.refused("list_changes", **arguments)


# --- what is cut -------------------------------------------------------------------------------


def test_many_changes_are_cut_and_go_on(api, tools):
    for n in range(30):
        make_business(api, description="%d " % n + "Bread and rolls. " * 90)
    result = tools.result("list_changes", resource="business", limit=200)
    page = result["structuredContent"]
    assert page["truncated"] is True and len(page["changes"]) < 30
    assert "narrow it with objectId" in result["content"][0]["text"].split("\n")[0]
    assert len(json.dumps(page, separators=(",", ":"))) < RESULT_MAX + 500
    rows = tools.walk("list_changes", "changes", resource="business", limit=200)
    assert len({row["id"] for row in rows}) == 30


def test_many_objects_are_cut_and_go_on(api, tools):
    for n in range(30):
        make_business(api, description="%d " % n + "Bread and rolls. " * 90)
    page = tools.call("find_objects", resource="business", limit=200)
    assert page["truncated"] is True and 1 < len(page["objects"]) < 30
    assert len(json.dumps(page, separators=(",", ":"))) < RESULT_MAX + 500
    rows = tools.walk("find_objects", "objects", resource="business", limit=200)
    assert [row["id"] for row in rows] == [row["id"] for row in api.walk("/businesses")]


def test_one_large_object_is_shown_all_the_same(api, tools):
    make_business(api, description="Brot und Br\u00f6tchen. " * 260)
    asset = tools.call("create_asset", type="TEXT", name="Long", text="\u00e4" * 5000)["asset"]
    assert tools.call("find_objects", resource="asset")["objects"][0]["id"] == asset["id"]


def test_a_large_tree_answers_what_fits(api, tools):
    groups = [
        {
            "name": "Group %d" % n,
            "keywords": [
                {"text": "bread roll number %d of group %d" % (k, n), "matchType": "EXACT"}
                for k in range(60)
            ],
        }
        for n in range(12)
    ]
    result = tools.result("create_campaign", name="C", type="SEARCH", budget=5, adGroups=groups)
    made, sentence = result["structuredContent"], result["content"][0]["text"].split("\n")[0]
    assert made["truncated"] is True and "find_objects lists all of them" in sentence
    assert "12 ad groups" in sentence and "720 keywords" in sentence
    assert len(json.dumps(made, separators=(",", ":"))) < RESULT_MAX + 500
    assert api.get("/keywords").meta["total"] == 720


def test_many_large_changes_answer_what_fits(api, tools):
    made = [make_business(api)["id"] for _ in range(12)]
    updates = [{"id": each, "changes": {"description": "Rye " * 700}} for each in made]
    result = tools.result("update_objects", updates=updates)
    told, sentence = result["structuredContent"], result["content"][0]["text"].split("\n")[0]
    assert len(told["changed"]) + told["notShown"] == 12 and told["truncated"] is True
    assert "12 drafts changed" in sentence and "list_changes lists the rest" in sentence
    assert all(api.get("/businesses/" + each).data["version"] == 2 for each in made)


def test_a_long_plan_and_its_run_are_cut(account, api, tools):
    groups = [
        {
            "name": "Group %d" % n,
            "keywords": [
                {"text": "bread roll number %d of group %d" % (k, n), "matchType": "EXACT"}
                for k in range(60)
            ],
        }
        for n in range(3)
    ]
    tools.call("create_campaign", name="C", type="SEARCH", budget=5, adGroups=groups)
    result = tools.result("preview_sync", all=True)
    plan, sentence = result["structuredContent"]["plan"], result["content"][0]["text"].split("\n")[0]
    assert plan["truncated"] is True
    assert len(plan["operations"]) + plan["operationsNotShown"] == plan["totals"]["creates"] == 184
    assert "fewer campaignIds" in sentence and "responseFormat detailed" in sentence
    [told] = plan["campaigns"]
    assert (told["name"], told["platform"], told["dailyBudgetDelta"]) == ("C", "google", 5)
    assert told["does"] == "created: 1 campaign, 3 ad groups, 180 keywords"
    assert [each["resource"] for each in plan["operations"]] == ["campaign"], "what costs"
    assert len(json.dumps(result["structuredContent"])) < 4000
    whole = tools.call("preview_sync", all=True, responseFormat="detailed")["plan"]
    assert len(whole["operations"]) > 40 and "campaigns" not in whole
    blind = Tools(account.client(["sync:read", "sync:write"]))
    hidden = blind.call("preview_sync", all=True)["plan"]
    assert hidden["operations"] == [] and hidden["operationsNotShown"] == 184
    [sums] = hidden["campaigns"]
    assert sums["does"] == told["does"] and sums["dailyBudgetDelta"] == 5
    assert "campaignId" not in sums and sums["name"] != "C"
    run = tools.call("push_sync", all=True, planHash=plan["planHash"])["run"]
    result = tools.result("get_sync", id=run["id"], wait=30)
    run = result["structuredContent"]["run"]
    assert len(run["operations"]) + run["operationsNotShown"] == 184
    assert "get_sync with responseFormat detailed" in result["content"][0]["text"].split("\n")[0]
    whole = tools.rpc("resources/read", {"uri": "adcore://sync/" + run["id"]}).json["result"]
    assert len(json.loads(whole["contents"][0]["text"])["operations"]) == 184
