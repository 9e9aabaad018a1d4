"""Businesses: plain objects that campaigns name."""

import pytest

from adcore_make import business_body, campaign_body, make_business, make_campaign, missing_id

COMMON = {
    "id",
    "spaceId",
    "environment",
    "source",
    "createdBy",
    "createdAt",
    "updatedAt",
    "version",
}
OWN = {
    "name",
    "website",
    "description",
    "category",
    "phone",
    "address",
    "logoAssetId",
    "languages",
    "locations",
    "brandColors",
}
WHOLE = {
    "name": "Sunrise Bakery",
    "website": "https://bakery.example/",
    "description": "Sourdough and rolls.\nBaked every morning.",
    "category": "Bakery",
    "phone": "+49 (30) 90-18.20",
    "address": "Hauptstrasse 1, 10827 Berlin",
    "languages": ["de", "en-GB"],
    "locations": [{"code": "DE", "excluded": False}, {"code": "1003854", "excluded": True}],
    "brandColors": ["#F2A900", "#0a0b0c"],
}


def test_made_read_changed_deleted(api, account):
    resp = api.post("/businesses", WHOLE)
    made = resp.data
    assert set(made) == COMMON | OWN
    assert made["id"].startswith("biz_") and len(made["id"]) == 30
    assert resp.headers["location"].endswith("/businesses/" + made["id"])
    assert {name: made[name] for name in WHOLE} == WHOLE
    assert made["logoAssetId"] is None
    assert made["environment"] == "test" and made["source"] == "API" and made["version"] == 1
    assert made["createdBy"] == account.uid

    got = api.get("/businesses/" + made["id"])
    assert got.data == made and got.etag == '"1.0"'
    assert api.get("/businesses/" + made["id"], expect=304, headers={"If-None-Match": got.etag})

    changed = api.patch(
        "/businesses/" + made["id"],
        {"name": "Sunset Bakery", "category": None, "brandColors": []},
        headers={"If-Match": got.etag},
    )
    assert changed.data["name"] == "Sunset Bakery" and changed.data["category"] is None
    assert changed.data["brandColors"] == [] and changed.data["version"] == 2
    assert changed.data["phone"] == WHOLE["phone"]
    stale = api.patch(
        "/businesses/" + made["id"], {"name": "X"}, expect=412, headers={"If-Match": got.etag}
    )
    assert stale.code == "PRECONDITION_FAILED" and stale.details["currentVersion"] == 2

    gone = api.delete("/businesses/" + made["id"])
    assert gone.data["id"] == made["id"] and "syncState" not in gone.data
    assert api.get("/businesses/" + made["id"], expect=404).code == "NOT_FOUND"
    assert api.delete("/businesses/" + made["id"], expect=404).code == "NOT_FOUND"
    assert api.get("/businesses").meta["total"] == 0


def test_only_name_and_website_are_needed(api):
    made = make_business(api, name="A")
    assert made["languages"] == [] and made["locations"] == [] and made["brandColors"] == []
    for name in ("description", "category", "phone", "address", "logoAssetId"):
        assert made[name] is None
    resp = api.refuse("POST", "/businesses", {})
    resp.fault("name", "REQUIRED")
    resp.fault("website", "REQUIRED")
    assert len(resp.faults()) == 2
    resp = api.refuse("PATCH", "/businesses/" + made["id"], {"name": None, "website": None})
    resp.fault("name", "NOT_NULLABLE")
    resp.fault("website", "NOT_NULLABLE")


