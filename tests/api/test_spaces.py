"""Spaces: members and roles, permissions of each role, the command line, and the history of
both."""

import os
import random
import threading

import pytest

from adcore_grant import grant
from adcore_make import (
    campaign_body,
    make_campaign,
    make_tree,
    missing_id,
    push,
    start_push,
)
from adcore_metrics import measured_server, wait_scrape
from adcore_server import ALL_SCOPES, Server
from adcore_team import ROLES, Team


@pytest.fixture
def team(server):
    return Team(server)


@pytest.fixture(scope="module")
def crew(server):
    """One team for the tests that change no more than drafts."""
    return Team(server)


@pytest.fixture(scope="module")
def description(server):
    return server.client().request("GET", "/openapi.json").json


# --- roles ------------------------------------------------------------------------------------


def operations(description):
    for path, item in sorted(description["paths"].items()):
        for method, operation in sorted(item.items()):
            if method in ("get", "post", "patch", "delete") and operation.get("security") != []:
                yield method.upper(), path, operation


def allowed(role, scopes, path):
    if path.startswith("/webhooks"):
        return role == "OWNER"
    if role == "VIEWER":
        return all(scope.endswith(":read") for scope in scopes)
    return role != "EDITOR" or "sync:write" not in scopes


@pytest.mark.parametrize("role", ROLES)
def test_every_operation_asks_for_what_the_role_allows(crew, description, role):
    """With a token of all scopes only the role limits the caller. 403 names the missing
    permission."""
    client = crew.client(role)
    seen = 0
    for method, path, operation in operations(description):
        scopes = operation["x-required-scopes"]
        path = path.replace("{id}", "none_0")
        body = {"body": {}} if "requestBody" in operation else {}
        if allowed(role, scopes, path) and method != "GET":
            continue  # the tests below cover the operations that it may write
        resp = client.request(method, path, **body)
        if allowed(role, scopes, path):
            assert resp.status != 403, "%s %s: %r" % (method, path, resp)
        else:
            assert resp.status == 403 and resp.code == "INSUFFICIENT_SCOPE", (method, path)
            assert set(resp.details["required"]) <= set(scopes)
            seen += not path.startswith("/webhooks")
    assert (seen > 5) == (role in ("VIEWER", "EDITOR")) or role == "EDITOR" and seen >= 4


@pytest.mark.parametrize("role", ROLES)
def test_a_role_drafts_and_pushes_or_not(team, role):
    client = team.client(role)
    make_tree(team.client("OWNER"))
    drafts, pushes = role != "VIEWER", role in ("OWNER", "PUBLISHER")
    made = client.post("/campaigns", campaign_body(), expect=201 if drafts else 403)
    if not drafts:
        assert made.details["required"] == ["campaigns:write"]
    assert client.get("/campaigns").meta["total"] == 1 + drafts
    plan = client.post("/sync/preview", {}, expect=200).data
    if pushes:
        assert push(client, plan=plan)["status"] == "SUCCEEDED"
    else:
        refused = client.post("/sync", {"planHash": plan["planHash"]}, expect=403)
        assert refused.details["required"] == ["sync:write"]


def test_a_role_gives_no_scope_that_the_token_lacks(team):
    client = team.client("OWNER", ["campaigns:read"])
    client.get("/campaigns")
    client.post("/campaigns", campaign_body(), expect=403)
    assert client.get("/me").data["scopes"] == ["campaigns:read"]
    assert client.get("/me").data["space"]["role"] == "OWNER"


@pytest.mark.parametrize("role", ROLES)
def test_a_member_sees_the_space_and_its_role(crew, role):
    client = crew.client(role)
    one = client.get("/spaces/" + crew.id).data
    assert one["role"] == role and one["personal"] is False and one["name"] == "Team"
    listed = {space["id"]: space for space in client.get("/spaces").data}
    assert listed[crew.id] == one and len(listed) == 2
    assert client.get("/me").data["space"]["id"] == crew.id


def test_a_changed_role_is_seen_at_once(team):
    editor = team.client("EDITOR")
    account = team.account("EDITOR")
    for role in ("VIEWER", "EDITOR", "VIEWER", "PUBLISHER"):
        team.cli("member", "set", team.id, "--email", account.email, "--role", role)
        editor.post("/campaigns", campaign_body(), expect=403 if role == "VIEWER" else 201)
        assert editor.get("/spaces/" + team.id).data["role"] == role


