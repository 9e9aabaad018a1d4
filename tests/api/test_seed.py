"""Rules for the whole interface, checked for each operation of the description: envelopes,
headers and names."""

import re

import pytest

from adcore_client import TIME_RE
from adcore_make import ad_group_body, campaign_body, make_tree, preview, push
from adcore_server import ALL_SCOPES, TOKEN_RE, Server
from adcore_tenancy import World, collections

SCOPES = set(ALL_SCOPES)
RESOURCES = ("Identity", "Campaign", "AdGroup", "Ad", "Keyword", "Business", "SyncRun")
# Enums whose values are identifiers: platform, environment, resource, bucket, recovery, and event
# types such as "kill_switch.on".
IDENTIFIERS = re.compile(r"^[a-z][A-Za-z]*$|^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$")
NO_ENVELOPE = ("/openapi.json", "/assets/{id}/content")


@pytest.fixture(scope="module")
def world():
    with Server(env={"ADCORE_PLANS": "tenants:100000:1000000:api"}) as server:
        made = World(server)
        made.server = server
        yield made


def filled(world, path, operation):
    for name, _ in world.description.path_kind(path, operation):
        path = path.replace("{%s}" % name, world.ours.of(path.split("/{")[0]))
    return path + world.query(path, operation) if "?" not in path else path


def reads(world):
    """(path, url) of every operation that reads, filled with the account's own objects."""
    for method, path, operation in world.description.operations():
        if method != "GET" or path in NO_ENVELOPE:
            continue
        url = path
        for name, _ in world.description.path_kind(path, operation):
            url = url.replace("{%s}" % name, world.ours.of(path.split("/{")[0]))
        yield path, operation, url + world.query(path, operation)


def test_every_answer_is_in_the_envelope(world):
    seen = 0
    for path, operation, url in reads(world):
        answer = world.ours.api.get(url, expect=200)
        assert set(answer.json) == {"data", "meta"}, answer
        assert answer.meta["requestId"] == answer.headers["x-request-id"], answer
        if operation["security"]:
            assert answer.headers["x-ratelimit-limit"] == "100000", answer
        seen += 1
    assert seen >= 15


def test_every_list_has_cursor_and_total(world):
    seen = 0
    for path, _, url in reads(world):
        answer = world.ours.api.get(url)
        if not isinstance(answer.data, list):
            continue
        assert isinstance(answer.meta["total"], int), answer
        assert answer.meta["nextCursor"] is None or isinstance(answer.meta["nextCursor"], str)
        seen += 1
    assert seen >= 8


def refusals(world):
    """One refused request of each operation, for each kind of refusal."""
    nobody = "adcore_test_aaaaaaaaaaaaaaaa_" + "b" * 43
    for method, path, operation in world.description.operations():
        if not operation["security"]:
            continue
        url = path
        for name, _ in world.description.path_kind(path, operation):
            url = url.replace("{%s}" % name, world.ours.of(path.split("/{")[0]))
        body = world.ours.body(operation) if method != "GET" else None
        options = {} if not body else {"body": body}
        yield method, url, options, {"Authorization": "Bearer " + nobody}, 401
        yield method, url, options, {"X-Space-Id": world.theirs.of("/spaces")}, 404
        yield "PUT", url, {}, {}, 405


def test_every_refusal_is_in_the_envelope(world):
    api = world.ours.api
    for method, url, options, headers, status in refusals(world):
        answer = api.request(method, url, headers=headers, expect=(status, 429), **options)
        assert set(answer.json) == {"error"}, answer
        assert set(answer.error) == {"code", "message", "details"}, answer
        assert answer.details["recovery"] in ("transient", "correctable", "terminal"), answer
        assert answer.headers["x-request-id"] and answer.headers["x-ratelimit-reset"], answer
        if answer.status == 401:
            assert answer.headers["www-authenticate"].startswith("Bearer"), answer
            assert answer.code == "INVALID_CREDENTIALS"
        if answer.status == 405:
            assert method not in answer.headers["allow"] and answer.headers["allow"]


def test_every_operation_refuses_what_it_does_not_know(world):
    """An unknown parameter, and an unknown field of a body, are named in the error."""
    api = world.ours.api
    for method, path, operation in world.description.operations():
        if path in NO_ENVELOPE or not operation["security"]:
            continue
        url = path
        for name, _ in world.description.path_kind(path, operation):
            url = url.replace("{%s}" % name, world.ours.of(path.split("/{")[0]))
        query = world.query(path, operation)
        body = world.ours.body(operation) if method in ("POST", "PATCH") else None
        options = {} if body is None else {"body": body}
        join = "&" if query else "?"
        answer = api.request(method, url + query + join + "nothing=1", expect=400, **options)
        assert answer.fault("nothing", "UNKNOWN_PARAMETER"), answer
        if body is not None:
            odd = dict(body, nothingSuch=1)
            answer = api.request(method, url + query, body=odd, expect=400)
            assert answer.fault("nothingSuch", "UNKNOWN_FIELD"), answer


