"""syncState, deleting and restoring, drift."""

import pytest

from adcore_make import (
    Desk,
    campaign_body,
    finish,
    make_ad_group,
    make_campaign,
    make_tree,
    preview,
    push,
    run_state,
    start_push,
)
from adcore_server import Server, wait_for

PATHS = (
    ("campaign", "/campaigns/"),
    ("groups", "/ad-groups/"),
    ("ads", "/ads/"),
    ("keywords", "/keywords/"),
)


def objects(tree):
    for kind, prefix in PATHS:
        for one in [tree[kind]] if kind == "campaign" else tree[kind]:
            yield prefix + one["id"]


def states(api, tree):
    return {api.get(path).data["syncState"] for path in objects(tree)}


def state(api, path):
    return api.get(path).data["syncState"]


def test_staged_synced_modified_and_back(api):
    tree = make_tree(api)
    assert states(api, tree) == {"STAGED"}
    path = "/campaigns/" + tree["campaign"]["id"]
    api.patch(path, {"budget": 21})
    assert state(api, path) == "STAGED"
    push(api)
    assert states(api, tree) == {"SYNCED"}
    assert api.patch(path, {"budget": 22}).data["syncState"] == "MODIFIED"
    assert api.patch(path, {"budget": 21}).data["syncState"] == "SYNCED"
    api.patch(path, {"budget": 22})
    push(api)
    assert state(api, path) == "SYNCED"


def test_syncing_while_an_operation_is_open(desk):
    tree = make_tree(desk.api)
    desk.box.fault({"type": "latency", "ms": 1500}, path="mutate", times=50)
    run = start_push(desk.api)
    path = "/campaigns/" + tree["campaign"]["id"]
    assert wait_for(lambda: state(desk.api, path) in ("SYNCING", "SYNCED"), 10)
    seen = state(desk.api, path)
    desk.box.clear_faults()
    assert finish(desk.api, run["id"])["status"] == "SUCCEEDED"
    assert seen == "SYNCING"
    assert states(desk.api, tree) == {"SYNCED"}


def test_failed_and_edited(desk):
    api = desk.api
    campaign = make_campaign(api)
    path = "/campaigns/" + campaign["id"]
    desk.box.fault(
        {
            "type": "error",
            "errorCode": {"campaignError": "INVALID_CAMPAIGN_NAME"},
            "message": "No.",
        },
        operation="campaign.create",
    )
    run = push(api, expect="FAILED")
    [operation] = run["operations"]
    assert operation["status"] == "FAILED" and operation["error"]["platformCode"]
    assert operation["error"]["retryable"] is False
    now = api.get(path).data
    assert now["syncState"] == "FAILED" and now["remote"]["lastError"]
    desk.box.clear_faults()
    assert api.patch(path, {"name": campaign["name"] + " b"}).data["syncState"] == "STAGED"
    push(api)
    desk.box.fault(
        {
            "type": "error",
            "errorCode": {"campaignError": "INVALID_CAMPAIGN_NAME"},
            "message": "No.",
        },
        operation="campaign.update",
    )
    api.patch(path, {"name": campaign["name"] + " c"})
    push(api, expect="FAILED")
    assert state(api, path) == "FAILED"
    desk.box.clear_faults()
    assert api.patch(path, {"name": campaign["name"] + " d"}).data["syncState"] == "MODIFIED"
    push(api)
    assert desk.live().campaign(campaign["name"] + " d")


# --- deleting ----------------------------------------------------------------------------------


def test_deleting_a_draft_tree_removes_it_at_once(api):
    tree = make_tree(api, groups=2)
    api.delete("/campaigns/" + tree["campaign"]["id"])
    for path in objects(tree):
        api.get(path, expect=404)
    for path in ("/campaigns", "/ad-groups", "/ads", "/keywords"):
        assert api.get(path).meta["total"] == 0
    assert preview(api)["operations"] == []


def test_deleting_what_was_pushed_stages_the_removal_and_cascades(api):
    tree = make_tree(api)
    push(api)
    path = "/campaigns/" + tree["campaign"]["id"]
    gone = api.delete(path).data
    assert gone["id"] == tree["campaign"]["id"] and gone["syncState"] == "PENDING_REMOVAL"
    assert states(api, tree) == {"PENDING_REMOVAL"}
    assert api.delete(path).data["syncState"] == "PENDING_REMOVAL"
    assert api.get("/campaigns").meta["total"] == 1


@pytest.mark.parametrize("kind,prefix", PATHS, ids=[kind for kind, _ in PATHS])
def test_a_staged_removal_takes_no_change(api, kind, prefix):
    tree = make_tree(api)
    push(api)
    one = tree[kind] if kind == "campaign" else tree[kind][0]
    path = prefix + one["id"]
    api.delete(path)
    resp = api.patch(path, {"status": "ENABLED"}, expect=409)
    assert resp.code == "CONFLICT"
    back = api.post(path + "/restore", expect=(200, 201)).data
    assert back["id"] == one["id"] and back["syncState"] == "SYNCED"
    api.patch(path, {"status": "ENABLED"})


