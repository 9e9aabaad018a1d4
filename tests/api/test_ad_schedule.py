"""The hours of a campaign: what is refused, and that they stand on Google and Microsoft as drafted."""

import pytest

from adcore_platforms import Platforms

SEARCH = ("google", "microsoft")
DAYS = ("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY")
QUARTERS = {"ZERO": 0, "FIFTEEN": 15, "THIRTY": 30, "FORTYFIVE": 45, "FORTY_FIVE": 45}


@pytest.fixture(scope="module")
def desk(server):
    return Platforms(server)


def hours(day, start, end):
    return {"day": day, "from": start, "to": end}


OFFICE = [hours(day, "09:00", "17:00") for day in DAYS[:5]]


def time_of(part, hour, minute):
    return "%02d:%02d" % (part.get(hour, 0), QUARTERS[part.get(minute, "ZERO").upper()])


def hours_there(desk, platform, name):
    """The hours of a campaign on the platform, as (day, from, to)."""
    there = desk.named(platform, name)
    found = set()
    if platform == "google":
        for each in desk.all("google", "campaignCriteria"):
            part = each.get("adSchedule")
            if not part or each.get("status") == "REMOVED":
                continue
            if each["campaign"] == there["resourceName"]:
                found.add((part["dayOfWeek"], time_of(part, "startHour", "startMinute"),
                           time_of(part, "endHour", "endMinute")))
        return found
    for each in desk.all("microsoft", "campaignCriterions"):
        part = each["Criterion"]
        if part["Type"] != "DayTimeCriterion" or each["Status"] == "Deleted":
            continue
        if each["CampaignId"] == there["Id"]:
            found.add((part["Day"].upper(), time_of(part, "FromHour", "FromMinute"),
                       time_of(part, "ToHour", "ToMinute")))
    return found


def as_set(items):
    return {(each["day"], each["from"], each["to"]) for each in items or []}


@pytest.mark.parametrize(
    "value, path, code",
    [
        ([hours("MON", "09:00", "17:00")], "adSchedule[0].day", "UNKNOWN_VALUE"),
        ([hours("MONDAY", "9:00", "17:00")], "adSchedule[0].from", "TOO_SHORT"),
        ([hours("MONDAY", "09:10", "17:00")], "adSchedule[0].from", "UNKNOWN_VALUE"),
        ([hours("MONDAY", "09:00", "24:15")], "adSchedule[0].to", "UNKNOWN_VALUE"),
        ([hours("MONDAY", "22:00", "02:00")], "adSchedule[0].to", "BEFORE_START"),
        ([hours("MONDAY", "09:00", "09:00")], "adSchedule[0].to", "BEFORE_START"),
        ([{"day": "MONDAY", "from": "09:00"}], "adSchedule[0].to", "REQUIRED"),
        ([{**OFFICE[0], "bidAdjustment": 10}], "adSchedule[0].bidAdjustment", "UNKNOWN_FIELD"),
        (OFFICE + [hours("FRIDAY", "16:45", "18:00")], "adSchedule[5]", "OVERLAPS"),
        (OFFICE + OFFICE[:1], "adSchedule[5]", "OVERLAPS"),
        ("always", "adSchedule", "WRONG_TYPE"),
    ],
)
@pytest.mark.parametrize("platform", SEARCH)
def test_hours_that_no_platform_has_are_refused(desk, platform, value, path, code):
    body = {"name": "Refused", "type": "SEARCH", "platform": platform, "budget": 20}
    refused = desk.api.refuse("POST", "/campaigns", {**body, "adSchedule": value})
    assert [(f["path"], f["code"]) for f in refused.details["fields"]] == [(path, code)]


