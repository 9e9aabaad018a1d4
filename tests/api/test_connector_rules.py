"""A connector is every OAuth grant, whatever its audience, and every request at /mcp."""

import pytest

from adcore_make import (
    attach,
    detach,
    finish,
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    make_tree,
    preview,
    push,
    run_state,
    sitelink,
)
from adcore_tools import Tools
from test_sync_approve import Office, approve

SCOPES = ["campaigns:read", "campaigns:write", "ads:read", "ads:write", "keywords:read", "keywords:write",
          "sync:read", "sync:write"]


@pytest.fixture
def office(server):
    made = Office(server, "CONNECTOR")
    yield made
    server.sandbox().clear_faults()


@pytest.fixture
def app(office):
    """A client with an OAuth grant for the REST API."""
    return office.app(SCOPES)


def code_of(answer):
    return [field["code"] for field in answer.details["fields"]]


def test_a_grant_creates_nothing_enabled_over_rest(office, app):
    body = {"name": "Rolls", "type": "SEARCH", "budget": 5, "status": "ENABLED"}
    assert code_of(app.post("/campaigns", body, expect=400)) == ["NOT_BY_CONNECTOR"]
    batch = {"operations": [{"method": "POST", "body": body}], "atomic": False}
    result = app.post("/campaigns/batch", batch, expect=200).data["results"][0]
    assert result["error"]["details"]["fields"][0]["code"] == "NOT_BY_CONNECTOR"
    assert app.get("/campaigns").meta["total"] == 0


def test_a_grant_enables_nothing_before_its_first_push_over_rest(office, app):
    made = make_campaign(office.api)
    refused = app.patch("/campaigns/" + made["id"], {"status": "ENABLED"}, expect=400)
    assert code_of(refused) == ["NOT_BY_CONNECTOR"]
    assert office.api.get("/campaigns/" + made["id"]).data["status"] == "PAUSED"
    copied = office.api.patch("/campaigns/" + made["id"], {"status": "ENABLED"}).data
    copy = app.post("/campaigns/%s/copy" % copied["id"], {"platform": "microsoft", "name": "Copy"}, expect=201)
    assert copy.data["campaign"]["status"] == "PAUSED"


@pytest.mark.parametrize("front", ["mcp", "rest", "script"])
def test_what_a_connector_recreates_stays_paused(office, app, front):
    """An object that is gone from the platform is a draft again, without a first push."""
    enabled = {"status": "ENABLED"}
    campaign = make_campaign(office.api, **enabled)
    group = make_ad_group(office.api, campaign["id"], **enabled)
    objects = {
        "/campaigns/": campaign,
        "/ad-groups/": group,
        "/ads/": make_ad(office.api, group["id"], **enabled),
        "/keywords/": make_keyword(office.api, group["id"], **enabled),
    }
    push(office.api, activate=True)
    row = office.live().campaign(campaign["name"])
    office.box.edit(office.customer, row["campaign"]["resourceName"], {"status": "REMOVED"})
    finish(office.api, office.api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])
    decision = {"id": campaign["id"], "field": "status", "keep": "STAGED"}
    kept = "ENABLED" if front == "script" else "PAUSED"
    if front == "mcp":
        Tools(office.api).call("resolve_drift", **decision)
    else:
        client = app if front == "rest" else office.api
        assert client.post("/sync/drift/resolve", decision, expect=200).data["to"] == kept
    for path, made in objects.items():
        now = office.api.get(path + made["id"]).data
        assert (now["status"], now["syncState"]) == (kept, "STAGED"), now
    if front != "script":
        refused = app.patch("/campaigns/" + campaign["id"], enabled, expect=400)
        assert code_of(refused) == ["NOT_BY_CONNECTOR"]


def test_a_grant_pushes_only_a_plan_that_it_previewed_itself(office, app):
    make_campaign(office.api)
    refused = app.post("/sync", {}, expect=400)
    assert (refused.details["fields"][0]["path"], code_of(refused)) == ("planHash", ["REQUIRED"])
    theirs = preview(office.api)["planHash"]
    assert app.post("/sync", {"planHash": theirs}, expect=409).details["reason"] == "PLAN_EXPIRED"
    own = preview(app)["planHash"]
    assert own == theirs
    assert app.post("/sync", {"planHash": own}, expect=202).data["status"] == "AWAITING_APPROVAL"
    assert office.mutates() == []


def test_a_grant_retries_only_its_own_pushes(office, app):
    make_campaign(office.api)
    run = office.connector_push()
    office.api.post("/sync/%s/cancel" % run["id"], expect=200)
    refused = app.post("/sync/%s/retry" % run["id"], expect=409)
    assert refused.details["reason"] == "PREVIEW_REQUIRED"


