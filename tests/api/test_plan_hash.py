"""The plan's hash changes with its operations and their objects' versions, and with nothing
else."""

import pytest

from adcore_make import make_ad, make_ad_group, make_campaign, make_keyword, preview
from adcore_platforms import Platforms


@pytest.fixture
def desk(server):
    made = Platforms(server)
    made.draft = made.campaign("google", name="Base", budget=20)
    group = made.group(made.draft)
    make_ad(made.api, group["id"])
    make_keyword(made.api, group["id"])
    made.other = made.campaign("google", name="Else", budget=30)
    made.push()
    made.patch(made.draft, budget=25)
    return made


def look(desk):
    plan = preview(desk.api)
    sums = {key: value for key, value in plan["totals"].items() if key != "violations"}
    return plan["planHash"], sums, [one["rule"] for one in plan["violations"]]


def raise_other(desk):
    desk.set_budget("google", "Else", 300)
    desk.pull()


def set_space(desk, *flags):
    space = desk.api.get("/me").data["space"]["id"]
    desk.server.cli("space", "set", space, *flags)


SAME = {
    "nothing": lambda d: None,
    "the same value": lambda d: d.patch(d.draft, budget=25),
    "a stricter limit": lambda d: set_space(d, "--max-campaign-daily-budget", "22"),
    "a rule of approval": lambda d: set_space(d, "--require-approval-test", "ALWAYS"),
}
OTHER = {
    # An object that was edited has another version, even if it would send the same.
    "there and back": lambda d: (d.patch(d.draft, budget=26), d.patch(d.draft, budget=25)),
    "a label": lambda d: d.patch(d.draft, labels=["x"]),
    "another value": lambda d: d.patch(d.draft, budget=26),
    "one more field": lambda d: d.patch(d.draft, name="Base 2"),
    "a new draft": lambda d: make_campaign(d.api, name="New", budget=5),
    "a removal": lambda d: d.api.delete("/campaigns/" + d.other["id"]),
    "an object below": lambda d: make_ad_group(d.api, d.draft["id"], name="More"),
}


@pytest.mark.parametrize("change", SAME)
def test_what_is_no_part_of_the_plan_leaves_the_hash(desk, change):
    before = look(desk)
    SAME[change](desk)
    after = look(desk)
    assert after[0] == before[0]
    assert after[1] == before[1], "the sums say what is sent"
    assert after[2] == (["maxCampaignDailyBudget"] if change == "a stricter limit" else [])


@pytest.mark.parametrize("change", OTHER)
def test_what_is_a_part_of_the_plan_changes_the_hash(desk, change):
    before = look(desk)
    OTHER[change](desk)
    assert look(desk)[0] != before[0]


def test_what_others_changed_elsewhere_changes_the_sums(desk):
    """The plan sends the same, so its hash stays; the push is checked against the new sums."""
    before = look(desk)
    raise_other(desk)
    after = look(desk)
    assert after[1]["dailyBudgetBefore"] - before[1]["dailyBudgetBefore"] == 270
    assert after[1]["dailyBudgetAfter"] - before[1]["dailyBudgetAfter"] == 270
    assert after[0] == before[0]
