"""Merge patch, versions and preconditions, validateOnly."""

import re

import pytest

from adcore_make import (
    ad_body,
    campaign_body,
    keyword_body,
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    push,
)

ETAG_RE = re.compile(r'^"(\d+)\.(\d+)"$')


@pytest.fixture(scope="module")
def four(shared):
    """One object of each kind, with its path and a harmless change."""
    campaign = make_campaign(shared)
    group = make_ad_group(shared, campaign["id"])
    return [
        ("/campaigns/" + campaign["id"], {"budget": 21}),
        ("/ad-groups/" + group["id"], {"name": "Other group"}),
        ("/ads/" + make_ad(shared, group["id"])["id"], {"path1": "rolls"}),
        ("/keywords/" + make_keyword(shared, group["id"])["id"], {"status": "ENABLED"}),
    ]


# --- merge patch -------------------------------------------------------------------------------


def test_absent_fields_stay(api):
    made = make_campaign(api, finalUrlSuffix="a=b", labels=["x"])
    changed = api.patch("/campaigns/" + made["id"], {"budget": 30}).data
    assert changed["budget"] == 30
    for name in set(made) - {"budget", "updatedAt", "version"}:
        assert changed[name] == made[name], name
    assert changed["version"] == made["version"] + 1
    assert changed["updatedAt"] >= made["updatedAt"]
    assert api.get("/campaigns/" + made["id"]).data == changed


def test_null_clears_and_an_empty_list_empties(api):
    made = make_campaign(
        api,
        finalUrlSuffix="a=b",
        trackingTemplate="https://t.example/?u={lpurl}",
        labels=["x"],
        languages=["de"],
        locations=[{"code": "DE"}],
        startDate="2035-01-01",
        endDate="2035-02-01",
    )
    names = ["finalUrlSuffix", "trackingTemplate", "startDate", "endDate"]
    lists = ["labels", "languages", "locations"]
    change = {name: None for name in names}
    change.update({name: [] for name in lists})
    changed = api.patch("/campaigns/" + made["id"], change).data
    assert [changed.get(name) for name in names] == [None] * len(names)
    assert [changed[name] for name in lists] == [[], [], []]


def test_null_brings_the_default_back(api):
    plain = make_campaign(api)
    made = make_campaign(
        api,
        status="ENABLED",
        platform="microsoft",
        labels=["x"],
        languages=["de"],
        locations=[{"code": "DE"}],
        bidding={"strategy": "MANUAL_CPC"},
    )
    names = ["status", "platform", "labels", "languages", "locations", "bidding"]
    assert all(made[name] != plain[name] for name in names)
    changed = api.patch("/campaigns/" + made["id"], {name: None for name in names}).data
    assert [changed[name] for name in names] == [plain[name] for name in names]
    assert changed["status"] == "PAUSED" and changed["locations"] == []
    group = make_ad_group(api, plain["id"], status="ENABLED")
    changed = api.patch("/ad-groups/" + group["id"], {"status": None, "cpcBid": None}).data
    assert changed["status"] == "PAUSED" and changed["cpcBid"] is None
    ad = make_ad(api, group["id"], status="ENABLED")
    changed = api.patch("/ads/" + ad["id"], {"status": None, "assetIds": None}).data
    assert changed["status"] == "PAUSED" and changed["assetIds"] == []
    refused = api.refuse("PATCH", "/ads/" + ad["id"], {"headlines": None, "descriptions": None})
    refused.fault("headlines", "TOO_FEW")
    refused.fault("descriptions", "TOO_FEW")
    word = make_keyword(api, group["id"], status="ENABLED", negative=False)
    changed = api.patch("/keywords/" + word["id"], {"status": None, "negative": None}).data
    assert changed["status"] == "PAUSED" and changed["negative"] is False


def test_null_on_create_is_the_default(api):
    made = make_campaign(api, status=None, platform=None, labels=None, bidding=None)
    for name, value in (("status", "PAUSED"), ("platform", "google"), ("labels", [])):
        assert made[name] == value
    assert made["bidding"]["strategy"] == "MAXIMIZE_CLICKS"
    api.refuse("POST", "/campaigns", campaign_body(budget=None)).fault("budget", "NOT_NULLABLE")


def test_null_after_the_push_is_no_change_of_what_is_fixed(api):
    made = make_campaign(api)
    push(api)
    path = "/campaigns/" + made["id"]
    assert api.patch(path, {"platform": None}).data["platform"] == "google"
    api.refuse("PATCH", path, {"platform": "microsoft"}).fault("platform", "IMMUTABLE")


def test_null_is_refused_for_required_fields(shared, four):
    for path, names in (
        (four[0][0], ["name", "type", "budget"]),
        (four[1][0], ["name", "campaignId"]),
        (four[2][0], ["finalUrl", "type", "adGroupId"]),
        (four[3][0], ["text", "matchType"]),
    ):
        resp = shared.refuse("PATCH", path, {name: None for name in names})
        assert set(resp.faults()) >= set(names)
        for name in names:
            resp.fault(name, "NOT_NULLABLE")


