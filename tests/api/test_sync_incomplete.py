"""Objects that a platform has only in part: reported as such, never enabled, never SYNCED, and
completed later."""

import datetime

import pytest

from adcore_make import finish, preview, space_id, start_push
from adcore_platforms import SOCIAL, Platforms, fields_of, of, status_of, told
from adcore_server import wait_for

PLACES = "campaignCriterion.create"
UPDATES = {"meta": "adset.update", "reddit": "adGroup.update"}
US, CA, GB = ({"code": code} for code in ("US", "CA", "GB"))


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    if server.process.poll() is None:
        server.sandbox().clear_faults()


def only_us(desk):
    fields = {"name": "Only US", "budget": 20, "locations": [US], "languages": ["en"]}
    return desk.live_tree("microsoft", **fields)


def location_ids(desk, name=None):
    """The location criteria of the Microsoft campaigns: id and whether it is excluded."""
    return sorted(
        (c["Criterion"]["LocationId"], c["Type"] == "NegativeCampaignCriterion")
        for c in desk.all("microsoft", "campaignCriterions")
        if "LocationId" in c["Criterion"]
    )


def assert_not_live(desk, tree):
    """No part of the campaign can show an ad, and adcore reports it as incomplete."""
    assert desk.live_names("microsoft") == []
    for kind in ("adGroups", "ads", "keywords"):
        assert [x for x in desk.all("microsoft", kind) if status_of(x) == "Active"] == []
    now = desk.read(tree["campaign"])
    assert now["incomplete"] is True
    assert now["syncState"] not in ("SYNCED", "SYNCING") and now["remote"]["status"] == "PAUSED"
    assert preview(desk.api)["totals"]["activeDailyBudgetBefore"] == 0


def assert_whole(desk, tree):
    desk.push(activate=True)
    assert desk.live_names("microsoft") == ["Only US"]
    assert location_ids(desk) == [("190", False)]
    now = desk.read(tree["campaign"])
    assert now["syncState"] == "SYNCED" and "incomplete" not in now
    assert preview(desk.api, activate=True)["operations"] == []


def test_places_that_are_refused_hold_everything(desk):
    tree = only_us(desk)
    desk.refuse("microsoft", PLACES, times=9)
    plan = preview(desk.api, activate=True)
    run = desk.push(expect="FAILED", plan=plan, activate=True)
    made, live = of(run, tree["campaign"])
    assert (made["op"], made["status"]) == ("CREATE", "FAILED")
    assert (live["status"], live["error"]["code"]) == ("SKIPPED", "DEPENDS_ON")
    for kind in ("group", "ad", "keyword"):
        for operation in of(run, tree[kind]):
            assert (operation["status"], operation["error"]["code"]) == ("SKIPPED", "DEPENDS_ON")
    assert location_ids(desk) == [] and desk.all("microsoft", "adGroups") == []
    assert_not_live(desk, tree)
    # Pushed again with the same refusal: still nothing is enabled.
    run = finish(desk.api, start_push(desk.api, activate=True)["id"])
    assert run["status"] in ("FAILED", "PARTIAL"), told(run)
    assert_not_live(desk, tree)
    desk.box.clear_faults()
    assert_whole(desk, tree)
    assert len(desk.all("microsoft")) == 1


def test_what_the_draft_leaves_open_is_not_waited_for(desk):
    """Microsoft does not return the intent of locations. Without drafted locations none is
    missing."""
    draft = desk.campaign("microsoft", locations=[US])
    group = desk.group(draft)
    desk.refuse("microsoft", PLACES)
    desk.push(expect="FAILED")
    assert desk.read(draft)["incomplete"] is True
    desk.patch(draft, locations=[])
    desk.push()
    assert "incomplete" not in desk.read(draft)
    assert desk.read(group)["syncState"] == desk.read(draft)["syncState"] == "SYNCED"


def test_an_enable_alone_is_held_while_the_object_is_incomplete(desk):
    """The locations failed in an earlier push. The next push adds them first and enables
    afterwards."""
    tree = only_us(desk)
    desk.refuse("microsoft", PLACES, times=9)
    desk.push(expect="FAILED")
    plan = preview(desk.api, activate=True)
    codes = {w["code"] for w in plan["warnings"] if w["id"] == tree["campaign"]["id"]}
    assert "INCOMPLETE" in codes, plan["warnings"]
    rest, live = of(plan, tree["campaign"])
    assert "locations" in fields_of(rest) and fields_of(live) == ["status"]
    assert plan["operations"].index(rest) in live["dependsOn"]
    desk.push(expect="FAILED", plan=plan, activate=True)
    assert_not_live(desk, tree)
    desk.box.clear_faults()
    assert_whole(desk, tree)


