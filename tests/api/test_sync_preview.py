"""The plan: the operations of a push, their cost, and the plan's hash."""

import datetime
import os
import re

import pytest

from adcore_make import (
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    make_tree,
    preview,
    push,
)
from adcore_server import Server

HASH_RE = re.compile(r"^[0-9a-f]{64}$")


def test_shape_of_a_plan(desk):
    tree = make_tree(desk.api, groups=2, ads=1, keywords=3, budget=20)
    plan = preview(desk.api)
    assert HASH_RE.match(plan["planHash"])
    assert plan["violations"] == [] and plan["heldBack"] == []
    assert isinstance(plan["warnings"], list)
    assert len(plan["operations"]) == tree.total()
    for operation in plan["operations"]:
        assert operation["op"] == "CREATE" and operation["platform"] == "google"
        assert operation["remoteId"] is None
        for change in operation["changes"]:
            assert set(change) >= {"field", "from", "to"}
            assert change["from"] is None
    totals = plan["totals"]
    assert (totals["creates"], totals["updates"], totals["removes"]) == (tree.total(), 0, 0)
    assert totals["currency"] == "USD"
    assert totals["dailyBudgetBefore"] == 0 and totals["dailyBudgetAfter"] == 20
    assert totals["activeDailyBudgetBefore"] == 0 and totals["activeDailyBudgetAfter"] == 0
    assert 28 * 20 <= totals["monthlyDelta"] <= 31 * 20


def test_plan_names_every_object_and_its_content(desk):
    tree = make_tree(desk.api, budget=12.5)
    operations = {op["id"]: op for op in preview(desk.api)["operations"]}
    wanted = {
        tree["campaign"]["id"]: "campaign",
        tree["groups"][0]["id"]: "adGroup",
        tree["ads"][0]["id"]: "ad",
        tree["keywords"][0]["id"]: "keyword",
        tree["keywords"][1]["id"]: "keyword",
    }
    assert {object_id: op["resource"] for object_id, op in operations.items()} == wanted
    campaign = operations[tree["campaign"]["id"]]
    to = {change["field"]: change["to"] for change in campaign["changes"]}
    assert to["name"] == tree["campaign"]["name"] and to["budget"] == 12.5
    assert campaign["dailyBudgetDelta"] == 12.5
    keyword = operations[tree["keywords"][0]["id"]]
    to = {change["field"]: change["to"] for change in keyword["changes"]}
    assert to["text"] == tree["keywords"][0]["text"] and to["matchType"] == "PHRASE"
    assert keyword.get("dailyBudgetDelta") in (0, None)


def test_parents_come_before_children(desk):
    make_tree(desk.api, groups=3, ads=2, keywords=2)
    make_tree(desk.api)
    kinds = [op["resource"] for op in preview(desk.api)["operations"]]
    order = ["campaign", "adGroup", "ad", "keyword"]
    assert kinds == sorted(kinds, key=order.index)


def test_preview_changes_nothing_and_touches_no_platform(desk):
    tree = make_tree(desk.api)
    end = desk.box.log_end()
    for _ in range(3):
        preview(desk.api)
    assert desk.box.mutates(end) == []
    assert desk.api.get("/campaigns/" + tree["campaign"]["id"]).data == tree["campaign"]
    assert desk.api.get("/sync").meta["total"] == 0


def test_get_and_post_give_the_same_plan(desk):
    one, two = make_tree(desk.api), make_tree(desk.api)
    get = desk.api.get("/sync/preview").data
    post = preview(desk.api)
    assert get["planHash"] == post["planHash"] and get["operations"] == post["operations"]
    ids = [two["campaign"]["id"]]
    get = desk.api.get(
        "/sync/preview", query={"campaignIds": ids, "platforms": "google", "activate": "true"}
    ).data
    post = preview(desk.api, campaignIds=ids, platforms=["google"], activate=True)
    assert get["planHash"] == post["planHash"]
    assert one["campaign"]["id"] not in str(get)


