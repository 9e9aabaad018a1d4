"""Money over time: lifetime budgets, the base of the percent rule, ended campaigns, campaigns
without approved ads, and preview warnings about changes that cannot be sent."""

import datetime
import os

import pytest

from adcore_conversions import PATH as CONVERSIONS
from adcore_conversions import body_of
from adcore_make import (
    Desk,
    campaign_body,
    finish,
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    preview,
    push,
    start_push,
    wait_for,
)
from adcore_pulls import PLATFORMS, MetaPulls, Named, RedditPulls, pull, remote, stranger
from adcore_server import Server

DAY = 86400

own_clock = pytest.mark.skipif(
    os.environ.get("ADCORE_TEST_DATABASE", "sqlite") != "sqlite",
    reason="PostgreSQL's own clock counts, which no test can move",
)


@pytest.fixture
def later():
    """A server of its own whose wall clock the test moves."""
    with Server(clock=True) as running:
        yield running


class GooglePulls(Named, Desk):
    platform = "google"

    def tree(self, **fields):
        return {"campaign": make_campaign(self.api, **fields)}

    def spend(self, remote_id, budget):
        [there] = self.box.state(self.customer)["campaignBudgets"]
        changes = {"amountMicros": str(int(budget * 1e6))}
        self.box.edit(self.customer, there["resourceName"], changes)


ALL = dict(PLATFORMS, google=GooglePulls)


def day(server, days):
    """A day counted from today by the server's clock. The ad accounts are in UTC."""
    at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(
        seconds=server.clock.shift if server.clock else 0, days=days
    )
    return at.date().isoformat()


def midnight(server, days):
    """The last second of a day counted from today, in seconds since 1970."""
    last = datetime.date.fromisoformat(day(server, days + 1))
    return int(datetime.datetime(last.year, last.month, last.day, tzinfo=datetime.timezone.utc).timestamp()) - 1


def codes(plan):
    return [warning["code"] for warning in plan["warnings"]]


# --- lifetime budgets --------------------------------------------------------------------------


def lifetime_on_meta(desk, whole, days):
    tree = desk.tree()
    push(desk.api)
    end = midnight(desk.server, days - 1)
    there = remote(desk, "/campaigns", tree["campaign"])
    desk.edit(there, {"daily_budget": None, "lifetime_budget": whole * 100, "stop_time": end})
    for group in tree["groups"]:
        desk.edit(remote(desk, "/ad-groups", group), {"end_time": end})
    return tree["campaign"]


def lifetime_on_reddit(desk, whole, days):
    tree = desk.tree()
    push(desk.api)
    end = day(desk.server, days) + "T00:00:00Z"
    changes = {"goal_type": "LIFETIME_SPEND", "goal_value": whole * 1000000, "end_time": end}
    desk.edit("campaigns", remote(desk, "/campaigns", tree["campaign"]), changes)
    return tree["campaign"]


def lifetime_on_google(desk, whole, days):
    campaign = make_campaign(desk.api)
    push(desk.api)
    live = desk.live().campaign(campaign["name"])["campaign"]
    total = {"period": "CUSTOM_PERIOD", "amountMicros": None, "totalAmountMicros": str(whole * 1000000)}
    desk.box.edit(desk.customer, live["campaignBudget"], total)
    end = {"endDateTime": day(desk.server, days - 1) + " 23:59:59"}
    desk.box.edit(desk.customer, live["resourceName"], end)
    return campaign


LIFETIMES = {
    "meta": (MetaPulls, lifetime_on_meta),
    "reddit": (RedditPulls, lifetime_on_reddit),
    "google": (GooglePulls, lifetime_on_google),
}


