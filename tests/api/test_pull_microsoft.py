"""Pulls from Microsoft: shared budgets and lifetime budgets."""

import pytest

from adcore_make import preview, push
from adcore_pulls import MicrosoftPulls, pull, remote, stranger


@pytest.fixture
def microsoft(server):
    desk = MicrosoftPulls(server)
    yield desk
    desk.reopen()


def test_a_shared_budget_counts_and_is_left_alone(microsoft):
    tree = microsoft.tree(budget=30)
    push(microsoft.api)
    there = remote(microsoft, "/campaigns", tree["campaign"])
    microsoft.edit("campaigns", there, {"BudgetId": "8100001", "DailyBudget": 45})
    api = stranger(microsoft)
    pull(microsoft, api)
    [mine] = api.get("/campaigns").data
    assert (mine["budget"], mine["budgetLevel"], mine["budgetPeriod"]) == (45, "SHARED", "DAILY")
    assert preview(api)["totals"]["dailyBudgetBefore"] == 45
    path = "/campaigns/" + mine["id"]
    fault = api.patch(path, {"budget": 46}, expect=400).details["fields"][0]
    assert (fault["path"], fault["code"]) == ("budget", "UNSUPPORTED_ON_PLATFORM")
    api.patch(path, {"name": "Shares its budget"})
    push(api)
    [live] = microsoft.live()["campaigns"]
    assert (live["Name"], live["DailyBudget"]) == ("Shares its budget", 45)


def test_a_budget_for_a_whole_life_counts_whole_and_is_set_as_one(microsoft):
    """Microsoft does not return the days, so the whole amount counts as one day's."""
    tree = microsoft.tree(budget=30)
    push(microsoft.api)
    there = remote(microsoft, "/campaigns", tree["campaign"])
    life = {"CampaignType": "Audience", "BudgetType": "LifetimeBudgetStandard"}
    microsoft.edit("campaigns", there, dict(life, DailyBudget=60))
    api = stranger(microsoft)
    pull(microsoft, api)
    [mine] = api.get("/campaigns").data
    assert (mine["budget"], mine["budgetPeriod"]) == (60, "LIFETIME")
    path = "/campaigns/" + mine["id"]
    api.patch(path, {"endDate": "2036-12-31"}, expect=400)
    assert preview(api)["totals"]["dailyBudgetBefore"] == 60
    assert api.patch(path, {"budget": 600}, expect=422).code == "GUARDRAIL_VIOLATION"
    api.patch(path, {"budget": 66})
    push(api)
    [live] = microsoft.live()["campaigns"]
    assert (live["BudgetType"], live["DailyBudget"]) == ("LifetimeBudgetStandard", 66)