def test_the_hash_is_of_the_plan_and_of_nothing_else(desk):
    tree = make_tree(desk.api)
    first = preview(desk.api)["planHash"]
    assert preview(desk.api)["planHash"] == first
    assert preview(desk.account.client())["planHash"] == first
    path = "/campaigns/" + tree["campaign"]["id"]
    desk.api.patch(path, {"budget": 21})
    second = preview(desk.api)["planHash"]
    assert second != first
    make_keyword(desk.api, tree["groups"][0]["id"])
    assert preview(desk.api)["planHash"] not in (first, second)


def test_the_hash_covers_activate_and_filters(desk):
    one = make_tree(desk.api)
    make_tree(desk.api)
    plans = [
        preview(desk.api),
        preview(desk.api, activate=True),
        preview(desk.api, campaignIds=[one["campaign"]["id"]]),
    ]
    assert len({plan["planHash"] for plan in plans}) == 3


def test_campaign_ids_take_only_their_trees(desk):
    one, two = make_tree(desk.api, keywords=1), make_tree(desk.api, keywords=4)
    plan = preview(desk.api, campaignIds=[two["campaign"]["id"]])
    ids = {op["id"] for op in plan["operations"]}
    assert len(ids) == two.total()
    assert ids == {two["campaign"]["id"], two["groups"][0]["id"], two["ads"][0]["id"]} | {
        keyword["id"] for keyword in two["keywords"]
    }
    assert not ids & {one["campaign"]["id"], one["groups"][0]["id"]}


def test_platforms_filter(desk):
    make_campaign(desk.api)
    assert preview(desk.api, platforms=["microsoft"])["operations"] == []
    assert len(preview(desk.api, platforms=["google"])["operations"]) == 1


def test_an_empty_plan(desk):
    plan = preview(desk.api)
    assert plan["operations"] == [] and plan["violations"] == []
    assert HASH_RE.match(plan["planHash"])


def test_the_plan_expires_in_fifteen_minutes(desk):

    make_campaign(desk.api)
    plan = preview(desk.api)
    expires = datetime.datetime.fromisoformat(plan["expiresAt"].replace("Z", "+00:00"))
    left = (expires - datetime.datetime.now(datetime.timezone.utc)).total_seconds()
    assert 13 * 60 < left <= 15 * 60 + 5


def test_without_activate_enables_are_held_back(desk):
    api = desk.api
    campaign = make_campaign(api, status="ENABLED", budget=10)
    group = make_ad_group(api, campaign["id"], status="ENABLED")
    ad = make_ad(api, group["id"], status="ENABLED")
    word = make_keyword(api, group["id"], status="ENABLED")
    make_keyword(api, group["id"])
    plan = preview(api)
    held = {each["id"]: each["resource"] for each in plan["heldBack"]}
    assert held == {
        campaign["id"]: "campaign",
        group["id"]: "adGroup",
        ad["id"]: "ad",
        word["id"]: "keyword",
    }
    assert plan["totals"]["activeDailyBudgetAfter"] == 0
    active = preview(api, activate=True)
    assert active["heldBack"] == []
    assert active["totals"]["activeDailyBudgetAfter"] == 10
    assert active["totals"]["dailyBudgetAfter"] == 10


def test_updates_show_from_and_to(desk):
    api = desk.api
    campaign = make_campaign(api, budget=20)
    push(api)
    api.patch("/campaigns/" + campaign["id"], {"budget": 25, "name": campaign["name"] + " new"})
    plan = preview(api)
    [operation] = plan["operations"]
    assert operation["op"] == "UPDATE" and operation["id"] == campaign["id"]
    assert operation["remoteId"] == api.get("/campaigns/" + campaign["id"]).data["remote"]["id"]
    changes = {c["field"]: (c["from"], c["to"]) for c in operation["changes"]}
    assert changes == {"budget": (20, 25), "name": (campaign["name"], campaign["name"] + " new")}
    assert operation["dailyBudgetDelta"] == 5
    totals = plan["totals"]
    assert (totals["creates"], totals["updates"], totals["removes"]) == (0, 1, 0)
    assert (totals["dailyBudgetBefore"], totals["dailyBudgetAfter"]) == (20, 25)
    assert 28 * 5 <= totals["monthlyDelta"] <= 31 * 5


