"""Guardrails apply from the first start: at the write, at the preview and at the push."""

import pytest

from adcore_make import (
    ad_body,
    campaign_body,
    finish,
    make_campaign,
    make_tree,
    preview,
    push,
    space_id,
    start_push,
)


def rules(violations):
    return {violation["rule"] for violation in violations}


def violated(resp, rule):
    """The violation of one rule in a 422."""
    assert resp.code == "GUARDRAIL_VIOLATION", resp
    found = [each for each in resp.details["violations"] if each["rule"] == rule]
    assert found, "no %s in %r" % (rule, resp)
    return found[0]


@pytest.mark.parametrize("budget", [100.01, 101, 5000, 1000000000])
def test_a_campaign_above_the_maximum_is_refused_at_the_write(api, budget):
    violation = violated(
        api.post("/campaigns", campaign_body(budget=budget), expect=422), "maxCampaignDailyBudget"
    )
    assert violation["limit"] == 100 and violation["actual"] == budget
    assert api.get("/campaigns").meta["total"] == 0


def test_a_change_above_the_maximum_is_refused(api):
    made = make_campaign(api, budget=100)
    path = "/campaigns/" + made["id"]
    violation = violated(api.patch(path, {"budget": 100.5}, expect=422), "maxCampaignDailyBudget")
    assert violation["actual"] == 100.5 and violation["id"] == made["id"]
    assert api.get(path).data == made


def test_faults_of_the_body_come_before_guardrails(api):
    api.refuse("POST", "/campaigns", campaign_body(budget=500, name="")).fault("name")
    api.refuse("POST", "/campaigns", campaign_body(budget=1000000001)).fault("budget")


def test_the_total_is_checked_at_preview_and_push(desk):
    api = desk.api
    for _ in range(6):
        make_campaign(api, budget=90)
    plan = preview(api)
    assert rules(plan["violations"]) == {"maxTotalDailyBudget"}
    [violation] = plan["violations"]
    assert violation["limit"] == 500 and violation["actual"] == 540
    resp = api.post("/sync", {"planHash": plan["planHash"]}, expect=422)
    assert violated(resp, "maxTotalDailyBudget")["actual"] == 540
    assert desk.mutates() == [] and api.get("/sync").meta["total"] == 0


def two_platforms(api):
    """Drafts on two ad accounts that are below the total separately and above it together."""
    for _ in range(5):
        make_campaign(api, budget=90, status="ENABLED")
    for _ in range(2):
        make_campaign(api, budget=90, status="ENABLED", platform="microsoft")


def test_the_total_holds_for_runs_on_two_platforms_together(desk):
    """Two runs on two ad accounts. The second is checked before the first has sent a request."""
    api = desk.api
    two_platforms(api)
    second = preview(api, platforms=["microsoft"], activate=True)
    assert second["violations"] == [] and second["totals"]["dailyBudgetAfter"] == 180
    desk.box.fault({"type": "latency", "ms": 2500}, path="googleAds:search")
    first = start_push(api, platforms=["google"], activate=True)
    assert "PENDING" in {op["status"] for op in first["operations"]}
    again = preview(api, platforms=["microsoft"], activate=True)
    assert rules(again["violations"]) == {"maxTotalDailyBudget"}
    assert again["violations"][0]["actual"] == 630
    assert again["totals"]["dailyBudgetBefore"] == 450
    assert again["totals"]["activeDailyBudgetBefore"] == 0
    # A campaign that is drafted and also being sent counts once.
    assert preview(api, activate=True)["totals"]["dailyBudgetAfter"] == 630
    for plan in (second, again):
        body = {"platforms": ["microsoft"], "activate": True, "planHash": plan["planHash"]}
        resp = api.post("/sync", body, expect=422)
        assert violated(resp, "maxTotalDailyBudget")["actual"] == 630
    assert finish(api, first["id"])["status"] == "SUCCEEDED"
    assert preview(api, platforms=["microsoft"])["violations"][0]["actual"] == 630


def test_a_run_that_failed_leaves_its_part_of_the_total_to_others(desk):
    api = desk.api
    two_platforms(api)
    refusal = {
        "type": "error",
        "errorCode": {"campaignBudgetError": "MONEY_AMOUNT_TOO_LARGE"},
        "message": "Not this.",
    }
    desk.box.fault(refusal, operation="campaignBudget.create", times=20)
    desk.box.fault({"type": "latency", "ms": 2000}, path="googleAds:search")
    first = start_push(api, platforms=["google"])
    assert rules(preview(api, platforms=["microsoft"])["violations"]) == {"maxTotalDailyBudget"}
    assert finish(api, first["id"])["status"] == "FAILED"
    push(api, platforms=["microsoft"], activate=True)


