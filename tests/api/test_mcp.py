"""The connector's writing tools are atomic, also with an idempotency key."""

import time

import pytest

from adcore_connector import Connector
from adcore_make import (
    ad_body,
    campaign_body,
    make_ad_group,
    make_business,
    make_campaign,
    make_keyword,
)
from adcore_tools import Tools


@pytest.fixture
def tools(api):
    return Tools(api)


def totals(api):
    return [api.get(path).meta["total"] for path in ("/campaigns", "/ad-groups", "/ads", "/keywords")]


@pytest.mark.parametrize("key", ({}, {"idempotencyKey": "one"}))
def test_a_nested_create_that_fails_below_leaves_nothing(api, tools, key):
    body = dict(campaign_body(), adGroups=[{"name": "Same"}, {"name": "Same"}], **key)
    for _ in range(2):
        text = tools.refused("create_campaign", **body)
        assert "DUPLICATE_NAME" in text and "adGroups[1].name" in text, text
        assert totals(api) == [0, 0, 0, 0]


@pytest.mark.parametrize("key", ({}, {"idempotencyKey": "one"}))
def test_keywords_are_made_together_or_not_at_all(api, tools, key):
    group = make_ad_group(api, make_campaign(api)["id"])
    refused = [
        {"text": "rye bread", "matchType": "EXACT"},
        {"text": "x" * 81, "matchType": "EXACT"},
    ]
    text = tools.refused("create_keyword", adGroupId=group["id"], keywords=refused, **key)
    assert "keywords[1].text" in text, text
    assert totals(api) == [1, 1, 0, 0]


@pytest.mark.parametrize("key", ({}, {"idempotencyKey": "one"}))
def test_updates_are_made_together_or_not_at_all(api, tools, key):
    first, second = make_campaign(api), make_campaign(api)
    updates = [
        {"id": first["id"], "changes": {"budget": 44}},
        {"id": second["id"], "changes": {"budget": 45}, "expectedVersion": 7},
    ]
    assert "updates[1]" in tools.refused("update_objects", updates=updates, **key)
    for before in (first, second):
        now = api.get("/campaigns/" + before["id"]).data
        assert (now["budget"], now["version"]) == (before["budget"], 1)


def test_updates_answer_before_and_after(api, tools):
    campaign = make_campaign(api, budget=20)
    changed = tools.call(
        "update_objects",
        updates=[{"id": campaign["id"], "changes": {"budget": 21.5, "name": "Rolls"}}],
    )["changed"]
    assert [each["id"] for each in changed] == [campaign["id"]]
    assert {(c["field"], c["before"], c["after"]) for c in changed[0]["changes"]} == {
        ("budget", 20, 21.5),
        ("name", campaign["name"], "Rolls"),
    }
    now = api.get("/campaigns/" + campaign["id"]).data
    assert (now["budget"], now["name"], now["version"]) == (21.5, "Rolls", 2)


def test_deletions_are_made_together_or_not_at_all(api, tools):
    campaign = make_campaign(api)
    missing = campaign["id"][:-1] + ("0" if campaign["id"][-1] != "0" else "1")
    assert "ids[1]" in tools.refused("delete_objects", ids=[campaign["id"], missing])
    assert api.get("/campaigns/" + campaign["id"]).data["syncState"] == "STAGED"


def test_a_key_makes_a_tool_safe_to_repeat(api, tools):
    body = dict(campaign_body(), adGroups=[{"name": "One"}], idempotencyKey="again")
    first = tools.call("create_campaign", **body)
    assert tools.call("create_campaign", **body) == first
    assert totals(api) == [1, 1, 0, 0]
    assert "IDEMPOTENCY_CONFLICT" in tools.refused("create_campaign", **dict(body, budget=21))
    # the REST interface has a separate set of keys
    api.post("/campaigns", campaign_body(), headers={"Idempotency-Key": "again"})
    assert totals(api)[0] == 2


def test_a_preview_speaks_the_currency_of_the_space(server):
    for currency, budget, said in (("JPY", 40, "0 -> 40 (+1216 a month"),
                                   ("KWD", 1.125, "0 -> 1.125 (+34.2 a month"),
                                   ("USD", 20.5, "0 -> 20.5 (+623.2 a month")):
        api = server.account(currency=currency).client()
        make_campaign(api, budget=budget)
        text = Tools(api).text("preview_sync", all=True)
        assert said in text.split("\n")[0] and "0 -> 0 %s." % currency in text, text


