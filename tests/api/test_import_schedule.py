"""The hours of a campaign in the bulk files of Google and Microsoft."""

import csv
import io

import pytest

from adcore_make import serial

GOOGLE = "Campaign,Campaign Type,Budget,Location,Ad Group,Ad Schedule\n"
OFFICE = [
    {"day": day, "from": "09:00", "to": "17:30"} for day in ("MONDAY", "TUESDAY", "FRIDAY")
]


@pytest.fixture
def take(server, account, tmp_path):
    """Imports a text; gives the report."""

    def run(text, platform="google", check=True):
        path = tmp_path / ("file-%d.csv" % serial())
        path.write_bytes(text.encode())
        args = ("import", str(path), "--email", account.email, "--platform", platform)
        result = server.cli(*args, check=False)
        assert not check or result.code == 0, result
        return result.json

    return run


@pytest.fixture
def give(server, account, tmp_path):
    """Exports a platform; gives the file's bytes and the report."""

    def run(platform):
        path = tmp_path / ("export-%d.csv" % serial())
        args = ("export", str(path), "--email", account.email, "--platform", platform)
        return server.cli(*args).json, path

    return run


@pytest.fixture
def api(account):
    return account.client()


def campaign(api):
    [one] = api.walk("/campaigns")
    return one


def rows_of(path):
    return list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"))))


def told(report):
    return [(one["line"], one["column"]) for one in report["skipped"]]


@pytest.mark.parametrize("cell", [
    "(Monday[09:00-17:30]);(Tuesday[09:00-17:30]);(Friday[09:00-17:30])",
    "(friday[9:00-17:30]) ; (Monday[09:00 - 17:30]);(TUESDAY[09:00-17:30]);",
])
def test_the_hours_of_a_google_file_are_read(take, api, cell):
    report = take(GOOGLE + 'A,Search,5,Germany,,"%s"\nA,,,,G,\n' % cell)
    assert told(report) == [] and report["ignoredColumns"] == []
    key = lambda one: (one["day"], one["from"])
    assert sorted(campaign(api)["adSchedule"], key=key) == sorted(OFFICE, key=key)


def test_two_intervals_of_a_day_and_the_end_of_the_day(take, api):
    take(GOOGLE + 'A,Search,5,Germany,,"(Sunday[00:00-06:15]);(Sunday[22:45-24:00])"\n')
    assert campaign(api)["adSchedule"] == [
        {"day": "SUNDAY", "from": "00:00", "to": "06:15"},
        {"day": "SUNDAY", "from": "22:45", "to": "24:00"},
    ]


@pytest.mark.parametrize("cell", ["", "[]", "All day", "always"])
def test_a_cell_without_limits_means_always(take, api, cell):
    assert told(take(GOOGLE + "A,Search,5,Germany,,%s\n" % cell)) == []
    assert campaign(api)["adSchedule"] is None


@pytest.mark.parametrize("cell", [
    "(Monday[09:00-17:00]+20%)",
    "(Monday[09:00-17:00]);weekends",
    "(Mon[09:00-17:00])",
    "(Monday[09:10-17:00])",
    "(Monday[17:00-09:00])",
    "(Monday[09:00-25:00])",
    "(Monday[9-17])",
    "(Monday)",
    "Monday[09:00-17:00]",
    "(Monday[09:00-17:00]",
    "(Monday[09:00-17:00]);(Monday[12:00-18:00])",
])
def test_hours_that_cannot_be_read_hold_the_campaign_back(take, api, cell):
    report = take(GOOGLE + 'A,Search,5,Germany,,"%s"\nA,,,,G,\n' % cell, check=False)
    assert (2, "Ad Schedule") in told(report)
    assert api.walk("/campaigns") == [] and api.walk("/ad-groups") == []


def test_hours_in_the_row_of_an_ad_group_are_not_lost_in_silence(take, api):
    report = take(GOOGLE + 'A,Search,5,Germany,,\nA,,,,G,(Monday[09:00-17:00])\n', check=False)
    assert told(report) == [(3, "Ad Schedule")] and api.walk("/ad-groups") == []


def test_an_edit_changes_the_hours_and_keeps_them_where_the_cell_is_empty(take, api):
    take(GOOGLE + 'A,Search,5,Germany,,"(Monday[09:00-17:00])"\n')
    head = "Row Type,Action,Campaign,Budget,Ad Schedule\n"
    take(head + "Campaign,Edit,A,6,\n")
    assert campaign(api)["adSchedule"] == [{"day": "MONDAY", "from": "09:00", "to": "17:00"}]
    take(head + "Campaign,Edit,A,6,(Sunday[09:00-17:00])\n")
    assert campaign(api)["adSchedule"] == [{"day": "SUNDAY", "from": "09:00", "to": "17:00"}]
    take(head + "Campaign,Edit,A,6,[]\n")
    assert campaign(api)["adSchedule"] is None


