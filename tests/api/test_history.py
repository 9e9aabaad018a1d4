"""GET /history: account, time, interface, old and new values, and the permission to read them.
doctor reports rows that were deleted, changed, swapped or truncated."""

import pytest

from adcore_grant import grant
from adcore_make import make_business, make_campaign, make_keyword, make_tree, missing_id, push, space_id
from adcore_server import Server
from adcore_tools import Tools


def entries(api, **query):
    return api.walk("/history", query=query)


def doctor(server):
    """doctor's findings about the history, and its exit code."""
    done = server.cli("doctor", check=False)
    return [line for line in done.json["findings"] if "histor" in line], done.code


def test_a_life_of_an_object(account, api):
    made = api.post("/campaigns", {"name": "Rye", "type": "SEARCH", "budget": 10})
    at = "/campaigns/" + made.data["id"]
    changed = api.patch(at, {"budget": 20.5, "name": "Rye bread"})
    api.patch(at, {"budget": 20.5})  # changes nothing
    gone = api.delete(at)
    found = entries(api, objectId=made.data["id"])
    assert [each["verb"] for each in found] == ["DELETE", "UPDATE", "CREATE"]
    for each, resp in zip(found, (gone, changed, made)):
        assert each["requestId"] == resp.request_id
        assert each["accountId"] == account.uid
        assert each["credentialId"] == str(api.token).split("_")[2]
        assert each["door"] == "API"
        assert each["resource"] == "campaign" and each["objectId"] == made.data["id"]
        assert set(each) == {
            "id", "at", "door", "accountId", "credentialId", "requestId", "resource",
            "objectId", "verb", "before", "after",
        }  # fmt: skip
    deleted, updated, created = found
    assert created["before"] is None
    assert created["after"]["name"] == "Rye" and created["after"]["budget"] == 10
    assert created["at"] >= made.data["createdAt"]
    assert updated["before"] == {"name": "Rye", "budget": 10}
    assert updated["after"] == {"name": "Rye bread", "budget": 20.5}
    assert deleted["after"] is None and deleted["before"]["budget"] == 20.5


def test_one_entry_by_its_id(account, api):
    make_campaign(api)
    make_campaign(api)
    for each in entries(api, resource="campaign"):
        resp = api.get("/history/" + each["id"])
        assert resp.data == each and resp.etag
        api.get("/history/" + each["id"], headers={"If-None-Match": resp.etag}, expect=304)
    api.get("/history/" + missing_id(each["id"]), expect=404)
    api.get("/history/his_1", expect=404)
    # the right position with another time or hash is no valid id
    wrong = each["id"][:-1] + ("0" if each["id"][-1] != "0" else "1")
    api.get("/history/" + wrong, expect=404)
    # ids of another Space or of the other environment are not valid either
    other = account.server.account().client()
    make_campaign(other)
    other.get("/history/" + each["id"], expect=404)
    live = account.client(env="live")
    live.get("/history/" + each["id"], expect=404)
    assert entries(live, resource="campaign") == []


def test_the_connector_is_a_door(account, api):
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {
            "name": "create_campaign",
            "arguments": {"name": "Rolls", "type": "SEARCH", "budget": 5},
        },
    }
    accept = {"Accept": "application/json, text/event-stream"}
    api.request("POST", "/mcp", call, root=True, headers=accept, expect=200)
    (entry,) = entries(api, resource="campaign")
    assert entry["door"] == "MCP" and entry["after"]["name"] == "Rolls"
    assert entries(api, door="MCP", resource="campaign") == [entry]
    assert entries(api, door="API", resource="campaign") == []


@pytest.fixture(scope="module")
def crowd(server):
    """Campaigns, groups, ads and keywords, and some changes."""
    account = server.account()
    api = account.client()
    trees = [make_tree(api, groups=2, name="T%d" % number) for number in range(5)]
    for tree in trees:
        api.patch("/campaigns/" + tree["campaign"]["id"], {"budget": 30})
    return account, api, trees


