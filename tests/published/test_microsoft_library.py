"""Microsoft's library, operation by operation: sign-in, accounts, objects, reports, refusals."""

import datetime

import pytest
import requests
from bingads.authorization import OAuthTokenRequestException
from bingads.util import _PollingBlocker
from bingads.v13.reporting import ReportingDownloadParameters, ReportingServiceManager
from bingads.v13.reporting.exceptions import ReportingException
from openapi_client.exceptions import (
    ApiException,
    BadRequestException,
    ForbiddenException,
    ServiceException,
    UnauthorizedException,
)
from pydantic import ValidationError

from microsoft_client import Account, ad, campaign, group, keyword
from microsoft_library import CAMPAIGN, CUSTOMER, REPORTING, call, point_at, service, signed_in

COLUMNS = [
    "TimePeriod", "CampaignId", "AdGroupId", "AdId", "CurrencyCode", "Impressions", "Clicks",
    "Spend", "Conversions", "Revenue",
]  # fmt: skip


@pytest.fixture
def us(sandbox, monkeypatch):
    point_at(sandbox, monkeypatch)
    yield Account(sandbox)
    sandbox.control("DELETE", "faults")


@pytest.fixture
def data(us):
    return signed_in(us)


@pytest.fixture
def campaigns(data):
    return service(data, "CampaignManagement")


def plant(us, action, **match):
    wish = {"platform": "microsoft", "match": match, "times": 1, "action": action}
    assert us.process.control("POST", "faults", wish)[0] == 201


def of_the_caller(error):
    """Code and symbol of an AdApiFaultDetail. The library has the type, but parses the response
    with another service's type, which has no such fields, so the test parses it.
    """
    told = CAMPAIGN.AdApiFaultDetail.from_json(error.body)
    assert told.type == "AdApiFaultDetail" and told.tracking_id
    (one,) = told.errors
    assert one.message
    return one.code, one.error_code


# --- the caller --------------------------------------------------------------------------------


def test_a_refresh_gives_tokens_and_another_refresh_token(us, data):
    tokens = data.authentication.oauth_tokens
    assert tokens.access_token and tokens.access_token_expires_in_seconds == 3599
    assert not tokens.access_token_expired and tokens.refresh_token != us.refresh_token
    again = data.authentication.request_oauth_tokens_by_refresh_token(tokens.refresh_token)
    assert again.access_token != tokens.access_token


def test_a_refresh_that_is_refused(data):
    with pytest.raises(OAuthTokenRequestException) as caught:
        data.authentication.request_oauth_tokens_by_refresh_token("1//nobody")
    assert caught.value.error_code == "invalid_grant"
    assert caught.value.error_description.startswith("AADSTS70000")


def accounts(client, user, index=0, size=100):
    asked = {
        "Predicates": [{"Field": "UserId", "Operator": "Equals", "Value": user}],
        "PageInfo": {"Index": index, "Size": size},
    }
    return call(client, "SearchAccounts", asked, CUSTOMER).Accounts


def test_the_accounts_of_who_signed_in(us, data):
    client = service(data, "CustomerManagement")
    user = client.GetUser(CUSTOMER.GetUserRequest(UserId=None)).User
    (account,) = accounts(client, user.Id)
    assert account.Id == us.id and account.CurrencyCode.value == "USD"
    assert account.AccountLifeCycleStatus.value == "Active" and account.ParentCustomerId
    assert account.TimeZone.value == "AmsterdamBerlinBernRomeStockholmVienna"
    # A client that reads until a page is short must come to an end.
    assert accounts(client, user.Id, index=1, size=1) == []


@pytest.mark.parametrize("name", ["CampaignManagement", "CustomerManagement", "Reporting"])
def test_a_token_that_is_no_good(data, name):
    data.authentication.oauth_tokens._access_token = "EwBnobody"
    client = service(data, name)
    with pytest.raises(UnauthorizedException) as caught:
        if name == "CampaignManagement":
            call(client, "GetAdGroupsByCampaignId", {"CampaignId": "1"})
        elif name == "CustomerManagement":
            client.GetUser(CUSTOMER.GetUserRequest(UserId=None))
        else:
            call(client, "PollGenerateReport", {"ReportRequestId": "1"}, REPORTING)
    assert of_the_caller(caught.value) == (109, "AuthenticationTokenExpired")


