"""A push does not wait for a pull whose platform is generating a report: the push runs first."""

import pytest

from adcore_make import finish, preview, push, run_state, start_push
from adcore_pulls import MicrosoftPulls
from adcore_server import wait_for

SUBMIT, POLL = "GenerateReport/Submit", "GenerateReport/Poll"


@pytest.fixture
def desk(server):
    desk = MicrosoftPulls(server)
    desk.made = desk.tree()
    push(desk.api)
    desk.end = desk.box.log_end()
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def asked(desk, path):
    return len([entry for entry in desk.box.log(desk.end) if path in entry["path"]])


def pending(desk):
    """A pull that was answered twice that its report is pending, and will be until the fault is
    cleared."""
    desk.fault({"type": "error", "errorCode": "Report.Pending"}, path=POLL, times=1000)
    run = desk.api.post("/sync", {"mode": "PULL", "platforms": ["microsoft"]}, expect=202).data
    assert wait_for(lambda: asked(desk, POLL) >= 2, 30, 0.05), run_state(desk.api, run["id"])
    assert asked(desk, SUBMIT) == 1
    return run


def slow(desk):
    """The platform delays its answer to the next change of a campaign."""
    action = {"type": "latency", "ms": 3000}
    desk.box.fault(action, operation="campaign.update", platform="microsoft")


def edit(desk, budget):
    desk.api.patch("/campaigns/" + desk.made["campaign"]["id"], {"budget": budget})


def ended(desk, run, reports=4):
    desk.box.clear_faults()
    done = finish(desk.api, run["id"])
    assert done["status"] == "SUCCEEDED" and not done["pulled"]["failed"], done
    assert asked(desk, SUBMIT) == reports
    assert preview(desk.api)["operations"] == []
    gone = desk.server.sql("SELECT COUNT(*) FROM sync_leases WHERE run_id = '%s'" % run["id"])
    assert gone == [["0"]]


def test_a_push_goes_before_and_the_pull_ends_behind_it(desk):
    run = pending(desk)
    for budget in (21, 22):
        edit(desk, budget)
        assert push(desk.api)["status"] == "SUCCEEDED"
    assert desk.budget_there() == 22 and run_state(desk.api, run["id"])["status"] == "RUNNING"
    ended(desk, run)


def test_the_pull_stands_aside_while_the_push_is_at_work(desk):
    run = pending(desk)
    edit(desk, 23)
    slow(desk)
    going = start_push(desk.api)
    assert wait_for(lambda: run_state(desk.api, going["id"])["status"] == "RUNNING", 20, 0.05)
    refused = desk.api.post("/sync", {"mode": "PULL", "platforms": ["microsoft"]}, expect=409)
    assert refused.details["runId"] == going["id"]
    before = asked(desk, POLL)
    assert finish(desk.api, going["id"])["status"] == "SUCCEEDED"
    assert asked(desk, POLL) <= before + 1 and desk.budget_there() == 23
    ended(desk, run)


def test_another_pull_is_refused_as_ever(desk):
    run = pending(desk)
    refused = desk.api.post("/sync", {"mode": "PULL", "platforms": ["microsoft"]}, expect=409)
    assert refused.details["runId"] == run["id"]
    ended(desk, run)


def test_it_ends_when_it_is_cancelled_though_a_push_has_its_account(desk):
    run = pending(desk)
    edit(desk, 24)
    slow(desk)
    going = start_push(desk.api)
    desk.api.post("/sync/%s/cancel" % run["id"], expect=200)
    assert finish(desk.api, run["id"], 20)["status"] == "CANCELLED"
    assert finish(desk.api, going["id"])["status"] == "SUCCEEDED"
    again = desk.api.post("/sync/pause-all", expect=202).data
    assert finish(desk.api, again["id"])["status"] == "SUCCEEDED"


def test_a_server_that_was_killed_goes_on_with_both(desk):
    run = pending(desk)
    edit(desk, 25)
    slow(desk)
    going = start_push(desk.api)
    desk.server.kill()
    desk.server.start()
    desk.reopen()
    desk.end = 0
    assert finish(desk.api, going["id"])["status"] == "SUCCEEDED"
    assert desk.budget_there() == 25
    ended(desk, run, 3)  # the first status was requested earlier


def test_the_kill_switch_ends_a_pull_that_waits(desk):
    run = pending(desk)
    stop = desk.api.post("/sync/pause-all", expect=202).data
    assert finish(desk.api, stop["id"])["status"] == "SUCCEEDED"
    assert finish(desk.api, run["id"], 20)["status"] == "CANCELLED"
    rows = desk.server.sql("SELECT run_id FROM sync_leases")
    assert [run["id"]] not in rows and [stop["id"]] not in rows