def test_a_script_that_pushes_what_a_connector_drafted_waits(office):
    tree = make_tree(office.api)
    assert push(office.api)["approvedBy"] is None
    name = Tools(office.api).call("create_campaign", name="Cakes", type="SEARCH", budget=5)["campaign"]["id"]
    run = office.api.post("/sync", {}, expect=202).data
    assert run["status"] == "AWAITING_APPROVAL" and [op["id"] for op in run_state(office.api, run["id"])["operations"]] == [name]
    approve(office.other(), run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"
    office.api.patch("/campaigns/" + name, {"budget": 6})
    assert push(office.api)["approvedBy"] is None, "approved once, the rest is the script's own"
    assert tree["campaign"]["id"]


@pytest.mark.parametrize("front", ["mcp", "rest"])
def test_a_script_that_activates_what_a_connector_enabled_waits(office, app, front):
    made = make_campaign(office.api)
    assert push(office.api)["approvedBy"] is None
    if front == "mcp":
        Tools(office.api).call("update_objects", updates=[{"id": made["id"], "changes": {"status": "ENABLED"}}])
    else:
        app.patch("/campaigns/" + made["id"], {"status": "ENABLED"})
    assert office.api.post("/sync", {}, expect=202).data["status"] == "SUCCEEDED", "the enable is held back"
    run = office.api.post("/sync", {"activate": True}, expect=202).data
    assert run["status"] == "AWAITING_APPROVAL"
    office.api.post("/sync/%s/cancel" % run["id"], expect=200)
    office.api.patch("/campaigns/" + made["id"], {"status": "PAUSED"})
    office.api.patch("/campaigns/" + made["id"], {"status": "ENABLED"})
    assert office.api.post("/sync", {"activate": True}, expect=202).data["status"] != "AWAITING_APPROVAL"


def test_without_a_rule_of_approval_a_script_pushes_what_a_connector_drafted(office):
    office.server.cli("space", "set", office.space, "--require-approval-test", "NEVER")
    Tools(office.api).call("create_campaign", name="Cakes", type="SEARCH", budget=5)
    assert push(office.api)["approvedBy"] is None


def test_a_grant_does_not_stop_the_kill_switch(office, app):
    run = office.api.post("/sync/pause-all", expect=202).data
    refused = app.post("/sync/%s/cancel" % run["id"], expect=403)
    assert refused.details["reason"] == "NOT_BY_CONNECTOR"
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"


SITELINKS = [*SCOPES, "assets:read", "assets:write"]


def attached_and_pushed(office):
    campaign, asset = make_campaign(office.api), sitelink(office.api)
    attach(office.api, asset, "campaign", campaign)
    assert push(office.api)["status"] == "SUCCEEDED"
    return campaign, asset


def link_removal(run):
    return [op["op"] for op in run["operations"] if op["resource"] == "assetLink"] == ["REMOVE"]


def test_a_script_that_pushes_what_a_connector_detached_waits(office):
    campaign, asset = attached_and_pushed(office)
    detach(office.app(SITELINKS), asset, "campaign", campaign)
    run = office.api.post("/sync", {}, expect=202).data
    assert run["status"] == "AWAITING_APPROVAL" and link_removal(run_state(office.api, run["id"])), run
    approve(office.other(), run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"


def test_the_newest_detachment_decides(office):
    """A connector detached the asset, and a person attached and detached it again."""
    campaign, asset = attached_and_pushed(office)
    detach(office.app(SITELINKS), asset, "campaign", campaign)
    attach(office.api, asset, "campaign", campaign)
    assert preview(office.api)["operations"] == []
    detach(office.api, asset, "campaign", campaign)
    run = push(office.api)
    assert run["approvedBy"] is None and link_removal(run)


def test_a_failed_removal_keeps_the_connectors_mark(office):
    campaign, asset = attached_and_pushed(office)
    detach(office.app(SITELINKS), asset, "campaign", campaign)
    run = office.api.post("/sync", {}, expect=202).data
    office.api.post("/sync/%s/cancel" % run["id"], expect=200)
    again = office.api.post("/sync", {}, expect=202).data
    assert again["status"] == "AWAITING_APPROVAL"


def test_a_revert_by_a_connector_of_an_attachment_waits(office):
    campaign, asset = make_campaign(office.api), sitelink(office.api)
    assert push(office.api)["status"] == "SUCCEEDED"
    attach(office.api, asset, "campaign", campaign)
    run = push(office.api)
    office.app(SITELINKS).post("/sync/%s/revert" % run["id"], expect=(200, 201))
    waits = office.api.post("/sync", {}, expect=202).data
    assert waits["status"] == "AWAITING_APPROVAL" and link_removal(run_state(office.api, waits["id"])), waits
