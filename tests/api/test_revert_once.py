"""A push can be reverted once, and a removed object has one successor."""

from functools import partial

import pytest

from adcore_make import (
    finish,
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    preview,
    push,
    start_push,
)
from adcore_server import in_threads

PLATFORMS = ("google", "microsoft", "reddit", "meta")


def kind_of(platform):
    return "SEARCH" if platform in ("google", "microsoft") else "SOCIAL"


def a_campaign(api, platform, **fields):
    return make_campaign(api, platform=platform, type=kind_of(platform), **fields)


def revert(api, run, expect=201, **options):
    return api.post("/sync/%s/revert" % run["id"], expect=expect, **options)


def names(api):
    return sorted(each["name"] for each in api.get("/campaigns").data)


def removed(api, campaign):
    api.delete("/campaigns/" + campaign["id"])
    return push(api)


def carry_out(api, made, **fields):
    body = dict(fields, planHash=made["planHash"])
    return finish(api, api.post("/sync", body, expect=202).data["id"])


def live_names(desk, platform):
    account = desk.connection(platform)["accountId"].replace("-", "").removeprefix("act_")
    gone = ("REMOVED", "Deleted", "DELETED", "ARCHIVED")
    rows = desk.box.state(account)["campaigns"]
    keys = ("status", "Status", "configured_status")
    return [
        each.get("name", each.get("Name"))
        for each in rows
        if not any(each.get(key) in gone for key in keys)
    ]


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_second_revert_names_the_first_and_drafts_nothing(desk, platform):
    api = desk.api
    campaign = a_campaign(api, platform, name="Alpha", budget=60, status="ENABLED")
    make_ad_group(api, campaign["id"])
    push(api, activate=True)
    run = removed(api, campaign)
    first = revert(api, run).data
    assert first["coverage"] == "FULL" and first["id"].startswith("rev_")
    drafts = {each["draftId"] for each in first["operations"]}
    answer = revert(api, run, expect=409)
    assert answer.error["code"] == "CONFLICT" and answer.details["reason"] == "REVERTED"
    named = answer.details["revertedBy"]
    assert named["id"] == first["id"] and named["planHash"] == first["planHash"]
    assert named["coverage"] == "FULL" and named["source"] == "API" and named["at"]
    assert named["by"] == api.get("/me").data["uid"]
    assert set(named["drafts"]) == drafts
    assert names(api) == ["Alpha"]
    checked = revert(api, run, expect=409, query={"validateOnly": "true"})
    assert checked.details["revertedBy"]["id"] == first["id"]
    shown = api.get("/sync/" + run["id"]).data["revertedBy"]
    assert shown["id"] == first["id"] and "drafts" not in shown
    assert push(api, activate=True)["status"] == "SUCCEEDED"
    assert live_names(desk, platform) == ["Alpha"]
    assert revert(api, run, expect=409).details["revertedBy"]["id"] == first["id"]


def test_a_run_that_was_not_reverted_says_so(desk):
    make_campaign(desk.api)
    run = push(desk.api)
    assert run["revertedBy"] is None


def test_of_two_reverts_at_one_moment_one_drafts(desk):
    api = desk.api
    campaign = make_campaign(api, name="Alpha")
    push(api)
    run = removed(api, campaign)
    clients = [desk.server.client(token=api.token) for _ in range(4)]
    answers = in_threads(*[partial(revert, each, run, expect=(201, 409)) for each in clients])
    assert sorted(each.status for each in answers) == [201, 409, 409, 409]
    [first] = [each.data for each in answers if each.status == 201]
    told = {each.details["revertedBy"]["id"] for each in answers if each.status == 409}
    assert told == {first["id"]} and names(api) == ["Alpha"]


def test_the_same_key_replays_the_first(desk):
    api = desk.api
    campaign = make_campaign(api, name="Alpha")
    push(api)
    run = removed(api, campaign)
    first = revert(api, run, headers={"Idempotency-Key": "once"})
    again = revert(api, run, headers={"Idempotency-Key": "once"})
    assert first.data == again.data and again.headers["idempotent-replayed"] == "true"
    assert names(api) == ["Alpha"]
    revert(api, run, expect=409, headers={"Idempotency-Key": "another"})


def test_when_its_drafts_were_discarded_the_run_can_be_reverted_again(desk):
    api = desk.api
    campaign = make_campaign(api, name="Alpha")
    push(api)
    run = removed(api, campaign)
    first = revert(api, run).data
    api.delete("/campaigns/" + first["operations"][0]["draftId"])
    assert names(api) == []
    second = revert(api, run).data
    assert second["coverage"] == "FULL" and second["id"] != first["id"]
    assert names(api) == ["Alpha"]
    assert revert(api, run, expect=409).details["revertedBy"]["id"] == second["id"]


