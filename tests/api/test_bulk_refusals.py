"""Requests to POST /<collection>/bulk that are refused as a whole, and credentials that are
refused."""

import pytest

from adcore_make import make_campaign, make_keyword, make_ad_group
from test_connector_rules import SCOPES
from test_sync_approve import Office

FILTER = {"status": "PAUSED"}
SET = {"set": {"status": "PAUSED"}}


def adjust(**fields):
    return {"adjust": dict({"field": "budget", "percent": 10}, **fields)}


def replace(**fields):
    return {"replace": dict({"fields": ["name"], "find": "a", "with": "b"}, **fields)}


REFUSED = [
    ({"rule": SET}, "filter", "REQUIRED"),
    ({"filter": FILTER}, "rule", "REQUIRED"),
    ({"filter": None, "rule": SET}, "filter", "NOT_NULLABLE"),
    ({"filter": [], "rule": SET}, "filter", "WRONG_TYPE"),
    ({"filter": FILTER, "rule": {}}, "rule", "ONE_OF"),
    ({"filter": FILTER, "rule": {**SET, **adjust()}}, "rule", "ONE_OF"),
    ({"filter": FILTER, "rule": SET, "dryRun": "yes"}, "dryRun", "WRONG_TYPE"),
    ({"filter": FILTER, "rule": SET, "all": True}, "all", "UNKNOWN_FIELD"),
    ({"filter": {"colour": "red"}, "rule": SET}, "filter.colour", "UNKNOWN_FIELD"),
    ({"filter": {"budget": 5}, "rule": SET}, "filter.budget", "UNKNOWN_FIELD"),
    ({"filter": {"limit": 5}, "rule": SET}, "filter.limit", "UNKNOWN_FIELD"),
    ({"filter": {"status": "GONE"}, "rule": SET}, "filter.status", "UNKNOWN_VALUE"),
    ({"filter": {"status": None}, "rule": SET}, "filter.status", "WRONG_TYPE"),
    ({"filter": {"status": []}, "rule": SET}, "filter.status", "TOO_FEW"),
    ({"filter": {"status": {"not": 1}}, "rule": SET}, "filter.status", "WRONG_TYPE"),
    ({"filter": {"name": ["x"] * 61}, "rule": SET}, "filter.name", "TOO_MANY"),
    ({"filter": {"updatedSince": "today"}, "rule": SET}, "filter.updatedSince", "INVALID_TIME"),
    ({"filter": {"ids": []}, "rule": SET}, "filter.ids", "TOO_FEW"),
    ({"filter": {"ids": None}, "rule": SET}, "filter.ids", "WRONG_TYPE"),
    ({"filter": {"ids": "cmp_1"}, "rule": SET}, "filter.ids", "WRONG_TYPE"),
    ({"filter": {"ids": ["cmp_1", 7]}, "rule": SET}, "filter.ids[1]", "WRONG_TYPE"),
    ({"filter": FILTER, "rule": {"set": {}}}, "rule.set", "TOO_FEW"),
    ({"filter": FILTER, "rule": {"set": "x"}}, "rule.set", "WRONG_TYPE"),
    ({"filter": FILTER, "rule": {"set": {"budget": "much"}}}, "rule.set.budget", "WRONG_TYPE"),
    ({"filter": FILTER, "rule": {"set": {"colour": 1}}}, "rule.set.colour", "UNKNOWN_FIELD"),
    ({"filter": FILTER, "rule": {"set": {"version": 1}}}, "rule.set.version", "READ_ONLY"),
    ({"filter": FILTER, "rule": {"set": {"expectedVersion": 1}}}, "rule.set.expectedVersion", "UNKNOWN_FIELD"),
    ({"filter": FILTER, "rule": {"set": {"name": None}}}, "rule.set.name", "NOT_NULLABLE"),
    ({"filter": FILTER, "rule": adjust(field="name")}, "rule.adjust.field", "UNKNOWN_FIELD"),
    ({"filter": FILTER, "rule": adjust(field="bidding")}, "rule.adjust.field", "UNKNOWN_FIELD"),
    ({"filter": FILTER, "rule": adjust(amount=1)}, "rule.adjust", "ONE_OF"),
    ({"filter": FILTER, "rule": adjust(percent=None)}, "rule.adjust", "ONE_OF"),
    ({"filter": FILTER, "rule": adjust(percent="10")}, "rule.adjust.percent", "WRONG_TYPE"),
    ({"filter": FILTER, "rule": adjust(percent=-101)}, "rule.adjust.percent", "TOO_SMALL"),
    ({"filter": FILTER, "rule": adjust(percent=10001)}, "rule.adjust.percent", "TOO_LARGE"),
    ({"filter": FILTER, "rule": adjust(percent=1.0000001)}, "rule.adjust.percent", "TOO_MANY_DECIMALS"),
    ({"filter": FILTER, "rule": adjust(percent=None, amount=0.001)}, "rule.adjust.amount", "TOO_MANY_DECIMALS"),
    ({"filter": FILTER, "rule": adjust(round=0)}, "rule.adjust.round", "TOO_SMALL"),
    ({"filter": FILTER, "rule": adjust(round=-1)}, "rule.adjust.round", "TOO_SMALL"),
    ({"filter": FILTER, "rule": adjust(round=0.005)}, "rule.adjust.round", "TOO_MANY_DECIMALS"),
    ({"filter": FILTER, "rule": replace(find="")}, "rule.replace.find", "TOO_SHORT"),
    ({"filter": FILTER, "rule": replace(find=None)}, "rule.replace.find", "REQUIRED"),
    ({"filter": FILTER, "rule": replace(fields=[])}, "rule.replace.fields", "TOO_FEW"),
    ({"filter": FILTER, "rule": replace(fields=["status"])}, "rule.replace.fields[0]", "UNKNOWN_FIELD"),
    ({"filter": FILTER, "rule": replace(fields=["createdBy"])}, "rule.replace.fields[0]", "UNKNOWN_FIELD"),
    ({"filter": FILTER, "rule": {"labels": {}}}, "rule.labels", "TOO_FEW"),
    ({"filter": FILTER, "rule": {"labels": {"add": ["a"], "remove": ["a"]}}}, "rule.labels.remove[0]", "MISMATCH"),
    ({"filter": FILTER, "rule": {"labels": {"add": ["x" * 81]}}}, "rule.labels.add[0]", "TOO_LONG"),
]