@own_clock
@pytest.mark.parametrize("platform", sorted(LIFETIMES))
def test_a_lifetime_budget_counts_by_the_days_left(later, platform):
    """A campaign drafted without days gets a lifetime budget on the platform."""
    desk = LIFETIMES[platform][0](later)
    campaign = LIFETIMES[platform][1](desk, 900, 30)
    pull(desk)
    path = "/campaigns/" + campaign["id"]
    mine = desk.api.get(path).data
    assert (mine["budget"], mine["budgetPeriod"]) == (900, "LIFETIME")
    assert mine["endDate"] == day(later, 29) and mine["syncState"] == "SYNCED"
    plan = preview(desk.api)
    assert plan["operations"] == [] and plan["totals"]["dailyBudgetBefore"] == 30
    later.clock.advance(20 * DAY)
    assert preview(desk.api)["totals"]["dailyBudgetBefore"] == 90
    # With ten days left, 10 a day more is 100 more.
    assert desk.api.patch(path, {"budget": 1001}, expect=422).code == "GUARDRAIL_VIOLATION"
    desk.api.patch(path, {"budget": 1000})
    plan = preview(desk.api)
    [operation] = plan["operations"]
    assert operation["dailyBudgetDelta"] == 10 and plan["violations"] == []
    assert plan["totals"]["dailyBudgetAfter"] == 100
    assert plan["totals"]["monthlyDelta"] == 304
    # The plan was drafted in time and is pushed when two days are left.
    later.clock.advance(8 * DAY)
    plan = preview(desk.api)
    assert [v["rule"] for v in plan["violations"]] == ["maxCampaignDailyBudget"]
    assert plan["violations"][0]["actual"] == 500
    hashed = {"planHash": plan["planHash"]}
    assert desk.api.post("/sync", hashed, expect=422).code == "GUARDRAIL_VIOLATION"
    # A change that lowers the budget passes, as does any change that raises nothing.
    desk.api.patch(path, {"budget": 899, "name": "Nearly over"})
    plan = preview(desk.api)
    assert plan["violations"] == [] and plan["operations"][0]["dailyBudgetDelta"] < 0
    # Another Space that pulls the campaign today counts the same amount.
    other = stranger(desk)
    pull(desk, other)
    assert preview(other)["totals"]["dailyBudgetBefore"] == plan["totals"]["dailyBudgetBefore"] == 450
    # After the last day no budget of the campaign counts.
    later.clock.advance(3 * DAY)
    assert preview(desk.api)["totals"]["dailyBudgetBefore"] == 0


@own_clock
def test_a_copy_of_a_lifetime_budget_is_a_share_of_all_its_days(later):
    """Near its end a campaign of 900 counts 450 a day. A copy is drafted with the pace of the
    whole period."""
    desk = MetaPulls(later)
    campaign = lifetime_on_meta(desk, 900, 30)
    pull(desk)
    later.clock.advance(28 * DAY)
    assert preview(desk.api)["totals"]["dailyBudgetBefore"] == 450
    made = desk.api.post("/campaigns/%s/copy" % campaign["id"], {}, expect=201).data
    assert (made["campaign"]["budget"], made["campaign"]["budgetPeriod"]) == (30, "DAILY")


@own_clock
def test_a_lifetime_budget_of_an_ad_set_counts_by_the_days_left(later):
    meta = MetaPulls(later)
    tree = meta.tree()
    push(meta.api)
    meta.edit(remote(meta, "/campaigns", tree["campaign"]), {"daily_budget": None})
    own = {"lifetime_budget": 60000, "end_time": midnight(later, 29)}
    for group in tree["groups"]:
        meta.edit(remote(meta, "/ad-groups", group), own)
    api = stranger(meta)
    pull(meta, api)
    assert preview(api)["totals"]["dailyBudgetBefore"] == 20 * len(tree["groups"])
    later.clock.advance(27 * DAY)
    assert preview(api)["totals"]["dailyBudgetBefore"] == 200 * len(tree["groups"])
    [first, *_] = api.get("/ad-groups").data
    path = "/ad-groups/" + first["id"]
    assert api.patch(path, {"budget": 601}, expect=422).code == "GUARDRAIL_VIOLATION"
    api.patch(path, {"budget": 599})


