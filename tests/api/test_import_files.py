"""Import files from practice: Google Ads reports, spreadsheet exports, and settings that
restrict delivery."""

import pytest

from adcore_make import serial
from adcore_server import ROOT

FILES = ROOT / "tests" / "data" / "files"
PATHS = ("/campaigns", "/ad-groups", "/ads", "/keywords")
KINDS = ("campaigns", "adGroups", "ads", "keywords")
HEAD = "Campaign,Campaign Type,Budget,Location,Ad Group,Keyword,Criterion Type,Status\n"


@pytest.fixture
def take(server, account, tmp_path):
    """Imports a file, or its text; gives the report."""

    def run(file, platform="google", check=True):
        path = file
        if isinstance(file, (bytes, str)):
            path = tmp_path / ("file-%d.csv" % serial())
            path.write_bytes(file if isinstance(file, bytes) else file.encode())
        args = ("import", str(path), "--email", account.email, "--platform", platform)
        result = server.cli(*args, check=False)
        assert not check or result.code == 0, result
        return result.json if check else result

    return run


@pytest.fixture
def api(account):
    return account.client()


def counts(report, outcome):
    return [report[kind][outcome] for kind in KINDS]


def totals(api):
    return [api.get(path).meta["total"] for path in PATHS]


def told(report):
    return [(one["line"], one["column"]) for one in report["skipped"]]


# --- the text around the table --------------------------------------------------------------------


def test_a_line_that_names_the_separator_is_no_header(take, api):
    assert counts(take(FILES / "excel-sep-line.csv"), "created") == [1, 0, 0, 0]
    [one] = api.walk("/campaigns")
    assert one["name"] == "Semi" and one["budget"] == 12.5
    report = take(b"\xef\xbb\xbfsep=;;;\r\nCampaign;Campaign Type;Budget\r\nA, B;Search;5\r\n")
    assert counts(report, "created") == [1, 0, 0, 0]
    assert {one["name"] for one in api.walk("/campaigns")} == {"Semi", "A, B"}


def test_windows_1252_is_read(take, api):
    text = 'Campaign;Campaign Type;Budget;Labels\n"Brötchen – „Köln“";Search;5;€uro\n'
    take(text.encode("cp1252"))
    [one] = api.walk("/campaigns")
    assert one["name"] == "Brötchen – „Köln“" and one["labels"] == ["€uro"]


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", "Köln,Search,5,\n".encode()])
def test_one_wrong_byte_in_a_file_of_utf_8_is_no_other_encoding(take, mark):
    head, rows = b"Campaign,Campaign Type,Budget,Labels\n", b"Rye\xe4,Search,5,\nOat,Search,5,\n"
    file = mark + head + rows if mark[:1] == b"\xef" else head + mark + rows
    report = take(file)
    assert len(report["skipped"]) == 1 and "no text" in report["skipped"][0]["reason"]


def test_titles_and_comments_stand_above_the_header(take, api):
    text = "# Fill one row for each ad,; please\n# Columns with * are required\n"
    text += "Campaign report\n\"1 January 2026 - 31 January 2026\"\n"
    text += "Campaign\tCampaign Type\tBudget\tLocation\nTitled\tSearch\t5\tGermany\n"
    report = take(text)
    assert counts(report, "created") == [1, 0, 0, 0] and report["rows"] == 1


@pytest.mark.parametrize("first", [b"PK\x03\x04", b"\xd0\xcf\x11\xe0"])
def test_a_workbook_is_refused_with_the_way_out(take, first):
    result = take(first + bytes(200), check=False)
    assert result.code == 1 and "CSV UTF-8" in result.error["message"]


# --- settings that restrict delivery --------------------------------------------------------------


def test_an_ad_set_aimed_at_a_city_is_not_drafted_for_the_world(take, api):
    report = take(FILES / "meta-metro-only.csv", "meta")
    assert counts(report, "created") == [1, 0, 0, 0]
    assert (2, "Metro Areas") in told(report) and "Metro Areas" not in report["ignoredColumns"]


META = (
    "Campaign Name,Campaign Status,Campaign Objective,Buying Type,Campaign Daily Budget,"
    "Ad Set Name,Ad Set Run Status,Countries,Ad Name,Ad Status,Title,Body,Link,%s\n"
    "M,PAUSED,Outcome Sales,AUCTION,20,S,ACTIVE,DE,A,ACTIVE,T,B,https://example.com/,\"%s\"\n"
)


