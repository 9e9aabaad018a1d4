"""Platform failures: nothing is duplicated or lost, and the run reports the true outcome."""

from adcore_make import (
    Desk,
    assert_once_each,
    assert_truthful,
    finish,
    make_campaign,
    make_tree,
    preview,
    push,
    settle,
    start_push,
)
from adcore_server import Server, wait_for


def tree_of(desk):
    return make_tree(desk.api, groups=2, ads=2, keywords=3)


def fired(desk, kind):
    return [entry for entry in desk.box.log(desk.after) if entry.get("fault") == kind]


def test_a_storm_of_429_only_delays(desk):
    tree = tree_of(desk)
    desk.box.fault({"type": "status", "status": 429, "retryDelay": "1s"}, path="mutate", times=3)
    run = push(desk.api)
    assert_truthful(run, assert_once_each(desk, tree))
    assert len([e for e in desk.box.log(desk.after) if e["status"] == 429]) == 3


def test_429_on_reading_and_on_the_token(desk):
    tree = tree_of(desk)
    desk.box.fault({"type": "status", "status": 429, "retryDelay": "1s"}, path="googleAds:search")
    run = finish(desk.api, start_push(desk.api)["id"])
    settle(desk)
    assert_once_each(desk, tree)
    assert run["status"] in ("SUCCEEDED", "PARTIAL", "FAILED")


def test_a_refused_ad_fails_alone(desk):
    tree = tree_of(desk)
    desk.box.fault(
        {
            "type": "error",
            "errorCode": {"policyFindingError": "POLICY_FINDING"},
            "message": "Not like this.",
        },
        operation="adGroupAd.create",
    )
    run = push(desk.api, expect="PARTIAL")
    failed = [op for op in run["operations"] if op["status"] != "SUCCEEDED"]
    assert failed and {op["resource"] for op in failed} == {"ad"}
    for operation in failed:
        error = operation["error"]
        assert "POLICY_FINDING" in error["platformCode"]
        assert error["code"] and error["message"] and error["retryable"] is False
    now = desk.api.get("/ads/" + failed[0]["id"]).data
    assert now["syncState"] == "FAILED" and now["remote"]["lastError"]
    assert_truthful(run, desk.live())
    assert len(desk.live().keywords) == len(tree["keywords"])


def test_a_failed_parent_skips_its_children(desk):
    lost = tree_of(desk)
    desk.box.fault(
        {
            "type": "error",
            "errorCode": {"campaignError": "INVALID_CAMPAIGN_NAME"},
            "message": "Not this.",
        },
        operation="campaign.create",
    )
    run = push(desk.api, expect=None)
    assert run["status"] in ("FAILED", "PARTIAL")
    by_id = {op["id"]: op["status"] for op in run["operations"]}
    assert by_id.pop(lost["campaign"]["id"]) == "FAILED"
    assert set(by_id.values()) == {"SKIPPED"}
    live = desk.live()
    assert not live.campaigns and not live.ad_groups and not live.budgets


def test_retry_makes_a_new_run_of_what_failed(desk):
    tree = tree_of(desk)
    desk.box.fault(
        {
            "type": "error",
            "errorCode": {"adGroupError": "INVALID_ADGROUP_NAME"},
            "message": "Not this.",
        },
        operation="adGroup.create",
    )
    first = push(desk.api, expect="PARTIAL")
    open_ids = {op["id"] for op in first["operations"] if op["status"] in ("FAILED", "SKIPPED")}
    assert open_ids
    resp = desk.api.post("/sync/%s/retry" % first["id"], expect=(201, 202))
    second = finish(desk.api, resp.data["id"])
    assert second["retryOf"] == first["id"] and second["id"] != first["id"]
    assert second["status"] == "SUCCEEDED"
    assert {op["id"] for op in second["operations"]} == open_ids
    assert_once_each(desk, tree)
    assert preview(desk.api)["operations"] == []


