"""Drift: fields that changed on both sides, and their resolution field by field."""

import pytest

from adcore_make import finish, make_ad_group, make_campaign, make_tree, missing_id, preview, push


def pull(api):
    run = finish(api, api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])
    assert run["status"] == "SUCCEEDED", run
    return run["pulled"]


def edit(desk, campaign, changes):
    row = desk.live().campaign(campaign["name"])
    desk.box.edit(desk.customer, row["campaign"]["resourceName"], changes)


def set_budget(desk, campaign, micros):
    row = desk.live().campaign(campaign["name"])
    desk.box.edit(desk.customer, row["campaign"]["campaignBudget"], {"amountMicros": str(micros)})


def resolve(api, campaign, field, keep, **options):
    body = {"id": campaign["id"], "field": field, "keep": keep}
    return api.post("/sync/drift/resolve", body, **dict({"expect": 200}, **options))


@pytest.fixture
def drifted(desk):
    """A campaign whose budget is 20 as synced, 25 as drafted and 30 on the platform."""
    campaign = make_campaign(desk.api, budget=20)
    push(desk.api)
    set_budget(desk, campaign, 30000000)
    desk.api.patch("/campaigns/" + campaign["id"], {"budget": 25})
    assert pull(desk.api)["drifted"] == 1
    return campaign


def test_it_is_listed_field_by_field(desk, drifted):
    listed = desk.api.get("/sync/drift")
    assert listed.meta["total"] == 1 and listed.meta["nextCursor"] is None
    [row] = listed.data
    assert row == {
        "resource": "campaign",
        "id": drifted["id"],
        "name": drifted["name"],
        "campaignId": drifted["id"],
        "platform": "google",
        "field": "budget",
        "synced": 20,
        "staged": 25,
        "live": 30,
    }


def test_undecided_drift_blocks_only_its_object(desk, drifted):
    api = desk.api
    other = make_campaign(api)
    plan = preview(api)
    assert [op["id"] for op in plan["operations"]] == [other["id"]]
    assert [w["code"] for w in plan["warnings"] if w["id"] == drifted["id"]] == ["DRIFTED"]
    api.delete("/campaigns/" + drifted["id"])
    assert [op["id"] for op in preview(api)["operations"]] == [other["id"]]


def test_a_pause_goes_beside_what_drifted_and_the_rest_waits(desk):
    """After a pull found the drift, the plan holds the pause alone, and its hash covers only the
    pause."""
    api = desk.api
    campaign = make_campaign(api, budget=20, status="ENABLED")
    path = "/campaigns/" + campaign["id"]
    push(api, activate=True)
    set_budget(desk, campaign, 30000000)
    api.patch(path, {"budget": 25, "name": campaign["name"] + " new"})
    assert pull(api)["drifted"] == 1
    assert preview(api)["operations"] == []
    api.patch(path, {"status": "PAUSED"})
    plan = preview(api)
    [operation] = plan["operations"]
    assert operation["changes"] == [{"field": "status", "from": "ENABLED", "to": "PAUSED"}]
    assert operation["dailyBudgetDelta"] == 0
    totals = plan["totals"]
    assert (totals["activeDailyBudgetBefore"], totals["activeDailyBudgetAfter"]) == (30, 0)
    [warning] = [w for w in plan["warnings"] if w["code"] == "DRIFTED"]
    assert "pause" in warning["message"]
    push(api)
    row = desk.live().campaign(campaign["name"])
    assert row["campaign"]["status"] == "PAUSED" and row["campaign"]["name"] == campaign["name"]
    assert row["campaignBudget"]["amountMicros"] == "30000000"
    now = api.get(path).data
    assert now["remote"]["status"] == "PAUSED" and now["syncState"] == "DRIFTED"
    [left] = api.get("/sync/drift").data
    assert (left["field"], left["synced"], left["staged"], left["live"]) == ("budget", 20, 25, 30)
    assert preview(api)["operations"] == []
    # Enabling it again is held back until the drift is resolved.
    api.patch(path, {"status": "ENABLED"})
    plan = preview(api)
    assert plan["operations"] == [] and [h["id"] for h in plan["heldBack"]] == [campaign["id"]]
    assert preview(api, activate=True)["operations"] == []
    resolve(api, campaign, "budget", "STAGED")
    push(api, activate=True)
    assert desk.live().campaigns[0]["campaignBudget"]["amountMicros"] == "25000000"


