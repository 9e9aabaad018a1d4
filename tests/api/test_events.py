"""GET /events: changes, recorded in the same transaction as the change, for members who may read
them."""

import pytest

import adcore_media as media
from adcore_browser import PASSWORD, Browser
from adcore_grant import granted
from adcore_make import asset_body, finish, make_ad, make_ad_group, make_campaign, missing_id, push, space_id, start_push
from adcore_server import Server, wait_for

EVENT = {"id", "type", "createdAt", "environment", "data"}


@pytest.fixture
def api(desk):
    return desk.api


def events(api, *types):
    return api.get("/events", query={"type": ",".join(types)} if types else None).data


def set_space(desk, *options):
    desk.server.cli("space", "set", space_id(desk.api.get("/me").data), *options)


def the_event(api, kind):
    (event,) = events(api, kind)
    assert set(event) == EVENT and event["environment"] == "test"
    return event["data"]


def test_a_push_that_ended_and_its_place_in_the_list(api):
    make_campaign(api)
    run = push(api)
    told = the_event(api, "run.ended")
    assert told == {"runId": run["id"], "mode": "PUSH", "status": "SUCCEEDED", "operations": 1, "succeeded": 1,
                    "planHash": run["planHash"], "createdBy": run["createdBy"]}
    pull = finish(api, api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])
    newest, oldest = events(api, "run.ended")
    assert (newest["data"]["runId"], oldest["data"]["runId"]) == (pull["id"], run["id"])
    first = api.get("/events?limit=1")
    assert first.data == [newest] and first.meta["total"] == 2
    assert api.get("/events?limit=1&cursor=" + first.meta["nextCursor"]).data == [oldest]
    assert api.get("/events?order=asc").data == [oldest, newest]
    assert api.get("/events/" + oldest["id"]).data == oldest
    api.get("/events?type=run.began", expect=400).fault("type", "UNKNOWN_VALUE")


def test_what_did_not_happen_is_not_told(desk):
    make_campaign(desk.api, budget=90)
    desk.api.post("/sync?validateOnly=true", {}, expect=200)
    set_space(desk, "--max-total-daily-budget", "50")
    desk.api.post("/sync", {}, expect=422)
    assert events(desk.api) == []


def test_an_event_of_another_space_or_environment_does_not_exist(desk, server):
    push(desk.api)
    (event,) = events(desk.api)
    for api in (server.account().client(), desk.account.client(env="live")):
        assert events(api) == []
        for id in (event["id"], missing_id(event["id"])):
            assert api.get("/events/" + id, expect=404).code == "NOT_FOUND"


def test_a_push_that_waits_for_approval_and_its_denial(desk):
    set_space(desk, "--require-approval-test", "ALWAYS")
    make_campaign(desk.api)
    run = start_push(desk.api)
    assert start_push(desk.api)["id"] == run["id"], "one run of a plan waits"
    assert the_event(desk.api, "push.awaiting_approval")["runId"] == run["id"]
    assert events(desk.api, "run.ended") == []
    desk.api.post("/sync/%s/cancel" % run["id"], {}, expect=200)
    told = the_event(desk.api, "run.ended")
    assert (told["runId"], told["status"], told["succeeded"]) == (run["id"], "CANCELLED", 0)


def test_drift_is_told_once_with_its_objects(desk):
    api = desk.api
    campaigns = [make_campaign(api, budget=20) for _ in range(2)]
    push(api)
    for campaign in campaigns:
        row = desk.live().campaign(campaign["name"])
        desk.box.edit(desk.customer, row["campaign"]["campaignBudget"], {"amountMicros": "30000000"})
        api.patch("/campaigns/" + campaign["id"], {"budget": 25})
    for _ in range(2):
        finish(api, api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])
    told = the_event(api, "drift.found")
    assert told["count"] == 2 and {row["id"] for row in told["objects"]} == {row["id"] for row in campaigns}
    assert all(row["resource"] == "campaign" and row["platform"] == "google" for row in told["objects"])
    assert events(desk.account.client(["sync:read", "ads:read"]), "drift.found") == []
    assert len(events(desk.account.client(["campaigns:read"]), "drift.found")) == 1