def test_the_days_of_budgets_that_ad_sets_hold_stay(server):
    """600 for 30 days would become 60 a day through an end date that the plan does not count as
    a change."""
    meta = MetaPulls(server)
    tree = meta.tree()
    push(meta.api)
    meta.edit(remote(meta, "/campaigns", tree["campaign"]), {"daily_budget": None})
    own = {"lifetime_budget": 60000, "end_time": midnight(server, 29)}
    for group in tree["groups"]:
        meta.edit(remote(meta, "/ad-groups", group), own)
    api = stranger(meta)
    pull(meta, api)
    [mine] = api.get("/campaigns").data
    api.patch("/campaigns/" + mine["id"], {"endDate": day(server, 9)})
    plan = preview(api)
    [warning] = [one for one in plan["warnings"] if one["code"] == "UNSUPPORTED_ON_PLATFORM"]
    assert (warning["id"], warning["field"]) == (mine["id"], "endDate")
    assert "Ads Manager" in warning["message"]
    [operation] = push(api, expect="FAILED")["operations"]
    assert (operation["status"], operation["error"]["code"]) == ("FAILED", "UNSUPPORTED_ON_PLATFORM")
    assert {one["end_time"] for one in meta.live()["adsets"]} == {own["end_time"]}


# --- the base of the percent -------------------------------------------------------------------


@pytest.mark.parametrize("keep", ["LIVE", "STAGED"])
@pytest.mark.parametrize("platform", sorted(ALL))
def test_the_percent_base_survives_a_drift_decision(server, platform, keep):
    """90, lowered to 10 on the platform and resolved: the base is 10, so 15 passes and 15.01 is
    a violation."""
    desk = ALL[platform](server)
    campaign = desk.tree(budget=90)["campaign"]
    path = "/campaigns/" + campaign["id"]
    push(desk.api)
    desk.spend(remote(desk, "/campaigns", campaign), 10)
    desk.api.patch(path, {"budget": 12})
    assert pull(desk)["drifted"] == 1
    body = {"id": campaign["id"], "field": "budget", "keep": keep}
    desk.api.post("/sync/drift/resolve", body, expect=200)
    desk.api.patch(path, {"budget": 15})
    push(desk.api)
    desk.api.patch(path, {"budget": 15.01})
    [violation] = preview(desk.api)["violations"]
    assert violation["rule"] == "maxBudgetIncreasePercent" and violation["id"] == campaign["id"]
    desk.api.patch(path, {"budget": 14})
    assert preview(desk.api)["violations"] == []


def test_the_percent_base_survives_a_pull_and_a_revert(desk):
    there = GooglePulls(desk.server)
    campaign = there.tree(budget=40)["campaign"]
    path = "/campaigns/" + campaign["id"]
    push(there.api)
    there.spend(None, 10)
    assert pull(there)["updated"] == 1
    there.spend(None, 40)
    assert pull(there)["updated"] == 1
    there.api.patch(path, {"budget": 41})
    assert [v["actual"] for v in preview(there.api)["violations"]] == [310]
    there.api.patch(path, {"budget": 8})
    run = push(there.api)
    there.api.post("/sync/%s/revert" % run["id"], expect=201)
    assert there.api.get(path).data["budget"] == 40
    assert [v["rule"] for v in preview(there.api)["violations"]] == ["maxBudgetIncreasePercent"]


def test_fewer_days_of_a_lifetime_budget_are_a_rise(server):
    """900 over 30 days is 30 a day. Over 15 days it is 60 a day, which is 100 percent more."""
    desk = GooglePulls(server)
    lifetime_on_google(desk, 900, 30)
    api = stranger(desk)
    pull(desk, api)
    [campaign] = api.get("/campaigns").data
    path = "/campaigns/" + campaign["id"]
    api.patch(path, {"endDate": day(server, 14)})
    [violation] = preview(api)["violations"]
    assert (violation["rule"], violation["actual"]) == ("maxBudgetIncreasePercent", 100)
    # A raise of the amount is combined with the change of the days.
    api.patch(path, {"endDate": day(server, 23), "budget": 1200})
    [violation] = preview(api)["violations"]
    assert (violation["rule"], violation["actual"]) == ("maxBudgetIncreasePercent", 67)
    api.patch(path, {"endDate": day(server, 23), "budget": 900})
    push(api)
    # Two steps within the day count as one rise.
    api.patch(path, {"endDate": day(server, 17)})
    [violation] = preview(api)["violations"]
    assert (violation["rule"], violation["actual"]) == ("maxBudgetIncreasePercent", 67)
    # The successor has a daily budget, and its rise counts from the predecessor's daily amount.
    api.delete(path)
    push(api)
    body = campaign_body(name=campaign["name"], budget=46)
    anew = api.post("/campaigns", body).data
    [violation] = preview(api)["violations"]
    assert (violation["rule"], violation["id"]) == ("maxBudgetIncreasePercent", anew["id"])
    api.patch("/campaigns/" + anew["id"], {"budget": 44})
    assert preview(api)["violations"] == []


