"""guardrails.requireSecondFactor: a Space requires a second factor of each member who pushes or
approves, with any credential and on any page."""

import json
import re
from urllib.parse import urlencode

import pytest

from adcore_browser import ACCOUNT, PASSWORD, Browser
from adcore_grant import CALLBACK, Form, granted, post
from adcore_make import finish, make_campaign, preview, run_state
from adcore_server import Server
from adcore_tools import Tools

REASON = "SECOND_FACTOR_REQUIRED"
HOUR, DAY = 3600, 86400


@pytest.fixture(scope="module")
def server():
    with Server(clock=True) as running:
        yield running


class Person:
    """An account that signs in with a password, at a browser."""

    def __init__(self, server):
        self.server = server
        self.account = server.account()
        server.cli("account", "password", "--email", self.account.email, "--password-stdin", stdin=PASSWORD + "\n")
        self.browser = self.enter()

    def enter(self):
        browser = Browser(self.server)
        assert browser.sign_in(self.account.email, PASSWORD).path.startswith(ACCOUNT)
        return browser

    def passkey(self):
        """A passkey as if a browser had made it."""
        self.server.sql("INSERT INTO passkeys (credential_hash, id, account_id, credential_id, name, public_key,"
                        " sign_count, backup_eligible, backed_up, created_at) VALUES ('%s', 'pky_%s', '%s', 'eA', 'key',"
                        " 'eA', 0, 0, 0, 1)" % (self.account.uid, self.account.uid[4:], self.account.uid))


class Space:
    """A Space that requires a second factor, with an owner who has one and a publisher without
    one."""

    def __init__(self, server, required=True):
        self.server = server
        self.owner, self.mate = Person(server), Person(server)
        self.owner.secret, self.owner.codes = self.owner.browser.add_totp()
        self.id = server.cli("space", "add", "--email", self.owner.account.email, "--name", "Office").json["id"]
        server.cli("space", "member", "add", self.id, "--email", self.mate.account.email, "--role", "PUBLISHER")
        self.api = self.owner.account.client(space=self.id, spare=False)
        self.mates = self.mate.account.client(space=self.id, spare=False)
        self.page = "/app/spaces/" + self.id
        if required:
            self.rule(requireSecondFactor=True)

    def rule(self, **guardrails):
        return self.api.patch("/spaces/" + self.id, {"guardrails": guardrails}).data["guardrails"]

    def role(self, role):
        self.server.cli("space", "member", "set", self.id, "--email", self.mate.account.email, "--role", role)

    def settings(self, browser, **fields):
        """Sends the form of the Space's settings, with the second-factor box as on the page or
        as given."""
        page = browser.get(self.page)
        form = re.search(r'<form (?:(?!<form ).)*?name="do" value="settings".*?</form>', page.text, re.S).group(0)
        ticked = 'name="requireSecondFactor" value="true" checked' in form
        sent = [(name, value) for name, value in Form(form).fields if name not in fields and name != "requireSecondFactor"]
        wanted = fields.pop("requireSecondFactor", ticked)
        return browser.ask("POST", self.page, sent + list(fields.items()) +
                           ([("requireSecondFactor", "true")] if wanted else []))

    def required(self):
        return self.api.get("/spaces/" + self.id).data["guardrails"]["requireSecondFactor"]


def refused(answer):
    assert answer.details["reason"] == REASON, answer.details
    assert answer.details["required"] == ["sync:write"]
    assert answer.details["setUpUrl"].endswith(ACCOUNT) and "second factor" in answer.error["message"]
    assert "WWW-Authenticate" not in answer.headers, "no scope would help"


def leads_to_a_factor(page):
    assert page.status == 403 and 'href="%s"' % ACCOUNT in page.text, page.text
    return page


# --- the setting -------------------------------------------------------------------------------


def test_nobody_switches_it_on_without_a_factor(server):
    space = Space(server, required=False)
    assert space.required() is False
    space.role("OWNER")
    refused(space.mates.patch("/spaces/" + space.id, {"guardrails": {"requireSecondFactor": True}}, expect=403))
    leads_to_a_factor(space.settings(space.mate.browser, requireSecondFactor=True))
    assert space.required() is False
    space.settings(space.owner.browser, requireSecondFactor=True)
    assert space.required() is True


def test_it_is_loosened_by_an_owner_in_the_application_alone(server):
    space = Space(server)
    body = {"guardrails": {"requireSecondFactor": False}}
    fields = space.api.patch("/spaces/" + space.id, body, expect=400).details["fields"]
    assert [(f["path"], f["code"]) for f in fields] == [("guardrails.requireSecondFactor", "LOOSENS")]
    server.clock.advance(660)
    assert "Sign in again" in space.settings(space.owner.browser, requireSecondFactor=False).text
    assert space.required() is True
    again = space.owner.browser.second(space.owner.browser.sign_in(space.owner.account.email, PASSWORD),
                                       space.owner.codes[0])
    assert again.path.startswith(ACCOUNT)
    space.settings(space.owner.browser, requireSecondFactor=False)
    assert space.required() is False


