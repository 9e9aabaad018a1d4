"""POST /<collection>/batch: many operations, each processed as a single request, atomic or not."""

import json
import threading

import pytest

from adcore_make import (
    ad_body,
    ad_group_body,
    campaign_body,
    keyword_body,
    make_ad_group,
    make_campaign,
    make_tree,
    missing_id,
    push,
)
from adcore_server import ALL_SCOPES, Server, in_threads, wait_for

MAX = 1000
SOME = 12


def post(body):
    return {"method": "POST", "body": body}


def patch(object_id, body, **more):
    return dict({"method": "PATCH", "id": object_id, "body": body}, **more)


def delete(object_id, **more):
    return dict({"method": "DELETE", "id": object_id}, **more)


def batch(api, path, operations, atomic=None, expect=200, **options):
    body = {"operations": operations}
    if atomic is not None:
        body["atomic"] = atomic
    return api.post(path + "/batch", body, expect=expect, **options)


def results(resp):
    """The results. Each operation must occur once and in order."""
    found = (resp.data if resp.status == 200 else resp.details)["results"]
    assert [each["index"] for each in found] == list(range(len(found)))
    for each in found:
        assert ("error" in each) == (each["status"] >= 400), each
        assert ("data" in each) == (each["status"] < 400), each
    return found


def statuses(resp):
    return [each["status"] for each in results(resp)]


def total(api, path="/campaigns"):
    return api.get(path).meta["total"]


def business_body():
    return {"name": "Bakery", "website": "https://bakery.example"}


def collections(api):
    """Each collection with a function that makes a valid body, and with a valid change."""
    campaign = make_campaign(api)["id"]
    group = make_ad_group(api, campaign)["id"]
    return [
        ("/campaigns", lambda: campaign_body(), {"budget": 7}),
        ("/ad-groups", lambda: ad_group_body(campaign), {"cpcBid": 0.5}),
        ("/ads", lambda: ad_body(group), {"finalUrl": "https://bakery.example/other"}),
        ("/keywords", lambda: keyword_body(group), {"finalUrl": "https://bakery.example/k"}),
        ("/businesses", business_body, {"description": "Bread and rolls."}),
    ]


# --- what is done -------------------------------------------------------------------------------


@pytest.mark.parametrize("atomic", [None, False, True])
def test_every_collection_takes_creates_changes_and_deletes(api, atomic):
    for path, body, change in collections(api):
        before = total(api, path)
        made = results(batch(api, path, [post(body()) for _ in range(3)], atomic))
        assert [each["status"] for each in made] == [201] * 3
        ids = [each["data"]["id"] for each in made]
        assert len(set(ids)) == 3 and total(api, path) == before + 3
        for each in made:
            assert api.get("%s/%s" % (path, each["data"]["id"])).data == each["data"]
        resp = batch(api, path, [patch(ids[0], change), delete(ids[1]), post(body())], atomic)
        assert statuses(resp) == [200, 200, 201]
        changed = results(resp)[0]["data"]
        assert changed["version"] == 2
        assert {name: changed[name] for name in change} == change
        assert api.get("%s/%s" % (path, ids[0])).data == changed
        api.get("%s/%s" % (path, ids[1]), expect=404)
        assert total(api, path) == before + 3


def test_what_works_and_what_does_not_are_told_apart(api):
    made = make_campaign(api)
    gone = missing_id(made["id"])
    operations = [
        post(campaign_body(name="One")),
        post(campaign_body(name="")),
        patch(gone, {"budget": 5}),
        patch(made["id"], {"budget": 500}),
        patch(made["id"], {"budget": 5, "expectedVersion": 7}),
        patch(made["id"], {"nmae": "x", "platform": "facebook"}),
        delete(gone),
        patch(made["id"], {"budget": 6}),
    ]
    resp = batch(api, "/campaigns", operations, False)
    assert statuses(resp) == [201, 400, 404, 422, 412, 400, 404, 200]
    assert total(api) == 2
    # the same error as a single request returns
    alone = [
        None,
        api.post("/campaigns", operations[1]["body"], expect=400),
        api.patch("/campaigns/" + gone, {"budget": 5}, expect=404),
        api.patch("/campaigns/" + made["id"], {"budget": 500}, expect=422),
        None,
        api.patch("/campaigns/" + made["id"], operations[5]["body"], expect=400),
        api.delete("/campaigns/" + gone, expect=404),
    ]
    for each, single in zip(results(resp), alone):
        if single is not None:
            assert each["status"] == single.status and each["error"] == single.error
    assert results(resp)[4]["error"]["details"]["currentVersion"] == 1


