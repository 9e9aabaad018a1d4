"""Pulls: what ad accounts have comes into the drafts."""

import pytest

from adcore_make import finish, make_campaign, make_tree, preview, push

KINDS = ("/campaigns", "/ad-groups", "/ads", "/keywords")


def pull(api, expect="SUCCEEDED", **fields):
    run = api.post("/sync", dict(fields, mode="PULL"), expect=202).data
    assert run["mode"] == "PULL" and run["planHash"] is None
    run = finish(api, run["id"])
    if expect:
        assert run["status"] == expect, run
    return run


def name_of(desk, campaign):
    return desk.live().campaign(campaign["name"])["campaign"]["resourceName"]


def totals(api):
    return [api.get(path).meta["total"] for path in KINDS]


def stranger(desk, api, groups=2):
    """A tree that stands on the platform and is none of ours: ours forgot it."""
    tree = make_tree(api, groups=groups)
    push(api)
    return tree


def test_an_empty_account_brings_nothing(desk):
    run = pull(desk.api)
    assert run["pulled"]["created"] == 0 and run["pulled"]["warnings"] == []
    assert run["operations"] == [] and run["progress"]["done"] == run["progress"]["total"]
    assert totals(desk.api) == [0, 0, 0, 0]


def test_what_was_pushed_is_unchanged(desk):
    api = desk.api
    tree = make_tree(api, groups=2)
    push(api)
    before = api.get("/campaigns/" + tree["campaign"]["id"])
    run = pull(api)
    assert run["pulled"]["unchanged"] == tree.total(), run["pulled"]
    assert run["pulled"]["created"] == run["pulled"]["drifted"] == 0
    after = api.get("/campaigns/" + tree["campaign"]["id"])
    assert after.data == before.data
    assert preview(api)["operations"] == []


def test_an_edit_there_is_taken_where_ours_is_not_edited(desk):
    api = desk.api
    campaign = make_campaign(api)
    path = "/campaigns/" + campaign["id"]
    push(api)
    desk.box.edit(desk.customer, name_of(desk, campaign), {"name": "Edited by hand"})
    run = pull(api)
    assert run["pulled"]["updated"] == 1
    now = api.get(path).data
    assert now["name"] == "Edited by hand" and now["syncState"] == "SYNCED"
    assert now["version"] == campaign["version"] + 1
    assert preview(api)["operations"] == []
    assert pull(api)["pulled"]["unchanged"] == 1


def test_an_edit_on_both_sides_is_drift(desk):
    api = desk.api
    campaign = make_campaign(api)
    path = "/campaigns/" + campaign["id"]
    push(api)
    desk.box.edit(desk.customer, name_of(desk, campaign), {"name": "Edited by hand"})
    api.patch(path, {"name": "Edited here"})
    run = pull(api)
    assert run["pulled"]["drifted"] == 1
    now = api.get(path).data
    assert now["name"] == "Edited here" and now["syncState"] == "DRIFTED"


def test_removed_there(desk):
    api = desk.api
    tree = make_tree(api)
    push(api)
    desk.box.edit(desk.customer, name_of(desk, tree["campaign"]), None)
    run = pull(api)
    assert run["pulled"]["removed"] == tree.total()
    for path, one in zip(
        KINDS, (tree["campaign"], tree["groups"][0], tree["ads"][0], tree["keywords"][0])
    ):
        now = api.get("%s/%s" % (path, one["id"])).data
        assert now["syncState"] == "DRIFTED" and now["remote"]["status"] == "REMOVED"
    assert pull(api)["pulled"]["removed"] == 0


def test_figures_come_with_it(desk):
    api = desk.api
    tree = make_tree(api, status="ENABLED")
    for kind, path in (("groups", "/ad-groups/"), ("ads", "/ads/"), ("keywords", "/keywords/")):
        for one in tree[kind]:
            api.patch(path + one["id"], {"status": "ENABLED"})
    push(api, activate=True)
    pull(api)
    for level in ("CAMPAIGN", "AD_GROUP", "AD", "KEYWORD"):
        answer = api.get("/reports/performance", query={"level": level})
        assert answer.data and answer.data[0]["impressions"] > 0, level
        assert answer.meta["dataAsOf"]


@pytest.mark.parametrize(
    "body,path",
    [({"planHash": "0" * 64}, "planHash"), ({"activate": True}, "activate")],
)
def test_what_a_pull_does_not_take(api, body, path):
    api.post("/sync", dict(body, mode="PULL"), expect=400).fault(path)
