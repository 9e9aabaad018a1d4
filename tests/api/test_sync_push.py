"""Pushes: the platform has the drafted values, read back through Google's own search."""

import re
import time

import pytest

from adcore_make import (
    Desk,
    finish,
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    make_tree,
    assert_once_each,
    assert_truthful,
    preview,
    push,
    run_state,
    start_push,
)
from adcore_sandbox import last_number
from adcore_server import SCALE, Server, wait_for


def by_id(live, kind):
    rows = {
        "campaign": (live.campaigns, lambda r: r["campaign"]["id"]),
        "adGroup": (live.ad_groups, lambda r: r["adGroup"]["id"]),
        "ad": (live.ads, lambda r: r["adGroupAd"]["ad"]["id"]),
    }[kind]
    return {rows[1](row): row for row in rows[0]}


def texts(assets):
    return [asset["text"] for asset in assets]


def test_push_answers_202_and_a_run(desk):
    make_tree(desk.api)
    plan = preview(desk.api)
    resp = desk.api.post("/sync", {"mode": "PUSH", "planHash": plan["planHash"]}, expect=202)
    run = resp.data
    assert re.match(r"^syn_[0-9A-Za-z]{26}$", run["id"])
    assert resp.headers["location"].endswith("/sync/" + run["id"])
    assert run["mode"] == "PUSH" and run["planHash"] == plan["planHash"]
    assert run["status"] in ("QUEUED", "RUNNING", "SUCCEEDED")
    assert run["source"] == "API" and run["activate"] is False
    done = finish(desk.api, run["id"])
    assert done["status"] == "SUCCEEDED"
    assert done["startedAt"] and done["finishedAt"] and done["startedAt"] <= done["finishedAt"]
    assert done["progress"] == {"done": 5, "total": 5}
    assert [op["id"] for op in done["operations"]] == [op["id"] for op in plan["operations"]]
    for operation in done["operations"]:
        assert operation["status"] == "SUCCEEDED" and operation["remoteId"]
        assert operation.get("error") is None
    assert desk.api.get("/sync").data[0]["id"] == run["id"]


def test_what_was_promised_is_on_the_platform(desk):
    api = desk.api
    campaign = make_campaign(api, budget=31.5, bidding={"strategy": "MANUAL_CPC"})
    group = make_ad_group(api, campaign["id"], cpcBid=1.25)
    ad = make_ad(api, group["id"], path1="bread", path2="rolls")
    word = make_keyword(
        api, group["id"], matchType="EXACT", cpcBid=0.8, finalUrl="https://bakery.example/offer"
    )
    negative = make_keyword(api, group["id"], negative=True, matchType="BROAD")
    top = api.post(
        "/keywords",
        {"campaignId": campaign["id"], "text": "free", "matchType": "PHRASE", "negative": True},
    ).data
    run = push(api)
    live = desk.live()
    assert_truthful(run, live)
    assert len(live.campaigns) == len(live.ad_groups) == len(live.ads) == 1

    row = live.campaign(campaign["name"])
    assert row["campaign"]["status"] == "PAUSED"
    assert row["campaign"]["advertisingChannelType"] == "SEARCH"
    assert int(row["campaignBudget"]["amountMicros"]) == 31500000
    row = live.ad_groups[0]["adGroup"]
    assert row["name"] == group["name"] and row["status"] == "PAUSED"
    assert int(row["cpcBidMicros"]) == 1250000
    row = live.ads[0]["adGroupAd"]
    assert row["status"] == "PAUSED" and row["ad"]["finalUrls"] == [ad["finalUrl"]]
    search_ad = row["ad"]["responsiveSearchAd"]
    assert texts(search_ad["headlines"]) == ad["headlines"]
    assert texts(search_ad["descriptions"]) == ad["descriptions"]
    assert (search_ad["path1"], search_ad["path2"]) == ("bread", "rolls")
    words = {
        row["adGroupCriterion"]["keyword"]["text"]: row["adGroupCriterion"] for row in live.keywords
    }
    assert set(words) == {word["text"], negative["text"]}
    assert words[word["text"]]["keyword"]["matchType"] == "EXACT"
    assert words[word["text"]]["status"] == "PAUSED"
    assert int(words[word["text"]]["cpcBidMicros"]) == 800000
    assert words[word["text"]]["finalUrls"] == ["https://bakery.example/offer"]
    assert not words[word["text"]].get("negative")
    assert words[negative["text"]]["negative"] is True
    [row] = live.campaign_negatives
    assert row["campaignCriterion"]["keyword"] == {"text": "free", "matchType": "PHRASE"}
    assert top["negative"]


