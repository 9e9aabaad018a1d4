"""Billing: the three 402s, and that money never stops a self-hosted account."""

import pytest

from adcore_server import wait_for

CASES = [
    ("SUBSCRIPTION_REQUIRED", ["--subscription", "none"]),
    ("SUBSCRIPTION_EXPIRED", ["--subscription", "expired"]),
    ("API_ACCESS_NOT_IN_PLAN", ["--plan", "free"]),
]


def soon(client, status, path="/me"):
    """The answer once the change has been seen by the running server."""

    def ask():
        resp = client.get(path, expect=None)
        return resp if resp.status == status else None

    resp = wait_for(ask, 5, 0.1)
    assert resp, "still %d" % client.get(path, expect=None).status
    return resp


@pytest.mark.parametrize("code,change", CASES, ids=[case[0] for case in CASES])
def test_402_and_back(server, code, change):
    account = server.account(plan="pro")
    client = account.client()
    client.get("/me")
    account.set(*change)
    resp = soon(client, 402)
    assert resp.code == code
    assert "plan" in resp.details and "manageUrl" in resp.details
    for method, path in (
        ("GET", "/campaigns"),
        ("POST", "/campaigns"),
        ("POST", "/sync"),
        ("GET", "/nothing-here"),
        ("PUT", "/campaigns"),
    ):
        options = {"body": {}} if method in ("POST", "PUT") else {}
        assert client.request(method, path, expect=402, **options).code == code
    account.set("--plan", "pro", "--subscription", "active")
    soon(client, 200)


def test_token_comes_before_billing(server):
    account = server.account(plan="pro", subscription="expired")
    client = account.client()
    assert client.get("/me", expect=402).code == "SUBSCRIPTION_EXPIRED"
    server.client("adcore_test_x_y").get("/me", expect=401)


def test_billing_comes_before_scope_and_space(server):
    account = server.account(plan="pro", subscription="none")
    client = account.client(["reports:read"])
    client.get("/campaigns", expect=402)
    client.get("/me", headers={"X-Space-Id": "spc_01ARZ3NDEKTSV4RRFFQ69G5FAV"}, expect=402)


def test_self_hosted_needs_no_subscription(server):
    for state in ("none", "expired"):
        account = server.account(plan="self-hosted", subscription=state)
        account.client().get("/campaigns")


def test_free_plan_has_no_api(server):
    account = server.account(plan="free")
    assert account.client().get("/me", expect=402).code == "API_ACCESS_NOT_IN_PLAN"


def test_402_is_not_kept_for_an_idempotency_key(server):
    account = server.account(plan="pro")
    client = account.client()
    body = {"name": "Once", "type": "SEARCH", "budget": 5}
    key = {"Idempotency-Key": "pay-first"}
    made = client.post("/campaigns", body, headers=key)
    account.set("--subscription", "expired")
    soon(client, 402)
    client.post("/campaigns", body, headers=key, expect=402)
    client.post(
        "/campaigns", dict(body, name="Two"), headers={"Idempotency-Key": "second"}, expect=402
    )
    account.set("--subscription", "active")
    soon(client, 200)
    again = client.post("/campaigns", body, headers=key)
    assert again.data["id"] == made.data["id"]
    assert again.headers.get("idempotent-replayed") == "true"
    second = client.post(
        "/campaigns", dict(body, name="Two"), headers={"Idempotency-Key": "second"}
    )
    assert "idempotent-replayed" not in second.headers
