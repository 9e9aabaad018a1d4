"""Pulls from the platforms other than Google behave as those from Google."""

import json

import pytest

from adcore_make import make_ad, make_ad_group, make_campaign, preview, push
from adcore_pulls import KINDS, PLATFORMS, by_kind, objects, pull, remote, stranger


@pytest.fixture(params=sorted(PLATFORMS))
def desk(request, server):
    desk = PLATFORMS[request.param](server)
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def test_an_empty_account_brings_nothing(desk):
    pulled = pull(desk)
    assert pulled["created"] == 0 and pulled["warnings"] == []
    assert [desk.api.get(kind).meta["total"] for kind in KINDS] == [0, 0, 0, 0]


def test_what_was_pushed_is_unchanged(desk):
    api = desk.api
    tree = desk.tree(**desk.fields)
    push(api, activate=True)
    before = api.get("/campaigns/" + tree["campaign"]["id"]).data
    for _ in range(2):
        pulled = pull(desk)
        assert pulled["unchanged"] == len(objects(tree)), pulled
        assert pulled["created"] + pulled["updated"] + pulled["drifted"] + pulled["removed"] == 0
    assert api.get("/campaigns/" + tree["campaign"]["id"]).data == before
    assert preview(api)["operations"] == []


def test_strangers_become_drafts(desk):
    tree = desk.tree(**desk.fields)
    for word in tree["keywords"]:
        if not word["negative"]:
            desk.api.patch("/keywords/" + word["id"], {"status": "ENABLED"})
    push(desk.api, activate=True)
    api = stranger(desk)
    pulled = pull(desk, api)
    assert pulled["created"] == len(objects(tree)) and pulled["leftOut"] == 0, pulled
    for kind, names in desk.seen.items():

        def seen(client):
            rows = [[one[name] for name in names] for one in client.get(kind).data]
            return sorted(json.dumps(row, sort_keys=True) for row in rows)

        assert seen(api) == seen(desk.api)
    for kind in KINDS:
        for one in api.get(kind).data:
            assert one["source"] == "PULL" and one["syncState"] == "SYNCED"
            assert one["platform"] == desk.platform and one["remote"]["id"]
    assert preview(api)["operations"] == []
    assert pull(desk, api)["unchanged"] == len(objects(tree))
    # The imported campaign is ours: a change is pushed, and only that change.
    [campaign] = api.get("/campaigns").data
    api.patch("/campaigns/" + campaign["id"], {"budget": 32})
    [operation] = preview(api)["operations"]
    assert operation["changes"] == [{"field": "budget", "from": 31.5, "to": 32}]
    push(api)
    assert desk.budget_there() == 32


def test_an_edit_there_is_taken_and_one_on_both_sides_is_drift(desk):
    api = desk.api
    tree = desk.tree()
    push(api)
    campaign, group = tree["campaign"], tree["groups"][0]
    desk.spend(remote(desk, "/campaigns", campaign), 25)
    desk.rename("/ad-groups", remote(desk, "/ad-groups", group), "By hand")
    api.patch("/ad-groups/" + group["id"], {"name": "Edited here"})
    pulled = pull(desk)
    assert (pulled["updated"], pulled["drifted"]) == (1, 1), pulled
    now = api.get("/campaigns/" + campaign["id"]).data
    assert now["budget"] == 25 and now["syncState"] == "SYNCED"
    now = api.get("/ad-groups/" + group["id"]).data
    assert now["name"] == "Edited here" and now["syncState"] == "DRIFTED"


def test_removed_there_with_all_below_it(desk):
    api = desk.api
    tree = desk.tree()
    push(api)
    desk.drop_campaign(remote(desk, "/campaigns", tree["campaign"]))
    assert pull(desk)["removed"] == len(objects(tree))
    for kind, drafts in by_kind(tree):
        for one in drafts:
            now = api.get("%s/%s" % (kind, one["id"])).data
            assert now["syncState"] == "DRIFTED" and now["remote"]["status"] == "REMOVED", kind
    again = pull(desk)
    assert again["removed"] == again["updated"] == again["created"] == 0


def test_many_removed_below_several_parents_are_asked_about_in_parts(server):
    """Microsoft returns at most 20 ads, of one ad group, in a response."""
    desk = PLATFORMS["microsoft"](server)
    api = desk.api
    campaign = make_campaign(api, platform="microsoft")
    groups = [make_ad_group(api, campaign["id"]) for _ in range(2)]
    ads = [make_ad(api, group["id"]) for group in groups for _ in range(21)]
    push(api)
    for ad in ads:
        desk.edit("ads", remote(desk, "/ads", ad), None)
    pulled = pull(desk)
    assert pulled["removed"] == len(ads) and pulled["warnings"] == [], pulled
    assert {one["remote"]["status"] for one in api.get("/ads", query={"limit": 50}).data} == {
        "REMOVED"
    }
    assert pull(desk)["removed"] == 0


def test_only_some_campaigns(desk):
    api = desk.api
    one, two = desk.tree(), desk.tree(name="The second")
    push(api)
    for tree in (one, two):
        for path, drafts in by_kind(tree)[:2]:
            for draft in drafts:
                desk.rename(path, remote(desk, path, draft), draft["name"] + " x")
    pulled = pull(desk, campaignIds=[one["campaign"]["id"]])
    assert pulled["updated"] == 3 and pulled["removed"] == 0, pulled
    for tree, end in ((one, " x"), (two, "")):
        now = api.get("/campaigns/" + tree["campaign"]["id"]).data
        assert now["name"] == tree["campaign"]["name"] + end
    ids = [tree["campaign"]["id"] for tree in (two, one)]
    assert pull(desk, campaignIds=ids)["updated"] == 3


def test_a_fault_on_the_way_changes_nothing_of_it(desk):
    tree = desk.tree()
    push(desk.api)
    desk.fault({"type": "status", "status": 500}, path=desk.paths[0], times=2)
    slow = {"type": "status", "status": 429, "retryDelay": "1s"}
    desk.fault(slow, path=desk.paths[1], times=1)
    pulled = pull(desk)
    assert pulled["unchanged"] == len(objects(tree)) and pulled["failed"] == 0


def test_figures_come_with_it(desk):
    """Campaigns, ad groups and ads have the same sums, in units of the account's currency."""
    api = desk.api
    if desk.cost_of_click is None:
        pytest.skip("no figures come from there")
    tree = desk.tree(status="ENABLED")
    for path, drafts in by_kind(tree)[1:3]:
        for one in drafts:
            api.patch("%s/%s" % (path, one["id"]), {"status": "ENABLED"})
    assert pull(desk)["failed"] == 0
    assert api.get("/reports/performance").meta["totals"]["impressions"] in (None, 0)
    push(api, activate=True)
    pull(desk)
    told = []
    for level, count in (("CAMPAIGN", 1), ("AD_GROUP", 2), ("AD", 2)):
        answer = api.get("/reports/performance", query={"level": level})
        assert len(answer.data) == count and answer.meta["dataAsOf"], level
        told.append(answer.meta["totals"])
        for row in answer.data:
            assert row["impressions"] > 0 and row["clicks"] > 0
            assert row["cost"] == pytest.approx(row["clicks"] * desk.cost_of_click)
    assert told[0] == told[1] == told[2]
    again = pull(desk)
    assert again["failed"] == 0
    assert api.get("/reports/performance", query={"level": "AD"}).meta["totals"] == told[0]
