"""Dependent operations: a decrease that must precede a raise, and targeting that must precede an
enable."""

import pytest

from adcore_make import finish, make_ad, make_keyword, preview, run_state, space_id, start_push
from adcore_server import wait_for
from adcore_platforms import ALL, SOCIAL, UPDATES, Platforms, fields_of, of, told


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    if server.process.poll() is None:
        server.sandbox().clear_faults()


def is_sent(desk, run, at):
    """True while that operation of a run is being sent."""
    operations = desk.api.get("/sync/" + run["id"]).data["operations"]
    return operations[at]["status"] == "SENT"


def at_the_limit(desk, platform):
    """Enabled campaigns that together use the Space's total of 500."""
    budgets = {"Full 0": 100, "Full 1": 100, "Full 2": 100, "Donor": 100, "Taker": 60, "Rest": 40}
    made = {
        name: desk.campaign(platform, name=name, budget=budget, status="ENABLED")
        for name, budget in budgets.items()
    }
    desk.push(activate=True)
    assert desk.total() == 500
    return made


def move(desk, made):
    """Moves 30 a day from one campaign to another, which keeps the total. Returns the plan."""
    desk.patch(made["Donor"], budget=70)
    desk.patch(made["Taker"], budget=90)
    plan = preview(desk.api)
    assert plan["violations"] == [] and plan["totals"]["dailyBudgetAfter"] == 500
    assert [op["dailyBudgetDelta"] for op in plan["operations"]] == [-30, 30]
    return plan


def assert_not_raised(desk, platform, made, run, code):
    """The raise was skipped because the decrease failed, and the platform's budgets stay within
    the total."""
    [lowered], [raised] = of(run, made["Donor"]), of(run, made["Taker"])
    assert (lowered["status"], lowered["error"]["code"]) == ("FAILED", code)
    assert (raised["status"], raised["error"]["code"]) == ("SKIPPED", "DEPENDS_ON")
    assert raised["error"]["details"]["id"] == made["Donor"]["id"]
    at = raised["error"]["details"]["operation"]
    assert run["operations"][at]["id"] == made["Donor"]["id"]
    assert desk.budget(platform, "Taker") == 60
    assert sum(desk.budgets(platform).values()) <= 500
    assert desk.total() <= 500
    now = desk.read(made["Taker"])
    assert now["budget"] == 90 and now["syncState"] != "SYNCED"


@pytest.mark.parametrize("platform", ALL)
def test_budget_is_moved_lower_first(desk, platform):
    made = at_the_limit(desk, platform)
    plan = move(desk, made)
    after = desk.box.log_end()
    run = desk.push(plan=plan)
    assert told(run) == [("UPDATE", "campaign", "SUCCEEDED", None)] * 2
    assert (desk.budget(platform, "Donor"), desk.budget(platform, "Taker")) == (70, 90)
    assert desk.written(after) == [UPDATES[platform]] * 2
    assert desk.total() == 500 and preview(desk.api)["operations"] == []
    assert [desk.read(made[n])["syncState"] for n in ("Donor", "Taker")] == ["SYNCED"] * 2


@pytest.mark.parametrize("platform", ALL)
def test_a_raise_waits_for_a_decrease_that_drifted(desk, platform):
    made = at_the_limit(desk, platform)
    plan = move(desk, made)
    desk.set_budget(platform, "Donor", 99)
    after = desk.box.log_end()
    run = desk.push(expect="FAILED", plan=plan)
    assert_not_raised(desk, platform, made, run, "DRIFTED")
    assert desk.written(after) == [] and desk.budget(platform, "Donor") == 99
    assert desk.read(made["Donor"])["syncState"] == "DRIFTED"


