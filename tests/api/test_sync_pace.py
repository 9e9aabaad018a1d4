"""A platform's throttle of an ad account applies to all runs of that account and to no other
account."""

import datetime
import os

import pytest

from adcore_make import (
    Desk,
    finish,
    make_campaign,
    preview,
    push,
    run_state,
    space_id,
    start_push,
)
from adcore_server import wait_for

ON_SQLITE = os.environ.get("ADCORE_TEST_DATABASE", "sqlite") == "sqlite"
HALF_AN_HOUR = {"type": "status", "status": 429, "retryDelay": "1800s"}


@pytest.fixture
def desk(server):
    desk = Desk(server)
    yield desk
    desk.box.clear_faults()


def seen(desk, platform="google"):
    """The number of all requests that the platform received."""
    return len([e for e in desk.box.log(desk.after) if e["platform"] == platform])


def waits(desk, run, seconds=60):
    """The run's waits, once it has any."""
    found = wait_for(lambda: run_state(desk.api, run["id"])["waits"], seconds)
    assert found, run_state(desk.api, run["id"])
    return found


def pull(desk, *platforms):
    return desk.api.post("/sync", {"mode": "PULL", "platforms": platforms}, expect=202).data


def cancel(desk, run):
    desk.api.post("/sync/%s/cancel" % run["id"], expect=200)
    return finish(desk.api, run["id"], 20)


def pacing(desk, columns="platform, failures, code"):
    space = space_id(desk.api.get("/me").data)
    return desk.server.sql(
        "SELECT %s FROM sync_pacing WHERE space_id = '%s' ORDER BY platform" % (columns, space)
    )


def put_pace(desk, code, failures, left, platform="google"):
    """Stores a throttle as a run would."""
    [account] = [c for c in desk.api.get("/connections").data if c["platform"] == platform]
    now = int(datetime.datetime.now().timestamp() * 1000000)
    desk.server.sql(
        "INSERT INTO sync_pacing (space_id, environment, platform, account_id, wait_until,"
        " heard_at, failures, code, message) SELECT space_id, environment, platform,"
        " account_id_remote, %d, %d, %d, '%s', 'So it said.' FROM connections WHERE id = '%s'"
        % (now + left * 1000000, now, failures, code, account["id"])
    )


def let_pass(desk):
    """Lets the stored waits end now."""
    space = space_id(desk.api.get("/me").data)
    desk.server.sql(
        "UPDATE sync_pacing SET wait_until = wait_until - heard_at + 1, heard_at = 1"
        " WHERE space_id = '%s'" % space
    )


def throttled(desk):
    """The platform told a push to retry after 30 minutes. The push is cancelled, so that others
    may run."""
    make_campaign(desk.api)
    desk.box.fault(HALF_AN_HOUR, path="mutate", times=1)
    run = start_push(desk.api)
    told = waits(desk, run)
    assert cancel(desk, run)["status"] == "CANCELLED"
    return told


# --- a throttle --------------------------------------------------------------------------------


def test_a_run_tells_what_it_waits_for_and_stops_waiting_when_cancelled(desk):
    before = datetime.datetime.now(datetime.timezone.utc)
    [told] = throttled(desk)
    assert told["platform"] == "google" and told["code"] == "RATE_LIMITED" and told["message"]
    until = datetime.datetime.fromisoformat(told["until"].replace("Z", "+00:00"))
    assert 1790 < (until - before).total_seconds() < 1900
    done = desk.api.get("/sync").data[0]
    assert done["waits"] is None
    assert run_state(desk.api, done["id"])["waits"] == []
    push_again = start_push(desk.api)
    assert waits(desk, push_again) and cancel(desk, push_again)["status"] == "CANCELLED"


def test_every_kind_of_run_waits_and_sends_nothing(desk):
    make_campaign(desk.api)
    put_pace(desk, "RATE_LIMITED", 0, 110)
    before = seen(desk)
    for start in (lambda: pull(desk, "google"), lambda: start_push(desk.api)):
        run = start()
        assert waits(desk, run)[0]["code"] == "RATE_LIMITED"
        assert run_state(desk.api, run["id"])["status"] == "RUNNING"
        assert cancel(desk, run)["status"] == "CANCELLED"
    assert seen(desk) == before


