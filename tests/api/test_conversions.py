"""Offline conversions: staged one per request, matched by click id or by hashed personal data."""

import pytest

from adcore_conversions import PATH, ago, body_of, make, sha
from adcore_make import missing_id
from adcore_server import in_threads

COMMON = {
    "id",
    "spaceId",
    "environment",
    "source",
    "createdBy",
    "createdAt",
    "updatedAt",
    "version",
    "syncState",
    "remote",
}
OWN = {
    "conversionAction",
    "occurredAt",
    "clickIds",
    "value",
    "currency",
    "orderId",
    "consent",
    "actionSource",
    "platforms",
    "matchedBy",
    "platformResults",
}
CLICKS = ("gclid", "gbraid", "wbraid", "msclkid", "rdtCid", "fbclid")


def test_made_and_read(api, account):
    body = {
        "conversionAction": "Order",
        "occurredAt": "2026-11-20T14:05:00.5+01:00",
        "clickIds": {"gclid": "Cj0KCQiA-x_1", "msclkid": "0af1"},
        "email": "Alice@Example.com",
        "phone": "+1 (650) 555-1212",
        "value": 59.9,
        "currency": "EUR",
        "orderId": "A-1001",
        "consent": {"adUserData": "GRANTED", "adPersonalization": "DENIED"},
        "actionSource": "PHYSICAL_STORE",
        "platforms": ["google", "meta"],
    }
    body["occurredAt"] = ago(days=1)
    resp = api.post(PATH, body)
    made = resp.data
    assert set(made) == COMMON | OWN
    assert made["id"].startswith("cnv_") and len(made["id"]) == 30
    assert resp.headers["location"].endswith(PATH + "/" + made["id"])
    for name in ("conversionAction", "value", "currency", "orderId", "actionSource", "platforms"):
        assert made[name] == body[name]
    assert made["occurredAt"] == body["occurredAt"].replace("Z", ".000Z")
    assert made["clickIds"] == dict.fromkeys(CLICKS, None) | body["clickIds"]
    assert made["consent"] == body["consent"]
    assert made["matchedBy"] == ["email", "phone", "gclid", "msclkid"]
    assert made["platformResults"] == [] and made["syncState"] == "STAGED"
    assert made["remote"]["id"] is None and made["createdBy"] == account.uid
    got = api.get(PATH + "/" + made["id"])
    assert got.data == made and got.etag == resp.etag == '"1.0"'
    api.get(PATH + "/" + made["id"], expect=304, headers={"If-None-Match": got.etag})
    assert api.get(PATH).data == [made]


def test_the_least(api):
    made = make(api, email="alice@example.com")
    assert made["matchedBy"] == ["email"] and made["clickIds"] is None
    for name in ("value", "currency", "orderId", "consent", "actionSource"):
        assert made[name] is None
    assert made["platforms"] == []
    resp = api.refuse("POST", PATH, {})
    resp.fault("conversionAction", "REQUIRED")
    resp.fault("occurredAt", "REQUIRED")
    resp.fault("clickIds", "REQUIRED")
    assert len(resp.faults()) == 3


@pytest.mark.parametrize(
    "given",
    [
        {"clickIds": {"gclid": "a"}},
        {"clickIds": {"gbraid": "a"}},
        {"clickIds": {"wbraid": "a"}},
        {"clickIds": {"msclkid": "a"}},
        {"clickIds": {"rdtCid": "a"}},
        {"clickIds": {"fbclid": "fb.1.1554763741205.AbCd"}},
        {"clickIds": {"gclid": "a", "msclkid": "b", "rdtCid": "c", "fbclid": "d"}},
        {"email": "a@b.example"},
        {"phone": "0049 30 901820"},
        {"emailSha256": sha("a@b.example")},
        {"emailSha256": sha("a@b.example").upper()},
        {"phoneSha256": sha("+4930901820")},
        {"phoneDigitsSha256": sha("4930901820")},
        {"email": " A@b.example\n", "emailSha256": sha("a@b.example")},
        {"phone": "+49 30 901820", "phoneSha256": sha("+4930901820")},
        {"phone": "+49 30 901820", "phoneDigitsSha256": sha("4930901820")},
        {"email": None, "phone": None, "clickIds": {"gclid": "a", "fbclid": None}},
        {"email": "jos\u00e9@b\u00fccher.example", "platforms": ["google", "microsoft", "meta"]},
        {"emailSha256": sha("a@b.example"), "platforms": ["google", "meta"]},
        {"phoneSha256": sha("+4930901820"), "platforms": ["google", "microsoft", "reddit"]},
        {"clickIds": {"rdtCid": "x"}, "emailSha256": sha("a@b.example"), "platforms": ["reddit"]},
        {"email": "alice@example.com", "platforms": ["google", "microsoft", "reddit", "meta"]},
    ],
)
def test_enough_to_match_by(shared, given):
    made = make(shared, **given)
    names = [name for name in given if name not in ("clickIds", "platforms") and given[name]]
    clicks = [name for name in CLICKS if (given.get("clickIds") or {}).get(name)]
    assert made["matchedBy"] == names + clicks
    assert made["platforms"] == given.get("platforms", [])