def test_a_removed_member_is_out_at_once(team):
    editor = team.client("EDITOR")
    made = make_campaign(editor)
    account = team.account("EDITOR")
    team.cli("member", "remove", team.id, "--email", account.email)
    for method, path in (
        ("GET", "/campaigns"),
        ("GET", "/campaigns/" + made["id"]),
        ("PATCH", "/campaigns/" + made["id"]),
        ("GET", "/spaces/" + team.id),
        ("GET", "/spaces/%s/members" % team.id),
    ):
        body = {"body": {"budget": 6}} if method == "PATCH" else {}
        assert editor.request(method, path, expect=404, **body).code == "NOT_FOUND"
    editor.space = None
    assert team.id not in [space["id"] for space in editor.get("/spaces").data]
    assert editor.get("/campaigns").meta["total"] == 0
    assert team.client("OWNER").get("/campaigns/" + made["id"]).data == made


def test_a_removed_member_does_not_wait_on():
    """A long poll that has begun ends with the answer that a new request would get."""
    with measured_server() as server:
        assert_waits_no_longer(server, Team(server))


def assert_waits_no_longer(server, team):
    publisher = team.client("PUBLISHER")
    account = team.account("PUBLISHER")
    make_tree(publisher)
    team.cli("set", team.id, "--require-approval-test", "ALWAYS")
    run = start_push(publisher)
    assert run["status"] == "AWAITING_APPROVAL"
    answers = []

    def wait():
        answers.append(publisher.get("/sync/" + run["id"], query={"wait": 30}, expect=(200, 404)))

    thread = threading.Thread(target=wait)
    thread.start()
    wait_scrape(server, lambda found: found["adcore_http_waiting_requests"] == 1)
    team.cli("member", "remove", team.id, "--email", account.email)
    # Any event wakes the waiting calls: here the end of the run itself.
    team.client("OWNER").post("/sync/%s/cancel" % run["id"], expect=200)
    thread.join(60)
    assert [answer.status for answer in answers] == [404]


@pytest.mark.skipif(
    (os.environ.get("ADCORE_TEST_DATABASE") or "sqlite") == "sqlite",
    reason="several servers share PostgreSQL only; another process is the command line above",
)
def test_roles_are_seen_by_another_server_too():
    """Two servers on one database, each with cached rights."""
    key = {"ADCORE_SECRET_KEY": "%064x" % random.getrandbits(256)}
    with Server(env=key) as here_server:
        there_server = Server(env=dict(key, ADCORE_DATABASE=here_server.database.url))
        there_server.database.drop()
        there_server.database.url = here_server.database.url
        there_server.database.drop = lambda: None
        with there_server:
            team = Team(here_server)
            account = team.account("EDITOR")
            token = account.token()
            both = [s.client(token, space=team.id) for s in (here_server, there_server)]
            for client in both:
                client.get("/campaigns")
            for role, read, write in (("VIEWER", 200, 403), ("EDITOR", 200, 201), (None, 404, 404)):
                args = ["set", "--role", role] if role else ["remove"]
                team.cli("member", args[0], team.id, "--email", account.email, *args[1:])
                for client in both:
                    client.get("/campaigns", expect=read)
                    client.post("/campaigns", campaign_body(), expect=write)


def test_a_grant_is_capped_by_the_role_too(team):
    account = team.account("EDITOR")
    token = grant(team.server, account, ALL_SCOPES, space=team.id)
    client = team.server.client(token)
    make_campaign(client)
    client.post("/sync", {}, expect=403)
    team.cli("member", "set", team.id, "--email", account.email, "--role", "VIEWER")
    client.post("/campaigns", campaign_body(), expect=403)
    assert client.get("/campaigns").meta["total"] == 1
    team.cli("member", "remove", team.id, "--email", account.email)
    client.get("/campaigns", expect=404)


# --- members ----------------------------------------------------------------------------------


def test_members_are_listed(team):
    for role in ROLES:
        team.account(role)
    for role in ROLES:
        found = team.client(role).get("/spaces/%s/members" % team.id)
        assert found.meta["total"] == 4
        own = team.accounts[role]
        assert {m["accountId"]: m["role"] for m in found.data} == {a.uid: r for r, a in team.accounts.items()}
        assert [m["email"] for m in found.data if m["email"]] == [own.email], "another's address is not shown"
        assert {m["accountId"] for m in found.data} == {a.uid for a in team.accounts.values()}
        assert all(set(m) == {"accountId", "email", "name", "role", "createdAt"} for m in found.data)


def addresses(client, team):
    return {m["email"] for m in client.get("/spaces/%s/members" % team.id).data}


