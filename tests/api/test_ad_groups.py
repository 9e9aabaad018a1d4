"""Ad groups: create, read, change, and every refusal."""

import re

import pytest

from adcore_make import (
    ad_group_body,
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    missing_id,
    push,
)


@pytest.fixture(scope="module")
def parent(shared):
    return make_campaign(shared)["id"]


def test_create_from_parent_and_name(api):
    campaign = make_campaign(api)
    resp = api.post("/ad-groups", {"campaignId": campaign["id"], "name": "Rolls"})
    made = resp.data
    assert re.match(r"^agr_[0-9A-Za-z]{26}$", made["id"])
    assert resp.headers["location"].endswith("/ad-groups/" + made["id"])
    assert made["campaignId"] == campaign["id"]
    assert made["name"] == "Rolls"
    assert made["status"] == "PAUSED"
    assert made["syncState"] == "STAGED"
    assert made["source"] == "API" and made["environment"] == "test"
    assert made["spaceId"] == campaign["spaceId"]
    assert api.get("/ad-groups/" + made["id"]).data == made
    assert api.get("/ad-groups").data == [made]


def test_writable_fields_come_back(shared):
    campaign = make_campaign(shared, bidding={"strategy": "MANUAL_CPC"})
    body = ad_group_body(campaign["id"], status="ENABLED", cpcBid=1.25)
    made = shared.post("/ad-groups", body).data
    for name, value in body.items():
        assert made[name] == value, name


def test_an_empty_body_names_every_required_field(shared):
    assert set(shared.refuse("POST", "/ad-groups", {}).faults()) >= {"campaignId", "name"}


def test_read_only_and_unknown_fields_are_refused_by_name(shared, parent):
    made = make_ad_group(shared, parent)
    fields = {
        name: made[name]
        for name in (
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
        )
    }
    wanted = set(fields) | {"keywords", "bid"}
    bad = dict(fields, keywords=[], bid=2)
    assert set(shared.refuse("POST", "/ad-groups", ad_group_body(parent, **bad)).faults()) >= wanted
    assert set(shared.refuse("PATCH", "/ad-groups/" + made["id"], bad).faults()) >= wanted


def test_missing_and_foreign_parents_are_alike(server, shared):
    foreign = make_campaign(server.account().client())["id"]
    missing = missing_id(foreign)
    body = {"name": "Same"}
    answers = []
    for parent_id in (foreign, missing):
        resp = shared.refuse("POST", "/ad-groups", dict(body, campaignId=parent_id))
        resp.fault("campaignId", "REFERENCE_NOT_FOUND")
        answers.append(resp.same_but_for(parent_id))
    assert answers[0] == answers[1]


def test_parent_of_another_environment_is_missing(account):
    live = make_campaign(account.client(env="live"))
    resp = account.client().refuse("POST", "/ad-groups", ad_group_body(live["id"]))
    resp.fault("campaignId", "REFERENCE_NOT_FOUND")


@pytest.mark.parametrize(
    "value", ["", "x", 5, None, True, [], {}, "agr_01ARZ3NDEKTSV4RRFFQ69G5FAV"]
)
def test_parents_that_are_none(shared, value):
    shared.refuse("POST", "/ad-groups", ad_group_body(value)).fault("campaignId")


@pytest.mark.parametrize("value", [-1, 0, 0.001, "1", True, [], 1000000001])
def test_bids_that_are_none(shared, parent, value):
    shared.refuse("POST", "/ad-groups", ad_group_body(parent, cpcBid=value)).fault("cpcBid")


@pytest.mark.parametrize("value", ["", None, 5, [], {}])
def test_names_that_are_none(shared, parent, value):
    shared.refuse("POST", "/ad-groups", ad_group_body(parent, name=value)).fault("name")


def test_status_is_refused_with_the_nearest(shared, parent):
    resp = shared.refuse("POST", "/ad-groups", ad_group_body(parent, status="PAUSE"))
    resp.fault("status")
    assert "PAUSED" in resp.details["suggestion"]


def test_duplicate_name_within_a_campaign(shared):
    one, two = make_campaign(shared)["id"], make_campaign(shared)["id"]
    make_ad_group(shared, one, name="Rolls")
    shared.refuse("POST", "/ad-groups", ad_group_body(one, name="Rolls")).fault(
        "name", "DUPLICATE_NAME"
    )
    make_ad_group(shared, one, name="ROLLS")
    make_ad_group(shared, two, name="Rolls")


def test_budget_is_refused_where_the_platform_has_it_on_the_campaign(shared, parent):
    resp = shared.refuse("POST", "/ad-groups", ad_group_body(parent, budget=5))
    resp.fault("budget")


def test_change_and_clear(shared):
    campaign = make_campaign(shared, bidding={"strategy": "MANUAL_CPC"})
    made = make_ad_group(shared, campaign["id"], cpcBid=1)
    changed = shared.patch(
        "/ad-groups/" + made["id"], {"name": made["name"] + " b", "status": "ENABLED"}
    ).data
    assert changed["status"] == "ENABLED" and changed["cpcBid"] == 1
    cleared = shared.patch("/ad-groups/" + made["id"], {"cpcBid": None}).data
    assert cleared.get("cpcBid") is None
    assert cleared["version"] > changed["version"] > made["version"]


def test_parent_is_fixed_after_the_first_push(api):
    one, two = make_campaign(api)["id"], make_campaign(api)["id"]
    made = make_ad_group(api, one)
    push(api)
    api.refuse("PATCH", "/ad-groups/" + made["id"], {"campaignId": two}).fault(
        "campaignId", "IMMUTABLE"
    )


def test_deleting_a_draft_takes_its_children(api):
    group = make_ad_group(api, make_campaign(api)["id"])
    ad, keyword = make_ad(api, group["id"]), make_keyword(api, group["id"])
    api.delete("/ad-groups/" + group["id"])
    for path in ("/ad-groups/" + group["id"], "/ads/" + ad["id"], "/keywords/" + keyword["id"]):
        api.get(path, expect=404)
    assert [api.get(path).meta["total"] for path in ("/ad-groups", "/ads", "/keywords")] == [0] * 3
    assert api.get("/campaigns").meta["total"] == 1