@pytest.mark.parametrize("order", [None, "asc"])
@pytest.mark.parametrize("limit", [1, 7, 200])
def test_pages_give_every_entry_once(crowd, order, limit):
    _, api, _ = crowd
    whole = [each["id"] for each in entries(api, order=order)]
    assert [each["id"] for each in api.walk("/history", limit, {"order": order})] == whole
    assert len(set(whole)) == len(whole)
    times = [each["at"] for each in entries(api)]
    assert times == sorted(times, reverse=True)


def test_filters_and_their_totals(crowd):
    account, api, trees = crowd
    everything = entries(api)
    token = str(api.token).split("_")[2]
    for query, holds in (
        ({"resource": "campaign"}, lambda e: e["resource"] == "campaign"),
        ({"resource": "ad,keyword"}, lambda e: e["resource"] in ("ad", "keyword")),
        ({"verb": "UPDATE"}, lambda e: e["verb"] == "UPDATE"),
        ({"verb": "UPDATE", "resource": "ad"}, lambda e: False),
        ({"door": "API,MCP"}, lambda e: e["door"] == "API"),
        ({"accountId": account.uid}, lambda e: e["accountId"] == account.uid),
        ({"credentialId": token}, lambda e: e["credentialId"] == token),
        ({"objectId": trees[0]["campaign"]["id"]}, lambda e: e["objectId"] == trees[0]["campaign"]["id"]),
        (
            {"objectId": trees[0]["campaign"]["id"], "verb": "CREATE"},
            lambda e: e["objectId"] == trees[0]["campaign"]["id"] and e["verb"] == "CREATE",
        ),
        ({"requestId": everything[3]["requestId"]}, lambda e: e["id"] == everything[3]["id"]),
    ):
        assert entries(api, **query) == [each for each in everything if holds(each)], query
    middle = everything[len(everything) // 2]["at"]
    last = everything[0]["at"]
    for query, holds in (
        ({"since": middle}, lambda e: e["at"] >= middle),
        ({"until": middle}, lambda e: e["at"] < middle),
        ({"since": middle, "until": last}, lambda e: middle <= e["at"] < last),
        ({"since": middle, "resource": "ad"}, lambda e: e["at"] >= middle and e["resource"] == "ad"),
        ({"until": "2020-01-01T00:00:00Z"}, lambda e: False),
        ({"since": "2020-01-01T00:00:00Z"}, lambda e: True),
        ({"since": "2100-01-01T00:00:00Z"}, lambda e: False),
    ):
        assert entries(api, **query) == [each for each in everything if holds(each)], query


def test_what_is_refused(crowd):
    _, api, _ = crowd
    for query, path, code in (
        ({"resource": "bread"}, "resource", "UNKNOWN_VALUE"),
        ({"verb": "create"}, "verb", "UNKNOWN_VALUE"),
        ({"door": "WINDOW"}, "door", "UNKNOWN_VALUE"),
        ({"since": "yesterday"}, "since", "INVALID_TIME"),
        ({"until": "2026-13-01T00:00:00Z"}, "until", "INVALID_TIME"),
        ({"objectId": ""}, "objectId", "TOO_SHORT"),
        ({"objectId": "x" * 65}, "objectId", "TOO_LONG"),
        ({"status": "PAUSED"}, "status", "UNKNOWN_PARAMETER"),
        ({"q": "bread"}, "q", "UNKNOWN_PARAMETER"),
        ({"limit": "0"}, "limit", "TOO_SMALL"),
    ):
        api.refuse("GET", "/history", query=query).fault(path, code)
    both = api.refuse("GET", "/history", query={"since": "x", "until": "y"})
    both.fault("since")
    both.fault("until")
    # a cursor is bound to its filters, also to filters that are no fields
    page = api.get("/history", query={"since": "2020-01-01T00:00:00Z", "limit": 1})
    cursor = page.meta["nextCursor"]
    api.refuse("GET", "/history", query={"cursor": cursor}).fault("cursor", "INVALID_CURSOR")
    assert api.request("POST", "/history", {}).status == 405


def test_each_read_scope_shows_its_kind(crowd):
    account, api, _ = crowd
    whole = entries(api)
    kinds = {each["resource"] for each in whole}
    assert kinds >= {"campaign", "adGroup", "ad", "keyword"}
    for scope, shown in (
        ("campaigns:read", {"campaign", "adGroup"}),
        ("ads:read", {"ad"}),
        ("keywords:read", {"keyword"}),
    ):
        few = account.client([scope])
        mine = entries(few)
        staged = {"campaign", "adGroup", "ad", "keyword"}
        assert {each["resource"] for each in mine} & staged == shown
        assert [e for e in mine if e["resource"] in staged] == [
            e for e in whole if e["resource"] in shown
        ]
        hidden = next(e for e in whole if e["resource"] in staged - shown)
        few.get("/history/" + hidden["id"], expect=404)
        assert entries(few, objectId=hidden["objectId"]) == []
        assert entries(few, resource=hidden["resource"]) == []
    resp = account.client(["campaigns:write", "sync:write"]).get("/history", expect=403)
    assert "campaigns:read" in resp.details["required"] and len(resp.details["required"]) == 7


def test_the_totals_need_no_counting(crowd):
    """For filters that counter cells cover, the total equals the number of entries."""
    _, api, _ = crowd
    for query in ({}, {"resource": "ad"}, {"verb": "CREATE", "door": "API"}):
        page = api.get("/history", query=dict(query, limit=1))
        assert page.meta["total"] == len(entries(api, **query))


OF = "chain = (SELECT MIN(chain) FROM history WHERE object_id = '%s')"
TAMPERINGS = {
    "taken out": ("DELETE FROM history WHERE {chain} AND seq = 4", "row 4 was taken out"),
    "changed": (
        "UPDATE history SET account_id = 'acc_else' WHERE {chain} AND seq = 5",
        "row 5 (his_",
    ),
    "swapped": (
        "UPDATE history SET seq = CASE seq WHEN 2 THEN -3 ELSE -2 END WHERE {chain} AND"
        " seq IN (2, 3)",
        None,
    ),
    "cut off": ("DELETE FROM history WHERE {chain} AND seq > 6", "rows 7 to "),
}


@pytest.mark.parametrize("name", sorted(TAMPERINGS))
def test_doctor_names_the_break(name):
    statement, told = TAMPERINGS[name]
    with Server() as server:
        api = server.account().client()
        made = [make_campaign(api) for _ in range(8)]
        assert doctor(server) == ([], 0)
        of = OF % made[0]["id"]
        server.sql(statement.format(chain=of))
        if name == "swapped":
            server.sql("UPDATE history SET seq = -seq WHERE %s AND seq < 0" % of)
            told = "row 2 (his_"
        findings, code = doctor(server)
        broken = [line for line in findings if "is broken" in line]
        assert code == 1 and len(broken) == 1 and told in broken[0], findings


def test_doctor_walks_while_a_server_writes_and_after_it_was_killed():
    with Server() as server:
        api = server.account().client()
        for _ in range(5):
            make_campaign(api)
        server.restart(kill=True)
        api.close()
        make_keyword(api, make_tree(api, ads=0, keywords=0)["groups"][0]["id"])
        assert doctor(server) == ([], 0)


PEOPLE = "all,people:read"


def test_what_the_command_line_does(account):
    server = account.server
    api = account.client(PEOPLE)
    made = account.mint(["campaigns:read"], name="reader")
    rotated = server.cli("token", "rotate", made["tokenId"]).json
    server.cli("token", "revoke", made["tokenId"])
    account.set("--subscription", "active", "--plan", "pro")
    found = entries(api, objectId=made["tokenId"])
    assert [each["verb"] for each in found] == ["REVOKE", "ROTATE", "CREATE"]
    for each in found:
        assert each["door"] == "CLI" and each["resource"] == "token"
        assert each["accountId"] is None and each["requestId"] is None
    assert found[2]["after"]["scopes"] == ["campaigns:read"]
    assert found[0]["before"]["name"] == "reader" and found[0]["after"] is None
    billed, added = entries(api, resource="account")
    assert (added["verb"], added["before"]) == ("CREATE", None)
    assert billed["before"]["plan"] == "scale" and billed["after"]["plan"] == "pro"
    # the token's entry is in the other environment's history, the account's entry in both
    live = account.client(PEOPLE, env="live")
    assert entries(live, objectId=made["tokenId"]) == []
    assert len(entries(live, resource="account")) == 2
    whole = str(entries(api)) + str(entries(live))
    for token in (made["token"], rotated["token"]):
        assert token.split("_", 3)[3] not in whole
    assert account.email not in whole


def test_who_may_come_in_is_for_the_owner(server):
    owner, viewer = server.account(), server.account()
    space = server.cli("space", "add", "--email", owner.email, "--name", "Shared").json["id"]
    server.cli("space", "member", "add", space, "--email", viewer.email, "--role", "VIEWER")
    api, other = owner.client(PEOPLE), viewer.client(PEOPLE)
    plain = owner.client(spare=False)
    api.space = other.space = plain.space = space
    campaign = make_campaign(api)
    (entry,) = entries(other, resource="campaign")
    # presented as a token's: the tokens of a shared Space are grants, made in a browser
    server.sql("UPDATE history SET resource = 'token' WHERE object_id = '%s'" % campaign["id"])
    assert api.get("/history/" + entry["id"]).data["resource"] == "token"
    app = server.client(grant(server, owner, ["campaigns:read"], space=space))
    for blind in (other, plain, app):
        blind.get("/history/" + entry["id"], expect=404)
    assert api.get("/history", query={"objectId": campaign["id"]}).meta["total"] == 1
    for blind in (other, plain, app):
        assert blind.get("/history", query={"objectId": campaign["id"]}).meta["total"] == 0


def test_an_app_reads_the_history_of_its_scopes_alone(server, account, api):
    make_campaign(api)
    make_business(api)
    server.cli("space", "set", space_id(api.get("/me").data), "--name", "Renamed")
    app = server.client(grant(server, account, ["keywords:read", "businesses:read"]))
    kinds = {row["resource"] for row in app.get("/history").data}
    assert kinds == {"business"}
    assert {row["resource"] for row in Tools(api).call("list_changes")["changes"]} == {"business", "campaign"}
    assert "space" in {row["resource"] for row in api.get("/history").data}


def test_a_push_leaves_what_it_did(desk):
    campaign = make_campaign(desk.api)
    run = push(desk.api)
    pushed = entries(desk.api, objectId=campaign["id"], verb="PUSH")
    assert len(pushed) == 1
    (entry,) = pushed
    assert entry["door"] == "SYNC" and entry["requestId"] == run["id"]
    assert entry["accountId"] == run["createdBy"]
    assert entry["before"]["syncState"] == "SYNCING" and entry["before"]["remote"]["id"] is None
    assert entry["after"]["syncState"] == "SYNCED" and entry["after"]["remote"]["id"]
    ended, begun = entries(desk.api, objectId=run["id"])
    assert (begun["verb"], begun["door"], begun["before"]) == ("CREATE", "API", None)
    assert begun["after"]["planHash"] == run["planHash"]
    assert (ended["verb"], ended["door"]) == ("FINISH", "SYNC")
    assert ended["after"] == {"status": "SUCCEEDED"}
    few = desk.account.client(["campaigns:read"])
    assert entries(few, objectId=run["id"]) == []


def test_the_command_line_needs_the_servers_secret(account):
    server, api = account.server, account.client(PEOPLE)
    server.extra_env["ADCORE_SECRET_KEY"] = "ab" * 32
    try:
        done = server.cli("account", "set", "--email", account.email, "--plan", "pro", check=False)
    finally:
        del server.extra_env["ADCORE_SECRET_KEY"]
    assert done.code == 1 and "ADCORE_SECRET_KEY" in done.error["message"]
    assert entries(api, resource="account")[0]["verb"] == "CREATE"
    account.set("--plan", "pro")
    assert entries(api, resource="account")[0]["after"]["plan"] == "pro"