def test_a_platform_that_fails_for_that_request_alone(desk):
    tree = only_us(desk)
    desk.fault("microsoft", {"type": "status", "status": 500}, PLACES, times=30)
    run = finish(desk.api, start_push(desk.api, activate=True)["id"], 200)
    assert run["status"] in ("FAILED", "PARTIAL"), told(run)
    assert_not_live(desk, tree)
    desk.box.clear_faults()
    assert_whole(desk, tree)


@pytest.mark.parametrize("change", [{"name": "Only US!"}, {"budget": 21}, {"locations": [US, CA]}])
def test_an_edit_while_the_create_is_half_way(desk, change):
    """An edit of the draft in the meantime does not drop the missing locations."""
    tree = only_us(desk)
    desk.fault("microsoft", {"type": "latency", "ms": 2000}, PLACES)
    desk.box.fault(
        {"type": "status", "status": 500},
        operation=PLACES,
        customer=desk.account_there("microsoft"),
        times=30,
        platform="microsoft",
    )
    run = start_push(desk.api, activate=True)
    assert wait_for(lambda: desk.names("microsoft"), 30)
    desk.patch(tree["campaign"], **change)
    run = finish(desk.api, run["id"], 200)
    desk.box.clear_faults()
    if location_ids(desk) == []:
        assert run["status"] in ("FAILED", "PARTIAL"), told(run)
        assert_not_live(desk, tree)
    desk.push(activate=True)
    wanted = [("190", False)] + ([("32", False)] if "locations" in change else [])
    assert location_ids(desk) == sorted(wanted)
    assert len(desk.all("microsoft")) == 1
    now = desk.read(tree["campaign"])
    assert now["syncState"] == "SYNCED" and "incomplete" not in now


def three_sets(desk, platform):
    campaign = desk.campaign(platform, name="Geo", locations=[US])
    groups = [desk.group(campaign, name="Set %d" % i) for i in range(3)]
    other = desk.campaign(platform, name="Other")
    desk.push()
    return campaign, groups, other


def refuse_second(desk, platform):
    """The second of three ad groups is refused. On Reddit everything after it is refused too."""
    if platform == "meta":
        return desk.refuse(platform, UPDATES[platform], at=1)
    return desk.refuse(platform, UPDATES[platform], skip=1)


def half_way(desk, platform):
    campaign, groups, other = three_sets(desk, platform)
    desk.patch(campaign, locations=[CA])
    desk.patch(other, budget=25)
    refuse_second(desk, platform)
    run = desk.push(expect="PARTIAL")
    assert of(run, other)[0]["status"] == "SUCCEEDED"
    assert of(run, campaign)[0]["status"] == "FAILED"
    there = list(desk.countries(platform).values())
    assert ["CA"] in there and ["US"] in there
    now = desk.read(campaign)
    assert now["incomplete"] is True and now["syncState"] != "SYNCED"
    assert now["locations"][0]["code"] == "CA"
    return campaign, groups, run


def test_drift_lists_what_is_there_in_part(desk):
    """The list names the field of unknown value. No decision is needed: the next push sends it."""
    campaign, groups, run = half_way(desk, "meta")
    listed = desk.api.get("/sync/drift")
    [row] = listed.data
    assert listed.meta["total"] == 1
    assert row["incomplete"] is True and row["live"] is None
    assert (row["resource"], row["id"], row["field"]) == ("campaign", campaign["id"], "locations")
    assert (row["synced"][0]["code"], row["staged"][0]["code"]) == ("US", "CA")
    assert desk.api.get("/sync/drift", query={"resource": "ad"}).data == []
    body = {"id": campaign["id"], "field": "locations", "keep": "LIVE"}
    refused = desk.api.post("/sync/drift/resolve", body, expect=409)
    assert refused.details["reason"] == "INCOMPLETE"
    desk.push()
    assert desk.api.get("/sync/drift").data == []


@pytest.mark.parametrize("platform", SOCIAL)
def test_places_that_reached_some_ad_groups_are_sent_to_all(desk, platform):
    campaign, groups, run = half_way(desk, platform)
    [change] = of(preview(desk.api), campaign)[0]["changes"]
    assert change["field"] == "locations"
    desk.push()
    assert desk.countries(platform) == {"Set %d" % i: ["CA"] for i in range(3)}
    now = desk.read(campaign)
    assert now["syncState"] == "SYNCED" and "incomplete" not in now


@pytest.mark.parametrize("platform", SOCIAL)
def test_given_up_it_is_brought_back_everywhere(desk, platform):
    """Drafted as before, the campaign still differs from some of its ad groups."""
    campaign, groups, run = half_way(desk, platform)
    desk.patch(campaign, locations=[US])
    now = desk.read(campaign)
    assert now["incomplete"] is True and now["syncState"] != "SYNCED"
    [operation] = preview(desk.api)["operations"]
    assert fields_of(operation) == ["locations"]
    desk.push()
    assert desk.countries(platform) == {"Set %d" % i: ["US"] for i in range(3)}
    now = desk.read(campaign)
    assert now["syncState"] == "SYNCED" and "incomplete" not in now
    assert preview(desk.api)["operations"] == []


