"""The connector's copy_campaign, cancel_sync and resolve_drift."""

from adcore_make import make_campaign, make_tree, missing_id, preview, push
from adcore_tools import Tools
from test_drift import edit, pull, set_budget


def test_a_copy_is_a_draft_and_says_what_it_lost(desk):
    source = make_tree(desk.api)["campaign"]
    tools = Tools(desk.api)
    made = tools.call("copy_campaign", id=source["id"], platform="microsoft", name="On Bing")
    assert made["live"] is False and made["campaign"]["status"] == "PAUSED"
    assert (made["campaign"]["platform"], made["campaign"]["name"]) == ("microsoft", "On Bing")
    assert made["copied"]["keywords"] == 2
    assert made["notCarried"] == len(made["report"])
    assert desk.live().campaigns == []
    same = tools.call("copy_campaign", id=source["id"])
    assert same["campaign"]["name"] != source["name"] and same["notCarried"] == 0


def test_what_is_not_there_cannot_be_copied(desk):
    tools = Tools(desk.api)
    assert tools.refused("copy_campaign", id=missing_id("cmp")).startswith("NOT_FOUND")
    other = make_campaign(desk.server.account().client())
    assert tools.refused("copy_campaign", id=other["id"]).startswith("NOT_FOUND")
    source = make_campaign(desk.api)
    assert "platform" in tools.refused("copy_campaign", id=source["id"], platform="bing")
    assert desk.api.get("/campaigns").meta["total"] == 1


def test_a_run_that_waits_is_cancelled_with_a_reason(desk):
    desk.server.sql("UPDATE spaces SET require_approval_test = 'ALWAYS'")
    make_campaign(desk.api)
    tools = Tools(desk.api)
    waiting = tools.call("push_sync", all=True, planHash=preview(desk.api)["planHash"])["run"]
    assert waiting["status"] == "AWAITING_APPROVAL"
    run = tools.call("cancel_sync", id=waiting["id"], reason="The person said no")["run"]
    assert (run["status"], run["cancelReason"]) == ("CANCELLED", "The person said no")
    assert desk.live().campaigns == []
    assert tools.refused("cancel_sync", id=waiting["id"]).startswith("CONFLICT")
    assert tools.refused("cancel_sync", id=missing_id("syn")).startswith("NOT_FOUND")
    desk.server.sql("UPDATE spaces SET require_approval_test = 'NEVER'")


def test_drift_is_seen_and_decided(desk):
    campaign = make_campaign(desk.api, budget=20)
    push(desk.api)
    tools = Tools(desk.api)
    assert tools.call("resolve_drift")["drift"] == []
    set_budget(desk, campaign, 30000000)
    edit(desk, campaign, {"name": "Theirs"})
    desk.api.patch("/campaigns/" + campaign["id"], {"budget": 25, "name": "Ours"})
    pull(desk.api)
    listed = tools.call("resolve_drift", campaignId=[campaign["id"]])
    rows = {row["field"]: (row["synced"], row["staged"], row["live"]) for row in listed["drift"]}
    assert rows == {"budget": (20, 25, 30), "name": (campaign["name"], "Ours", "Theirs")}
    told = tools.call("resolve_drift", id=campaign["id"], field="budget", keep="LIVE")["decision"]
    assert (told["from"], told["to"], told["undecided"]) == (25, 30, 1)
    tools.call("resolve_drift", id=campaign["id"], field="name", keep="STAGED")
    assert tools.call("resolve_drift")["total"] == 0
    push(desk.api)
    row = desk.live().campaign("Ours")
    assert row["campaignBudget"]["amountMicros"] == "30000000"


def test_a_decision_names_its_field(desk):
    campaign = make_campaign(desk.api)
    tools = Tools(desk.api)
    assert "field" in tools.refused("resolve_drift", id=campaign["id"], keep="LIVE")
    assert "id" in tools.refused("resolve_drift", field="budget", keep="LIVE")
    assert tools.refused("resolve_drift", id=campaign["id"], field="budget", keep="FORGET")
    told = tools.refused("resolve_drift", id=campaign["id"], field="budget", keep="LIVE")
    assert "budget" in told or "drift" in told.lower()


def test_who_may_only_read_lists_drift_and_decides_nothing(desk):
    campaign = make_campaign(desk.api)
    tools = Tools(desk.account.without("sync:write"))
    assert "cancel_sync" not in tools.names() and "resolve_drift" in tools.names()
    assert tools.call("resolve_drift")["total"] == 0
    decision = {"id": campaign["id"], "field": "budget", "keep": "LIVE"}
    assert "sync:write" in tools.forbidden("resolve_drift", **decision)
