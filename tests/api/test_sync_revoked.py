"""A push depends on its credential: revocation or expiry ends its runs before the next request."""

import time

import pytest

from adcore_grant import granted, revoke
from adcore_make import (
    Desk,
    finish,
    make_campaign,
    make_tree,
    push,
    run_state,
    space_id,
    start_push,
)
from adcore_platforms import Platforms, of
from adcore_server import SCALE, wait_for
from adcore_team import Team

CODE = "CREDENTIAL_REVOKED"
SCOPES = [
    "campaigns:read",
    "campaigns:write",
    "ads:read",
    "ads:write",
    "keywords:read",
    "keywords:write",
    "sync:read",
    "sync:write",
]
LONG = "1800s"
LOOKS = 2.5  # seconds: longer than the interval at which the server checks its runs


class Token:
    """An API token that a push is made with."""

    def __init__(self, desk):
        self.desk = desk
        self.minted = desk.account.mint()
        self.api = desk.server.client(self.minted["token"])

    def end(self):
        self.desk.server.cli("token", "revoke", self.minted["tokenId"])


class Expiring(Token):
    """An expired token."""

    def end(self):
        self.desk.server.sql(
            "UPDATE tokens SET expires_at = 1 WHERE id = '%s'" % self.minted["tokenId"]
        )


class Grant:
    """A connected app."""

    def __init__(self, desk):
        self.desk = desk
        self.answer = granted(desk.server, desk.account, SCOPES)
        self.api = desk.server.client(self.answer["access_token"])

    def end(self):
        revoke(self.desk.server, self.answer)


CREDENTIALS = [Token, Expiring, Grant]


@pytest.fixture(params=CREDENTIALS, ids=lambda kind: kind.__name__.lower())
def credential(request, desk):
    return request.param(desk)


def rule(desk, name, value):
    desk.server.sql(
        "UPDATE spaces SET %s = %s WHERE id = '%s'"
        % (name, value, space_id(desk.api.get("/me").data))
    )


def throttle(desk, delay=LONG):
    action = {"type": "status", "status": 429, "retryDelay": delay}
    desk.box.fault(action, path="googleAds:search", customer=desk.customer)


def waiting(desk, api, **fields):
    """A run that waits because the platform throttles the account."""
    run = start_push(api, **fields)
    assert wait_for(lambda: run_state(desk.api, run["id"])["waits"], 20), "it waits for nothing"
    assert run_state(desk.api, run["id"])["status"] == "RUNNING"
    return run


def assert_ended(run, status="FAILED"):
    assert run["status"] == status and run["error"]["code"] == CODE, run
    assert "revoked" in run["error"]["message"]
    skipped = [op for op in run["operations"] if op["status"] == "SKIPPED"]
    assert skipped and {op["error"]["code"] for op in skipped} == {CODE}
    assert all("revoked" in op["error"]["message"] for op in skipped)
    assert run["progress"]["done"] == run["progress"]["total"]
    return skipped


# --- runs that wait ----------------------------------------------------------------------------


def test_a_waiting_run_ends_at_once_and_sends_nothing(desk, credential):
    tree = make_tree(desk.api, status="ENABLED")
    throttle(desk)
    end = desk.box.log_end()
    run = waiting(desk, credential.api, activate=True)
    credential.end()
    run = finish(desk.api, run["id"], 20)
    assert len(assert_ended(run)) == len(run["operations"])
    assert desk.box.mutates(end) == [] and desk.live().campaigns == []
    assert desk.api.get("/campaigns/" + tree["campaign"]["id"]).data["syncState"] == "STAGED"


def test_what_a_revoked_credential_left_is_pushed_by_another(desk):
    token = Token(desk)
    make_tree(desk.api)
    throttle(desk, "3s")
    run = waiting(desk, token.api)
    token.end()
    assert_ended(finish(desk.api, run["id"], 20))
    again = desk.api.post("/sync/%s/retry" % run["id"], expect=202).data
    assert finish(desk.api, again["id"])["status"] == "SUCCEEDED"
    assert len(desk.live().campaigns) == 1


