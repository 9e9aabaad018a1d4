"""Money in each platform's own units, in both directions; and a budget shared by several
campaigns."""

import pytest

from adcore_make import make_campaign, preview, space_id
from adcore_platforms import ALL, SOCIAL, Platforms, told

# Meta's units per unit of the currency.
META_UNITS = {"USD": 100, "JPY": 1, "HUF": 1, "CLP": 1, "TWD": 1, "ISK": 1, "KRW": 1, "VND": 1, "IDR": 1}
BUDGET = 123456


def amount_there(desk, platform, name):
    there = desk.named(platform, name)
    if platform == "google":
        budgets = desk.box.state(desk.account_there(platform))["campaignBudgets"]
        [found] = [b for b in budgets if b["resourceName"] == there["campaignBudget"]]
        return int(found["amountMicros"]) / 1000000
    field, unit = {"microsoft": ("DailyBudget", 1), "reddit": ("goal_value", 1000000), "meta": ("daily_budget", 1)}[
        platform
    ]
    return float(there[field]) / unit


def drafted(desk):
    """A campaign on each platform that supports the currency. The other platforms refuse it."""
    made = {}
    for platform in ALL:
        kind = "SOCIAL" if platform in SOCIAL else "SEARCH"
        body = {"name": "Bread", "platform": platform, "type": kind, "budget": BUDGET}
        answer = desk.api.post("/campaigns", body, expect=(201, 400))
        if answer.status == 201:
            made[platform] = answer.data
        else:
            [fault] = answer.details["fields"]
            assert fault["code"] == "UNSUPPORTED_ON_PLATFORM", fault
    assert "google" in made
    return made


@pytest.mark.parametrize("currency", META_UNITS)
def test_a_budget_stands_there_as_drafted_and_comes_back_unchanged(server, currency):
    desk = Platforms(server, currency=currency, timezone="Europe/Berlin")
    space = space_id(desk.api.get("/me").data)
    most = ("--max-campaign-daily-budget", "1000000000", "--max-total-daily-budget", "1000000000")
    server.cli("space", "set", space, *most)
    made = drafted(desk)
    plan = preview(desk.api)
    totals = plan["totals"]
    assert totals["currency"] == currency and totals["dailyBudgetAfter"] == len(made) * BUDGET
    desk.push(plan=plan)
    for platform in made:
        units = META_UNITS[currency] if platform == "meta" else 1
        assert amount_there(desk, platform, "Bread") == BUDGET * units, platform
    pulled = desk.pull()
    assert (pulled["unchanged"], pulled["updated"], pulled["drifted"]) == (len(made), 0, 0), pulled
    for draft in made.values():
        now = desk.read(draft)
        assert (now["budget"], now["syncState"]) == (BUDGET, "SYNCED")
    assert preview(desk.api)["operations"] == []


def test_a_shared_budget_outlives_a_campaign_that_had_it(server):
    desk = Platforms(server)
    one = make_campaign(desk.api, name="One", budget=30, status="ENABLED")
    two = make_campaign(desk.api, name="Two", budget=10, status="ENABLED")
    desk.push(activate=True)
    shared = desk.named("google", "One")["campaignBudget"]
    desk.box.edit(desk.customer, shared, {"explicitlyShared": True, "name": "Shared"})
    desk.edit("google", desk.named("google", "Two"), {"campaignBudget": shared})
    desk.pull(platforms=["google"])
    for draft in (one, two):
        now = desk.read(draft)
        assert (now["budgetLevel"], now["budget"], now["syncState"]) == ("SHARED", 30, "SYNCED")
    assert desk.total() == 60, "it counts with each of them"
    desk.api.delete("/campaigns/" + two["id"])
    run = desk.push()
    assert told(run) == [("REMOVE", "campaign", "SUCCEEDED", None)]
    budgets = desk.box.state(desk.customer)["campaignBudgets"]
    [kept] = [b for b in budgets if b["resourceName"] == shared]
    assert kept["status"] != "REMOVED" and int(kept["amountMicros"]) == 30000000
    assert desk.names("google") == ["One"] and desk.total() == 30