def test_atomic_keeps_all_or_nothing(api):
    made = make_campaign(api, name="Before")
    good = [post(campaign_body()), patch(made["id"], {"name": "After"})]
    bad = [post(campaign_body(budget=-1)), delete(missing_id(made["id"]))]
    resp = batch(api, "/campaigns", good + bad, True, expect=400)
    assert resp.code == "VALIDATION_ERROR"
    assert statuses(resp) == [201, 200, 400, 404]
    assert [each["data"] for each in results(resp)[:2]] == [None, None]
    resp.fault("operations[2].body.budget", "TOO_SMALL")
    resp.fault("operations[3]", "NOT_FOUND")
    assert total(api) == 1
    assert api.get("/campaigns/" + made["id"]).data == made
    assert statuses(batch(api, "/campaigns", good, True)) == [201, 200]
    assert total(api) == 2


def test_an_atomic_batch_whose_guardrails_do_not_hold(api):
    operations = [post(campaign_body(budget=99)), post(campaign_body(budget=101))]
    resp = batch(api, "/campaigns", operations, True, expect=400)
    assert statuses(resp) == [201, 422]
    [violation] = results(resp)[1]["error"]["details"]["violations"]
    assert violation["rule"] == "maxCampaignDailyBudget" and violation["limit"] == 100
    resp.fault("operations[1]", "GUARDRAIL_VIOLATION")
    assert total(api) == 0
    assert statuses(batch(api, "/campaigns", operations, False)) == [201, 422]
    assert total(api) == 1


@pytest.mark.parametrize("atomic", [False, True])
def test_operations_see_what_those_before_did(api, atomic):
    made = make_campaign(api)["id"]
    operations = [
        patch(made, {"budget": 5}),
        patch(made, {"budget": 6}),
        delete(made),
    ]
    resp = batch(api, "/campaigns", operations, atomic)
    assert [each["data"]["version"] for each in results(resp)[:2]] == [2, 3]
    assert statuses(resp) == [200, 200, 200] and total(api) == 0


def test_the_same_object_twice_with_the_version_of_before(api):
    made = make_campaign(api)["id"]
    stale = patch(made, {"budget": 6, "expectedVersion": 1})
    resp = batch(api, "/campaigns", [patch(made, {"budget": 5, "expectedVersion": 1}), stale])
    assert statuses(resp) == [200, 412]
    resp = batch(api, "/campaigns", [delete(made), delete(made), patch(made, {"budget": 9})])
    assert statuses(resp) == [200, 404, 404]


def test_if_match_of_an_operation(api):
    made = make_campaign(api)
    etag = api.get("/campaigns/" + made["id"]).etag
    operations = [
        patch(made["id"], {"budget": 5}, ifMatch='"9.0"'),
        patch(made["id"], {"budget": 5}, ifMatch=etag),
        delete(made["id"], ifMatch=etag),
        delete(made["id"], ifMatch="*"),
    ]
    assert statuses(batch(api, "/campaigns", operations)) == [412, 200, 412, 200]


@pytest.mark.parametrize("atomic", [False, True])
def test_a_name_twice_in_one_batch(api, atomic):
    twins = [post(campaign_body(name="Twin", platform="google")) for _ in range(2)]
    resp = batch(api, "/campaigns", twins, atomic, expect=400 if atomic else 200)
    assert statuses(resp) == [201, 400]
    [fault] = results(resp)[1]["error"]["details"]["fields"]
    assert (fault["path"], fault["code"]) == ("name", "DUPLICATE_NAME")
    assert total(api) == (0 if atomic else 1)
    swap = make_campaign(api, name="Old")["id"]
    renamed = [patch(swap, {"name": "New"}), post(campaign_body(name="Old"))]
    assert statuses(batch(api, "/campaigns", renamed, True)) == [200, 201]


