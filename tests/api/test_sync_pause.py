"""The kill switch: POST /sync/pause-all pauses every enabled campaign, bypasses the guardrails,
and blocks pushes."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from adcore_grant import grant
from adcore_make import (
    Desk,
    finish,
    keyword_body,
    make_ad_group,
    make_campaign,
    make_tree,
    preview,
    push,
    run_state,
    space_id,
    start_push,
)
from adcore_server import ALL_SCOPES, Server, wait_for
from adcore_team import Team

ALL = "/sync/pause-all"


def live_campaign(desk, **fields):
    made = make_campaign(desk.api, status="ENABLED", **fields)
    push(desk.api, activate=True)
    return desk.api.get("/campaigns/" + made["id"]).data


def pause_all(api, expect="SUCCEEDED", seconds=60):
    run = finish(api, api.post(ALL, expect=202).data["id"], seconds)
    if expect:
        assert run["status"] == expect, run
    return run


def statuses(desk):
    return {row["campaign"]["name"]: row["campaign"]["status"] for row in desk.live().campaigns}


def name_there(desk, made):
    return desk.live().campaign(made["name"])["campaign"]["resourceName"]


def draft(desk, made):
    return desk.api.get("/campaigns/" + made["id"]).data


def lift(desk):
    """Releases the kill switch as an owner does in the application."""
    space = space_id(desk.api.get("/me").data)
    desk.server.sql("UPDATE spaces SET pushes_blocked_test = false WHERE id = '%s'" % space)


def assert_blocked(resp):
    assert resp.details["reason"] == "PUSHES_BLOCKED" and "owner" in resp.error["message"]


# --- effect ------------------------------------------------------------------------------------


def test_what_is_live_is_paused_and_its_draft_too(desk):
    live, paused, drafted = live_campaign(desk), make_campaign(desk.api), None
    push(desk.api)
    drafted = make_campaign(desk.api, status="ENABLED")
    answer = desk.api.post(ALL, expect=202)
    assert answer.headers["location"].endswith("/sync/" + answer.data["id"])
    assert answer.data["mode"] == "PUSH" and answer.data["planHash"] is None
    run = finish(desk.api, answer.data["id"])
    assert run["status"] == "SUCCEEDED" and run["progress"] == {"done": 2, "total": 2}, run
    assert run["operations"][0]["id"] == live["id"], "what is live goes first"
    assert run["operations"][0]["changes"] == [
        {"field": "status", "from": "ENABLED", "to": "PAUSED"}
    ]
    assert statuses(desk) == {live["name"]: "PAUSED", paused["name"]: "PAUSED"}
    now = draft(desk, live)
    assert (now["status"], now["syncState"]) == ("PAUSED", "SYNCED")
    assert now["version"] == live["version"] + 1
    assert draft(desk, drafted)["status"] == "ENABLED", "what never went anywhere is as drafted"
    assert len(desk.box.mutates(desk.after)[-1]["operations"]) == 1, "only what was not paused"


def test_pushes_are_blocked_and_drafting_is_not(desk):
    live_campaign(desk)
    waiting = make_campaign(desk.api)
    plan = preview(desk.api)
    pause_all(desk.api)
    space = space_id(desk.api.get("/me").data)
    assert desk.api.get("/spaces/" + space).data["pushesBlocked"] is True
    end = desk.box.log_end()
    assert_blocked(desk.api.post("/sync", {"planHash": plan["planHash"]}, expect=409))
    assert_blocked(desk.api.post("/sync", {}, expect=409))
    desk.api.patch("/campaigns/" + waiting["id"], {"budget": 21})
    assert preview(desk.api)["operations"]
    assert desk.box.mutates(end) == []
    finish(desk.api, desk.api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])
    lift(desk)
    push(desk.api)


def test_only_the_status_goes_whatever_else_was_drafted(desk):
    live = live_campaign(desk)
    desk.api.patch("/campaigns/" + live["id"], {"budget": 33, "name": "Renamed " + live["name"]})
    pause_all(desk.api)
    assert statuses(desk) == {live["name"]: "PAUSED"}
    assert int(desk.live().campaigns[0]["campaignBudget"]["amountMicros"]) == 20000000
    now = draft(desk, live)
    assert (now["budget"], now["syncState"]) == (33, "MODIFIED")
    [operation] = preview(desk.api)["operations"]
    assert {change["field"] for change in operation["changes"]} == {"budget", "name"}


def test_what_was_set_live_behind_our_back_is_paused_too(desk):
    made = make_campaign(desk.api)
    push(desk.api)
    made = draft(desk, made)
    desk.box.edit(desk.customer, name_there(desk, made), {"status": "ENABLED"})
    pause_all(desk.api)
    assert statuses(desk) == {made["name"]: "PAUSED"}
    assert draft(desk, made)["syncState"] == "SYNCED"


def test_drift_that_was_found_holds_nothing_up(desk):
    live = live_campaign(desk)
    desk.api.patch("/campaigns/" + live["id"], {"name": "Ours " + live["name"]})
    desk.box.edit(desk.customer, name_there(desk, live), {"name": "Theirs"})
    finish(desk.api, desk.api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])
    assert draft(desk, live)["syncState"] == "DRIFTED"
    pause_all(desk.api)
    assert statuses(desk) == {"Theirs": "PAUSED"}
    assert draft(desk, live)["syncState"] == "DRIFTED", "that decision is still a person's"


def test_what_is_to_be_removed_is_paused_and_stays_to_be_removed(desk):
    live = live_campaign(desk)
    desk.api.delete("/campaigns/" + live["id"])
    pause_all(desk.api)
    assert statuses(desk) == {live["name"]: "PAUSED"}
    [operation] = preview(desk.api)["operations"]
    assert operation["op"] == "REMOVE"
    lift(desk)
    push(desk.api)
    assert desk.live().campaigns == []


def test_no_guardrail_and_no_approval_stops_it(desk):
    live = live_campaign(desk)
    space = space_id(desk.api.get("/me").data)
    desk.server.sql(
        "UPDATE spaces SET require_approval_test = 'ALWAYS', max_campaign_daily_budget = 1000000,"
        " max_total_daily_budget = 1000000, allowed_platforms = 8,"
        " blocked_terms = '[\"bakery\"]' WHERE id = '%s'" % space
    )
    pause_all(desk.api)
    assert statuses(desk) == {live["name"]: "PAUSED"}


def test_nothing_pushed_is_done_at_once_and_blocks(desk):
    make_campaign(desk.api)
    run = desk.api.post(ALL, expect=202).data
    assert run["status"] == "SUCCEEDED" and run["operations"] == [] and run["finishedAt"]
    assert_blocked(desk.api.post("/sync", {}, expect=409))


def test_history_tells_who_pulled_it(desk):
    live = live_campaign(desk)
    run = pause_all(desk.api)
    space = space_id(desk.api.get("/me").data)
    rows = desk.api.get("/history", query={"limit": 100}).data
    [made] = [r for r in rows if r["objectId"] == run["id"] and r["verb"] == "CREATE"]
    assert made["accountId"] and made["after"]["operations"] == 1
    [blocked] = [r for r in rows if r["objectId"] == space and r["verb"] == "UPDATE"]
    assert blocked["after"]["pushesBlocked"] is True
    edits = [r for r in rows if r["objectId"] == live["id"]][:2]
    assert [r["verb"] for r in edits] == ["PUSH", "UPDATE"]
    assert edits[1]["after"]["status"] == "PAUSED"


def test_it_can_be_taken_back_once_it_is_lifted(desk):
    live = live_campaign(desk)
    run = pause_all(desk.api)
    lift(desk)
    inverse = desk.api.post("/sync/%s/revert" % run["id"], expect=201).data
    assert inverse["coverage"] == "FULL", inverse
    assert draft(desk, live)["status"] == "ENABLED"
    push(desk.api, activate=True)
    assert statuses(desk) == {live["name"]: "ENABLED"}


# --- refusals ----------------------------------------------------------------------------------


def test_it_needs_sync_write_and_nothing_else(server):
    desk = Desk(server)
    live = live_campaign(desk)
    resp = desk.account.without("sync:write").post(ALL, expect=403)
    assert resp.details["required"] == ["sync:write"]
    assert statuses(desk) == {live["name"]: "ENABLED"}
    pause_all(desk.account.client("sync:read,sync:write"))
    assert statuses(desk) == {live["name"]: "PAUSED"}


@pytest.mark.parametrize("role,status", [("OWNER", 202), ("PUBLISHER", 202), ("EDITOR", 403), ("VIEWER", 403)])
def test_who_may_not_push_may_not_pull_it(server, role, status):
    team = Team(server)
    team.client(role).post(ALL, expect=status)
    blocked = team.client("OWNER").get("/spaces/" + team.id).data["pushesBlocked"]
    assert blocked is (status == 202)


def test_another_space_and_the_other_environment_notice_nothing(server):
    desk, other = Desk(server), Desk(server)
    live = live_campaign(other)
    live_campaign(desk)
    desk.account.client(env="live").post(ALL, expect=202)
    assert set(statuses(desk).values()) == {"ENABLED"}
    push(desk.api)
    pause_all(desk.api)
    assert statuses(other) == {live["name"]: "ENABLED"}
    push(other.api)


def test_an_api_token_cannot_lift_it(desk):
    pause_all(desk.api)
    space = space_id(desk.api.get("/me").data)
    desk.api.patch("/spaces/" + space, {"pushesBlocked": False}, expect=(200, 400))
    assert desk.api.get("/spaces/" + space).data["pushesBlocked"] is True


def test_only_checked_it_does_nothing(desk):
    live = live_campaign(desk)
    answer = desk.api.post(ALL, query={"validateOnly": "true"}, expect=200)
    assert answer.data["id"] is None
    assert statuses(desk) == {live["name"]: "ENABLED"}
    push(desk.api)


# --- twice, and beside other runs --------------------------------------------------------------


def test_called_twice_it_is_one_run(desk):
    live_campaign(desk)
    desk.box.fault({"type": "latency", "ms": 1500}, path="googleAds")
    first = desk.api.post(ALL, expect=202).data
    second = desk.api.post(ALL, expect=202).data
    assert second["id"] == first["id"]
    assert finish(desk.api, first["id"])["status"] == "SUCCEEDED"
    third = pause_all(desk.api)
    assert third["id"] != first["id"]
    assert len(desk.api.get("/sync", query={"limit": 50}).data) == 3


def test_called_again_after_it_was_cancelled_it_is_another_run(desk):
    made = live_campaign(desk)
    desk.box.fault({"type": "latency", "ms": 1500}, path="googleAds")
    first = desk.api.post(ALL, expect=202).data["id"]
    desk.api.post("/sync/%s/cancel" % first, expect=200)
    run = pause_all(desk.api)
    assert run["id"] != first
    assert statuses(desk) == {made["name"]: "PAUSED"}


def test_what_a_retry_finds_in_doubt_is_paused(desk):
    made = live_campaign(desk)
    before = desk.after
    desk.box.fault({"type": "latency", "ms": 300}, path="search", times=2)
    desk.box.fault({"type": "cut_before"}, operation="campaign.update")
    first = desk.api.post(ALL, expect=202).data["id"]
    assert wait_for(lambda: [e for e in desk.box.log(before) if e.get("fault") == "cut_before"], 10)
    desk.box.fault({"type": "status", "status": 503}, path="search", times=1000)
    assert finish(desk.api, first, 60)["status"] != "SUCCEEDED"
    desk.box.clear_faults()
    again = desk.api.post("/sync/%s/retry" % first, expect=202).data["id"]
    assert finish(desk.api, again, 60)["status"] == "SUCCEEDED"
    assert statuses(desk) == {made["name"]: "PAUSED"}


def test_the_same_key_is_the_same_run(desk):
    live_campaign(desk)
    head = {"Idempotency-Key": "pull-the-plug"}
    first = desk.api.post(ALL, headers=head, expect=202).data
    finish(desk.api, first["id"])
    assert desk.api.post(ALL, headers=head, expect=202).data["id"] == first["id"]


def test_a_push_under_way_is_cancelled_and_what_it_set_live_is_paused(desk):
    api = desk.api
    made = [make_campaign(api, status="ENABLED") for _ in range(3)]
    push(api)
    desk.box.fault({"type": "latency", "ms": 2000}, path="mutate")
    running = start_push(api, activate=True)
    assert wait_for(lambda: run_state(api, running["id"])["status"] == "RUNNING", 10)
    run = pause_all(api)
    assert run_state(api, running["id"])["status"] in ("CANCELLED", "SUCCEEDED")
    assert statuses(desk) == {each["name"]: "PAUSED" for each in made}
    assert {draft(desk, each)["status"] for each in made} == {"PAUSED"}
    assert len(run["operations"]) == 3


def test_a_push_that_makes_a_tree_stops(desk):
    api = desk.api
    desk.box.fault({"type": "latency", "ms": 1000}, path="mutate", times=50)
    make_tree(api, groups=3, ads=2, keywords=3, status="ENABLED")
    running = start_push(api, activate=True)
    pause_all(api, expect=None)
    run = finish(api, running["id"])
    assert run["status"] == "CANCELLED", run
    assert {op["error"]["code"] for op in run["operations"] if op["status"] == "SKIPPED"} == {
        "CANCELLED"
    }
    assert "ENABLED" not in statuses(desk).values()


def test_what_awaits_approval_cannot_be_approved(desk):
    space = space_id(desk.api.get("/me").data)
    live_campaign(desk)
    desk.server.sql("UPDATE spaces SET require_approval_test = 'ALWAYS' WHERE id = '%s'" % space)
    make_campaign(desk.api)
    parked = start_push(desk.api)
    pause_all(desk.api)
    resp = desk.account.client().post("/sync/%s/approve" % parked["id"], expect=409)
    assert resp.details["reason"] in ("PUSHES_BLOCKED", "APPROVER_REQUIRED", "PLAN_CHANGED")


def test_what_is_gone_there_is_off(desk):
    """A removed campaign cannot be paused: the operation succeeds, and the drift is reported."""
    live, gone = live_campaign(desk), live_campaign(desk)
    desk.box.edit(desk.customer, name_there(desk, gone), None)
    run = pause_all(desk.api)
    told = {op["id"]: op for op in run["operations"]}
    assert {op["status"] for op in told.values()} == {"SUCCEEDED"}
    assert "removed on the platform" in told[gone["id"]]["error"]["message"]
    assert told[live["id"]]["error"] is None
    assert statuses(desk) == {live["name"]: "PAUSED"}
    assert draft(desk, gone)["syncState"] == "DRIFTED"
    [row] = desk.api.get("/sync/drift").data
    assert (row["id"], row["field"], row["live"]) == (gone["id"], "status", "REMOVED")


# --- a platform that is down -------------------------------------------------------------------


def test_one_platform_down_the_other_is_paused_and_the_rest_is_told(desk):
    google = make_campaign(desk.api, status="ENABLED")
    other = make_campaign(desk.api, status="ENABLED", platform="microsoft")
    push(desk.api, activate=True)
    desk.box.fault({"type": "status", "status": 503}, path="googleAds", times=100)
    run = pause_all(desk.api, expect="PARTIAL")
    by_id = {op["id"]: op for op in run["operations"]}
    assert by_id[other["id"]]["status"] == "SUCCEEDED"
    assert by_id[google["id"]]["status"] == "FAILED"
    assert by_id[google["id"]]["error"]["code"] == "PLATFORM_UNAVAILABLE"
    assert draft(desk, google)["status"] == "PAUSED"
    desk.box.clear_faults()
    assert statuses(desk) == {google["name"]: "ENABLED"}
    again = desk.api.post("/sync/%s/retry" % run["id"], expect=202).data
    assert again["retryOf"] == run["id"]
    assert finish(desk.api, again["id"])["status"] == "SUCCEEDED"
    assert statuses(desk) == {google["name"]: "PAUSED"}
    assert draft(desk, google)["syncState"] == "SYNCED"


PREVIEWS = 40


def test_its_retry_waits_behind_no_plan(server):
    """Plans are made one after the other. The kill switch does not wait for plans."""
    desk = Desk(server)
    live_campaign(desk)
    desk.box.fault({"type": "status", "status": 503}, path="googleAds", times=100)
    run = pause_all(desk.api, expect="FAILED")
    desk.box.clear_faults()
    large = make_campaign(desk.api)
    group = make_ad_group(desk.api, large["id"])
    for begin in range(0, 3000, 200):
        bodies = [keyword_body(group["id"], text="word %d" % n) for n in range(begin, begin + 200)]
        operations = [{"method": "POST", "body": body} for body in bodies]
        desk.api.post("/keywords/batch", {"operations": operations, "atomic": True}, expect=200)
    ended = []

    def look():
        client = server.client(desk.api.token)
        client.post("/sync/preview", {}, expect=(200, 503))
        client.close()
        ended.append(time.monotonic())

    with ThreadPoolExecutor(PREVIEWS) as pool:
        looks = [pool.submit(look) for _ in range(PREVIEWS)]
        assert wait_for(lambda: len(ended) >= 2, 60)
        again = desk.api.post("/sync/%s/retry" % run["id"], expect=202).data
        waiting = PREVIEWS - len(ended)
        for each in looks:
            each.result()
    assert waiting > 0, "all plans were made before the kill switch was tried again"
    assert again["retryOf"] == run["id"]
    assert finish(desk.api, again["id"])["status"] == "SUCCEEDED"


def stops(api, run):
    return {row["platform"]: row for row in run_state(api, run["id"])["stops"]}


def test_a_platform_that_hangs_holds_up_no_other(desk):
    google = make_campaign(desk.api, status="ENABLED")
    other = make_campaign(desk.api, status="ENABLED", platform="microsoft")
    push(desk.api, activate=True)
    desk.box.fault({"type": "latency", "ms": 25000}, path="googleAds")
    run = desk.api.post(ALL, expect=202).data
    assert {row["platform"] for row in run["stops"]} == {"google", "microsoft"}
    assert wait_for(lambda: stops(desk.api, run)["microsoft"]["state"] == "STOPPED", 20)
    known = stops(desk.api, run)
    assert known["microsoft"]["stopped"] == 1 and known["microsoft"]["accountId"]
    assert known["microsoft"]["message"] is None
    assert (known["google"]["state"], known["google"]["stopped"]) == ("STOPPING", 0)
    assert draft(desk, other)["remote"]["status"] == "PAUSED"
    assert draft(desk, google)["remote"]["status"] == "ENABLED"
    # No other run starts beside it, not even on a platform where it has finished.
    lift(desk)
    desk.api.patch("/campaigns/" + other["id"], {"budget": 21})
    assert desk.api.post("/sync", {}, expect=409).details["runId"] == run["id"]


def test_a_push_that_hangs_on_one_platform_gives_the_others_up(desk):
    google = live_campaign(desk)
    other = live_campaign(desk, platform="microsoft")
    for made in (google, other):
        desk.api.patch("/campaigns/" + made["id"], {"budget": 21})
    after = desk.after
    desk.box.fault({"type": "accept_then_timeout", "ms": 25000}, operation="campaignBudget.update")
    running = start_push(desk.api)
    assert wait_for(lambda: any(e.get("fault") for e in desk.box.log(after)), 30)
    run = desk.api.post(ALL, expect=202).data
    assert wait_for(lambda: stops(desk.api, run)["microsoft"]["state"] == "STOPPED", 20)
    assert stops(desk.api, run)["google"]["state"] == "WAITING"
    assert draft(desk, other)["remote"]["status"] == "PAUSED"
    held = {op["platform"]: op["status"] for op in run_state(desk.api, running["id"])["operations"]}
    assert held == {"google": "SENT", "microsoft": "PENDING"}


def test_a_pull_that_hangs_is_ended_at_once(desk):
    made = live_campaign(desk, platform="microsoft")
    desk.box.fault({"type": "latency", "ms": 25000}, path="googleAds", times=5)
    pulling = desk.api.post("/sync", {"mode": "PULL"}, expect=202).data
    assert wait_for(lambda: run_state(desk.api, pulling["id"])["status"] == "RUNNING", 20)
    run = pause_all(desk.api)
    assert [row["state"] for row in run["stops"]] == ["STOPPED"]
    assert run_state(desk.api, pulling["id"])["status"] == "CANCELLED"
    assert draft(desk, made)["remote"]["status"] == "PAUSED"


def test_what_is_told_of_an_ad_account_that_was_not_stopped(desk):
    make_campaign(desk.api, status="ENABLED")
    assert push(desk.api, activate=True)["stops"] is None
    desk.box.fault({"type": "status", "status": 503}, path="googleAds", times=100)
    run = pause_all(desk.api, expect="FAILED")
    [told] = run["stops"]
    assert (told["state"], told["stopped"], told["failed"]) == ("NOT_STOPPED", 0, 1)
    assert told["message"] == run["operations"][0]["error"]["message"]


def test_the_state_of_an_account_with_thousands_of_campaigns(desk):
    """The newest operation of each campaign counts."""
    make_campaign(desk.api, status="ENABLED")
    push(desk.api, activate=True)
    run = pause_all(desk.api)
    names = (
        "space_id, environment, run_id, op, resource, platform, parent_resource, parent_id,"
        " object_version, remote_id, want, synced, changed, changes, budget_delta, status, steps,"
        " attempts, known_ids, error, sent_at, finished_at"
    )
    desk.server.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8000)"
        " INSERT INTO sync_operations (%s, seq, object_id) SELECT %s, seq + i, 'cmp_' || (i %% 7990)"
        " FROM sync_operations, n WHERE run_id = '%s'" % (names, names, run["id"])
    )
    [told] = run_state(desk.api, run["id"])["stops"]
    assert (told["state"], told["stopped"]) == ("STOPPED", 7991)


def test_a_lost_answer_is_asked_about(desk):
    live = live_campaign(desk)
    desk.box.fault({"type": "accept_then_cut"}, operation="campaign.update")
    pause_all(desk.api)
    assert statuses(desk) == {live["name"]: "PAUSED"}
    assert draft(desk, live)["syncState"] == "SYNCED"


# --- kill -9 -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mortal():
    running = Server()
    running.start()
    yield running
    if running.process.poll() is not None:
        running.start()
    running.stop()


def reborn(desk):
    desk.server.kill()
    desk.server.start()
    desk.reopen()


def test_killed_right_after_202(mortal):
    desk = Desk(mortal)
    live = live_campaign(desk)
    run = desk.api.post(ALL, expect=202).data
    reborn(desk)
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    assert statuses(desk) == {live["name"]: "PAUSED"}
    assert_blocked(desk.api.post("/sync", {}, expect=409))


def test_killed_when_the_platform_has_it(mortal):
    desk = Desk(mortal)
    live = live_campaign(desk)
    after = desk.box.log_end()
    desk.box.fault({"type": "accept_then_timeout", "ms": 30000}, operation="campaign.update")
    run = desk.api.post(ALL, expect=202).data
    assert wait_for(lambda: any(e.get("fault") for e in desk.box.log(after)), 30)
    reborn(desk)
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    assert statuses(desk) == {live["name"]: "PAUSED"}
    assert draft(desk, live)["syncState"] == "SYNCED"


def test_killed_while_the_push_before_it_stops(mortal):
    desk = Desk(mortal)
    made = make_campaign(desk.api, status="ENABLED")
    push(desk.api)
    after = desk.box.log_end()
    desk.box.fault({"type": "accept_then_timeout", "ms": 30000}, operation="campaign.update")
    running = start_push(desk.api, activate=True)
    assert wait_for(lambda: any(e.get("fault") for e in desk.box.log(after)), 30)
    run = desk.api.post(ALL, expect=202).data
    assert run["status"] == "QUEUED"
    reborn(desk)
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    finish(desk.api, running["id"])
    assert statuses(desk) == {made["name"]: "PAUSED"}
    assert draft(desk, made)["syncState"] == "SYNCED"


# --- a connected app ---------------------------------------------------------------------------


def test_a_connected_app_may_pull_it_but_not_lift_it(server):
    desk = Desk(server)
    token = grant(server, desk.account, ALL_SCOPES)
    server.client(token).post(ALL, expect=202)


# --- where its state is shown ------------------------------------------------------------------


def test_a_preview_says_that_pushes_are_blocked(desk):
    api = desk.api
    made = live_campaign(desk)
    over = make_campaign(api, budget=90)
    desk.server.sql(
        "UPDATE spaces SET max_campaign_daily_budget = 50000000 WHERE id = '%s'"
        % space_id(api.get("/me").data)
    )
    rules = [each["rule"] for each in preview(api)["violations"]]
    assert rules == ["maxCampaignDailyBudget"]
    pause_all(api)
    api.patch("/campaigns/" + made["id"], {"name": "Another name"})
    space = space_id(api.get("/me").data)
    for plan in (preview(api), api.get("/sync/preview").data, preview(api, campaignIds=[over["id"]])):
        first = plan["violations"][0]
        assert first["rule"] == "PUSHES_BLOCKED" and first["id"] is None
        assert "/app/spaces/" + space in first["message"] and "owner" in first["message"]
        assert [each["rule"] for each in plan["violations"][1:]] == ["maxCampaignDailyBudget"]
    # A push is refused as before, with the rule as the reason.
    assert_blocked(api.post("/sync", {}, expect=409))
    lift(desk)
    assert [each["rule"] for each in preview(api)["violations"]] == ["maxCampaignDailyBudget"]


def test_a_preview_of_nothing_says_it_too(desk):
    pause_all(desk.api)
    plan = preview(desk.api)
    assert plan["operations"] == []
    assert [each["rule"] for each in plan["violations"]] == ["PUSHES_BLOCKED"]


def test_the_block_is_of_one_environment(desk):
    pause_all(desk.api)
    live = desk.account.client(env="live")
    assert [each["rule"] for each in preview(live)["violations"]] == []