@pytest.mark.parametrize("platform", ALL)
def test_a_raise_waits_for_a_decrease_that_is_refused(desk, platform):
    made = at_the_limit(desk, platform)
    plan = move(desk, made)
    desk.refuse(platform, UPDATES[platform], times=1)
    run = finish(desk.api, start_push(desk.api, plan=plan)["id"])
    assert run["status"] == "FAILED", told(run)
    code = of(run, made["Donor"])[0]["error"]["code"]
    assert code not in ("DRIFTED", "DEPENDS_ON")
    assert_not_raised(desk, platform, made, run, code)
    assert desk.budget(platform, "Donor") == 100
    # Without the fault the retry succeeds with both operations.
    again = finish(desk.api, desk.api.post("/sync/%s/retry" % run["id"], expect=202).data["id"])
    assert again["status"] == "SUCCEEDED", told(again)
    assert (desk.budget(platform, "Donor"), desk.budget(platform, "Taker")) == (70, 90)


def test_a_cancel_between_the_decrease_and_the_raise(desk):
    """The run is cancelled while the decrease is being sent: the raise is not sent."""
    made = at_the_limit(desk, "reddit")
    plan = move(desk, made)
    desk.fault("reddit", {"type": "latency", "ms": 3000}, UPDATES["reddit"])
    run = start_push(desk.api, plan=plan)
    after = desk.box.log_end()

    assert wait_for(lambda: is_sent(desk, run, 0), 30)
    desk.api.post("/sync/%s/cancel" % run["id"], expect=(200, 202))
    run = finish(desk.api, run["id"])
    assert run["status"] == "CANCELLED"
    assert [o["status"] for o in run["operations"]] == ["SUCCEEDED", "SKIPPED"]
    assert (desk.budget("reddit", "Donor"), desk.budget("reddit", "Taker")) == (70, 60)
    assert UPDATES["reddit"] not in desk.written(after)[1:]
    assert desk.total() == 470


def test_campaigns_replaced_by_others(desk):
    """Five removals that are held back by drift do not make room for a creation."""
    full = {"budget": 100, "status": "ENABLED"}
    old = [desk.campaign("google", name="Old %d" % i, **full) for i in range(5)]
    desk.push(activate=True)
    for one in old:
        desk.api.delete("/campaigns/" + one["id"])
    new = [desk.campaign("google", name="New %d" % i, **full) for i in range(5)]
    plan = preview(desk.api, activate=True)
    assert plan["violations"] == [] and plan["totals"]["dailyBudgetAfter"] == 500
    for there in desk.all("google"):
        desk.edit("google", there, {"name": there["name"] + " (Q4)"})
    run = desk.push(expect="FAILED", plan=plan, activate=True)
    for one in old:
        assert told({"operations": of(run, one)}) == [("REMOVE", "campaign", "FAILED", "DRIFTED")]
    for one in new:
        assert {t[2:] for t in told({"operations": of(run, one)})} == {("SKIPPED", "DEPENDS_ON")}
        now = desk.read(one)
        assert now["remote"]["id"] is None and now["syncState"] != "SYNCED"
    assert desk.names("google") == ["Old %d (Q4)" % i for i in range(5)]
    assert desk.total() == 500


@pytest.mark.parametrize("away, other", [("google", "microsoft"), ("meta", "reddit")])
def test_campaigns_moved_from_a_platform_that_is_away(desk, away, other):
    old = [desk.campaign(away, name="Old %d" % i, budget=100, status="ENABLED") for i in range(5)]
    desk.push(activate=True)
    for one in old[:3]:
        desk.api.delete("/campaigns/" + one["id"])
    new = [desk.campaign(other, name="New %d" % i, budget=100, status="ENABLED") for i in range(3)]
    plan = preview(desk.api, activate=True)
    assert plan["violations"] == [] and plan["totals"]["dailyBudgetAfter"] == 500
    for operation in ("campaign.remove", "campaign.delete", "campaign.update"):
        desk.fault(away, {"type": "revoke"}, operation)
    desk.box.fault({"type": "revoke"}, customer=desk.account_there(away), platform=away)
    after = desk.box.log_end()
    run = finish(desk.api, start_push(desk.api, plan=plan, activate=True)["id"], 120)
    assert run["status"] in ("FAILED", "PARTIAL"), told(run)
    for one in new:
        assert {o["status"] for o in of(run, one)} == {"SKIPPED"}, told(run)
    assert desk.names(other) == []
    assert [op for op in desk.written(after) if op.endswith("create")] == []
    assert desk.total() == 500


