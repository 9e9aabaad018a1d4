"""Rate limits under concurrency, over several servers on one database, and across a restart."""

import contextlib
import datetime
import os

import pytest

from adcore_crowd import assert_exact, crowd, refused_times
from adcore_make import campaign_body
from adcore_server import Server, wait_for

PLANS = {"ADCORE_PLANS": "crowd:400:1000000:api,day:600:150:api,few:5:1000:api"}
ON_POSTGRES = (os.environ.get("ADCORE_TEST_DATABASE") or "sqlite") != "sqlite"
shared = pytest.mark.skipif(not ON_POSTGRES, reason="one server holds a SQLite file alone")


@pytest.fixture(scope="module")
def server():
    with Server(env=PLANS) as running:
        yield running


@contextlib.contextmanager
def second(server, **options):
    """Another server on the same database."""
    with Server(env=PLANS, beside=server, **options) as other:
        yield other


def end_windows(server):
    """Deletes the minute's windows that the database counts."""
    server.sql("UPDATE limits SET window_start = window_start - 60000000")


def test_a_hundred_clients_on_one_token_pass_exactly_the_limit(server):
    token = server.account(plan="crowd").token()
    assert_exact(crowd([(server.port, token)], refused_times(3)), 400)


def test_a_hundred_clients_on_five_tokens_pass_exactly_the_day(server):
    account = server.account(plan="day")
    targets = [(server.port, account.token()) for _ in range(5)]
    answers = crowd(targets, refused_times(3))
    assert sum(answer.status == 200 for answer in answers) == 150
    me = account.set("--plan", "crowd") and server.client(targets[0][1]).get("/me").data
    assert me["limits"]["daily"]["limit"] - me["limits"]["daily"]["remaining"] == 151


@shared
def test_two_servers_pass_exactly_the_limit_together(server):
    token = server.account(plan="crowd").token()
    with second(server) as other:
        targets = [(server.port, token), (other.port, token)]
        first = assert_exact(crowd(targets, refused_times(3)), 400)
        end_windows(server)
        later = crowd(targets[::-1], refused_times(1))
        # Both servers remember the full window until it would have ended.
        assert all(answer.status == 429 for answer in later)
        assert {answer.reset for answer in later} == set(first)


@shared
def test_all_demand_on_one_server_while_the_other_idles(server):
    token = server.account(plan="crowd").token()
    with second(server) as other:
        for _ in range(10):
            assert other.client(token).get("/me").status == 200
        answers = crowd([(server.port, token)], refused_times(3))
        passed = [answer.remaining for answer in answers if answer.status == 200]
        assert sorted(passed) == list(range(390))


@shared
def test_two_servers_pass_exactly_the_day_together(server):
    account = server.account(plan="day")
    tokens = [account.token() for _ in range(4)]
    with second(server) as other:
        ports = [server.port, other.port]
        answers = crowd(
            [(port, token) for port in ports for token in tokens], refused_times(3)
        )
        assert sum(answer.status == 200 for answer in answers) == 150


@shared
@pytest.mark.parametrize("hours", [-30, 30])
def test_a_server_whose_clock_is_wrong_changes_nothing(server, hours):
    account = server.account(plan="crowd")
    token = account.token()
    other = Server(env=PLANS, beside=server, clock=True)
    # To a clock that is wrong by more than the token's lifetime, the token is expired or not yet
    # valid.
    other.clock.advance(hours * 3600)
    with other:
        answers = crowd([(server.port, token), (other.port, token)], refused_times(3))
        found = assert_exact(answers, 400)
        assert len(found) == 1
        other.clock.advance(-hours * 7200)
        later = crowd([(server.port, token), (other.port, token)], refused_times(1))
        assert all(answer.status == 429 for answer in later)


@shared
def test_without_the_database_nothing_passes_unlimited():
    with Server(env=PLANS) as server:
        token = server.account(plan="few").token()
        client = server.client(token)
        assert client.get("/me").status == 200
        name = server.database.name
        allow = 'ALTER DATABASE "%s" ALLOW_CONNECTIONS %s'
        server.database.psql(allow % (name, "false"))
        server.database.psql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'" % name
        )
        for _ in range(8):
            answer = client.get("/me", expect=503)
            assert answer.code == "UNAVAILABLE" and answer.headers["retry-after"] == "1"
        server.database.psql(allow % (name, "true"))

        def passes():
            return client.get("/me", expect=(200, 503)).status == 200

        assert wait_for(passes, 15)
        # A request that could not be counted is refused, and an accepted request is counted.
        passed = 2
        while client.get("/me", expect=(200, 429, 503)).status == 200:
            passed += 1
        assert passed <= 5
        rows = server.sql("SELECT n FROM limits")
        assert int(rows[0][0]) == 5


