"""If a platform refuses a query as too large, the pull sends smaller ones and reads all figures."""

import pytest

from adcore_make import push
from adcore_pulls import MetaPulls, by_kind, pull, remote
from adcore_reports import PERFORMANCE

TOO_LARGE = {"type": "too_large"}


@pytest.fixture
def meta(server):
    desk = MetaPulls(server)
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def live_tree(meta):
    tree = meta.tree(status="ENABLED")
    for path, drafts in by_kind(tree)[1:3]:
        for one in drafts:
            meta.api.patch("%s/%s" % (path, one["id"]), {"status": "ENABLED"})
    push(meta.api, activate=True)
    return tree


def totals(api, level="CAMPAIGN"):
    return api.get(PERFORMANCE, query={"level": level}).meta["totals"]


def questions_of(meta, mark):
    """Each query for insights in the sandbox's log."""
    return [e for e in meta.box.log(mark) if "insights" in e["path"]]


def test_figures_come_in_smaller_windows(meta):
    live_tree(meta)
    pull(meta)
    whole = totals(meta.api)
    assert whole["impressions"] > 0
    mark = meta.box.log_end()
    meta.fault(TOO_LARGE, "insights", times=4)
    pulled = pull(meta)
    assert pulled["failed"] == 0 and not pulled["warnings"], pulled
    assert totals(meta.api) == whole
    refused = [e for e in questions_of(meta, mark) if e["status"] == 500]
    told = [e for e in questions_of(meta, mark) if e["status"] == 200]
    assert len(refused) == 4 and len(told) > 3 * 10, (len(refused), len(told))


def test_a_level_that_is_never_told_leaves_the_others(meta):
    live_tree(meta)
    pull(meta)
    levels = {level: totals(meta.api, level) for level in ("CAMPAIGN", "AD_GROUP", "AD")}
    refused = {"error": {"code": 100, "error_subcode": 1504018, "message": "Please try a smaller"}}
    # 31 days, 15, 7, 3 and 1, then small pages of one day; then the same as reports.
    for _ in range(12):
        meta.box.answer(400, refused, platform="meta", path="insights")
    pulled = pull(meta, expect="PARTIAL")
    assert [w["code"] for w in pulled["warnings"]] == ["TOO_MUCH_DATA"]
    assert {level: totals(meta.api, level) for level in levels} == levels


def synchronous(meta):
    """The path of the queries that Meta answers at once."""
    return "act_%s/insights" % meta.customer.removeprefix("act_")


def test_an_account_that_is_always_too_large_brings_all_figures(meta):
    live_tree(meta)
    pull(meta)
    levels = {level: totals(meta.api, level) for level in ("CAMPAIGN", "AD_GROUP", "AD")}
    assert all(figures["impressions"] > 0 for figures in levels.values())
    mark = meta.box.log_end()
    meta.fault(TOO_LARGE, synchronous(meta), times=1000, method="GET")
    pulled = pull(meta)
    assert pulled["failed"] == 0 and not pulled["warnings"], pulled
    assert {level: totals(meta.api, level) for level in levels} == levels
    asked = questions_of(meta, mark)
    # 31 days, 15, 7, 3, 1, small pages: then each level has one report.
    assert len([e for e in asked if e["status"] == 500]) == 6
    assert len([e for e in asked if e["method"] == "POST" and e["status"] == 200]) == 3


def test_a_report_that_fails_is_requested_for_fewer_days(meta):
    live_tree(meta)
    pull(meta)
    whole = totals(meta.api)
    mark = meta.box.log_end()
    failed = {"async_status": "Job Failed", "async_percent_completion": 0}
    meta.fault(TOO_LARGE, synchronous(meta), times=1000, method="GET")
    # The first report fails; the next one is of 15 days.
    made = {"report_run_id": "999"}
    meta.box.answer(200, made, platform="meta", path=synchronous(meta))
    meta.box.answer(200, failed, platform="meta", path="/999")
    pulled = pull(meta)
    assert pulled["failed"] == 0 and not pulled["warnings"], pulled
    assert totals(meta.api) == whole
    posts = [e for e in questions_of(meta, mark) if e["method"] == "POST"]
    assert len(posts) > 3


def test_a_list_that_fails_leaves_the_figures(meta):
    live_tree(meta)
    pull(meta)
    before = meta.api.get(PERFORMANCE).meta["dataAsOf"]
    refused = {"error": {"code": 100, "message": "Invalid parameter"}}
    meta.box.answer(400, refused, platform="meta", path="/ads")
    pulled = pull(meta, expect="PARTIAL")
    assert pulled["failed"] == 1 and [w["code"] for w in pulled["warnings"]] == ["REFUSED"]
    assert meta.api.get(PERFORMANCE).meta["dataAsOf"] > before


def test_a_list_of_objects_comes_in_smaller_pages(meta):
    tree = live_tree(meta)
    meta.edit(remote(meta, "/ads", tree["ads"][0]), {"status": "PAUSED"})
    meta.fault(TOO_LARGE, "/ads", times=1)
    pulled = pull(meta)
    assert pulled["failed"] == 0, pulled
    now = meta.api.get("/ads/" + tree["ads"][0]["id"]).data
    assert now["remote"]["status"] == "PAUSED"
