"""Changes between the request of a push and its start: a run checks its plan again when it
starts, and skips an operation whose object was changed since."""

import json
import sqlite3
import threading
import time

import pytest

from adcore_make import (
    Desk,
    finish,
    make_ad_group,
    make_campaign,
    make_keyword,
    make_tree,
    preview,
    push,
    run_state,
    space_id,
    start_push,
)
from adcore_server import Server, wait_for
from test_mcp import Tools


def state(api, path):
    return api.get(path).data["syncState"]


def rule(desk, name, value):
    desk.server.sql(
        "UPDATE spaces SET %s = %s WHERE id = '%s'" % (name, value, space_id(desk.api.get("/me").data))
    )


def parked(desk, **fields):
    """A push that awaits approval, so that the test controls its start."""
    rule(desk, "require_approval_test", "'ALWAYS'")
    run = start_push(desk.api, **fields)
    assert run["status"] == "AWAITING_APPROVAL"
    return run


def begin(desk, run):
    """Queues a parked run as its approval would, without the approval's checks."""
    sql = desk.server.sql
    sql(
        "INSERT INTO sync_leases (space_id, environment, platform, run_id, holder, expires_at)"
        " SELECT DISTINCT space_id, environment, platform, run_id, '', 0 FROM sync_operations"
        " WHERE run_id = '%s'" % run["id"]
    )
    sql(
        "UPDATE sync_runs SET status = 'QUEUED', approved_by = created_by WHERE id = '%s'"
        % run["id"]
    )
    return finish(desk.api, run["id"])


def assert_refused(desk, run, code, end):
    assert run["status"] == "FAILED" and run["error"]["code"] == code, run
    assert run["error"]["message"]
    assert {op["status"] for op in run["operations"]} == {"SKIPPED"}
    assert {op["error"]["code"] for op in run["operations"]} == {code}
    assert run["startedAt"] is None and run["finishedAt"]
    assert run["progress"]["done"] == run["progress"]["total"]
    assert desk.box.mutates(end) == []
    # The objects that the run held can be pushed again.
    rule(desk, "require_approval_test", "'NEVER'")


# --- before the start --------------------------------------------------------------------------


def test_nothing_changed_and_it_begins(desk):
    make_tree(desk.api)
    run = begin(desk, parked(desk))
    assert run["status"] == "SUCCEEDED" and run["error"] is None


def test_a_removal_restored_before_the_run_began_is_not_sent(desk):
    api = desk.api
    tree = make_tree(api)
    push(api)
    path = "/campaigns/" + tree["campaign"]["id"]
    api.delete(path)
    run = parked(desk)
    api.post(path + "/restore", expect=200)
    end = desk.box.log_end()
    run = begin(desk, run)
    assert_refused(desk, run, "PLAN_CHANGED", end)
    assert len(desk.live().campaigns) == 1 and len(desk.live().keywords) == 2
    assert state(api, path) == "SYNCED" and preview(api)["operations"] == []
    refused = api.post("/sync/%s/retry" % run["id"], expect=(202, 409))
    if refused.status == 202:
        assert finish(api, refused.data["id"])["operations"] == []
    assert len(desk.live().campaigns) == 1


def test_an_edit_before_the_run_began_changes_the_plan(desk):
    api = desk.api
    made = make_campaign(api)
    run = parked(desk)
    api.patch("/campaigns/" + made["id"], {"budget": 21})
    end = desk.box.log_end()
    assert_refused(desk, begin(desk, run), "PLAN_CHANGED", end)
    assert state(api, "/campaigns/" + made["id"]) == "STAGED"
    push(api)
    assert int(desk.live().campaigns[0]["campaignBudget"]["amountMicros"]) == 21000000


def test_what_is_outside_the_filters_changes_nothing(desk):
    api = desk.api
    one, two = make_campaign(api), make_campaign(api)
    run = parked(desk, campaignIds=[one["id"]])
    api.patch("/campaigns/" + two["id"], {"budget": 21})
    make_campaign(api)
    assert begin(desk, run)["status"] == "SUCCEEDED"


