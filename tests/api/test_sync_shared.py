"""One ad account in several Spaces: one run at a time, a common throttle, and no data of the
other Space."""

import datetime
import json

import pytest

from adcore_make import Desk, finish, make_campaign, preview, push, run_state, space_id, start_push
from adcore_pulls import Named, stranger
from adcore_server import wait_for


class Desks(Named, Desk):
    """A Space. `other` is the client of another Space with the same ad account."""

    platform = "google"

    def __init__(self, server):
        super().__init__(server)
        self.other = stranger(self)


@pytest.fixture
def desk(server):
    desk = Desks(server)
    yield desk
    desk.box.clear_faults()


def now(seconds=0):
    return int((datetime.datetime.now().timestamp() + seconds) * 1000000)


def a_run(desk):
    """The id of the third Space's run, which take_turn() stores."""
    return "syn_" + desk.customer


def take_turn(desk, seconds=600):
    """Stores the lease that a run of a third Space would hold."""
    account = desk.connection("google")["accountId"]
    desk.server.sql(
        "INSERT INTO sync_turns (space_id, environment, run_id, platform, account_id, pulls, held,"
        " asked_at, expires_at) VALUES ('spc_third', 'test', '%s', 'google', '%s', 0, 1, 1, %d)"
        % (a_run(desk), account, now(seconds))
    )


def give_turn(desk, run=None):
    desk.server.sql("DELETE FROM sync_turns WHERE run_id = '%s'" % (run or a_run(desk)))


def turns(desk, *runs):
    named = ", ".join("'%s'" % run["id"] for run in runs)
    return desk.server.sql("SELECT run_id, held FROM sync_turns WHERE run_id IN (%s)" % named)


def busy(api, run, seconds=60):
    """The run's wait for its lease, once it waits."""
    found = wait_for(lambda: run_state(api, run["id"])["waits"], seconds, 0.05)
    assert found, run_state(api, run["id"])
    assert [(w["code"], w["until"]) for w in found] == [("ACCOUNT_BUSY", None)], found
    return found[0]


def cancel(api, run):
    api.post("/sync/%s/cancel" % run["id"], expect=200)
    return finish(api, run["id"], 20)


def names(desk):
    """The names of the platform's campaigns in the order of their creation."""
    rows = sorted(desk.live().campaigns, key=lambda row: int(row["campaign"]["id"]))
    return [row["campaign"]["name"] for row in rows]


def put_pace(desk, code, failures, left):
    account = desk.connection("google")["accountId"]
    space = space_id(desk.api.get("/me").data)
    desk.server.sql(
        "INSERT INTO sync_pacing (space_id, environment, platform, account_id, wait_until,"
        " heard_at, failures, code, message) VALUES ('%s', 'test', 'google', '%s', %d, %d, %d, '%s',"
        " 'customers/1/campaigns/2 said so.')" % (space, account, now(left), now(), failures, code)
    )


def let_pass(desk):
    desk.server.sql(
        "UPDATE sync_pacing SET wait_until = wait_until - heard_at + 1, heard_at = 1 WHERE"
        " account_id = '%s'" % desk.connection("google")["accountId"]
    )


def test_of_two_pushes_one_waits_for_the_other_and_hears_nothing_of_it(desk):
    mine, theirs = make_campaign(desk.api), make_campaign(desk.other)
    desk.box.fault({"type": "latency", "ms": 2500}, path="mutate", times=1)
    first = start_push(desk.api)
    assert wait_for(lambda: turns(desk, first), 20)
    second = start_push(desk.other)
    wait = busy(desk.other, second)
    assert wait["platform"] == "google" and wait["message"]
    told = json.dumps(run_state(desk.other, second["id"]))
    for secret in (first["id"], mine["id"], mine["name"], space_id(desk.api.get("/me").data)):
        assert secret not in told
    assert finish(desk.api, first["id"])["status"] == "SUCCEEDED"
    assert finish(desk.other, second["id"])["status"] == "SUCCEEDED"
    assert names(desk) == [mine["name"], theirs["name"]]
    assert not turns(desk, first, second)


def test_who_asked_first_goes_first(desk):
    third = stranger(desk)
    made, runs = [], []
    take_turn(desk)
    for api in (desk.other, third, desk.api):
        made.append(make_campaign(api)["name"])
        runs.append((api, start_push(api)))
        busy(*runs[-1])
    give_turn(desk)
    for api, run in runs:
        assert finish(api, run["id"])["status"] == "SUCCEEDED"
    assert names(desk) == made


def test_a_run_that_waits_ends_at_once_when_it_is_cancelled(desk):
    make_campaign(desk.api)
    take_turn(desk)
    before = desk.box.log_end()
    run = start_push(desk.api)
    busy(desk.api, run)
    assert cancel(desk.api, run)["status"] == "CANCELLED"
    pulled = desk.api.post("/sync", {"mode": "PULL", "platforms": ["google"]}, expect=202).data
    busy(desk.api, pulled)
    assert cancel(desk.api, pulled)["status"] == "CANCELLED"
    assert not turns(desk, run, pulled)
    assert not [e for e in desk.box.log(before) if e["platform"] == "google"]
    give_turn(desk)


