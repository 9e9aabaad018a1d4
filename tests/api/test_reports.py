"""Reports: performance against independently computed sums, CSV and pages; and policy findings."""

import csv
import datetime
import io
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest

from adcore_make import (
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    missing_id,
    push,
    space_id,
)
from adcore_reports import FIGURES, PERFORMANCE, review_found

DAY0 = datetime.date(1970, 1, 1)
MEASURES = ("impressions", "clicks", "cost_micros", "conversions_micros", "conversion_value_micros")
LEVELS = {
    "CAMPAIGN": "campaignId",
    "AD_GROUP": "adGroupId",
    "AD": "adId",
    "KEYWORD": "keywordId",
}


def day(text):
    return (datetime.date.fromisoformat(text) - DAY0).days


def date(number):
    return (DAY0 + datetime.timedelta(days=int(number))).isoformat()


# --- an independent calculation -----------------------------------------------------------------


def plus(sums, row):
    for i, value in enumerate(row):
        if value is not None:
            sums[i] = value + (sums[i] or 0)


def rounded(fraction):
    exact = Decimal(fraction.numerator) / Decimal(fraction.denominator)
    return float(exact.quantize(Decimal("0.000001"), ROUND_HALF_UP))


def ratio(over, under):
    if over is None or not under:
        return None
    return rounded(Fraction(over, under))


def figures(sums):
    shown, clicks, cost, conversions, value = sums

    def major(micros):
        return None if micros is None else rounded(Fraction(micros, 10**6))

    return {
        "impressions": shown,
        "clicks": clicks,
        "cost": major(cost),
        "conversions": major(conversions),
        "conversionValue": major(value),
        "ctr": ratio(clicks, shown),
        "averageCpc": ratio(cost, None if clicks is None else clicks * 10**6),
        "costPerConversion": ratio(cost, conversions),
        "roas": ratio(value, cost),
    }


def bucket(number, period):
    when = DAY0 + datetime.timedelta(days=number)
    if period == "week":
        when -= datetime.timedelta(days=when.weekday())
    if period == "month":
        when = when.replace(day=1)
    return when.isoformat()


class Stored:
    """The rows of a Space as they stand in the database."""

    def __init__(self, server, space, env="test"):
        rows = server.sql(
            "SELECT level, object_id, campaign_id, platform, day, %s FROM performance"
            " WHERE space_id = '%s' AND environment = '%s'" % (", ".join(MEASURES), space, env)
        )
        self.rows = [
            (r[0], r[1], r[2], r[3], int(r[4]), [int(v) if v else None for v in r[5:]])
            for r in rows
        ]

    def report(self, level, period=None, by_platform=False, keep=lambda row: True):
        """{(date, platform, id): figures} and the totals."""
        groups, totals = {}, [None] * 5
        for row in self.rows:
            if row[0] != ("CAMPAIGN" if level == "ACCOUNT" else level) or not keep(row):
                continue
            key = (
                bucket(row[4], period) if period else None,
                row[3] if level != "ACCOUNT" or by_platform else None,
                row[1] if level != "ACCOUNT" else None,
            )
            plus(groups.setdefault(key, [None] * 5), row[5])
            plus(totals, row[5])
        return {key: figures(sums) for key, sums in groups.items()}, figures(totals)


def key_of(row, level):
    return (row.get("date"), row["platform"], row.get(LEVELS.get(level)))


def numbers(row):
    return {name: row[name] for name in FIGURES}


@pytest.fixture(scope="module")
def demo(server):
    """An account with the demo's 90 days; its client, its Space and what is stored."""
    account = server.account(timezone="Pacific/Auckland", currency="GBP")
    server.cli("seed-demo", "--email", account.email)
    client = account.client()
    space = space_id(client.get("/me").data)
    return client, space, Stored(server, space)


def span(stored):
    days = [row[4] for row in stored.rows]
    return min(days), max(days)