def test_a_pull_waits_for_no_longer_than_two_minutes_and_goes_on_elsewhere(desk):
    """A longer wait would hold up the pushes to all of its platforms, and a pull can be
    repeated."""
    make_campaign(desk.api)
    make_campaign(desk.api, platform="microsoft")
    push(desk.api)
    put_pace(desk, "RATE_LIMITED", 0, 130)
    before, there = seen(desk), seen(desk, "microsoft")
    run = finish(desk.api, pull(desk, "google", "microsoft")["id"], 30)
    assert run["status"] == "PARTIAL" and run["waits"] == []
    assert run["error"]["code"] == "RATE_LIMITED" and "before 20" in run["error"]["message"]
    assert seen(desk) == before and seen(desk, "microsoft") > there


def test_when_the_time_is_over_it_goes_on_and_nothing_is_doubled(desk):
    made = make_campaign(desk.api)
    desk.box.fault(HALF_AN_HOUR, path="mutate", times=1)
    run = start_push(desk.api)
    waits(desk, run)
    before = seen(desk)
    let_pass(desk)
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    assert seen(desk) > before and not pacing(desk)
    assert [row["campaign"]["name"] for row in desk.live().campaigns] == [made["name"]]


def test_other_platforms_of_the_run_go_on(desk):
    make_campaign(desk.api)
    other = make_campaign(desk.api, platform="microsoft")
    desk.box.fault(HALF_AN_HOUR, path="mutate", times=1)
    run = start_push(desk.api)
    assert [wait["platform"] for wait in waits(desk, run)] == ["google"]

    def settled():
        now = run_state(desk.api, run["id"])
        by_id = {op["id"]: op["status"] for op in now["operations"]}
        return now if by_id[other["id"]] == "SUCCEEDED" else None

    now = wait_for(settled, 30)
    assert now["status"] == "RUNNING" and now["progress"] == {"done": 1, "total": 2}
    let_pass(desk)
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"


def test_other_accounts_do_not_wait(desk):
    throttled(desk)
    other = Desk(desk.server)
    make_campaign(other.api)
    assert push(other.api)["waits"] == []
    make_campaign(desk.api, platform="microsoft")
    assert push(desk.api, platforms=["microsoft"])["status"] == "SUCCEEDED"


def test_what_would_wait_for_longer_than_an_hour_fails_and_says_until_when(desk):
    made = make_campaign(desk.api)
    action = {"type": "status", "status": 429, "retryDelay": "40591s"}
    desk.box.fault(action, path="mutate", times=1)
    first = push(desk.api, expect="FAILED")
    before = seen(desk)
    for run in (first, push(desk.api, expect="FAILED")):
        error = run["operations"][0]["error"]
        assert error["code"] == "RATE_LIMITED" and error["retryable"] is True
    assert "before 20" in error["message"] and "Retry" in error["message"]
    pulled = finish(desk.api, pull(desk, "google")["id"])
    assert pulled["status"] == "FAILED" and pulled["error"]["code"] == "RATE_LIMITED"
    assert seen(desk) == before
    let_pass(desk)
    again = desk.api.post("/sync/%s/retry" % first["id"], expect=(202, 409))
    if again.status == 202:
        assert finish(desk.api, again.data["id"])["status"] == "SUCCEEDED"
    else:
        push(desk.api)
    assert [row["campaign"]["name"] for row in desk.live().campaigns] == [made["name"]]


def test_another_account_in_its_place_is_not_held(desk):
    make_campaign(desk.api)
    put_pace(desk, "RATE_LIMITED", 0, 1800)
    space = space_id(desk.api.get("/me").data)
    desk.server.sql("UPDATE sync_pacing SET account_id = 'another' WHERE space_id = '%s'" % space)
    assert push(desk.api)["status"] == "SUCCEEDED"