def test_a_token_that_expired_is_refreshed(us, data, campaigns):
    plant(us, {"type": "status", "status": 401}, path="AdGroups/QueryByCampaignId")
    with pytest.raises(UnauthorizedException) as caught:
        call(campaigns, "GetAdGroupsByCampaignId", {"CampaignId": us.campaign()})
    assert of_the_caller(caught.value) == (109, "AuthenticationTokenExpired")
    grant = data.authentication
    grant.request_oauth_tokens_by_refresh_token(grant.oauth_tokens.refresh_token)
    asked = {"CampaignId": us.campaign()}
    assert call(campaigns, "GetAdGroupsByCampaignId", asked).AdGroups == []


def test_the_account_of_somebody_else(us, data):
    data.account_id = Account(us.process).id
    with pytest.raises(ForbiddenException) as caught:
        call(service(data, "CampaignManagement"), "GetAdGroupsByCampaignId", {"CampaignId": "1"})
    assert of_the_caller(caught.value) == (106, "UserIsNotAuthorized")


# --- refusals of an operation as a whole -------------------------------------------------------


def refused(client, name, body):
    """The library's exception with the fault that it parsed from the response."""
    with pytest.raises(ApiException) as caught:
        call(client, name, body)
    return caught.value


def test_what_is_not_there(campaigns):
    error = refused(campaigns, "GetAdGroupsByCampaignId", {"CampaignId": "99"})
    assert isinstance(error, BadRequestException) and error.data.type == "ApiFaultDetail"
    (one,) = error.data.operation_errors
    assert (one.code, one.error_code) == (1100, "CampaignServiceInvalidCampaignId")
    assert one.message and error.data.tracking_id and error.data.batch_errors == []


def test_no_items(us, campaigns):
    error = refused(campaigns, "AddCampaigns", {"AccountId": us.id, "Campaigns": []})
    (one,) = error.data.operation_errors
    assert one.error_code == "CampaignServiceCampaignsArrayShouldNotBeNullOrEmpty"


@pytest.mark.parametrize(
    "fields, member",
    [({"status": "On"}, "Status"), ({"daily_budget": "20"}, "DailyBudget")],
    ids=str,
)
def test_a_wrong_word_or_unit(us, campaigns, fields, member):
    """Values that the library's own checks would refuse, sent without those checks."""
    wrong = CAMPAIGN.Campaign.model_construct(name="A", **fields)
    asked = CAMPAIGN.AddCampaignsRequest.model_construct(account_id=us.id, campaigns=[wrong])
    with pytest.raises(BadRequestException) as caught:
        campaigns.AddCampaigns(asked)
    assert "$.Campaigns[0].%s" % member in caught.value.body


def test_a_throttle_and_a_platform_that_is_away(us, campaigns):
    body = {"AccountId": us.id, "CampaignType": "Search"}
    path = "Campaigns/QueryByAccountId"
    plant(us, {"type": "status", "status": 429, "retryDelay": "7s"}, path=path)
    error = refused(campaigns, "GetCampaignsByAccountId", body)
    assert error.status == 429 and error.headers["Retry-After"] == "7"
    assert of_the_caller(error) == (117, "CallRateExceeded")
    plant(us, {"type": "status", "status": 500}, path=path)
    error = refused(campaigns, "GetCampaignsByAccountId", body)
    assert isinstance(error, ServiceException) and of_the_caller(error) == (0, "InternalError")
    assert call(campaigns, "GetCampaignsByAccountId", body).Campaigns == []


# --- refusals of one among others --------------------------------------------------------------


@pytest.mark.parametrize(
    "change, field, word",
    [
        ({"Id": "5", "Name": "A"}, "Id", "CampaignServiceInvalidCampaignId"),
        ({"Name": "A"}, "Id", "CampaignServiceInvalidCampaignId"),
        ({"Id": "mine", "DailyBudget": 0.001}, "DailyBudget", "CampaignServiceInvalidDailyBudget"),
        ({"Id": "mine", "Name": "x" * 129}, "Name", "CampaignServiceInvalidCampaignName"),
    ],
    ids=["not found", "missing", "too little", "too long"],
)
def test_the_fault_of_one_campaign(us, campaigns, change, field, word):
    mine = us.campaign()
    change = {**change, "Id": mine} if change.get("Id") == "mine" else change
    wish = {"AccountId": us.id, "Campaigns": [change, {"Id": mine, "Status": "Paused"}]}
    (error,) = call(campaigns, "UpdateCampaigns", wish).PartialErrors
    assert (error.Index, error.FieldPath, error.ErrorCode) == (0, field, word)
    assert error.Type == "BatchError" and error.Code > 0 and error.Message


def test_one_that_is_not_there_among_others(us, campaigns):
    mine = us.campaign()
    asked = {"AccountId": us.id, "CampaignIds": ["99", mine], "CampaignType": "Search"}
    told = call(campaigns, "GetCampaignsByIds", asked)
    assert told.Campaigns[0] is None and told.Campaigns[1].Id == mine
    (error,) = told.PartialErrors
    assert (error.Index, error.Code) == (0, 1100)


