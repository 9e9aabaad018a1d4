"""Accounts that an operator lists, disables and removes on the command line."""

import http.client
import json
from urllib.parse import urlencode, urlsplit

import pytest

from adcore_browser import PASSWORD, Browser
from adcore_grant import granted
from adcore_make import finish, make_campaign, make_tree, preview, push
from adcore_server import Server


def cli(server, verb, account, **options):
    return server.cli("account", verb, "--email", account.email, **options)


def ids(server):
    return {each["uid"]: each for each in server.cli("account", "list").json}


def test_all_are_listed(server, account):
    one = ids(server)[account.uid]
    assert one["email"] == account.email and one["disabled"] is False and one["spaces"] == 1
    plain = server.cli("account", "list", as_json=False)
    assert account.email in plain.out


def test_a_disabled_account_may_do_nothing(server, account):
    api = account.client(spare=False)
    make_campaign(api)
    cli(server, "disable", account)
    assert ids(server)[account.uid]["disabled"] is True
    api.get("/me", expect=401)
    api.post("/campaigns", {"name": "x"}, expect=401)
    cli(server, "disable", account)
    cli(server, "enable", account)
    assert api.get("/campaigns").meta["total"] == 1


def ask_token(server, **fields):
    """The status and the body of an answer of the token endpoint."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("POST", "/token", urlencode(fields), {"Content-Type": "application/x-www-form-urlencoded"})
    answer = connection.getresponse()
    told = answer.status, json.loads(answer.read())
    connection.close()
    return told


def test_a_link_does_not_let_a_disabled_account_in(server, account):
    password = ("account", "password", "--email", account.email, "--password-stdin")
    server.cli(*password, stdin=PASSWORD + "\n")
    cli(server, "disable", account)
    path = urlsplit(server.cli("account", "invite", "--email", account.email).json["link"])
    path = path.path + "?" + path.query
    refused = Browser(server).get(path)
    assert refused.status == 400 and "is no longer valid" in refused.text
    cli(server, "enable", account)
    browser = Browser(server)
    page = browser.get(path)
    fields = {name: page.field(name, "/signin/link") for name in ("csrf", "token")}
    cli(server, "disable", account)
    server.sql("UPDATE account_links SET used_at = NULL")
    late = browser.ask("POST", "/signin/link", {**fields, "password": "other words that differ"})
    assert late.status == 400 and "is no longer valid" in late.text
    wrong, right = (Browser(server).sign_in(account.email, word) for word in ("not the password", PASSWORD))
    assert right.status == wrong.status == 403 and "The email address or the password is wrong." in right.text
    cli(server, "enable", account)
    assert Browser(server).sign_in(account.email, PASSWORD).path == "/app/account"


def test_codes_end_and_refresh_tokens_wait_with_a_disabled_account(server, account):
    answer = granted(server, account, ["sync:read"])
    kept = "(SELECT COUNT(*) FROM %s WHERE account_id = '" + account.uid + "')"
    server.sql("INSERT INTO oauth_devices (device_hash, user_code, client_id, resource, scopes, interval_s, created_at,"
               " expires_at, decision, account_id) VALUES ('h%s', '%s', 'cli_1', 'r', 1, 5, 1, 1, 'allow', '%s')"
               % (account.uid, account.uid, account.uid))
    server.sql("UPDATE oauth_codes SET redeemed_at = NULL WHERE account_id = '%s'" % account.uid)
    refresh = {"grant_type": "refresh_token", "refresh_token": answer["refresh_token"],
               "client_id": answer["client_id"]}
    cli(server, "disable", account)
    assert server.sql("SELECT %s, %s" % (kept % "oauth_codes", kept % "oauth_devices")) in ([[0, 0]], [["0", "0"]])
    status, told = ask_token(server, **refresh)
    assert (status, told["error"]) == (400, "invalid_grant")
    cli(server, "enable", account)
    status, told = ask_token(server, **refresh)
    assert status == 200 and server.client(told["access_token"]).get("/sync").data == []


def test_its_runs_end_before_anything_is_sent(desk):
    desk.server.sql("UPDATE spaces SET require_approval_test = 'ALWAYS'")
    make_campaign(desk.api)
    run = desk.api.post("/sync", {"planHash": preview(desk.api)["planHash"]}, expect=202).data
    cli(desk.server, "disable", desk.account)
    cli(desk.server, "enable", desk.account)
    waiting = desk.api.get("/sync/" + run["id"]).data
    assert waiting["status"] in ("AWAITING_APPROVAL", "CANCELLED", "FAILED")
    assert desk.live().campaigns == []
    desk.server.sql("UPDATE spaces SET require_approval_test = 'NEVER'")


def test_a_removed_account_leaves_nothing(desk):
    server, account = desk.server, desk.account
    make_tree(desk.api)
    push(desk.api)
    space = desk.api.get("/me").data["space"]["id"]
    cli(server, "remove", account)
    assert account.uid not in ids(server)
    desk.api.get("/me", expect=401)
    for table in ("campaigns", "keywords", "sync_runs", "sync_operations", "connections"):
        [[left]] = server.sql("SELECT COUNT(*) FROM %s WHERE space_id = '%s'" % (table, space))
        assert int(left) == 0, table
    [[left]] = server.sql("SELECT COUNT(*) FROM spaces WHERE id = '%s'" % space)
    assert int(left) == 0
    again = cli(server, "remove", account, check=False)
    assert again.code == 1 and again.error["code"] == "NOT_FOUND"
    server.cli("doctor", as_json=False)


@pytest.fixture
def shared(server):
    """An account whose second Space has another member."""
    owner, guest = server.account(), server.account()
    space = server.cli("space", "add", "--email", owner.email, "--name", "Shop").json["id"]
    server.cli("space", "member", "add", space, "--email", guest.email, "--role", "EDITOR")
    return owner, guest, space


def test_an_account_that_others_need_stays(server, shared):
    owner, guest, space = shared
    refused = cli(server, "remove", owner, check=False)
    assert refused.code == 1 and "Shop" in refused.error["message"], refused
    cli(server, "remove", guest)
    assert guest.uid not in ids(server) and owner.uid in ids(server)
    cli(server, "remove", owner)
    [[left]] = server.sql("SELECT COUNT(*) FROM spaces WHERE id = '%s'" % space)
    assert int(left) == 0


def test_a_removed_account_leaves_other_spaces_as_an_owner_would_end_it(server, shared):
    owner, guest, space = shared
    server.cli("space", "member", "set", space, "--email", guest.email, "--role", "OWNER")
    machine = server.cli("client", "add", "--email", guest.email, "--name", "night", "--env", "test",
                         "--space", space, "--scopes", "sync:read").json
    made = guest.client(space=space).post("/webhooks", {"url": "https://hooks.example.com/"}, expect=201).data
    cli(server, "remove", guest)
    api = owner.client(space=space)
    (event,) = api.get("/events?type=member.removed").data
    assert event["data"] == {"accountId": guest.uid, "role": None, "by": None}
    (ended,) = api.get("/events?type=webhook.disabled").data
    assert ended["data"] == {"webhookId": made["id"], "failures": 0, "error": "OWNER_LEFT"}
    newest = api.get("/history?resource=space").data[0]
    assert (newest["before"]["member"]["accountId"], newest["after"]["member"]) == (guest.uid, None)
    for table, column, value in (("oauth_clients", "id", machine["clientId"]), ("members", "account_id", guest.uid)):
        [[left]] = server.sql("SELECT COUNT(*) FROM %s WHERE %s = '%s'" % (table, column, value))
        assert int(left) == 0, table


def test_a_live_ad_account_and_an_open_run_keep_it(desk):
    server = desk.server
    server.sql("UPDATE spaces SET require_approval_test = 'ALWAYS'")
    make_campaign(desk.api)
    run = desk.api.post("/sync", {"planHash": preview(desk.api)["planHash"]}, expect=202).data
    refused = cli(server, "remove", desk.account, check=False)
    assert refused.code == 1 and "has not ended" in refused.error["message"]
    desk.api.post("/sync/%s/cancel" % run["id"], expect=200)
    finish(desk.api, run["id"])
    server.sql("UPDATE connections SET environment = 'live' WHERE platform = 'meta'")
    refused = cli(server, "remove", desk.account, check=False)
    assert refused.code == 1 and "disconnect" in refused.error["message"]
    server.sql("UPDATE connections SET environment = 'test' WHERE platform = 'meta'")
    server.sql("UPDATE spaces SET require_approval_test = 'NEVER'")
    cli(server, "remove", desk.account)


def test_passwords_of_the_operators_list_are_refused(tmp_path):
    listed = tmp_path / "leaked.txt"
    listed.write_text("zz\nPurple Monkey Dishwasher\nCrème brûlée 1987\n", encoding="utf-8")
    with Server(env={"ADCORE_PASSWORD_LIST": str(listed)}) as server:
        account = server.account()
        change = ("account", "password", "--email", account.email, "--password-stdin")
        for word in ("purple monkey dishwasher", "CRÈME BRÛLÉE 1987"):
            refused = server.cli(*change, stdin=word + "\n", check=False)
            assert refused.code == 2 and "list of leaked passwords" in refused.err, refused
        link = urlsplit(server.cli("account", "invite", "--email", account.email).json["link"])
        browser = Browser(server)
        page = browser.get(link.path + "?" + link.query)
        fields = {name: page.field(name, "/signin/link") for name in ("csrf", "token")}
        late = browser.ask("POST", "/signin/link", {**fields, "password": "purple monkey DISHWASHER"})
        assert late.status == 400 and "list of leaked passwords" in late.text, late.text
        server.cli(*change, stdin="purple monkey dishwasher 7\n")
        listed.unlink()
        missing = server.cli("account", "list", check=False)
        assert missing.code == 2 and "leaked.txt cannot be read" in missing.err, missing
        listed.write_text("")
