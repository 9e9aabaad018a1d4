"""Every act of core/auth/signin/acts.c in a session whose confirmation is older than ten minutes, and
again after a new sign-in. The test moves the server's wall clock."""

import base64
import hashlib
import json
import pathlib
import re
from urllib.parse import urlencode

import pytest

from adcore_app import AppClient
from adcore_browser import ACCOUNT, PASSWORD, Browser
from adcore_grant import CALLBACK, Form, post
from adcore_make import make_campaign
from adcore_server import Server
from adcore_tools import Tools

MINUTE = 60
ROOT = pathlib.Path(__file__).resolve().parents[2]
ACTS = re.findall(r'\{ AD_ACT_\w+, "(\w+)"', (ROOT / "core/auth/signin/acts.c").read_text())


@pytest.fixture(scope="module")
def server():
    with Server(["--trusted-proxy", "127.0.0.1/32"], clock=True) as running:
        yield running


class Desk:
    """An owner with a Space to share, whose pages are open in a browser."""

    def __init__(self, server):
        self.server = server
        self.owner = server.account()
        server.cli("account", "password", "--email", self.owner.email, "--password-stdin", stdin=PASSWORD + "\n")
        self.space = server.cli("space", "add", "--email", self.owner.email, "--name", "Office").json["id"]
        self.member = self.add("PUBLISHER")
        self.stranger = server.account()
        self.api = self.owner.client(space=self.space, spare=False)
        self.live = self.owner.client(env="live", space=self.space, spare=False)
        self.page = "/app/spaces/" + self.space
        self.browser = Browser(server)
        self.confirm()

    def add(self, role):
        account = self.server.account()
        self.server.cli("space", "member", "add", self.space, "--email", account.email, "--role", role)
        return account

    def confirm(self):
        assert self.browser.sign_in(self.owner.email, PASSWORD).path == ACCOUNT

    def act(self, path, **form):
        return self.browser.act(path, form)

    def roles(self):
        rows = self.api.get("/spaces/%s/members" % self.space).data
        invited = self.server.sql("SELECT account_id, role FROM space_invitations WHERE space_id = '%s'" % self.space)
        return sorted([(row["accountId"], row["role"]) for row in rows] + [tuple(row) for row in invited])


def space_form(desk, **form):
    return desk.act(desk.page, **form)


def member_add(desk):
    return space_form(desk, do="invite", email=desk.stranger.email, role="OWNER")


def member_role(desk):
    return space_form(desk, do="role", account=desk.member.uid, role="OWNER")


def member_remove(desk):
    return space_form(desk, do="remove", account=desk.member.uid)


def grant_push(desk):
    client = post(desk.server.port, "/register", json.dumps({"redirect_uris": [CALLBACK], "client_name": "App",
                                                             "token_endpoint_auth_method": "none"}), "application/json")
    challenge = base64.urlsafe_b64encode(hashlib.sha256(b"v" * 43).digest()).rstrip(b"=").decode()
    query = {"response_type": "code", "client_id": client["client_id"], "redirect_uri": CALLBACK,
             "scope": "campaigns:read sync:write", "code_challenge": challenge, "code_challenge_method": "S256",
             "resource": desk.server.base_url}
    page = desk.browser.get("/authorize?" + urlencode(query))
    form = Form(page.text)
    assert form.action == "/authorize/consent"
    return desk.browser.ask("POST", form.action, [*form.fields, ("decision", "allow")])


def connection(desk, what):
    row = next(row for row in desk.api.get("/connections").data if row["platform"] == "google")
    return desk.act("/app/connections", do=what, space=desk.space, environment="test", platform="google",
                    connection=row["id"])


def live_plan(desk):
    """A plan with an operation. The Space's sandbox ad account stands in for a live one."""
    columns = ("platform, account_id_remote, account_name, currency, timezone, status, settings, created_at,"
               " created_by, version, updated_at")
    desk.server.sql("INSERT INTO connections (id, space_id, environment, %s) SELECT 'con_' || substr(space_id, 5),"
                    " space_id, 'live', %s FROM connections WHERE space_id = '%s' AND environment = 'test'"
                    " AND platform = 'google'" % (columns, columns, desk.space))
    make_campaign(desk.live)


def approve_live(desk):
    tools = Tools(desk.live)
    plan = tools.call("preview_sync", all=True)["plan"]
    run = tools.call("push_sync", all=True, planHash=plan["planHash"])["run"]
    assert run["status"] == "AWAITING_APPROVAL"
    return desk.act("/app/runs/" + run["id"], do="approve")


def approve_own(desk):
    desk.server.cli("space", "set", desk.space, "--require-approval-test", "ALWAYS")
    desk.server.cli("space", "member", "remove", desk.space, "--email", desk.member.email, check=False)
    make_campaign(desk.api)
    run = desk.api.post("/sync", {}, expect=202).data
    assert run["status"] == "AWAITING_APPROVAL"
    return desk.act("/app/runs/" + run["id"], do="approve")


def push_live(desk):
    plan = desk.live.post("/sync/preview", {}, expect=200).data
    assert plan["operations"] and not plan["violations"], plan
    return desk.act("/app/review?space=" + desk.space, do="push", environment="live", planHash=plan["planHash"], once="a" * 32)


def kill_switch_lift(desk):
    return space_form(desk, do="lift", environment="test")


def guardrail_loosen(desk):
    page = desk.browser.get(desk.page)
    form = re.search(r'<form (?:(?!<form ).)*?name="do" value="settings".*?</form>', page.text, re.S).group(0)
    return desk.browser.ask("POST", desk.page, [("maxCampaignDailyBudget", "9000") if name == "maxCampaignDailyBudget" else
                                                (name, value) for name, value in Form(form).fields
                                                if name != "requireSecondFactor"])