def test_a_create_that_is_refused_is_more_than_the_library_can_read(us, campaigns):
    """As published, null replaces the id. The library's type of the response requires a text."""
    wish = {"AccountId": us.id, "Campaigns": [campaign(), campaign(Name="x" * 129)]}
    with pytest.raises(ValidationError) as caught:
        call(campaigns, "AddCampaigns", wish)
    (error,) = caught.value.errors()
    assert error["loc"] == ("CampaignIds", 1) and error["input"] is None


# --- a life ------------------------------------------------------------------------------------


def test_pause_enable_and_remove_at_every_level(us, campaigns):
    top = us.campaign()
    below = us.group(top)
    first, word = us.ad(below), us.keyword(below)
    levels = [
        ("Campaigns", "CampaignIds", {"AccountId": us.id}, top),
        ("AdGroups", "AdGroupIds", {"CampaignId": top}, below),
        ("Ads", "AdIds", {"AdGroupId": below}, first),
        ("Keywords", "KeywordIds", {"AdGroupId": below}, word),
    ]
    extra = {"Ads": {"Type": "ResponsiveSearch"}}
    for name, _, parent, one in levels:
        for status in ("Active", "Paused"):
            change = {"Id": one, "Status": status, **extra.get(name, {})}
            told = call(campaigns, "Update" + name, {**parent, name: [change]})
            assert not told.PartialErrors
    (there,) = call(campaigns, "GetKeywordsByAdGroupId", {"AdGroupId": below}).Keywords
    assert (there.Id, there.Status.value, there.MatchType.value) == (word, "Paused", "Exact")
    for name, ids, parent, one in reversed(levels):
        assert not call(campaigns, "Delete" + name, {**parent, ids: [one]}).PartialErrors
    assert not call(campaigns, "GetCampaignsByAccountId", {"AccountId": us.id}).Campaigns


def test_negatives_sitelinks_and_pictures(us, campaigns):
    top = us.campaign()
    wish = {"EntityId": top, "EntityType": "Campaign"}
    wish["NegativeKeywords"] = [{"Text": "free", "MatchType": "Phrase", "Type": "NegativeKeyword"}]
    told = call(campaigns, "AddNegativeKeywordsToEntities", {"EntityNegativeKeywords": [wish]})
    assert not told.NestedPartialErrors and told.NegativeKeywordIds[0].Ids
    link = {
        "Type": "SitelinkAdExtension",
        "DisplayText": "Opening hours",
        "FinalUrls": ["https://shop.example/hours"],
    }
    told = call(campaigns, "AddAdExtensions", {"AccountId": us.id, "AdExtensions": [link]})
    (made,) = told.AdExtensionIdentities
    wish = {
        "AccountId": us.id,
        "AdExtensionIdToEntityIdAssociations": [{"AdExtensionId": made.Id, "EntityId": top}],
        "AssociationType": "Campaign",
    }
    assert not call(campaigns, "SetAdExtensionsAssociations", wish).PartialErrors
    asked = {
        "AccountId": us.id, "AdExtensionIds": [made.Id], "AdExtensionType": "SitelinkAdExtension"
    }  # fmt: skip
    (there,) = call(campaigns, "GetAdExtensionsByIds", asked).AdExtensions
    assert there.Id == made.Id and there.DisplayText == "Opening hours"


def test_a_conversion_of_two(campaigns):
    def conversion(click):
        at = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=1)
        return {
            "MicrosoftClickId": click,
            "ConversionName": "Order",
            "ConversionTime": at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "ConversionValue": 59.9,
            "ConversionCurrencyCode": "EUR",
        }

    wish = {"OfflineConversions": [conversion("a" * 32), conversion("no click")]}
    (error,) = call(campaigns, "ApplyOfflineConversions", wish).PartialErrors
    assert (error.Index, error.ErrorCode) == (1, "OfflineConversionMicrosoftClickIdInvalid")


# --- reports -----------------------------------------------------------------------------------


def date(day):
    return REPORTING.Date(Day=day.day, Month=day.month, Year=day.year)


