"""The simulated reporting service of Microsoft: accepted requests and their reports."""

import copy
import csv
import datetime
import http.client
import io
import zipfile
from urllib.parse import urlsplit

import pytest
from test_microsoft import Account, plant, symbol

TODAY = datetime.datetime.now(datetime.timezone.utc).date()
SERVICE = "/microsoft/Reporting/v13/GenerateReport/"
COLUMNS = ["TimePeriod", "CampaignId", "AdGroupId", "AdId", "CurrencyCode", "Clicks", "Spend"]


@pytest.fixture
def us(sandbox):
    yield Account(sandbox)
    sandbox.control("DELETE", "faults")


def date(day):
    return {"Day": day.day, "Month": day.month, "Year": day.year}


def asked(account, kind="Ad", columns=None, **fields):
    whole = {
        "Type": kind + "PerformanceReportRequest",
        "ReportName": "x",
        "Format": "Csv",
        "FormatVersion": "2.0",
        "ReturnOnlyCompleteData": False,
        "ExcludeReportHeader": True,
        "ExcludeReportFooter": True,
        "ExcludeColumnHeaders": False,
        "Aggregation": "Daily",
        "Columns": columns or COLUMNS,
        "Scope": {"AccountIds": [account.id]},
        "Time": {
            "CustomDateRangeStart": date(TODAY - datetime.timedelta(days=3)),
            # Tomorrow of an account that is a day ahead of UTC.
            "CustomDateRangeEnd": date(TODAY + datetime.timedelta(days=2)),
            "ReportTimeZone": "AmsterdamBerlinBernRomeStockholmVienna",
        },
    }
    whole.update(fields)
    return {"ReportRequest": whole}


def submit(account, **fields):
    return account.must("POST", SERVICE + "Submit", asked(account, **fields))["ReportRequestId"]


def poll(account, report):
    body = {"ReportRequestId": report}
    return account.must("POST", SERVICE + "Poll", body)["ReportRequestStatus"]


def address(account, report):
    assert poll(account, report) == {"Status": "Pending", "ReportDownloadUrl": None}
    told = poll(account, report)
    assert told["Status"] == "Success"
    return told["ReportDownloadUrl"]


def read(account, url, heads=None):
    parts = urlsplit(url)
    assert parts.netloc == "127.0.0.1:%d" % account.process.port
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
    connection.request("GET", parts.path + "?" + parts.query, headers=heads or {})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, data


def lines(data):
    archive = zipfile.ZipFile(io.BytesIO(data))
    [name] = archive.namelist()
    text = archive.read(name).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def ticking(account):
    """An ad that is active from now on."""
    campaign = account.campaign(Status="Active")
    group = account.group(campaign, Status="Active")
    return campaign, group, account.ad(group, Status="Active")


def test_figures_accrue_with_the_clock(sandbox, us):
    campaign, group, one = ticking(us)
    other = us.ad(group, Status="Active")
    us.ad(us.group(campaign, Status="Paused"), Status="Active")
    days = {row["TimePeriod"] for row in lines(read(us, address(us, submit(us)))[1])}
    assert len(days) == 1
    sandbox.control("POST", "clock", {"advanceSeconds": 86400})
    try:
        rows = lines(read(us, address(us, submit(us)))[1])
        assert {row["AdId"] for row in rows} == {one, other} and len(rows) == 4
        for row in rows:
            assert (row["CampaignId"], row["AdGroupId"]) == (campaign, group)
            assert row["CurrencyCode"] == "USD"
            assert float(row["Spend"]) == pytest.approx(int(row["Clicks"]) * 0.37)
        columns = ["TimePeriod", "CampaignId", "Clicks"]
        above = lines(read(us, address(us, submit(us, kind="Campaign", columns=columns)))[1])
        for row in above:
            same = [one for one in rows if one["TimePeriod"] == row["TimePeriod"]]
            assert int(row["Clicks"]) == sum(int(one["Clicks"]) for one in same)
        assert len(above) == 2
        assert rows == lines(read(us, address(us, submit(us)))[1])
    finally:
        sandbox.control("POST", "clock", {"advanceSeconds": -86400})


def test_an_address_is_good_once_and_for_five_minutes(sandbox, us):
    ticking(us)
    report = submit(us)
    url = address(us, report)
    assert read(us, url, {"Authorization": "Bearer " + us.token})[0] == 400
    assert read(us, url)[0] == 200
    assert read(us, url)[0] == 404
    url = poll(us, report)["ReportDownloadUrl"]
    assert read(us, url[:-1] + ("a" if url[-1] != "a" else "b"))[0] == 404
    sandbox.control("POST", "clock", {"advanceSeconds": 301})
    try:
        assert read(us, url)[0] == 404
        assert read(us, poll(us, report)["ReportDownloadUrl"])[0] == 200
    finally:
        sandbox.control("POST", "clock", {"advanceSeconds": -301})