# --- numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["ACCOUNT", *LEVELS])
@pytest.mark.parametrize("period", [None, "date", "week", "month"])
def test_rows_and_totals_are_right(demo, level, period):
    client, _, stored = demo
    first, last = span(stored)
    query = {"from": date(first), "to": date(last), "level": level}
    groups = [period] if period else []
    for by_platform in (False, True) if level == "ACCOUNT" else (False,):
        query["groupBy"] = ",".join(groups + ["platform"] * by_platform)
        if not query["groupBy"]:
            del query["groupBy"]
        if level == "KEYWORD" and period == "date":
            query["from"] = date(last - 6)
        wanted, totals = stored.report(
            level, period, by_platform, lambda row: row[4] >= day(query["from"])
        )
        page = client.get(PERFORMANCE, query=dict(query, limit=200))
        found = {key_of(row, level): numbers(row) for row in client.walk(PERFORMANCE, query=query)}
        assert found == wanted
        assert page.meta["totals"] == totals
        assert page.meta["total"] == len(wanted)
        assert page.meta["currency"] == "GBP"


def test_levels_agree(demo):
    client, _, stored = demo
    first, last = span(stored)
    query = {"from": date(first), "to": date(last)}
    totals = [
        client.get(PERFORMANCE, query=dict(query, level=level)).meta["totals"]
        for level in ("ACCOUNT", *LEVELS)
        if level != "KEYWORD"
    ]
    assert totals[0]["clicks"] > 5000
    assert all(one == totals[0] for one in totals)
    # Reddit and Meta have campaigns without keywords.
    query["platform"] = "google,microsoft"
    searched = [
        client.get(PERFORMANCE, query=dict(query, level=level)).meta["totals"]
        for level in ("ACCOUNT", "KEYWORD")
    ]
    assert searched[0] == searched[1] and 0 < searched[0]["clicks"] < totals[0]["clicks"]


def test_ids_and_names_by_level(demo):
    client, _, _ = demo
    campaigns = {c["id"]: c for c in client.walk("/campaigns")}
    groups = {g["id"]: g for g in client.walk("/ad-groups")}
    keywords = {k["id"]: k for k in client.walk("/keywords")}
    ads = {a["id"]: a for a in client.walk("/ads")}
    rows = client.get(PERFORMANCE, query={"level": "ACCOUNT"}).data
    assert len(rows) == 1 and list(rows[0]) == ["platform", "name", *FIGURES]
    assert rows[0]["platform"] is None and rows[0]["name"] is None
    for row in client.get(PERFORMANCE).data:
        assert list(row) == ["platform", "campaignId", "name", *FIGURES]
        assert row["name"] == campaigns[row["campaignId"]]["name"]
        assert row["platform"] == campaigns[row["campaignId"]]["platform"]
    for row in client.get(PERFORMANCE, query={"level": "AD_GROUP", "groupBy": "week"}).data:
        assert list(row)[:5] == ["date", "platform", "campaignId", "adGroupId", "name"]
        assert row["name"] == groups[row["adGroupId"]]["name"]
        assert row["campaignId"] == groups[row["adGroupId"]]["campaignId"]
    for row in client.walk(PERFORMANCE, query={"level": "KEYWORD"}):
        keyword = keywords[row["keywordId"]]
        assert (row["name"], row["adGroupId"]) == (keyword["text"], keyword["adGroupId"])
        assert "adId" not in row
    for row in client.walk(PERFORMANCE, query={"level": "AD"}):
        assert row["adGroupId"] == ads[row["adId"]]["adGroupId"] and "keywordId" not in row


def test_the_last_thirty_days_unless_said(demo):
    client, _, _ = demo
    meta = client.get(PERFORMANCE).meta
    days = day(meta["to"]) - day(meta["from"])
    assert days == 29
    # Auckland is ahead of us.
    now = datetime.datetime.now(datetime.timezone.utc)
    ahead = {(now + datetime.timedelta(hours=h)).date().isoformat() for h in (12, 13)}
    assert meta["to"] in ahead
    assert client.get(PERFORMANCE, query={"to": "2026-03-31"}).meta["from"] == "2026-03-02"
    assert client.get(PERFORMANCE, query={"from": meta["to"]}).meta["to"] == meta["to"]