PLAIN = "pat.plain@example.com"


@pytest.mark.parametrize(
    "fields,path,code",
    [
        ({"clickIds": None}, "clickIds", "REQUIRED"),
        ({"clickIds": {}}, "clickIds", "REQUIRED"),
        ({"clickIds": {"gclid": None}}, "clickIds", "REQUIRED"),
        ({"email": None}, "clickIds", "REQUIRED"),
        ({"clickIds": "x"}, "clickIds", "WRONG_TYPE"),
        ({"clickIds": {"gclid": 1}}, "clickIds.gclid", "WRONG_TYPE"),
        ({"clickIds": {"gclid": ""}}, "clickIds.gclid", "TOO_SHORT"),
        ({"clickIds": {"gclid": "x" * 513}}, "clickIds.gclid", "TOO_LONG"),
        ({"clickIds": {"gclid": "a b"}}, "clickIds.gclid", "INVALID_CHARACTERS"),
        ({"clickIds": {"gclid": PLAIN}}, "clickIds.gclid", "INVALID_CHARACTERS"),
        ({"orderId": PLAIN}, "orderId", "INVALID_CHARACTERS"),
        ({"clickIds": {"gclid": "\u00fc"}}, "clickIds.gclid", "INVALID_CHARACTERS"),
        ({"clickIds": {"gcild": "a"}}, "clickIds.gcild", "UNKNOWN_FIELD"),
        ({"clickIds": {"gclid": "a", "gbraid": "b"}}, "clickIds.gbraid", "ONE_OF"),
        ({"clickIds": {"gbraid": "a", "wbraid": "b"}}, "clickIds.wbraid", "ONE_OF"),
        ({"email": "pat.plain"}, "email", "INVALID_EMAIL"),
        ({"email": "Pat <%s>" % PLAIN}, "email", "INVALID_EMAIL"),
        ({"email": PLAIN + "," + PLAIN}, "email", "INVALID_EMAIL"),
        ({"email": "pat plain@example.com"}, "email", "INVALID_EMAIL"),
        ({"email": "pat.plain@example"}, "email", "INVALID_EMAIL"),
        ({"email": "pat\u200b.plain@example.com"}, "email", "INVALID_EMAIL"),
        ({"email": "pat.plain\n@example.com"}, "email", "INVALID_EMAIL"),
        ({"email": "a" * 300 + "@example.com"}, "email", "INVALID_EMAIL"),
        ({"email": "a" * 400 + "@example.com"}, "email", "TOO_LONG"),
        ({"email": ""}, "email", "TOO_SHORT"),
        ({"email": ["pat.plain@example.com"]}, "email", "WRONG_TYPE"),
        ({"email": {"is": PLAIN}}, "email", "WRONG_TYPE"),
        ({"phone": "(650) 555-7788"}, "phone", "INVALID_PHONE"),
        ({"phone": "16505557788"}, "phone", "INVALID_PHONE"),
        ({"phone": "+16505557788 ext 3"}, "phone", "INVALID_PHONE"),
        ({"phone": "+1650"}, "phone", "INVALID_PHONE"),
        ({"phone": "+1650555778812345"}, "phone", "INVALID_PHONE"),
        ({"phone": "+06505557788"}, "phone", "INVALID_PHONE"),
        ({"phone": 16505557788}, "phone", "WRONG_TYPE"),
        ({"emailSha256": "x" * 64}, "emailSha256", "INVALID_HASH"),
        ({"emailSha256": PLAIN}, "emailSha256", "TOO_SHORT"),
        ({"emailSha256": PLAIN.rjust(64, "a")}, "emailSha256", "INVALID_HASH"),
        ({"phoneSha256": "+16505557788"}, "phoneSha256", "TOO_SHORT"),
        ({"phoneDigitsSha256": sha("x") + "a"}, "phoneDigitsSha256", "TOO_LONG"),
        ({"email": PLAIN, "emailSha256": sha("other@example.com")}, "emailSha256", "MISMATCH"),
        ({"phone": "+16505557788", "phoneSha256": sha("16505557788")}, "phoneSha256", "MISMATCH"),
        (
            {"phone": "+16505557788", "phoneDigitsSha256": sha("+16505557788")},
            "phoneDigitsSha256",
            "MISMATCH",
        ),
        ({"platforms": ["google", "google"]}, "platforms[1]", "DUPLICATE"),
        ({"platforms": ["google", "bing"]}, "platforms[1]", "UNKNOWN_VALUE"),
        ({"platforms": "google"}, "platforms", "WRONG_TYPE"),
        ({"platforms": ["meta"]}, "platforms[0]", "NOTHING_TO_MATCH"),
        (
            {"clickIds": {"fbclid": "a"}, "platforms": ["meta", "reddit"]},
            "platforms[1]",
            "NOTHING_TO_MATCH",
        ),
        ({"emailSha256": sha("a@b.c"), "platforms": ["reddit"]}, "platforms[0]", "NOTHING_TO_MATCH"),
        (
            {"emailSha256": sha("a@b.c"), "platforms": ["google", "microsoft"]},
            "platforms[1]",
            "NOTHING_TO_MATCH",
        ),
        ({"phoneSha256": sha("+1"), "platforms": ["meta"]}, "platforms[0]", "NOTHING_TO_MATCH"),
        (
            {"phoneDigitsSha256": sha("1"), "platforms": ["meta", "google"]},
            "platforms[1]",
            "NOTHING_TO_MATCH",
        ),
        ({"email": "jos\u00e9@b.example", "platforms": ["reddit"]}, "platforms[0]", "NOTHING_TO_MATCH"),
        ({"conversionAction": ""}, "conversionAction", "TOO_SHORT"),
        ({"conversionAction": "x" * 101}, "conversionAction", "TOO_LONG"),
        ({"conversionAction": None}, "conversionAction", "NOT_NULLABLE"),
        ({"occurredAt": "yesterday"}, "occurredAt", "INVALID_TIME"),
        ({"occurredAt": "2026-11-20"}, "occurredAt", "INVALID_TIME"),
        ({"occurredAt": 1763717400}, "occurredAt", "WRONG_TYPE"),
        ({"occurredAt": ago(minutes=-5)}, "occurredAt", "IN_FUTURE"),
        ({"occurredAt": "2099-01-01T00:00:00Z"}, "occurredAt", "IN_FUTURE"),
        ({"occurredAt": "1970-01-01T00:00:00Z"}, "occurredAt", "TOO_OLD"),
        ({"value": -1}, "value", "TOO_SMALL"),
        ({"value": "59.90"}, "value", "WRONG_TYPE"),
        ({"value": 1000000001}, "value", "TOO_LARGE"),
        ({"value": 59.999, "currency": "EUR"}, "value", "TOO_MANY_DECIMALS"),
        ({"value": 59.5, "currency": "JPY"}, "value", "TOO_MANY_DECIMALS"),
        ({"value": 1.2345, "currency": "KWD"}, "value", "TOO_MANY_DECIMALS"),
        ({"value": 0.0000001}, "value", "TOO_MANY_DECIMALS"),
        ({"value": 1, "currency": "eur"}, "currency", "UNKNOWN_VALUE"),
        ({"value": 1, "currency": "ZZZ"}, "currency", "UNKNOWN_VALUE"),
        ({"value": 1, "currency": "EURO"}, "currency", "TOO_LONG"),
        ({"currency": 978}, "currency", "WRONG_TYPE"),
        ({"orderId": ""}, "orderId", "TOO_SHORT"),
        ({"orderId": "x" * 101}, "orderId", "TOO_LONG"),
        ({"orderId": 1001}, "orderId", "WRONG_TYPE"),
        ({"consent": "GRANTED"}, "consent", "WRONG_TYPE"),
        ({"consent": {"adUserData": True}}, "consent.adUserData", "WRONG_TYPE"),
        ({"consent": {"adUserData": "YES"}}, "consent.adUserData", "UNKNOWN_VALUE"),
        ({"consent": {"adStorage": "GRANTED"}}, "consent.adStorage", "UNKNOWN_FIELD"),
        ({"actionSource": "STORE"}, "actionSource", "UNKNOWN_VALUE"),
        ({"syncState": "SYNCED"}, "syncState", "READ_ONLY"),
        ({"platformResults": []}, "platformResults", "READ_ONLY"),
        ({"matchedBy": []}, "matchedBy", "READ_ONLY"),
        ({"id": "cnv_01ARZ3NDEKTSV4RRFFQ69G5FAV"}, "id", "READ_ONLY"),
        ({"googleEmail": sha("x")}, "googleEmail", "UNKNOWN_FIELD"),
        ({"metaPhone": sha("x")}, "metaPhone", "UNKNOWN_FIELD"),
        ({"mail": "x"}, "mail", "UNKNOWN_FIELD"),
    ],
)
def test_refused(shared, fields, path, code):
    resp = shared.refuse("POST", PATH, body_of(**fields))
    resp.fault(path, code)
    assert len(resp.faults()) == 1, resp
    assert "pat.plain" not in resp.text and "5557788" not in resp.text


