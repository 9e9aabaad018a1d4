"""A plan of 40,000 operations: preview, push, and reading page by page."""

import csv
import os

import pytest

from adcore_make import Desk, finish, keyword_body, make_ad_group, make_campaign, space_id
from adcore_server import Server
from adcore_tools import Tools

pytestmark = pytest.mark.skipif(
    os.environ.get("ADCORE_TEST_DATABASE") != "sqlite" or bool(os.environ.get("ADCORE_TEST_SLOW")),
    reason="20,000 keywords: once, where they are cheap",
)

KEYWORDS = 20000
# Campaign, ad group and keywords are created and enabled; the ad group has a negative keyword.
OPERATIONS = 2 * (KEYWORDS + 2) + 1
MEMORY = 160  # MB above idle; a plan of 25,000 operations took 240


@pytest.fixture(scope="module")
def server():
    with Server(env={"ADCORE_PLANS": "scale:1000000:1000000000:api"}) as made:
        yield made


@pytest.fixture(scope="module")
def large(server, tmp_path_factory):
    """A desk whose only ad group has 20,000 ENABLED keywords."""
    desk = Desk(server)
    desk.campaign = make_campaign(desk.api, status="ENABLED", budget=7)
    desk.group = make_ad_group(desk.api, desk.campaign["id"], status="ENABLED")
    negative = keyword_body(desk.group["id"], text="gratis", negative=True)
    desk.negative = desk.api.post("/keywords", negative).data
    path = tmp_path_factory.mktemp("large") / "keywords.csv"
    with open(path, "w", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["Campaign", "Ad Group", "Keyword", "Criterion Type", "Status"])
        for number in range(KEYWORDS):
            text = "fresh bread %d" % number
            rows.writerow([desk.campaign["name"], desk.group["name"], text, "Phrase", "Enabled"])
    words = ("import", str(path), "--email", desk.account.email, "--platform", "google")
    assert server.cli(*words).json["keywords"]["created"] == KEYWORDS
    return desk


