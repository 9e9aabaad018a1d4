"""/app/api: the actions of /api/v1, authenticated by the session cookie."""

import http.client

import pytest

from adcore_app import AppClient
from adcore_browser import ACCOUNT, PASSWORD, Browser
from adcore_make import campaign_body, make_campaign
from adcore_server import Server


@pytest.fixture(scope="module")
def server():
    with Server(clock=True) as running:
        yield running


@pytest.fixture(scope="module")
def account(server):
    made = server.account()
    server.cli("account", "password", "--email", made.email, "--password-stdin", stdin=PASSWORD + "\n")
    return made


@pytest.fixture(scope="module")
def token(account):
    return account.client(spare=False)


def sign_in(server, account):
    made = Browser(server)
    assert made.sign_in(account.email, PASSWORD).path == ACCOUNT
    return made


@pytest.fixture(scope="module")
def app(server, account):
    return AppClient(sign_in(server, account))


def test_a_session_reads_and_writes_as_a_token_does(account, token, app):
    me = app.get("/me")
    assert me.data["uid"] == account.uid and me.data["environment"] == "test"
    path = "/campaigns/" + make_campaign(token)["id"]
    row = app.get(path)
    assert row.data == token.get(path).data
    assert row.headers["ETag"] and row.headers["X-RateLimit-Limit"] == "600"
    changed = app.ask("PATCH", path, {"name": "Renamed"}, {"If-Match": row.headers["ETag"]})
    assert changed.status == 200 and changed.data["name"] == "Renamed", changed.text
    late = app.ask("PATCH", path, {"name": "Late"}, {"If-Match": row.headers["ETag"]})
    assert (late.status, late.code) == (412, "PRECONDITION_FAILED")
    assert app.get(path, headers={"If-None-Match": changed.headers["ETag"]}).status == 304
    assert token.get("/history", query={"limit": 1}).data[0]["door"] == "APP"
    csv = app.get("/reports/performance", headers={"Accept": "text/csv"})
    assert csv.headers["Content-Type"].startswith("text/csv")
    refused = app.ask("POST", "/campaigns", {"name": ""})
    assert (refused.status, refused.code) == (400, "VALIDATION_ERROR")
    assert app.get("/nothing", expect=[404]).code == "NOT_FOUND"
    assert app.ask("PUT", "/campaigns").status == 405
    assert "POST" in app.ask("OPTIONS", "/campaigns").headers["Allow"]


def test_a_key_is_done_once_though_the_person_signed_in_again(server, account, app):
    sent = campaign_body()
    first = app.ask("POST", "/campaigns", sent, {"Idempotency-Key": "k1"})
    assert first.status == 201 and first.data["source"] == "APP", first.text
    assert first.headers["Location"] == "/app/api/campaigns/" + first.data["id"]
    again = AppClient(sign_in(server, account))
    second = again.ask("POST", "/campaigns", sent, {"Idempotency-Key": "k1"})
    assert second.data == first.data and second.headers["Idempotent-Replayed"] == "true"
    other = app.ask("POST", "/campaigns", {**sent, "name": "Another"}, {"Idempotency-Key": "k1"})
    assert (other.status, other.code) == (409, "IDEMPOTENCY_CONFLICT")


def test_live_and_test_are_chosen_by_the_query_and_never_guessed(app):
    made = app.ask("POST", "/campaigns", campaign_body())
    path = "/campaigns/" + made.data["id"]
    assert app.get(path, env="test").data["environment"] == "test"
    assert app.get(path, env="live", expect=[404]).code == "NOT_FOUND"
    assert app.get(path, env=None, expect=[400]).faults == {("environment", "REQUIRED")}
    assert app.get(path, env="prod", expect=[400]).faults == {("environment", "INVALID_VALUE")}
    twice = app.get(path + "?environment=test", expect=None)
    assert twice.status in (400, 404)