def budgets_at_groups(desk, platform, first=60, second=40):
    """A campaign whose budget another user moved to its ad groups: 100 together. Returns the
    drafts."""
    campaign = desk.campaign(platform, name="Sets", budget=20)
    groups = [desk.group(campaign, name=name) for name in ("Donor", "Taker")]
    desk.push()
    desk.move_budget_to_groups(platform, "Sets", {"Donor": first, "Taker": second})
    desk.pull()
    assert desk.read(campaign)["budgetLevel"] == "AD_GROUP"
    assert [desk.read(group)["budget"] for group in groups] == [first, second]
    return campaign, groups


@pytest.mark.parametrize("platform", SOCIAL)
def test_ad_groups_share_their_campaigns_maximum(desk, platform):
    campaign, groups = budgets_at_groups(desk, platform)
    desk.patch(groups[0], budget=45)
    desk.patch(groups[1], budget=55)
    plan = preview(desk.api)
    assert plan["violations"] == []
    assert [op["dailyBudgetDelta"] for op in plan["operations"]] == [-15, 15]
    assert [op["dependsOn"] for op in plan["operations"]] == [[], [0]]
    update = {"meta": "adset.update", "reddit": "adGroup.update"}[platform]
    desk.refuse(platform, update, times=1)
    run = desk.push(expect="FAILED", plan=plan)
    [lowered], [raised] = of(run, groups[0]), of(run, groups[1])
    assert lowered["status"] == "FAILED"
    assert (raised["status"], raised["error"]["code"]) == ("SKIPPED", "DEPENDS_ON")
    assert desk.group_budgets(platform) == {"Donor": 60, "Taker": 40}
    assert desk.read(groups[1])["syncState"] != "SYNCED"
    after = desk.box.log_end()
    desk.push()
    assert desk.written(after) == [update] * 2
    assert desk.group_budgets(platform) == {"Donor": 45, "Taker": 55}
    assert {desk.read(g)["syncState"] for g in groups} == {"SYNCED"}


NEGATIVES = {"google": "campaignCriterion.create", "microsoft": "negativeKeyword.create"}


@pytest.mark.parametrize("platform", ["google", "microsoft"])
def test_nothing_goes_live_without_its_campaigns_negatives(desk, platform):
    tree = desk.live_tree(platform, name="Bakery")
    negative = desk.api.post(
        "/keywords",
        {
            "campaignId": tree["campaign"]["id"],
            "text": "free",
            "matchType": "EXACT",
            "negative": True,
        },
    ).data
    desk.refuse(platform, NEGATIVES[platform], times=9)
    run = desk.push(expect="PARTIAL", activate=True)
    assert of(run, negative)[0]["status"] == "FAILED"
    for kind in ("campaign", "group", "ad", "keyword"):
        made, live = of(run, tree[kind])
        assert (made["op"], made["status"]) == ("CREATE", "SUCCEEDED")
        assert (live["status"], live["error"]["code"]) == ("SKIPPED", "DEPENDS_ON")
        assert desk.read(tree[kind])["syncState"] != "SYNCED"
    assert desk.live_names(platform) == []
    assert desk.live_names(platform, "adGroups") == []
    # Once the negative keyword exists, everything is enabled.
    desk.box.clear_faults()
    desk.push(activate=True)
    assert desk.live_names(platform) == ["Bakery"]
    assert preview(desk.api, activate=True)["operations"] == []


@pytest.mark.parametrize("platform", ["google", "microsoft"])
def test_an_ad_groups_own_negative_holds_that_ad_group_alone(desk, platform):
    tree = desk.live_tree(platform, name="Bakery")
    other = desk.group(tree["campaign"], name="Other", status="ENABLED", cpcBid=1)
    make_ad(desk.api, other["id"], status="ENABLED")
    make_keyword(desk.api, other["id"], status="ENABLED")
    negative = make_keyword(desk.api, tree["group"]["id"], negative=True, text="free rolls")
    plan = preview(desk.api, activate=True)
    numbers = {(o["op"], o["id"]): i for i, o in enumerate(plan["operations"])}
    at = numbers["CREATE", negative["id"]]
    assert at in plan["operations"][numbers["UPDATE", tree["group"]["id"]]]["dependsOn"]
    assert at in plan["operations"][numbers["UPDATE", tree["ad"]["id"]]]["dependsOn"]
    assert at not in plan["operations"][numbers["UPDATE", other["id"]]]["dependsOn"]
    # The campaign's enable is held back too: without the negative keyword more would be live than
    # drafted.
    assert at in plan["operations"][numbers["UPDATE", tree["campaign"]["id"]]]["dependsOn"]