def test_addresses_are_for_an_owners_token_with_the_scope(team):
    for role in ROLES:
        team.account(role)
    owner = team.client("OWNER", "campaigns:read,people:read")
    assert addresses(owner, team) == {a.email for a in team.accounts.values()}
    for role in ("PUBLISHER", "EDITOR", "VIEWER"):
        other = team.client(role, "all,people:read")
        assert addresses(other, team) == {team.accounts[role].email, ""}
    app = team.server.client(grant(team.server, team.owner, ["campaigns:read"], space=team.id))
    assert addresses(app, team) == {team.owner.email, ""}


def test_members_in_pages(team):
    for role in ROLES:
        team.account(role)
    client = team.client("OWNER")
    path = "/spaces/%s/members" % team.id
    whole = client.get(path).data
    for limit in (1, 2, 3, 4):
        assert client.walk(path, limit=limit) == whole
    assert client.walk(path, limit=3, query={"order": "asc"}) == whole[::-1]
    cursor = client.get(path, query={"limit": 1}).meta["nextCursor"]
    for other in ("/spaces", "/connections", "/spaces/%s/members" % team.personal()):
        client.refuse("GET", other, query={"cursor": cursor})
    client.refuse("GET", path, query={"cursor": cursor, "order": "asc"})
    client.refuse("GET", path, query={"role": "OWNER"})
    client.refuse("GET", path, query={"limit": 0})


def test_spaces_in_pages(server, account):
    for number in range(5):
        server.cli("space", "add", "--email", account.email, "--name", "S%d" % number)
    client = account.client()
    whole = client.get("/spaces").data
    assert [space["name"] for space in whole] == ["S4", "S3", "S2", "S1", "S0", "Personal"]
    for limit in (1, 2, 5, 6):
        assert client.walk("/spaces", limit=limit) == whole
    assert client.walk("/spaces", limit=4, query={"order": "asc"}) == whole[::-1]


def test_foreign_and_missing_spaces_are_alike_everywhere(server, team):
    stranger = server.account().client()
    for method, path in (("GET", "/spaces/%s"), ("GET", "/spaces/%s/members"), ("PATCH", "/spaces/%s")):
        body = {"body": {"name": "x"}} if method == "PATCH" else {}
        answers = [
            stranger.request(method, path % one, expect=404, **body).same_but_for(one)
            for one in (team.id, missing_id(team.id))
        ]
        assert answers[0] == answers[1]
    assert team.client("OWNER").get("/spaces/" + team.id).data["version"] == 1


def test_the_last_owner_stays(team):
    email = team.owner.email
    for command in (["remove"], ["set", "--role", "VIEWER"]):
        refused = team.cli("member", command[0], team.id, "--email", email, *command[1:], check=False)
        assert refused.code == 1
        assert refused.error["code"] == "CONFLICT" and "last owner" in refused.error["message"]
    editor = team.account("EDITOR")
    team.cli("member", "set", team.id, "--email", editor.email, "--role", "OWNER")
    team.cli("member", "remove", team.id, "--email", email)
    members = team.client("EDITOR").get("/spaces/%s/members" % team.id).data
    assert [(m["accountId"], m["role"]) for m in members] == [(editor.uid, "OWNER")]


def test_commands_on_members_say_what_is_wrong(team):
    def fails(code, *args):
        done = team.cli(*args, check=False)
        assert done.code == code, done
        return done.error["message"]

    editor = team.account("EDITOR")
    own = team.personal()
    assert "already" in fails(1, "member", "add", team.id, "--email", editor.email, "--role", "OWNER")
    assert "no account" in fails(1, "member", "add", team.id, "--email", "no@x.test", "--role", "OWNER")
    assert "no Space" in fails(1, "member", "list", missing_id(team.id))
    assert "Personal" in fails(1, "member", "add", own, "--email", editor.email, "--role", "VIEWER")
    assert "OWNER, PUBLISHER" in fails(
        2, "member", "add", team.id, "--email", editor.email, "--role", "BOSS"
    )
    fails(2, "member", "add", team.id, "--email", editor.email)
    fails(2, "member", "add", "--email", editor.email, "--role", "OWNER")
    assert "--currency" in fails(2, "add", "--email", editor.email, "--name", "x", "--currency", "XXQ")
    stranger = team.server.account()
    assert "not a member" in fails(1, "member", "remove", team.id, "--email", stranger.email)
    assert "not a member" in fails(
        1, "member", "set", team.id, "--email", stranger.email, "--role", "OWNER"
    )