# --- ended campaigns, and campaigns without approved ads ----------------------------------------


@pytest.mark.parametrize("platform", ["google", "reddit", "meta"])
def test_a_last_day_that_is_over_is_refused_before_the_first_push(server, platform):
    api = server.account().client()
    yesterday = (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=1)).date().isoformat()
    kind = "SEARCH" if platform == "google" else "SOCIAL"
    body = campaign_body(platform=platform, type=kind)
    refused = api.post("/campaigns", dict(body, endDate=yesterday), expect=400)
    assert yesterday in refused.fault("endDate", "IN_PAST")["message"]
    made = api.post("/campaigns", body, expect=201).data
    path = "/campaigns/" + made["id"]
    api.patch(path, {"endDate": yesterday}, expect=400).fault("endDate", "IN_PAST")
    # Only Google refuses a start date in the past. Elsewhere the campaign starts at once.
    started = api.patch(path, {"startDate": yesterday}, expect=400 if platform == "google" else 200)
    if platform == "google":
        started.fault("startDate", "IN_PAST")
    api.patch(path, {"endDate": day_of(1)}, expect=200)


def day_of(days):
    at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)
    return at.date().isoformat()


def test_today_is_that_of_the_ad_account(server):
    """UTC+14 and UTC-11 never have the same date."""
    for zone, own in (("Pacific/Kiritimati", 14), ("Pacific/Pago_Pago", -11)):
        api = server.account(timezone=zone).client()
        now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=own)
        today, before = now.date(), now.date() - datetime.timedelta(days=1)
        api.post("/campaigns", campaign_body(endDate=today.isoformat()), expect=201)
        refused = api.post("/campaigns", campaign_body(endDate=before.isoformat()), expect=400)
        refused.fault("endDate", "IN_PAST")


@own_clock
def test_days_that_passed_since_the_draft_are_told_by_the_preview(later):
    desk = Desk(later)
    campaign = make_campaign(desk.api, startDate=day(later, 1), endDate=day(later, 2), status="ENABLED")
    assert "ENDS_IN_PAST" not in codes(preview(desk.api, activate=True))
    later.clock.advance(4 * DAY)
    plan = preview(desk.api, activate=True)
    told = {w["code"]: (w["id"], w.get("field")) for w in plan["warnings"]}
    assert told["ENDS_IN_PAST"] == (campaign["id"], "endDate")
    assert told["STARTS_IN_PAST"] == (campaign["id"], "startDate")
    assert codes(plan).count("ENDS_IN_PAST") == 1
    assert plan["totals"]["activeDailyBudgetAfter"] == 0
    # Other fields can still be edited.
    desk.api.patch("/campaigns/" + campaign["id"], {"name": "Late"})
    desk.api.patch("/campaigns/" + campaign["id"], {"startDate": None, "endDate": None})
    plan = preview(desk.api, activate=True)
    assert not {"ENDS_IN_PAST", "STARTS_IN_PAST"} & set(codes(plan))
    assert plan["totals"]["activeDailyBudgetAfter"] == campaign["budget"]


@own_clock
def test_an_ended_campaign_is_no_active_spend(later):
    desk = Desk(later)
    api = desk.api
    campaign = make_campaign(api, budget=20, endDate=day(later, 5), status="ENABLED")
    group = make_ad_group(api, campaign["id"], status="ENABLED")
    make_ad(api, group["id"], status="ENABLED")
    make_keyword(api, group["id"], status="ENABLED")
    push(api, activate=True)
    path = "/campaigns/" + campaign["id"]
    assert preview(api)["totals"]["activeDailyBudgetBefore"] == 20
    later.clock.advance(8 * DAY)
    totals = preview(api)["totals"]
    assert (totals["dailyBudgetBefore"], totals["activeDailyBudgetBefore"]) == (20, 0)
    # A rename causes no warning about the days.
    api.patch(path, {"name": "Over"})
    assert "ENDS_IN_PAST" not in codes(preview(api))
    # A later end date makes the enabled campaign run again.
    api.patch(path, {"endDate": day(later, 3)})
    plan = preview(api)
    assert "RUNS_AGAIN" in codes(plan)
    assert plan["totals"]["activeDailyBudgetAfter"] == 20 and plan["totals"]["dailyBudgetAfter"] == 20
    api.patch(path, {"status": "PAUSED", "endDate": campaign["endDate"]})
    push(api)
    for activate in (False, True):
        api.patch(path, {"status": "ENABLED"})
        plan = preview(api, activate=activate)
        assert "ENDS_IN_PAST" in codes(plan), activate
        assert plan["totals"]["activeDailyBudgetAfter"] == 0