@pytest.mark.parametrize("platform", SOCIAL)
def test_a_pull_does_not_call_it_whole_while_the_ad_groups_differ(desk, platform):
    campaign, groups, run = half_way(desk, platform)
    desk.pull(platforms=[platform])
    now = desk.read(campaign)
    assert now["incomplete"] is True and now["syncState"] != "SYNCED"
    assert now["locations"][0]["code"] == "CA"
    # Another user makes the ad groups equal there: the next pull reads the campaign as complete.
    field = {"meta": "geo_locations", "reddit": "geolocations"}[platform]
    value = {"meta": {"countries": ["CA"]}, "reddit": ["CA"]}[platform]
    for each in desk.groups(platform):
        kind = {"meta": "adsets", "reddit": "ad_groups"}[platform]
        desk.edit(platform, each, {"targeting": dict(each["targeting"], **{field: value})}, kind)
    desk.pull(platforms=[platform])
    now = desk.read(campaign)
    assert now["syncState"] == "SYNCED" and "incomplete" not in now
    assert preview(desk.api)["operations"] == []


def test_a_last_day_in_doubt_counts_as_one_day(desk):
    """Meta keeps the days of a lifetime budget on its ad sets, and refuses one of three."""
    campaign = desk.campaign("meta", name="Sets", budget=20)
    for i in range(3):
        desk.group(campaign, name="Set %d" % i)
    desk.push()
    now = datetime.datetime.now(datetime.timezone.utc)
    last = now.date() + datetime.timedelta(days=29)
    end = int(now.replace(hour=23, minute=59, second=59).timestamp()) + 29 * 86400
    life = {"daily_budget": None, "lifetime_budget": 90000, "stop_time": end}
    desk.edit("meta", desk.named("meta", "Sets"), life)
    for each in desk.groups("meta"):
        desk.edit("meta", each, {"end_time": end}, "adsets")
    desk.pull(platforms=["meta"])
    before = desk.total()
    assert 29 <= before <= 32 and desk.read(campaign)["budgetPeriod"] == "LIFETIME"
    space = space_id(desk.api.get("/me").data)
    desk.server.cli("space", "set", space, "--max-budget-increase-percent", "none")
    desk.patch(campaign, endDate=(last - datetime.timedelta(days=20)).isoformat())
    refuse_second(desk, "meta")
    run = desk.push(expect="FAILED")
    assert desk.read(campaign)["incomplete"] is True
    assert desk.total() == 900
    # Another push may not use what this campaign may spend already.
    other = desk.campaign("google", name="Other", budget=20)
    plan = preview(desk.api, campaignIds=[other["id"]])
    assert "maxTotalDailyBudget" in {v["rule"] for v in plan["violations"]}
    # The push that completes it is a decrease of the total.
    plan = preview(desk.api)
    assert plan["violations"] == [] and plan["totals"]["violations"] == 0
    assert plan["totals"]["dailyBudgetBefore"] == 900
    assert plan["operations"][0]["id"] == campaign["id"]
    desk.push(plan=plan)
    assert "incomplete" not in desk.read(campaign) and run["status"] == "FAILED"
    assert 105 <= desk.total() <= 120


@pytest.mark.parametrize("platform", SOCIAL)
def test_a_revert_of_it_goes_to_every_ad_group(desk, platform):
    campaign, groups, run = half_way(desk, platform)
    desk.api.post("/sync/%s/revert" % run["id"], expect=201)
    if desk.read(campaign)["locations"][0]["code"] != "US":
        desk.patch(campaign, locations=[US])
    assert preview(desk.api)["operations"] != []
    desk.push()
    assert desk.countries(platform) == {"Set %d" % i: ["US"] for i in range(3)}


def moved_half_way(desk):
    """Microsoft: the location US changes to CA and GB, and one step is refused. Returns the
    campaign."""
    campaign = desk.campaign("microsoft", name="Moves", locations=[US], languages=["en"])
    desk.push()
    assert location_ids(desk) == [("190", False)]
    desk.patch(campaign, locations=[CA, GB])
    return campaign


