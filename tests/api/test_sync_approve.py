"""Pushes that await approval: who may approve, and the checks that are repeated at the approval."""

import threading

import pytest

from adcore_grant import grant
from adcore_make import (
    Desk,
    assert_once_each,
    finish,
    make_campaign,
    make_tree,
    missing_id,
    preview,
    push,
    run_state,
    start_push,
)
from test_mcp import Tools


class Office(Desk):
    """A Space to share in which each push of the test environment awaits approval, by its
    guardrails."""

    def __init__(self, server, rule):
        super().__init__(server)
        args = ["--email", self.account.email, "--name", "Office"]
        self.space = server.cli("space", "add", *args).json["id"]
        self.api = self.other()
        self.rule(rule)

    def rule(self, rule):
        self.api.patch("/spaces/" + self.space, {"guardrails": {"requireApproval": {"test": rule}}})

    def cli(self, *args):
        return self.server.cli("space", *args)

    def other(self, scopes="all"):
        """A client with another token of the same person."""
        return self.account.client(scopes, spare=False, space=self.space)

    def app(self, scopes):
        """A client with an OAuth grant of this person."""
        return self.server.client(grant(self.server, self.account, scopes, space=self.space))

    def connector_push(self, **selection):
        """The run that push_sync of the connector creates with this person's first token."""
        tools = Tools(self.api)
        selection = selection or {"all": True}
        plan = tools.call("preview_sync", **selection)["plan"]
        run = tools.call("push_sync", planHash=plan["planHash"], **selection)["run"]
        assert run["status"] == "AWAITING_APPROVAL", run
        return run

    def colleague(self, role):
        account = self.server.account()
        self.cli("member", "add", self.space, "--email", account.email, "--role", role)
        return account.client(space=self.space, spare=False), account


@pytest.fixture
def office(server):
    made = Office(server, "CONNECTOR")
    yield made
    server.sandbox().clear_faults()


def approve(api, run, expect=200, **options):
    return api.post("/sync/%s/approve" % run["id"], expect=expect, **options)


def assert_waits(office, run):
    assert run_state(office.api, run["id"])["status"] == "AWAITING_APPROVAL"
    assert office.mutates() == []


def test_without_the_connector_nothing_waits(office):
    tree = make_tree(office.api)
    assert push(office.api)["approvedBy"] is None
    assert_once_each(office, tree)


def test_another_token_approves_what_the_connector_pushed(office):
    tree = make_tree(office.api)
    run = office.connector_push()
    assert_waits(office, run)
    refused = approve(office.api, run, 409)
    assert refused.code == "CONFLICT" and refused.details["reason"] == "APPROVER_REQUIRED"
    assert_waits(office, run)
    narrow = office.other(["sync:read", "sync:write"])
    answer = approve(narrow, run)
    me = narrow.get("/me").data["uid"]
    assert answer.data["id"] == run["id"] and answer.data["approvedBy"] == me
    assert answer.data["status"] in ("QUEUED", "RUNNING")
    done = finish(office.api, run["id"])
    assert done["status"] == "SUCCEEDED" and done["approvedBy"] == me, done
    assert_once_each(office, tree)
    again = approve(narrow, run, 409)
    assert again.details["reason"] == "NOT_AWAITING_APPROVAL"


def test_an_approval_needs_sync_write(office):
    make_campaign(office.api)
    run = office.connector_push()
    refused = approve(office.other(["campaigns:read", "sync:read"]), run, 403)
    assert refused.details["required"] == ["sync:write"]
    assert_waits(office, run)


@pytest.mark.parametrize("who", ["the same grant", "another grant", "a token at a grant's push"])
def test_a_connected_app_never_approves(office, who):
    scopes = ["campaigns:read", "campaigns:write", "sync:read", "sync:write"]
    made = make_campaign(office.api)
    app = office.app(scopes)
    run = start_push(app)
    assert run["status"] == "AWAITING_APPROVAL", "a grant is the connector at any door"
    if who == "a token at a grant's push":
        approve(office.api, run)
        assert finish(office.api, run["id"])["status"] == "SUCCEEDED"
        assert [row["campaign"]["name"] for row in office.live().campaigns] == [made["name"]]
        return
    if who == "another grant":
        app = office.app(scopes)
    for query in ({}, {"validateOnly": "true"}):
        refused = approve(app, run, 403, query=query)
        assert refused.details["reason"] == "NOT_BY_CONNECTOR"
    assert_waits(office, run)


