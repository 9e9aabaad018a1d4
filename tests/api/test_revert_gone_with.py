"""A reverted removal brings back what went with the object: its attachments, and the objects below
it that no operation removed."""

import pytest

from adcore_make import attach, callout, finish, make_campaign, make_tree, push, sitelink


def revert(api, run, expect=201, **options):
    return api.post("/sync/%s/revert" % run["id"], expect=expect, **options).json.get("data")


def carry_out(api, made):
    run = finish(api, api.post("/sync", {"planHash": made["planHash"]}, expect=202).data["id"])
    assert run["status"] == "SUCCEEDED", run


def pull(api):
    run = finish(api, api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])
    assert run["status"] == "SUCCEEDED", run


def told(made, resource):
    rows = [op for op in made["operations"] if op["resource"] == resource]
    return sorted((op["op"], op["coverage"], op["reason"]) for op in rows)


def links_there(desk, table="campaign_asset", kind="campaignAsset", level="campaign"):
    """The attachments of the campaign (or ad group) that is there now."""
    live = desk.live()
    rows = {"campaign": live.campaigns, "adGroup": live.ad_groups}[level]
    names = {row[level]["resourceName"] for row in rows}
    query = "SELECT %s.asset, %s.field_type, %s." + level_column(level) + " FROM %s WHERE %s.status"
    found = desk.box.search(desk.customer, (query + " != 'REMOVED'") % ((table,) * 5))
    return sorted(row[kind]["fieldType"] for row in found if row[kind][level] in names)


def level_column(level):
    return {"campaign": "campaign", "adGroup": "ad_group"}[level]


def set_bid(desk, micros):
    [row] = desk.live().keywords
    desk.box.edit(
        desk.customer, row["adGroupCriterion"]["resourceName"], {"cpcBidMicros": str(micros)}
    )


@pytest.fixture
def furnished(desk):
    """A pushed campaign with a sitelink and a callout, and its ad group with the sitelink."""
    api = desk.api
    tree = make_tree(api, keywords=1)
    things = {"tree": tree, "sitelink": sitelink(api), "callout": callout(api)}
    for name in ("sitelink", "callout"):
        attach(api, things[name], "campaign", tree["campaign"])
    attach(api, things["sitelink"], "adGroup", tree["groups"][0])
    push(api)
    return things


def removal(api, things):
    api.delete("/campaigns/" + things["tree"]["campaign"]["id"])
    return push(api)


def test_attachments_come_back(desk, furnished):
    api = desk.api
    run = removal(api, furnished)
    assert api.get("/assets/" + furnished["sitelink"]["id"]).data["attachments"] == []
    made = revert(api, run)
    assert made["coverage"] == "FULL"
    assert told(made, "assetLink") == [("CREATE", "FULL", None)] * 3
    drafts = {op["resource"]: op["draftId"] for op in made["operations"]}
    now = api.get("/assets/" + furnished["sitelink"]["id"]).data["attachments"]
    assert {(at["resource"], at["id"]) for at in now} == {
        ("campaign", drafts["campaign"]),
        ("adGroup", drafts["adGroup"]),
    }
    assert links_there(desk) == []
    carry_out(api, made)
    assert links_there(desk) == ["CALLOUT", "SITELINK"]
    assert links_there(desk, "ad_group_asset", "adGroupAsset", "adGroup") == ["SITELINK"]


def test_only_checked_it_tells_the_same(desk, furnished):
    api = desk.api
    run = removal(api, furnished)
    checked = revert(api, run, expect=200, query={"validateOnly": "true"})
    assert checked["coverage"] == "FULL"
    assert told(checked, "assetLink") == [("CREATE", "FULL", None)] * 3
    assert api.get("/assets/" + furnished["sitelink"]["id"]).data["attachments"] == []


def test_an_attachment_whose_asset_is_gone_is_named(desk, furnished):
    api = desk.api
    run = removal(api, furnished)
    api.delete("/assets/" + furnished["callout"]["id"])
    made = revert(api, run)
    assert made["coverage"] == "PARTIAL"
    assert told(made, "assetLink") == [
        ("CREATE", "FULL", None),
        ("CREATE", "FULL", None),
        ("CREATE", "NONE", "REMOVED"),
    ]
    carry_out(api, made)
    assert links_there(desk) == ["SITELINK"]


