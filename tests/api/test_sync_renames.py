"""Renames in one push: chains, swaps and rings, drafted in any order."""

import pytest

from adcore_make import preview, space_id
from adcore_platforms import Platforms, fields_of, of

NAMED = ("google", "microsoft")
RENAME = "campaign.update"


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    if server.process.poll() is None:
        server.sandbox().clear_faults()


def campaigns(desk, platform, *names):
    made = {name: desk.campaign(platform, name=name) for name in names}
    desk.push()
    return made


def by_id(desk, platform, drafts):
    """The platform's current name of each draft, by the name it was created with."""
    found = {}
    for name, draft in drafts.items():
        number = desk.read(draft)["remote"]["id"].rpartition("/")[2].rpartition("~")[2]
        for there in desk.all(platform) + desk.all(platform, "adGroups"):
            own = str(there.get("Id") or there["resourceName"].rpartition("/")[2].split("~")[-1])
            if own == number:
                found[name] = there.get("Name", there.get("name"))
    return found


def rename(desk, drafts, wanted):
    """Drafts the names through temporary ones: two drafts can never have one name either."""
    for name in wanted:
        desk.patch(drafts[name], name="Detour " + name)
    for name, to in wanted.items():
        desk.patch(drafts[name], name=to)


def assert_settled(desk, platform, drafts, wanted):
    assert by_id(desk, platform, drafts) == wanted
    assert preview(desk.api)["operations"] == []
    for name, draft in drafts.items():
        now = desk.read(draft)
        assert (now["name"], now["syncState"]) == (wanted[name], "SYNCED")
        assert "incomplete" not in now


def at_the_total(desk, drafts):
    """No budget may rise before another one falls."""
    space = space_id(desk.api.get("/me").data)
    desk.server.cli("space", "set", space, "--max-total-daily-budget", str(20 * len(drafts)))
    assert desk.total() == 20 * len(drafts)


@pytest.mark.parametrize("platform", NAMED)
def test_a_swap_at_the_total_moves_budget_too(desk, platform):
    drafts = campaigns(desk, platform, "Aaa", "Bbb")
    at_the_total(desk, drafts)
    wanted = {"Aaa": "Bbb", "Bbb": "Aaa"}
    rename(desk, drafts, wanted)
    desk.patch(drafts["Aaa"], budget=12)
    desk.patch(drafts["Bbb"], budget=28)
    plan = preview(desk.api)
    assert plan["violations"] == [] and plan["totals"]["dailyBudgetAfter"] == 40
    assert [op["dailyBudgetDelta"] for op in plan["operations"] if op["dailyBudgetDelta"]] == [-8, 8]
    run = desk.push(plan=plan)
    assert {op["status"] for op in run["operations"]} == {"SUCCEEDED"}
    assert_settled(desk, platform, drafts, wanted)
    assert desk.budgets(platform) == {"Aaa": 28, "Bbb": 12}


@pytest.mark.parametrize("platform", NAMED)
def test_a_chain_at_the_total_pays_for_a_third_campaign(desk, platform):
    drafts = campaigns(desk, platform, "Aaa", "Bbb", "Ccc")
    at_the_total(desk, drafts)
    wanted = {"Aaa": "Bbb", "Bbb": "Ddd", "Ccc": "Ccc"}
    rename(desk, drafts, {"Bbb": "Ddd", "Aaa": "Bbb"})
    desk.patch(drafts["Aaa"], budget=10)
    desk.patch(drafts["Ccc"], budget=30)
    plan = preview(desk.api)
    assert plan["violations"] == []
    run = desk.push(plan=plan)
    assert {op["status"] for op in run["operations"]} == {"SUCCEEDED"}
    assert_settled(desk, platform, drafts, wanted)
    assert desk.budgets(platform) == {"Bbb": 10, "Ccc": 30, "Ddd": 20}


CHAINS = {
    "a chain of two": {"Aaa": "Bbb", "Bbb": "Ccc"},
    "the other way round": {"Bbb": "Aaa", "Aaa": "Ccc"},
    "a chain of three": {"Aaa": "Bbb", "Bbb": "Ddd", "Ddd": "Eee"},
    "a swap": {"Aaa": "Bbb", "Bbb": "Aaa"},
    "a ring of three": {"Aaa": "Bbb", "Bbb": "Ddd", "Ddd": "Aaa"},
    "a ring and a chain": {"Aaa": "Bbb", "Bbb": "Aaa", "Ddd": "Fff", "Fff": "Ggg"},
}
SWAPS = {"a swap": 1, "a ring of three": 1, "a ring and a chain": 1}