@pytest.mark.parametrize(
    "field,value,path,code",
    [
        ("name", "", "name", "TOO_SHORT"),
        ("name", "x" * 129, "name", "TOO_LONG"),
        ("name", 7, "name", "WRONG_TYPE"),
        ("website", "bakery.example", "website", "INVALID_URL"),
        ("website", "https://me:pw@bakery.example", "website", "INVALID_URL"),
        ("website", "javascript:alert(1)", "website", "INVALID_URL"),
        ("description", "x" * 5001, "description", "TOO_LONG"),
        ("phone", "call us", "phone", "INVALID_PHONE"),
        ("phone", "+++", "phone", "INVALID_PHONE"),
        ("phone", "1" * 41, "phone", "TOO_LONG"),
        ("logoAssetId", "ast_01ARZ3NDEKTSV4RRFFQ69G5FAV", "logoAssetId", "REFERENCE_NOT_FOUND"),
        ("logoAssetId", "biz_01ARZ3NDEKTSV4RRFFQ69G5FAV", "logoAssetId", "REFERENCE_NOT_FOUND"),
        ("logoAssetId", 1, "logoAssetId", "WRONG_TYPE"),
        ("languages", "de", "languages", "WRONG_TYPE"),
        ("languages", ["de"] * 51, "languages", "TOO_MANY"),
        ("locations", [{"code": "Germany"}], "locations[0].code", "UNKNOWN_VALUE"),
        ("locations", [{}], "locations[0].code", "REQUIRED"),
        ("locations", [{"code": "DE", "why": 1}], "locations[0].why", "UNKNOWN_FIELD"),
        ("brandColors", ["#F2A900", "red"], "brandColors[1]", "INVALID_COLOR"),
        ("brandColors", ["#F2A90"], "brandColors[0]", "INVALID_COLOR"),
        ("brandColors", ["#GGGGGG"], "brandColors[0]", "INVALID_COLOR"),
        ("brandColors", ["#000000"] * 11, "brandColors", "TOO_MANY"),
        ("syncState", "STAGED", "syncState", "UNKNOWN_FIELD"),
        ("remote", {}, "remote", "UNKNOWN_FIELD"),
        ("status", "PAUSED", "status", "UNKNOWN_FIELD"),
        ("id", "biz_01ARZ3NDEKTSV4RRFFQ69G5FAV", "id", "READ_ONLY"),
        ("version", 3, "version", "READ_ONLY"),
    ],
)
def test_refused(shared, field, value, path, code):
    shared.refuse("POST", "/businesses", business_body(**{field: value})).fault(path, code)


def test_every_fault_at_once(shared):
    body = {"name": "", "website": "x", "phone": "none", "brandColors": ["red"], "nme": 1}
    faults = shared.refuse("POST", "/businesses", body).faults()
    assert set(faults) == {"name", "website", "phone", "brandColors[0]", "nme"}


def test_validate_only_changes_nothing(api):
    checked = api.post("/businesses", WHOLE, expect=200, query={"validateOnly": True})
    assert checked.data["id"] is None and checked.meta["validateOnly"] is True
    made = make_business(api)
    path = "/businesses/" + made["id"]
    checked = api.patch(path, {"name": "Other"}, query={"validateOnly": True})
    assert checked.data["id"] is None and checked.data["name"] == "Other"
    api.delete(path, query={"validateOnly": True})
    assert api.get(path).data == made
    assert api.get("/businesses").meta["total"] == 1


def test_idempotency(api):
    body = business_body()
    first = api.post("/businesses", body, headers={"Idempotency-Key": "k1"})
    again = api.post("/businesses", body, headers={"Idempotency-Key": "k1"})
    assert again.data == first.data and again.headers["idempotent-replayed"] == "true"
    other = api.post("/businesses", business_body(), expect=409, headers={"Idempotency-Key": "k1"})
    assert other.code == "IDEMPOTENCY_CONFLICT"
    assert api.get("/businesses").meta["total"] == 1


def test_lists(api):
    made = [
        make_business(api, name="Bakery %d" % n, category="A" if n % 2 else "B") for n in range(7)
    ]
    ids = [each["id"] for each in made]
    assert [each["id"] for each in api.walk("/businesses", limit=3)] == ids[::-1]
    assert [b["id"] for b in api.get("/businesses", query={"order": "asc"}).data] == ids
    page = api.get("/businesses", query={"q": "kery 3"})
    assert [b["id"] for b in page.data] == [ids[3]] and page.meta["total"] == 1
    page = api.get("/businesses", query={"category": "A", "limit": 2})
    assert page.meta["total"] == 3 and len(page.data) == 2
    page = api.get("/businesses", query={"name": "Bakery 1,Bakery 2"})
    assert page.meta["total"] == 2
    changed = api.patch("/businesses/" + ids[2], {"name": "Newest"}).data
    page = api.get("/businesses", query={"updatedSince": changed["updatedAt"]})
    assert [b["id"] for b in page.data] == [ids[2]]
    for query in ({"syncState": "STAGED"}, {"website": "x"}, {"status": "PAUSED"}):
        resp = api.refuse("GET", "/businesses", query=query)
        resp.fault(list(query)[0], "UNKNOWN_PARAMETER")
    cursor = api.get("/businesses", query={"limit": 1}).meta["nextCursor"]
    api.refuse("GET", "/campaigns", query={"cursor": cursor}).fault("cursor", "INVALID_CURSOR")