@pytest.mark.parametrize("column, cell, made", [
    ("Neighborhoods", "Kreuzberg", [1, 0]),
    ("Electoral Districts", "US:1", [1, 0]),
    ("Excluded Geo Markets (DMA)", "501", [1, 0]),
    ("Life Events", "Newly engaged", [1, 0]),
    ("User Operating System", "iOS", [1, 0]),
    ("User Operating System", "All", [1, 1]),
    ("Ad Set Schedule", "9-17", [1, 0]),
    ("Frequency Control", "2 in 7 days", [1, 0]),
    ("Ad Set Time Start", "01/02/2099 9:00:00 am", [1, 0]),
    ("Ad Set Time Start", "01/02/2020 9:00:00 am", [1, 1]),
    ("Location Types", "home, recent", [1, 1]),
    ("Location Types", "travel_in", [1, 0]),
    ("Ad Set Maximum Spend Limit", "300", [1, 0]),
    ("Ad Set Maximum Spend Limit", "0.00", [1, 1]),
    ("Campaign Spend Limit", "300", [0, 0]),
    ("Custom Audiences", "Buyers", [1, 0]),
    ("Story ID", "s:1", [1, 1]),
])
def test_a_filled_cell_of_meta_that_narrows_holds_its_object_back(take, column, cell, made):
    report = take(META % (column, cell), "meta", check=False).json
    assert counts(report, "created")[:2] == made
    assert ((2, column) in told(report)) == (made != [1, 1])


@pytest.mark.parametrize("column, cell, held", [
    ("Ad Schedule", "(Monday[09:00-17:00])", False),
    ("Ad Schedule", "(Monday[09:00-17:00]+20%)", True),
    ("Ad Schedule", "[]", False),
    ("Mobile Bid Modifier", "-100%", True),
    ("Mobile Bid Modifier", "0%", False),
    ("Devices", "Mobile", True),
    ("Frequency cap", "3 per day", True),
    ("Comment", "spring", False),
])
def test_a_filled_cell_of_google_that_narrows_holds_its_object_back(take, column, cell, held):
    text = "Campaign,Campaign Type,Budget,Location,%s\nA,Search,5,Germany,%s\n" % (column, cell)
    report = take(text, check=False).json
    assert told(report) == ([(2, column)] if held else [])
    assert counts(report, "created") == [0 if held else 1, 0, 0, 0]


def test_an_audience_holds_its_ad_group_back(take, api):
    head = "Campaign,Campaign Type,Budget,Location,Ad Group,Audience segment\n"
    report = take(head + "A,Search,5,Germany,,\nA,,,,Open,\nA,,,,Aimed,\nA,,,,Aimed,Visitors\n")
    assert counts(report, "created") == [1, 1, 0, 0]
    assert told(report) == [(4, "Ad Group"), (5, "Audience segment")]
    assert [one["name"] for one in api.walk("/ad-groups")] == ["Open"]


def test_a_place_to_stay_away_from_that_is_not_known_holds_the_campaign_back(take):
    head = "Campaign,Campaign Type,Budget,Location,ID,Criterion Type\n"
    rows = "A,Search,5,,,\nA,,,United States,2840,\nA,,,\"Texas, United States\",,Excluded\n"
    report = take(head + rows + "B,Search,5,Germany,,\n")
    assert counts(report, "created") == [1, 0, 0, 0]
    assert told(report) == [(2, "Location"), (3, "Campaign"), (4, "Location")]


def test_the_editor_file_with_a_schedule_and_devices_drafts_nothing_of_that_campaign(take, api):
    result = take(FILES / "editor-schedule-device-excluded.csv", check=False)
    assert result.code == 1 and totals(api) == [0, 0, 0, 0]


def test_a_radius_of_microsoft_holds_its_campaign_back(take, api):
    result = take(FILES / "ms-radius-only.csv", "microsoft", check=False)
    assert result.code == 1 and totals(api) == [0, 0, 0, 0]


MICROSOFT = (
    "Type,Status,Campaign,Ad Group,Budget,Budget Type,Campaign Type,Target,Bid Adjustment\n"
    "Campaign,Active,C,,30,DailyBudgetStandard,Search,,\n"
    "Campaign Location Criterion,Active,C,,,,,190,\n"
    "Ad Group,Active,C,G,,,,,\n"
    "%s,%s,C,%s,,,,%s,%s\n"
)


@pytest.mark.parametrize("kind, status, group, cell, bid, made", [
    ("Campaign DayTime Criterion", "Active", "", "Monday", "0", [0, 0]),
    ("Campaign DeviceOS Criterion", "Active", "", "Smartphones", "-100", [0, 0]),
    ("Campaign DeviceOS Criterion", "Active", "", "Smartphones", "0", [1, 1]),
    ("Campaign DayTime Criterion", "Deleted", "", "Monday", "0", [1, 1]),
    ("Ad Group Location Criterion", "Active", "G", "190", "", [1, 0]),
    ("Campaign Negative Keyword List Association", "Active", "", "", "", [0, 0]),
    ("Campaign Sitelink Ad Extension", "Active", "", "", "", [1, 1]),
])
def test_a_record_of_microsoft_that_narrows_holds_its_object_back(
    take, kind, status, group, cell, bid, made
):
    result = take(MICROSOFT % (kind, status, group, cell, bid), "microsoft", check=False)
    assert counts(result.json, "created")[:2] == made
    assert 5 in {line for line, _ in told(result.json)}


def test_only_filled_columns_are_named_as_ignored(take):
    head = "Campaign,Campaign Type,Budget,Location,Comment,Ad rotation,Topic of interest\n"
    report = take(head + "A,Search,5,Germany,,Rotate,\nB,Search,5,Germany, ,,\n")
    assert report["ignoredColumns"] == ["Ad rotation"]


