"""The connector's tool for offline conversions."""

import json

import pytest

from adcore_conversions import ago
from adcore_tools import RESULT_MAX, Tools

CONVERSIONS = "/conversions/offline"

@pytest.fixture
def tools(api):
    return Tools(api)


def conversion(**fields):
    return {"conversionAction": "Order", "occurredAt": ago(hours=3), **fields}


def test_conversions_are_staged_and_nobody_is_named(server, api, tools):
    people = ["alice.%d@adcore-private.example" % n for n in range(3)]
    sent = [conversion(email=each, orderId="A-%d" % n) for n, each in enumerate(people)]
    result = tools.result("upload_offline_conversions", conversions=sent)
    made = result["structuredContent"]["conversions"]
    assert "3 conversions staged" in result["content"][0]["text"]
    stored = [api.get("%s/%s" % (CONVERSIONS, each["id"])).data for each in made]
    assert [each["orderId"] for each in stored] == ["A-0", "A-1", "A-2"], "in the order given"
    assert {each["syncState"] for each in stored} == {"STAGED"}
    assert {tuple(each["matchedBy"]) for each in stored} == {("email",)}
    found = tools.result("find_objects", resource="conversion", responseFormat="detailed")
    changes = tools.result("list_changes", resource="conversion", responseFormat="detailed")
    for answer in (result, found, changes):
        assert "adcore-private" not in json.dumps(answer)
    assert found["structuredContent"]["total"] == 3 and changes["structuredContent"]["total"] == 3
    assert "adcore-private" not in server.log_path.read_text()


def test_conversions_are_kept_together_or_not_at_all(api, tools):
    good = conversion(clickIds={"gclid": "Cj0K_1"}, orderId="B-1")
    for bad, fault in (
        (conversion(), "conversions[1].clickIds [REQUIRED]"),
        (conversion(email="alice-at-x"), "conversions[1].email [INVALID_EMAIL]"),
        (conversion(phone="0301234567"), "conversions[1].phone [INVALID_PHONE]"),
        ({"email": "a@b.example"}, "conversions[1].conversionAction [REQUIRED]"),
        ("Order", "conversions[1]"),
        (dict(good), "conversions[1]: "),
    ):
        text = tools.refused("upload_offline_conversions", conversions=[good, bad])
        assert fault in text, text
        assert "alice-at-x" not in text and "0301234567" not in text
    tools.call("upload_offline_conversions", conversions=[good])
    text = tools.refused("upload_offline_conversions", conversions=[good])
    assert text.startswith("CONFLICT: conversions[0]: ") and "orderId" in text
    assert api.get(CONVERSIONS).meta["total"] == 1


@pytest.mark.parametrize("conversions", [None, [], {}, "x", [conversion(email="a@b.example")] * 201])
def test_one_to_two_hundred_conversions(api, tools, conversions):
    text = tools.refused("upload_offline_conversions", conversions=conversions)
    assert "conversions [" in text and "1 to 200" in text, text[:300]
    text = tools.refused("upload_offline_conversions", conversionAction="Order")
    assert "conversionAction [UNKNOWN_FIELD]" in text and "conversions [REQUIRED]" in text
    assert api.get(CONVERSIONS).meta["total"] == 0


def test_two_hundred_conversions_at_once(api, tools):
    sent = [conversion(clickIds={"gclid": "Cj0K_%d" % n}) for n in range(200)]
    result = tools.result("upload_offline_conversions", conversions=sent)
    made = result["structuredContent"]
    assert len({each["id"] for each in made["conversions"]}) == 200
    assert len(json.dumps(made)) < RESULT_MAX
    assert api.get(CONVERSIONS).meta["total"] == 200