def test_nested_objects_merge(api):
    made = make_campaign(api, bidding={"strategy": "TARGET_CPA", "targetCpa": 5})
    path = "/campaigns/" + made["id"]
    changed = api.patch(path, {"bidding": {"targetCpa": 6}}).data["bidding"]
    assert changed["strategy"] == "TARGET_CPA" and changed["targetCpa"] == 6
    changed = api.patch(
        path, {"bidding": {"strategy": "MAXIMIZE_CLICKS", "targetCpa": None, "maxCpc": 2}}
    ).data["bidding"]
    assert changed["strategy"] == "MAXIMIZE_CLICKS" and changed["maxCpc"] == 2
    assert changed.get("targetCpa") is None


def test_arrays_are_replaced(api):
    made = make_campaign(api, labels=["a", "b"], languages=["de", "en"])
    changed = api.patch("/campaigns/" + made["id"], {"labels": ["c"]}).data
    assert changed["labels"] == ["c"] and changed["languages"] == ["de", "en"]


@pytest.mark.parametrize("body", [[], "x", 5, None, True, [{"op": "replace"}]])
def test_a_body_that_is_no_object_is_refused(shared, four, body):
    for path, _ in four:
        shared.refuse("PATCH", path, body)
    shared.refuse("POST", "/campaigns", body)


def test_the_merged_object_is_checked(api):
    made = make_campaign(api, startDate="2035-03-01")
    resp = api.refuse("PATCH", "/campaigns/" + made["id"], {"endDate": "2035-02-01"})
    assert set(resp.faults()) & {"startDate", "endDate"}


# --- versions ----------------------------------------------------------------------------------


def test_etag_is_version_and_sync_revision(shared, four):
    for path, change in four:
        one = shared.get(path)
        assert ETAG_RE.match(one.etag), one.headers
        assert int(ETAG_RE.match(one.etag).group(1)) == one.data["version"]
        changed = shared.patch(path, change)
        assert int(ETAG_RE.match(changed.etag).group(1)) == changed.data["version"]
        assert changed.data["version"] == one.data["version"] + 1
        assert shared.get(path).etag == changed.etag


def test_creating_answers_the_etag(api):
    resp = api.post("/campaigns", campaign_body())
    assert ETAG_RE.match(resp.etag)
    assert api.get("/campaigns/" + resp.data["id"]).etag == resp.etag


def test_if_none_match(shared, four):
    for path, _ in four:
        etag = shared.get(path).etag
        same = shared.get(path, headers={"If-None-Match": etag}, expect=304)
        assert same.etag == etag
        shared.get(path, headers={"If-None-Match": '"0.0", ' + etag}, expect=304)
        assert shared.get(path, headers={"If-None-Match": '"0.0"'}).data["id"] in path


def test_if_match(api):
    made = api.post("/campaigns", campaign_body())
    path = "/campaigns/" + made.data["id"]
    second = api.patch(path, {"budget": 21}, headers={"If-Match": made.etag})
    resp = api.patch(path, {"budget": 22}, headers={"If-Match": made.etag}, expect=412)
    assert resp.code == "PRECONDITION_FAILED"
    assert api.get(path).data["budget"] == 21
    api.delete(path, headers={"If-Match": made.etag}, expect=412)
    api.get(path)
    api.delete(path, headers={"If-Match": second.etag})
    api.get(path, expect=404)


@pytest.mark.parametrize("value", ['"x"', "x", '""', '"999.0"', '"-1.0"', '"1', "''"])
def test_if_match_with_anything_else_is_stale(shared, four, value):
    for path, change in four:
        shared.patch(path, change, headers={"If-Match": value}, expect=412)


def test_if_match_compares_the_version_only(api):
    made = api.post("/campaigns", campaign_body())
    path = "/campaigns/" + made.data["id"]
    push(api)
    after = api.get(path)
    assert after.etag != made.etag, "the push left the ETag as it was"
    assert after.data["version"] == made.data["version"]
    api.get(path, headers={"If-None-Match": made.etag}, expect=200)
    api.patch(path, {"budget": 25}, headers={"If-Match": made.etag})


def test_the_body_is_checked_before_the_precondition(shared, four):
    for path, _ in four:
        stale = {"If-Match": '"999.0"'}
        for body in ({"nonsense": 1}, {"status": "LOUD"}, {"version": 3}):
            resp = shared.refuse("PATCH", path, body, headers=stale)
            assert list(resp.faults()) == list(body)
        both = {"nonsense": 1, "expectedVersion": 999}
        assert list(shared.refuse("PATCH", path, both).faults()) == ["nonsense"]
        resp = shared.refuse("PATCH", path, {"expectedVersion": "1", "status": 5})
        assert set(resp.faults()) == {"expectedVersion", "status"}