@pytest.mark.parametrize("refused", ["campaignCriterion.remove", "campaignCriterion.create"])
def test_microsoft_places_refused_half_way_and_edited_back(desk, refused):
    campaign = moved_half_way(desk)
    desk.refuse("microsoft", refused, times=9)
    run = finish(desk.api, start_push(desk.api)["id"])
    assert run["status"] in ("FAILED", "PARTIAL"), told(run)
    desk.box.clear_faults()
    stands = location_ids(desk)
    now = desk.read(campaign)
    assert now["syncState"] != "SYNCED"
    desk.patch(campaign, locations=[US])
    if stands != [("190", False)]:
        assert desk.read(campaign)["incomplete"] is True
        [operation] = preview(desk.api)["operations"]
        assert "locations" in fields_of(operation)
        desk.push()
    elif preview(desk.api)["operations"]:
        desk.push()
    assert location_ids(desk) == [("190", False)]
    now = desk.read(campaign)
    assert now["syncState"] == "SYNCED" and "incomplete" not in now


@pytest.mark.parametrize("refused", ["campaignCriterion.remove", "campaignCriterion.create"])
def test_microsoft_places_refused_half_way_and_tried_again(desk, refused):
    campaign = moved_half_way(desk)
    desk.refuse("microsoft", refused, times=9)
    run = finish(desk.api, start_push(desk.api)["id"])
    assert run["status"] in ("FAILED", "PARTIAL"), told(run)
    desk.box.clear_faults()
    desk.push()
    assert len(location_ids(desk)) == 2 and ("190", False) not in location_ids(desk)
    now = desk.read(campaign)
    assert now["syncState"] == "SYNCED" and "incomplete" not in now
    assert preview(desk.api)["operations"] == []


def test_a_live_microsoft_campaign_is_never_without_places(desk):
    """The old location is removed and the new one is refused. Enabled, the campaign would show
    everywhere."""
    tree = only_us(desk)
    desk.push(activate=True)
    desk.patch(tree["campaign"], locations=[CA])
    desk.refuse("microsoft", PLACES, times=9)
    run = finish(desk.api, start_push(desk.api)["id"])
    assert run["status"] in ("FAILED", "PARTIAL"), told(run)
    assert location_ids(desk) != [] or desk.live_names("microsoft") == []


@pytest.mark.parametrize("platform", SOCIAL)
@pytest.mark.parametrize("changed", [0, 1, 2])
def test_one_ad_group_that_others_changed_is_not_pushed_over(desk, platform, changed):
    """The changed ad group may have any position in the platform's order."""
    campaign, groups, other = three_sets(desk, platform)
    field, value = {
        "meta": ("geo_locations", {"countries": ["FR"]}),
        "reddit": ("geolocations", ["FR"]),
    }[platform]
    kind = {"meta": "adsets", "reddit": "ad_groups"}[platform]
    there = desk.groups(platform)[changed]
    desk.edit(platform, there, {"targeting": dict(there["targeting"], **{field: value})}, kind)
    desk.patch(campaign, locations=[CA])
    after = desk.box.log_end()
    run = desk.push(expect="FAILED")
    assert told(run) == [("UPDATE", "campaign", "FAILED", "DRIFTED")]
    assert desk.written(after) == []
    assert sorted(desk.countries(platform).values()) == [["FR"], ["US"], ["US"]]
    assert desk.read(campaign)["syncState"] == "DRIFTED"


@pytest.mark.parametrize("platform", SOCIAL)
@pytest.mark.parametrize("changed", [0, 1, 2])
def test_a_pull_sees_the_ad_group_that_others_changed(desk, platform, changed):
    campaign, groups, other = three_sets(desk, platform)
    field, value = {
        "meta": ("geo_locations", {"countries": ["FR"]}),
        "reddit": ("geolocations", ["FR"]),
    }[platform]
    kind = {"meta": "adsets", "reddit": "ad_groups"}[platform]
    there = desk.groups(platform)[changed]
    desk.edit(platform, there, {"targeting": dict(there["targeting"], **{field: value})}, kind)
    assert desk.pull(platforms=[platform])["drifted"] == 1
    assert desk.read(campaign)["syncState"] == "DRIFTED"
    [row] = desk.api.get("/sync/drift").data
    assert (row["field"], row["live"][0]["code"]) == ("locations", "FR")
    assert desk.read(campaign)["locations"][0]["code"] == "US"


@pytest.mark.parametrize("platform", SOCIAL)
def test_what_failed_and_others_did_is_synced(desk, platform):
    """The platform refused a budget, and another user set it there. After a pull nothing is left
    to push."""
    campaign = desk.campaign(platform, name="Bakery", budget=20)
    desk.push()
    desk.patch(campaign, budget=30)
    desk.refuse(platform, "campaign.update")
    desk.push(expect="FAILED")
    assert desk.read(campaign)["syncState"] == "FAILED"
    desk.set_budget(platform, "Bakery", 25)
    desk.pull(platforms=[platform])
    assert desk.read(campaign)["syncState"] != "SYNCED"
    desk.set_budget(platform, "Bakery", 30)
    desk.pull(platforms=[platform])
    now = desk.read(campaign)
    assert now["syncState"] == "SYNCED" and now["remote"]["lastError"] is None
    assert preview(desk.api)["operations"] == []