@pytest.mark.parametrize("platform", SOCIAL)
def test_no_ad_group_is_made_where_its_campaigns_update_failed(desk, platform):
    """The new ad group would be created with the old locations."""
    campaign = desk.campaign(
        platform, name="Geo", locations=[{"code": "US"}], status="ENABLED", budget=20
    )
    first = desk.group(campaign, name="Set 0", status="ENABLED")
    desk.push(activate=True)
    desk.patch(campaign, locations=[{"code": "CA"}])
    second = desk.group(campaign, name="Set 1", status="ENABLED")
    update = {"meta": "adset.update", "reddit": "adGroup.update"}[platform]
    desk.refuse(platform, update)
    run = desk.push(expect="FAILED", activate=True)
    assert of(run, campaign)[0]["status"] == "FAILED"
    for operation in of(run, second):
        assert (operation["status"], operation["error"]["code"]) == ("SKIPPED", "DEPENDS_ON")
    assert desk.countries(platform) == {"Set 0": ["US"]}
    assert desk.read(second)["remote"]["id"] is None
    desk.box.clear_faults()
    desk.push(activate=True)
    assert desk.countries(platform) == {"Set 0": ["CA"], "Set 1": ["CA"]}
    assert {desk.read(d)["syncState"] for d in (campaign, first, second)} == {"SYNCED"}


def test_an_enable_is_apart_from_the_change_beside_it(desk):
    """Locations and the enable are drafted in one edit. The locations are refused, and nothing
    is enabled."""
    tree = desk.live_tree("microsoft", name="Places", budget=20)
    desk.patch(tree["campaign"], status="PAUSED")
    desk.push(activate=True)
    desk.patch(tree["campaign"], locations=[{"code": "US"}], status="ENABLED")
    plan = preview(desk.api, activate=True)
    assert [fields_of(o) for o in plan["operations"]] == [["locations"], ["status"]]
    assert [o["dependsOn"] for o in plan["operations"]] == [[], [0]]
    desk.refuse("microsoft", "campaignCriterion.create", times=9)
    run = desk.push(expect="FAILED", plan=plan, activate=True)
    assert [t[2] for t in told(run)] == ["FAILED", "SKIPPED"]
    assert run["operations"][1]["error"]["code"] == "DEPENDS_ON"
    assert desk.live_names("microsoft") == []
    desk.box.clear_faults()
    desk.push(activate=True)
    assert desk.live_names("microsoft") == ["Places"]
    assert desk.all("microsoft", "campaignCriterions")


@pytest.mark.parametrize("platform", ALL)
def test_a_decrease_and_a_pause_rely_on_nothing(desk, platform):
    """A pause and a rename of one campaign depend on no other operation, and both are sent."""
    campaign = desk.campaign(platform, name="Bakery", budget=40, status="ENABLED")
    desk.push(activate=True)
    desk.patch(campaign, name="Refused", status="PAUSED")
    plan = preview(desk.api)
    assert [o["dependsOn"] for o in plan["operations"]] == [[], []]
    assert [fields_of(o) for o in plan["operations"]] == [["status"], ["name"]]
    desk.push(plan=plan)
    assert desk.live_names(platform) == [] and desk.names(platform) == ["Refused"]


