"""The counts of a run's operations by status, read without counting all of the rows."""

from collections import Counter

import pytest

from adcore_make import finish, make_campaign, push, start_push
from adcore_server import wait_for

STATUSES = ("pending", "sent", "succeeded", "failed", "skipped", "unknown")


@pytest.fixture(autouse=True)
def no_faults(desk):
    yield
    desk.box.clear_faults()


def held(desk, run_id):
    """The run. Its counts and the totals of the filtered lists agree with its operations."""
    run = desk.api.get("/sync/" + run_id).data
    found = Counter(op["status"].lower() for op in run["operations"])
    assert run["counts"] == {status: found[status] for status in STATUSES}, run
    assert sum(run["counts"].values()) == run["progress"]["total"] == len(run["operations"])
    for status in STATUSES:
        page = desk.api.get("/sync/" + run_id, query={"status": status.upper(), "limit": 1})
        assert page.meta["total"] == found[status], status
    both = desk.api.get("/sync/" + run_id, query={"status": "SUCCEEDED,FAILED"})
    assert both.meta["total"] == found["succeeded"] + found["failed"]
    return run


def test_of_a_run_that_failed_in_part(desk):
    refused = {"type": "error", "errorCode": {"policyFindingError": "POLICY_FINDING"}, "message": "no"}
    for _ in range(3):
        make_campaign(desk.api, status="ENABLED")
    desk.box.fault(refused, operation="campaign.create", customer=desk.customer)
    run = held(desk, push(desk.api, expect="PARTIAL", activate=True)["id"])
    assert (run["counts"]["succeeded"], run["counts"]["failed"], run["counts"]["skipped"]) == (4, 1, 1)


def test_of_a_run_that_ended_in_doubt_and_is_settled_later(desk):
    make_campaign(desk.api, name="Made before")
    push(desk.api)
    for _ in range(2):
        make_campaign(desk.api)
    look = {"path": "googleAds:search", "customer": desk.customer}
    desk.box.fault({"type": "accept_then_cut"}, operation="campaign.create", customer=desk.customer)
    end = desk.box.log_end()
    # The push reads once before it sends.
    desk.box.fault({"type": "status", "status": 503}, skip=1, times=1000, **look)
    run = start_push(desk.api)
    assert wait_for(lambda: [e for e in desk.box.log(end) if e["status"] == 503], 30)
    running = held(desk, run["id"])
    assert running["counts"]["unknown"] == 1 and running["progress"]["done"] == 0
    desk.api.post("/sync/%s/cancel" % run["id"], expect=(200, 409))
    finish(desk.api, run["id"])
    ended = held(desk, run["id"])
    assert ended["counts"]["unknown"] == 1, ended["counts"]
    assert ended["progress"]["done"] == ended["progress"]["total"]
    desk.box.clear_faults()
    desk.api.post("/sync/%s/retry" % run["id"], expect=(202, 409))
    path = "/sync/" + run["id"]
    assert wait_for(lambda: desk.api.get(path).data["counts"]["unknown"] == 0, 60)
    finish(desk.api, run["id"])
    settled = held(desk, run["id"])
    assert settled["progress"]["done"] == settled["progress"]["total"]


def test_of_a_pull_there_are_none(desk):
    run = desk.api.post("/sync", {"mode": "PULL", "platforms": ["google"]}, expect=202).data
    run = finish(desk.api, run["id"])
    assert run["counts"] == dict.fromkeys(STATUSES, 0) and run["progress"]["done"] > 0


def test_held_enables_and_warnings_are_counted(desk):
    """The totals have the number of held enables and of warnings."""
    for _ in range(3):
        make_campaign(desk.api, status="ENABLED")
    plan = desk.api.get("/sync/preview").data
    assert plan["totals"]["heldBack"] == len(plan["heldBack"]) == 3
    assert plan["totals"]["warnings"] == len(plan["warnings"]) >= 3