def test_a_rotated_token_is_the_same_credential(desk):
    token = Token(desk)
    make_campaign(desk.api)
    throttle(desk, "3s")
    run = waiting(desk, token.api)
    desk.server.cli("token", "rotate", token.minted["tokenId"])
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"


def test_another_credentials_run_goes_on(desk):
    token = Token(desk)
    make_campaign(desk.api)
    throttle(desk, "3s")
    run = waiting(desk, desk.api)
    token.end()
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"


# --- runs under way ----------------------------------------------------------------------------


def test_what_is_in_flight_is_settled_and_the_rest_is_not_sent(desk, credential):
    make_tree(desk.api, status="ENABLED")
    action = {"type": "latency", "ms": int(3000 * SCALE)}
    desk.box.fault(action, operation="campaign.create", customer=desk.customer)
    end = desk.box.log_end()
    run = start_push(credential.api, activate=True)
    assert wait_for(
        lambda: run_state(desk.api, run["id"])["operations"][0]["status"] == "SENT", 20
    )
    credential.end()
    run = finish(desk.api, run["id"], 30)
    skipped = assert_ended(run, "PARTIAL")
    assert len(skipped) == len(run["operations"]) - 1
    assert run["operations"][0]["status"] == "SUCCEEDED"
    assert [row["campaign"]["status"] for row in desk.live().campaigns] == ["PAUSED"]
    assert len(desk.box.mutates(end)) == 1


def test_what_is_in_doubt_is_asked_about_and_not_sent_again(desk):
    token = Token(desk)
    made = make_tree(desk.api)["campaign"]
    action = {"type": "accept_then_timeout", "ms": int(3000 * SCALE)}
    desk.box.fault(action, operation="campaign.create", customer=desk.customer)
    end = desk.box.log_end()
    run = start_push(token.api)
    assert wait_for(
        lambda: run_state(desk.api, run["id"])["operations"][0]["status"] == "SENT", 20
    )
    token.end()
    run = finish(desk.api, run["id"], 60)
    assert_ended(run, "PARTIAL")
    first = run["operations"][0]
    assert first["status"] == "SUCCEEDED" and first["remoteId"]
    assert len(desk.box.mutates(end)) == 1
    assert desk.api.get("/campaigns/" + made["id"]).data["syncState"] == "SYNCED"


def test_an_operation_of_several_requests_stops_between_them(server):
    """Microsoft creates a campaign first, and its locations in further requests."""
    desk = Desk(server)
    token = Token(desk)
    made = make_campaign(desk.api, platform="microsoft", locations=[{"code": "US"}])
    action = {"type": "latency", "ms": int(3000 * SCALE)}
    desk.box.fault(action, operation="campaign.create", platform="microsoft")
    run = start_push(token.api)
    assert wait_for(
        lambda: run_state(desk.api, run["id"])["operations"][0]["status"] == "SENT", 20
    )
    token.end()
    run = finish(desk.api, run["id"], 30)
    assert_ended(run)
    assert desk.api.get("/campaigns/" + made["id"]).data["syncState"] != "SYNCED"
    # A push with another credential completes the campaign and creates no second one.
    push(desk.api)
    assert desk.api.get("/campaigns/" + made["id"]).data["syncState"] == "SYNCED"
    customer = desk.connection("microsoft")["accountId"]
    assert len(desk.box.state(customer)["campaigns"]) == 1


def test_the_kill_switch_goes_on_without_its_credential(desk):
    token = Token(desk)
    made = make_campaign(desk.api, status="ENABLED")
    push(desk.api, activate=True)
    action = {"type": "latency", "ms": int(2000 * SCALE)}
    desk.box.fault(action, operation="campaign.update", customer=desk.customer)
    run = token.api.post("/sync/pause-all", expect=202).data
    token.end()
    assert finish(desk.api, run["id"], 60)["status"] == "SUCCEEDED"
    assert desk.live().campaign(made["name"])["campaign"]["status"] == "PAUSED"


# --- members -----------------------------------------------------------------------------------