def test_an_ad_that_a_platform_disapproved(desk):
    api = desk.api
    campaign = make_campaign(api)
    ad = make_ad(api, make_ad_group(api, campaign["id"])["id"], finalUrl="https://bakery.invalid/bread")
    push(api)
    desk.box.control("POST", "clock", {"advanceSeconds": 700})
    for _ in range(2):
        finish(api, api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])
    assert api.get("/ads/" + ad["id"]).data["remote"]["reviewStatus"] == "DISAPPROVED"
    told = the_event(api, "ad.disapproved")
    assert told == {"count": 1, "objects": [{"resource": "ad", "id": ad["id"], "platform": "google",
                                             "campaignId": campaign["id"], "reviewStatus": "DISAPPROVED"}]}
    assert events(desk.account.client(["sync:read", "campaigns:read"]), "ad.disapproved") == []


def test_the_kill_switch_on_and_off(desk):
    account = desk.account
    desk.api.post("/sync/pause-all", expect=202)
    assert the_event(desk.api, "kill_switch.on") == {"by": account.uid}
    desk.server.cli("account", "password", "--email", account.email, "--password-stdin", stdin=PASSWORD + "\n")
    browser = Browser(desk.server)
    browser.sign_in(account.email, PASSWORD)
    space = desk.api.get("/me").data["space"]["id"]
    browser.act("/app/spaces/" + space, {"do": "lift", "environment": "test"})
    assert the_event(desk.api, "kill_switch.off") == {"by": account.uid}


def test_members_tokens_and_apps_are_told_to_owners(server):
    owner, mate = server.account(), server.account()
    space = server.cli("space", "add", "--email", owner.email, "--name", "Office").json["id"]
    for act, role in (("add", "EDITOR"), ("set", "VIEWER")):
        server.cli("space", "member", act, space, "--email", mate.email, "--role", role)
    answer = granted(server, mate, ["campaigns:read", "sync:read"], space=space)
    server.cli("space", "member", "remove", space, "--email", mate.email)
    api = owner.client(space=space)
    assert [row["data"]["role"] for row in events(api, "member.removed", "member.changed", "member.added")] == [
        None, "VIEWER", "EDITOR"]
    assert the_event(api, "member.removed") == {"accountId": mate.uid, "role": None, "by": None}
    assert events(api, "grant.created") == []
    seer = server.client(server.cli("token", "mint", "--email", owner.email, "--name", "seer", "--env", "test",
                                    "--scopes", "people:read,sync:read").json["token"], space=space)
    assert the_event(seer, "grant.created")["by"] == mate.uid
    assert answer["access_token"] not in seer.get("/events").text and mate.email not in seer.get("/events").text
    personal = server.client(seer.token)
    assert {row["data"]["by"] for row in events(personal, "token.created")} == {None}


def test_an_app_reads_the_events_of_its_scopes_alone(server):
    owner = server.account()
    api = owner.client()
    api.post("/sync", {}, expect=202)
    api.post("/sync/pause-all", expect=202)
    wait_for(lambda: len(events(api, "run.ended")) == 2, 20)
    app = server.client(granted(server, owner, ["sync:read"])["access_token"])
    assert {row["type"] for row in events(app)} == {"run.ended"}
    (switch,) = events(api, "kill_switch.on")
    assert app.get("/events/" + switch["id"], expect=404).code == "NOT_FOUND"
    blind = server.client(granted(server, owner, ["campaigns:read"])["access_token"])
    assert events(blind) == []


def test_spend_near_the_limit_is_told_at_80_and_100_percent(desk):
    api = desk.api
    space = api.get("/me").data["space"]["id"]
    api.patch("/spaces/" + space, {"guardrails": {"maxTotalDailyBudget": 100}})
    made = make_campaign(api, budget=79)
    push(api)
    assert events(api, "spend.alarm") == []
    other = make_campaign(api, budget=1)
    push(api)
    told = the_event(api, "spend.alarm")
    assert (told["percent"], told["total"], told["limit"], told["currency"]) == (80, 80, 100, "USD")
    assert events(desk.account.client(["ads:read", "sync:read"]), "spend.alarm") == []
    api.patch("/campaigns/" + made["id"], {"budget": 78})
    push(api)
    api.patch("/campaigns/" + other["id"], {"budget": 1.5})
    push(api)
    assert len(events(api, "spend.alarm")) == 1
    make_campaign(api, budget=20.5)
    push(api)
    assert [row["data"]["percent"] for row in events(api, "spend.alarm")] == [100, 80]


def test_storage_near_the_quota_is_told():
    with Server(env={"ADCORE_PLANS": "scale:600:1000000:api:100:1"}) as small:
        api = small.account().client()
        for weight, percents in ((500_000, []), (380_000, [80])):
            api.post("/assets", asset_body(media.png(1200, 628, weight=weight)))
            assert [row["data"]["percent"] for row in events(api, "storage.alarm")] == percents
        assert the_event(api, "storage.alarm")["limit"] == 1 << 20