def test_an_approval_is_checked_first_and_replayed_by_its_key(office):
    make_campaign(office.api)
    run = office.connector_push()
    other = office.other()
    checked = approve(other, run, query={"validateOnly": "true"})
    assert checked.data["id"] is None and checked.meta["validateOnly"] is True
    assert_waits(office, run)
    headers = {"Idempotency-Key": "approve-1"}
    first = approve(other, run, headers=headers)
    finish(office.api, run["id"])
    second = approve(other, run, headers=headers)
    assert second.data == first.data and second.headers["idempotent-replayed"] == "true"


def test_two_approve_at_once(office):
    tree = make_tree(office.api)
    run = office.connector_push()
    clients = [office.other(), office.other()]
    answers = []

    def one(client):
        answers.append(approve(client, run, (200, 409)).status)

    threads = [threading.Thread(target=one, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 409]
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"
    assert_once_each(office, tree)


def test_what_was_cancelled_is_not_approved(office):
    make_campaign(office.api)
    run = office.connector_push()
    cancelled = office.api.post("/sync/%s/cancel" % run["id"], expect=200).data
    assert cancelled["status"] == "CANCELLED" and cancelled["finishedAt"]
    assert {op["status"] for op in cancelled["operations"]} == {"SKIPPED"}
    refused = approve(office.other(), run, 409)
    assert refused.details["reason"] == "NOT_AWAITING_APPROVAL"
    assert office.mutates() == []
    # A cancelled run can be retried, and over REST the retry needs no approval.
    retried = office.api.post("/sync/%s/retry" % run["id"], expect=202).data
    assert finish(office.api, retried["id"])["status"] == "SUCCEEDED"


def test_a_denial_says_why(office):
    make_campaign(office.api)
    run = office.connector_push()
    path = "/sync/%s/cancel" % run["id"]
    for wrong in ({"reason": "x" * 501}, {"reason": 5}, {"reason": ["a"]}, {"why": "x"}):
        assert office.api.post(path, wrong, expect=400).code == "VALIDATION_ERROR"
    assert office.api.get("/sync/" + run["id"]).data["status"] == "AWAITING_APPROVAL"
    reason = "The budget is for <December>, not for \u00fcbermorgen."
    assert office.api.post(path, {"reason": reason}, expect=200).data["cancelReason"] == reason
    told = office.api.get("/sync/" + run["id"]).data
    assert (told["status"], told["cancelReason"]) == ("CANCELLED", reason)
    (entry, *_) = office.api.get("/history?resource=sync&limit=1").data
    assert entry["after"]["cancelReason"] == reason
    assert office.mutates() == []


def test_another_plan_is_not_approved(office):
    made = make_campaign(office.api)
    run = office.connector_push()
    other = office.other()
    office.api.patch("/campaigns/" + made["id"], {"budget": 21})
    refused = approve(other, run, 409)
    assert refused.details["reason"] == "PLAN_CHANGED"
    assert refused.details["planHash"] == preview(office.api)["planHash"]
    assert_waits(office, run)
    # The same values with a later version: the plan stays a different one.
    office.api.patch("/campaigns/" + made["id"], {"budget": 20})
    approve(other, run, 409)
    office.api.post("/sync/%s/cancel" % run["id"], expect=200)
    approve(other, office.connector_push())


def test_a_removal_that_was_restored_is_not_approved(office):
    made = make_campaign(office.api)
    push(office.api)
    end = office.box.log_end()
    office.api.delete("/campaigns/" + made["id"])
    run = office.connector_push()
    office.api.post("/campaigns/" + made["id"] + "/restore", expect=200)
    assert approve(office.other(), run, 409).details["reason"] == "PLAN_CHANGED"
    assert office.box.mutates(end) == [] and len(office.live().campaigns) == 1


def test_guardrails_that_were_tightened_since_hold(office):
    make_campaign(office.api, budget=90)
    run = office.connector_push()
    other = office.other()
    path = "/spaces/" + office.space
    office.api.patch(path, {"guardrails": {"maxCampaignDailyBudget": 50}})
    refused = approve(other, run, 422)
    assert refused.code == "GUARDRAIL_VIOLATION"
    [violation] = refused.details["violations"]
    assert (violation["rule"], violation["limit"]) == ("maxCampaignDailyBudget", 50)
    assert_waits(office, run)
    office.cli("set", office.space, "--max-campaign-daily-budget", "100")
    approve(other, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"


def test_the_kill_switch_holds(office):
    make_campaign(office.api)
    run = office.connector_push()
    other = office.other()
    block = "UPDATE spaces SET pushes_blocked_test = %s WHERE id = '" + office.space + "'"
    office.server.sql(block % "true")
    assert approve(other, run, 409).details["reason"] == "PUSHES_BLOCKED"
    assert_waits(office, run)
    office.server.sql(block % "false")
    approve(other, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"


def test_a_run_that_waits_holds_no_account_and_takes_it_when_approved(office):
    one, two = make_campaign(office.api), make_campaign(office.api)
    run = office.connector_push(campaignIds=[one["id"]])
    office.box.fault({"type": "latency", "ms": 1500}, path="mutate", times=50)
    busy = start_push(office.api, campaignIds=[two["id"]])
    other = office.other()
    refused = approve(other, run, 409)
    assert refused.details["runId"] == busy["id"]
    assert refused.details["reason"] == "RUN_IN_PROGRESS"
    office.box.clear_faults()
    assert finish(office.api, busy["id"])["status"] == "SUCCEEDED"
    approve(other, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"
    assert len(office.live().campaigns) == 2


def test_runs_of_others_cannot_be_found(server, office):
    make_campaign(office.api)
    run = office.connector_push()
    stranger = server.account().client()
    for api, missing in ((stranger, run["id"]), (office.api, missing_id(run["id"]))):
        assert api.post("/sync/%s/approve" % missing, expect=404).details["id"] == missing
    live = office.account.client(env="live", spare=False, space=office.space)
    approve(live, run, 404)
    assert_waits(office, run)


# --- ALWAYS ------------------------------------------------------------------------------------


def test_always_needs_another_person_where_there_is_one(server):
    office = Office(server, "ALWAYS")
    tree = make_tree(office.api)
    mate, _ = office.colleague("PUBLISHER")
    run = start_push(office.api)
    assert run["status"] == "AWAITING_APPROVAL"
    for client in (office.api, office.other()):
        assert approve(client, run, 409).details["reason"] == "APPROVER_REQUIRED"
    assert_waits(office, run)
    answer = approve(mate, run)
    assert answer.data["approvedBy"] == mate.get("/me").data["uid"] != run["createdBy"]
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"
    assert_once_each(office, tree)


def test_always_with_roles_that_may_not_push(server):
    """An editor and a viewer cannot approve."""
    office = Office(server, "ALWAYS")
    make_campaign(office.api)
    run = start_push(office.api)
    for role in ("EDITOR", "VIEWER"):
        client, _ = office.colleague(role)
        assert approve(client, run, 403).details["required"] == ["sync:write"]
    assert_waits(office, run)


def test_always_where_only_one_may_push(server):
    """The person approves in the application. None of the person's tokens can approve."""
    office = Office(server, "ALWAYS")
    make_campaign(office.api)
    run = start_push(office.api)
    refused = approve(office.other(), run, 409)
    assert refused.details["reason"] == "APPROVER_REQUIRED"
    assert "application" in refused.error["message"]
    assert_waits(office, run)


def test_a_retry_waits_again(server):
    office = Office(server, "ALWAYS")
    make_campaign(office.api)
    mate, _ = office.colleague("OWNER")
    office.box.fault(
        {"type": "error", "errorCode": {"campaignError": "INVALID_CAMPAIGN_NAME"}, "message": "No."},
        operation="campaign.create",
    )
    run = start_push(office.api)
    approve(mate, run)
    assert finish(office.api, run["id"])["status"] == "FAILED"
    again = office.api.post("/sync/%s/retry" % run["id"], expect=202).data
    assert again["status"] == "AWAITING_APPROVAL" and again["retryOf"] == run["id"]
    assert again["approvedBy"] is None
    approve(office.api, again, 409)
    approve(mate, again)
    assert finish(office.api, again["id"])["status"] == "SUCCEEDED"
    assert len(office.live().campaigns) == 1


def test_an_approver_with_a_token_sees_the_sums(server):
    office = Office(server, "ALWAYS")
    make_tree(office.api, keywords=1)
    plan = preview(office.api, activate=True)
    run = start_push(office.api, activate=True)
    approver, _ = office.colleague("PUBLISHER")
    seen = approver.get("/sync/" + run["id"]).data
    assert seen["status"] == "AWAITING_APPROVAL"
    assert seen["totals"] == plan["totals"] == run["totals"]
    assert seen["totals"]["dailyBudgetAfter"] > seen["totals"]["dailyBudgetBefore"]
    approve(approver, run)
    ended = finish(office.api, run["id"])
    assert ended["totals"] == plan["totals"], "the sums of the preview stay"
    [listed] = [r for r in office.api.get("/sync").data if r["id"] == run["id"]]
    assert listed["totals"] == plan["totals"]


def test_runs_without_a_plan_have_no_sums(desk):
    push(desk.api)
    pull = desk.api.post("/sync", {"mode": "PULL"}, expect=202).data
    assert finish(desk.api, pull["id"])["totals"] is None
    stop = desk.api.post("/sync/pause-all", expect=202).data
    assert finish(desk.api, stop["id"])["totals"] is None
