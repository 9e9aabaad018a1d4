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
    # 31 days, 15, 7, 3 and 1, and then small pages of one day.
    for _ in range(6):
        meta.box.answer(400, refused, platform="meta", path="insights")
    pulled = pull(meta, expect="PARTIAL")
    assert [w["code"] for w in pulled["warnings"]] == ["TOO_MUCH_DATA"]
    assert {level: totals(meta.api, level) for level in levels} == levels


def test_a_list_of_objects_comes_in_smaller_pages(meta):
    tree = live_tree(meta)
    meta.edit(remote(meta, "/ads", tree["ads"][0]), {"status": "PAUSED"})
    meta.fault(TOO_LARGE, "/ads", times=1)
    pulled = pull(meta)
    assert pulled["failed"] == 0, pulled
    now = meta.api.get("/ads/" + tree["ads"][0]["id"]).data
    assert now["remote"]["status"] == "PAUSED"