def test_a_sandbox_that_dies_is_started_again_with_its_state(desk):
    tree = tree_of(desk)
    push(desk.api)
    before = sorted(desk.live().keys())
    old = desk.box.port, desk.server.data.joinpath("sandbox.json").read_text()
    desk.box.fault({"type": "exit_before"}, operation="campaignBudget.update")
    desk.api.patch("/campaigns/" + tree["campaign"]["id"], {"budget": 26})
    push(desk.api, expect=None)
    assert wait_for(lambda: desk.server.data.joinpath("sandbox.json").read_text() != old[1], 15)
    desk.reopen()
    assert sorted(desk.live().keys()) == before
    settle(desk)
    desk.reopen()
    live = assert_once_each(desk, tree)
    assert int(live.campaigns[0]["campaignBudget"]["amountMicros"]) == 26000000


def test_a_campaign_of_the_same_name_made_by_hand_is_not_adopted(desk):
    """Before a create the run records the existing ids. Only a newer object can be its own."""
    first = make_campaign(desk.api)
    push(desk.api)
    row = desk.live().campaign(first["name"])
    second = make_campaign(desk.api)
    desk.box.edit(desk.customer, row["campaign"]["resourceName"], {"name": second["name"]})
    desk.box.fault({"type": "cut_before"}, operation="campaign.create")
    push(desk.api, expect=None)
    remote = desk.api.get("/campaigns/" + second["id"]).data["remote"]
    mine = desk.api.get("/campaigns/" + first["id"]).data["remote"]["id"]
    assert not (remote or {}).get("id") or remote["id"] != mine
    assert fired(desk, "cut_before")


def test_what_stays_unknown_is_left_out_until_it_is_known():
    """The platform creates a campaign, its answer is lost, and a member stops the run before
    adcore can read. Plans leave out the campaign and everything below it until it was read."""
    with Server() as server:
        desk = Desk(server)
        api = desk.api
        make_campaign(api)
        push(api)
        log = desk.box.log(desk.after)
        mutate = next(i for i, entry in enumerate(log) if "mutate" in entry["path"])
        looks = len([entry for entry in log[:mutate] if "search" in entry["path"]])
        tree = tree_of(desk)
        end = desk.box.log_end()
        desk.box.fault({"type": "accept_then_cut"}, operation="campaign.create")
        desk.box.fault({"type": "status", "status": 503}, path="search", skip=looks, times=1000)
        run = start_push(api)
        assert wait_for(lambda: [e for e in desk.box.log(end) if e["status"] == 503], 15)
        api.post("/sync/%s/cancel" % run["id"], expect=200)
        run = finish(api, run["id"], 30)
        assert run["status"] == "CANCELLED"
        by_id = {op["id"]: op["status"] for op in run["operations"]}
        assert by_id.pop(tree["campaign"]["id"]) == "UNKNOWN"
        assert set(by_id.values()) == {"SKIPPED"}
        path = "/campaigns/" + tree["campaign"]["id"]
        assert api.get(path).data["syncState"] == "SYNCING"
        plan = preview(api)
        assert plan["operations"] == []
        left_out = {w["id"] for w in plan["warnings"] if w["code"] == "UNSETTLED"}
        assert left_out == {tree["campaign"]["id"], *by_id}
        assert push(api)["operations"] == []
        # The platform can be read again, one minute later.
        desk.box.clear_faults()
        server.sql(
            "UPDATE sync_operations SET finished_at = finished_at - 70000000"
            " WHERE status = 'UNKNOWN'"
        )
        server.sql("UPDATE sync_pacing SET wait_until = wait_until - heard_at + 1, heard_at = 1")
        server.restart()
        desk.reopen()
        assert wait_for(lambda: api.get(path).data["syncState"] == "SYNCED", 15, step=0.1)
        run = finish(api, run["id"])
        [operation] = [op for op in run["operations"] if op["id"] == tree["campaign"]["id"]]
        assert operation["status"] == "SUCCEEDED" and operation["remoteId"]
        push(api)
        live = desk.live()
        assert len(live.campaigns) == len(live.budgets) == 2
        assert len(live.ad_groups) == 2 and len(live.keywords) == 6 and len(live.ads) == 4
        assert preview(api)["operations"] == preview(api)["warnings"] == []