# --- Google Ads reports ---------------------------------------------------------------------------


def test_the_campaign_sheet_is_read_and_removes_nothing_that_is_not_there(take, api):
    report = take(FILES / "google-ui-1-campaign.csv")
    [one] = api.walk("/campaigns")
    assert one["name"] == "Acme Search" and one["status"] == "PAUSED" and one["budget"] == 50
    assert {"code": "CA", "excluded": True} in one["locations"]
    assert one["labels"] == ["spring", "q1"]
    assert told(report) == [(3, "Action")]


SHEET = "Row Type,Action,Keyword status,Campaign,Ad group,Keyword,Type,Default max. CPC,Final URL\n"


@pytest.fixture
def group(take):
    take(
        "Campaign,Campaign Type,Budget,Location,Ad Group\n"
        "Acme Search,Search,5,Germany,\nAcme Search,,,,Group One\n"
    )


def test_the_keyword_sheet_adds_edits_and_removes(take, api, group):
    report = take(FILES / "google-ui-3-keyword.csv")
    [one] = api.walk("/keywords")
    assert (one["text"], one["matchType"], one["status"]) == ("compliance platform", "PHRASE", "PAUSED")
    assert (one["cpcBid"], one["finalUrl"]) == (4.75, "https://example.com/b")
    assert counts(report, "created")[3] == 1 and counts(report, "updated")[3] == 1
    assert told(report) == [(3, "Action")]
    again = take(SHEET + "Keyword,Edit,Paused,Acme Search,Group One,compliance platform,Phrase match,4.75,\n")
    assert counts(again, "existing")[3] == 1 and counts(again, "updated")[3] == 0
    gone = take(SHEET + "Keyword,Remove,,Acme Search,Group One,compliance platform,Phrase match,,\n")
    assert counts(gone, "removed")[3] == 1 and api.walk("/keywords") == []


def test_an_edit_of_what_is_not_there_makes_nothing(take, api, group):
    rows = "Keyword,Edit,Enabled,Acme Search,Group One,rye bread,Exact match,1,\n"
    result = take(SHEET + rows + "Keyword,Explode,,Acme Search,Group One,oats,Exact match,,\n", check=False)
    assert result.code == 1 and told(result.json) == [(2, "Action"), (3, "Action")]
    assert api.walk("/keywords") == []


def test_an_edit_of_a_campaign_keeps_what_the_row_does_not_name(take, api, group):
    head = "Row Type,Action,Campaign,Campaign status,Budget,Location\n"
    report = take(head + "Campaign,Edit,Acme Search,Paused,7.50,\n")
    [one] = api.walk("/campaigns")
    assert (one["status"], one["budget"]) == ("PAUSED", 7.5)
    assert one["locations"] == [{"code": "DE", "excluded": False}]
    assert counts(report, "updated") == [1, 0, 0, 0]
    worse = take(head + "Campaign,Edit,Acme Search,Paused,plenty,\n", check=False)
    assert told(worse.json) == [(2, "Budget")] and api.walk("/campaigns")[0]["budget"] == 7.5


def test_negatives_of_a_sheet_are_negatives(take, api, group):
    head = "Row Type,Action,Level,Campaign,Ad group,Negative keyword,Type\n"
    rows = "Negative keyword,Add,Ad group,Acme Search,Group One,free,Phrase match\n"
    rows += "Negative keyword,Add,Campaign,Acme Search,,cheap,\n"
    assert counts(take(head + rows), "created") == [0, 0, 0, 2]
    told_ = {(k["text"], k["matchType"], k["negative"], bool(k["adGroupId"])) for k in api.walk("/keywords", query={"negative": "true"})}
    assert told_ == {("free", "PHRASE", True, True), ("cheap", "BROAD", True, False)}


def test_a_keyword_without_a_match_type_is_the_one_that_is_there(take, api, group):
    head = "Campaign,Ad group,Keyword,Type,Status\n"
    take(head + "Acme Search,Group One,phone battery,Phrase,\n")
    report = take("Campaign,Ad group,Keyword,Status\nAcme Search,Group One,phone battery,Paused\n")
    assert counts(report, "created")[3] == 0 and counts(report, "existing")[3] == 1
    assert [k["matchType"] for k in api.walk("/keywords")] == ["PHRASE"]


def test_marks_around_a_keyword_are_its_match_type(take, api):
    take(FILES / "keyword-notation.csv")
    found = {(k["text"], k["matchType"]) for k in api.walk("/keywords")}
    assert found == {("spotify api", "EXACT"), ("spotify api", "PHRASE")}


def test_plus_signs_are_phrase_match_and_contrary_marks_are_told(take, api, group):
    head = "Campaign,Ad group,Keyword,Type\n"
    report = take(head + "Acme Search,Group One,+fresh +bread,Broad\nAcme Search,Group One,[rye],Phrase\n")
    assert [(k["text"], k["matchType"]) for k in api.walk("/keywords")] == [("fresh bread", "PHRASE")]
    assert told(report) == [(3, "Type")]