def test_the_kill_switch_keeps_to_it_and_pauses_elsewhere_meanwhile(desk):
    held = make_campaign(desk.api, status="ENABLED")
    other = make_campaign(desk.api, status="ENABLED", platform="microsoft")
    push(desk.api, activate=True)
    put_pace(desk, "RATE_LIMITED", 0, 1800)
    before = seen(desk)
    run = desk.api.post("/sync/pause-all", expect=202).data
    assert waits(desk, run)[0]["platform"] == "google"

    def paused():
        operations = run_state(desk.api, run["id"])["operations"]
        return {op["id"]: op["status"] for op in operations}[other["id"]] == "SUCCEEDED"

    assert wait_for(paused, 30) and seen(desk) == before
    let_pass(desk)
    done = finish(desk.api, run["id"])
    assert done["status"] == "SUCCEEDED" and len(done["operations"]) == 2
    assert desk.live().campaign(held["name"])["campaign"]["status"] == "PAUSED"


# --- an unavailable platform -------------------------------------------------------------------


def test_a_run_waits_for_a_platform_that_is_away_and_its_try_closes_the_circuit(desk):
    make_campaign(desk.api)
    put_pace(desk, "PLATFORM_UNAVAILABLE", 6, 600)
    before = seen(desk)
    run = start_push(desk.api)
    [told] = waits(desk, run)
    assert told["code"] == "PLATFORM_UNAVAILABLE" and told["message"] == "So it said."
    assert seen(desk) == before
    let_pass(desk)
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    assert not pacing(desk)


def test_one_try_that_fails_opens_it_again(desk):
    make_campaign(desk.api)
    put_pace(desk, "PLATFORM_UNAVAILABLE", 9, 600)
    desk.box.fault({"type": "status", "status": 503}, path="googleAds", times=50)
    run = start_push(desk.api)
    waits(desk, run)
    before, etag = seen(desk), desk.api.get("/sync/" + run["id"]).etag
    let_pass(desk)
    assert wait_for(lambda: pacing(desk) == [["google", "10", "PLATFORM_UNAVAILABLE"]], 20)
    tried = [e["status"] for e in desk.box.log(desk.after) if e["platform"] == "google"][before:]
    assert tried.count(503) == 1, "one try"
    assert waits(desk, run)[0]["message"] != "So it said."
    desk.api.get("/sync/" + run["id"], headers={"If-None-Match": etag}, expect=200)
    assert cancel(desk, run)["status"] == "CANCELLED"


def test_failures_are_counted_and_a_success_forgets_them(desk):
    make_campaign(desk.api)
    desk.box.fault({"type": "status", "status": 503}, path="googleAds", times=2)
    run = start_push(desk.api)
    assert wait_for(lambda: pacing(desk), 20)
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    assert not pacing(desk)


@pytest.mark.skipif(not ON_SQLITE, reason="it waits seconds, and shows nothing of the database")
def test_five_failures_in_a_row_open_it(desk):
    make_campaign(desk.api)
    desk.box.fault({"type": "status", "status": 503}, path="googleAds", times=5)
    run = start_push(desk.api)
    [told] = waits(desk, run, 40)
    assert told["code"] == "PLATFORM_UNAVAILABLE" and told["message"]
    assert pacing(desk) == [["google", "5", "PLATFORM_UNAVAILABLE"]]
    let_pass(desk)
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    assert not pacing(desk)


def test_the_kill_switch_tries_for_itself(desk):
    made = make_campaign(desk.api, status="ENABLED")
    push(desk.api, activate=True)
    put_pace(desk, "PLATFORM_UNAVAILABLE", 9, 600)
    run = finish(desk.api, desk.api.post("/sync/pause-all", expect=202).data["id"])
    assert run["status"] == "SUCCEEDED"
    assert desk.live().campaign(made["name"])["campaign"]["status"] == "PAUSED"
    assert not pacing(desk)


def test_a_plan_is_shown_while_the_platform_is_away(desk):
    """Only runs wait: drafts and previews work."""
    put_pace(desk, "PLATFORM_UNAVAILABLE", 9, 600)
    make_campaign(desk.api)
    assert len(preview(desk.api)["operations"]) == 1