def test_filters(demo):
    client, _, stored = demo
    first, last = span(stored)
    ids = sorted({row[1] for row in stored.rows if row[0] == "CAMPAIGN"})[1:4:2]
    base = {"from": date(first), "to": date(last)}
    for level in ("ACCOUNT", *LEVELS):
        for query, keep in (
            ({"platform": "microsoft"}, lambda row: row[3] == "microsoft"),
            ({"platform": "microsoft,reddit"}, lambda row: row[3] in ("microsoft", "reddit")),
            ({"campaignId": ids[0]}, lambda row: row[2] == ids[0]),
            ({"campaignId": ",".join(ids + ids)}, lambda row: row[2] in ids),
            ({"campaignId": ids[0], "platform": "meta"}, lambda row: False),
        ):
            wanted, totals = stored.report(level, keep=keep)
            rows = client.walk(PERFORMANCE, query=dict(base, level=level, **query))
            assert {key_of(row, level): numbers(row) for row in rows} == wanted
            meta = client.get(PERFORMANCE, query=dict(base, level=level, **query)).meta
            assert meta["totals"] == totals


def test_order_and_pages(demo):
    client, _, stored = demo
    first, last = span(stored)
    base = {"from": date(first), "to": date(last), "level": "KEYWORD"}
    for order in [*FIGURES, *("-" + name for name in FIGURES)]:
        name = order.lstrip("-")
        whole = client.walk(PERFORMANCE, query=dict(base, orderBy=order))
        known = [row[name] for row in whole if row[name] is not None]
        assert known == sorted(known, reverse=order[0] == "-")
        assert [row[name] for row in whole][: len(known)] == known, "the unknown stand last"
        assert len({row["keywordId"] for row in whole}) == len(whole) > 60
        if name in ("cost", "roas", "costPerConversion"):
            assert client.walk(PERFORMANCE, limit=7, query=dict(base, orderBy=order)) == whole
    dated = dict(base, groupBy="month")
    whole = client.walk(PERFORMANCE, query=dated)
    assert [row["date"] for row in whole] == sorted(row["date"] for row in whole)
    assert client.walk(PERFORMANCE, limit=13, query=dated) == whole
    turned = client.walk(PERFORMANCE, limit=50, query=dict(dated, orderBy="-date"))
    assert [row["date"] for row in turned] == sorted((row["date"] for row in whole), reverse=True)


def test_a_cursor_is_of_its_report(demo):
    client, _, _ = demo
    query = {"level": "KEYWORD", "limit": 5}
    cursor = client.get(PERFORMANCE, query=query).meta["nextCursor"]
    client.get(PERFORMANCE, query=dict(query, cursor=cursor, limit=3))
    for other in (
        {"level": "AD", "cursor": cursor},
        {"level": "KEYWORD", "orderBy": "cost", "cursor": cursor},
        {"level": "KEYWORD", "platform": "google", "cursor": cursor},
        {"level": "KEYWORD", "groupBy": "date", "cursor": cursor},
        {"level": "KEYWORD", "cursor": cursor[:-2] + "xx"},
    ):
        refused = client.refuse("GET", PERFORMANCE, query=other)
        assert refused.details["fields"][0]["code"] == "INVALID_CURSOR"


# --- what was not collected ---------------------------------------------------------------------


class Ledger:
    """Inserts rows as a pull does."""

    def __init__(self, server, account):
        self.server = server
        self.api = account.client()
        self.space = space_id(self.api.get("/me").data)

    def put(self, level, object_id, campaign_id, when, measures, platform="google", env="test"):
        self.server.sql(
            "INSERT INTO performance (space_id, environment, level, object_id, day, platform,"
            " campaign_id, %s) VALUES ('%s', '%s', '%s', '%s', %d, '%s', '%s', %s)"
            % (
                ", ".join(MEASURES),
                self.space,
                env,
                level,
                object_id,
                day(when),
                platform,
                campaign_id,
                ", ".join("NULL" if m is None else str(m) for m in measures),
            )
        )

    def collected(self, level, platform, when, at):
        self.server.sql(
            "INSERT INTO performance_days (space_id, environment, level, platform, day,"
            " collected_at) VALUES ('%s', 'test', '%s', '%s', %d, %d)"
            % (self.space, level, platform, day(when), at)
        )


