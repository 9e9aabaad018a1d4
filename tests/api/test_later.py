"""Expiry after minutes, hours and months, on a server whose wall clock the test moves."""

import datetime
import os
import time

import pytest

from adcore_make import campaign_body, make_campaign, make_tree, preview, push
from adcore_server import Server

MINUTE, HOUR, DAY = 60, 3600, 86400

own_clock = pytest.mark.skipif(
    os.environ.get("ADCORE_TEST_DATABASE", "sqlite") != "sqlite",
    reason="PostgreSQL's own clock counts, which no test can move",
)


@pytest.fixture(scope="module")
def server():
    with Server(clock=True) as running:
        yield running


def test_a_token_dies_at_its_expiry(server, account):
    token = account.token(expires="1d")
    default = account.client()
    client = server.client(token)
    client.get("/me")
    server.clock.advance(DAY - MINUTE)
    client.get("/me")
    server.clock.advance(2 * MINUTE)
    assert client.get("/me", expect=401).code == "INVALID_CREDENTIALS"
    default.get("/me")
    for _ in range(4):
        account.mint()  # an expired token does not count in the five


def test_a_token_lives_ninety_days_unless_said(server, account):
    client = account.client(spare=False)
    server.clock.advance(90 * DAY - HOUR)
    client.get("/me")
    server.clock.advance(2 * HOUR)
    client.get("/me", expect=401)


def test_rotation_does_not_prolong(server, account):
    minted = account.mint(expires="2d")
    server.clock.advance(DAY)
    rotated = server.cli("token", "rotate", minted["tokenId"]).json["token"]
    server.client(rotated).get("/me")
    server.clock.advance(DAY + HOUR)
    server.client(rotated).get("/me", expect=401)


def test_a_plan_expires_after_fifteen_minutes(server, api):
    make_tree(api)
    plan = preview(api)
    server.clock.advance(14 * MINUTE)
    fresh = preview(api)
    server.clock.advance(16 * MINUTE)
    resp = api.post("/sync", {"planHash": plan["planHash"]}, expect=409)
    assert resp.code == "CONFLICT" and resp.details["reason"] == "PLAN_EXPIRED"
    assert resp.details["planHash"] == fresh["planHash"] == plan["planHash"]
    assert api.get("/sync").meta["total"] == 0
    push(api)


def test_an_idempotency_key_is_kept_for_a_day(server, api):
    key = {"Idempotency-Key": "day"}
    body = campaign_body()
    first = api.post("/campaigns", body, headers=key)
    server.clock.advance(DAY - HOUR)
    again = api.post("/campaigns", body, headers=key)
    assert again.headers.get("idempotent-replayed") == "true"
    assert again.data["id"] == first.data["id"]
    server.clock.advance(2 * HOUR)
    other = api.post("/campaigns", dict(body, name=body["name"] + " b"), headers=key)
    assert other.data["id"] != first.data["id"]


def test_the_base_of_the_raise_is_of_the_last_day(server, api):
    made = make_campaign(api, budget=20)
    path = "/campaigns/" + made["id"]
    push(api)
    api.patch(path, {"budget": 30})
    push(api)
    api.patch(path, {"budget": 40})
    assert preview(api)["violations"]
    server.clock.advance(DAY + HOUR)
    assert preview(api)["violations"] == []
    push(api)


@own_clock
def test_doctor_warns_before_a_version_of_a_platform_ends():
    """Reported from 60 days before the end and afterwards, and not as a finding: nothing is
    broken."""
    with Server(clock=True) as server:
        assert "warnings" not in server.cli("doctor").json
        end = datetime.datetime(2027, 11, 1, tzinfo=datetime.timezone.utc).timestamp()
        for days, word in ((59, "ends on"), (-1, "ended on")):
            server.clock.advance(int(end - days * DAY - time.time()) - server.clock.shift)
            told = server.cli("doctor").json
            [warning] = told["warnings"]
            assert told["findings"] == [] and "v26 of google" in warning
            assert word + " 2027-11-01" in warning and "upgrade adcore" in warning


@own_clock
def test_the_minute_is_over_after_a_minute(server):
    client = server.account(plan="pro").client(spare=False)
    for _ in range(200):
        last = client.get("/me", expect=None)
        if last.status == 429:
            break
    server.clock.advance(int(last.headers["retry-after"]) + 1)
    client.get("/me")


@own_clock
def test_429_is_not_kept_for_an_idempotency_key(server):
    client = server.account(plan="pro").client(spare=False)
    key, body = {"Idempotency-Key": "late"}, campaign_body()
    while client.get("/me", expect=None).status != 429:
        pass
    resp = client.post("/campaigns", body, headers=key, expect=429)
    server.clock.advance(int(resp.headers["retry-after"]) + 1)
    assert "idempotent-replayed" not in client.post("/campaigns", body, headers=key).headers


@own_clock
def test_the_daily_bucket_is_full_again_after_a_day():
    with Server(clock=True, env={"ADCORE_PLANS": "tiny:600:5:api"}) as server:
        client = server.account(plan="tiny").client(spare=False)
        for _ in range(5):
            client.get("/me")
        refused = client.get("/me", expect=429)
        assert refused.details["bucket"] == "daily"
        server.clock.advance(int(refused.headers["retry-after"]) + 1)
        client.get("/me")