def test_a_run_that_waits_for_an_approval_is_counted_once_it_is_approved(desk):
    api = desk.api
    two_platforms(api)
    other = desk.account.client()
    rule = "UPDATE spaces SET require_approval_test = '%s' WHERE id = '" + space_id(
        api.get("/me").data
    )
    desk.server.sql(rule % "ALWAYS" + "'")
    waiting = start_push(api, platforms=["microsoft"])
    assert waiting["status"] == "AWAITING_APPROVAL"
    desk.server.sql(rule % "CONNECTOR" + "'")
    desk.box.fault({"type": "latency", "ms": 2500}, path="googleAds:search")
    first = start_push(api, platforms=["google"])
    path = "/sync/%s/approve" % waiting["id"]
    violated(other.post(path, {}, expect=422), "maxTotalDailyBudget")
    assert finish(api, first["id"])["status"] == "SUCCEEDED"
    assert api.get("/sync/" + waiting["id"]).data["status"] == "AWAITING_APPROVAL"


def test_a_total_of_exactly_the_maximum_passes(desk):
    for _ in range(5):
        make_campaign(desk.api, budget=100)
    assert preview(desk.api)["violations"] == []
    push(desk.api)
    one = make_campaign(desk.api, budget=1)
    plan = preview(desk.api)
    assert rules(plan["violations"]) == {"maxTotalDailyBudget"}
    desk.api.delete("/campaigns/" + one["id"])
    assert preview(desk.api)["violations"] == []


def test_a_raise_of_more_than_half_is_refused(desk):
    api = desk.api
    made = make_campaign(api, budget=20)
    push(api)
    path = "/campaigns/" + made["id"]
    api.patch(path, {"budget": 30.01})
    plan = preview(api)
    assert rules(plan["violations"]) == {"maxBudgetIncreasePercent"}
    assert plan["violations"][0]["limit"] == 50 and plan["violations"][0]["id"] == made["id"]
    resp = api.post("/sync", {"planHash": plan["planHash"]}, expect=422)
    violated(resp, "maxBudgetIncreasePercent")
    api.patch(path, {"budget": 30})
    assert preview(api)["violations"] == []
    push(api)


def test_small_steps_do_not_add_up(desk):
    """The base is the lowest synced budget of the last 24 hours."""
    api = desk.api
    made = make_campaign(api, budget=20)
    path = "/campaigns/" + made["id"]
    push(api)
    api.patch(path, {"budget": 28})
    push(api)
    api.patch(path, {"budget": 35})
    assert rules(preview(api)["violations"]) == {"maxBudgetIncreasePercent"}
    api.post("/sync", {}, expect=422)
    api.patch(path, {"budget": 10})
    push(api)
    api.patch(path, {"budget": 28})
    assert rules(preview(api)["violations"]) == {"maxBudgetIncreasePercent"}


def test_what_lowers_spend_always_passes(desk):
    api = desk.api
    made = [make_campaign(api, budget=100) for _ in range(5)]
    push(api)
    api.patch("/campaigns/" + made[0]["id"], {"budget": 1})
    api.patch("/campaigns/" + made[1]["id"], {"status": "PAUSED"})
    api.delete("/campaigns/" + made[2]["id"])
    assert preview(api)["violations"] == []
    push(api)
    assert sorted(int(row["campaignBudget"]["amountMicros"]) for row in desk.live().campaigns) == [
        1000000,
        100000000,
        100000000,
        100000000,
    ]


def test_a_creation_has_no_percent(desk):
    make_campaign(desk.api, budget=10)
    push(desk.api)
    make_campaign(desk.api, budget=100)
    assert preview(desk.api)["violations"] == []


def test_violations_stop_the_whole_push(desk):
    api = desk.api
    tree = make_tree(api, budget=20)
    push(api)
    api.patch("/campaigns/" + tree["campaign"]["id"], {"budget": 99})
    make_campaign(api, budget=5)
    end = desk.box.log_end()
    api.post("/sync", {}, expect=422)
    assert desk.box.mutates(end) == []


def test_what_a_token_cannot_read_a_refused_push_does_not_tell(desk):
    """Neither the preview's violations nor those of a 422 contain texts or ids of kinds that the
    token may not read."""
    api = desk.api
    tree = make_tree(api, ads=0, keywords=0, budget=90)
    body = ad_body(tree["groups"][0]["id"], headlines=["Secret casino", "Two", "Three"])
    ad = api.post("/ads", body).data
    space = space_id(api.get("/me").data)
    terms = ["--blocked-terms", "casino", "--max-campaign-daily-budget", "50"]
    desk.server.cli("space", "set", space, *terms)
    scopes = ["campaigns:read", "campaigns:write", "ads:write", "sync:read", "sync:write"]
    for client, reads in ((desk.account.client(scopes), False), (api, True)):
        plan = preview(client)
        resp = client.post("/sync", {}, expect=422)
        assert resp.details["violations"] == plan["violations"]
        found = {each["rule"]: each for each in plan["violations"]}
        assert set(found) == {"blockedTerms", "maxCampaignDailyBudget"}
        assert found["maxCampaignDailyBudget"]["id"] == tree["campaign"]["id"]
        assert found["maxCampaignDailyBudget"]["actual"] == 90
        assert found["blockedTerms"]["limit"] == "casino"
        assert (found["blockedTerms"]["id"] == ad["id"]) == reads
        assert ("Secret" in resp.text) == reads and (ad["id"] in resp.text) == reads
    assert desk.mutates() == []