def test_removals_come_first_children_first(desk):
    api = desk.api
    tree = make_tree(api, groups=2)
    push(api)
    make_tree(api)
    api.delete("/campaigns/" + tree["campaign"]["id"])
    plan = preview(api)
    ops = [op["op"] for op in plan["operations"]]
    assert ops == sorted(ops, key=["REMOVE", "UPDATE", "CREATE"].index)
    removed = [op["resource"] for op in plan["operations"] if op["op"] == "REMOVE"]
    ranks = {"keyword": 0, "ad": 0, "adGroup": 1, "campaign": 2}
    assert removed == sorted(removed, key=ranks.get) and "campaign" in removed
    assert plan["totals"]["removes"] == len(removed)


def test_a_campaign_that_could_show_nothing_is_a_warning(desk):
    api = desk.api

    def silent(**options):
        found = preview(api, **options)["warnings"]
        return [each["id"] for each in found if each["code"] == "NOTHING_TO_SHOW"]

    bare = make_campaign(api)
    make_ad_group(api, bare["id"])
    assert silent() == [bare["id"]], "no ad"
    api.delete("/campaigns/" + bare["id"])
    tree = make_tree(api, keywords=1)
    campaign, group = tree["campaign"]["id"], tree["groups"][0]["id"]
    assert silent() == [], "a paused draft with all that it needs"
    live = {"status": "ENABLED"}
    api.patch("/campaigns/" + campaign, live)
    assert silent(activate=True) == silent() == [campaign]
    push(api)
    assert silent(activate=True) == silent() == [campaign], "what stands there, too"
    below = ["/ad-groups/" + group, "/ads/" + tree["ads"][0]["id"]]
    for path in below:
        api.patch(path, live)
        assert silent(activate=True) == [campaign], path
    word = "/keywords/" + tree["keywords"][0]["id"]
    api.patch(word, live)
    assert silent(activate=True) == silent() == []
    api.delete(below[1])
    assert silent(activate=True) == [campaign], "its ad is to be removed"


def test_a_bid_without_effect_is_a_warning(desk):
    api = desk.api
    campaign = make_campaign(api)
    group = make_ad_group(api, campaign["id"], cpcBid=1)
    word = make_keyword(api, group["id"], cpcBid=1)
    make_keyword(api, group["id"])
    make_ad_group(api, campaign["id"])

    def ignored(client=api):
        found = [each for each in preview(client)["warnings"] if each["code"] == "BID_IGNORED"]
        for each in found:
            assert set(each) == {"code", "resource", "id", "message"} and each["message"]
        return sorted((each["resource"], each["id"]) for each in found)

    both = [("adGroup", group["id"]), ("keyword", word["id"])]
    assert ignored() == both
    assert ignored(desk.account.client(["sync:read", "keywords:read"])) == both[1:]
    path = "/campaigns/" + campaign["id"]
    api.patch(path, {"bidding": {"strategy": "MANUAL_CPC"}})
    assert ignored() == []
    api.patch(path, {"bidding": {"maxCpc": 2}})
    assert ignored() == [("campaign", campaign["id"])]
    for strategy in ("MAXIMIZE_CLICKS", "TARGET_IMPRESSION_SHARE"):
        api.patch(path, {"bidding": {"strategy": strategy}})
        assert ignored() == both
    api.patch(path, {"bidding": {"strategy": "MAXIMIZE_CONVERSIONS"}})
    assert ignored() == both[:1] + [("campaign", campaign["id"])] + both[1:]
    for kind in ("/ad-groups/" + group["id"], "/keywords/" + word["id"]):
        api.patch(kind, {"status": "ENABLED"})
    query = {"activate": "true"}
    codes = [each["code"] for each in api.get("/sync/preview", query=query).data["warnings"]]
    assert codes.count("BID_IGNORED") == 3
    api.patch("/ad-groups/" + group["id"], {"cpcBid": None})
    api.patch("/keywords/" + word["id"], {"cpcBid": None})
    api.patch(path, {"bidding": None})
    assert ignored() == []