def test_commands_print_themselves(team):
    added = team.cli(
        "member", "add", team.id, "--email", team.server.account().email, "--role", "VIEWER"
    ).json
    assert added["role"] == "VIEWER" and added["accountId"].startswith("acc_")
    listed = team.cli("member", "list", team.id).json
    assert added in listed and len(listed) == 2
    assert {s["id"] for s in team.cli("list", "--email", team.owner.email).json} >= {team.id}
    assert len(team.cli("list").json) > 2
    plain = team.cli("list", "--email", team.owner.email, as_json=False).out
    assert team.id in plain and "OWNER" in plain and "Team" in plain


def test_a_shared_space_has_sandbox_accounts_of_its_own(team):
    own = team.owner.client().get("/connections").data
    shared = team.client("OWNER").get("/connections").data
    assert {c["platform"] for c in shared} == {"google", "microsoft", "reddit", "meta"}
    assert not {c["accountId"] for c in own} & {c["accountId"] for c in shared}
    make_tree(team.client("PUBLISHER"))
    assert push(team.client("PUBLISHER"))["status"] == "SUCCEEDED"


# --- the command line -------------------------------------------------------------------------


def test_the_shell_may_loosen(team):
    done = team.cli(
        "set",
        team.id,
        "--name",
        "Shell",
        "--max-campaign-daily-budget",
        "250.5",
        "--max-total-daily-budget",
        "none",
        "--max-budget-increase-percent",
        "none",
        "--blocked-terms",
        "casino,Free Money",
        "--require-approval-live",
        "NEVER",
    ).json
    rails = done["guardrails"]
    assert done["name"] == "Shell"
    assert rails["maxCampaignDailyBudget"] == 250.5
    assert rails["maxTotalDailyBudget"] is None and rails["maxBudgetIncreasePercent"] is None
    assert rails["blockedTerms"] == ["casino", "free money"]
    assert rails["requireApproval"] == {"live": "NEVER", "test": "NEVER"}
    assert team.client("OWNER").get("/spaces/" + team.id).data["guardrails"] == rails
    assert team.cli("set", team.id, "--blocked-terms", "none").json["guardrails"]["blockedTerms"] == []
    for args in (
        ["--max-campaign-daily-budget", "x"],
        ["--max-campaign-daily-budget", "0"],
        ["--allowed-platforms", "google,myspace"],
        ["--require-approval-test", "SOMETIMES"],
        ["--name", ""],
    ):
        refused = team.cli("set", team.id, *args, check=False)
        assert refused.code == 1 and refused.error["code"] == "VALIDATION_ERROR", args
    assert team.cli("set", team.id, check=False).code == 2


# --- history ----------------------------------------------------------------------------------


def test_history_tells_of_spaces_and_members(team):
    """The entry is in the history of both environments, because a Space, its limits and its
    members belong to both."""
    editor = team.account("EDITOR")
    owner = team.client("OWNER")
    owner.patch("/spaces/" + team.id, {"name": "New", "guardrails": {"maxTotalDailyBudget": 400}})
    team.cli("member", "set", team.id, "--email", editor.email, "--role", "VIEWER")
    team.cli("member", "remove", team.id, "--email", editor.email)
    team.cli("set", team.id, "--max-total-daily-budget", "none")

    def member(role):
        return {"member": role and {"accountId": editor.uid, "role": role}}

    for env in ("test", "live"):
        client = team.client("OWNER", env=env)
        rows = client.get("/history", query={"resource": "space", "order": "asc"}).data
        assert {row["objectId"] for row in rows} == {team.id}
        assert [row["verb"] for row in rows] == ["CREATE"] + ["UPDATE"] * 5
        assert [row["door"] for row in rows] == ["CLI", "CLI", "API", "CLI", "CLI", "CLI"]
        assert rows[0]["accountId"] == rows[2]["accountId"] == team.owner.uid
        assert rows[1]["accountId"] is None, "the server's operator"
        assert rows[0]["before"] is None and rows[0]["after"]["name"] == "Team"
        assert (rows[1]["before"], rows[1]["after"]) == (member(None), member("EDITOR"))
        assert rows[2]["before"]["name"] == "Team" and rows[2]["after"]["name"] == "New"
        assert rows[2]["before"]["guardrails"]["maxTotalDailyBudget"] == 500
        assert rows[2]["after"]["guardrails"]["maxTotalDailyBudget"] == 400
        assert rows[2]["requestId"] and "currency" not in rows[2]["after"]
        assert (rows[3]["before"], rows[3]["after"]) == (member("EDITOR"), member("VIEWER"))
        assert (rows[4]["before"], rows[4]["after"]) == (member("VIEWER"), member(None))
        assert rows[5]["after"]["guardrails"]["maxTotalDailyBudget"] is None
        assert editor.email not in str(rows)
