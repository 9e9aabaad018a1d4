"""Cells and headers in the shapes that spreadsheets, browsers and other countries give them."""

import pytest

from adcore_make import serial

HEAD = "Campaign,Campaign Type,Budget,Location"


@pytest.fixture
def take(server, account, tmp_path):
    """Imports a text; gives the report."""

    def run(text, platform="google"):
        path = tmp_path / ("file-%d.csv" % serial())
        path.write_bytes(text.encode())
        args = ("import", str(path), "--email", account.email, "--platform", platform)
        return server.cli(*args, check=False).json

    return run


@pytest.fixture
def api(account):
    return account.client()


def told(report):
    return [(one["line"], one["column"]) for one in report["skipped"]]


def currency_of(api):
    space = api.get("/me").data["space"]
    return (space if isinstance(space, dict) else api.get("/spaces/" + space).data)["currency"]


@pytest.mark.parametrize("cell", ["(5.00)", "5k", "1.5M", "<5", "-5", "−5", "5 per day"])
def test_a_budget_that_is_no_plain_amount_is_refused(take, api, cell):
    assert told(take(HEAD + "\nA,Search,%s,Germany\n" % cell)) == [(2, "Budget")]
    assert api.walk("/campaigns") == []


@pytest.mark.parametrize("cell", ["1\u00a0250,50", "1\u202f250,50", "1\u2019250.50"])
def test_the_spaces_of_spreadsheets_group_thousands(take, api, cell):
    report = take("Campaign;Campaign Type;Budget;Location\nA;Search;%s;Germany\n" % cell)
    assert told(report) == [] and api.walk("/campaigns")[0]["budget"] == 1250.5


def test_an_amount_in_another_currency_holds_its_row_back(take, api):
    ours = currency_of(api)
    other = "JPY" if ours != "JPY" else "EUR"
    rows = "A,Search,%s 20,Germany\nB,Search,%s 20,Germany\nC,Search,₹20,Germany\n"
    report = take(HEAD + "\n" + rows % (other, ours))
    assert told(report) == [(2, "Budget"), (4, "Budget")]
    assert [one["name"] for one in api.walk("/campaigns")] == ["B"]
    assert ours in report["skipped"][0]["suggestion"]


def test_a_column_with_another_currency_holds_its_rows_back(take, api):
    ours = currency_of(api)
    other = "JPY" if ours != "JPY" else "EUR"
    rows = "A,Search,20,Germany,%s\nB,Search,20,Germany,%s\nC,Search,20,Germany,\n"
    report = take(HEAD + ",Currency code\n" + rows % (other, ours))
    assert told(report) == [(2, "Budget")] and report["ignoredColumns"] == []
    assert sorted(one["name"] for one in api.walk("/campaigns")) == ["B", "C"]


def test_a_header_with_signs_without_width_is_read(take, api):
    report = take("\u200bCampaign,Campaign\u00a0Type\u200e,\u2060Budget,Location\ufeff\nA,Search,5,Germany\n")
    assert told(report) == [] and report["ignoredColumns"] == []
    assert api.walk("/campaigns")[0]["budget"] == 5


@pytest.mark.parametrize("cell, text, match", [
    ("“blue shoes”", "blue shoes", "PHRASE"),
    ("„blue shoes“", "blue shoes", "PHRASE"),
    ("«blue shoes»", "blue shoes", "PHRASE"),
    ('tv 55"', 'tv 55"', "BROAD"),
    ("[half", None, None),
    ("half]", None, None),
    ('"half', None, None),
    ("[]", None, None),
])
def test_the_marks_around_a_keyword_are_whole(take, api, cell, text, match):
    quoted = '"%s"' % cell.replace('"', '""')
    report = take(HEAD + ",Ad Group,Keyword\nA,Search,5,Germany,,\nA,,,,G,\nA,,,,G,%s\n" % quoted)
    words = [(one["text"], one["matchType"]) for one in api.walk("/keywords")]
    assert words == ([(text, match)] if text else [])
    assert told(report) == ([] if text else [(4, "Keyword")])


@pytest.mark.parametrize("cell, ratio", [("350%", 3.5), ("3.5", 3.5), ("350", None), ("51", None)])
def test_a_return_without_a_percent_sign_is_a_ratio_only_if_it_is_small(take, api, cell, ratio):
    head = HEAD + ",Bid Strategy Type,Target ROAS\n"
    report = take(head + "A,Search,5,Germany,Target ROAS,%s\n" % cell)
    found = [one["bidding"]["targetRoas"] for one in api.walk("/campaigns")]
    assert found == ([ratio] if ratio else [])
    assert told(report) == ([] if ratio else [(2, "Target ROAS")])


@pytest.mark.parametrize("status, ours", [
    ("BudgetPaused", "PAUSED"), ("BudgetAndManualPaused", "PAUSED"), ("Suspended", None),
])
def test_a_campaign_that_microsoft_paused_stays_paused(take, api, status, ours):
    head = "Type,Status,Campaign,Budget,Budget Type,Campaign Type\n"
    report = take(head + "Campaign,%s,C,30,DailyBudgetStandard,Search\n" % status, "microsoft")
    assert [one["status"] for one in api.walk("/campaigns")] == ([ours] if ours else [])
    assert told(report) == ([] if ours else [(2, "Status")])