@own_clock
def test_an_ended_campaign_comes_back_by_a_revert(later):
    """The revert restores the campaign with its days, and the preview warns of them."""
    desk = Desk(later)
    campaign = make_campaign(desk.api, endDate=day(later, 2))
    push(desk.api)
    later.clock.advance(5 * DAY)
    desk.api.delete("/campaigns/" + campaign["id"])
    run = push(desk.api)
    [back] = desk.api.post("/sync/%s/revert" % run["id"], expect=201).data["operations"]
    again = desk.api.get("/campaigns/" + back["draftId"]).data
    assert again["endDate"] == campaign["endDate"]
    assert "ENDS_IN_PAST" in codes(preview(desk.api))


@own_clock
def test_a_last_day_moved_is_held_to_the_guardrails(later):
    """An ended campaign above the limit cannot run again through its end date alone."""
    desk = Desk(later)
    campaign = make_campaign(desk.api, budget=20, endDate=day(later, 2), status="ENABLED")
    push(desk.api, activate=True)
    later.clock.advance(5 * DAY)
    there = GooglePulls.spend
    there(desk, None, 400)
    desk.platform = "google"
    pull(desk)
    desk.api.patch("/campaigns/" + campaign["id"], {"endDate": day(later, 9)})
    assert [v["rule"] for v in preview(desk.api)["violations"]] == ["maxCampaignDailyBudget"]


def test_disapproved_ads_are_no_active_spend(desk):
    api = desk.api
    campaign = make_campaign(api, budget=20, status="ENABLED")
    group = make_ad_group(api, campaign["id"], status="ENABLED")
    ad = make_ad(api, group["id"], status="ENABLED", finalUrl="https://bread.invalid/")
    make_keyword(api, group["id"], status="ENABLED")
    push(api, activate=True)
    desk.platform = "google"
    desk.box.control("POST", "clock", {"advanceSeconds": 700})
    pull(desk)
    [found] = api.get("/reports/disapprovals").data
    assert (found["id"], found["reviewStatus"]) == (ad["id"], "DISAPPROVED")
    totals = preview(api)["totals"]
    assert (totals["dailyBudgetBefore"], totals["activeDailyBudgetBefore"]) == (20, 0)
    path = "/campaigns/" + campaign["id"]
    api.patch(path, {"status": "PAUSED"})
    push(api)
    api.patch(path, {"status": "ENABLED"})
    for activate in (False, True):
        plan = preview(api, activate=activate)
        assert "NO_APPROVED_ADS" in codes(plan)
        assert plan["totals"]["activeDailyBudgetAfter"] == 0
    # A new or changed ad is reviewed again: its spend counts.
    make_ad(api, group["id"], status="ENABLED")
    plan = preview(api, activate=True)
    assert "NO_APPROVED_ADS" not in codes(plan)
    assert plan["totals"]["activeDailyBudgetAfter"] == 20


# --- retry, conversions, names -----------------------------------------------------------------