def test_removals_of_what_was_pushed_are_staged(desk):
    api = desk.api
    tree = make_tree(api, groups=2)
    push(api)
    groups = [each["id"] for each in tree["groups"]]
    resp = batch(api, "/ad-groups", [delete(each) for each in groups], True)
    assert [each["data"]["syncState"] for each in results(resp)] == ["PENDING_REMOVAL"] * 2
    assert {each["syncState"] for each in api.get("/ads").data} == {"PENDING_REMOVAL"}
    push(api)
    assert desk.live().ad_groups == []


# --- its own shape --------------------------------------------------------------------------------


def test_faults_of_the_batch_are_named_at_once(api):
    made = make_campaign(api)["id"]
    resp = api.refuse(
        "POST",
        "/campaigns/batch",
        {
            "operations": [
                {"method": "PUT", "id": made, "body": {}},
                {"method": "PATCH", "body": {"budget": 5}},
                {"method": "DELETE"},
                {"method": "POST", "id": made, "body": campaign_body()},
                {"method": "POST"},
                {"method": "DELETE", "id": made, "body": {}},
                {"id": made},
                {"method": "PATCH", "id": 5, "body": []},
                {"method": "PATCH", "id": made, "body": {}, "foo": 1, "ifMatch": 7},
                {"method": "POST", "body": campaign_body(), "ifMatch": '"1.0"'},
                "POST",
                None,
            ],
            "atomic": "yes",
            "dryRun": True,
        },
    )
    for path, code in (
        ("operations[0].method", "UNKNOWN_VALUE"),
        ("operations[1].id", "REQUIRED"),
        ("operations[2].id", "REQUIRED"),
        ("operations[3].id", "UNKNOWN_FIELD"),
        ("operations[4].body", "REQUIRED"),
        ("operations[5].body", "UNKNOWN_FIELD"),
        ("operations[6].method", "REQUIRED"),
        ("operations[7].id", "WRONG_TYPE"),
        ("operations[7].body", "WRONG_TYPE"),
        ("operations[8].foo", "UNKNOWN_FIELD"),
        ("operations[8].ifMatch", "WRONG_TYPE"),
        ("operations[9].ifMatch", "UNKNOWN_FIELD"),
        ("operations[10]", "WRONG_TYPE"),
        ("operations[11]", "WRONG_TYPE"),
        ("atomic", "WRONG_TYPE"),
        ("dryRun", "UNKNOWN_FIELD"),
    ):
        resp.fault(path, code)
    assert total(api) == 1


@pytest.mark.parametrize(
    "body,path,code",
    [
        ({}, "operations", "REQUIRED"),
        ({"operations": []}, "operations", "TOO_FEW"),
        ({"operations": None}, "operations", "NOT_NULLABLE"),
        ({"operations": {}}, "operations", "WRONG_TYPE"),
        ([], "", "WRONG_TYPE"),
        ("x", "", "WRONG_TYPE"),
    ],
)
def test_a_batch_that_is_none(api, body, path, code):
    api.refuse("POST", "/campaigns/batch", body).fault(path, code)


def test_bodies_that_are_no_json(api):
    api.refuse("POST", "/campaigns/batch", raw=b"").fault("operations", "REQUIRED")
    api.refuse("POST", "/campaigns/batch", raw=b'{"operations":[').fault("operations[0]")
    api.request("POST", "/campaigns/batch", raw=b"{}", content_type="text/plain", expect=415)