def test_ids_that_a_spreadsheet_rounded_merge_no_ads(take, api):
    head = "Campaign Name,Campaign Objective,Campaign Daily Budget,Ad Set Name,Countries,Ad ID,"
    head += "Ad Name,Title,Body,Link,Image Hash\n"
    row = "M,Outcome Traffic,5,S,DE,1.20E+17,A,T,B,https://example.com/,%s\n"
    take(head + row % "one" + row % "two", "meta")
    assert len(api.walk("/ads")) == 2


def test_a_column_that_stands_twice_holds_a_row_with_two_values_back(take, api):
    head = "Campaign,Campaign Type,Budget,Location,budget,Budget\n"
    rows = "A,Search,5,Germany,6,\nB,Search,5,Germany,5,\nC,Search,,Germany,7,\nD,Search,5,Germany,,8\n"
    report = take(head + rows)
    assert told(report) == [(2, "Budget")]
    budgets = {one["name"]: one["budget"] for one in api.walk("/campaigns")}
    assert budgets == {"B": 5, "C": 7, "D": 5}
    assert report["ignoredColumns"] == ["Budget"]


@pytest.mark.parametrize("order", [
    ("Match type", "Criterion Type"), ("Criterion Type", "Match type"), ("Type", "Match type"),
])
def test_a_negative_is_one_whatever_the_order_of_its_columns(take, api, order):
    cells = {"Match type": "Exact", "Criterion Type": "Negative", "Type": "Negative"}
    head = HEAD + ",Ad Group,Keyword,%s,%s\n" % order
    report = take(
        head + "A,Search,5,Germany,,,,\nA,,,,G,,,\n"
        + "A,,,,G,rye,%s,%s\n" % tuple(cells[name] for name in order)
        + "A,,,,G,oat,Keyword,Phrase\nA,,,,G,pie,Exact,Broad\nA,,,,,bun,Campaign negative,Exact\n"
    )
    found = {one["text"]: (one["matchType"], one["negative"]) for one in api.walk("/keywords")}
    assert found == {"rye": ("EXACT", True), "oat": ("PHRASE", False), "bun": ("EXACT", True)}
    assert [line for line, _ in told(report)] == [6]


def test_the_marks_of_match_types_in_a_file_of_microsoft(take, api):
    head = "Type,Campaign,Ad Group,Budget,Budget Type,Campaign Type,Keyword,Match Type\n"
    rows = "Campaign,C,,30,DailyBudgetStandard,Search,,\nAd Group,C,G,,,,,\n"
    words = (
        ("[a b]", "Exact"), ('""c d""', "Phrase"), ("+e +f", "Broad"), ("“q r”", "Phrase"),
        ("[g h]", "Broad"), ("[half", "Exact"), ("plain", "Broad"),
    )
    rows += "".join('Keyword,C,G,,,,"%s",%s\n' % word for word in words)
    rows += "Ad Group Negative Keyword,C,G,,,,[n o],Exact\n"
    report = take(head + rows, "microsoft")
    found = {one["text"]: (one["matchType"], one["negative"]) for one in api.walk("/keywords")}
    assert found == {
        "a b": ("EXACT", False), "c d": ("PHRASE", False), "e f": ("PHRASE", False),
        "q r": ("PHRASE", False), "plain": ("BROAD", False), "n o": ("EXACT", True),
    }
    assert told(report) == [(8, "Match Type"), (9, "Keyword")]


@pytest.mark.parametrize("columns", [("Keyword status", "Status"), ("Status", "Keyword status")])
@pytest.mark.parametrize("status, eligible, ours", [
    ("Paused", "Eligible", "PAUSED"), ("Enabled", "Under review", "ENABLED"),
    ("Enabled", "Enabled", "ENABLED"), ("Paused", "Enabled", None), ("Odd", "Eligible", None),
])
def test_the_status_of_a_keyword_from_two_columns(take, api, columns, status, eligible, ours):
    cells = {"Keyword status": status, "Status": eligible}
    head = HEAD + ",Ad Group,Keyword,Match type,%s,%s\n" % columns
    rows = "A,Search,5,Germany,,,,,\nA,,,,G,,,,\nA,,,,G,rye,Exact,%s,%s\n"
    report = take(head + rows % tuple(cells[name] for name in columns))
    assert [one["status"] for one in api.walk("/keywords")] == ([ours] if ours else [])
    assert [line for line, _ in told(report)] == ([] if ours else [4])


def test_two_names_of_the_budget_with_two_amounts_hold_the_row_back(take, api):
    rows = "A,Search,5,Germany,6\nB,Search,5,Germany,5.00\nC,Search,,Germany,7\n"
    report = take(HEAD + ",Daily budget\n" + rows)
    assert told(report) == [(2, "Budget")]
    assert {one["name"]: one["budget"] for one in api.walk("/campaigns")} == {"B": 5, "C": 7}