def test_guardrails_tightened_before_the_run_began(desk):
    api = desk.api
    make_campaign(api, name="Secret bakery", budget=90)
    run = parked(desk)
    rule(desk, "max_campaign_daily_budget", 50000000)
    rule(desk, "max_total_daily_budget", 60000000)
    end = desk.box.log_end()
    run = begin(desk, run)
    assert_refused(desk, run, "GUARDRAIL_VIOLATION", end)
    message = run["error"]["message"]
    assert "maxCampaignDailyBudget" in message and "maxTotalDailyBudget" in message
    assert "Secret" not in message
    assert message in Tools(desk.api).text("get_sync", id=run["id"])


def test_the_kill_switch_before_the_run_began(desk):
    make_campaign(desk.api)
    run = parked(desk)
    rule(desk, "pushes_blocked_test", "true")
    end = desk.box.log_end()
    assert_refused(desk, begin(desk, run), "PUSHES_BLOCKED", end)
    resp = desk.api.post("/sync", {}, expect=409)
    assert resp.details["reason"] == "PUSHES_BLOCKED"


def test_a_connection_lost_before_the_run_began(desk):
    make_campaign(desk.api)
    run = parked(desk)
    desk.server.sql(
        "UPDATE connections SET status = 'EXPIRED' WHERE platform = 'google' AND space_id = '%s'"
        % space_id(desk.api.get("/me").data)
    )
    end = desk.box.log_end()
    assert_refused(desk, begin(desk, run), "CONNECTION_REQUIRED", end)


def declare(desk, check=True, **settings):
    google = desk.connection("google")["id"]
    return desk.server.cli(
        "connection", "set", google, "--settings", json.dumps(settings), check=check, as_json=check
    )


def test_a_setting_of_the_connection_changed_before_the_run_began(desk):
    """The declarations of a connection are sent with the plan, so the approval covers them."""
    make_campaign(desk.api)
    before = preview(desk.api)["planHash"]
    run = parked(desk)
    assert run["planHash"] == before == preview(desk.api)["planHash"]
    declare(desk, euPolitical=True)
    assert preview(desk.api)["planHash"] != before
    rule(desk, "require_approval_test", "'CONNECTOR'")
    resp = desk.account.client().post("/sync/%s/approve" % run["id"], {}, expect=409)
    assert resp.details["reason"] == "PLAN_CHANGED"
    end = desk.box.log_end()
    assert_refused(desk, begin(desk, run), "PLAN_CHANGED", end)
    declare(desk, euPolitical=False)
    assert preview(desk.api)["planHash"] == before
    push(desk.api)


def test_settings_stand_while_a_push_is_at_work_there(desk):
    make_campaign(desk.api)
    desk.box.fault({"type": "latency", "ms": 2500}, path="googleAds:search")
    run = start_push(desk.api)
    was = desk.connection("google")["settings"]
    refused = declare(desk, check=False, euPolitical=True)
    assert refused.code == 1 and run["id"] in refused.err
    assert desk.connection("google")["settings"] == was
    meta = desk.connection("meta")["id"]
    desk.server.cli("connection", "set", meta, "--settings", '{"pageId":"1"}')
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    declare(desk, euPolitical=True)


def test_an_approval_that_became_necessary_is_waited_for(desk):
    """The push was requested without approval, and the rule requires one when the run starts."""
    make_campaign(desk.api)
    run = parked(desk)
    desk.server.sql(
        "INSERT INTO sync_leases (space_id, environment, platform, run_id, holder, expires_at)"
        " SELECT DISTINCT space_id, environment, platform, run_id, '', 0 FROM sync_operations"
        " WHERE run_id = '%s'" % run["id"]
    )
    desk.server.sql("UPDATE sync_runs SET status = 'QUEUED' WHERE id = '%s'" % run["id"])
    assert wait_for(
        lambda: run_state(desk.api, run["id"])["status"] == "AWAITING_APPROVAL", 10
    )
    assert desk.mutates() == []
    leases = "SELECT COUNT(*) FROM sync_leases WHERE run_id = '%s'" % run["id"]
    assert desk.server.sql(leases) == [["0"]]
    assert begin(desk, run)["status"] == "SUCCEEDED"