def used(client):
    daily = client.get("/me").data["limits"]["daily"]
    return daily["limit"] - daily["remaining"]


def stored(server, account):
    rows = server.sql("SELECT n FROM daily_usage WHERE account_id = '%s'" % account.uid)
    return int(rows[0][0]) if rows else 0


@pytest.mark.parametrize("kill", [False, True], ids=["stopped", "killed"])
def test_a_restart_gives_no_fresh_day_and_no_fresh_minute(kill):
    with Server(env=PLANS) as server:
        account = server.account(plan="crowd")
        client = account.client(spare=False)
        for _ in range(20):
            before = client.get("/me")
        if kill:  # counts in memory are written to disk within 3 s
            assert wait_for(lambda: stored(server, account) == 20, 10)
        server.restart(kill=kill)
        after = client.get("/me")
        assert used(client) == 22
        if after.headers["x-ratelimit-reset"] == before.headers["x-ratelimit-reset"]:
            assert after.remaining == before.remaining - 1


@pytest.mark.skipif(ON_POSTGRES, reason="PostgreSQL's own clock counts, which no test can move")
def test_the_day_ends_at_midnight_utc():
    with Server(env=PLANS, clock=True) as server:
        account = server.account(plan="day")
        client = account.client(spare=False)
        now = datetime.datetime.now(datetime.timezone.utc)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        left = int((midnight + datetime.timedelta(days=1) - now).total_seconds())
        if left < 300:  # the shift below must not cross the next midnight
            server.clock.advance(600)
            left += 86400 - 600
        server.clock.advance(left - 200)
        for _ in range(150):
            client.get("/me")
        refused = client.get("/me", expect=429)
        assert refused.details["bucket"] == "daily"
        wait = int(refused.headers["retry-after"])
        assert refused.details["retryAfter"] == wait and 100 < wait <= 202
        server.clock.advance(wait - 30)
        assert client.get("/me", expect=429).details["bucket"] == "daily"
        server.clock.advance(31)
        answer = client.get("/me")
        assert answer.data["limits"]["daily"]["remaining"] == 149


@pytest.mark.skipif(ON_POSTGRES, reason="PostgreSQL's own clock counts, which no test can move")
def test_after_retry_after_the_window_is_new():
    with Server(env=PLANS, clock=True) as server:
        client = server.account(plan="few").client(spare=False)
        for _ in range(5):
            client.get("/me")
        refused = [client.get("/me", expect=429) for _ in range(20)]
        wait = int(refused[-1].headers["retry-after"])
        reset = int(refused[-1].headers["x-ratelimit-reset"])
        assert 1 <= wait <= 60
        server.clock.advance(wait - 8)
        assert client.get("/me", expect=429).headers["x-ratelimit-reset"] == str(reset)
        server.clock.advance(9)
        # A refused request counts neither in the new window nor in the day.
        answer = client.get("/me")
        assert answer.remaining == 4
        assert answer.data["limits"]["daily"]["remaining"] == 1000 - 6


def test_the_connector_shares_both_buckets(server):
    account = server.account(plan="crowd")
    token = account.token()
    client = server.client(token)
    assert client.get("/me").remaining == 399
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    answer = client.request(
        "POST",
        "/mcp",
        message,
        root=True,
        headers={
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2025-11-25",
        },
        expect=200,
    )
    assert answer.remaining == 398
    answer = client.get("/me")
    assert answer.remaining == 397 and used(client) == 4


def test_the_connector_is_refused_with_429_when_rest_used_the_minute(server):
    client = server.account(plan="few").client(spare=False)
    while client.get("/me", expect=None).status != 429:
        pass
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    headers = {
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-11-25",
    }
    answer = client.request("POST", "/mcp", message, root=True, headers=headers, expect=None)
    assert answer.status == 429
    assert 1 <= int(answer.headers["retry-after"]) <= 60


def test_a_replayed_answer_counts(server):
    client = server.account(plan="crowd").client(spare=False)
    key = {"Idempotency-Key": "once"}
    body = campaign_body()
    first = client.post("/campaigns", body, headers=key)
    again = client.post("/campaigns", body, headers=key)
    assert again.headers["idempotent-replayed"] == "true"
    assert (first.remaining, again.remaining) == (399, 398)


def test_billing_comes_before_the_limit_and_is_not_counted(server):
    account = server.account(plan="few")
    client = account.client(spare=False)
    while client.get("/me", expect=None).status != 429:
        pass
    account.set("--plan", "pro", "--subscription", "none")
    assert wait_for(lambda: client.get("/me", expect=None).status == 402, 5)
    answers = [client.get("/me", expect=402) for _ in range(70)]
    assert {answer.headers["x-ratelimit-limit"] for answer in answers} == {"60"}
    assert len({answer.remaining for answer in answers}) == 1