def test_the_body_is_checked_before_a_staged_removal(api):
    made = make_campaign(api)
    path = "/campaigns/" + made["id"]
    push(api)
    api.delete(path)
    api.refuse("PATCH", path, {"nonsense": 1}).fault("nonsense", "UNKNOWN_FIELD")
    assert api.patch(path, {"budget": 21}, expect=409).code == "CONFLICT"


def test_expected_version(api):
    """The member works as If-Match does."""
    made = make_campaign(api)
    path = "/campaigns/" + made["id"]

    def change(version, expect):
        return api.patch(path, {"budget": 22, "expectedVersion": version}, expect=expect)

    assert change(made["version"] + 5, 412).code == "PRECONDITION_FAILED"
    assert change(made["version"], 200).data["budget"] == 22
    assert change(made["version"], 412).code == "PRECONDITION_FAILED"
    assert api.get(path).data["version"] == made["version"] + 1


# --- validateOnly ------------------------------------------------------------------------------


def test_validate_only_creates_nothing(api):
    campaign = make_campaign(api)
    group = make_ad_group(api, campaign["id"])
    for path, body in (
        ("/campaigns", campaign_body()),
        ("/ad-groups", {"campaignId": campaign["id"], "name": "New"}),
        ("/ads", ad_body(group["id"])),
        ("/keywords", keyword_body(group["id"])),
    ):
        before = api.get(path).meta["total"]
        resp = api.post(path, body, query={"validateOnly": "true"}, expect=200)
        assert resp.data["id"] is None
        assert resp.meta["validateOnly"] is True
        for name, value in body.items():
            assert resp.data[name] == value
        assert api.get(path).meta["total"] == before
        api.refuse("POST", path, dict(body, nonsense=1), query={"validateOnly": "true"}).fault(
            "nonsense"
        )


def test_validate_only_runs_every_check(api):
    made = make_campaign(api)
    api.refuse(
        "POST", "/campaigns", campaign_body(name=made["name"]), query={"validateOnly": True}
    ).fault("name", "DUPLICATE_NAME")
    api.refuse(
        "POST",
        "/ad-groups",
        {"campaignId": "cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV", "name": "x"},
        query={"validateOnly": True},
    ).fault("campaignId", "REFERENCE_NOT_FOUND")
    resp = api.post(
        "/campaigns", campaign_body(budget=101), query={"validateOnly": True}, expect=422
    )
    assert resp.code == "GUARDRAIL_VIOLATION"


def test_validate_only_changes_and_deletes_nothing(api):
    made = make_campaign(api)
    path = "/campaigns/" + made["id"]
    resp = api.patch(path, {"budget": 33}, query={"validateOnly": "true"})
    assert resp.data["budget"] == 33 and resp.meta["validateOnly"] is True
    assert api.get(path).data == made
    api.delete(path, query={"validateOnly": "true"})
    assert api.get(path).data == made
    api.refuse("PATCH", path, {"budget": 0}, query={"validateOnly": "true"}).fault("budget")


def test_validate_only_is_a_boolean(shared):
    shared.refuse("POST", "/campaigns", campaign_body(), query={"validateOnly": "maybe"}).fault(
        "validateOnly"
    )
    shared.post("/campaigns", campaign_body(), query={"validateOnly": "false"}, expect=201)


def test_validate_only_keeps_no_idempotency_key(api):
    body = campaign_body()
    key = {"Idempotency-Key": "dry"}
    api.post("/campaigns", body, query={"validateOnly": "true"}, headers=key, expect=200)
    made = api.post("/campaigns", body, headers=key)
    assert made.data["id"] and "idempotent-replayed" not in made.headers


def test_validate_only_answers_without_an_id_on_every_write(api):
    made = make_campaign(api)
    path = "/campaigns/" + made["id"]
    dry = {"validateOnly": "true"}
    for resp in (
        api.patch(path, {"budget": 33}, query=dry),
        api.delete(path, query=dry),
        api.post(path + "/restore", query=dry, expect=200),
    ):
        assert resp.data["id"] is None and resp.meta["validateOnly"] is True
        assert "etag" not in resp.headers
    assert api.get(path).data == made


def test_validate_only_is_of_writes(api):
    made = make_campaign(api)
    for path in ("/campaigns/" + made["id"], "/campaigns", "/me", "/openapi.json"):
        api.refuse("GET", path, query={"validateOnly": "true"}).fault(
            "validateOnly", "UNKNOWN_PARAMETER"
        )


def test_expected_version_is_of_changes(api):
    api.refuse("POST", "/campaigns", campaign_body(expectedVersion=1)).fault(
        "expectedVersion", "UNKNOWN_FIELD"
    )