def test_the_command_line_sets_it(server):
    space = Space(server, required=False)
    for word, value in (("on", True), ("off", False)):
        made = server.cli("space", "set", space.id, "--require-second-factor", word).json
        assert made["guardrails"]["requireSecondFactor"] is value
    assert server.cli("space", "set", space.id, "--require-second-factor", "yes", check=False).code != 0


# --- pushing -----------------------------------------------------------------------------------


def test_who_has_no_factor_pushes_nothing(server):
    space = Space(server)
    make_campaign(space.mates)
    plan = preview(space.mates)
    refused(space.mates.post("/sync", {"planHash": plan["planHash"]}, expect=403))
    assistant = Tools(space.mates)
    plan = assistant.call("preview_sync", all=True)["plan"]
    assert "second factor" in assistant.refused("push_sync", planHash=plan["planHash"], all=True)
    page = space.mate.browser.act("/app/review?space=" + space.id, {"do": "push", "environment": "test", "once": "a" * 32,
                                                             "planHash": plan["planHash"]})
    leads_to_a_factor(page)
    assert space.api.get("/sync").meta["total"] == 0
    assert space.mates.post("/sync", {"mode": "PULL"}, expect=202), "a pull sends nothing"


def test_who_sets_one_up_pushes_at_once(server):
    space = Space(server)
    make_campaign(space.mates)
    space.mate.browser.add_totp()
    run = space.mates.post("/sync", {"planHash": preview(space.mates)["planHash"]}, expect=202).data
    assert finish(space.mates, run["id"])["status"] == "SUCCEEDED"
    make_campaign(space.mates)
    page = space.mate.browser.act("/app/review?space=" + space.id, {"do": "push", "environment": "test", "once": "b" * 32,
                                                             "planHash": preview(space.mates)["planHash"]})
    assert "/app/plain/runs/" in page.path, page.text


def test_the_password_alone_is_not_the_passkey(server):
    """A token needs an account that has a second factor. A session must have used the factor."""
    space = Space(server)
    space.mate.passkey()
    make_campaign(space.mates)
    form = {"do": "push", "environment": "test", "once": "c" * 32, "planHash": preview(space.mates)["planHash"]}
    page = leads_to_a_factor(space.mate.browser.act("/app/review?space=" + space.id, form))
    assert "You signed in with the password only" in page.text
    own = space.mate.browser.get(ACCOUNT + "/totp")
    assert own.status == 403 and "second factor" in own.text, "a factor of one's own is no way around"
    run = space.mates.post("/sync", {"planHash": form["planHash"]}, expect=202).data
    assert finish(space.mates, run["id"])["status"] == "SUCCEEDED"


def test_a_push_that_waits_ends_with_the_factor_of_who_asked(server):
    space = Space(server, required=False)
    space.rule(requireApproval={"test": "ALWAYS"})
    make_campaign(space.mates)
    run = space.mates.post("/sync", {"planHash": preview(space.mates)["planHash"]}, expect=202).data
    assert run["status"] == "AWAITING_APPROVAL"
    space.rule(requireSecondFactor=True)
    answer = space.api.post("/sync/%s/approve" % run["id"], expect=409)
    # The server may have ended the session already.
    assert answer.details["reason"] in ("CREDENTIAL_REVOKED", "NOT_AWAITING_APPROVAL")
    [operation] = finish(space.api, run["id"])["operations"]
    assert (operation["status"], operation["error"]["code"]) == ("SKIPPED", "CREDENTIAL_REVOKED")


# --- approving, releasing the kill switch, inviting members -------------------------------------


def test_who_has_no_factor_approves_nothing(server):
    space = Space(server)
    space.rule(requireApproval={"test": "ALWAYS"})
    make_campaign(space.api)
    run = space.api.post("/sync", {"planHash": preview(space.api)["planHash"]}, expect=202).data
    refused(space.mates.post("/sync/%s/approve" % run["id"], expect=403))
    shown = space.mate.browser.get("/app/plain/runs/" + run["id"])
    assert 'href="%s"' % ACCOUNT in shown.text and "Approve</button>" not in shown.text
    leads_to_a_factor(space.mate.browser.act("/app/runs/" + run["id"], {"do": "approve"}))
    assert run_state(space.api, run["id"])["status"] == "AWAITING_APPROVAL"
    assert space.mates.post("/sync/%s/cancel" % run["id"], expect=200).data["status"] == "CANCELLED", "to stop needs none"
    refused(space.mates.post("/sync/%s/retry" % run["id"], expect=403))


def test_the_kill_switch_is_pulled_without_a_factor_and_lifted_with_one(server):
    space = Space(server)
    space.role("OWNER")
    assert space.mate.browser.act(space.page, {"do": "pause", "environment": "test"}).path.endswith("done=pulled")
    leads_to_a_factor(space.mate.browser.act(space.page, {"do": "lift", "environment": "test"}))
    assert space.api.get("/spaces/" + space.id).data["pushesBlocked"] is True
    anew = Browser(server)
    asked = anew.sign_in(space.owner.account.email, PASSWORD)
    assert anew.second(asked, space.owner.codes[0]).path.startswith(ACCOUNT), "a session that began with the second step"
    assert anew.act(space.page, {"do": "lift", "environment": "test"}).path.endswith("done=lifted")