@pytest.mark.parametrize("platform", NAMED)
@pytest.mark.parametrize("kind", list(CHAINS))
def test_names_are_free_when_they_are_taken(desk, platform, kind):
    wanted = CHAINS[kind]
    drafts = campaigns(desk, platform, *wanted)
    rename(desk, drafts, wanted)
    plan = preview(desk.api)
    assert len(plan["operations"]) == len(wanted) + SWAPS.get(kind, 0)
    assert {tuple(fields_of(o)) for o in plan["operations"]} == {("name",)}
    assert {o["dailyBudgetDelta"] for o in plan["operations"]} == {0}
    run = desk.push(plan=plan)
    assert {o["status"] for o in run["operations"]} == {"SUCCEEDED"}
    assert_settled(desk, platform, drafts, wanted)
    for there in desk.names(platform):
        assert not there.startswith("Renaming")


@pytest.mark.parametrize("platform", NAMED)
def test_a_name_in_other_letters_is_the_same_name(desk, platform):
    """A rename that changes only letter case does not wait. A chain through such a rename holds."""
    drafts = campaigns(desk, platform, "Aaa", "Bbb")
    rename(desk, drafts, {"Aaa": "BBB", "Bbb": "ccc"})
    desk.push()
    assert_settled(desk, platform, drafts, {"Aaa": "BBB", "Bbb": "ccc"})
    desk.patch(drafts["Aaa"], name="bbb")
    plan = preview(desk.api)
    assert [o["dependsOn"] for o in plan["operations"]] == [[]]
    desk.push(plan=plan)
    assert_settled(desk, platform, drafts, {"Aaa": "bbb", "Bbb": "ccc"})


@pytest.mark.parametrize("platform", NAMED)
@pytest.mark.parametrize("kind", ["a chain of two", "a swap", "a ring of three"])
def test_ad_groups_of_one_campaign(desk, platform, kind):
    wanted = CHAINS[kind]
    campaign = desk.campaign(platform, name="Bakery")
    other = desk.campaign(platform, name="Other")
    drafts = {name: desk.group(campaign, name=name) for name in wanted}
    # An ad group of another campaign may have any of the names.
    desk.group(other, name="Aaa")
    desk.push()
    rename(desk, drafts, wanted)
    desk.push()
    assert_settled(desk, platform, drafts, wanted)
    assert desk.names(platform, "adGroups") == sorted(list(wanted.values()) + ["Aaa"])


@pytest.mark.parametrize("platform", NAMED)
def test_a_rename_beside_money(desk, platform):
    """A swap where one campaign's budget is lowered and the other's raised: each operation is
    sent once."""
    drafts = campaigns(desk, platform, "Aaa", "Bbb")
    rename(desk, drafts, {"Aaa": "Bbb", "Bbb": "Aaa"})
    desk.patch(drafts["Aaa"], budget=12)
    desk.patch(drafts["Bbb"], budget=28)
    plan = preview(desk.api)
    assert sum(o["dailyBudgetDelta"] for o in plan["operations"]) == 0
    assert plan["totals"]["dailyBudgetAfter"] == 40
    desk.push(plan=plan)
    assert_settled(desk, platform, drafts, {"Aaa": "Bbb", "Bbb": "Aaa"})
    assert desk.budgets(platform) == {"Aaa": 28, "Bbb": 12}