def test_when_its_change_was_edited_back_the_run_can_be_reverted_again(desk):
    api = desk.api
    campaign = make_campaign(api, budget=20)
    push(api)
    path = "/campaigns/" + campaign["id"]
    api.patch(path, {"budget": 25})
    run = push(api)
    revert(api, run)
    revert(api, run, expect=409)
    api.patch(path, {"budget": 25})
    assert preview(api)["operations"] == []
    assert revert(api, run).data["coverage"] == "FULL"
    assert api.get(path).data["budget"] == 20


def test_when_its_removal_was_restored_the_run_can_be_reverted_again(desk):
    api = desk.api
    campaign = make_campaign(api)
    run = push(api)
    revert(api, run)
    revert(api, run, expect=409)
    api.post("/campaigns/%s/restore" % campaign["id"], expect=(200, 201))
    again = revert(api, run).data
    assert again["coverage"] == "FULL"
    carry_out(api, again)
    assert desk.live().campaigns == []
    revert(api, run, expect=409)


def test_a_revert_that_drafted_nothing_is_not_the_first(desk):
    api = desk.api
    campaign = make_campaign(api, budget=20)
    push(api)
    path = "/campaigns/" + campaign["id"]
    api.patch(path, {"budget": 25})
    run = push(api)
    api.patch(path, {"budget": 26})
    none = revert(api, run).data
    assert none["coverage"] == "NONE" and none["id"] is None
    api.patch(path, {"budget": 25})
    assert revert(api, run).data["coverage"] == "FULL"


@pytest.mark.parametrize("kind", ["ad-groups", "ads", "keywords"])
def test_below_a_campaign_too_a_removal_comes_back_once(desk, kind):
    api = desk.api
    campaign = make_campaign(api)
    group = make_ad_group(api, campaign["id"])
    made = {
        "ad-groups": group,
        "ads": make_ad(api, group["id"]),
        "keywords": make_keyword(api, group["id"]),
    }[kind]
    push(api)
    api.delete("/%s/%s" % (kind, made["id"]))
    run = push(api)
    assert revert(api, run).data["coverage"] == "FULL"
    assert len(revert(api, run, expect=409).details["revertedBy"]["drafts"]) >= 1
    assert api.get("/" + kind).meta["total"] == 1
    assert push(api)["status"] == "SUCCEEDED"
    assert preview(api)["operations"] == []


def test_an_attachment_comes_off_once(desk):
    api = desk.api
    campaign = make_campaign(api)
    body = {
        "type": "SITELINK",
        "name": "Hours",
        "text": "Opening hours",
        "finalUrl": "https://bakery.example/hours",
    }
    asset = api.post("/assets", body).data
    push(api)
    place = {"resource": "campaign", "id": campaign["id"]}
    api.post("/assets/%s/attach" % asset["id"], place, expect=(200, 201))
    run = push(api)
    assert revert(api, run).data["coverage"] == "FULL"
    revert(api, run, expect=409)
    api.post("/assets/%s/attach" % asset["id"], place, expect=(200, 201))
    assert revert(api, run).data["coverage"] == "FULL"
    assert api.get("/assets/" + asset["id"]).data["attachments"] == []


# --- one successor ----------------------------------------------------------------------------


@pytest.mark.parametrize("platform", PLATFORMS)
def test_another_run_makes_no_second_successor(desk, platform):
    """Removed, restored, removed and restored: a new revert of the first run creates no second
    successor."""
    api = desk.api
    campaign = a_campaign(api, platform, name="Alpha")
    push(api)
    first = removed(api, campaign)
    back = carry_out(api, revert(api, first).data)
    second = carry_out(api, revert(api, back).data)
    made = revert(api, second).data
    assert made["coverage"] == "FULL" and names(api) == ["Alpha"]
    again = revert(api, first).data
    [operation] = again["operations"]
    assert again["coverage"] == "NONE" and operation["reason"] == "REPLACED"
    assert operation["draftId"] == made["operations"][0]["draftId"]
    assert again["planHash"] is None and names(api) == ["Alpha"]
    push(api)
    assert live_names(desk, platform) == ["Alpha"]


def test_what_was_below_comes_back_below_the_successor(desk):
    api = desk.api
    campaign = make_campaign(api, name="Alpha")
    group = make_ad_group(api, campaign["id"], name="One")
    push(api)
    api.delete("/ad-groups/" + group["id"])
    first = push(api)
    second = removed(api, campaign)
    alone = revert(api, first).data
    assert alone["coverage"] == "NONE" and alone["operations"][0]["reason"] == "PARENT_FAILED"
    successor = revert(api, second).data["operations"][0]["draftId"]
    made = revert(api, first).data
    assert made["coverage"] == "FULL"
    fresh = api.get("/ad-groups/" + made["operations"][0]["draftId"]).data
    assert fresh["campaignId"] == successor and fresh["name"] == "One"