def test_objects_say_where_they_live(desk):
    tree = make_tree(desk.api)
    push(desk.api)
    live = desk.live()
    for path, kind, one in (
        ("/campaigns/", "campaign", tree["campaign"]),
        ("/ad-groups/", "adGroup", tree["groups"][0]),
        ("/ads/", "ad", tree["ads"][0]),
    ):
        now = desk.api.get(path + one["id"]).data
        assert now["syncState"] == "SYNCED" and now["version"] == one["version"]
        assert last_number(now["remote"]["id"]) in by_id(live, kind)
        assert now["remote"]["lastSyncedAt"] and now["remote"].get("lastError") is None


def test_an_empty_plan_gives_a_run_that_has_succeeded(desk):
    run = desk.api.post("/sync", {}, expect=202).data
    run = finish(desk.api, run["id"])
    assert run["status"] == "SUCCEEDED" and run["operations"] == []
    make_tree(desk.api)
    push(desk.api)
    assert preview(desk.api)["operations"] == []
    end = desk.box.log_end()
    assert push(desk.api)["operations"] == []
    assert desk.box.mutates(end) == []


def test_a_push_without_a_hash_is_taken(desk):
    tree = make_tree(desk.api)
    run = finish(desk.api, desk.api.post("/sync", {}, expect=202).data["id"])
    assert run["status"] == "SUCCEEDED" and run["mode"] == "PUSH"
    assert_once_each(desk, tree)


def test_campaign_ids_push_only_their_trees(desk):
    one, two = make_tree(desk.api), make_tree(desk.api)
    push(desk.api, campaignIds=[two["campaign"]["id"]])
    assert [row["campaign"]["name"] for row in desk.live().campaigns] == [two["campaign"]["name"]]
    assert desk.api.get("/campaigns/" + one["campaign"]["id"]).data["syncState"] == "STAGED"
    push(desk.api)
    assert len(desk.live().campaigns) == 2


def test_the_pieces_of_an_operation_are_told(desk):
    """A campaign becomes a campaign budget, a campaign and its criteria on the platform."""
    make_tree(desk.api, locations=[{"code": "DE"}], keywords=1)
    run = push(desk.api)
    live = desk.live()
    steps = {op["resource"]: op["steps"] for op in run["operations"]}
    for kind, made in steps.items():
        assert [step["status"] for step in made] == ["SUCCEEDED"], (kind, made)
    pieces = {piece["kind"]: piece["remoteId"] for piece in steps["campaign"][0]["pieces"]}
    assert set(pieces) == {"campaignBudget", "campaign", "campaignCriterion"}
    assert pieces["campaignBudget"] == live.budgets[0]["campaignBudget"]["resourceName"]
    assert pieces["campaign"] == live.campaigns[0]["campaign"]["resourceName"]
    [piece] = steps["keyword"][0]["pieces"]
    assert piece["remoteId"] == live.keywords[0]["adGroupCriterion"]["resourceName"]
    unread = desk.account.without("ads:read", "keywords:read")
    for operation in run_state(unread, run["id"])["operations"]:
        assert ("steps" in operation) == (operation["resource"] in ("campaign", "adGroup"))


# --- activate ----------------------------------------------------------------------------------


def enabled_tree(api):
    campaign = make_campaign(api, status="ENABLED", budget=10)
    group = make_ad_group(api, campaign["id"], status="ENABLED")
    make_ad(api, group["id"], status="ENABLED")
    make_keyword(api, group["id"], status="ENABLED")
    return campaign


def statuses(live):
    return (
        [row["campaign"]["status"] for row in live.campaigns],
        [row["adGroup"]["status"] for row in live.ad_groups],
        [row["adGroupAd"]["status"] for row in live.ads],
        [row["adGroupCriterion"]["status"] for row in live.keywords],
    )