@pytest.mark.parametrize("platform", NAMED)
def test_the_second_rename_of_a_swap_is_refused(desk, platform):
    """The third operation depends on the refused one and is skipped. No draft is SYNCED, and
    another push completes the swap."""
    drafts = campaigns(desk, platform, "Aaa", "Bbb")
    rename(desk, drafts, {"Aaa": "Bbb", "Bbb": "Aaa"})
    desk.refuse(platform, RENAME, times=1, skip=1)
    run = desk.push(expect="PARTIAL")
    assert [o["status"] for o in run["operations"]] == ["SUCCEEDED", "FAILED", "SKIPPED"]
    first, second, third = run["operations"]
    assert third["error"]["code"] == "DEPENDS_ON"
    assert third["error"]["details"]["operation"] == 1
    assert first["id"] == third["id"] and first["id"] != second["id"]
    moved = "Aaa" if first["id"] == drafts["Aaa"]["id"] else "Bbb"
    kept = {"Aaa": "Bbb", "Bbb": "Aaa"}[moved]
    there = by_id(desk, platform, drafts)
    assert there == {moved: "Renaming " + first["id"], kept: kept}
    for name, draft in drafts.items():
        now = desk.read(draft)
        assert now["syncState"] != "SYNCED"
        assert now["name"] == {"Aaa": "Bbb", "Bbb": "Aaa"}[name]
    plan = preview(desk.api)
    assert [o["id"] for o in plan["operations"]] == [second["id"], third["id"]]
    [change] = of(plan, drafts[moved])[0]["changes"]
    assert (change["from"], change["to"]) == ("Renaming " + first["id"], kept)
    desk.push(plan=plan)
    assert_settled(desk, platform, drafts, {"Aaa": "Bbb", "Bbb": "Aaa"})


@pytest.mark.parametrize("platform", NAMED)
def test_the_temporary_rename_is_refused(desk, platform):
    """Nothing was renamed, and no further operation is sent."""
    drafts = campaigns(desk, platform, "Aaa", "Bbb")
    rename(desk, drafts, {"Aaa": "Bbb", "Bbb": "Aaa"})
    desk.refuse(platform, RENAME, times=1)
    after = desk.box.log_end()
    run = desk.push(expect="FAILED")
    assert [o["status"] for o in run["operations"]] == ["FAILED", "SKIPPED", "SKIPPED"]
    assert by_id(desk, platform, drafts) == {"Aaa": "Aaa", "Bbb": "Bbb"}
    assert desk.written(after) == [RENAME]
    assert {desk.read(d)["syncState"] for d in drafts.values()} & {"SYNCED"} == set()
    desk.push()
    assert_settled(desk, platform, drafts, {"Aaa": "Bbb", "Bbb": "Aaa"})


@pytest.mark.parametrize("platform", NAMED)
def test_a_chain_whose_first_rename_drifted(desk, platform):
    """The object with the name was renamed there: the rename to that name waits for the
    resolution too."""
    drafts = campaigns(desk, platform, "Aaa", "Bbb")
    rename(desk, drafts, {"Aaa": "Bbb", "Bbb": "Ccc"})
    field = {"google": "name", "microsoft": "Name"}[platform]
    desk.edit(platform, desk.named(platform, "Bbb"), {field: "Theirs"})
    run = desk.push(expect="FAILED")
    [holder], [taker] = of(run, drafts["Bbb"]), of(run, drafts["Aaa"])
    assert (holder["status"], holder["error"]["code"]) == ("FAILED", "DRIFTED")
    assert (taker["status"], taker["error"]["code"]) == ("SKIPPED", "DEPENDS_ON")
    assert desk.names(platform) == ["Aaa", "Theirs"]


@pytest.mark.parametrize("platform", ("reddit", "meta"))
def test_names_that_need_not_be_unique(desk, platform):
    drafts = campaigns(desk, platform, "Aaa", "Bbb")
    rename(desk, drafts, {"Aaa": "Bbb", "Bbb": "Aaa"})
    plan = preview(desk.api)
    assert [o["dependsOn"] for o in plan["operations"]] == [[], []]
    desk.push(plan=plan)
    assert desk.names(platform) == ["Aaa", "Bbb"]
    assert preview(desk.api)["operations"] == []


@pytest.mark.parametrize("platform", NAMED)
def test_a_name_taken_by_a_new_campaign(desk, platform):
    """The object with the name is renamed or removed in the same push."""
    drafts = campaigns(desk, platform, "Aaa", "Bbb")
    desk.patch(drafts["Aaa"], name="Ccc")
    desk.api.delete("/campaigns/" + drafts["Bbb"]["id"])
    new = desk.campaign(platform, name="Aaa")
    desk.push()
    assert desk.names(platform) == ["Aaa", "Ccc"]
    assert desk.read(new)["syncState"] == "SYNCED"
    assert preview(desk.api)["operations"] == []