def test_every_object_has_an_etag(world):
    for collection in collections(world.description):
        if not world.description.operation("GET", collection + "/{id}"):
            continue
        path = "%s/%s" % (collection, world.ours.of(collection))
        first = world.ours.api.get(path)
        assert re.fullmatch(r'"\d+\.\d+"', first.etag), first
        for tags in (first.etag, '"0.0", ' + first.etag, "*"):
            kept = world.ours.api.get(path, headers={"If-None-Match": tags}, expect=304)
            assert kept.etag == first.etag and not kept.raw
        again = world.ours.api.get(path, headers={"If-None-Match": '"0.0"'}, expect=200)
        assert again.data == first.data


def test_ids_are_prefixed_and_rise(world):
    kinds = set()
    for collection in collections(world.description):
        first = world.ours.of(collection)
        assert re.fullmatch(r"[a-z]+_[0-9A-HJKMNP-TV-Z]{26}", first), first
        kinds.add(first.split("_")[0])
        if world.description.operation("POST", collection) and collection != "/spaces":
            del world.ours.made[collection]
            assert world.ours.of(collection) > first
    assert kinds >= {"cmp", "agr", "ad", "kw", "biz", "syn", "spc", "con"}


def test_order_turns_a_list(world):
    for name in ("/campaigns", "/ad-groups", "/ads", "/keywords", "/sync"):
        world.ours.of(name)
        newest = [each["id"] for each in world.ours.api.get(name).data]
        oldest = [each["id"] for each in world.ours.api.get(name + "?order=asc").data]
        assert newest == oldest[::-1] and newest == sorted(newest, reverse=True)


def test_names_are_written_alike(world):
    """Fields are camelCase. Values are UPPER_SNAKE, except identifiers."""
    doc = world.description.doc

    def walk(node, name=""):
        if isinstance(node, dict):
            for key, inner in node.get("properties", {}).items() if "type" in node else ():
                assert re.fullmatch(r"[a-z][A-Za-z0-9]*", key), key
                walk(inner, key)
            for value in node.get("enum", ()) if isinstance(node.get("enum"), list) else ():
                upper = re.fullmatch(r"[A-Z][A-Z0-9_]*", str(value))
                assert upper or IDENTIFIERS.match(str(value)), (name, value)
            for key, inner in node.items():
                if key not in ("properties", "example", "examples", "default"):
                    walk(inner, key if key not in ("items", "oneOf", "anyOf") else name)
        elif isinstance(node, list):
            for inner in node:
                walk(inner, name)

    walk(doc["components"]["schemas"])


def test_the_identity_has_these_fields_and_types(world):
    data = world.ours.api.get("/me").data
    assert isinstance(data["uid"], str) and isinstance(data["email"], str)
    assert set(data["plan"]) >= {"id", "name"}
    assert all(isinstance(value, str) for value in data["plan"].values())
    assert isinstance(data["scopes"], list) and set(data["scopes"]) == SCOPES


def test_the_thirteen_scopes(world):
    named = set()
    for _, _, operation in world.description.operations():
        named |= set(operation["x-required-scopes"])
    assert len(SCOPES) == 13 and named <= SCOPES
    assert set(world.ours.api.get("/me").data["scopes"]) == SCOPES


def test_every_resource_has_its_routes(world):
    paths = world.description.doc["paths"]
    for path, methods in (
        ("/me", "get"),
        ("/campaigns", "get post"),
        ("/campaigns/{id}", "get patch delete"),
        ("/ad-groups", "get post"),
        ("/ad-groups/{id}", "get patch delete"),
        ("/ads", "get post"),
        ("/ads/{id}", "get patch delete"),
        ("/keywords", "get post"),
        ("/keywords/{id}", "get patch delete"),
        ("/keyword-lists", "get post"),
        ("/keyword-lists/{id}", "get patch delete"),
        ("/keyword-lists/{id}/attach", "post"),
        ("/businesses", "get post"),
        ("/businesses/{id}", "get patch delete"),
        ("/conversions/offline", "get post"),
        ("/sync", "get post"),
        ("/sync/preview", "get post"),
        ("/sync/{id}", "get"),
        ("/conversions/offline", "get post"),
        ("/openapi.json", "get"),
    ):
        assert set(methods.split()) <= set(paths[path]), path


def test_no_events_are_described(world):
    doc = world.description.doc
    assert "webhooks" not in doc and "callbacks" not in str(doc["paths"])


def test_what_is_not_described_is_not_there(world):
    api = world.ours.api
    for path in ("/tokens", "/accounts", "/users", "/admin", "/graphql"):
        assert path not in world.description.doc["paths"]
        assert api.get(path, expect=404).code == "NOT_FOUND"
        assert api.post(path, {}, expect=404).code == "NOT_FOUND"


# --- drafts, interfaces, pushes ----------------------------------------------------------------


class Connector:
    def __init__(self, api):
        self.api = api

    def call(self, tool, /, **arguments):
        message = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": tool, "arguments": arguments},
        }
        headers = {
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2025-11-25",
        }
        answer = self.api.request(
            "POST", "/mcp", message, root=True, headers=headers, expect=200
        )
        return answer.json["result"]