@pytest.mark.parametrize("platform", SOCIAL)
def test_a_raise_is_held_to_the_total_of_the_moment(desk, platform):
    """The Space's total is lowered during the run: an operation that would exceed it is not
    sent."""
    first = desk.campaign("reddit", name="First", budget=50)
    other = desk.campaign(platform, name="Second", budget=50)
    desk.push()
    desk.patch(first, budget=49)
    desk.patch(other, budget=60)
    plan = preview(desk.api)
    assert plan["violations"] == []
    desk.fault("reddit", {"type": "latency", "ms": 3000}, UPDATES["reddit"])
    run = start_push(desk.api, plan=plan)
    assert wait_for(lambda: is_sent(desk, run, 0), 30)
    space = space_id(desk.api.get("/me").data)
    desk.server.cli("space", "set", space, "--max-total-daily-budget", "105")
    run = finish(desk.api, run["id"])
    [lowered], [raised] = of(run, first), of(run, other)
    assert lowered["status"] == "SUCCEEDED"
    assert (raised["status"], raised["error"]["code"]) == ("SKIPPED", "GUARDRAIL_VIOLATION")
    assert (desk.budget("reddit", "First"), desk.budget(platform, "Second")) == (49, 50)
    assert desk.total() == 99


@pytest.mark.parametrize("others", ["meta", "google"])
def test_a_raise_is_held_to_what_a_pull_found_meanwhile(desk, others):
    """Another user raises a budget on another platform during the run, and a pull stores it."""
    donor = desk.campaign("reddit", name="Donor", budget=50)
    taker = desk.campaign("reddit", name="Taker", budget=50)
    desk.campaign(others, name="Theirs", budget=90)
    desk.push()
    space = space_id(desk.api.get("/me").data)
    desk.server.cli("space", "set", space, "--max-total-daily-budget", "250")
    desk.patch(donor, budget=49)
    desk.patch(taker, budget=60)
    plan = preview(desk.api)
    assert plan["violations"] == [] and plan["totals"]["dailyBudgetAfter"] == 199
    desk.fault("reddit", {"type": "status", "status": 429, "retryDelay": "1800s"}, UPDATES["reddit"])
    run = start_push(desk.api, plan=plan)
    assert wait_for(lambda: run_state(desk.api, run["id"])["waits"], 30)
    desk.set_budget(others, "Theirs", 190)
    desk.pull(platforms=[others])
    desk.server.sql(
        "UPDATE sync_pacing SET wait_until = wait_until - heard_at + 1, heard_at = 1"
        " WHERE space_id = '%s'" % space
    )
    run = finish(desk.api, run["id"])
    [lowered], [raised] = of(run, donor), of(run, taker)
    assert lowered["status"] == "SUCCEEDED"
    assert (raised["status"], raised["error"]["code"]) == ("SKIPPED", "GUARDRAIL_VIOLATION")
    assert desk.budgets("reddit") == {"Donor": 49, "Taker": 50}
    assert desk.total() == 289


@pytest.mark.parametrize("platform", SOCIAL)
def test_budgets_that_others_moved_to_ad_groups_count(desk, platform):
    """900 a day at each of two ad groups: the total counts them, and leaves no room for more."""
    campaign, groups = budgets_at_groups(desk, platform, 900, 900)
    assert desk.total() == 1800
    more = [desk.campaign(platform, name="More %d" % i, budget=100) for i in range(4)]
    plan = preview(desk.api)
    assert "maxTotalDailyBudget" in {v["rule"] for v in plan["violations"]}
    after = desk.box.log_end()
    desk.api.post("/sync", {"planHash": plan["planHash"]}, expect=(403, 409, 422))
    assert desk.written(after) == []
    for one in more:
        assert desk.read(one)["remote"]["id"] is None


@pytest.mark.parametrize("platform", SOCIAL)
def test_a_campaigns_budget_is_not_pushed_over_those_of_its_ad_groups(desk, platform):
    """Without a pull: another user removed the campaign's budget there, and the draft sets one
    again."""
    campaign = desk.campaign(platform, name="Sets", budget=20)
    desk.group(campaign, name="Donor")
    desk.push()
    desk.move_budget_to_groups(platform, "Sets", {"Donor": 60})
    desk.patch(campaign, budget=30)
    after = desk.box.log_end()
    run = desk.push(expect="FAILED")
    assert told(run) == [("UPDATE", "campaign", "FAILED", "DRIFTED")]
    assert desk.written(after) == []
    assert desk.group_budgets(platform) == {"Donor": 60}
    assert desk.read(campaign)["syncState"] == "DRIFTED"