@pytest.mark.parametrize(
    "body,path",
    [
        ({"platforms": ["gogle"]}, "platforms[0]"),
        ({"platforms": "google"}, "platforms"),
        ({"campaignIds": "cmp_1"}, "campaignIds"),
        ({"campaignIds": [5]}, "campaignIds[0]"),
        ({"activate": "yes"}, "activate"),
        ({"foo": 1}, "foo"),
        ({"include": ["ADS"]}, "include[0]"),
    ],
)
def test_bodies_that_are_none(shared, body, path):
    shared.refuse("POST", "/sync/preview", body).fault(path)
    shared.refuse("POST", "/sync", body).fault(path)


@pytest.mark.parametrize("query", [{"platforms": "gogle"}, {"activate": "maybe"}, {"foo": "1"}])
def test_queries_that_are_none(shared, query):
    resp = shared.refuse("GET", "/sync/preview", query=query)
    assert [path for path in resp.faults() if path.startswith(list(query)[0])]


def test_conversions_alone_are_no_campaigns(desk):
    """`include` selects the kinds of operations. The totals of spend do not depend on it."""
    api = desk.api
    tree = make_tree(api)
    whole = preview(api)
    for include in (["CAMPAIGNS"], ["CAMPAIGNS", "CONVERSIONS"]):
        assert preview(api, include=include)["operations"] == whole["operations"]
    push(api)
    api.patch("/campaigns/" + tree["campaign"]["id"], {"budget": 21, "status": "ENABLED"})
    plan = preview(api, include=["CONVERSIONS"])
    assert plan["operations"] == plan["heldBack"] == []
    assert plan["totals"]["dailyBudgetBefore"] == plan["totals"]["dailyBudgetAfter"] == 20
    run = push(api, include=["CONVERSIONS"])
    assert run["operations"] == []
    push(api, include=["CAMPAIGNS"])
    assert int(desk.live().campaigns[0]["campaignBudget"]["amountMicros"]) == 21000000


def multiply(server, table, source, count, **new):
    """Copies of a row, under ids and names of their own; on SQLite."""
    names = [row[0] for row in server.sql("SELECT name FROM pragma_table_info('%s')" % table)]
    new["id"] = "'%s_01K' || substr(CAST(1000000 + i.n AS TEXT) || '0000000000000000', 1, 23)" % (
        source.partition("_")[0]
    )
    new["name"] = "'Many ' || CAST(i.n AS TEXT)"
    server.sql(
        "INSERT INTO %s (%s) WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i"
        " WHERE n < %d) SELECT %s FROM i, %s s WHERE s.id = '%s'"
        % (table, ", ".join(names), count, ", ".join(new.get(n, "s." + n) for n in names), table,
           source)
    )


@pytest.mark.skipif(
    os.environ.get("ADCORE_TEST_DATABASE") != "sqlite" or bool(os.environ.get("ADCORE_TEST_SLOW")),
    reason="100 MB of drafts: once, where they are cheap",
)
def test_a_plan_has_a_bound_and_the_refusal_says_how_to_push_in_parts():
    with Server(args=("--plan-memory", "256")) as server:
        push_in_parts(server)


def push_in_parts(server):
    api = server.account().client()
    wide, small = make_campaign(api), make_campaign(api)
    group, other = (make_ad_group(api, wide["id"])["id"] for _ in range(2))
    # No call can store such an ad. It stands for many ads of the same total size.
    long = "'[\"' || hex(zeroblob(1000000)) || '\"]'"
    multiply(server, "ads", make_ad(api, other)["id"], 60, headlines=long)
    resp = api.post("/sync/preview", {"campaignIds": [wide["id"]]}, expect=400)
    [fault] = resp.details["fields"]
    assert fault["path"] == "campaignIds" and fault["code"] == "TOO_BROAD", fault
    assert fault["limit"] > 200000 and "campaignIds" in fault["message"], fault
    assert "adGroupIds" in fault["message"], fault
    plan = preview(api, campaignIds=[small["id"]])
    assert [each["id"] for each in plan["operations"]] == [small["id"]]
    part = push(api, adGroupIds=[group])
    assert [each["id"] for each in part["operations"]] == [wide["id"], group]