MICROSOFT = (
    "Type,Status,Campaign,Ad Group,Budget,Budget Type,Campaign Type,Target,From Hour,From Minute,"
    "To Hour,To Minute,Bid Adjustment\n"
    "Campaign,Active,C,,30,DailyBudgetStandard,Search,,,,,,\n"
    "Campaign Location Criterion,Active,C,,,,,190,,,,,%s\n"
    "Ad Group,Active,C,G,,,,,,,,,\n"
)
HOURS = "Campaign DayTime Criterion,%s,C,,,,,%s,%s,%s,%s,%s,%s\n"


def test_the_records_of_hours_of_microsoft_are_read(take, api):
    rows = HOURS % ("Active", "Monday", 9, 0, 17, 30, 0)
    rows += HOURS % ("", "tuesday", 9, "", 17, 30, "")
    rows += HOURS % ("Active", "Friday", "09", "0", "17", "30", "0.00")
    rows += HOURS % ("Deleted", "Sunday", 9, 0, 17, 30, 0)
    report = take(MICROSOFT % "" + rows, "microsoft")
    assert campaign(api)["adSchedule"] == OFFICE
    assert told(report) == [(8, "Status")] and report["ignoredColumns"] == []
    assert len(api.walk("/ad-groups")) == 1


@pytest.mark.parametrize("cells, column", [
    (("Active", "Monday", 9, 0, 17, 30, 20), "Bid Adjustment"),
    (("Active", "Mon", 9, 0, 17, 30, 0), "Target"),
    (("Active", "", 9, 0, 17, 30, 0), "Target"),
    (("Active", "Monday", "", 0, 17, 30, 0), "From Hour"),
    (("Active", "Monday", 9, 0, 25, 0, 0), "To Hour"),
    (("Active", "Monday", 9, 10, 17, 0, 0), "From Hour"),
    (("Active", "Monday", 17, 0, 9, 0, 0), "To Hour"),
    (("Active", "Monday", 9, 0, 24, 15, 0), "To Hour"),
    (("Paused", "Monday", 9, 0, 17, 0, 0), "Status"),
])
def test_a_record_of_hours_that_cannot_be_read_holds_the_campaign_back(take, api, cells, column):
    good = HOURS % ("Active", "Sunday", 9, 0, 17, 30, 0)
    report = take(MICROSOFT % "" + good + HOURS % cells, "microsoft", check=False)
    assert (6, column) in told(report)
    assert api.walk("/campaigns") == [] and api.walk("/ad-groups") == []


def test_a_bid_adjustment_of_a_place_is_not_lost_in_silence(take, api):
    report = take(MICROSOFT % "20", "microsoft", check=False)
    assert (3, "Bid Adjustment") in told(report) and api.walk("/campaigns") == []


@pytest.mark.parametrize("platform", ["google", "microsoft"])
def test_an_export_holds_the_hours_and_its_import_changes_nothing(
    server, take, give, api, account, platform
):
    made = api.post("/campaigns", {
        "name": "A", "platform": platform, "type": "SEARCH", "budget": 5, "adSchedule": OFFICE,
        "locations": [{"code": "DE"}],
    }, expect=201).data
    report, path = give(platform)
    assert "adSchedule" not in str(report)
    if platform == "google":
        [cell] = [row["Ad Schedule"] for row in rows_of(path) if row["Ad Schedule"]]
        assert cell == "(Monday[09:00-17:30]);(Tuesday[09:00-17:30]);(Friday[09:00-17:30])"
    else:
        rows = [row for row in rows_of(path) if row["Type"] == "Campaign DayTime Criterion"]
        parts = ("Status", "Target", "From Hour", "From Minute", "To Hour", "To Minute")
        assert [[row[part] for part in parts] for row in rows] == [
            ["Active", day, "9", "0", "17", "30"] for day in ("Monday", "Tuesday", "Friday")
        ]
    again = take(path.read_text(), platform)
    assert told(again) == [] and again["campaigns"] == {"created": 0, "existing": 1, "updated": 0, "removed": 0}
    api.delete("/campaigns/" + made["id"])
    assert told(take(path.read_text(), platform)) == []
    new = campaign(api)
    assert new["adSchedule"] == OFFICE and new["id"] != made["id"]
    _, other = give(platform)
    assert other.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("cell, told_of", [
    ("-50%", [(2, "Location"), (3, "Bid Modifier"), (4, "Campaign")]),
    ("0%", []),
])
def test_a_bid_modifier_of_a_place_of_google_is_not_lost_in_silence(take, api, cell, told_of):
    head = "Campaign,Campaign Type,Budget,Location,ID,Bid Modifier\n"
    rows = "A,Search,5,,,\nA,,,Germany,2276,%s\nA,,,France,2250,\n" % cell
    assert told(take(head + rows, check=False)) == told_of
    assert len(api.walk("/campaigns")) == (not told_of)