def peak_mb(server):
    with open("/proc/%d/status" % server.process.pid, encoding="ascii") as file:
        [line] = [line for line in file if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def ask(desk, expect=200, **query):
    return desk.api.post("/sync/preview", {"activate": True}, query=query, expect=expect)


def test_a_plan_of_40000_operations_is_told_by_pages(large, server):
    idle = peak_mb(server)
    first = ask(large, limit=3)
    plan = first.data
    assert plan["totals"]["operations"] == first.meta["total"] == OPERATIONS
    assert plan["totals"]["creates"] == KEYWORDS + 3 and plan["totals"]["updates"] == KEYWORDS + 2
    assert [op["resource"] for op in plan["operations"]] == ["campaign", "adGroup", "keyword"]
    assert plan["operations"][2]["id"] == large.negative["id"], "negative keywords go first"
    [told] = plan["campaigns"]
    assert (told["id"], told["creates"], told["updates"]) == (
        large.campaign["id"],
        KEYWORDS + 3,
        KEYWORDS + 2,
    )
    assert (told["dailyBudgetBefore"], told["dailyBudgetAfter"]) == (0, 7)
    second = ask(large, limit=1000, cursor=first.meta["nextCursor"])
    assert [op["index"] for op in second.data["operations"]] == list(range(3, 1003))
    assert second.data["planHash"] == plan["planHash"] and second.data["totals"] == plan["totals"]
    enables = ask(large, op="UPDATE", resource="campaign,adGroup")
    assert enables.meta["total"] == 2 and enables.meta["nextCursor"] is None
    assert peak_mb(server) - idle < MEMORY


def test_a_page_of_another_plan_is_refused(large):
    first = ask(large, limit=1)
    large.api.patch("/campaigns/" + large.campaign["id"], {"budget": 8})
    refused = ask(large, cursor=first.meta["nextCursor"], expect=409)
    assert refused.details["reason"] == "PLAN_CHANGED"
    assert len(refused.details["planHash"]) == 64


def test_a_plan_of_which_every_operation_is_a_violation_is_refused(large, server):
    """The response lists the first 1,000 violations; the totals count all."""
    space = space_id(large.api.get("/me").data)
    server.cli("space", "set", space, "--allowed-platforms", "meta")
    try:
        plan = ask(large).data
        refused = large.api.post("/sync", {"activate": True}, expect=422)
    finally:
        server.cli("space", "set", space, "--allowed-platforms", "google,microsoft,reddit,meta")
    assert plan["totals"]["violations"] >= plan["totals"]["operations"] > 1000
    assert 1000 <= len(plan["violations"]) < 1010
    assert refused.code == "GUARDRAIL_VIOLATION"
    assert len(refused.details["violations"]) == len(plan["violations"])


def test_it_is_pushed_as_one_run_that_is_read_by_pages(large, server):
    api = large.api
    plan = ask(large, limit=1).data
    run = api.post("/sync", {"activate": True, "planHash": plan["planHash"]}, expect=202)
    path = "/sync/" + run.data["id"]
    assert run.data["planHash"] == plan["planHash"]
    assert run.data["progress"]["total"] == run.meta["total"] == OPERATIONS
    assert len(run.data["operations"]) == 1000 and run.meta["nextCursor"]
    page = api.get(path, query={"limit": 2, "cursor": run.meta["nextCursor"]})
    assert [op["index"] for op in page.data["operations"]] == [1000, 1001]
    tools = Tools(api)
    told = tools.call("get_sync", id=run.data["id"])["run"]
    assert len(told["operations"]) + told["operationsNotShown"] == OPERATIONS
    api.post(path + "/cancel", expect=200)
    run = finish(api, run.data["id"], whole=False)
    assert run["status"] == "CANCELLED" and sum(run["counts"].values()) == OPERATIONS
    live = api.get(path, query={"resource": "campaign,adGroup", "op": "UPDATE"}).data["operations"]
    assert [op["status"] for op in live] == ["SKIPPED", "SKIPPED"], "nothing of it went live"
    skipped = api.get(path, query={"status": "SKIPPED", "limit": 1})
    assert skipped.meta["total"] == run["counts"]["skipped"] > KEYWORDS
    assert skipped.data["operations"][0]["error"]["code"] == "CANCELLED"


def queue_whole(desk):
    plan = ask(desk, limit=1).data
    body = {"activate": True, "planHash": plan["planHash"]}
    return desk.api.post("/sync", body, expect=202).data


def assert_cancelled(desk, run):
    run = finish(desk.api, run["id"], whole=False)
    assert run["status"] == "CANCELLED" and run["progress"]["done"] == run["progress"]["total"]
    assert sum(run["counts"].values()) == run["progress"]["total"]
    assert run["counts"]["skipped"] > KEYWORDS and run["counts"]["pending"] == 0
    # A kill switch that ended it may hold the leases of its own parts.
    held = "SELECT COUNT(*) FROM sync_leases WHERE run_id = '%s'" % run["id"]
    assert desk.server.sql(held) == [["0"]]


def rule_approval(desk, rule):
    space = desk.api.get("/me").data["space"]["id"]
    desk.api.patch("/spaces/" + space, {"guardrails": {"requireApproval": {"test": rule}}})


def test_an_assistant_goes_on_by_the_cursor(large):
    tools = Tools(large.api)
    plan = tools.call("preview_sync", all=True, activate=True)["plan"]
    shown = len(plan["operations"]) + plan["operationsNotShown"]
    assert shown == plan["totals"]["operations"] and plan["truncated"] is True
    [told] = plan["campaigns"]
    assert told["campaignId"] == large.campaign["id"] and "created: " in told["does"]
    whole = {"all": True, "activate": True, "responseFormat": "detailed"}
    first = tools.call("preview_sync", **whole)["plan"]
    second = tools.call("preview_sync", cursor=first["nextCursor"], **whole)["plan"]
    assert second["operations"][0]["index"] == len(first["operations"])
    assert second["operationsNotShown"] == (
        plan["totals"]["operations"] - len(first["operations"]) - len(second["operations"])
    )


def test_a_run_of_40000_that_waits_for_approval_is_cancelled_in_parts(large):
    """One change of the database does not end so many operations: it would hold all others."""
    api = large.api
    rule_approval(large, "ALWAYS")
    try:
        run = queue_whole(large)
        assert run["status"] == "AWAITING_APPROVAL"
        told = api.post("/sync/%s/cancel" % run["id"], expect=200).data
        assert told["status"] in ("QUEUED", "CANCELLED")
        assert_cancelled(large, run)
        again = api.post("/sync/%s/cancel" % run["id"], expect=409)
        assert again.details["reason"] == "ENDED"
    finally:
        large.server.sql("UPDATE spaces SET require_approval_test = 'NEVER'")


def test_the_kill_switch_ends_a_run_of_40000(large):
    """Last: pushes are blocked afterwards."""
    api = large.api
    run = queue_whole(large)
    api.post("/sync/pause-all", expect=202)
    assert_cancelled(large, run)
    assert ask(large, limit=1).data["violations"][0]["rule"] == "PUSHES_BLOCKED"