def test_google_has_six_intervals_a_day(desk):
    six = [hours("MONDAY", "%02d:00" % (n * 2), "%02d:00" % (n * 2 + 1)) for n in range(7)]
    made = desk.campaign("google", adSchedule=six[:6])
    at = "/campaigns/" + made["id"]
    refused = desk.api.refuse("PATCH", at, {"adSchedule": six})
    [fault] = refused.details["fields"]
    assert (fault["path"], fault["code"], fault["limit"]) == ("adSchedule", "TOO_MANY", 6)
    other = desk.campaign("microsoft", adSchedule=six)
    refused = desk.api.refuse("PATCH", "/campaigns/" + other["id"], {"platform": "google"})
    assert [f["code"] for f in refused.details["fields"]] == ["TOO_MANY"]


@pytest.mark.parametrize("platform", ["reddit", "meta"])
def test_platforms_without_hours_refuse_them(desk, platform):
    body = {"name": "Refused", "type": "SOCIAL", "platform": platform, "budget": 20}
    refused = desk.api.refuse("POST", "/campaigns", {**body, "adSchedule": OFFICE})
    [fault] = refused.details["fields"]
    assert (fault["path"], fault["code"]) == ("adSchedule", "UNSUPPORTED_ON_PLATFORM")
    assert "google and microsoft" in fault["message"]


def test_an_empty_list_means_always(desk):
    made = desk.campaign("google", adSchedule=[])
    assert made["adSchedule"] is None
    set_ = desk.patch(made, adSchedule=OFFICE)
    assert set_["adSchedule"] == OFFICE
    assert desk.patch(made, adSchedule=[])["adSchedule"] is None


@pytest.mark.parametrize("platform", SEARCH)
def test_hours_stand_on_the_platform_and_follow_the_draft(desk, platform):
    made = desk.campaign(platform, adSchedule=OFFICE, locations=[{"code": "DE"}])
    name, ids = made["name"], {"campaignIds": [made["id"]]}
    desk.push(**ids)
    assert hours_there(desk, platform, name) == as_set(OFFICE)
    assert desk.read(made)["syncState"] == "SYNCED"
    # Longer on one day, which overlaps what it replaces; one day less, one more.
    later = OFFICE[:3] + [hours("THURSDAY", "09:00", "20:30"), hours("SUNDAY", "00:00", "24:00")]
    desk.patch(made, adSchedule=later)
    desk.push(**ids)
    assert hours_there(desk, platform, name) == as_set(later)
    assert desk.read(made)["syncState"] == "SYNCED"
    # Read back in another order, they are the same hours.
    desk.pull(platforms=[platform])
    assert desk.read(made)["adSchedule"] == later
    assert desk.read(made)["syncState"] == "SYNCED"
    desk.patch(made, adSchedule=None)
    desk.push(**ids)
    assert hours_there(desk, platform, name) == set()
    assert desk.read(made)["syncState"] == "SYNCED"


def move_there(desk, platform, name, hour):
    """Another user changes the end of the campaign's only hours on the platform."""
    there = desk.named(platform, name)
    if platform == "google":
        [one] = [
            each
            for each in desk.all("google", "campaignCriteria")
            if each["campaign"] == there["resourceName"] and "adSchedule" in each
        ]
        part = dict(one["adSchedule"], endHour=hour, endMinute="THIRTY")
        desk.edit("google", one, {"adSchedule": part})
        return
    [one] = [
        each
        for each in desk.all("microsoft", "campaignCriterions")
        if each["CampaignId"] == there["Id"] and each["Criterion"]["Type"] == "DayTimeCriterion"
    ]
    part = dict(one["Criterion"], ToHour=hour, ToMinute="Thirty")
    desk.edit("microsoft", one, {"Criterion": part}, kind="campaignCriterions")