def test_at_most_a_thousand(api):
    many = [post(campaign_body()) for _ in range(MAX + 1)]
    batch(api, "/campaigns", many, expect=400).fault("operations", "TOO_MANY", limit=MAX)
    assert total(api) == 0
    resp = batch(api, "/campaigns", many[:MAX], True)
    assert statuses(resp) == [201] * MAX and total(api) == MAX
    ids = [each["data"]["id"] for each in results(resp)]
    assert [each["id"] for each in api.walk("/campaigns", query={"order": "asc"})] == ids
    resp = batch(api, "/campaigns", [patch(each, {"budget": 3}) for each in ids], False)
    assert statuses(resp) == [200] * MAX
    resp = batch(api, "/campaigns", [delete(each) for each in ids], False)
    assert statuses(resp) == [200] * MAX and total(api) == 0


def test_its_body_may_be_longer_than_others(api):
    wide = "x" * (2 << 20)
    resp = batch(api, "/campaigns", [post(campaign_body(name=wide)), post(campaign_body())])
    assert statuses(resp) == [400, 201]
    api.request("POST", "/campaigns", campaign_body(name=wide), expect=413)
    api.request("POST", "/campaigns/batch", raw=b" " * ((8 << 20) + 1), expect=413)
    api.request("POST", "/campaigns/x/restore", raw=b" " * ((1 << 20) + 1), expect=(404, 413))


def test_faults_and_answers_are_bounded(api):
    """Many faults per operation and many operations: the response stays below 16 MiB."""
    noise = {"f%d" % number: 1 for number in range(2000)}
    resp = batch(api, "/campaigns", [post(noise) for _ in range(200)])
    assert statuses(resp) == [400] * 200 and len(resp.raw) < 16 << 20
    assert len(results(resp)[0]["error"]["details"]["fields"]) == 100
    resp = batch(api, "/campaigns", [post(noise) for _ in range(200)], True, expect=400)
    assert len(resp.details["fields"]) == 1000 and len(resp.raw) < 16 << 20


def test_large_objects_are_left_out_of_the_answer_by_their_id(api):
    labels = ["%02d" % number + "ö" * 78 for number in range(50)]
    large = make_campaign(api, labels=labels, trackingTemplate="{lpurl}?" + "ü" * 2040)["id"]
    changes = [patch(large, {"budget": round(1 + number / 100, 2)}) for number in range(MAX)]
    resp = batch(api, "/campaigns", changes)
    assert statuses(resp) == [200] * MAX
    assert len(resp.raw) < 9 << 20
    whole = [each for each in results(resp) if each["data"] is not None]
    cut = [each for each in results(resp) if each["data"] is None]
    assert whole and cut and not [each for each in whole if "id" in each]
    assert {each["id"] for each in cut} == {large}
    assert api.get("/campaigns/" + large).data["version"] == MAX + 1


# --- scopes, keys, validateOnly
# --------------------------------------------------------------------


def test_it_needs_the_scope_of_its_collection(server):
    account = server.account()
    for path, scope in (
        ("/campaigns", "campaigns:write"),
        ("/ad-groups", "campaigns:write"),
        ("/ads", "ads:write"),
        ("/keywords", "keywords:write"),
        ("/businesses", "businesses:write"),
    ):
        token = account.token([each for each in ALL_SCOPES if each != scope])
        resp = server.client(token).post(path + "/batch", {"operations": []}, expect=403)
        assert resp.details["required"] == [scope]
        tokens = server.cli("token", "list", "--email", account.email).json
        for each in tokens if isinstance(tokens, list) else tokens["tokens"]:
            server.cli("token", "revoke", each["tokenId"], check=False)


def test_it_counts_as_one_request(api):
    before = api.get("/me").remaining
    resp = batch(api, "/campaigns", [post(campaign_body()) for _ in range(SOME)])
    assert resp.remaining == before - 1


def test_another_space_is_not_there(server, api):
    theirs = server.account().client()
    made = make_campaign(theirs)
    resp = batch(api, "/campaigns", [patch(made["id"], {"budget": 5}), delete(made["id"])])
    assert statuses(resp) == [404, 404]
    assert theirs.get("/campaigns/" + made["id"]).data == made
    operations = [post(ad_group_body(made["id"]))]
    [one] = results(batch(api, "/ad-groups", operations))
    assert one["error"]["details"]["fields"][0]["code"] == "REFERENCE_NOT_FOUND"


