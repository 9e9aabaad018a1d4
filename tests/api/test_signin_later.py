"""Sign-in after minutes, days and weeks: sessions expire, sensitive changes require a fresh
sign-in, and the second step and one-time links expire. The test moves the server's wall clock."""

import http.client
import re
from urllib.parse import urlencode, urlsplit

import pytest

from adcore_browser import ACCOUNT, PASSWORD, Browser
from adcore_server import Server

MINUTE, HOUR, DAY = 60, 3600, 86400


@pytest.fixture(scope="module")
def server():
    with Server(clock=True) as running:
        yield running


@pytest.fixture
def person(server):
    made = server.account()
    server.cli("account", "password", "--email", made.email, "--password-stdin", stdin=PASSWORD + "\n")
    return made


@pytest.fixture
def browser(server, person):
    made = Browser(server)
    assert made.sign_in(person.email, PASSWORD).path == ACCOUNT
    return made


def signed_in(browser):
    return browser.get(ACCOUNT).path.startswith(ACCOUNT)


def test_a_session_that_is_not_used_ends_after_a_week(server, browser):
    server.clock.advance(7 * DAY - HOUR)
    assert signed_in(browser)
    server.clock.advance(7 * DAY + MINUTE)
    assert not signed_in(browser)


def test_a_session_that_is_used_ends_after_thirty_days(server, browser):
    for _ in range(5):
        server.clock.advance(6 * DAY - HOUR)
        assert signed_in(browser), "looking at a page is use"
    server.clock.advance(5 * HOUR + MINUTE)
    assert not signed_in(browser)


def test_sensitive_changes_want_a_sign_in_of_the_last_ten_minutes(server, browser):
    server.clock.advance(9 * MINUTE)
    assert browser.get(ACCOUNT + "/totp").status == 200
    server.clock.advance(2 * MINUTE)
    stale = browser.get(ACCOUNT + "/totp")
    assert stale.status == 403 and "Sign in again" in stale.text
    for action in ("/totp", "/totp/remove", "/codes", "/passkeys", "/passkeys/remove"):
        answer = browser.send(action, {"code": "123456", "offer": "x", "passkey": "pky_x", "name": "x"})
        assert answer.status == 403, action
        assert "Sign in again" in answer.text, action
    assert "signed in more than 10 minutes ago" in browser.get(ACCOUNT).text


def test_after_ten_minutes_a_new_password_wants_the_old_one(server, person, browser):
    server.clock.advance(11 * MINUTE)
    assert browser.send("/password", {"password": "other words that differ"}).status == 400
    wrong = browser.send("/password", {"old": "not this", "password": "other words that differ"})
    assert wrong.status == 403
    done = browser.send("/password", {"old": PASSWORD, "password": "other words that differ"})
    assert done.path == ACCOUNT + "?done=password"
    assert Browser(server).sign_in(person.email, "other words that differ").path == ACCOUNT


def test_tries_at_the_old_password_are_counted(server, browser):
    server.clock.advance(11 * MINUTE)
    page = browser.get(ACCOUNT)
    for _ in range(10):
        assert browser.send("/password", {"old": "x" * 12, "password": PASSWORD * 2}, page).status == 403
    blocked = browser.send("/password", {"old": PASSWORD, "password": PASSWORD * 2}, page)
    assert blocked.status == 429 and int(blocked.headers["Retry-After"]) > 0


def test_max_age_looks_at_the_sign_in_not_at_use(server, browser, account):
    register = http.client.HTTPConnection(browser.host, timeout=60)
    register.request("POST", "/register", '{"redirect_uris": ["http://127.0.0.1:1/c"]}',
                     {"Content-Type": "application/json"})
    client = re.search(r'"client_id":"([^"]+)"', register.getresponse().read().decode()).group(1)
    query = urlencode({"response_type": "code", "client_id": client, "code_challenge": "A" * 43,
                       "code_challenge_method": "S256", "redirect_uri": "http://127.0.0.1:1/c"})
    server.clock.advance(HOUR)
    assert signed_in(browser)
    assert browser.get("/authorize?%s&max_age=7200" % query).path.startswith("/authorize/consent")
    assert browser.get("/authorize?%s&max_age=3000" % query).path.startswith("/signin")


def test_a_one_time_link_holds_a_day(server, person):
    link = server.cli("account", "invite", "--email", person.email).json["link"]
    path = "/signin/link?" + urlsplit(link).query
    server.clock.advance(DAY - MINUTE)
    assert Browser(server).get(path).status == 200
    server.clock.advance(2 * MINUTE)
    assert Browser(server).get(path).status == 400