def test_a_turn_lapses_with_whoever_had_it(desk):
    made = make_campaign(desk.api)
    take_turn(desk, seconds=3)
    run = start_push(desk.api)
    busy(desk.api, run)
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    assert names(desk) == [made["name"]] and not turns(desk, run, {"id": a_run(desk)})


def test_a_turn_that_was_lost_ends_nothing_and_doubles_nothing(desk):
    """The process stalled until another one took its lease: requests in flight are reconciled."""
    made = make_campaign(desk.api)
    desk.box.fault({"type": "latency", "ms": 2500}, path="mutate", times=1)
    run = start_push(desk.api)

    def sent():
        return [op for op in run_state(desk.api, run["id"])["operations"] if op["status"] == "SENT"]

    assert wait_for(sent, 20, 0.02)
    give_turn(desk, run["id"])
    take_turn(desk)
    busy(desk.api, run, 30)
    give_turn(desk)
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    assert names(desk) == [made["name"]]


def test_other_accounts_and_the_kill_switch_do_not_wait(desk):
    """The kill switch does not wait for the lease: it enables nothing, and enabled campaigns
    must be paused."""
    held = make_campaign(desk.api, status="ENABLED")
    push(desk.api, activate=True)
    take_turn(desk)
    make_campaign(desk.other)
    waiting = start_push(desk.other)
    elsewhere = make_campaign(desk.api, platform="microsoft")
    make_campaign(desk.api)
    run = start_push(desk.api)
    busy(desk.other, waiting)

    def settled():
        operations = run_state(desk.api, run["id"])["operations"]
        return {op["id"]: op["status"] for op in operations}[elsewhere["id"]] == "SUCCEEDED"

    assert wait_for(settled, 30, 0.05) and [w["platform"] for w in [busy(desk.api, run)]] == ["google"]
    stop = finish(desk.api, desk.api.post("/sync/pause-all", expect=202).data["id"])
    assert stop["status"] == "SUCCEEDED"
    assert desk.live().campaign(held["name"])["campaign"]["status"] == "PAUSED"
    assert run_state(desk.api, run["id"])["status"] in ("CANCELLED", "PARTIAL")
    assert run_state(desk.other, waiting["id"])["status"] == "RUNNING"
    give_turn(desk)
    assert finish(desk.other, waiting["id"])["status"] == "SUCCEEDED"


def test_what_one_space_heard_holds_the_other_in_plain_words(desk):
    make_campaign(desk.api), make_campaign(desk.other)
    action = {"type": "status", "status": 429, "retryDelay": "1800s"}
    desk.box.fault(action, path="mutate", times=1)
    first = start_push(desk.api)
    assert wait_for(lambda: run_state(desk.api, first["id"])["waits"], 20, 0.05)
    before = desk.box.log_end()
    second = start_push(desk.other)
    [told] = wait_for(lambda: run_state(desk.other, second["id"])["waits"], 20, 0.05)
    assert told["code"] == "RATE_LIMITED" and told["until"]
    assert told["message"] == "The platform requested a pause."
    assert desk.box.log_end() == before
    let_pass(desk)
    for api, run in ((desk.api, first), (desk.other, second)):
        assert finish(api, run["id"])["status"] == "SUCCEEDED"
    account = desk.connection("google")["accountId"]
    assert not desk.server.sql("SELECT 1 FROM sync_pacing WHERE account_id = '%s'" % account)


def test_the_circuit_is_open_for_both_and_an_answer_closes_it_for_both(desk):
    made = make_campaign(desk.other)
    put_pace(desk, "PLATFORM_UNAVAILABLE", 7, 600)
    run = start_push(desk.other)
    [told] = wait_for(lambda: run_state(desk.other, run["id"])["waits"], 20, 0.05)
    assert told["code"] == "PLATFORM_UNAVAILABLE" and "customers" not in told["message"]
    let_pass(desk)
    assert finish(desk.other, run["id"])["status"] == "SUCCEEDED"
    account = desk.connection("google")["accountId"]
    assert not desk.server.sql("SELECT 1 FROM sync_pacing WHERE account_id = '%s'" % account)
    assert names(desk) == [made["name"]]


def test_two_that_have_what_the_other_wants_do_not_wait_for_each_other(desk):
    """Each run holds one account and needs both. It releases the first before it waits for the
    second."""
    desk.platform = "microsoft"
    both = [desk.api, stranger(desk)]
    account = desk.connection("google")["accountId"]
    space = space_id(both[1].get("/me").data)
    desk.server.sql(
        "UPDATE connections SET account_id_remote = '%s', credentials = NULL WHERE space_id = '%s'"
        " AND environment = 'test' AND platform = 'google'" % (account, space)
    )
    for api in both:
        make_campaign(api)
        make_campaign(api, platform="microsoft")
    runs = [start_push(api) for api in both]
    for api, run in zip(both, runs):
        assert finish(api, run["id"])["status"] == "SUCCEEDED"
        assert preview(api)["operations"] == []
    assert not turns(desk, *runs)