def test_every_fault_at_once(shared):
    body = {
        "occurredAt": ago(days=-1),
        "email": "none",
        "phone": "none",
        "emailSha256": "0",
        "value": -1,
        "currency": "EURO",
        "consent": {"adUserData": "YES"},
        "platforms": ["bing"],
        "orderId": "",
        "more": 1,
    }
    assert set(shared.refuse("POST", PATH, body).faults()) == {
        "conversionAction",
        "occurredAt",
        "email",
        "phone",
        "emailSha256",
        "value",
        "currency",
        "consent.adUserData",
        "platforms[0]",
        "orderId",
        "more",
    }


@pytest.mark.parametrize(
    "given,value,currency",
    [
        ({"value": 0}, 0, "USD"),
        ({"value": 59.99}, 59.99, "USD"),
        ({"value": 5990, "currency": "JPY"}, 5990, "JPY"),
        ({"value": 1.234, "currency": "KWD"}, 1.234, "KWD"),
        ({"value": 1000000000, "currency": "VND"}, 1000000000, "VND"),
        ({"currency": "CHF"}, None, "CHF"),
        ({}, None, None),
    ],
)
def test_money_of_its_own_currency(shared, given, value, currency):
    made = make(shared, **given)
    assert (made["value"], made["currency"]) == (value, currency)


