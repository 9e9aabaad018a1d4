"""Scopes: every operation is refused to a token that has all scopes except the required one."""

import json

import pytest

from adcore_make import (
    ad_body,
    ad_group_body,
    campaign_body,
    keyword_body,
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    make_tree,
    preview,
)
from adcore_server import wait_for
from adcore_tools import Tools

NONE = {"campaigns": "cmp", "ad-groups": "agr", "ads": "ad", "keywords": "kw"}
ULID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"

OPERATIONS = []
for collection, scope in (
    ("campaigns", "campaigns"),
    ("ad-groups", "campaigns"),
    ("ads", "ads"),
    ("keywords", "keywords"),
):
    one = "/%s/%s_%s" % (collection, NONE[collection], ULID)
    OPERATIONS += [
        ("GET", "/" + collection, scope + ":read"),
        ("GET", one, scope + ":read"),
        ("POST", "/" + collection, scope + ":write"),
        ("PATCH", one, scope + ":write"),
        ("DELETE", one, scope + ":write"),
        ("POST", one + "/restore", scope + ":write"),
    ]
OPERATIONS += [
    ("GET", "/businesses", "businesses:read"),
    ("GET", "/businesses/biz_" + ULID, "businesses:read"),
    ("POST", "/businesses", "businesses:write"),
    ("PATCH", "/businesses/biz_" + ULID, "businesses:write"),
    ("DELETE", "/businesses/biz_" + ULID, "businesses:write"),
    ("GET", "/keyword-lists", "keywords:read"),
    ("POST", "/keyword-lists", "keywords:write"),
    ("POST", "/keyword-lists/kwl_%s/attach" % ULID, "keywords:write"),
    ("POST", "/campaigns/bulk", "campaigns:write"),
    ("POST", "/ad-groups/bulk", "campaigns:write"),
    ("POST", "/ads/bulk", "ads:write"),
    ("POST", "/keywords/bulk", "keywords:write"),
    ("POST", "/assets/bulk", "assets:write"),
    ("GET", "/sync", "sync:read"),
    ("GET", "/sync/syn_" + ULID, "sync:read"),
    ("GET", "/sync/preview", "sync:read"),
    ("POST", "/sync/preview", "sync:read"),
    ("POST", "/sync", "sync:write"),
    ("POST", "/sync/syn_%s/cancel" % ULID, "sync:write"),
    ("POST", "/sync/syn_%s/retry" % ULID, "sync:write"),
    ("POST", "/sync/pause-all", "sync:write"),
]


@pytest.fixture(scope="module")
def lacking(server):
    """Clients that lack one scope each."""
    clients = {}

    def get(scope):
        if scope not in clients:
            clients[scope] = server.account().without(scope)
        return clients[scope]

    return get


@pytest.mark.parametrize(
    "method,path,scope", OPERATIONS, ids=["%s-%s" % op[:2] for op in OPERATIONS]
)
def test_operation_needs_its_scope(lacking, method, path, scope):
    options = {"body": {}} if method in ("POST", "PATCH") else {}
    resp = lacking(scope).request(method, path, expect=403, **options)
    assert resp.code == "INSUFFICIENT_SCOPE"
    assert resp.details["required"] == [scope]
    assert scope in resp.error["message"]


@pytest.mark.parametrize(
    "method,path,scope",
    [op for op in OPERATIONS if op[0] == "GET"],
    ids=[op[1] for op in OPERATIONS if op[0] == "GET"],
)
def test_reading_needs_only_its_scope(server, account, method, path, scope):
    resp = account.client([scope]).get(path, expect=(200, 404))
    assert resp.status == (404 if ULID in path else 200)


def test_writing_needs_only_the_write_scope(account):
    full = account.client()
    campaign = make_campaign(full)
    group = make_ad_group(full, campaign["id"])
    campaigns = account.client(["campaigns:write"])
    made = campaigns.post("/campaigns", campaign_body()).data
    campaigns.patch("/campaigns/" + made["id"], {"budget": 12})
    campaigns.post("/ad-groups", ad_group_body(made["id"]))
    campaigns.delete("/campaigns/" + made["id"])
    ads = account.client(["ads:write"])
    ads.delete("/ads/" + make_ad(ads, group["id"])["id"])
    keywords = account.client(["keywords:write"])
    keywords.delete("/keywords/" + make_keyword(keywords, group["id"])["id"])


