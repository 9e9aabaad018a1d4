"""update_objects with a rule: many objects by one call of the connector."""

from adcore_make import make_campaign, make_tree
from adcore_tools import Tools


def test_a_rule_is_tried_and_then_done(desk):
    made = [make_campaign(desk.api, budget=20) for _ in range(3)]
    far = make_campaign(desk.api, budget=99)
    tools = Tools(desk.api)
    call = {
        "resource": "campaign",
        "filter": {"platform": "google"},
        "rule": {"adjust": {"field": "budget", "percent": 10}},
    }
    tried = tools.call("update_objects", dryRun=True, **call)
    assert (tried["matched"], tried["changed"], tried["refused"]) == (4, 3, 1)
    assert tried["dryRun"] is True and tried["live"] is False
    first = tried["results"][0]
    assert first["id"] == far["id"] and "maxCampaignDailyBudget" in str(first["error"])
    assert desk.api.get("/campaigns/" + made[0]["id"]).data["budget"] == 20
    done = tools.call("update_objects", **call)
    assert (done["changed"], done["refused"]) == (3, 1)
    for each in made:
        assert desk.api.get("/campaigns/" + each["id"]).data["budget"] == 22
    assert desk.live().campaigns == []


def test_ids_and_labels(desk):
    one, two = (make_campaign(desk.api) for _ in range(2))
    tools = Tools(desk.api)
    told = tools.call(
        "update_objects",
        resource="campaign",
        filter={"ids": [one["id"]]},
        rule={"labels": {"add": ["autumn"]}},
    )
    assert told["changed"] == 1
    assert desk.api.get("/campaigns/" + one["id"]).data["labels"] == ["autumn"]
    assert desk.api.get("/campaigns/" + two["id"]).data["labels"] == []


def test_a_call_says_one_of_two_things(desk):
    campaign = make_tree(desk.api)["campaign"]
    tools = Tools(desk.api)
    assert "updates" in tools.refused("update_objects")
    rule = {"set": {"status": "PAUSED"}}
    assert "resource" in tools.refused("update_objects", filter={}, rule=rule)
    assert "filter" in tools.refused("update_objects", resource="keyword", rule=rule)
    both = [{"id": campaign["id"], "changes": {"budget": 5}}]
    assert "updates" in tools.refused(
        "update_objects", updates=both, resource="campaign", filter={}, rule=rule
    )
    wrong = {"set": {"status": "PAUSED"}, "labels": {"add": ["x"]}}
    assert "rule" in tools.refused("update_objects", resource="campaign", filter={}, rule=wrong)
    assert "resource" in tools.refused(
        "update_objects", resource="conversion", filter={}, rule=rule
    )
    assert desk.api.get("/campaigns/" + campaign["id"]).data["budget"] == campaign["budget"]


def test_scopes_and_spaces_are_those_of_the_api(desk, server):
    make_tree(desk.api)
    rule = {"set": {"status": "PAUSED"}}
    tools = Tools(desk.account.without("keywords:write"))
    asked = tools.forbidden("update_objects", resource="keyword", filter={}, rule=rule)
    assert "keywords:write" in asked
    other = make_campaign(server.account().client())
    told = Tools(desk.api).call(
        "update_objects", resource="campaign", filter={"ids": [other["id"]]}, rule=rule
    )
    assert told["changed"] == 0 and told["refused"] == 1