def leave_in_doubt(desk):
    """A run whose create is in doubt and whose other operation was not sent. Returns both
    drafts."""
    api = desk.api
    make_campaign(api)
    start = desk.box.log_end()
    push(api)
    before = [e for e in desk.box.log(start) if e["platform"] == "google"]
    skip = next(n for n, e in enumerate(before) if "campaign.create" in (e.get("operations") or []))
    other = make_campaign(api, status="ENABLED")
    push(api)
    doubt = make_campaign(api)
    end = desk.box.log_end()
    desk.box.fault({"type": "accept_then_cut"}, operation="campaign.create", customer=desk.customer)
    desk.box.fault({"type": "status", "status": 503}, skip=skip, times=1000)
    run = start_push(api, activate=True)
    assert wait_for(lambda: [e for e in desk.box.log(end) if e["status"] == 503] or None, 30)
    api.post("/sync/%s/cancel" % run["id"], expect=200)
    run = finish(api, run["id"])
    desk.box.clear_faults()
    statuses = {op["id"]: op["status"] for op in run["operations"]}
    assert statuses == {doubt["id"]: "UNKNOWN", other["id"]: "SKIPPED"}, run
    return run, other, doubt


def test_a_retry_asks_although_another_object_was_edited(desk):
    run, other, doubt = leave_in_doubt(desk)
    desk.api.patch("/campaigns/" + other["id"], {"budget": 21})
    refused = desk.api.post("/sync/%s/retry" % run["id"], expect=409)
    assert refused.details["reason"] == "PLAN_CHANGED"
    assert "UNKNOWN operations" in refused.details["suggestion"]

    def is_settled():
        now = desk.api.get("/sync/" + run["id"]).data
        [op] = [one for one in now["operations"] if one["id"] == doubt["id"]]
        return op if op["status"] == "SUCCEEDED" else None

    # Without a retry adcore reads its outcome after 60 s.
    assert wait_for(is_settled, 20)
    assert desk.api.get("/campaigns/" + doubt["id"]).data["syncState"] == "SYNCED"


def test_a_retry_asks_although_a_guardrail_forbids_the_rest(desk):
    """A retry reconciles the operation in doubt, with a key too, even if the rest must not be
    sent again."""
    run, other, doubt = leave_in_doubt(desk)
    desk.server.sql("UPDATE spaces SET allowed_platforms = 2 WHERE id = '%s'" % other["spaceId"])
    for _ in range(2):
        key = {"Idempotency-Key": "again"}
        refused = desk.api.post("/sync/%s/retry" % run["id"], headers=key, expect=422)
        assert refused.code == "GUARDRAIL_VIOLATION"
    path = "/campaigns/" + doubt["id"]
    assert wait_for(lambda: desk.api.get(path).data["remote"]["id"], 20)


@pytest.mark.parametrize("denied", ["adUserData", "adPersonalization"])
@pytest.mark.parametrize(
    "platform,clicks",
    [
        ("microsoft", {"msclkid": "%032x" % 7}),
        ("reddit", {"rdtCid": "rdt-overtime-7"}),
        ("meta", {"fbclid": "IwAR-overtime_7"}),
    ],
)
def test_a_conversion_that_may_not_be_sent_is_a_warning(desk, platform, clicks, denied):
    body = body_of(clickIds=clicks, orderId="NO-1", value=5, currency="EUR", consent={denied: "DENIED"})
    made = [desk.api.post(CONVERSIONS, body).data]
    made.append(desk.api.post(CONVERSIONS, dict(body, orderId="NO-2")).data)
    plan = preview(desk.api, include=["CONVERSIONS"])
    if platform == "meta" and denied == "adPersonalization":
        # Meta receives the consent with the event.
        assert len(plan["operations"]) == 2 and plan["warnings"] == []
        return
    assert plan["operations"] == []
    [warning] = plan["warnings"]
    assert warning["code"] == "UNSUPPORTED_ON_PLATFORM", "once an action and reason"
    assert "consent" in warning["message"] and platform in warning["message"]
    assert warning["id"] in [one["id"] for one in made]
    run = push(desk.api, include=["CONVERSIONS"])
    assert run["operations"] == []
    assert desk.api.get("%s/%s" % (CONVERSIONS, made[0]["id"])).data["syncState"] == "STAGED"


EDGES = ["  lead", "trail \u00a0", "\ufeffmark", "\u2003wide\u3000"]