def test_a_retry_that_has_yet_to_begin_is_held_to_its_plan(desk):
    api = desk.api
    tree = make_tree(api, groups=2)
    desk.box.fault(
        {
            "type": "error",
            "errorCode": {"adGroupError": "INVALID_ADGROUP_NAME"},
            "message": "Not this.",
        },
        operation="adGroup.create",
    )
    first = push(api, expect="PARTIAL")
    failed = [op for op in first["operations"] if op["status"] != "SUCCEEDED"]
    rule(desk, "require_approval_test", "'ALWAYS'")
    path = "/sync/%s/retry" % first["id"]
    held = api.post(path, expect=202).data
    assert held["status"] == "AWAITING_APPROVAL"
    assert {op["id"] for op in held["operations"]} == {op["id"] for op in failed}
    # The retry does not include a new draft. A second retry returns the waiting run.
    make_campaign(api)
    assert api.post(path, expect=202).data["id"] == held["id"]
    assert begin(desk, held)["status"] == "SUCCEEDED"
    assert len(desk.live().ad_groups) == 2
    assert {row["adGroup"]["name"] for row in desk.live().ad_groups} == {
        group["name"] for group in tree["groups"]
    }


def test_a_run_that_began_is_not_held_to_the_plan_after_a_crash():
    """Part of the run was sent: the rest follows, although a draft was edited since."""
    with Server() as server:
        desk = Desk(server)
        tree = make_tree(desk.api, groups=2)
        desk.box.fault({"type": "accept_then_timeout", "ms": 30000}, operation="adGroup.create")
        run = start_push(desk.api)
        assert wait_for(lambda: desk.box.mutates(desk.after)[1:], 15)
        desk.api.patch("/keywords/" + tree["keywords"][0]["id"], {"cpcBid": 2})
        server.kill()
        server.start()
        desk.reopen()
        done = finish(desk.api, run["id"])
        assert done["status"] == "SUCCEEDED", done
        assert len(desk.live().ad_groups) == 2 and len(desk.live().keywords) == 4
        assert state(desk.api, "/keywords/" + tree["keywords"][0]["id"]) == "MODIFIED"


# --- after the start ---------------------------------------------------------------------------


def test_drafting_right_behind_the_answer_is_an_edit_during_the_push(desk):
    """The 202 is sent once the run has started: a later call does not change its plan."""
    for _ in range(10):
        made = make_campaign(desk.api)
        run = start_push(desk.api)
        desk.api.patch("/campaigns/" + made["id"], {"budget": 22})
        make_campaign(desk.api, budget=1)
        assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
        assert state(desk.api, "/campaigns/" + made["id"]) == "MODIFIED"
        for campaign in desk.api.get("/campaigns").data:
            desk.api.delete("/campaigns/" + campaign["id"])
        push(desk.api)


def test_a_removal_waiting_behind_others_can_be_restored(desk):
    """A keyword and another campaign are removed. The campaign is restored while the keyword's
    removal is in flight."""
    api = desk.api
    tree, lonely = make_tree(api, keywords=1), make_campaign(api)
    push(api)
    api.delete("/keywords/" + tree["keywords"][0]["id"])
    path = "/campaigns/" + lonely["id"]
    api.delete(path)
    desk.box.fault({"type": "latency", "ms": 1500}, operation="adGroupCriterion.remove")
    run = start_push(api)
    assert wait_for(lambda: state(api, "/keywords/" + tree["keywords"][0]["id"]) == "SYNCING", 10)
    assert api.post(path + "/restore", expect=200).data["syncState"] == "SYNCED"
    run = finish(api, run["id"])
    by_id = {op["id"]: op for op in run["operations"]}
    assert run["status"] == "PARTIAL"
    assert by_id[lonely["id"]]["status"] == "SKIPPED"
    assert by_id[lonely["id"]]["error"]["code"] == "RESTORED"
    assert by_id[tree["keywords"][0]["id"]]["status"] == "SUCCEEDED"
    assert len(desk.live().campaigns) == 2 and state(api, path) == "SYNCED"
    # No operation of the run is left to retry.
    again = api.post("/sync/%s/retry" % run["id"], expect=202).data
    assert finish(api, again["id"])["operations"] == []
    assert len(desk.live().campaigns) == 2


@pytest.mark.parametrize("wait", [0, 0.002, 0.004, 0.008, 0.016, 0.03, 0.06])
def test_a_restore_at_the_moment_of_sending(desk, wait):
    """A restore before the operation is sent prevents the removal, and a later restore is
    refused. A restored object is never removed."""
    api = desk.api
    made = make_campaign(api)
    path = "/campaigns/" + made["id"]
    push(api)
    for _ in range(3):
        api.delete(path)
        run = start_push(api)
        time.sleep(wait)
        answer = api.post(path + "/restore", expect=(200, 409))
        run = finish(api, run["id"])
        [operation] = run["operations"]
        if answer.status == 200:
            assert operation["status"] == "SKIPPED", operation
            assert len(desk.live().campaigns) == 1 and state(api, path) == "SYNCED"
        else:
            assert operation["status"] == "SUCCEEDED", operation
            assert desk.live().campaigns == [] and state(api, path) == "REMOVED"
            made = make_campaign(api)
            path = "/campaigns/" + made["id"]
            push(api)