def test_a_report_without_a_line_has_no_address(us):
    us.ad(Status="Active")
    assert address(us, submit(us)) is None


def test_no_more_than_some_at_a_time(us):
    made = [submit(us) for _ in range(5)]
    status, answer = us.call("POST", SERVICE + "Submit", asked(us))
    assert (status, symbol(answer)) == (400, "ConcurrentRequestOverLimit")
    address(us, made[0])
    submit(us)


def test_reports_are_the_accounts_own(us):
    other = Account(us.process)
    for who, report, code in (
        (other, submit(us), "ReportingServiceReportNotFound"),
        (us, "12", "ReportingServiceReportNotFound"),
        (us, "x", "ReportingServiceInvalidReportId"),
        (us, "", "ReportingServiceInvalidReportId"),
    ):
        status, answer = who.call("POST", SERVICE + "Poll", {"ReportRequestId": report})
        assert (status, symbol(answer)) == (400, code)


def test_a_report_that_fails(us):
    ticking(us)
    report = submit(us)
    plant(us, {"type": "error", "errorCode": "Report.Error"}, path="Poll")
    assert poll(us, report) == {"Status": "Error", "ReportDownloadUrl": None}


def time_of(**fields):
    return lambda us: {"Time": {**asked(us)["ReportRequest"]["Time"], **fields}}


@pytest.mark.parametrize(
    "fields, code",
    [
        (lambda us: {"Columns": []}, "ReportingServiceNullColumns"),
        (lambda us: {"Columns": COLUMNS + ["Clicks"]}, "ReportingServiceDuplicateColumns"),
        (lambda us: {"Columns": COLUMNS[:5]}, "ReportingServiceNoMeasureSelected"),
        (lambda us: {"Columns": COLUMNS[1:]}, "ReportingServiceRequiredColumnsNotSelected"),
        (
            lambda us: {"Aggregation": "Summary"},
            "ReportingServiceInvalidTimePeriodColumnForSummaryReport",
        ),
        (lambda us: {"Aggregation": "Monthly"}, "ReportingServiceInvalidReportAggregation"),
        (
            lambda us: {"Scope": {"AccountIds": []}},
            "ReportingServiceInvalidAccountThruCampaignReportScope",
        ),
        (lambda us: {"Scope": {"AccountIds": ["7"]}}, "ReportingServiceAccountNotAuthorized"),
        (lambda us: {"ReportName": "x" * 201}, "ReportingServiceInvalidReportName"),
        (lambda us: {"Time": {}}, "ReportingServiceInvalidReportTimeSelection"),
        (
            lambda us: {"ReturnOnlyCompleteData": True},
            "ReportingServiceNoCompleteDataAvaliable",
        ),
        (
            time_of(CustomDateRangeStart={"Day": 31, "Month": 2, "Year": 2026}),
            "ReportingServiceInvalidCustomDateRangeStart",
        ),
        (
            time_of(CustomDateRangeEnd={"Day": 1, "Month": 13, "Year": 2026}),
            "ReportingServiceInvalidCustomDateRangeEnd",
        ),
        (
            time_of(CustomDateRangeEnd={"Day": 1, "Month": 1, "Year": 2020}),
            "ReportingServiceEndDateBeforeStartDate",
        ),
        (
            time_of(
                CustomDateRangeStart=date(TODAY + datetime.timedelta(days=9)),
                CustomDateRangeEnd=date(TODAY + datetime.timedelta(days=9)),
            ),
            "ReportingServiceInvalidFutureStartDate",
        ),
    ],
)
def test_what_it_refuses(us, fields, code):
    status, answer = us.call("POST", SERVICE + "Submit", asked(us, **fields(us)))
    assert (status, symbol(answer)) == (400, code), answer


@pytest.mark.parametrize(
    "change",
    [
        {"Type": "BudgetSummaryReportRequest"},
        {"Columns": ["TimePeriod", "Clicks", "Nothing"]},
        {"Columns": ["TimePeriod", "Clicks", "KeywordId"]},  # of keywords only
        {"Format": "Pdf"},
        {"Filter": {"DeviceType": "Computer"}},
        {"Other": 1},
    ],
)
def test_bodies_that_are_none_of_its_messages(us, change):
    body = copy.deepcopy(asked(us))
    body["ReportRequest"].update(change)
    status, answer = us.call("POST", SERVICE + "Submit", body)
    assert status == 400 and answer["errors"], answer


def test_services_are_kept_apart(us):
    path = "/microsoft/CampaignManagement/v13/GenerateReport/Submit"
    assert us.call("POST", path, asked(us))[0] == 404
    assert us.call("POST", "/microsoft/Reporting/v13/Campaigns/QueryByIds", {})[0] == 404