@pytest.mark.parametrize("act", ["set", "remove"])
def test_who_may_push_no_more_sends_nothing_more(desk, act):
    team = Team(desk.server)
    account = team.account("PUBLISHER")
    make_campaign(team.client("OWNER"))
    action = {"type": "status", "status": 429, "retryDelay": LONG}
    desk.box.fault(action, path="googleAds:search")
    end = desk.box.log_end()
    run = start_push(team.client("PUBLISHER"))
    owner = team.client("OWNER")
    assert wait_for(lambda: run_state(owner, run["id"])["waits"], 20)
    more = ["--role", "EDITOR"] if act == "set" else []
    team.cli("member", act, team.id, "--email", account.email, *more)
    assert_ended(finish(owner, run["id"], 20))
    assert desk.box.mutates(end) == []


# --- approvals ---------------------------------------------------------------------------------


def parked(desk, api):
    rule(desk, "require_approval_test", "'CONNECTOR'")
    run = start_push(api)
    assert run["status"] == "AWAITING_APPROVAL"
    return run


def test_a_run_that_awaits_approval_ends_with_its_credential(desk):
    grant = Grant(desk)
    made = make_campaign(desk.api)
    run = parked(desk, grant.api)
    grant.end()
    resp = desk.api.post("/sync/%s/approve" % run["id"], expect=409)
    assert resp.details["reason"] in (CODE, "NOT_AWAITING_APPROVAL")
    run = finish(desk.api, run["id"], 20)
    assert_ended(run)
    assert run["startedAt"] is None and run["approvedBy"] is None
    resp = desk.api.post("/sync/%s/approve" % run["id"], expect=409)
    assert resp.details["reason"] == "NOT_AWAITING_APPROVAL"
    assert desk.api.get("/campaigns/" + made["id"]).data["syncState"] == "STAGED"


def test_a_run_that_awaits_approval_stays_while_its_credential_lives(desk):
    grant = Grant(desk)
    make_campaign(desk.api)
    run = parked(desk, grant.api)
    time.sleep(LOOKS)
    assert run_state(desk.api, run["id"])["status"] == "AWAITING_APPROVAL"


def test_an_approved_run_stands_on_its_approval(desk):
    grant = Grant(desk)
    make_campaign(desk.api)
    run = parked(desk, grant.api)
    throttle(desk, "4s")
    desk.api.post("/sync/%s/approve" % run["id"], expect=200)
    assert wait_for(lambda: run_state(desk.api, run["id"])["waits"], 20)
    grant.end()
    run = finish(desk.api, run["id"], 60)
    assert run["status"] == "SUCCEEDED" and run["approvedBy"], run
    assert len(desk.live().campaigns) == 1


def test_an_approved_run_ends_when_both_credentials_are_gone(desk):
    grant, token = Grant(desk), Token(desk)
    make_campaign(desk.api)
    run = parked(desk, grant.api)
    throttle(desk)
    token.api.post("/sync/%s/approve" % run["id"], expect=200)
    assert wait_for(lambda: run_state(desk.api, run["id"])["waits"], 20)
    token.end()
    time.sleep(LOOKS)
    assert run_state(desk.api, run["id"])["status"] == "RUNNING", "the app still asks for it"
    grant.end()
    assert_ended(finish(desk.api, run["id"], 20))
    assert desk.live().campaigns == []


def test_an_expired_connection_ends_its_own_operations_alone(server):
    """The pauses on other platforms are sent, and the skipped operations name the ad account."""
    desk = Platforms(server)
    lost, kept = desk.campaign("google", status="ENABLED"), desk.campaign("meta", status="ENABLED")
    desk.push(activate=True)
    for each in (lost, kept):
        desk.patch(each, status="PAUSED")
    desk.box.control("POST", "revoke", {"customerId": desk.account_there("google")})
    run = desk.push(expect="PARTIAL")
    [skipped], [done] = of(run, lost), of(run, kept)
    assert (skipped["status"], skipped["error"]["code"]) == ("SKIPPED", "CONNECTION_EXPIRED")
    assert desk.connection("google")["accountName"] in skipped["error"]["message"]
    assert done["status"] == "SUCCEEDED" and run["error"]["code"] == "CONNECTION_EXPIRED"
    assert desk.live_names("meta") == [] and len(desk.live_names("google")) == 1
    assert desk.connection("google")["status"] == "EXPIRED"
    assert desk.connection("meta")["status"] == "CONNECTED"