def test_what_is_deleted_before_it_was_sent_is_neither_changed_nor_enabled(desk):
    api = desk.api
    one, two = make_campaign(api), make_campaign(api, status="ENABLED")
    push(api)
    api.patch("/campaigns/" + one["id"], {"budget": 21})
    desk.box.fault({"type": "latency", "ms": 1500}, operation="campaignBudget.update")
    run = start_push(api, activate=True)
    assert wait_for(lambda: state(api, "/campaigns/" + one["id"]) == "SYNCING", 10)
    api.delete("/campaigns/" + two["id"])
    run = finish(api, run["id"])
    by_id = {op["id"]: op for op in run["operations"]}
    assert by_id[one["id"]]["status"] == "SUCCEEDED"
    assert by_id[two["id"]]["status"] == "SKIPPED"
    assert by_id[two["id"]]["error"]["code"] == "DELETED"
    row = desk.live().campaign(two["name"])
    assert row["campaign"]["status"] == "PAUSED"
    assert state(api, "/campaigns/" + two["id"]) == "PENDING_REMOVAL"


# --- drafts below what is deleted --------------------------------------------------------------


def test_a_restore_brings_back_drafts_too(desk):
    """Children that were never pushed are PENDING_REMOVAL with their deleted parent, and
    restored with it."""
    api = desk.api
    tree = make_tree(api)
    push(api)
    campaign = tree["campaign"]["id"]
    group = make_ad_group(api, campaign)
    below = make_keyword(api, group["id"])
    beside = make_keyword(api, tree["groups"][0]["id"])
    drafts = ["/ad-groups/" + group["id"], "/keywords/" + below["id"], "/keywords/" + beside["id"]]
    before = [api.get(path).data for path in drafts]
    api.delete("/campaigns/" + campaign)
    for path in drafts:
        assert state(api, path) == "PENDING_REMOVAL"
        api.post(path + "/restore", expect=409)
        api.patch(path, {"status": "PAUSED"}, expect=409)
    plan = preview(api)
    assert {op["op"] for op in plan["operations"]} == {"REMOVE"}
    assert not {op["id"] for op in plan["operations"]} & {each["id"] for each in before}
    api.post("/campaigns/" + campaign + "/restore", expect=200)
    changing = ("version", "updatedAt")
    for path, was in zip(drafts, before):
        now = api.get(path).data
        assert {k: v for k, v in now.items() if k not in changing} == {
            k: v for k, v in was.items() if k not in changing
        }
        assert now["syncState"] == "STAGED"
    push(api)
    assert len(desk.live().ad_groups) == 2 and len(desk.live().keywords) == 4


def test_drafts_below_a_removal_disappear_with_its_push(desk):
    api = desk.api
    tree = make_tree(api)
    push(api)
    group = make_ad_group(api, tree["campaign"]["id"])
    word = make_keyword(api, group["id"])
    beside = make_keyword(api, tree["groups"][0]["id"])
    api.delete("/campaigns/" + tree["campaign"]["id"])
    run = push(api)
    assert len(run["operations"]) == 5
    for path in ("/ad-groups/" + group["id"], "/keywords/" + word["id"], "/keywords/" + beside["id"]):
        api.get(path, expect=404)
    for path in ("/campaigns", "/ad-groups", "/ads", "/keywords"):
        assert api.get(path).meta["total"] == 0
        assert api.get(path, query={"syncState": "PENDING_REMOVAL"}).meta["total"] == 0
    assert desk.live().campaigns == [] and preview(api)["operations"] == []


def test_a_draft_deleted_by_itself_still_goes_at_once(desk):
    api = desk.api
    tree = make_tree(api)
    push(api)
    group = make_ad_group(api, tree["campaign"]["id"])
    word = make_keyword(api, group["id"])
    api.delete("/ad-groups/" + group["id"])
    api.get("/ad-groups/" + group["id"], expect=404)
    api.get("/keywords/" + word["id"], expect=404)