def test_restore_brings_the_tree_back(desk):
    api = desk.api
    tree = make_tree(api)
    push(api)
    path = "/campaigns/" + tree["campaign"]["id"]
    api.delete(path)
    api.post(path + "/restore", expect=(200, 201))
    assert states(api, tree) == {"SYNCED"}
    assert preview(api)["operations"] == []
    push(api)
    assert len(desk.live().campaigns) == 1 and len(desk.live().keywords) == 2


def test_restore_keeps_an_unpushed_edit(api):
    made = make_campaign(api)
    push(api)
    path = "/campaigns/" + made["id"]
    api.patch(path, {"budget": 23})
    api.delete(path)
    assert state(api, path) == "PENDING_REMOVAL"
    api.post(path + "/restore", expect=(200, 201))
    now = api.get(path).data
    assert now["syncState"] == "MODIFIED" and now["budget"] == 23


def test_after_the_push_it_is_removed(desk):
    api = desk.api
    tree, other = make_tree(api), make_tree(api)
    push(api)
    api.delete("/campaigns/" + tree["campaign"]["id"])
    run = push(api)
    assert {op["op"] for op in run["operations"]} == {"REMOVE"}
    assert states(api, tree) == {"REMOVED"}
    assert states(api, other) == {"SYNCED"}
    for kind, prefix in PATHS:
        path = prefix.rstrip("/")
        gone = {tree[kind]["id"]} if kind == "campaign" else {o["id"] for o in tree[kind]}
        page = api.get(path)
        assert not gone & {each["id"] for each in page.data}
        assert page.meta["total"] == (1 if kind == "campaign" else len(other[kind]))
        removed = api.get(path, query={"syncState": "REMOVED"})
        assert {each["id"] for each in removed.data} == gone and removed.meta["total"] == len(gone)
    path = "/campaigns/" + tree["campaign"]["id"]
    api.post(path + "/restore", expect=(404, 409))
    api.patch(path, {"budget": 5}, expect=(404, 409))
    assert [r["campaign"]["name"] for r in desk.live().campaigns] == [other["campaign"]["name"]]


def test_a_removed_name_is_free_and_a_removed_parent_takes_no_child(api):
    made = make_campaign(api)
    push(api)
    api.delete("/campaigns/" + made["id"])
    push(api)
    again = make_campaign(api, name=made["name"])
    assert again["id"] != made["id"]
    resp = api.request(
        "POST", "/ad-groups", {"campaignId": made["id"], "name": "x"}, expect=(400, 409)
    )
    if resp.status == 400:
        resp.fault("campaignId")


# --- drift -------------------------------------------------------------------------------------


def resource_name(desk, campaign):
    return desk.live().campaign(campaign["name"])["campaign"]["resourceName"]


def test_an_edit_on_the_platform_stops_our_change_of_the_same_field(desk):
    api = desk.api
    campaign = make_campaign(api)
    path = "/campaigns/" + campaign["id"]
    push(api)
    desk.box.edit(desk.customer, resource_name(desk, campaign), {"name": "Edited by hand"})
    api.patch(path, {"name": campaign["name"] + " ours"})
    end = desk.box.log_end()
    run = push(api, expect=None)
    assert run["status"] in ("FAILED", "PARTIAL")
    [operation] = run["operations"]
    assert operation["status"] == "FAILED" and operation["error"]["code"] == "DRIFTED"
    assert desk.box.mutates(end) == [], "something was sent over the edit of another"
    assert desk.live().campaign("Edited by hand")
    assert state(api, path) in ("FAILED", "DRIFTED")


def test_drift_ends_only_on_the_fields_that_were_sent(desk):
    api = desk.api
    campaign = make_campaign(api)
    path = "/campaigns/" + campaign["id"]
    push(api)
    desk.box.edit(desk.customer, resource_name(desk, campaign), {"name": "Edited by hand"})
    api.patch(path, {"name": campaign["name"] + " ours"})
    push(api, expect="FAILED")
    assert state(api, path) == "DRIFTED"
    # Another field can be pushed. The name still differs there.
    api.patch(path, {"name": campaign["name"], "budget": 22})
    push(api)
    assert state(api, path) == "DRIFTED"
    assert int(desk.live().campaigns[0]["campaignBudget"]["amountMicros"]) == 22000000
    assert "DRIFTED" in {warning["code"] for warning in preview(api, activate=True)["warnings"]}
    # The draft now equals the platform's value: nothing differs.
    api.patch(path, {"name": "Edited by hand"})
    push(api)
    assert state(api, path) == "SYNCED" and preview(api)["operations"] == []