def test_a_pause_goes_though_the_push_finds_beside_it_what_drifted(desk):
    """Without a pull the run detects the drift: the budget operation fails, and the pause
    succeeds."""
    api = desk.api
    campaign = make_campaign(api, budget=20, status="ENABLED")
    path = "/campaigns/" + campaign["id"]
    push(api, activate=True)
    set_budget(desk, campaign, 30000000)
    api.patch(path, {"budget": 25, "status": "PAUSED"})
    plan = preview(api)
    fields = [[change["field"] for change in op["changes"]] for op in plan["operations"]]
    assert fields == [["status"], ["budget"]] and plan["totals"]["updates"] == 2
    assert [op["dailyBudgetDelta"] for op in plan["operations"]] == [0, 5]
    assert plan["totals"]["activeDailyBudgetAfter"] == 0
    run = push(api, expect="PARTIAL")
    told = [(op["status"], (op["error"] or {}).get("code")) for op in run["operations"]]
    assert told == [("SUCCEEDED", None), ("FAILED", "DRIFTED")]
    row = desk.live().campaign(campaign["name"])
    assert row["campaign"]["status"] == "PAUSED"
    assert row["campaignBudget"]["amountMicros"] == "30000000"
    assert [d["field"] for d in api.get("/sync/drift").data] == ["budget"]
    # Reverted, the budget is drafted as before: it was never sent.
    answer = api.post("/sync/%s/revert" % run["id"], expect=201).data
    assert [op["coverage"] for op in answer["operations"]] == ["FULL"]
    assert api.get(path).data["status"] == "ENABLED"


def test_a_pause_beside_an_edit_goes_first_and_each_is_sent_once(desk):
    api = desk.api
    made = [make_campaign(api, budget=20, status="ENABLED") for _ in range(2)]
    push(api, activate=True)
    before = desk.box.log_end()
    for one in made:
        api.patch("/campaigns/" + one["id"], {"budget": 21, "status": "PAUSED"})
    run = push(api)
    fields = [[change["field"] for change in op["changes"]] for op in run["operations"]]
    assert fields == [["status"]] * 2 + [["budget"]] * 2
    sent = sum((e["operations"] for e in desk.box.mutates(before)), [])
    assert sorted(sent) == ["campaign.update"] * 2 + ["campaignBudget.update"] * 2
    assert preview(api)["operations"] == []
    for row in desk.live().campaigns:
        assert row["campaign"]["status"] == "PAUSED"
        assert row["campaignBudget"]["amountMicros"] == "21000000"


def test_a_keyword_paused_and_edited_is_not_twice_in_one_request(desk):
    """The platform refuses two changes of one object in a request, so pauses and edits go in two
    requests."""
    api = desk.api
    tree = make_tree(api, keywords=3)
    for one in tree["keywords"]:
        api.patch("/keywords/" + one["id"], {"status": "ENABLED"})
    push(api, activate=True)
    before = desk.box.log_end()
    for one in tree["keywords"]:
        api.patch("/keywords/" + one["id"], {"cpcBid": 0.5, "status": "PAUSED"})
    push(api)
    sizes = [len(e["operations"]) for e in desk.box.mutates(before)]
    assert sizes == [3, 3]
    assert {row["adGroupCriterion"]["status"] for row in desk.live().keywords} == {"PAUSED"}
    assert preview(api)["operations"] == []


def test_keep_live(desk, drifted):
    api = desk.api
    made = resolve(api, drifted, "budget", "LIVE").data
    assert (made["from"], made["to"], made["undecided"]) == (25, 30, 0)
    now = api.get("/campaigns/" + drifted["id"]).data
    assert now["budget"] == 30 and now["syncState"] == "SYNCED" == made["syncState"]
    assert api.get("/sync/drift").data == [] and preview(api)["operations"] == []


def test_keep_staged(desk, drifted):
    api = desk.api
    assert resolve(api, drifted, "budget", "STAGED").data["syncState"] == "MODIFIED"
    [operation] = preview(api)["operations"]
    assert operation["changes"] == [{"field": "budget", "from": 30, "to": 25}]
    assert operation["dailyBudgetDelta"] == -5
    push(api)
    row = desk.live().campaign(drifted["name"])
    assert row["campaignBudget"]["amountMicros"] == "25000000"
    assert api.get("/campaigns/" + drifted["id"]).data["syncState"] == "SYNCED"


def test_what_is_refused(desk, drifted):
    api = desk.api
    answer = resolve(api, drifted, "name", "LIVE", expect=409)
    assert answer.details["reason"] == "NOT_DRIFTED"
    body = {"id": missing_id(drifted["id"]), "field": "budget", "keep": "LIVE"}
    assert api.post("/sync/drift/resolve", body, expect=400).fault("id")
    assert resolve(api, drifted, "budget", "BOTH", expect=400).fault("keep")
    other = desk.server.account().client()
    assert resolve(other, drifted, "budget", "LIVE", expect=400).fault("id")
    assert other.get("/sync/drift").data == []
    resolve(api, drifted, "budget", "LIVE")
    resolve(api, drifted, "budget", "LIVE", expect=409)


