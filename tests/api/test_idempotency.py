"""Idempotency-Key on every POST."""

import pytest

from adcore_make import (
    ad_body,
    campaign_body,
    keyword_body,
    make_ad_group,
    make_campaign,
    make_tree,
    finish,
    preview,
    start_push,
)
from adcore_server import in_threads


def key(text):
    return {"Idempotency-Key": text}


def assert_replay(first, again):
    assert again.status == first.status
    assert again.headers.get("idempotent-replayed") == "true"
    assert "idempotent-replayed" not in first.headers
    assert again.request_id != first.request_id
    assert again.same_but_for() == first.same_but_for()


def test_replay_answers_the_same_with_a_new_request_id(api):
    campaign = make_campaign(api)
    group = make_ad_group(api, campaign["id"])
    for path, body in (
        ("/campaigns", campaign_body()),
        ("/ad-groups", {"campaignId": campaign["id"], "name": "New"}),
        ("/ads", ad_body(group["id"])),
        ("/keywords", keyword_body(group["id"])),
    ):
        before = api.get(path).meta["total"]
        first = api.post(path, body, headers=key("k-1"))
        again = api.post(path, body, headers=key("k-1"))
        assert_replay(first, again)
        assert api.get(path).meta["total"] == before + 1


def test_replay_shows_the_answer_of_then(api):
    body = campaign_body()
    first = api.post("/campaigns", body, headers=key("then"))
    api.patch("/campaigns/" + first.data["id"], {"budget": 44})
    assert_replay(first, api.post("/campaigns", body, headers=key("then")))
    api.delete("/campaigns/" + first.data["id"])
    assert_replay(first, api.post("/campaigns", body, headers=key("then")))
    assert api.get("/campaigns").meta["total"] == 0


def test_another_body_is_a_conflict(api):
    body = campaign_body()
    first = api.post("/campaigns", body, headers=key("once"))
    resp = api.post("/campaigns", dict(body, budget=21), headers=key("once"), expect=409)
    assert resp.code == "IDEMPOTENCY_CONFLICT"
    assert_replay(first, api.post("/campaigns", body, headers=key("once")))
    assert api.get("/campaigns").meta["total"] == 1


def test_validation_errors_are_kept(api):
    made = make_campaign(api)
    body = campaign_body(name=made["name"])
    first = api.post("/campaigns", body, headers=key("dup"), expect=400)
    first.fault("name", "DUPLICATE_NAME")
    api.delete("/campaigns/" + made["id"])
    assert_replay(first, api.post("/campaigns", body, headers=key("dup"), expect=400))
    other = api.post("/campaigns", dict(body, budget=5), headers=key("dup"), expect=409)
    assert other.code == "IDEMPOTENCY_CONFLICT"


def test_guardrail_violations_are_kept(api):
    body = campaign_body(budget=500)
    first = api.post("/campaigns", body, headers=key("dear"), expect=422)
    assert_replay(first, api.post("/campaigns", body, headers=key("dear"), expect=422))


def test_a_key_belongs_to_token_environment_and_path(account):
    one, two, live = account.client(), account.client(), account.client(env="live")
    body = campaign_body()
    first = one.post("/campaigns", body, headers=key("mine"))
    resp = two.post("/campaigns", dict(body, name=body["name"] + " b"), headers=key("mine"))
    assert resp.data["id"] != first.data["id"]
    resp = live.post("/campaigns", body, headers=key("mine"))
    assert "idempotent-replayed" not in resp.headers
    resp = one.post(
        "/ad-groups", {"campaignId": first.data["id"], "name": "g"}, headers=key("mine")
    )
    assert "idempotent-replayed" not in resp.headers
    assert_replay(first, one.post("/campaigns", body, headers=key("mine")))


def test_keys_are_compared_exactly(api):
    body = campaign_body()
    api.post("/campaigns", body, headers=key("Case"))
    resp = api.post("/campaigns", dict(body, name=body["name"] + " b"), headers=key("case"))
    assert "idempotent-replayed" not in resp.headers


def test_403_and_404_of_the_space_are_checked_before_a_replay(server, account):
    api = account.client()
    body = campaign_body()
    api.post("/campaigns", body, headers=key("guard"))
    missing = dict(key("guard"), **{"X-Space-Id": "spc_01ARZ3NDEKTSV4RRFFQ69G5FAV"})
    api.post("/campaigns", body, headers=missing, expect=404)
    minted = account.mint()
    client = server.client(minted["token"])
    client.post("/campaigns", campaign_body(), headers=key("gone"))
    server.cli("token", "revoke", minted["tokenId"])
    client.post("/campaigns", campaign_body(), headers=key("gone"), expect=401)