def test_checked_only_a_whole_tree_comes_back(desk):
    api = desk.api
    campaign = make_campaign(api)
    group = make_ad_group(api, campaign["id"])
    make_ad(api, group["id"])
    make_keyword(api, group["id"])
    push(api)
    run = removed(api, campaign)
    checked = revert(api, run, expect=200, query={"validateOnly": "true"}).data
    assert checked["coverage"] == "FULL" and checked["id"] is None
    assert {each["draftId"] for each in checked["operations"]} == {None}
    assert names(api) == []
    assert revert(api, run).data["coverage"] == "FULL"


# --- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize("platform", ["google", "microsoft"])
def test_a_removal_whose_name_was_taken_says_so(desk, platform):
    api = desk.api
    campaign = a_campaign(api, platform, name="Alpha")
    make_ad_group(api, campaign["id"])
    push(api)
    run = removed(api, campaign)
    taken = a_campaign(api, platform, name="Alpha")
    made = revert(api, run).data
    assert made["coverage"] == "NONE" and made["planHash"] is None
    reasons = {each["resource"]: each["reason"] for each in made["operations"]}
    assert reasons == {"campaign": "DUPLICATE_NAME", "adGroup": "PARENT_FAILED"}
    assert [each["id"] for each in api.get("/campaigns").data] == [taken["id"]]
    api.patch("/campaigns/" + taken["id"], {"name": "Beta"})
    assert revert(api, run).data["coverage"] == "FULL"
    assert names(api) == ["Alpha", "Beta"]


@pytest.mark.parametrize("platform", ["google", "microsoft"])
def test_a_name_that_was_taken_stays_and_the_other_fields_go_back(desk, platform):
    api = desk.api
    campaign = a_campaign(api, platform, name="Alpha", budget=20)
    gone = a_campaign(api, platform, name="Gone")
    push(api)
    api.patch("/campaigns/" + campaign["id"], {"name": "Beta", "budget": 25})
    api.delete("/campaigns/" + gone["id"])
    run = push(api)
    a_campaign(api, platform, name="Alpha")
    made = revert(api, run).data
    by_id = {each["id"]: each for each in made["operations"]}
    assert made["coverage"] == "PARTIAL"
    one = by_id[campaign["id"]]
    assert (one["coverage"], one["reason"]) == ("PARTIAL", "DUPLICATE_NAME")
    assert [each["field"] for each in one["changes"]] == ["budget"]
    assert by_id[gone["id"]]["coverage"] == "FULL"
    now = api.get("/campaigns/" + campaign["id"]).data
    assert now["name"] == "Beta" and now["budget"] == 20
    assert names(api) == ["Alpha", "Beta", "Gone"]


def test_an_ad_group_whose_name_was_taken_says_so(desk):
    api = desk.api
    campaign = make_campaign(api)
    group = make_ad_group(api, campaign["id"], name="One")
    push(api)
    api.delete("/ad-groups/" + group["id"])
    run = push(api)
    make_ad_group(api, campaign["id"], name="One")
    made = revert(api, run).data
    assert made["coverage"] == "NONE"
    assert made["operations"][0]["reason"] == "DUPLICATE_NAME"
    assert api.get("/ad-groups").meta["total"] == 1


# --- other runs -------------------------------------------------------------------------------


def test_while_another_run_is_at_work_a_revert_only_drafts(desk):
    api = desk.api
    campaign = make_campaign(api, budget=20)
    other = make_campaign(api, budget=20)
    push(api)
    path = "/campaigns/" + campaign["id"]
    api.patch(path, {"budget": 25})
    run = push(api)
    api.patch(path, {"name": "Renamed %s" % campaign["name"]})
    api.patch("/campaigns/" + other["id"], {"budget": 21})
    desk.box.fault({"type": "latency", "ms": 800}, path="mutate", times=2)
    at_work = start_push(api)
    made = revert(api, run).data
    assert made["coverage"] == "FULL"
    assert finish(api, at_work["id"])["status"] == "SUCCEEDED"
    assert api.get(path).data["budget"] == 20 and api.get(path).data["syncState"] == "MODIFIED"
    assert [each["id"] for each in preview(api)["operations"]] == [campaign["id"]]
    push(api)
    assert preview(api)["operations"] == []


def test_over_drift_the_revert_is_refused_and_stays_drafted(desk):
    api = desk.api
    campaign = make_campaign(api, budget=20)
    push(api)
    api.patch("/campaigns/" + campaign["id"], {"budget": 25})
    run = push(api)
    [budget] = desk.box.state(desk.customer)["campaignBudgets"]
    desk.box.edit(desk.customer, budget["resourceName"], {"amountMicros": "27000000"})
    done = carry_out(api, revert(api, run).data)
    assert done["operations"][0]["error"]["code"] == "DRIFTED"
    revert(api, run, expect=409)
    [budget] = desk.box.state(desk.customer)["campaignBudgets"]
    assert budget["amountMicros"] == "27000000"