def test_scopes(desk, drifted):
    account = desk.account
    reader = account.client(scopes="sync:read")
    assert reader.get("/sync/drift").data == []
    answer = resolve(account.client(scopes="sync:read,sync:write"), drifted, "budget", "LIVE", expect=403)
    assert "campaigns:write" in answer.details["required"]
    account.client(scopes="sync:write,campaigns:read").get("/sync/drift", expect=403)


def test_checked_only(desk, drifted):
    body = {"id": drifted["id"], "field": "budget", "keep": "LIVE"}
    answer = desk.api.post("/sync/drift/resolve?validateOnly=true", body, expect=200)
    assert answer.meta["validateOnly"] is True
    assert desk.api.get("/sync/drift").meta["total"] == 1


def test_pages_and_filters(desk):
    api = desk.api
    made = [make_campaign(api) for _ in range(3)]
    push(api)
    for one in made:
        edit(desk, one, {"name": one["name"] + " there", "finalUrlSuffix": "a=b"})
        api.patch("/campaigns/" + one["id"], {"name": one["name"] + " here"})
    pull(api)
    seen, cursor = [], None
    while True:
        page = api.get("/sync/drift", query=dict({"limit": 1}, **({"cursor": cursor} if cursor else {})))
        assert page.meta["total"] == 3
        seen += [row["id"] for row in page.data]
        cursor = page.meta["nextCursor"]
        if not cursor:
            break
    assert seen == [one["id"] for one in reversed(made)]
    up = api.get("/sync/drift", query={"order": "asc"}).data
    assert [row["id"] for row in up] == [one["id"] for one in made]
    only = api.get("/sync/drift", query={"id": made[1]["id"]})
    assert only.meta["total"] == 1 and only.data[0]["id"] == made[1]["id"]
    assert api.get("/sync/drift", query={"campaignId": made[0]["id"]}).meta["total"] == 1
    assert api.get("/sync/drift", query={"platform": "meta"}).data == []
    assert api.get("/sync/drift", query={"resource": "ad,keyword"}).data == []
    api.get("/sync/drift", query={"colour": "red"}, expect=400)


def test_removed_there_and_let_go(desk):
    api = desk.api
    tree = make_tree(api)
    push(api)
    edit(desk, tree["campaign"], None)
    pull(api)
    rows = api.get("/sync/drift").data
    assert {row["field"] for row in rows} == {"status"} and len(rows) == tree.total()
    assert {row["live"] for row in rows} == {"REMOVED"}
    assert preview(api)["operations"] == []
    assert resolve(api, tree["campaign"], "status", "LIVE").data["syncState"] == "REMOVED"
    assert api.get("/sync/drift").data == []
    assert api.get("/campaigns").data == [] and api.get("/ads").data == []
    assert api.get("/campaigns/" + tree["campaign"]["id"]).data["syncState"] == "REMOVED"


def test_removed_there_and_made_anew(desk):
    api = desk.api
    tree = make_tree(api)
    push(api)
    edit(desk, tree["campaign"], None)
    pull(api)
    assert resolve(api, tree["campaign"], "status", "STAGED").data["syncState"] == "STAGED"
    assert len(preview(api)["operations"]) == tree.total()
    push(api)
    assert [row["campaign"]["name"] for row in desk.live().campaigns] == [tree["campaign"]["name"]]
    assert pull(api)["unchanged"] == tree.total()


def test_a_key_replays_the_decision(desk, drifted):
    heads = {"Idempotency-Key": "decide-once"}
    body = {"id": drifted["id"], "field": "budget", "keep": "LIVE"}
    first = desk.api.post("/sync/drift/resolve", body, headers=heads, expect=200)
    again = desk.api.post("/sync/drift/resolve", body, headers=heads, expect=200)
    assert again.data == first.data and again.headers["idempotent-replayed"] == "true"


def test_it_stands_in_the_history(desk, drifted):
    resolve(desk.api, drifted, "budget", "LIVE")
    rows = desk.api.get("/history", query={"objectId": drifted["id"]}).data
    assert [row["verb"] for row in rows][:2] == ["RESOLVE", "PULL"]
    assert rows[0]["before"]["budget"] == 25 and rows[0]["after"]["budget"] == 30


def test_a_filter_takes_as_many_values_as_there_are_kinds(desk):
    kinds = ",".join(["campaign", "adGroup", "ad", "keyword"])
    assert desk.api.get("/sync/drift", query={"resource": kinds}).data == []
    refused = desk.api.get("/sync/drift", query={"resource": kinds + ",ad"}, expect=400)
    assert [(f["path"], f["code"], f["limit"]) for f in refused.error["details"]["fields"]] == [
        ("resource", "TOO_MANY", 4)
    ]