def test_a_write_scope_does_not_read(account):
    for scope, path in (("campaigns:write", "/campaigns"), ("campaigns:write", "/ad-groups")):
        account.client([scope]).get(path, expect=403)
    account.client(["ads:write"]).get("/ads", expect=403)
    account.client(["keywords:write"]).get("/keywords", expect=403)


def test_scope_comes_before_the_object_and_the_body(account):
    api = account.client(["reports:read"])
    api.patch("/campaigns/cmp_" + ULID, {"nonsense": 1}, expect=403)
    api.request("POST", "/campaigns", raw=b"{ not json", expect=403)
    api.request(
        "POST",
        "/campaigns",
        raw=b"a=b",
        content_type="application/x-www-form-urlencoded",
        expect=403,
    )
    api.get("/campaigns", headers={"X-Space-Id": "spc_" + ULID}, expect=403)


def test_push_names_every_missing_scope(account):
    full = account.client()
    make_tree(full)
    for have, missing in (
        (["sync:write", "campaigns:write"], {"ads:write", "keywords:write"}),
        (["sync:write", "ads:write"], {"campaigns:write", "keywords:write"}),
        (["sync:write"], {"campaigns:write", "ads:write", "keywords:write"}),
    ):
        resp = account.client(have + ["sync:read"]).post("/sync", {}, expect=403)
        assert resp.code == "INSUFFICIENT_SCOPE"
        assert set(resp.details["required"]) == missing
        named = resp.error["message"].partition(" scopes ")[2].partition(", which ")[0]
        assert sorted(named.split(", ")) == sorted(missing)
    assert full.get("/sync").meta["total"] == 0


def test_push_needs_sync_write_beside_the_resource_scopes(account):
    full = account.client()
    make_campaign(full)
    resp = account.without("sync:write").post("/sync", {}, expect=403)
    assert "sync:write" in resp.details["required"]
    resp = account.client(["sync:read", "campaigns:read"]).post("/sync", {}, expect=403)
    assert "sync:write" in resp.details["required"]


def test_preview_shows_only_op_and_spend_of_what_the_token_cannot_read(account):
    full = account.client()
    tree = make_tree(full, budget=17)
    plan = preview(account.client(["sync:read", "ads:read"]))
    assert plan["planHash"] == preview(full)["planHash"]
    by_kind = {}
    for operation in plan["operations"]:
        by_kind.setdefault(operation["resource"], []).append(operation)
    ads = sum((ops for kind, ops in by_kind.items() if kind == "ad"), [])
    assert [op["id"] for op in ads] == [tree["ads"][0]["id"]] and ads[0]["changes"]
    hidden = [op for ops in by_kind.values() for op in ops if op["resource"] != "ad"]
    assert len(hidden) == 4
    for operation in hidden:
        assert operation["op"] == "CREATE"
        assert not operation.get("changes"), operation
        assert not operation.get("id"), operation
    assert tree["campaign"]["name"] not in str(plan)
    assert tree["keywords"][0]["text"] not in str(plan)
    assert plan["totals"]["dailyBudgetAfter"] == 17


def test_keyword_and_ad_bodies_are_refused_without_their_own_scope(account):
    full = account.client()
    group = make_ad_group(full, make_campaign(full)["id"])
    resp = account.without("ads:write").post("/ads", ad_body(group["id"]), expect=403)
    assert resp.details["required"] == ["ads:write"]
    resp = account.without("keywords:write").post(
        "/keywords", keyword_body(group["id"]), expect=403
    )
    assert resp.details["required"] == ["keywords:write"]


def test_a_refused_call_is_a_line_of_the_log(server, account):
    """The entry names the operation, the credential and the request id at both front ends,
    without a secret."""
    client = account.client(["campaigns:read"])
    refused = client.delete("/campaigns/cmp_" + ULID, expect=403)
    Tools(client).forbidden("create_business", name="x", website="https://a.example")

    def lines():
        rows = [json.loads(line) for line in server.log_text().splitlines() if "{" in line]
        mine = [row for row in rows if row.get("event") == "access_refused"]
        return [row for row in mine if row["account"] == account.uid]

    first, second = wait_for(lambda: len(lines()) == 2 and lines(), 10)
    assert first["request"] == refused.headers["x-request-id"]
    assert first["operation"] == "deleteCampaign" and first["method"] == "DELETE"
    assert first["needed"] == "campaigns:write" and first["address"] == "127.0.0.1"
    assert first["credential"] in client.token and second["credential"] == first["credential"]
    assert second["path"] == "/mcp" and "businesses:write" in second["needed"]
    assert client.token not in server.log_text()