def test_without_activate_nothing_goes_live(desk):
    campaign = enabled_tree(desk.api)
    push(desk.api)
    assert statuses(desk.live()) == (["PAUSED"],) * 4
    now = desk.api.get("/campaigns/" + campaign["id"]).data
    assert now["status"] == "ENABLED"
    assert now["syncState"] in ("SYNCED", "MODIFIED"), "a held back enable is no drift"
    plan = preview(desk.api)
    assert plan["operations"] == [] and len(plan["heldBack"]) == 4


def test_with_activate_it_goes_live(desk):
    enabled_tree(desk.api)
    push(desk.api, activate=True)
    assert statuses(desk.live()) == (["ENABLED"],) * 4
    assert preview(desk.api, activate=True)["operations"] == []


def test_activate_enables_what_was_held_back(desk):
    enabled_tree(desk.api)
    push(desk.api)
    plan = preview(desk.api, activate=True)
    assert {op["op"] for op in plan["operations"]} == {"UPDATE"} and len(plan["operations"]) == 4
    push(desk.api, activate=True)
    assert statuses(desk.live()) == (["ENABLED"],) * 4


def test_pauses_always_go(desk):
    campaign = enabled_tree(desk.api)
    push(desk.api, activate=True)
    desk.api.patch("/campaigns/" + campaign["id"], {"status": "PAUSED"})
    push(desk.api)
    assert statuses(desk.live())[0] == ["PAUSED"]


# --- changes and removals ----------------------------------------------------------------------


def test_updates_reach_the_platform(desk):
    api = desk.api
    campaign = make_campaign(api, bidding={"strategy": "MANUAL_CPC"})
    group = make_ad_group(api, campaign["id"], cpcBid=1)
    ad = make_ad(api, group["id"])
    word = make_keyword(api, group["id"], cpcBid=1)
    push(api)
    before = desk.live()
    api.patch("/campaigns/" + campaign["id"], {"name": campaign["name"] + " b", "budget": 24})
    api.patch("/ad-groups/" + group["id"], {"cpcBid": 1.5})
    api.patch("/ads/" + ad["id"], {"headlines": ["New bread", "Baked today", "Order now"]})
    api.patch("/keywords/" + word["id"], {"cpcBid": 0.7})
    run = push(api)
    assert {(op["resource"], op["op"]) for op in run["operations"]} == {
        ("campaign", "UPDATE"),
        ("adGroup", "UPDATE"),
        ("ad", "UPDATE"),
        ("keyword", "UPDATE"),
    }
    live = desk.live()
    row = live.campaign(campaign["name"] + " b")
    assert row["campaign"]["id"] == before.campaigns[0]["campaign"]["id"]
    assert int(row["campaignBudget"]["amountMicros"]) == 24000000
    assert int(live.ad_groups[0]["adGroup"]["cpcBidMicros"]) == 1500000
    assert int(live.keywords[0]["adGroupCriterion"]["cpcBidMicros"]) == 700000
    assert live.ads[0]["adGroupAd"]["ad"]["id"] == before.ads[0]["adGroupAd"]["ad"]["id"]
    assert (
        texts(live.ads[0]["adGroupAd"]["ad"]["responsiveSearchAd"]["headlines"])[0] == "New bread"
    )
    assert len(live.campaigns) == len(live.budgets) == len(live.ads) == len(live.keywords) == 1


def test_removals_reach_the_platform(desk):
    api = desk.api
    tree = make_tree(api, groups=2, keywords=2)
    push(api)
    word, group = tree["keywords"][0], tree["groups"][1]
    api.delete("/keywords/" + word["id"])
    api.delete("/ad-groups/" + group["id"])
    run = push(api)
    assert {op["op"] for op in run["operations"]} == {"REMOVE"}
    live = desk.live()
    assert [row["adGroup"]["name"] for row in live.ad_groups] == [tree["groups"][0]["name"]]
    left = [
        row for row in live.keywords if row["adGroup"]["id"] == live.ad_groups[0]["adGroup"]["id"]
    ]
    assert [row["adGroupCriterion"]["keyword"]["text"] for row in left] == [
        tree["keywords"][1]["text"]
    ]
    api.delete("/campaigns/" + tree["campaign"]["id"])
    push(api)
    assert desk.live().campaigns == []