@pytest.mark.parametrize("headers, status, reason", [
    ({"Cookie": None}, 401, None),
    ({"Cookie": "adcore_session=" + "A" * 43}, 401, None),
    ({"X-Adcore-App": None}, 403, "APP_HEADER_MISSING"),
    ({"X-Adcore-App": "0"}, 403, "APP_HEADER_MISSING"),
    ({"Sec-Fetch-Site": "cross-site"}, 403, "CROSS_SITE"),
    ({"Sec-Fetch-Site": "same-site"}, 403, "CROSS_SITE"),
    ({"Sec-Fetch-Site": "none"}, 403, "CROSS_SITE"),
    ({"Sec-Fetch-Site": None}, 403, "CROSS_SITE"),
    ({"Sec-Fetch-Site": None, "Origin": "https://evil.example"}, 403, "CROSS_SITE"),
    ({"Sec-Fetch-Site": None, "Origin": "null"}, 403, "CROSS_SITE"),
])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_request_that_is_no_page_of_ours_is_refused(token, app, method, headers, status, reason):
    before = token.get("/campaigns").meta["total"]
    answer = app.ask(method, "/campaigns", campaign_body() if method == "POST" else None, headers)
    assert answer.status == status, answer.text
    assert answer.code == {401: "INVALID_CREDENTIALS", 403: "INSUFFICIENT_SCOPE"}[status]
    assert reason is None or answer.reason == reason
    assert answer.headers["X-RateLimit-Limit"] and answer.headers["Cache-Control"] == "private, no-store"
    assert token.get("/campaigns").meta["total"] == before


def test_our_origin_stands_for_a_browser_without_fetch_metadata(server, app):
    origin = server.base_url.partition("/api")[0]
    assert app.get("/me", headers={"Sec-Fetch-Site": None, "Origin": origin}).status == 200


def test_a_bearer_token_means_nothing_here_and_a_cookie_nothing_at_rest(token, app):
    bearer = {"Cookie": None, "Authorization": "Bearer " + token.token}
    answer = app.get("/me", headers=bearer, expect=[401])
    assert answer.code == "INVALID_CREDENTIALS" and answer.headers["WWW-Authenticate"] is None
    connection = http.client.HTTPConnection(app.browser.host, timeout=60)
    cookie = "; ".join("%s=%s" % pair for pair in app.browser.cookies.items())
    connection.request("GET", "/api/v1/me", headers={"Cookie": cookie, "X-Adcore-App": "1",
                                                     "Sec-Fetch-Site": "same-origin"})
    assert connection.getresponse().status == 401
    connection.close()


def test_another_persons_space_and_objects_do_not_exist(server, app):
    other = server.account()
    theirs = make_campaign(other.client())
    space = other.client().get("/me").data["space"]["id"]
    assert app.get("/campaigns/" + theirs["id"], expect=[404]).code == "NOT_FOUND"
    assert app.get("/campaigns", headers={"X-Space-Id": space}, expect=[404]).code == "NOT_FOUND"


def test_a_long_body_is_read_for_a_session_alone(app):
    raw = '{"name":"' + "x" * 100000 + '"}'
    heads = {"Content-Type": "application/json"}
    assert app.ask("POST", "/campaigns", raw=raw, headers=heads).code == "VALIDATION_ERROR"
    assert app.ask("POST", "/campaigns", raw=raw, headers={**heads, "Cookie": None}).status == 401


def test_an_act_needs_a_confirmation_and_ends_with_the_session(server, account, token, app):
    space = app.get("/me").data["space"]["id"]
    make_campaign(token)
    server.cli("space", "set", space, "--require-approval-test", "ALWAYS")
    run = app.ask("POST", "/sync", {})
    assert run.status == 202 and run.data["status"] == "AWAITING_APPROVAL", run.text
    server.clock.advance(11 * 60)
    refused = app.ask("POST", "/sync/%s/approve" % run.data["id"])
    assert (refused.status, refused.reason) == (409, "CONFIRMATION_REQUIRED"), refused.text
    fresh = sign_in(server, account)
    once = AppClient(fresh)
    assert once.ask("POST", "/sync/%s/approve" % run.data["id"]).status in (200, 202)
    fresh.act("/app/sign-out", {})
    assert once.get("/me", expect=[401]).code == "INVALID_CREDENTIALS"