def test_objects_of_another_environment_are_not_found(account, tools, api):
    live = account.client(env="live")
    hidden = make_campaign(live)
    group = make_ad_group(live, hidden["id"])
    keyword = make_keyword(live, group["id"])
    ad = live.post("/ads", ad_body(group["id"])).data
    for each in (hidden, group, keyword, ad):
        assert "NOT_FOUND" in tools.refused("get_object", id=each["id"])
        assert "NOT_FOUND" in tools.refused("delete_objects", ids=[each["id"]])
        assert "NOT_FOUND" in tools.refused(
            "update_objects", updates=[{"id": each["id"], "changes": {"status": "PAUSED"}}]
        )
    assert "REFERENCE_NOT_FOUND" in tools.refused(
        "create_ad_group", campaignId=hidden["id"], name="Mine"
    )
    assert tools.call("find_objects", resource="campaign")["total"] == 0
    read = tools.rpc("resources/read", {"uri": "adcore://campaign/" + hidden["id"]}).json
    assert "error" in read and hidden["name"] not in str(read)
    assert "REFERENCE_NOT_FOUND" in tools.refused("preview_sync", campaignIds=[hidden["id"]])


def test_the_context_counts_what_may_be_read(account, api):
    make_keyword(api, make_ad_group(api, make_campaign(api)["id"])["id"])
    for scopes, seen in (
        (["campaigns:read"], {"campaign", "adGroup"}),
        (["keywords:read", "ads:read"], {"keyword"}),
    ):
        tools = Tools(account.client(scopes))
        assert {each["resource"] for each in tools.call("get_context")["objects"]} == seen


def test_a_tree_of_a_hundred_thousand_objects(server, api, tools):
    """A tree with too many objects is refused, and nothing is created."""
    groups = [{"name": "g", "keywords": [{}] * 200}] * 900
    text = tools.refused("create_campaign", **dict(campaign_body(), adGroups=groups))
    assert "TOO_MANY" in text, text[:300]
    groups = [{"name": "g", "keywords": [{}] * 4}] * 900
    text = tools.refused("create_campaign", **dict(campaign_body(), adGroups=groups))
    assert "adGroups[0].keywords[0].text" in text and len(text) < 33000
    assert server.process.poll() is None and totals(api) == [0, 0, 0, 0]


def test_a_business_is_changed_and_deleted_like_a_draft(api, tools):
    made = make_business(api)
    changed = tools.call(
        "update_objects", updates=[{"id": made["id"], "changes": {"category": "Bakery"}}]
    )["changed"]
    assert changed == [
        {
            "id": made["id"],
            "version": 2,
            "changes": [{"field": "category", "before": None, "after": "Bakery"}],
        }
    ]
    assert tools.call("get_object", id=made["id"])["object"]["category"] == "Bakery"
    campaign = make_campaign(api, businessId=made["id"])
    assert campaign["id"] in tools.refused("delete_objects", ids=[made["id"]])
    api.delete("/campaigns/" + campaign["id"])
    assert tools.call("delete_objects", ids=[made["id"]])["deleted"] == [{"id": made["id"]}]
    api.get("/businesses/" + made["id"], expect=404)


def test_a_conversion_does_not_change(api, tools):
    made = api.post(
        "/conversions/offline",
        {
            "conversionAction": "Order",
            "occurredAt": "2026-11-01T10:00:00Z",
            "email": "alice@example.com",
        },
    ).data
    update = [{"id": made["id"], "changes": {"value": 1}}]
    assert "does not exist" in tools.refused("update_objects", updates=update)
    tools.refused("delete_objects", ids=[made["id"]])
    assert api.get("/conversions/offline/" + made["id"]).data == made


def test_only_the_kinds_of_find_objects_are_changed_and_deleted(api, tools):
    body = {"name": "Never", "keywords": [{"text": "free", "matchType": "EXACT"}]}
    made = api.post("/keyword-lists", body, expect=201).data
    update = [{"id": made["id"], "changes": {"name": "Mine"}}]
    assert "does not exist" in tools.refused("update_objects", updates=update)
    assert "NOT_FOUND" in tools.refused("delete_objects", ids=[made["id"]])
    hook = api.post("/webhooks", {"url": "https://x.example/h", "events": ["run.ended"]}).data
    update = [{"id": hook["id"], "changes": {"enabled": False}}]
    assert "does not exist" in tools.refused("update_objects", updates=update)
    assert "NOT_FOUND" in tools.refused("delete_objects", ids=[hook["id"]])
    assert api.get("/keyword-lists/" + made["id"]).data == made


def test_a_long_message_is_read_where_it_holds_up_nobody(server, api, tools):
    """Messages above 64 KiB get the same answers as short ones."""
    text = tools.refused("get_context", **{"m%05d" % i: 0 for i in range(20_000)})
    assert "UNKNOWN_FIELD" in text, text[:300]
    connector = Connector(server, api.token)
    padding = {"x" * 70_000: 1}
    short, long = (connector.answer("tools/list", params) for params in ({}, padding))
    assert short["result"]["tools"] == long["result"]["tools"]
    assert connector.error("no/such", padding, -32601, 404)