def test_new_children_of_a_pushed_campaign(desk):
    api = desk.api
    tree = make_tree(api)
    push(api)
    word = make_keyword(api, tree["groups"][0]["id"])
    run = push(api)
    assert [op["id"] for op in run["operations"]] == [word["id"]]
    live = desk.live()
    assert len(live.keywords) == 3 and len(live.ad_groups) == len(live.campaigns) == 1


# --- the hash ----------------------------------------------------------------------------------


def test_a_changed_plan_is_refused_with_the_new_hash(desk):
    tree = make_tree(desk.api)
    plan = preview(desk.api)
    desk.api.patch("/campaigns/" + tree["campaign"]["id"], {"budget": 30})
    end = desk.box.log_end()
    resp = desk.api.post("/sync", {"planHash": plan["planHash"]}, expect=409)
    assert resp.code == "CONFLICT" and resp.details["reason"] == "PLAN_CHANGED"
    assert re.match(r"^[0-9a-f]{64}$", resp.details["planHash"])
    assert resp.details["planHash"] != plan["planHash"]
    assert resp.details["planHash"] == preview(desk.api)["planHash"]
    assert desk.box.mutates(end) == [] and desk.api.get("/sync").meta["total"] == 0


def test_another_hash_is_refused(desk):
    make_tree(desk.api)
    resp = desk.api.post("/sync", {"planHash": "0" * 64}, expect=409)
    assert resp.code == "CONFLICT" and resp.details["reason"] in ("PLAN_CHANGED", "PLAN_EXPIRED")
    for bad in ("", "x", 5, True, [], "0" * 63):
        desk.api.post("/sync", {"planHash": bad}, expect=(400, 409))
    assert desk.api.get("/sync").meta["total"] == 0


def test_the_hash_of_another_filter_is_refused(desk):
    make_tree(desk.api)
    two = make_tree(desk.api)
    whole = preview(desk.api)["planHash"]
    preview(desk.api, campaignIds=[two["campaign"]["id"]])
    desk.api.post("/sync", {"planHash": whole, "campaignIds": [two["campaign"]["id"]]}, expect=409)
    desk.api.post("/sync", {"planHash": whole, "activate": True}, expect=409)


def test_a_hash_serves_once(desk):
    tree = make_tree(desk.api)
    plan = preview(desk.api)
    finish(desk.api, desk.api.post("/sync", {"planHash": plan["planHash"]}, expect=202).data["id"])
    resp = desk.api.post("/sync", {"planHash": plan["planHash"]}, expect=409)
    assert resp.details["reason"] == "PLAN_CHANGED"
    assert_once_each(desk, tree)


def test_an_edit_during_the_push_is_not_sent_and_ends_modified(desk):
    tree = make_tree(desk.api)
    desk.box.fault({"type": "latency", "ms": 1000}, path="mutate", times=50)
    run = start_push(desk.api)
    path = "/campaigns/" + tree["campaign"]["id"]
    desk.api.patch(path, {"budget": 29})
    desk.box.clear_faults()
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    assert int(desk.live().campaigns[0]["campaignBudget"]["amountMicros"]) == 20000000
    assert desk.api.get(path).data["syncState"] == "MODIFIED"


# --- runs --------------------------------------------------------------------------------------


def test_while_a_run_holds_the_connection_another_is_refused(desk):
    one, two = make_tree(desk.api), make_tree(desk.api)
    desk.box.fault({"type": "latency", "ms": 800}, path="mutate", times=50)
    run = start_push(desk.api, campaignIds=[one["campaign"]["id"]])
    resp = desk.api.post("/sync", {"campaignIds": [two["campaign"]["id"]]}, expect=409)
    assert resp.code == "CONFLICT" and resp.details["runId"] == run["id"]
    desk.box.clear_faults()
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    push(desk.api)
    assert len(desk.live().campaigns) == 2