def test_a_space_without_decimals_takes_other_money(server):
    api = server.account(currency="JPY").client()
    assert make(api, value=59.9, currency="EUR")["value"] == 59.9
    assert make(api, value=59)["currency"] == "JPY"
    api.refuse("POST", PATH, body_of(value=59.9)).fault("value", "TOO_MANY_DECIMALS", 0)


def test_old_ones_are_kept_for_the_push_to_judge(shared):
    for days in (8, 63, 91, 600):
        assert make(shared, occurredAt=ago(days=days))["syncState"] == "STAGED"


# --- one an order --------------------------------------------------------------------------------


def test_an_order_counts_once(server, api, account):
    first = make(api, orderId="A-1")
    for query in ({}, {"validateOnly": True}):
        resp = api.post(PATH, body_of(orderId="A-1"), expect=409, query=query)
        assert resp.code == "CONFLICT" and resp.details["conversionId"] == first["id"]
        assert first["id"] in resp.error["message"]
    make(api, orderId="A-1", conversionAction="Refund")
    make(api, orderId="a-1")
    make(api)
    make(api)
    make(account.client(env="live"), orderId="A-1")
    make(server.account().client(), orderId="A-1")
    # a fault of the body is reported before the conflict of the order id
    api.refuse("POST", PATH, body_of(orderId="A-1", value=-1)).fault("value", "TOO_SMALL")
    assert api.get(PATH).meta["total"] == 5


def test_an_order_that_comes_twice_at_once(account):
    clients = [account.client(spare=False) for _ in range(4)]
    body = body_of(orderId="race")
    answers = in_threads(
        *[lambda c=c: c.post(PATH, body, expect=(201, 409)) for c in clients]
    )
    assert sorted(a.status for a in answers) == [201, 409, 409, 409]
    assert clients[0].get(PATH).meta["total"] == 1


