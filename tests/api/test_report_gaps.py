"""meta.gaps of a report: each platform, level and day without figures, with its reason."""

import datetime

import pytest

from adcore_make import push
from adcore_pulls import MetaPulls, by_kind, pull
from adcore_reports import PERFORMANCE

REFUSED = {"error": {"code": 100, "error_subcode": 1504018, "message": "Please try a smaller range"}}


@pytest.fixture
def meta(server):
    desk = MetaPulls(server)
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def delivering(meta):
    tree = meta.tree(status="ENABLED")
    for path, drafts in by_kind(tree)[1:3]:
        for one in drafts:
            meta.api.patch("%s/%s" % (path, one["id"]), {"status": "ENABLED"})
    push(meta.api, activate=True)
    return tree


def gaps(api, level="CAMPAIGN", **query):
    query = dict({"platform": "meta", "level": level}, **query)
    return api.get(PERFORMANCE, query=query).meta["gaps"]


def days_ago(n):
    return (datetime.datetime.now(datetime.UTC).date() - datetime.timedelta(days=n)).isoformat()


def test_days_that_no_pull_collected_are_named(meta):
    delivering(meta)
    [gap] = gaps(meta.api)
    assert (gap["platform"], gap["level"], gap["reason"]) == ("meta", "CAMPAIGN", "NOT_PULLED")
    assert gap["from"] <= days_ago(28) and gap["to"] >= days_ago(1) and gap["message"]
    pulled = pull(meta)
    assert [g["level"] for g in pulled["gaps"]] == ["KEYWORD"]
    assert gaps(meta.api) == []
    before = gaps(meta.api, **{"from": days_ago(60), "to": days_ago(5)})
    assert [(g["from"], g["reason"]) for g in before] == [(days_ago(60), "NOT_PULLED")]
    assert before[0]["to"] >= days_ago(33)


def test_a_level_that_failed_names_the_error_and_leaves_the_others(meta):
    delivering(meta)
    # 31 days, 15, 7, 3 and 1, then small pages of one day; then the same as reports.
    for _ in range(12):
        meta.box.answer(400, REFUSED, platform="meta", path="insights")
    pulled = pull(meta, expect="PARTIAL")
    assert [(g["level"], g["reason"]) for g in pulled["gaps"]] == [
        ("CAMPAIGN", "TOO_MUCH_DATA"),
        ("KEYWORD", "NOT_REPORTED"),
    ]
    [gap] = gaps(meta.api)
    assert gap["reason"] == "TOO_MUCH_DATA" and "smaller range" in gap["message"], gap
    assert gaps(meta.api, "AD_GROUP") == gaps(meta.api, "AD") == []
    # ACCOUNT sums the figures of campaigns.
    assert gaps(meta.api, "ACCOUNT") == [gap]
    pull(meta)
    assert gaps(meta.api) == []


def test_a_level_that_the_platform_does_not_report_is_named(meta):
    delivering(meta)
    pull(meta)
    [gap] = gaps(meta.api, "KEYWORD")
    assert gap["reason"] == "NOT_REPORTED" and "keyword" in gap["message"]


def test_an_account_that_cannot_be_reached_names_all_levels(meta):
    delivering(meta)
    meta.box.fault({"type": "status", "status": 403}, platform="meta", path="campaigns", times=20)
    pulled = pull(meta, expect="FAILED")
    levels = ["CAMPAIGN", "AD_GROUP", "AD", "KEYWORD"]
    assert [g["level"] for g in pulled["gaps"]] == levels, pulled
    for level in levels:
        [gap] = gaps(meta.api, level)
        assert gap["reason"] == "PERMISSION_DENIED", gap


def test_a_platform_without_a_connection_is_named_if_it_is_asked_for(meta):
    delivering(meta)
    pull(meta)
    others = meta.api.get(PERFORMANCE).meta["gaps"]
    assert {g["reason"] for g in others} == {"NOT_PULLED"}
    connections = {c["platform"]: c["id"] for c in meta.api.get("/connections").data}
    meta.server.cli("connection", "disconnect", connections["reddit"])
    [gap] = gaps(meta.api, platform="reddit")
    assert gap["reason"] == "NOT_CONNECTED"
    assert "reddit" not in [g["platform"] for g in meta.api.get(PERFORMANCE).meta["gaps"]]