def test_there_is_nothing_to_restore(api):
    made = make_business(api)
    resp = api.post("/businesses/%s/restore" % made["id"], expect=404)
    assert resp.code == "NOT_FOUND"
    resp = api.request("PUT", "/businesses/" + made["id"], {}, expect=405)
    assert set(resp.headers["allow"].split(", ")) == {"GET", "HEAD", "PATCH", "DELETE", "OPTIONS"}


# --- a campaign names its business ---------------------------------------------------------------


def test_a_campaign_names_a_business(api):
    business = make_business(api)
    campaign = make_campaign(api, businessId=business["id"])
    assert campaign["businessId"] == business["id"]
    other = make_business(api)
    path = "/campaigns/" + campaign["id"]
    assert api.patch(path, {"businessId": other["id"]}).data["businessId"] == other["id"]
    assert api.patch(path, {"businessId": None}).data["businessId"] is None


def test_a_business_that_is_not_there(server, api, account):
    foreign = make_business(server.account().client())["id"]
    elsewhere = make_business(account.client(env="live"))["id"]
    gone = make_business(api)["id"]
    api.delete("/businesses/" + gone)
    campaign = make_campaign(api)
    messages = set()
    for bad in (foreign, elsewhere, gone, missing_id(gone), "biz_x", campaign["id"]):
        for method, path, body in (
            ("POST", "/campaigns", campaign_body(businessId=bad)),
            ("PATCH", "/campaigns/" + campaign["id"], {"businessId": bad}),
        ):
            resp = api.refuse(method, path, body)
            messages.add(resp.fault("businessId", "REFERENCE_NOT_FOUND")["message"])
            assert len(resp.faults()) == 1
    assert len(messages) == 1


def test_a_business_that_is_named_stays(api):
    business = make_business(api)
    path = "/businesses/" + business["id"]
    campaigns = [make_campaign(api, businessId=business["id"]) for _ in range(2)]
    for query in ({}, {"validateOnly": True}):
        resp = api.delete(path, expect=409, query=query)
        assert resp.code == "CONFLICT" and campaigns[0]["id"] in resp.error["message"]
        assert resp.details["referredBy"] == [
            {"resource": "campaign", "id": each["id"]} for each in campaigns
        ]
    assert api.get(path).data == business
    api.patch("/campaigns/" + campaigns[0]["id"], {"businessId": None})
    resp = api.delete(path, expect=409)
    assert resp.details["referredBy"] == [{"resource": "campaign", "id": campaigns[1]["id"]}]
    api.delete("/campaigns/" + campaigns[1]["id"])
    api.delete(path)


def test_who_names_it_is_told_to_those_who_may_read_it(account, api):
    business = make_business(api)
    make_campaign(api, businessId=business["id"])
    blind = account.client(["businesses:read", "businesses:write"])
    resp = blind.delete("/businesses/" + business["id"], expect=409)
    assert resp.details["referredBy"] == [{"resource": "campaign", "id": None}]
    assert "cmp_" not in resp.text


def test_foreign_other_environment_and_missing_are_alike(server, api, account):
    owner = server.account().client()
    foreign = make_business(owner)
    elsewhere = make_business(account.client(env="live"))
    for method, body in (("GET", {}), ("PATCH", {"body": {"name": "X"}}), ("DELETE", {})):
        answers = []
        for one in (foreign["id"], elsewhere["id"], missing_id(foreign["id"])):
            resp = api.request(method, "/businesses/" + one, expect=404, **body)
            assert resp.code == "NOT_FOUND"
            assert resp.details["resource"] == "business" and resp.details["id"] == one
            answers.append(resp.same_but_for(one))
        assert len(set(answers)) == 1
    assert owner.get("/businesses/" + foreign["id"]).data == foreign
    assert api.get("/businesses").meta["total"] == 0


def test_a_business_is_no_part_of_a_plan(shared):
    made = make_business(shared)
    plan = shared.post("/sync/preview", {}, expect=(200, 201)).data
    assert made["id"] not in str(plan)