def asked_for(us, heads=True, columns=COLUMNS, first=-3, last=1):
    # The day of the account, whose zone is up to two hours ahead of UTC.
    ahead = datetime.timedelta(hours=2)
    today = (datetime.datetime.now(datetime.timezone.utc) + ahead).date()
    return REPORTING.AdPerformanceReportRequest(
        Format="Csv",
        FormatVersion="2.0",
        ReportName="Figures",
        ReturnOnlyCompleteData=False,
        ExcludeReportHeader=not heads,
        ExcludeReportFooter=not heads,
        ExcludeColumnHeaders=False,
        Aggregation="Daily",
        Columns=columns,
        Scope=REPORTING.AccountThroughAdGroupReportScope(AccountIds=[us.id]),
        Time=REPORTING.ReportTime(
            CustomDateRangeStart=date(today + datetime.timedelta(days=first)),
            CustomDateRangeEnd=date(today + datetime.timedelta(days=last)),
            ReportTimeZone="AmsterdamBerlinBernRomeStockholmVienna",
        ),
    )


@pytest.fixture
def reports(data, tmp_path, monkeypatch):
    folder = str(tmp_path)
    # The library's first polls are one second apart, whatever interval is configured.
    monkeypatch.setattr(_PollingBlocker, "INITIAL_STATUS_CHECK_INTERVAL_IN_MS", 5)
    return ReportingServiceManager(data, poll_interval_in_milliseconds=5, working_directory=folder)


def download(reports, request):
    where = ReportingDownloadParameters(
        report_request=request,
        result_file_directory=reports.working_directory,
        result_file_name="report.csv",
        overwrite_result_file=True,
        timeout_in_milliseconds=20000,
    )
    return reports.download_report(where)


def ticking(us):
    top = us.campaign(Status="Active")
    below = us.group(top, Status="Active")
    return top, below, us.ad(below, Status="Active")


def test_a_report_submitted_polled_downloaded_and_read(us, reports):
    top, below, one = ticking(us)
    us.process.advance(86400)
    try:
        report = download(reports, asked_for(us))
    finally:
        us.process.advance(-86400)
    assert report.report_name == "Figures" and report.report_aggregation == "Daily"
    assert (report.report_time_end - report.report_time_start).days == 4
    assert report.last_completed_available_date and report.potential_incomplete_data is True
    assert "Amsterdam" in report.time_zone and report.report_columns == COLUMNS
    rows = list(report.report_records)
    assert len(rows) == report.record_count == 2
    for row in rows:
        ids = [row.value(name) for name in ("CampaignId", "AdGroupId", "AdId", "CurrencyCode")]
        assert ids == [top, below, one, "USD"]
        assert row.int_value("Impressions") > row.int_value("Clicks") > 0
        assert row.float_value("Spend") == pytest.approx(row.int_value("Clicks") * 0.37)
    assert rows[0].value("TimePeriod") < rows[1].value("TimePeriod")


def test_a_report_as_the_adapter_asks_for_it(us, reports):
    ticking(us)
    report = download(reports, asked_for(us, heads=False))
    assert report.report_name is None and report.report_columns == COLUMNS
    assert [row.value("CurrencyCode") for row in report.report_records] == ["USD"]


def test_a_report_without_a_row_is_no_file(us, reports):
    us.ad()
    assert download(reports, asked_for(us)) is None


def test_a_report_that_could_not_be_made(us, reports):
    ticking(us)
    plant(us, {"type": "error", "errorCode": "Report.Error"}, path="GenerateReport/Poll")
    with pytest.raises(ReportingException) as caught:
        download(reports, asked_for(us))
    assert caught.value.errors == "Error"


def test_an_address_is_good_for_five_minutes(us, reports):
    ticking(us)
    operation = reports.submit_download(asked_for(us))
    operation.track(20000)
    us.process.advance(301)
    try:
        with pytest.raises(requests.HTTPError) as caught:
            operation.download_result_file(reports.working_directory, "r.csv", True, True)
    finally:
        us.process.advance(-301)
    assert caught.value.response.status_code == 404


@pytest.mark.parametrize(
    "how, word",
    [
        ({"columns": COLUMNS[:5]}, "ReportingServiceNoMeasureSelected"),
        ({"columns": COLUMNS[1:]}, "ReportingServiceRequiredColumnsNotSelected"),
        ({"columns": COLUMNS + ["Clicks"]}, "ReportingServiceDuplicateColumns"),
        ({"first": 1, "last": 0}, "ReportingServiceEndDateBeforeStartDate"),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_a_report_that_is_refused(us, reports, how, word):
    with pytest.raises(BadRequestException) as caught:
        reports.submit_download(asked_for(us, **how))
    (one,) = caught.value.data.operation_errors
    assert one.error_code == word and one.code > 2000


def test_a_report_that_nobody_asked_for(data):
    with pytest.raises(BadRequestException) as caught:
        call(service(data, "Reporting"), "PollGenerateReport", {"ReportRequestId": "12"}, REPORTING)
    (one,) = caught.value.data.operation_errors
    assert one.error_code == "ReportingServiceReportNotFound"