def test_a_wrong_call_is_refused_as_a_whole(api):
    made = make_campaign(api)
    for body, path, code in REFUSED:
        api.refuse("POST", "/campaigns/bulk", body).fault(path, code)
    assert api.get("/campaigns/" + made["id"]).data == made
    named = api.refuse("POST", "/campaigns/bulk", {"filter": {"colour": 1}, "rule": SET})
    assert "status" in named.details["suggestion"] and "ids" in named.details["suggestion"]
    named = api.refuse("POST", "/campaigns/bulk", {"filter": FILTER, "rule": adjust(field="cost")})
    assert "bidding.maxCpc" in named.details["suggestion"]


def test_collections_without_the_field_say_so(api):
    labels = {"filter": {}, "rule": {"labels": {"add": ["a"]}}}
    for path in ("/ad-groups", "/ads", "/keywords", "/assets"):
        api.refuse("POST", path + "/bulk", labels).fault("rule.labels", "UNKNOWN_FIELD")
    for path in ("/ads", "/assets"):
        api.refuse("POST", path + "/bulk", {"filter": {}, "rule": adjust()}).fault("rule.adjust.field", "UNKNOWN_FIELD")
    for path in ("/businesses", "/conversions/offline", "/sync", "/me"):
        api.post(path + "/bulk", labels, expect=(404, 405))
    assert "POST" in api.get("/campaigns/bulk", expect=405).headers["allow"]


def test_currency_without_decimals_is_adjusted_in_whole_units(server):
    api = server.account(currency="JPY").client()
    made = make_campaign(api, budget=1001)["id"]
    body = {"filter": {"ids": [made]}, "rule": adjust(percent=1)}
    [result] = api.post("/campaigns/bulk", body, expect=200).data["results"]
    assert (result["changes"][0]["to"], result["exact"]) == (1011, 1011.01)
    body["rule"] = adjust(percent=None, amount=0.5)
    api.refuse("POST", "/campaigns/bulk", body).fault("rule.adjust.amount", "TOO_MANY_DECIMALS")


def test_scopes_are_those_of_a_patch_and_a_filter_reads(server):
    account = server.account()
    made = make_campaign(account.client())["id"]
    reader = server.client(account.token(["campaigns:read"]))
    body = {"filter": {"ids": [made]}, "rule": SET, "dryRun": True}
    assert reader.post("/campaigns/bulk", body, expect=403).details["required"] == ["campaigns:write"]
    writer = server.client(account.token(["campaigns:write"]))
    assert writer.post("/campaigns/bulk", body, expect=200).data["matched"] == 1
    for filters in ({}, FILTER, {"ids": [made], **FILTER}):
        refused = writer.post("/campaigns/bulk", {"filter": filters, "rule": SET}, expect=403)
        assert refused.details["required"] == ["campaigns:read"]
    assert server.client().post("/campaigns/bulk", body, expect=401)


def test_a_viewer_changes_nothing(server):
    owner, viewer = server.account(), server.account()
    client = owner.client()
    space = server.cli("space", "add", "--email", owner.email, "--name", "Team").json["id"]
    server.cli("space", "member", "add", space, "--email", viewer.email, "--role", "VIEWER")
    there = {"X-Space-Id": space}
    made = client.post("/campaigns", {"name": "Rye", "type": "SEARCH", "budget": 5}, headers=there, expect=201).data
    body = {"filter": {"ids": [made["id"]]}, "rule": SET, "dryRun": True}
    refused = viewer.client().post("/campaigns/bulk", body, headers=there, expect=403)
    assert refused.details["required"] == ["campaigns:write"]
    assert client.post("/campaigns/bulk", body, headers=there, expect=200).data["matched"] == 1


def test_a_connector_enables_nothing_before_its_first_push(server):
    office = Office(server, "CONNECTOR")
    app = office.app(SCOPES)
    made = make_campaign(office.api)["id"]
    keyword = make_keyword(office.api, make_ad_group(office.api, made)["id"])["id"]
    for path, each in (("/campaigns", made), ("/keywords", keyword)):
        for dry in (True, False):
            body = {"filter": {"ids": [each]}, "rule": {"set": {"status": "ENABLED"}}, "dryRun": dry}
            [result] = app.post(path + "/bulk", body, expect=200).data["results"]
            assert [f["code"] for f in result["error"]["details"]["fields"]] == ["NOT_BY_CONNECTOR"]
    assert office.api.get("/campaigns/" + made).data["status"] == "PAUSED"


@pytest.mark.parametrize("percent,status", [(400, 200), (401, 422)])
def test_a_percentage_that_passes_a_guardrail_is_refused(api, percent, status):
    made = make_campaign(api, budget=20)["id"]
    body = {"filter": {"ids": [made]}, "rule": adjust(percent=percent)}
    [result] = api.post("/campaigns/bulk", body, expect=200).data["results"]
    assert result["status"] == status
    assert api.get("/campaigns/" + made).data["budget"] == (100 if status == 200 else 20)
