"""Repeated calls of the connector's creating tools."""

import base64

import pytest

import adcore_media as media
from adcore_conversions import ago
from adcore_make import make_asset, make_campaign
from adcore_server import in_threads
from adcore_tools import Tools

CONVERSIONS = "/conversions/offline"

@pytest.fixture
def tools(api):
    return Tools(api)


def picture(width=1200, height=628):
    return base64.b64encode(media.png(width, height)).decode()


def conversion(**fields):
    return {"conversionAction": "Order", "occurredAt": ago(hours=3), **fields}


def created(tool, api):
    """A call of a tool, the same call with another body, and the number of objects created so
    far."""
    if tool == "create_asset":
        body = {"type": "IMAGE", "name": "Bread", "data": picture()}
        return body, dict(body, name="Rolls"), lambda: api.get("/assets").meta["total"]
    if tool == "create_business":
        body = {"name": "Bakery", "website": "https://bakery.example"}
        return body, dict(body, name="Rolls"), lambda: api.get("/businesses").meta["total"]
    body = {"conversions": [conversion(email="a@b.example")]}
    other = {"conversions": [conversion(email="b@b.example")]}
    return body, other, lambda: api.get(CONVERSIONS).meta["total"]


CREATING = ("create_asset", "create_business", "upload_offline_conversions")


def is_marked(result):
    return result["content"][0]["text"].startswith("Already done with this idempotencyKey")


def is_replay(result, first):
    """The answer is the stored one, and its sentence states that nothing was done again."""
    same = result["structuredContent"] == first["structuredContent"]
    whole = result["content"][0]["text"].endswith(first["content"][0]["text"])
    return same and whole and is_marked(result) and not is_marked(first)


@pytest.mark.parametrize("tool", CREATING)
def test_a_key_makes_it_safe_to_repeat(api, tools, tool):
    body, other, count = created(tool, api)
    first = tools.result(tool, idempotencyKey="again", **body)
    again = tools.result(tool, idempotencyKey="again", **body)
    assert is_replay(again, first) and count() == 1
    assert "IDEMPOTENCY_CONFLICT" in tools.refused(tool, idempotencyKey="again", **other)
    tools.call(tool, idempotencyKey="another", **other)
    assert count() == 2


@pytest.mark.parametrize("tool", CREATING)
def test_a_refusal_is_kept_for_its_key_too(api, tools, tool):
    body, _, count = created(tool, api)
    bad = dict(body, website=5, type=5, conversions=[{}])
    first = tools.refused(tool, idempotencyKey="bad", **bad)
    second = tools.refused(tool, idempotencyKey="bad", **bad)
    assert "VALIDATION_ERROR" in first and "VALIDATION_ERROR" in second and count() == 0
    if tool != "upload_offline_conversions":  # refused by its arguments, before any key
        assert "another key" in second and "another key" not in first


@pytest.mark.parametrize("tool", CREATING)
def test_a_key_that_is_none(api, tools, tool):
    body, _, count = created(tool, api)
    for key in (5, [], {"a": 1}):
        text = tools.refused(tool, idempotencyKey=key, **body)
        assert "idempotencyKey [WRONG_TYPE]" in text, text
    for key in ("", "x" * 256, "schlüssel", "a\nb"):
        text = tools.refused(tool, idempotencyKey=key, **body)
        assert "idempotencyKey [INVALID_KEY]" in text, text
    assert count() == 0


def test_the_same_call_at_the_same_time(account, api):
    body, _, count = created("create_business", api)
    callers = [Tools(account.server.client(api.token)) for _ in range(4)]
    answers = in_threads(
        *[lambda c=c: c.result("create_business", idempotencyKey="once", **body) for c in callers]
    )
    assert count() == 1
    made = [a for a in answers if not a.get("isError")]
    first = next(a for a in made if not is_marked(a))
    assert all(a is first or is_replay(a, first) for a in made)
    for refused in (a for a in answers if a.get("isError")):
        assert "CONFLICT" in refused["content"][0]["text"]


def test_attaching_with_a_key(api, tools):
    asset, campaign = make_asset(api, media.png(1200, 628)), make_campaign(api)
    link = {"assetId": asset["id"], "resource": "campaign", "id": campaign["id"]}
    first = tools.result("attach_asset", idempotencyKey="k", **link)
    assert is_replay(tools.result("attach_asset", idempotencyKey="k", **link), first)
    other = dict(link, role="SQUARE_IMAGE")
    assert "IDEMPOTENCY_CONFLICT" in tools.refused("attach_asset", idempotencyKey="k", **other)