def test_403_is_not_kept(account):
    full = account.client()
    make_tree(full)
    narrow = account.client(["sync:write", "sync:read", "campaigns:write"])
    for _ in range(2):
        resp = narrow.post("/sync", {}, headers=key("push"), expect=403)
        assert "idempotent-replayed" not in resp.headers


@pytest.mark.parametrize("bad", ["a" * 256, "", "é", "a\tb", "\x7f"])
def test_keys_that_are_none(shared, bad):
    resp = shared.post(
        "/campaigns", campaign_body(), headers=key(bad.encode("latin-1")), expect=400
    )
    assert resp.code == "VALIDATION_ERROR"


@pytest.mark.parametrize("good", ["a", "a" * 255, "!~:;,\"'/\\{}", "3f2b8f0e-7a35-4b6a-9d5e-0d5a"])
def test_keys_that_are_fine(shared, good):
    body = campaign_body()
    assert_replay(
        shared.post("/campaigns", body, headers=key(good)),
        shared.post("/campaigns", body, headers=key(good)),
    )


def test_many_at_once_make_one(server, account):
    token = account.token()
    clients = [server.client(token) for _ in range(8)]
    for number in range(10):
        body = campaign_body()
        race = key("race-%d" % number)
        answers = in_threads(
            *[
                lambda c=c: c.post("/campaigns", body, headers=race, expect=(201, 409))
                for c in clients
            ]
        )
        for answer in answers:
            if answer.status == 409:
                assert answer.code == "CONFLICT" and answer.headers.get("retry-after") == "1"
        assert len({answer.data["id"] for answer in answers if answer.status == 201}) == 1
        made = [answer for answer in answers if answer.status == 201]
        fresh = [answer for answer in made if "idempotent-replayed" not in answer.headers]
        assert len(fresh) == 1
        assert_replay(fresh[0], clients[0].post("/campaigns", body, headers=race))
    assert clients[0].get("/campaigns").meta["total"] == 10


def test_a_push_is_made_once(api):
    make_tree(api)
    body = {"planHash": preview(api)["planHash"]}
    first = api.post("/sync", body, headers=key("push-1"), expect=202)
    again = api.post("/sync", body, headers=key("push-1"), expect=202)
    assert again.data["id"] == first.data["id"]
    assert_replay(first, again)
    assert finish(api, first.data["id"])["status"] == "SUCCEEDED"
    assert_replay(first, api.post("/sync", body, headers=key("push-1"), expect=202))
    assert api.get("/sync").meta["total"] == 1


def test_keys_survive_a_crash(server, account):
    api = account.client()
    bodies = [campaign_body() for _ in range(10)]
    firsts = [
        api.post("/campaigns", body, headers=key("crash-%d" % n)) for n, body in enumerate(bodies)
    ]
    server.restart(kill=True)
    for number, (body, first) in enumerate(zip(bodies, firsts)):
        assert_replay(first, api.post("/campaigns", body, headers=key("crash-%d" % number)))
    assert api.get("/campaigns").meta["total"] == 10


def test_a_refused_push_with_a_key_leaves_no_run(desk):
    one, two = make_tree(desk.api), make_tree(desk.api)
    desk.box.fault({"type": "latency", "ms": 800}, path="mutate", times=50)
    run = start_push(desk.api, campaignIds=[one["campaign"]["id"]])
    body = {"campaignIds": [two["campaign"]["id"]]}
    first = desk.api.post("/sync", body, headers=key("busy"), expect=409)
    assert first.details["runId"] == run["id"]
    assert desk.api.get("/sync").meta["total"] == 1
    desk.box.clear_faults()
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    assert_replay(first, desk.api.post("/sync", body, headers=key("busy"), expect=409))
    assert [row["campaign"]["name"] for row in desk.live().campaigns] == [one["campaign"]["name"]]


def test_a_failure_does_not_replace_what_was_kept(server, account):
    """Two requests with the same key and different bodies run at once. The stored answer never
    changes."""
    token = account.token()
    clients = [server.client(token) for _ in range(8)]
    kept = 0
    for number in range(20):
        good, bad = campaign_body(), campaign_body(budget=0)
        race = key("mixed-%d" % number)
        answers = in_threads(
            *[
                lambda c=c, body=(good if n % 2 else bad): c.post(
                    "/campaigns", body, headers=race, expect=(201, 400, 409)
                )
                for n, c in enumerate(clients)
            ]
        )
        made = [answer for answer in answers if answer.status == 201]
        if made:
            again = clients[0].post("/campaigns", good, headers=race)
            assert again.data["id"] == made[0].data["id"]
            kept += 1
    assert kept