def test_a_parent_that_is_gone_shows_by_its_child(desk):
    """Another user removed the campaign on the platform, so a new ad group below it is refused."""
    api = desk.api
    campaign = make_campaign(api)
    push(api)
    edit(desk, campaign, None)
    group = make_ad_group(api, campaign["id"])
    run = push(api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == "GONE"
    now = api.get("/campaigns/" + campaign["id"]).data
    assert (now["syncState"], now["remote"]["status"]) == ("DRIFTED", "REMOVED")
    [row] = api.get("/sync/drift").data
    assert (row["id"], row["field"], row["live"]) == (campaign["id"], "status", "REMOVED")
    # Nothing below the campaign is sent until the drift is resolved. Discarding it deletes the
    # draft below.
    plan = preview(api)
    assert plan["operations"] == [] and {w["code"] for w in plan["warnings"]} == {"DRIFTED", "UNSETTLED"}
    resolve(api, campaign, "status", "LIVE")
    assert preview(api)["operations"] == [] and api.get("/sync/drift").data == []
    api.get("/ad-groups/" + group["id"], expect=404)


def test_what_is_below_a_parent_made_anew_is_made_anew(desk):
    """A removed campaign is staged again: everything below it is created again with it."""
    api = desk.api
    tree = make_tree(api)
    push(api)
    edit(desk, tree["campaign"], None)
    make_ad_group(api, tree["campaign"]["id"])
    push(api, expect="FAILED")
    kinds = {row["resource"] for row in api.get("/sync/drift").data}
    assert kinds == {"campaign", "adGroup", "ad", "keyword"}
    resolve(api, tree["campaign"], "status", "STAGED")
    assert len(preview(api)["operations"]) == tree.total() + 1
    push(api)
    assert pull(api)["unchanged"] == tree.total() + 1
    assert len(desk.live().campaigns) == 1


def test_what_is_removed_over_drift_below_ends_with_its_parent(desk):
    """A keyword was edited on the platform, so its own removal is held back. The campaign's
    removal includes it."""
    api = desk.api
    tree = make_tree(api)
    push(api)
    word = desk.live().keywords[0]["adGroupCriterion"]
    desk.box.edit(desk.customer, word["resourceName"], {"cpcBidMicros": "7000000"})
    api.delete("/campaigns/" + tree["campaign"]["id"])
    push(api, expect="PARTIAL")
    assert desk.live().campaigns == []
    for word in tree["keywords"]:
        assert api.get("/keywords/" + word["id"]).data["syncState"] == "REMOVED"
    assert preview(api)["operations"] == [] and api.get("/sync/drift").data == []


def test_what_others_raised_counts_before_it_is_decided(desk, drifted):
    """20 as synced, 25 as drafted, 30 on the platform: until the drift is resolved the
    guardrails count 30."""
    totals = preview(desk.api)["totals"]
    assert totals["dailyBudgetBefore"] == totals["dailyBudgetAfter"] == 30
    resolve(desk.api, drifted, "budget", "STAGED")
    totals = preview(desk.api)["totals"]
    assert (totals["dailyBudgetBefore"], totals["dailyBudgetAfter"]) == (30, 25)
    push(desk.api)
    assert preview(desk.api)["totals"]["dailyBudgetBefore"] == 25


def test_a_decision_holds_for_what_was_shown(desk, drifted):
    """With `shown`, a resolution is refused if a side has changed, also if that side is null."""
    api = desk.api
    path = "/sync/drift/resolve"
    body = {"id": drifted["id"], "field": "budget", "keep": "LIVE"}
    for shown in ({"staged": 24, "live": 30}, {"staged": 25, "live": 31}, {"live": 30}, {}):
        for validate in ("", "?validateOnly=true"):
            refused = api.post(path + validate, dict(body, shown=shown), expect=409)
            assert refused.error["details"]["reason"] == "CHANGED_SINCE", shown
    api.post(path, dict(body, shown=[25, 30]), expect=400)
    api.post(path, dict(body, shown={"staged": 25, "live": 30, "synced": 20}), expect=400)
    assert [row["live"] for row in api.get("/sync/drift").data] == [30]
    decided = api.post(path, dict(body, shown={"staged": 25, "live": 30}), expect=200).data
    assert (decided["from"], decided["to"]) == (25, 30)
    again = api.post(path, dict(body, shown={"staged": 25, "live": 30}), expect=409)
    assert again.error["details"]["reason"] == "NOT_DRIFTED"


def test_what_is_in_an_ad_group_names_it(desk):
    api = desk.api
    campaign = make_campaign(api)
    group = make_ad_group(api, campaign["id"])
    push(api)
    row = desk.live().campaign(campaign["name"])
    desk.box.edit(desk.customer, row["campaign"]["resourceName"], None)
    pull(api)
    named = {row["resource"]: row.get("adGroupId") for row in api.get("/sync/drift").data}
    assert named == {"campaign": None, "adGroup": group["id"]}