@pytest.mark.parametrize("atomic", [False, True])
def test_a_key_holds_for_the_whole(api, atomic):
    body = {"operations": [post(campaign_body()) for _ in range(SOME)], "atomic": atomic}
    key = {"Idempotency-Key": "batch-1"}
    first = api.post("/campaigns/batch", body, headers=key, expect=200)
    again = api.post("/campaigns/batch", body, headers=key, expect=200)
    assert again.headers["idempotent-replayed"] == "true"
    assert again.data == first.data and total(api) == SOME
    other = dict(body, atomic=not atomic)
    api.post("/campaigns/batch", other, headers=key, expect=409)


def test_a_key_keeps_a_refusal(api):
    body = {"operations": [post(campaign_body()), post(campaign_body(budget=0))], "atomic": True}
    key = {"Idempotency-Key": "batch-bad"}
    first = api.post("/campaigns/batch", body, headers=key, expect=400)
    again = api.post("/campaigns/batch", body, headers=key, expect=400)
    assert again.headers["idempotent-replayed"] == "true"
    assert again.error == first.error and statuses(again) == [201, 400]
    api.refuse("POST", "/campaigns/batch", {}, headers={"Idempotency-Key": "k2"})


def test_one_key_from_many_at_once(server, account):
    body = {"operations": [post(campaign_body()) for _ in range(50)]}
    clients = [account.client(spare=False) for _ in range(4)]
    token = clients[0].token
    for each in clients:
        each.token = token
    key = {"Idempotency-Key": "same"}

    def send(client):
        return client.post("/campaigns/batch", body, headers=key, expect=(200, 409))

    answers = in_threads(*[lambda client=client: send(client) for client in clients])
    good = [each for each in answers if each.status == 200]
    assert good and all(each.data == good[0].data for each in good)
    assert total(clients[0]) == 50


@pytest.mark.parametrize("atomic", [False, True])
def test_checked_only(api, atomic):
    made = make_campaign(api, name="Here")
    operations = [
        post(campaign_body(name="There")),
        patch(made["id"], {"name": "Elsewhere"}),
        post(campaign_body(name="Here")),
        delete(made["id"]),
    ]
    check = {"validateOnly": True}
    resp = batch(api, "/campaigns", operations, atomic, query=check)
    assert resp.meta["validateOnly"] is True
    assert statuses(resp) == [200] * 4
    assert [each["data"]["id"] for each in results(resp)] == [None] * 4
    assert api.get("/campaigns/" + made["id"]).data == made and total(api) == 1
    operations.append(post(campaign_body(name="There")))
    resp = batch(api, "/campaigns", operations, atomic, query=check, expect=400 if atomic else 200)
    assert statuses(resp) == [200] * 4 + [400]
    assert total(api) == 1 and api.get("/campaigns/" + made["id"]).data == made
    key = {"Idempotency-Key": "checked"}
    batch(api, "/campaigns", operations[:1], atomic, query=check, headers=key)
    resp = batch(api, "/campaigns", operations[:1], atomic, headers=key)
    assert "idempotent-replayed" not in resp.headers and total(api) == 2


def test_query_parameters_that_are_none(api):
    operations = [post(campaign_body())]
    resp = batch(api, "/campaigns", operations, query={"dryRun": 1}, expect=400)
    resp.fault("dryRun", "UNKNOWN_PARAMETER")
    batch(api, "/campaigns", operations, query={"validateOnly": "si"}, expect=400)
    assert total(api) == 0


def test_other_methods(api):
    assert "POST" in api.get("/campaigns/batch", expect=405).headers["allow"]
    api.delete("/campaigns/batch", expect=405)
    api.post("/sync/batch", {}, expect=(404, 405))
    api.post("/me/batch", {}, expect=(404, 405))


