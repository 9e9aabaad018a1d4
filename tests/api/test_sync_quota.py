"""Quota figures in a platform's responses slow runs down before a refusal. Pauses are not slowed
down."""

import time

import pytest

from adcore_make import Desk, finish, make_campaign, push, run_state, space_id, start_push
from adcore_server import wait_for

PLATFORMS = ["meta", "reddit"]


@pytest.fixture
def desk(server):
    desk = Desk(server)
    yield desk
    desk.box.clear_faults()


def account(desk, platform):
    space = space_id(desk.api.get("/me").data)
    [[remote]] = desk.server.sql(
        "SELECT account_id_remote FROM connections WHERE space_id = '%s' AND environment = 'test'"
        " AND platform = '%s'" % (space, platform)
    )
    return remote.replace("act_", "")


def set_quota(desk, platform, quota, used):
    """Sets the used part of the quota. From now on every request counts."""
    body = {"customerId": account(desk, platform), "quota": quota, "used": used}
    desk.box.control("POST", "quota", body)


def pacing(desk):
    space = space_id(desk.api.get("/me").data)
    return desk.server.sql(
        "SELECT platform, code, wait_until - heard_at FROM sync_pacing WHERE space_id = '%s'" % space
    )


def let_pass(desk, platform):
    """Lets the wait end and resets the quota."""
    desk.box.control("POST", "quota", {"customerId": account(desk, platform)})
    space = space_id(desk.api.get("/me").data)
    desk.server.sql(
        "UPDATE sync_pacing SET wait_until = wait_until - heard_at + 1, heard_at = 1"
        " WHERE space_id = '%s'" % space
    )


def refused(desk):
    return [e for e in desk.box.log(desk.after) if e["status"] in (400, 429)]


def waits(desk, run):
    found = wait_for(lambda: run_state(desk.api, run["id"])["waits"], 20)
    assert found, run_state(desk.api, run["id"])
    return found


@pytest.mark.parametrize("platform", PLATFORMS)
def test_at_95_percent_what_has_begun_ends_and_the_rest_waits_unrefused(desk, platform):
    made = [make_campaign(desk.api, type="SOCIAL", platform=platform) for _ in range(2)]
    push(desk.api)
    set_quota(desk, platform, 1000, 960)
    for one in made:
        desk.api.patch("/campaigns/" + one["id"], {"name": one["name"] + " anew"})
    run = start_push(desk.api)
    [told] = waits(desk, run)
    assert told["platform"] == platform and told["code"] == "QUOTA_LOW"
    assert told["message"].startswith("96 % of the platform's quota")
    assert wait_for(lambda: run_state(desk.api, run["id"])["progress"]["done"] > 0, 20)
    assert run_state(desk.api, run["id"])["status"] == "RUNNING"
    assert not refused(desk)
    let_pass(desk, platform)
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED" and not pacing(desk)


@pytest.mark.parametrize("platform, seconds", [("meta", 0.95), ("reddit", 0.25)])
def test_from_75_percent_on_requests_keep_their_distance(desk, platform, seconds):
    make_campaign(desk.api, type="SOCIAL", platform=platform)
    set_quota(desk, platform, 1000, 790)
    began = time.monotonic()
    run = push(desk.api)
    assert time.monotonic() - began >= seconds
    assert run["waits"] == [] and not pacing(desk) and not refused(desk)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_the_kill_switch_takes_what_is_left(desk, platform):
    made = make_campaign(desk.api, type="SOCIAL", platform=platform, status="ENABLED")
    push(desk.api, activate=True)
    set_quota(desk, platform, 1000, 970)
    desk.api.patch("/campaigns/" + made["id"], {"name": made["name"] + " anew"})
    push(desk.api)
    assert [row[:2] for row in pacing(desk)] == [[platform, "QUOTA_LOW"]]
    run = finish(desk.api, desk.api.post("/sync/pause-all", expect=202).data["id"])
    assert run["status"] == "SUCCEEDED" and len(run["operations"]) == 1


def test_a_removal_takes_what_is_left(desk):
    made = make_campaign(desk.api, type="SOCIAL", platform="reddit")
    push(desk.api)
    set_quota(desk, "reddit", 1000, 970)
    desk.api.patch("/campaigns/" + made["id"], {"name": made["name"] + " anew"})
    push(desk.api)
    assert pacing(desk)
    desk.api.delete("/campaigns/" + made["id"])
    assert push(desk.api)["status"] == "SUCCEEDED"


def test_a_quota_that_is_used_up_is_a_throttle(desk):
    make_campaign(desk.api, type="SOCIAL", platform="reddit")
    set_quota(desk, "reddit", 10, 10)
    run = start_push(desk.api)
    [told] = waits(desk, run)
    assert told["code"] == "RATE_LIMITED"
    let_pass(desk, "reddit")
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