@pytest.mark.parametrize("platform", ["google", "microsoft", "reddit", "meta"])
def test_names_are_stored_without_white_space_at_their_ends(server, platform):
    api = server.account().client()
    kind = "SEARCH" if platform in ("google", "microsoft") else "SOCIAL"
    for name in EDGES:
        bare = name.strip().strip("\ufeff")
        made = api.post("/campaigns", campaign_body(name=name, platform=platform, type=kind)).data
        assert made["name"] == bare
        group = make_ad_group(api, made["id"], name=name)
        assert group["name"] == bare
        again = api.patch("/campaigns/" + made["id"], {"name": "\t"}, expect=400)
        assert again.faults().keys() == {"name"}
        assert api.patch("/campaigns/" + made["id"], {"name": " %s 2" % bare}).data["name"] == bare + " 2"
    if kind == "SEARCH":
        body = campaign_body(name="lead 2 ", platform=platform, type=kind)
        api.post("/campaigns", body, expect=400).fault("name", "DUPLICATE_NAME")


INVISIBLE = ["zero\u200bwidth", "\u202egnirts\u202c", "a\u2060b", "soft\u00adhyphen", "a\u0085b"]
VISIBLE = ["Café", "👩\u200d👩\u200d👧", "می\u200cخواهم", "مرحبا\u200f!", "a\u00a0b", "🏴\U000e0067\U000e007f"]


@pytest.mark.parametrize(
    "path,body",
    [
        ("/campaigns", {"type": "SEARCH", "budget": 5}),
        ("/businesses", {"website": "https://bread.example"}),
        ("/assets", {"type": "TEXT", "text": "Fresh"}),
    ],
)
def test_characters_that_show_nothing_are_refused_in_names(shared, path, body):
    for name in INVISIBLE:
        shared.post(path, dict(body, name=name), expect=400).fault("name", "INVALID_CHARACTERS")
    for name in VISIBLE:
        made = shared.post(path, dict(body, name=name), expect=201).data
        assert made["name"] == name
        shared.patch("%s/%s" % (path, made["id"]), {"name": INVISIBLE[0]}, expect=400)


def test_a_pulled_name_may_be_named_as_it_stands(desk):
    """A pull stores the platform's name. A patch that repeats it does not count as an edit of
    the name."""
    campaign = make_campaign(desk.api)
    push(desk.api)
    desk.platform = "google"
    there = desk.live().campaign(campaign["name"])["campaign"]["resourceName"]
    desk.box.edit(desk.customer, there, {"name": " odd\u200bname "})
    pull(desk)
    path = "/campaigns/" + campaign["id"]
    assert desk.api.get(path).data["name"] == " odd\u200bname "
    desk.api.patch(path, {"name": " odd\u200bname ", "budget": 21}, expect=200)
    [found] = desk.api.get("/campaigns", query={"name": " odd\u200bname "}).data
    assert found["id"] == campaign["id"]
    [operation] = preview(desk.api)["operations"]
    assert [one["field"] for one in operation["changes"]] == ["budget"]


# --- locations of a campaign ------------------------------------------------------------------


@pytest.mark.parametrize("platform", ["google", "microsoft", "reddit", "meta"])
def test_a_campaign_without_a_location_is_warned_of(server, platform):
    api = server.account().client()
    kind = "SEARCH" if platform in ("google", "microsoft") else "SOCIAL"
    campaign = make_campaign(api, platform=platform, type=kind, locations=[])
    [warning] = [w for w in preview(api)["warnings"] if w["code"] == "SHOWS_EVERYWHERE"]
    assert (warning["id"], warning["field"]) == (campaign["id"], "locations")
    api.patch("/campaigns/" + campaign["id"], {"locations": [{"code": "US"}]})
    assert "SHOWS_EVERYWHERE" not in codes(preview(api))


def test_a_negative_that_blocks_a_keyword_is_warned_of(desk):
    campaign = make_campaign(desk.api)
    group = make_ad_group(desk.api, campaign["id"])
    word = make_keyword(desk.api, group["id"], text="fresh rye bread", matchType="PHRASE")
    push(desk.api)
    body = {"campaignId": campaign["id"], "text": "Rye Bread", "matchType": "PHRASE", "negative": True}
    negative = desk.api.post("/keywords", body).data
    [warning] = [w for w in preview(desk.api)["warnings"] if w["code"] == "NEGATIVE_BLOCKS_KEYWORD"]
    assert warning["id"] == negative["id"] and word["id"] in warning["message"]
    push(desk.api)
    assert "NEGATIVE_BLOCKS_KEYWORD" not in codes(preview(desk.api)), "it is no news any more"
