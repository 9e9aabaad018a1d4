"""A push that finds an object removed on the platform: the objects below it are gone too."""

import pytest

from adcore_make import finish, make_ad_group, make_campaign, make_tree, preview, push


def lose(desk, campaign):
    row = desk.live().campaign(campaign["name"])
    desk.box.edit(desk.customer, row["campaign"]["resourceName"], None)


def states(api, tree):
    paths = ["/campaigns/" + tree["campaign"]["id"]]
    paths += ["/ad-groups/" + one["id"] for one in tree["groups"]]
    paths += ["/ads/" + one["id"] for one in tree["ads"]]
    paths += ["/keywords/" + one["id"] for one in tree["keywords"]]
    rows = [api.get(path).data for path in paths]
    return {(row["syncState"], row["remote"]["status"]) for row in rows}


@pytest.fixture
def lost(desk):
    """A pushed tree of two ad groups, whose campaign others removed on the platform."""
    tree = make_tree(desk.api, groups=2, keywords=1)
    push(desk.api)
    lose(desk, tree["campaign"])
    return tree


def found_by_update(api, tree):
    api.patch("/campaigns/" + tree["campaign"]["id"], {"name": "Renamed here"})
    run = push(api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == "DRIFTED"
    return run


def found_by_create(api, tree):
    make_ad_group(api, tree["campaign"]["id"])
    run = push(api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == "GONE"
    return run


@pytest.mark.parametrize("found", (found_by_update, found_by_create))
def test_what_is_below_is_gone_too(desk, lost, found):
    api = desk.api
    run = found(api, lost)
    assert states(api, lost) == {("DRIFTED", "REMOVED")}
    drift = {row["id"]: row["live"] for row in api.get("/sync/drift?limit=100").data}
    assert drift[lost["keywords"][0]["id"]] == "REMOVED" and len(drift) == lost.total()
    entries = api.get("/history?objectId=" + lost["keywords"][0]["id"]).data
    assert entries[0]["requestId"] == run["id"]
    sides = [entries[0][side]["remote"]["status"] for side in ("before", "after")]
    assert sides == ["PAUSED", "REMOVED"]


def test_nothing_below_is_planned(desk, lost):
    api = desk.api
    found_by_update(api, lost)
    api.patch("/ads/" + lost["ads"][0]["id"], {"finalUrl": "https://later.example/x"})
    api.patch("/keywords/" + lost["keywords"][0]["id"], {"status": "PAUSED"})
    plan = preview(api)
    assert plan["operations"] == []
    told = {warning["id"]: warning["code"] for warning in plan["warnings"]}
    assert told[lost["ads"][0]["id"]] == told[lost["keywords"][0]["id"]] == "DRIFTED"


def test_decided_once_for_all(desk, lost):
    """The decision about the campaign is that about everything below it."""
    api = desk.api
    found_by_update(api, lost)
    body = {"id": lost["campaign"]["id"], "field": "status", "keep": "STAGED"}
    api.post("/sync/drift/resolve", body, expect=200)
    assert api.get("/sync/drift").data == []
    creates = [op for op in preview(api)["operations"] if op["op"] == "CREATE"]
    assert len(creates) == lost.total()
    push(api)
    assert {state for state, _ in states(api, lost)} == {"SYNCED"}


def test_a_child_that_was_not_marked_is_left_out_of_the_plan(desk, lost, server):
    """As of a subtree larger than one change marks."""
    api = desk.api
    found_by_update(api, lost)
    group = lost["groups"][0]["id"]
    server.sql("UPDATE ad_groups SET live = NULL, sync_state = 'SYNCED' WHERE id = '%s'" % group)
    api.patch("/ad-groups/" + group, {"name": "Another name"})
    plan = preview(api)
    assert plan["operations"] == []
    [message] = [w["message"] for w in plan["warnings"] if w["id"] == group]
    assert "parent was removed on the platform" in message


def test_other_campaigns_go_on(desk, lost):
    api = desk.api
    other = make_campaign(api)
    api.patch("/campaigns/" + lost["campaign"]["id"], {"name": "Renamed here"})
    run = push(api, expect="PARTIAL")
    assert {op["id"]: op["status"] for op in run["operations"]}[other["id"]] == "SUCCEEDED"
    assert api.get("/campaigns/" + other["id"]).data["syncState"] == "SYNCED"


def test_the_kill_switch_finds_it_too(desk):
    api = desk.api
    tree = make_tree(api, keywords=1, status="ENABLED")
    push(api, activate=True)
    lose(desk, tree["campaign"])
    run = finish(api, api.post("/sync/pause-all", expect=202).data["id"])
    assert run["status"] == "SUCCEEDED"
    assert states(api, tree) == {("DRIFTED", "REMOVED")}
