"""Keywords and negatives: text rules, match types, and every refusal."""

import re

import pytest

from adcore_make import keyword_body, make_ad_group, make_campaign, make_keyword, missing_id, push


@pytest.fixture(scope="module")
def campaign(shared):
    return make_campaign(shared, bidding={"strategy": "MANUAL_CPC"})["id"]


@pytest.fixture(scope="module")
def parent(shared, campaign):
    return make_ad_group(shared, campaign)["id"]


def test_create(api):
    group = make_ad_group(api, make_campaign(api)["id"])
    resp = api.post(
        "/keywords", {"adGroupId": group["id"], "text": "fresh bread", "matchType": "EXACT"}
    )
    made = resp.data
    assert re.match(r"^kw_[0-9A-Za-z]{26}$", made["id"])
    assert resp.headers["location"].endswith("/keywords/" + made["id"])
    assert (made["adGroupId"], made["text"], made["matchType"]) == (
        group["id"],
        "fresh bread",
        "EXACT",
    )
    assert made["negative"] is False
    assert made["status"] == "PAUSED" and made["syncState"] == "STAGED"
    assert api.get("/keywords/" + made["id"]).data == made
    assert api.get("/keywords").data == [made]


@pytest.mark.parametrize("match", ["EXACT", "PHRASE", "BROAD"])
def test_writable_fields_come_back(shared, parent, match):
    body = keyword_body(
        parent,
        matchType=match,
        cpcBid=0.75,
        status="ENABLED",
        finalUrl="https://bakery.example/offer",
    )
    made = shared.post("/keywords", body).data
    for name, value in body.items():
        assert made[name] == value, name


def test_an_empty_body_names_every_required_field(shared):
    faults = set(shared.refuse("POST", "/keywords", {}).faults())
    assert faults >= {"text", "matchType"}
    assert faults & {"adGroupId", "campaignId"}


def test_read_only_and_unknown_fields_are_refused_by_name(shared, parent):
    made = make_keyword(shared, parent)
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
    bad = dict(fields, keyword="x", match_type="EXACT")
    wanted = set(bad)
    assert set(shared.refuse("POST", "/keywords", keyword_body(parent, **bad)).faults()) >= wanted
    assert set(shared.refuse("PATCH", "/keywords/" + made["id"], bad).faults()) >= wanted


@pytest.mark.parametrize(
    "text", ["", None, 5, True, [], {}, "a" * 81, "é" * 81, "a b c d e f g h i j k"]
)
def test_texts_that_are_none(shared, parent, text):
    shared.refuse("POST", "/keywords", keyword_body(parent, text=text)).fault("text")


def test_long_text_says_its_limit(shared, parent):
    shared.refuse("POST", "/keywords", keyword_body(parent, text="a" * 81)).fault(
        "text", "TOO_LONG", 80
    )


@pytest.mark.parametrize(
    "text", ["a", "b" * 80, "é" * 80, "a b c d e f g h i j", "brötchen", "パン屋"]
)
def test_texts_at_the_edge(shared, parent, text):
    assert make_keyword(shared, parent, text=text)["text"] == text


@pytest.mark.parametrize("value", ["PHRAS", "phrase", "", None, 1, True, []])
def test_match_types_that_are_none(shared, parent, value):
    resp = shared.refuse("POST", "/keywords", keyword_body(parent, matchType=value))
    resp.fault("matchType")
    if value == "PHRAS":
        assert "PHRASE" in resp.details["suggestion"]


def test_negatives_take_no_bid_url_or_status(shared, parent):
    resp = shared.refuse(
        "POST",
        "/keywords",
        keyword_body(
            parent, negative=True, cpcBid=1, finalUrl="https://bakery.example/", status="ENABLED"
        ),
    )
    assert set(resp.faults()) >= {"cpcBid", "finalUrl", "status"}
    made = make_keyword(shared, parent, negative=True)
    assert made["negative"] is True
    resp = shared.refuse("PATCH", "/keywords/" + made["id"], {"cpcBid": 1})
    resp.fault("cpcBid")


def test_campaign_level_is_for_negatives_only(shared, campaign):
    body = {"campaignId": campaign, "text": "free", "matchType": "BROAD"}
    shared.refuse("POST", "/keywords", body)
    shared.refuse("POST", "/keywords", dict(body, negative=False))
    made = shared.post("/keywords", dict(body, negative=True)).data
    assert made["campaignId"] == campaign and made.get("adGroupId") is None
    assert made in shared.get("/keywords", query={"campaignId": campaign, "negative": True}).data


def test_microsoft_negatives_are_phrase_or_exact(shared):
    group = make_ad_group(shared, make_campaign(shared, platform="microsoft")["id"])["id"]
    body = keyword_body(group, negative=True, matchType="BROAD")
    shared.refuse("POST", "/keywords", body).fault("matchType")
    for match in ("PHRASE", "EXACT"):
        make_keyword(shared, group, negative=True, matchType=match)


@pytest.mark.parametrize("value", [0, -1, 0.001, "1", True, []])
def test_bids_that_are_none(shared, parent, value):
    shared.refuse("POST", "/keywords", keyword_body(parent, cpcBid=value)).fault("cpcBid")


@pytest.mark.parametrize("value", ["yes", 1, "true", []])
def test_negative_is_a_boolean(shared, parent, value):
    shared.refuse("POST", "/keywords", keyword_body(parent, negative=value)).fault("negative")


@pytest.mark.parametrize(
    "url", ["bakery.example", "ftp://bakery.example/", "https://u:p@b.example"]
)
def test_urls_that_are_none(shared, parent, url):
    shared.refuse("POST", "/keywords", keyword_body(parent, finalUrl=url)).fault("finalUrl")


@pytest.mark.parametrize("field,prefix", [("adGroupId", "agr"), ("campaignId", "cmp")])
def test_missing_and_foreign_parents_are_alike(server, shared, field, prefix):
    stranger = server.account().client()
    foreign = make_campaign(stranger)["id"]
    if prefix == "agr":
        foreign = make_ad_group(stranger, foreign)["id"]
    missing = missing_id(foreign)
    answers = []
    for parent_id in (foreign, missing):
        resp = shared.refuse(
            "POST",
            "/keywords",
            {field: parent_id, "text": "bread", "matchType": "EXACT", "negative": True},
        )
        resp.fault(field, "REFERENCE_NOT_FOUND")
        answers.append(resp.same_but_for(parent_id))
    assert answers[0] == answers[1]


def test_text_and_match_type_may_change_until_the_first_push(api):
    campaign = make_campaign(api)
    one, two = make_ad_group(api, campaign["id"]), make_ad_group(api, campaign["id"])
    made = make_keyword(api, one["id"])
    changed = api.patch("/keywords/" + made["id"], {"text": "rye bread", "matchType": "EXACT"}).data
    assert (changed["text"], changed["matchType"]) == ("rye bread", "EXACT")
    push(api)
    resp = api.refuse(
        "PATCH",
        "/keywords/" + made["id"],
        {"text": "white bread", "matchType": "BROAD", "negative": True, "adGroupId": two["id"]},
    )
    for path in ("text", "matchType", "negative", "adGroupId"):
        resp.fault(path, "IMMUTABLE")
    assert api.patch("/keywords/" + made["id"], {"status": "ENABLED"}).data["text"] == "rye bread"


def test_deleting_a_draft_removes_it_at_once(api):
    made = make_keyword(api, make_ad_group(api, make_campaign(api)["id"])["id"])
    api.delete("/keywords/" + made["id"])
    api.get("/keywords/" + made["id"], expect=404)
    assert api.get("/keywords").meta["total"] == 0