def token_mint(desk):
    return desk.act("/app/tools/api", do="mint", name="new", environment="test", days="30", scope="sync:write")


def token_rotate(desk):
    token = desk.server.cli("token", "list", "--email", desk.owner.email).json[0]["tokenId"]
    return desk.act("/app/tools/api", do="rotate", token=token)


def account_change(desk):
    return desk.browser.get(ACCOUNT + "/totp")


def webhook_change(desk):
    return AppClient(desk.browser, space=desk.space).ask("POST", "/webhooks", {"url": "https://hooks.example.com/"})


def forget(desk):
    """The object to forget is looked up after the confirmation."""
    campaign = make_campaign(desk.api)
    body = {"id": campaign["id"], "field": "status", "keep": "FORGET", "remoteId": "1"}
    return AppClient(desk.browser, space=desk.space).ask("POST", "/sync/drift/resolve", body)


PROBES = {
    "MEMBER_ADD": member_add,
    "MEMBER_ROLE": member_role,
    "MEMBER_REMOVE": member_remove,
    "GRANT_PUSH": grant_push,
    "CONNECT": lambda desk: connection(desk, "connect"),
    "DISCONNECT": lambda desk: connection(desk, "disconnect"),
    "APPROVE_LIVE": approve_live,
    "APPROVE_OWN": approve_own,
    "PUSH_LIVE": push_live,
    "KILL_SWITCH_LIFT": kill_switch_lift,
    "GUARDRAIL_LOOSEN": guardrail_loosen,
    "TOKEN_MINT": token_mint,
    "TOKEN_ROTATE": token_rotate,
    "ACCOUNT_CHANGE": account_change,
    "WEBHOOK_CHANGE": webhook_change,
    "FORGET": forget,
}
# The response is JSON. The confirmation page's address is a member of the details.
JSON_ACTS = ("WEBHOOK_CHANGE", "FORGET")
# Acts whose success would send requests to a real platform.
REFUSED_ONLY = ("APPROVE_LIVE", "PUSH_LIVE")


def test_every_act_of_the_table_has_a_probe():
    assert ACTS and set(ACTS) == set(PROBES)


@pytest.mark.parametrize("act", ACTS)
def test_an_act_needs_a_confirmation_of_the_last_ten_minutes(server, act):
    desk = Desk(server)
    if act in REFUSED_ONLY:
        live_plan(desk)
    roles = desk.roles()
    server.clock.advance(11 * MINUTE)
    refused = PROBES[act](desk)
    if act in JSON_ACTS:
        assert (refused.status, refused.reason, refused.details["act"]) == (409, "CONFIRMATION_REQUIRED", act)
        assert refused.details["confirmUrl"].endswith("/signin?switch=1")
    else:
        assert refused.status in (400, 403), refused.text
        assert re.search(r'href="/signin\?[^"]*switch=1', refused.text) and "Sign in again" in refused.text
    assert "adcore_test_" not in refused.text
    if act.startswith("MEMBER"):
        assert desk.roles() == roles
    if act in REFUSED_ONLY:
        return
    desk.confirm()
    done = PROBES[act](desk)
    assert "Sign in again" not in done.text and done.status != 403, done.text


def test_one_leaves_without_a_confirmation(server):
    desk = Desk(server)
    server.cli("space", "member", "add", desk.space, "--email", desk.stranger.email, "--role", "OWNER")
    server.clock.advance(11 * MINUTE)
    left = desk.act(desk.page, do="leave", account=desk.owner.uid)
    assert left.status == 200 and left.path.endswith("done=left")


def test_the_kill_switch_is_pulled_without_a_confirmation(server):
    desk = Desk(server)
    server.clock.advance(11 * MINUTE)
    assert desk.act(desk.page, do="pause", environment="test").path.endswith("done=pulled")


def from_everywhere(desk, ask, count):
    """The statuses of requests of one session, each from a network of its own."""
    statuses = []
    for number in range(count):
        desk.browser.address = "10.%d.%d.1" % (number // 250, number % 250)
        statuses.append(ask(number).status)
    desk.browser.address = None
    return statuses


def test_a_session_does_not_guess_the_password_from_everywhere(server):
    """The old password would confirm the session. Without a limit over all networks, a stolen
    session could guess it."""
    desk = Desk(server)
    server.clock.advance(11 * MINUTE)
    page = desk.browser.get(ACCOUNT)

    def guess(number):
        return desk.browser.send("/password", {"old": "guess %d" % number, "password": "six other words"}, page)

    assert from_everywhere(desk, guess, 105) == 100 * [403] + 5 * [429]
    right = desk.browser.send("/password", {"old": PASSWORD, "password": "six other words"}, page)
    assert right.status == 429 and int(right.headers["Retry-After"]) > 22 * 3600
    refused = desk.act(desk.page, do="role", account=desk.member.uid, role="OWNER")
    assert refused.status == 403, "the session is not confirmed"


def test_a_session_does_not_look_for_accounts_from_everywhere(server):
    desk = Desk(server)
    page = desk.browser.get(ACCOUNT)

    def look(number):
        form = {"do": "invite", "email": "nobody%d@adcore.test" % number, "role": "VIEWER"}
        return desk.browser.act(desk.page, form, page)

    assert from_everywhere(desk, look, 105) == 100 * [400] + 5 * [429]
    assert desk.browser.act(desk.page, {"do": "invite", "email": desk.stranger.email, "role": "VIEWER"}).status == 429
    server.clock.advance(24 * 60 * MINUTE)
    desk.confirm()
    done = desk.browser.act(desk.page, {"do": "invite", "email": desk.stranger.email, "role": "VIEWER"})
    assert done.path.endswith("done=invited"), done.text