@pytest.fixture
def ledger(server, account):
    return Ledger(server, account)


def test_nothing_collected_is_null(ledger):
    page = ledger.api.get(PERFORMANCE)
    assert page.data == [] and page.meta["total"] == 0
    assert page.meta["totals"] == {name: None for name in FIGURES}
    assert page.meta["dataAsOf"] is None
    assert ledger.api.get(PERFORMANCE, query={"level": "ACCOUNT"}).data == []


def test_not_collected_is_null_and_never_zero(ledger):
    one, two = (make_campaign(ledger.api)["id"] for _ in range(2))
    ledger.put("CAMPAIGN", one, one, "2026-05-01", (0, 0, 0, 0, None))
    ledger.put("CAMPAIGN", two, two, "2026-05-01", (1000, 3, 1000000, 500000, None))
    ledger.put("CAMPAIGN", two, two, "2026-05-02", (None, 4, 500000, None, 12340000))
    query = {"from": "2026-05-01", "to": "2026-05-02"}
    rows = {r["campaignId"]: numbers(r) for r in ledger.api.get(PERFORMANCE, query=query).data}
    assert rows[one] == {
        "impressions": 0,
        "clicks": 0,
        "cost": 0,
        "conversions": 0,
        "conversionValue": None,
        "ctr": None,
        "averageCpc": None,
        "costPerConversion": None,
        "roas": None,
    }
    assert rows[two] == {
        "impressions": 1000,
        "clicks": 7,
        "cost": 1.5,
        "conversions": 0.5,
        "conversionValue": 12.34,
        "ctr": 0.007,
        "averageCpc": 0.214286,
        "costPerConversion": 3,
        "roas": 8.226667,
    }
    for order in ("roas", "-roas"):
        ordered = ledger.api.get(PERFORMANCE, query=dict(query, orderBy=order)).data
        assert [row["campaignId"] for row in ordered] == [two, one]