def test_an_edit_of_another_field_does_not_stop_us(desk):
    api = desk.api
    campaign = make_campaign(api)
    push(api)
    desk.box.edit(desk.customer, resource_name(desk, campaign), {"finalUrlSuffix": "by=hand"})
    api.patch("/campaigns/" + campaign["id"], {"budget": 22})
    push(api)
    row = desk.live().campaign(campaign["name"])
    assert int(row["campaignBudget"]["amountMicros"]) == 22000000


def test_drift_of_one_object_blocks_only_that_one(desk):
    api = desk.api
    one, two = make_campaign(api), make_campaign(api)
    push(api)
    desk.box.edit(desk.customer, resource_name(desk, one), {"name": "Edited by hand"})
    for each in (one, two):
        api.patch("/campaigns/" + each["id"], {"name": each["name"] + " b"})
    run = push(api, expect="PARTIAL")
    assert {op["id"]: op["status"] for op in run["operations"]} == {
        one["id"]: "FAILED",
        two["id"]: "SUCCEEDED",
    }
    assert state(api, "/campaigns/" + two["id"]) == "SYNCED"


def test_an_object_removed_on_the_platform_is_not_changed_over(desk):
    api = desk.api
    campaign = make_campaign(api)
    push(api)
    desk.box.edit(desk.customer, resource_name(desk, campaign), None)
    api.patch("/campaigns/" + campaign["id"], {"budget": 22})
    run = push(api, expect=None)
    assert run["status"] in ("FAILED", "PARTIAL")
    assert run["operations"][0]["status"] == "FAILED"
    assert desk.live().campaigns == []


def test_source_and_creator(api):
    made = api.post("/campaigns", campaign_body()).data
    assert made["source"] == "API" and made["createdBy"]
    group = make_ad_group(api, made["id"])
    assert group["createdBy"] == made["createdBy"]


def test_wait_ends_at_its_time(desk):
    make_tree(desk.api)
    desk.box.fault({"type": "latency", "ms": 2500}, path="mutate", times=50)
    run = start_push(desk.api)
    waiting = run_state(desk.api, run["id"], wait=1)
    assert waiting["status"] in ("QUEUED", "RUNNING")
    desk.box.clear_faults()
    finish(desk.api, run["id"])


def test_a_restore_leaves_what_was_removed_by_itself(desk):
    api = desk.api
    tree = make_tree(api, groups=2)
    push(api)
    keyword, group = tree["keywords"][0], tree["groups"][0]
    api.delete("/keywords/" + keyword["id"])
    api.delete("/ad-groups/" + tree["groups"][1]["id"])
    path = "/campaigns/" + tree["campaign"]["id"]
    api.delete(path)
    api.post("/ad-groups/" + group["id"] + "/restore", expect=409)
    api.post("/ad-groups/" + group["id"] + "/restore", query={"validateOnly": "true"}, expect=409)
    api.post(path + "/restore", expect=200)
    assert state(api, "/ad-groups/" + group["id"]) == "SYNCED"
    assert state(api, "/ad-groups/" + tree["groups"][1]["id"]) == "PENDING_REMOVAL"
    assert state(api, "/keywords/" + keyword["id"]) == "PENDING_REMOVAL"
    api.post("/keywords/" + keyword["id"] + "/restore", expect=200)
    assert state(api, "/keywords/" + keyword["id"]) == "SYNCED"
    run = push(api)
    removed = {op["id"] for op in run["operations"]}
    assert tree["groups"][1]["id"] in removed and group["id"] not in removed
    assert len(desk.live().ad_groups) == 1


def test_what_is_deleted_while_its_creation_fails_is_gone():
    with Server(env={"ADCORE_SANDBOX_LATENCY_MS": "400"}) as slow:
        desk = Desk(slow)
        api = desk.api
        tree = make_tree(api)
        path = "/campaigns/" + tree["campaign"]["id"]
        desk.box.fault(
            {
                "type": "error",
                "errorCode": {"campaignError": "INVALID_CAMPAIGN_NAME"},
                "message": "Not this.",
            },
            operation="campaign.create",
        )
        run = start_push(api)
        assert wait_for(lambda: state(api, path) == "SYNCING", 10)
        assert api.delete(path).data["syncState"] == "SYNCING"
        assert finish(api, run["id"])["status"] == "FAILED"
        api.get(path, expect=404)
        assert api.get("/campaigns").meta["total"] == 0
        make_campaign(api, name=tree["campaign"]["name"])


def test_a_removal_on_its_way_cannot_be_restored(desk):
    api = desk.api
    made = make_campaign(api)
    push(api)
    path = "/campaigns/" + made["id"]
    api.delete(path)
    desk.box.fault({"type": "latency", "ms": 700}, path="mutate", times=1)
    run = start_push(api)
    wait_for(lambda: state(api, path) == "SYNCING", 10)
    api.post(path + "/restore", expect=409)
    finish(api, run["id"])
    assert state(api, path) == "REMOVED" and desk.live().campaigns == []