def test_a_token_that_pushes_is_made_with_a_factor(server):
    space = Space(server)
    form = {"do": "mint", "name": "new", "environment": "test", "days": "30", "scope": "sync:write"}
    page = leads_to_a_factor(space.mate.browser.act("/app/tools/api", form))
    assert "adcore_test_" not in page.text
    assert "adcore_test_" in space.mate.browser.act("/app/tools/api", dict(form, scope="sync:read")).text
    assert "adcore_test_" in space.owner.browser.act("/app/tools/api", form).text
    space.role("EDITOR")
    assert "adcore_test_" in space.mate.browser.act("/app/tools/api", form).text, "an editor's token pushes nothing there"


def consent(server, browser, space, scope):
    client = post(server.port, "/register", json.dumps({"redirect_uris": [CALLBACK], "client_name": "App",
                                                        "token_endpoint_auth_method": "none"}), "application/json")
    query = {"response_type": "code", "client_id": client["client_id"], "redirect_uri": CALLBACK, "scope": scope,
             "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
             "resource": server.base_url}
    page = browser.get("/authorize?" + urlencode(query))
    form = Form(page.text)
    fields = [(n, v) for n, v in form.fields if n not in ("space", "environment")]
    return form.action, [*fields, ("space", space), ("environment", "test"), ("decision", "allow")]


def test_an_app_is_let_push_with_a_factor(server):
    space = Space(server)
    browser = space.mate.browser
    page = browser.ask("POST", *consent(server, browser, space.id, "campaigns:read sync:write"))
    leads_to_a_factor(page)
    assert "The request is still open" in page.text
    assert server.sql("SELECT count(*) FROM oauth_codes WHERE space_id = '%s'" % space.id) == [["0"]]
    action, fields = consent(server, space.owner.browser, space.id, "campaigns:read sync:write")
    assert space.owner.browser.ask("POST", action, fields, follow=False).status == 303
    assert server.sql("SELECT count(*) FROM oauth_codes WHERE space_id = '%s'" % space.id) == [["1"]]


def test_a_grant_of_who_has_no_factor_pushes_nothing(server):
    space = Space(server, required=False)
    scopes = ["campaigns:read", "campaigns:write", "sync:read", "sync:write"]
    app = server.client(granted(server, space.mate.account, scopes, space=space.id)["access_token"])
    make_campaign(app)
    plan = preview(app)
    space.rule(requireSecondFactor=True)
    refused(app.post("/sync", {"planHash": plan["planHash"]}, expect=403))


# --- shorter sessions --------------------------------------------------------------------------


def test_sessions_of_publishers_end_sooner_there(server):
    space = Space(server)
    outside = Person(server)
    mate = space.mate.enter()

    def signed_in(browser):
        return browser.get(ACCOUNT).path.startswith(ACCOUNT)

    assert "after 12 hours without use, and after 7 days in any case" in mate.get(ACCOUNT).text
    server.clock.advance(11 * HOUR)
    assert signed_in(mate) and signed_in(outside.browser)
    server.clock.advance(12 * HOUR + 60)
    assert not signed_in(mate) and signed_in(outside.browser)
    mate = space.mate.enter()
    for _ in range(15):
        server.clock.advance(11 * HOUR)
        assert signed_in(mate), "looking at a page is use"
    server.clock.advance(4 * HOUR)
    assert not signed_in(mate), "seven days are over"
    space.role("EDITOR")
    mate = space.mate.enter()
    server.clock.advance(2 * DAY)
    assert signed_in(mate), "who pushes nothing keeps the longer session"


# --- attempts to bypass the rule ----------------------------------------------------------------


def test_a_session_of_the_password_alone_takes_nothing_of_it_away(server):
    """The owner has a passkey. A session of the password alone cannot remove the rule or use the
    owner's rights."""
    space = Space(server, required=False)
    thief = Person(server)
    space.role("OWNER")
    token = server.cli("token", "mint", "--email", space.mate.account.email, "--env", "test", "--scopes", "all", "--name", "T").json
    space.mate.passkey()
    space.rule(requireSecondFactor=True)
    browser = space.mate.enter()
    rotated = browser.act("/app/tools/api", {"do": "rotate", "token": token["tokenId"]})
    assert rotated.status == 403 and "adcore_test_" not in rotated.text
    space.mate.account.server.client(token["token"], space=space.id).get("/campaigns", expect=200)
    leads_to_a_factor(space.settings(browser, requireSecondFactor=False))
    leads_to_a_factor(space.settings(browser, maxCampaignDailyBudget="90000"))
    assert space.required() is True
    invited = browser.act(space.page, {"do": "invite", "email": thief.account.email, "role": "OWNER"})
    assert invited.status == 403, invited.text
    assert server.sql("SELECT count(*) FROM space_invitations WHERE space_id = '%s'" % space.id) in ([["0"]], [[0]])
    assert len(space.api.get("/spaces/%s/members" % space.id).data) == 2
    left = browser.act(space.page, {"do": "remove", "account": space.mate.account.uid})
    assert left.status != 403, left.text