def test_idempotency(api):
    body = body_of(email="alice@example.com", orderId="I-1")
    key = {"Idempotency-Key": "order I-1"}
    first = api.post(PATH, body, headers=key)
    again = api.post(PATH, body, headers=key)
    assert again.data == first.data and again.headers["idempotent-replayed"] == "true"
    assert again.headers["location"] == first.headers["location"]
    other = dict(body, email="bob@example.com")
    assert api.post(PATH, other, headers=key, expect=409).code == "IDEMPOTENCY_CONFLICT"
    bad = body_of(phone="030 901820")
    key = {"Idempotency-Key": "bad"}
    first = api.post(PATH, bad, headers=key, expect=400)
    again = api.post(PATH, bad, headers=key, expect=400)
    assert again.error == first.error and again.headers["idempotent-replayed"] == "true"
    assert api.get(PATH).meta["total"] == 1


def test_validate_only_changes_nothing(api):
    checked = api.post(PATH, body_of(email="a@b.example", orderId="V"), expect=200, query={
        "validateOnly": True
    })
    assert checked.data["id"] is None and checked.meta["validateOnly"] is True
    assert checked.data["matchedBy"] == ["email"] and checked.data["orderId"] == "V"
    assert "a@b.example" not in checked.text
    assert api.get(PATH).meta["total"] == 0


def test_many_in_one_request(api):
    bodies = [
        body_of(email="a@b.example", orderId="B-1"),
        body_of(phone="030 901820"),
        body_of(clickIds={"gclid": "x"}, orderId="B-1"),
        body_of(clickIds={"gclid": "x"}, orderId="B-2"),
    ]
    operations = [{"method": "POST", "body": body} for body in bodies]
    resp = api.post(PATH + "/batch", {"operations": operations, "atomic": True}, expect=400)
    assert "901820" not in resp.text and api.get(PATH).meta["total"] == 0
    resp = api.post(PATH + "/batch", {"operations": operations}, expect=200)
    assert [each["status"] for each in resp.data["results"]] == [201, 400, 409, 201]
    made = [each["data"] for each in resp.data["results"] if "data" in each]
    assert [each["matchedBy"] for each in made] == [["email"], ["gclid"]]
    assert "b.example" not in resp.text and "901820" not in resp.text
    assert {each["id"] for each in api.get(PATH).data} == {each["id"] for each in made}
    for operation in (
        {"method": "PATCH", "id": made[0]["id"], "body": {"value": 1}},
        {"method": "DELETE", "id": made[0]["id"]},
    ):
        resp = api.post(PATH + "/batch", {"operations": [operation]}, expect=400)
        resp.fault("operations[0].method", "UNKNOWN_VALUE")


# --- lists, routes, scopes -----------------------------------------------------------------------


def test_lists(api):
    made = [
        make(api, conversionAction="Lead" if n % 2 else "Order", orderId="L-%d" % n)
        for n in range(5)
    ]
    made.append(make(api, email="a@b.example", platforms=["google", "meta"]))
    made.append(make(api, email="a@b.example", platforms=["reddit"]))
    ids = [each["id"] for each in made]

    def found(**query):
        page = api.get(PATH, query=query)
        assert page.meta["total"] == len(page.data)
        return [each["id"] for each in page.data]

    assert [each["id"] for each in api.walk(PATH, limit=2)] == ids[::-1]
    assert found(order="asc") == ids
    assert found(conversionAction="Lead") == [ids[3], ids[1]]
    assert found(conversionAction="Lead,None") == [ids[3], ids[1]]
    assert found(conversionAction="lead") == []
    assert found(orderId="L-2") == [ids[2]]
    assert found(platforms="google") == [ids[5]]
    assert found(platforms="meta,reddit") == [ids[6], ids[5]]
    assert found(platforms="microsoft") == []
    assert found(platforms="google", conversionAction="Lead") == []
    assert found(syncState="STAGED") == ids[::-1]
    assert found(syncState="SYNCED,FAILED") == []
    # Two conversions may have the same millisecond.
    since = made[5]["updatedAt"]
    assert found(updatedSince=since) == [e["id"] for e in made[::-1] if e["updatedAt"] >= since]
    page = api.get(PATH, query={"platforms": "google,reddit", "limit": 1})
    assert page.meta["total"] == 2 and page.meta["nextCursor"]
    rest = api.get(
        PATH,
        query={"platforms": "google,reddit", "limit": 1, "cursor": page.meta["nextCursor"]},
    )
    assert [each["id"] for each in rest.data] == [ids[5]] and rest.meta["nextCursor"] is None
    api.refuse(
        "GET", PATH, query={"platforms": "google", "cursor": page.meta["nextCursor"]}
    ).fault("cursor", "INVALID_CURSOR")
    api.refuse("GET", PATH, query={"platforms": "bing"}).fault("platforms", "UNKNOWN_VALUE")
    for name in ("q", "email", "emailSha256", "googleEmail", "status", "platform", "value"):
        resp = api.refuse("GET", PATH, query={name: "pat.plain@example.com"})
        resp.fault(name, "UNKNOWN_PARAMETER")
        assert "pat.plain" not in resp.text