@pytest.mark.parametrize("platform", SEARCH)
def test_hours_changed_on_the_platform_are_pulled_or_shown_as_drift(desk, platform):
    made = desk.campaign(platform, adSchedule=OFFICE[:1])
    ids = {"campaignIds": [made["id"]]}
    desk.push(**ids)
    move_there(desk, platform, made["name"], 20)
    desk.pull(platforms=[platform])
    assert desk.read(made)["adSchedule"] == [hours("MONDAY", "09:00", "20:30")]
    # With an edit of the draft both sides differ from what was last synced.
    desk.patch(made, adSchedule=OFFICE[:2])
    move_there(desk, platform, made["name"], 22)
    desk.pull(platforms=[platform])
    found = desk.read(made)
    assert (found["syncState"], found["adSchedule"]) == ("DRIFTED", OFFICE[:2])
    [drift] = [each for each in desk.api.get("/sync/drift").data if each["id"] == made["id"]]
    assert (drift["field"], drift["live"]) == (
        "adSchedule",
        [hours("MONDAY", "09:00", "22:30")],
    )
    body = {"id": made["id"], "field": "adSchedule", "keep": "LIVE"}
    desk.api.post("/sync/drift/resolve", body, expect=200)
    assert desk.read(made)["adSchedule"] == [hours("MONDAY", "09:00", "22:30")]


def test_a_half_done_schedule_on_microsoft_is_repeated_and_holds_the_enable_back(server):
    desk = Platforms(server)
    fields = {"adSchedule": OFFICE, "locations": [{"code": "DE"}]}
    campaign = desk.live_tree("microsoft", **fields)["campaign"]
    ids = {"campaignIds": [campaign["id"]]}
    # The first request adds the location, the second one the hours.
    desk.refuse("microsoft", "campaignCriterion.create", skip=1)
    desk.push(expect="FAILED", activate=True, **ids)
    assert desk.read(campaign)["syncState"] == "FAILED"
    assert hours_there(desk, "microsoft", campaign["name"]) == set()
    assert desk.live_names("microsoft") == [], "nothing shows without its hours"
    desk.push(activate=True, **ids)
    assert hours_there(desk, "microsoft", campaign["name"]) == as_set(OFFICE)
    assert desk.live_names("microsoft") == [campaign["name"]]
    assert desk.read(campaign)["syncState"] == "SYNCED"


def test_hours_that_were_removed_but_not_replaced_are_reported(server):
    """Microsoft has no hours that overlap: those in the way are removed first."""
    desk = Platforms(server)
    made = desk.campaign("microsoft", adSchedule=OFFICE[:1])
    ids = {"campaignIds": [made["id"]]}
    desk.push(**ids)
    longer = [hours("MONDAY", "09:00", "18:00")]
    desk.patch(made, adSchedule=longer)
    desk.refuse("microsoft", "campaignCriterion.create")
    desk.push(expect="FAILED", **ids)
    now = desk.read(made)
    assert (now["syncState"], now["incomplete"]) == ("FAILED", True)
    desk.push(**ids)
    assert hours_there(desk, "microsoft", made["name"]) == as_set(longer)
    assert desk.read(made)["syncState"] == "SYNCED"


def test_a_copy_keeps_its_hours(desk):
    source = desk.campaign("google", adSchedule=OFFICE)
    path = "/campaigns/%s/copy" % source["id"]
    done = desk.api.post(path, {"platform": "microsoft"}, expect=201).data
    assert done["campaign"]["adSchedule"] == OFFICE
    assert [line["path"] for line in done["report"]] == []


@pytest.mark.parametrize("platform", SEARCH)
def test_a_revert_restores_the_hours(desk, platform):
    made = desk.campaign(platform, adSchedule=OFFICE)
    ids = {"campaignIds": [made["id"]]}
    desk.push(**ids)
    desk.patch(made, adSchedule=OFFICE[:1])
    run = desk.push(**ids)
    assert hours_there(desk, platform, made["name"]) == as_set(OFFICE[:1])
    desk.api.post("/sync/%s/revert" % run["id"], expect=201)
    assert as_set(desk.read(made)["adSchedule"]) == as_set(OFFICE)
    desk.push(**ids)
    assert hours_there(desk, platform, made["name"]) == as_set(OFFICE)