def test_only_a_push_reaches_a_platform(desk):
    end = desk.box.log_end()
    tree = make_tree(desk.api)
    campaign = "/campaigns/" + tree["campaign"]["id"]
    desk.api.patch(campaign, {"budget": 21})
    desk.api.delete("/keywords/" + tree["keywords"][0]["id"])
    desk.api.post("/campaigns?validateOnly=true", campaign_body(), expect=200)
    for path in ("/campaigns", "/sync", "/connections", "/spaces", "/me"):
        desk.api.get(path)
    Connector(desk.api).call("create_campaign", name="Drafted", type="SEARCH", budget=5)
    plan = preview(desk.api)
    desk.api.post("/sync?validateOnly=true", {"planHash": plan["planHash"]}, expect=None)
    assert desk.box.mutates(end) == []
    push(desk.api)
    assert desk.box.mutates(end)


def test_what_one_door_makes_the_other_shows(api):
    tools = Connector(api)
    made = tools.call("create_campaign", name="By the connector", type="SEARCH", budget=5)
    campaign = made["structuredContent"]["campaign"]
    assert api.get("/campaigns/" + campaign["id"]).data["name"] == "By the connector"
    group = api.post("/ad-groups", ad_group_body(campaign["id"], name="By REST")).data
    shown = tools.call("get_object", id=group["id"])["structuredContent"]
    assert "By REST" in str(shown)
    api.delete("/campaigns/" + campaign["id"])
    assert tools.call("get_object", id=campaign["id"])["isError"] is True


def test_guardrails_hold_at_both_doors(api):
    body = campaign_body(budget=100.01)
    assert api.post("/campaigns", body, expect=422).code == "GUARDRAIL_VIOLATION"
    answer = Connector(api).call("create_campaign", **body)
    assert answer["isError"] is True and "GUARDRAIL_VIOLATION" in str(answer)
    made = api.post("/campaigns", dict(body, budget=100)).data
    change = {"id": made["id"], "changes": {"budget": 101}}
    answer = Connector(api).call("update_objects", updates=[change])
    assert answer["isError"] is True and "GUARDRAIL_VIOLATION" in str(answer)
    assert api.get("/campaigns/" + made["id"]).data == made


def test_the_connector_drafts_nothing_enabled(api):
    tools = Connector(api)
    refused = tools.call("create_campaign", status="ENABLED", **campaign_body())
    assert refused.get("isError") is True or "error" in refused
    assert api.get("/campaigns").meta["total"] == 0
    made = tools.call("create_campaign", **campaign_body())["structuredContent"]["campaign"]
    assert api.get("/campaigns/" + made["id"]).data["status"] == "PAUSED"
    change = {"id": made["id"], "changes": {"status": "ENABLED"}}
    refused = tools.call("update_objects", updates=[change])
    assert refused["isError"] is True and "NOT_BY_CONNECTOR" in str(refused)
    assert api.get("/campaigns/" + made["id"]).data["status"] == "PAUSED"


def test_the_two_named_tools(api):
    tools = Connector(api)
    made = tools.call("create_campaign", **campaign_body())["structuredContent"]["campaign"]
    group = api.post("/ad-groups", ad_group_body(made["id"])).data
    words = [{"text": "fresh bread", "matchType": "PHRASE"}]
    tools.call("create_keyword", adGroupId=group["id"], keywords=words)
    assert [each["text"] for each in api.get("/keywords").data] == ["fresh bread"]


# --- tokens ------------------------------------------------------------------------------------------


def test_nothing_changes_the_scopes_of_a_token(server):
    account = server.account()
    minted = account.mint(["campaigns:read"])
    for words in (
        ["token", "set", minted["tokenId"], "--scopes", "all"],
        ["token", "rotate", minted["tokenId"], "--scopes", "all"],
    ):
        assert server.cli(*words, check=False).code == 2
    rotated = server.cli("token", "rotate", minted["tokenId"]).json
    assert server.client(rotated["token"]).get("/me").data["scopes"] == ["campaigns:read"]


def test_the_log_names_no_secret():
    """Server.stop() searches for each minted secret. This test also uses one in every way."""
    with Server() as server:
        account = server.account()
        token = account.token()
        secret = TOKEN_RE.match(token).group(3)
        client = server.client(token)
        client.get("/me")
        client.get("/me?token=" + token, expect=400)
        client.get("/campaigns/" + token, expect=404)
        client.get("/" + token, expect=404)
        server.client().get("/me?access_token=" + token, expect=401)
        client.post("/campaigns", {"name": token, "type": token, "budget": token}, expect=400)
        client.get("/me", headers={"X-Space-Id": token, "Cookie": "t=" + token}, expect=404)
        assert secret not in server.log_text()


def test_times_are_written_alike(world):
    assert TIME_RE.match(world.ours.api.get("/me").data["limits"]["minute"]["resetAt"])