def test_methods(shared):
    made = make(shared)
    for method in ("PATCH", "PUT", "DELETE"):
        resp = shared.request(method, PATH, {}, expect=405)
        assert resp.code == "METHOD_NOT_ALLOWED"
        assert set(resp.headers["allow"].split(", ")) == {"GET", "HEAD", "POST", "OPTIONS"}
    for method in ("POST", "PATCH", "DELETE"):
        resp = shared.request(method, PATH + "/" + made["id"], {}, expect=405)
        assert set(resp.headers["allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}
    assert shared.get("/conversions", expect=404).code == "NOT_FOUND"


def test_scopes(account):
    writer = account.client(["campaigns:write"], spare=False)
    reader = account.client(["reports:read"], spare=False)
    made = make(writer)
    assert reader.get(PATH).data == [made]
    assert reader.get(PATH + "/" + made["id"]).data == made
    for client, method, path, scope in (
        (reader, "POST", PATH, "campaigns:write"),
        (writer, "GET", PATH, "reports:read"),
        (writer, "GET", PATH + "/" + made["id"], "reports:read"),
    ):
        options = {"body": body_of()} if method == "POST" else {}
        resp = client.request(method, path, expect=403, **options)
        assert resp.code == "INSUFFICIENT_SCOPE" and resp.details["required"] == [scope]


def test_foreign_other_environment_and_missing_are_alike(server, api, account):
    foreign = make(server.account().client())
    elsewhere = make(account.client(env="live"))
    answers = []
    for one in (foreign["id"], elsewhere["id"], missing_id(foreign["id"]), "x", "cmp_1"):
        resp = api.get(PATH + "/" + one, expect=404)
        assert resp.code == "NOT_FOUND" and resp.details == {
            "resource": "conversion",
            "id": one,
            "recovery": resp.details["recovery"],
        } | {k: v for k, v in resp.details.items() if k == "suggestion"}
        answers.append(resp.same_but_for('"%s"' % one))
    assert len(set(answers)) == 1
    assert api.get(PATH).data == []


def test_a_preview_leaves_them(api):
    """A preview lists the staged conversions as UPLOAD operations and leaves them staged."""
    made = make(api, email="a@b.example")
    plan = api.post("/sync/preview", {}, expect=(200, 201)).data
    assert {op["op"] for op in plan["operations"]} == {"UPLOAD"} and plan["violations"] == []
    assert api.get("%s/%s" % (PATH, made["id"])).data["syncState"] == "STAGED"


def test_described(shared):
    doc = shared.get("/openapi.json").json
    out = doc["components"]["schemas"]["Conversion"]
    given = doc["components"]["schemas"]["ConversionCreate"]
    private = {"email", "phone", "emailSha256", "phoneSha256", "phoneDigitsSha256"}
    assert set(out["properties"]) == COMMON | OWN | {"incomplete"}
    assert set(out["required"]) <= COMMON | OWN
    assert set(given["properties"]) == (OWN - {"matchedBy", "platformResults"}) | private
    assert set(given["required"]) == {"conversionAction", "occurredAt"}
    assert set(doc["paths"][PATH]) == {"get", "post"}
    assert set(doc["paths"][PATH + "/{id}"]) == {"get"}
    params = {p.get("name") or p["$ref"].rsplit("/", 1)[1]: p for p in doc["paths"][PATH]["get"]["parameters"]}
    assert "q" not in params
    assert params["platforms"]["schema"]["items"]["enum"] == ["google", "microsoft", "reddit", "meta"]
    assert doc["paths"][PATH]["get"]["x-required-scopes"] == ["reports:read"]
    assert doc["paths"][PATH]["post"]["x-required-scopes"] == ["campaigns:write"]