def test_other_spaces_push_at_the_same_time(server, desk):
    other = Desk(server)
    mine, theirs = make_tree(desk.api), make_tree(other.api)
    runs = [start_push(desk.api), start_push(other.api)]
    assert finish(desk.api, runs[0]["id"])["status"] == "SUCCEEDED"
    assert finish(other.api, runs[1]["id"])["status"] == "SUCCEEDED"
    customers = server.sandbox().customers_since(desk.after)
    assert len(customers) == 2, "each Space has a sandbox account of its own: %r" % customers
    names = set()
    for customer in customers:
        [row] = server.sandbox().tree(customer).campaigns
        names.add(row["campaign"]["name"])
    assert names == {mine["campaign"]["name"], theirs["campaign"]["name"]}


def test_wait_answers_when_the_run_is_done(desk):
    make_tree(desk.api)
    desk.box.fault({"type": "latency", "ms": 300}, path="mutate", times=1)
    run = start_push(desk.api)
    done = run_state(desk.api, run["id"], wait=30)
    assert done["status"] == "SUCCEEDED"
    for bad in ("x", "-1", "1e3"):
        desk.api.refuse("GET", "/sync/" + run["id"], query={"wait": bad}).fault("wait")


def test_cancel_stops_after_the_operation_in_flight(desk):
    for _ in range(3):
        make_tree(desk.api, groups=2, ads=2, keywords=4)
    desk.box.fault({"type": "latency", "ms": 700}, path="mutate", times=500)
    run = start_push(desk.api)
    assert wait_for(lambda: run_state(desk.api, run["id"])["status"] == "RUNNING", 10)
    desk.api.post("/sync/%s/cancel" % run["id"], expect=(200, 201, 202))
    desk.box.clear_faults()
    done = finish(desk.api, run["id"])
    assert done["status"] == "CANCELLED"
    left = [op for op in done["operations"] if op["status"] != "SUCCEEDED"]
    assert left, "nothing was left to cancel"
    assert {op["status"] for op in left} <= {"SKIPPED", "PENDING"}
    live = desk.live()
    count = assert_truthful(done, live)
    assert count["campaign"] == len(live.campaigns) and count["ad"] == len(live.ads)
    push(desk.api)
    live = desk.live()
    assert (len(live.campaigns), len(live.ad_groups), len(live.ads), len(live.keywords)) == (
        3,
        6,
        12,
        24,
    )
    assert len(live.keys()) == len(set(live.keys()))


def test_a_run_that_waits_for_the_platform_is_cancelled_at_once(desk):
    made = make_campaign(desk.api)
    action = {"type": "status", "status": 429, "retryDelay": "90s"}
    desk.box.fault(action, path="mutate", times=50)
    run = start_push(desk.api)
    assert wait_for(lambda: [e for e in desk.box.log(desk.after) if e["status"] == 429], 15)
    assert wait_for(lambda: run_state(desk.api, run["id"])["operations"][0]["status"] == "PENDING", 15)
    desk.api.post("/sync/%s/cancel" % run["id"], expect=200)
    done = finish(desk.api, run["id"], 20)
    assert done["status"] == "CANCELLED"
    assert [op["status"] for op in done["operations"]] == ["SKIPPED"]
    desk.box.clear_faults()
    assert desk.api.get("/campaigns/" + made["id"]).data["syncState"] == "STAGED"
    desk.server.sql("DELETE FROM sync_pacing")  # the 90 seconds are over
    push(desk.api)
    assert len(desk.live().campaigns) == 1


def test_a_finished_run_cannot_be_cancelled(desk):
    make_tree(desk.api)
    run = push(desk.api)
    desk.api.post("/sync/%s/cancel" % run["id"], expect=(200, 409))
    assert run_state(desk.api, run["id"])["status"] == "SUCCEEDED"


def test_a_push_that_finds_no_connection_reaches_nothing(server):
    account = server.account()
    live = account.client(env="live")
    tree = make_tree(live)
    end = server.sandbox().log_end()
    resp = live.post("/sync/preview", {}, expect=(200, 201, 409, 422))
    body = {"planHash": resp.data["planHash"]} if resp.status < 300 else {}
    resp = live.post("/sync", body, expect=(202, 400, 409, 422))
    if resp.status == 202:
        assert finish(live, resp.data["id"])["status"] in ("FAILED", "SUCCEEDED")
    now = live.get("/campaigns/" + tree["campaign"]["id"]).data
    assert now["syncState"] in ("STAGED", "FAILED")
    assert not (now["remote"] or {}).get("id")
    assert server.sandbox().mutates(end) == []