def test_a_creation_that_fails_below_a_deleted_parent_is_kept_for_the_restore():
    with Server(env={"ADCORE_SANDBOX_LATENCY_MS": "400"}) as slow:
        desk = Desk(slow)
        api = desk.api
        tree = make_tree(api)
        push(api)
        word = make_keyword(api, tree["groups"][0]["id"])
        path = "/keywords/" + word["id"]
        desk.box.fault(
            {
                "type": "error",
                "errorCode": {"policyFindingError": "POLICY_FINDING"},
                "message": "No.",
            },
            operation="adGroupCriterion.create",
        )
        run = start_push(api)
        assert wait_for(lambda: state(api, path) == "SYNCING", 10)
        api.delete("/campaigns/" + tree["campaign"]["id"])
        assert finish(api, run["id"])["status"] == "FAILED"
        assert state(api, path) == "PENDING_REMOVAL"
        api.post("/campaigns/" + tree["campaign"]["id"] + "/restore", expect=200)
        assert state(api, path) == "STAGED"
        push(api)
        assert len(desk.live().keywords) == 3


def test_what_is_paused_during_the_push_is_not_set_live(desk):
    """Enables are sent last: a campaign that is paused before its own enable stays paused."""
    api = desk.api
    paused, other = make_campaign(api, status="ENABLED"), make_campaign(api, status="ENABLED")
    desk.box.fault({"type": "latency", "ms": 1500}, operation="campaign.create")
    run = start_push(api, activate=True)
    assert wait_for(lambda: run_state(api, run["id"])["status"] == "RUNNING", 10, 0.01)
    api.patch("/campaigns/" + paused["id"], {"status": "PAUSED"})
    run = finish(api, run["id"])
    assert run["status"] == "PARTIAL", run
    [skipped] = [op for op in run["operations"] if op["status"] == "SKIPPED"]
    assert skipped["id"] == paused["id"] and skipped["error"]["code"] == "PAUSED"
    there = {row["campaign"]["name"]: row["campaign"]["status"] for row in desk.live().campaigns}
    assert there == {paused["name"]: "PAUSED", other["name"]: "ENABLED"}
    assert state(api, "/campaigns/" + paused["id"]) == "SYNCED"
    assert preview(api)["operations"] == []


# --- while a push waits for the writer ----------------------------------------------------------


@pytest.fixture
def busy(desk):
    """The writer's lock, held by another process with an uncommitted change."""
    if desk.server.database.url:
        pytest.skip("another writer is a file's matter")
    other = sqlite3.connect(desk.server.data / "adcore.db", timeout=60, isolation_level=None)
    yield other
    other.close()


def meanwhile(desk, other, change, call):
    """Makes a change while an API call waits for the writer's lock. Returns the call's answer."""
    answers = []
    other.execute("BEGIN IMMEDIATE")
    other.execute(change % space_id(desk.api.get("/me").data))
    waiting = threading.Thread(target=lambda: answers.append(call()))
    waiting.start()
    # The call has read the committed state. If it has not yet, the answer is the same.
    waiting.join(0.7)
    assert not answers
    other.execute("COMMIT")
    waiting.join(30)
    [answer] = answers
    return answer


def test_a_guardrail_lowered_while_a_push_waits_holds_it(desk, busy):
    make_campaign(desk.api, budget=90)
    plan = preview(desk.api)
    change = "UPDATE spaces SET max_campaign_daily_budget = 50000000 WHERE id = '%s'"
    other = desk.account.client()
    push_it = {"planHash": plan["planHash"]}
    answer = meanwhile(desk, busy, change, lambda: other.post("/sync", push_it, expect=(202, 422)))
    assert answer.status == 422, answer
    assert answer.details["violations"][0]["rule"] == "maxCampaignDailyBudget"
    assert desk.live().campaigns == [] and desk.api.get("/sync").data == []


def test_a_role_taken_while_a_push_waits_holds_it(desk, busy):
    make_campaign(desk.api)
    plan = preview(desk.api)
    change = "UPDATE members SET role = 'EDITOR' WHERE space_id = '%s'"
    other = desk.account.client()
    push_it = {"planHash": plan["planHash"]}
    answer = meanwhile(desk, busy, change, lambda: other.post("/sync", push_it, expect=(202, 403)))
    assert answer.status == 403, answer
    assert desk.live().campaigns == []
