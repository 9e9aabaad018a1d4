"""The account page lists the security events since the previous sign-in."""

import html
import re

import pytest

from adcore_browser import ACCOUNT, PASSWORD, Browser
from adcore_grant import granted
from adcore_server import Server

DAY = 86400


@pytest.fixture(scope="module")
def server():
    with Server(clock=True) as running:
        yield running


@pytest.fixture
def owner(server):
    made = server.account()
    server.cli("account", "password", "--email", made.email, "--password-stdin", stdin=PASSWORD + "\n")
    made.space = server.cli("space", "add", "--email", made.email, "--name", "Office").json["id"]
    return made


def enter(server, owner, browser=None):
    browser = browser or Browser(server)
    assert browser.sign_in(owner.email, PASSWORD).path.startswith(ACCOUNT)
    return browser


def news(browser):
    """The texts of the events without their times, or None if the page has no such section."""
    section = re.search(r'<section [^>]*aria-labelledby="news">.*?</section>', browser.get(ACCOUNT).text, re.S)
    if not section:
        return None
    items = re.findall(r"<li>.*?</li>", section.group(0), re.S)
    return [html.unescape(re.sub(r"<[^>]+>", "", item)).split(": ", 1)[1] for item in items]


def test_a_first_visit_has_no_before(server, owner):
    assert news(enter(server, owner)) is None


def test_what_happened_meanwhile_is_told(server, owner):
    enter(server, owner)
    server.clock.advance(DAY)
    mate = server.account()
    server.cli("space", "member", "add", owner.space, "--email", mate.email, "--role", "EDITOR")
    server.cli("space", "set", owner.space, "--max-bid", "11")
    server.cli("space", "set", owner.space, "--max-bid", "9")
    owner.mint(name="Nightly <b>")
    owner.client(space=owner.space).post("/sync/pause-all", expect=202)
    app = granted(server, mate, ["campaigns:read"], space=owner.space)
    assert app["client_id"]
    server.cli("account", "password", "--email", owner.email, "--password-stdin", stdin=PASSWORD + "\n")
    told = news(enter(server, owner))
    assert told.count("A guardrail was loosened, in Office.") == 1, told
    assert told.count("A member was added, in Office.") == 1, told
    assert "A token was created, Nightly <b>." in told
    assert told.count("The kill switch was activated, in Office.") == 1
    assert [one for one in told if one.startswith("An app was connected")]
    assert "Your password, second factor or passkeys were changed." in told


def mate_with_password(server, mate):
    server.cli("account", "password", "--email", mate.email, "--password-stdin", stdin=PASSWORD + "\n")
    return mate


def test_only_owners_are_told_of_a_space(server, owner):
    mate = mate_with_password(server, server.account())
    server.cli("space", "member", "add", owner.space, "--email", mate.email, "--role", "PUBLISHER")
    enter(server, mate)
    server.clock.advance(DAY)
    server.cli("space", "set", owner.space, "--max-bid", "12")
    assert news(enter(server, mate)) == []


def test_to_confirm_is_no_other_visit(server, owner):
    enter(server, owner)
    server.clock.advance(DAY)
    owner.mint(name="Nightly")
    browser = enter(server, owner)
    told = news(browser)
    assert "A token was created, Nightly." in told
    server.clock.advance(660)
    assert news(enter(server, owner, browser)) == told
    server.clock.advance(DAY)
    assert news(enter(server, owner, browser)) == []