def test_without_a_sandbox_test_data_reaches_nothing():
    with Server(args=["--sandbox", "off"]) as server:
        api = server.account().client()
        tree = make_tree(api)
        plan = preview(api)
        assert [violation["rule"] for violation in plan["violations"]] == ["CONNECTION_REQUIRED"]
        assert "sandbox" in plan["violations"][0]["message"]
        for body in ({"planHash": plan["planHash"]}, {}):
            resp = api.post("/sync", body, expect=422)
            assert resp.details["violations"] == plan["violations"]
        assert api.get("/sync").meta["total"] == 0
        now = api.get("/campaigns/" + tree["campaign"]["id"]).data
        assert not (now["remote"] or {}).get("id")


def test_a_run_that_lost_its_sandbox_for_good_fails_at_once():
    with Server() as server:
        desk = Desk(server)
        make_tree(desk.api)
        desk.box.fault({"type": "status", "status": 503}, times=500)
        run = start_push(desk.api)
        server.args += ["--sandbox", "off"]
        server.restart()
        began = time.monotonic()
        run = finish(desk.api, run["id"])
        assert time.monotonic() - began < 20 * SCALE
        assert run["status"] == "FAILED"
        failed = [op["error"] for op in run["operations"] if op["status"] == "FAILED"]
        assert failed and "sandbox" in failed[0]["message"]


@pytest.mark.parametrize(
    "body,path", [({"mode": "push"}, "mode"), ({"mode": 5}, "mode"), ({"mode": "PUSHH"}, "mode")]
)
def test_modes_that_are_none(shared, body, path):
    resp = shared.refuse("POST", "/sync", body)
    resp.fault(path)


def test_whatever_is_done_to_a_run_can_be_checked_first(desk):
    make_tree(desk.api)
    dry = {"validateOnly": "true"}
    desk.box.fault({"type": "latency", "ms": 800}, path="mutate", times=50)
    run = start_push(desk.api)
    path = "/sync/" + run["id"]
    checked = desk.api.post(path + "/cancel", query=dry, expect=200)
    assert checked.data["id"] is None and checked.meta["validateOnly"] is True
    desk.api.post(path + "/retry", query=dry, expect=409)
    desk.api.post(path + "/approve", query=dry, expect=409)
    desk.box.clear_faults()
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    desk.api.post(path + "/cancel", query=dry, expect=409)
    assert desk.api.get("/sync").meta["total"] == 1


def test_a_retry_can_be_checked_first(desk):
    make_tree(desk.api)
    desk.box.fault(
        {"type": "error", "errorCode": {"campaignError": "INVALID_CAMPAIGN_NAME"}, "message": "No."},
        operation="campaign.create",
    )
    run = push(desk.api, expect="FAILED")
    path = "/sync/" + run["id"] + "/retry"
    checked = desk.api.post(path, query={"validateOnly": "true"}, expect=200)
    assert checked.data["id"] is None and checked.data["retryOf"] == run["id"]
    assert desk.api.get("/sync").meta["total"] == 1
    again = desk.api.post(path, expect=202)
    assert finish(desk.api, again.data["id"])["status"] == "SUCCEEDED"


def test_runs_are_filtered_and_paged(api):
    made = []
    for _ in range(3):
        make_campaign(api)
        made.append(push(api)["id"])
    query = {"status": ["SUCCEEDED", "FAILED"], "mode": "PUSH", "limit": 2}
    first = api.get("/sync", query=query)
    assert [run["id"] for run in first.data] == [made[2], made[1]] and first.meta["total"] == 3
    rest = api.get("/sync", query=dict(query, cursor=first.meta["nextCursor"]))
    assert [run["id"] for run in rest.data] == [made[0]] and rest.meta["nextCursor"] is None
    assert api.get("/sync", query={"status": "FAILED"}).meta["total"] == 0
    other = dict(query, mode="PULL", cursor=first.meta["nextCursor"])
    api.refuse("GET", "/sync", query=other).fault("cursor", "INVALID_CURSOR")