def test_sums_beyond_64_bits(ledger):
    big = 9 * 10**18
    one = make_campaign(ledger.api)["id"]
    for number in range(1, 5):
        ledger.put("CAMPAIGN", one, one, "2026-05-0%d" % number, (big, big, big, big, big))
    page = ledger.api.get(PERFORMANCE, query={"from": "2026-05-01", "to": "2026-05-09"})
    assert '"impressions":%d,' % (4 * big) in page.text
    assert '"cost":%d,' % (4 * big // 10**6) in page.text
    assert page.data[0]["ctr"] == 1 and page.data[0]["roas"] == 1


def test_data_as_of_is_the_oldest_of_the_latest(ledger):
    at = 1780000000000000
    for platform, when, late in (
        ("google", "2026-05-01", 50),
        ("google", "2026-05-02", 90),
        ("microsoft", "2026-05-01", 70),
        ("meta", "2026-05-09", 10),
    ):
        ledger.collected("CAMPAIGN", platform, when, at + late * 10**6)

    def as_of(**query):
        meta = ledger.api.get(PERFORMANCE, query={"from": "2026-05-01", "to": "2026-05-03", **query})
        text = meta.meta["dataAsOf"]
        if text is None:
            return None
        moment = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
        return round(moment.timestamp()) - at // 10**6

    assert as_of() == 70
    assert as_of(level="ACCOUNT") == 70
    assert as_of(platform="google") == 90
    assert as_of(to="2026-05-09") == 10
    assert as_of(level="AD") is None


def test_decimals_of_other_currencies(server):
    for currency, micros, shown in (("JPY", 1234000000, 1234), ("KWD", 1234567000, 1234.567)):
        ledger = Ledger(server, server.account(currency=currency))
        one = make_campaign(ledger.api, budget=5)["id"]
        ledger.put("CAMPAIGN", one, one, "2026-05-01", (1, 1, micros, 1, 1))
        page = ledger.api.get(PERFORMANCE, query={"from": "2026-05-01", "to": "2026-05-01"})
        assert page.data[0]["cost"] == shown and page.meta["currency"] == currency


# --- scopes -------------------------------------------------------------------------------------


def test_reports_read_is_enough_and_needed(ledger, account):
    one = make_campaign(ledger.api, name="Seen")["id"]
    ledger.put("CAMPAIGN", one, one, "2026-05-01", (1, 1, 1, 1, 1))
    query = {"from": "2026-05-01", "to": "2026-05-01"}
    reader = account.client(["reports:read"])
    assert reader.get(PERFORMANCE, query=query).data[0]["name"] == "Seen"
    reader.get("/reports/disapprovals")
    for path in (PERFORMANCE, "/reports/disapprovals"):
        refused = account.without("reports:read").get(path, expect=403)
        assert refused.details["required"] == ["reports:read"]


def test_another_space_or_environment_has_no_numbers(server, ledger, account):
    one = make_campaign(ledger.api)["id"]
    ledger.put("CAMPAIGN", one, one, "2026-05-01", (1, 1, 1, 1, 1))
    ledger.put("CAMPAIGN", one, one, "2026-05-01", (2, 2, 2, 2, 2), env="live")
    query = {"from": "2026-05-01", "to": "2026-05-01", "level": "ACCOUNT"}
    assert ledger.api.get(PERFORMANCE, query=query).data[0]["clicks"] == 1
    assert account.client(env="live").get(PERFORMANCE, query=query).data[0]["clicks"] == 2
    stranger = server.account().client()
    assert stranger.get(PERFORMANCE, query=query).data == []
    for campaign in (one, missing_id(one)):
        page = stranger.get(PERFORMANCE, query=dict(query, campaignId=campaign))
        assert page.data == [] and page.meta["total"] == 0
    stranger.get(PERFORMANCE, headers={"X-Space-Id": ledger.space}, expect=404)


@pytest.mark.parametrize(
    "query,path,code",
    [
        ({"level": "EVERYTHING"}, "level", "UNKNOWN_VALUE"),
        ({"from": "2026-02-30"}, "from", "INVALID_DATE"),
        ({"from": "yesterday"}, "from", "INVALID_DATE"),
        ({"from": "2026-05-02", "to": "2026-05-01"}, "to", "BEFORE_START"),
        ({"from": "2024-01-01", "to": "2026-05-01"}, "from", "OUT_OF_RANGE"),
        ({"groupBy": "date,month"}, "groupBy", "ONE_OF"),
        ({"groupBy": "hour"}, "groupBy[0]", "UNKNOWN_VALUE"),
        ({"groupBy": "date,week,platform"}, "groupBy", "TOO_MANY"),
        ({"platform": "google,myspace"}, "platform[1]", "UNKNOWN_VALUE"),
        ({"orderBy": "spend"}, "orderBy", "UNKNOWN_VALUE"),
        ({"orderBy": "date"}, "orderBy", "UNSUPPORTED"),
        ({"order": "asc"}, "order", "UNKNOWN_PARAMETER"),
        ({"colour": "red"}, "colour", "UNKNOWN_PARAMETER"),
        ({"limit": 201}, "limit", "TOO_LARGE"),
        ({"limit": 0}, "limit", "TOO_SMALL"),
        ({"cursor": "x"}, "cursor", "INVALID_CURSOR"),
        ({"campaignId": ",".join(["cmp_x"] * 51)}, "campaignId", "TOO_MANY"),
    ],
)
def test_bad_queries_are_named(shared, query, path, code):
    refused = shared.refuse("GET", PERFORMANCE, query=query)
    assert (path, code) in [(f["path"], f["code"]) for f in refused.details["fields"]]


# --- CSV ----------------------------------------------------------------------------------------


def get_csv(client, accept="text/csv", **query):
    resp = client.get(PERFORMANCE, query=query, headers={"Accept": accept})
    assert resp.headers["content-type"] == "text/csv; charset=utf-8; header=present"
    assert resp.headers["content-disposition"].startswith('attachment; filename="performance_')
    assert resp.text.endswith("\r\n")
    return resp, list(csv.DictReader(io.StringIO(resp.text, newline=""), strict=True))


def test_csv_says_the_same(demo):
    client, _, _ = demo
    for query in ({"level": "ACCOUNT"}, {"level": "KEYWORD", "groupBy": "week"}, {"level": "AD"}):
        rows = client.walk(PERFORMANCE, query=query)
        resp, lines = get_csv(client, **query)
        assert "x-next-cursor" not in resp.headers
        assert list(lines[0]) == list(rows[0])
        assert len(lines) == len(rows)
        for line, row in zip(lines, rows):
            for name, value in row.items():
                if value is None:
                    assert line[name] == ""
                elif isinstance(value, str):
                    assert line[name] == value
                else:
                    assert float(line[name]) == value


def test_csv_in_pages(demo):
    client, _, _ = demo
    _, whole = get_csv(client, level="KEYWORD")
    found, cursor = [], None
    while True:
        resp, lines = get_csv(client, level="KEYWORD", limit=30, cursor=cursor)
        found += lines
        cursor = resp.headers.get("x-next-cursor")
        if not cursor:
            break
        assert len(lines) == 30
    assert found == whole


def test_csv_is_no_formula_and_is_quoted(ledger):
    names = {}
    for name in ("=1+1", "+1", "-1", "@SUM(A1)", 'a "quoted", name', "plain - name", "é ü 漢"):
        one = make_campaign(ledger.api, name=name)["id"]
        ledger.put("CAMPAIGN", one, one, "2026-05-01", (1, 1, -1000000, 1, 1))
        names[one] = "'" + name if name[0] in "=+-@" else name
    resp, lines = get_csv(ledger.api, **{"from": "2026-05-01", "to": "2026-05-01"})
    assert {line["campaignId"]: line["name"] for line in lines} == names
    assert all(line["cost"] == "-1" for line in lines), "numbers are as they are"
    assert '"a ""quoted"", name"' in resp.text
    resp, lines = get_csv(ledger.api, **{"from": "2025-05-01", "to": "2025-05-01"})
    assert lines == [] and resp.text.count("\r\n") == 1


@pytest.mark.parametrize(
    "accept,is_csv",
    [
        ("text/csv", True),
        ("text/csv;q=0.5", True),
        ("text/csv, */*;q=0.1", True),
        ("text/csv, application/json;q=0.9", True),
        ("TEXT/CSV ; charset=utf-8", True),
        ("application/json", False),
        ("*/*", False),
        ("application/json, text/csv", False),
        ("text/csv;q=0", False),
        ("text/csv;q=0.2, application/json", False),
        ("text/csvx", False),
        ("", False),
    ],
)
def test_what_accept_asks_for(shared, accept, is_csv):
    resp = shared.get(PERFORMANCE, headers={"Accept": accept})
    assert resp.headers["vary"] == "Accept"
    assert (resp.media_type() == "text/csv") == is_csv


def test_faults_are_json_also_for_csv(shared):
    refused = shared.refuse("GET", PERFORMANCE, query={"level": "x"}, headers={"Accept": "text/csv"})
    assert refused.media_type() == "application/json"
    assert shared.refuse(
        "GET", PERFORMANCE, query={"limit": 10001}, headers={"Accept": "text/csv"}
    ).details["fields"][0]["limit"] == 10000


# --- disapprovals -------------------------------------------------------------------------------


def test_disapprovals_of_the_demo(demo):
    client, _, _ = demo
    page = client.get("/reports/disapprovals")
    assert page.meta["total"] == 1
    row = page.data[0]
    ad = client.get("/ads/" + row["id"]).data
    assert row["resource"] == "ad" and row["platform"] == "google"
    assert row["campaignId"] == client.get("/ad-groups/" + ad["adGroupId"]).data["campaignId"]
    assert set(row["reasons"][0]) == {"code", "message", "evidence", "policyUrl"}
    assert row["since"] < datetime.datetime.now(datetime.timezone.utc).isoformat()


def test_disapprovals_are_filtered_and_paged(server, ledger, account):
    campaigns = [make_campaign(ledger.api)["id"] for _ in range(2)]
    group = make_ad_group(ledger.api, campaigns[0])["id"]
    ads = [make_ad(ledger.api, group)["id"] for _ in range(3)]
    keyword = make_keyword(ledger.api, group)["id"]
    for ad in ads:
        review_found(server, ledger.space, ad, campaigns[0])
    row = {"resource": "keyword", "platform": "microsoft"}
    review_found(server, ledger.space, keyword, campaigns[0], **row)
    row = {"resource": "campaign", "env": "live"}
    review_found(server, ledger.space, campaigns[1], campaigns[1], **row)
    path = "/reports/disapprovals"
    whole = ledger.api.get(path).data
    assert {row["id"] for row in whole} == {*ads, keyword}
    assert ledger.api.walk(path, limit=1) == whole
    assert ledger.api.walk(path, limit=3, query={"order": "asc"}) == whole[::-1]

    def ids(**query):
        return {row["id"] for row in ledger.api.walk(path, query=query)}

    assert ids(platform="microsoft") == {keyword}
    assert ids(platform="google,microsoft", campaignId=campaigns[0]) == {*ads, keyword}
    assert ids(campaignId=campaigns[1]) == set()
    ledger.api.refuse("GET", path, query={"platform": "myspace"})
    ledger.api.refuse("GET", path, query={"status": "DISAPPROVED"})
    live = account.client(env="live").get(path).data
    assert [row["id"] for row in live] == [campaigns[1]]
    assert server.account().client().get(path).data == []


def test_seeding_again_changes_no_number(server, demo):
    client, space, stored = demo
    email = client.get("/me").data["email"]
    assert server.cli("seed-demo", "--email", email).json["reportDays"] == {"created": 0}
    assert sorted(map(str, Stored(server, space).rows)) == sorted(map(str, stored.rows))


def test_reviews_are_read_where_a_push_reads(desk):
    """A run reads an object before it changes it, and stores the findings of the object's
    review."""
    api = desk.api
    campaign = make_campaign(api)
    group = make_ad_group(api, campaign["id"])
    ad = make_ad(api, group["id"], finalUrl="https://bakery.invalid/bread")
    keyword = make_keyword(api, group["id"], text="counterfeit croissants")
    push(api)
    path = "/reports/disapprovals"
    assert api.get(path).data == []
    desk.box.control("POST", "clock", {"advanceSeconds": 700})
    assert api.get(path).data == [], "nobody has looked"
    api.patch("/ads/" + ad["id"], {"path1": "bread"})
    api.patch("/keywords/" + keyword["id"], {"cpcBid": 0.5})
    push(api)
    found = {row["resource"]: row for row in api.get(path).data}
    assert set(found) == {"ad", "keyword"}
    assert found["ad"]["id"] == ad["id"] and found["ad"]["campaignId"] == campaign["id"]
    assert found["ad"]["reviewStatus"] == "DISAPPROVED" and found["ad"]["platform"] == "google"
    (reason,) = found["ad"]["reasons"]
    assert reason["code"] == "DESTINATION_NOT_WORKING"
    assert reason["evidence"] == "https://bakery.invalid/bread"
    assert reason["message"] and reason["policyUrl"].startswith("https://")
    (reason,) = found["keyword"]["reasons"]
    assert (reason["code"], reason["evidence"]) == ("COUNTERFEIT", "counterfeit croissants")
    assert api.get("/ads/" + ad["id"]).data["remote"]["reviewStatus"] == "DISAPPROVED"
    # An edited object is reviewed again, as the next push reads. A removed object has no findings.
    api.patch("/ads/" + ad["id"], {"finalUrl": "https://bakery.example/bread"})
    push(api)
    assert [row["id"] for row in api.get(path).data] == [keyword["id"]]
    api.delete("/keywords/" + keyword["id"])
    push(api)
    assert api.get(path).data == []