def test_what_was_never_sent_is_not_attached(desk):
    """Like every edit that was never pushed."""
    api = desk.api
    tree = make_tree(api, keywords=1)
    push(api)
    asset = sitelink(api)
    attach(api, asset, "campaign", tree["campaign"])
    made = revert(api, removal(api, {"tree": tree}))
    assert made["coverage"] == "FULL" and told(made, "assetLink") == []
    assert api.get("/assets/" + asset["id"]).data["attachments"] == []


def test_a_run_that_did_not_record_it_is_partial(desk, furnished, server):
    api = desk.api
    run = removal(api, furnished)
    server.sql("UPDATE sync_operations SET stood = NULL WHERE run_id = '%s'" % run["id"])
    made = revert(api, run)
    assert made["coverage"] == "PARTIAL"
    assert told(made, "campaign") == [("CREATE", "PARTIAL", "NOT_RECORDED")]
    assert told(made, "keyword") == [("CREATE", "FULL", None)]


@pytest.mark.parametrize("known", (True, False))
def test_a_drifted_keyword_that_went_comes_back_as_it_was(desk, known):
    """Its own removal is left out of the plan, or refused: the campaign's removal takes it along."""
    api = desk.api
    tree = make_tree(api, keywords=1)
    keyword = tree["keywords"][0]
    api.patch("/keywords/" + keyword["id"], {"cpcBid": 1.5})
    push(api)
    set_bid(desk, 3330000)
    if known:
        api.patch("/keywords/" + keyword["id"], {"cpcBid": 2.5})
        pull(api)
        assert api.get("/keywords/" + keyword["id"]).data["syncState"] == "DRIFTED"
    api.delete("/campaigns/" + tree["campaign"]["id"])
    run = push(api, expect="SUCCEEDED" if known else "PARTIAL")
    removals = {op["id"]: op["status"] for op in run["operations"]}
    assert removals.get(keyword["id"]) == (None if known else "FAILED")
    assert api.get("/keywords/" + keyword["id"]).data["syncState"] == "REMOVED"
    made = revert(api, run)
    assert told(made, "keyword") == [("CREATE", "FULL", None)] and made["coverage"] == "FULL"
    [draft] = [op["draftId"] for op in made["operations"] if op["id"] == keyword["id"]]
    again = api.get("/keywords/" + draft).data
    assert again["cpcBid"] == 3.33 and again["text"] == keyword["text"]
    carry_out(api, made)
    # The simulator lists the removed ad group's keyword too.
    bids = {row["adGroupCriterion"]["cpcBidMicros"] for row in desk.live().keywords}
    assert bids == {"3330000"}


def test_below_a_drifted_ad_group_all_comes_back(desk):
    """The ad group has no operation; the keyword's draft goes below the ad group's draft."""
    api = desk.api
    tree = make_tree(api, keywords=1)
    group = tree["groups"][0]
    push(api)
    [row] = desk.live().ad_groups
    desk.box.edit(desk.customer, row["adGroup"]["resourceName"], {"name": "Renamed there"})
    api.patch("/ad-groups/" + group["id"], {"name": group["name"] + " here"})
    pull(api)
    api.delete("/campaigns/" + tree["campaign"]["id"])
    made = revert(api, push(api))
    drafts = {op["resource"]: op["draftId"] for op in made["operations"]}
    assert made["coverage"] == "FULL" and len(made["operations"]) == tree.total()
    again = api.get("/ad-groups/" + drafts["adGroup"]).data
    assert (again["name"], again["campaignId"]) == ("Renamed there", drafts["campaign"])
    assert api.get("/keywords/" + drafts["keyword"]).data["adGroupId"] == again["id"]


def test_a_second_revert_makes_none_of_it_twice(desk, furnished):
    api = desk.api
    run = removal(api, furnished)
    revert(api, run)
    revert(api, run, expect=409)
    assert len(api.get("/campaigns?syncState=STAGED").data) == 1


def test_a_campaign_alone_has_nothing_beside_it(desk):
    api = desk.api
    campaign = make_campaign(api)
    push(api)
    api.delete("/campaigns/" + campaign["id"])
    made = revert(api, push(api))
    assert made["coverage"] == "FULL" and len(made["operations"]) == 1