def test_an_operation_names_an_object_of_another_kind(api):
    tree = make_tree(api)
    resp = batch(api, "/campaigns", [delete(tree["groups"][0]["id"]), delete("batch")])
    assert statuses(resp) == [404, 404]
    assert total(api, "/ad-groups") == 1


# --- others, and crashes -----------------------------------------------------------------------------


def test_others_write_while_batches_run(server, account):
    """Two batches of 1000 operations run beside single writes. The totals are exact."""
    one, two, other = account.client(), account.client(), account.client()
    done = threading.Event()

    def run(api):
        try:
            return [
                batch(api, "/campaigns", [post(campaign_body()) for _ in range(MAX)], atomic)
                for atomic in (False, True)
            ]
        finally:
            done.set()

    def write():
        made = 0
        while made < 200 and not (done.is_set() and made > 20):
            make_campaign(other)
            made += 1
        return made

    answers, more, single = in_threads(lambda: run(one), lambda: run(two), write)
    for resp in answers + more:
        assert statuses(resp) == [201] * MAX
    assert total(other) == 4 * MAX + single
    assert len(other.walk("/campaigns")) == 4 * MAX + single
    by_state = other.get("/campaigns", query={"syncState": "STAGED", "status": "PAUSED"})
    assert by_state.meta["total"] == 4 * MAX + single


@pytest.mark.parametrize("keyed", [False, True])
def test_a_crash_keeps_an_atomic_batch_whole_or_not_at_all(keyed):
    """kill -9 at many moments of the batch. A repeat with the same key creates exactly the
    missing objects."""
    with Server() as server:
        account = server.account()
        token = account.token()
        expected = 0
        for attempt in range(5):
            body = {"operations": [post(campaign_body()) for _ in range(MAX)], "atomic": True}
            key = {"Idempotency-Key": "crash-%d" % attempt} if keyed else {}
            client = server.client(token)
            sent = threading.Event()

            def send():
                sent.set()
                try:
                    client.post("/campaigns/batch", body, headers=key, expect=200)
                    return True
                except Exception:
                    return False

            def kill():
                sent.wait()
                threading.Event().wait(0.03 * attempt)
                server.kill()

            answered, _ = in_threads(send, kill)
            server.start()
            client = server.client(token)
            found = total(client)
            assert found in (expected, expected + MAX)
            assert not answered or found == expected + MAX
            assert len(client.walk("/campaigns")) == found
            if keyed:
                client.post("/campaigns/batch", body, headers=key, expect=200)
                assert total(client) == expected + MAX
            expected = total(client)


def test_a_crash_keeps_parts_of_others(server):
    """Not atomic and without a key: after a kill, the stored campaigns are the first ones of the
    batch."""
    with Server() as mine:
        client = mine.client(mine.account().token())
        names = ["N%04d" % number for number in range(MAX)]
        body = {"operations": [post(campaign_body(name=name)) for name in names]}
        payload = json.dumps(body)

        def send():
            try:
                client.request("POST", "/campaigns/batch", raw=payload.encode())
            except Exception:
                pass

        def kill():
            assert wait_for(lambda: int(mine.sql("SELECT COUNT(*) FROM campaigns")[0][0]), 60, 0.001)
            mine.kill()

        in_threads(send, kill)
        mine.start()
        client = mine.client(client.token)
        found = [each["name"] for each in client.walk("/campaigns", query={"order": "asc"})]
        assert found and found == names[: len(found)]
        assert total(client) == len(found)


def test_millions_of_values_are_refused_and_end_nothing(server, api):
    """A body of 8 MiB with millions of short values is refused, and the server keeps running."""
    for count, words in ((4_000_000, "2,000,000 values"), (1_500_000, "at most 1000")):
        raw = b'{"operations":[' + b"0," * count + b"0]}"
        answer = api.request("POST", "/campaigns/batch", raw=raw, expect=400)
        assert words in str(answer.error), answer.error
    places = b'{"operations":[{"method":"POST","body":{"locations":[' + b"0," * 1_500_000 + b"0]}}],\"atomic\":true}"
    api.request("POST", "/campaigns/batch", raw=places, expect=400)
    assert server.process.poll() is None
