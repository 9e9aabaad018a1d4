"""Values that a new ad group inherits from its campaign are part of the preview and of its hash."""

import pytest

from adcore_make import finish, preview, start_push
from adcore_platforms import SOCIAL, Platforms, fields_of, of, told


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    if server.process.poll() is None:
        server.sandbox().clear_faults()


US, CA = {"code": "US"}, {"code": "CA"}
FIELDS = {"locations": [US], "languages": ["en"], "endDate": "2027-06-30"}
# For each inherited field, the drafted value and the changed value.
CHANGES = {
    "locations": ([US], [CA]),
    "languages": (["en"], ["de"]),
    "endDate": ("2027-06-30", "2027-07-31"),
    "startDate": ("2027-03-01", "2027-04-01"),
    "bidding": (
        {"strategy": "TARGET_CPA", "targetCpa": 5},
        {"strategy": "TARGET_CPA", "targetCpa": 6},
    ),
}
CARRIED = {
    "meta": ("locations", "languages", "endDate", "startDate", "bidding"),
    "reddit": ("locations", "languages"),
}
BOTH = [(platform, field) for platform in SOCIAL for field in CARRIED[platform]]


def started(desk, platform, **fields):
    """A pushed campaign with an ad group, and a drafted second ad group."""
    campaign = desk.campaign(platform, name="Geo", budget=60, **fields)
    desk.group(campaign, name="First")
    desk.push()
    return campaign, desk.group(campaign, name="Second")


def refuse_hash(desk, plan, **fields):
    """The push of an old preview is refused, and nothing is written."""
    after = desk.box.log_end()
    answer = desk.api.post("/sync", {"planHash": plan["planHash"], **fields}, expect=409)
    assert answer.details["reason"] == "PLAN_CHANGED", answer
    assert desk.written(after) == []


@pytest.mark.parametrize("platform", SOCIAL)
def test_it_is_shown_with_the_ad_group(desk, platform):
    campaign, second = started(desk, platform, **FIELDS)
    [operation] = preview(desk.api)["operations"]
    shown = {change["field"]: change["to"] for change in operation["changes"]}
    assert [place["code"] for place in shown["locations"]] == ["US"]
    assert shown["languages"] == ["en"] and shown["name"] == "Second"
    if platform == "meta":
        assert shown["endDate"] == "2027-06-30"


@pytest.mark.parametrize("platform, field", BOTH)
def test_an_ad_group_alone_is_made_with_what_stands_there(desk, platform, field):
    """A push of the ad group alone leaves out the campaign's edit, which does not change the
    preview."""
    old, new = CHANGES[field]
    campaign, second = started(desk, platform, **{field: old})
    part = {"adGroupIds": [second["id"]]}
    plan = preview(desk.api, **part)
    [made] = plan["operations"]
    shown = {change["field"]: change["to"] for change in made["changes"]}
    assert field in shown
    desk.patch(campaign, **{field: new})
    now = preview(desk.api, **part)
    assert now["planHash"] == plan["planHash"] and now["operations"] == plan["operations"]
    desk.push(plan=plan, **part)
    first, other = desk.groups(platform)
    if platform == "meta":
        for name in ("targeting", "bid_amount", "start_time", "end_time"):
            assert first.get(name) == other.get(name)
    else:
        assert first["targeting"] == other["targeting"]
    assert desk.read(campaign)["syncState"] == "MODIFIED"


@pytest.mark.parametrize("platform, field", BOTH)
def test_the_campaigns_edit_in_the_plan_changes_the_hash(desk, platform, field):
    old, new = CHANGES[field]
    campaign, second = started(desk, platform, **{field: old})
    plan = preview(desk.api)
    desk.patch(campaign, **{field: new})
    now = preview(desk.api)
    assert now["planHash"] != plan["planHash"]
    made, update = of(now, second)[0], of(now, campaign)[0]
    assert fields_of(update) == [field]
    assert now["operations"].index(update) in made["dependsOn"]
    shown = {change["field"]: change["to"] for change in made["changes"]}
    told_of = {change["field"]: change["to"] for change in update["changes"]}
    assert shown[field] == told_of[field]
    refuse_hash(desk, plan)
    desk.push(plan=now)
    assert preview(desk.api)["operations"] == []
    if field == "locations":
        assert desk.countries(platform) == {"First": ["CA"], "Second": ["CA"]}
    if field == "bidding":
        assert {each["bid_amount"] for each in desk.groups(platform)} == {600}
    if field == "endDate":
        assert len({each["end_time"] for each in desk.groups(platform)}) == 1


@pytest.mark.parametrize("platform", SOCIAL)
def test_places_that_others_changed_and_a_pull_took_over(desk, platform):
    campaign, second = started(desk, platform, locations=[US])
    plan = preview(desk.api)
    [there] = desk.groups(platform)
    field, value, kind = {
        "meta": ("geo_locations", {"countries": ["CA"]}, "adsets"),
        "reddit": ("geolocations", ["CA"], "ad_groups"),
    }[platform]
    desk.edit(platform, there, {"targeting": dict(there["targeting"], **{field: value})}, kind)
    desk.pull()
    assert desk.read(campaign)["locations"][0]["code"] == "CA"
    now = preview(desk.api)
    assert now["planHash"] != plan["planHash"]
    refuse_hash(desk, plan)
    desk.push(plan=now)
    assert desk.countries(platform) == {"First": ["CA"], "Second": ["CA"]}


def test_a_bid_and_an_end_that_others_changed_and_a_pull_took_over(desk):
    """With the old hash the new ad set would bid ten times as much, for half a year longer."""
    bidding = {"strategy": "TARGET_CPA", "targetCpa": 5}
    campaign, second = started(desk, "meta", bidding=bidding, endDate="2027-06-30")
    plan = preview(desk.api)
    [there] = desk.groups("meta")
    desk.edit("meta", there, {"bid_amount": 5000, "end_time": 1830297600}, "adsets")
    desk.pull()
    now = desk.read(campaign)
    assert now["bidding"]["targetCpa"] == 50 and now["endDate"] != "2027-06-30"
    refuse_hash(desk, plan)
    assert [each["name"] for each in desk.groups("meta")] == ["First"]
    shown = {c["field"]: c["to"] for c in preview(desk.api)["operations"][0]["changes"]}
    assert shown["bidding"]["targetCpa"] == 50


@pytest.mark.parametrize("platform", SOCIAL)
def test_a_pull_between_the_push_and_its_turn(desk, platform):
    """The campaign's values changed after the push was accepted: the ad group is not created."""
    campaign, second = started(desk, platform, locations=[US])
    other = desk.campaign(platform, name="Slow", budget=10)
    slow = {"type": "latency", "ms": 3000}
    desk.fault(platform, slow, "campaign.create")
    run = start_push(desk.api)
    space = desk.api.get("/me").data["space"]
    space = space["id"] if isinstance(space, dict) else space
    desk.server.sql(
        "UPDATE campaigns SET synced = REPLACE(synced, '\"US\"', '\"CA\"') WHERE id = '%s' AND"
        " space_id = '%s'" % (campaign["id"], space)
    )
    run = finish(desk.api, run["id"])
    assert of(run, other)[0]["status"] == "SUCCEEDED"
    [made] = of(run, second)
    assert (made["status"], made["error"]["code"]) == ("SKIPPED", "PLAN_CHANGED"), told(run)
    assert desk.countries(platform) == {"First": ["US"]}
