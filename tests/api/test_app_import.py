"""POST /app/api/import: a bulk file in the workbench, first as a dry run, then into drafts."""

import json

import pytest

from adcore_app import AppClient
from adcore_browser import ACCOUNT, PASSWORD, Browser
from adcore_server import ROOT, Server
from adcore_team import Team

DATA = ROOT / "tests" / "data"
EDITOR = (DATA / "google-editor-export.csv").read_bytes()
PATHS = ("/campaigns", "/ad-groups", "/ads", "/keywords")
KINDS = ("campaigns", "adGroups", "ads", "keywords")
HEADER = "Campaign,Campaign Type,Budget,Location,Ad Group,Max CPC,Keyword,Criterion Type\n"
SMALL = HEADER + "Rye,Search,10,Germany,,,,\nRye,,,,Loaves,1,,\nRye,,,,Loaves,,rye bread,Exact\n"


@pytest.fixture(scope="module")
def server():
    with Server() as running:
        yield running


@pytest.fixture(scope="module")
def team(server):
    return Team(server)


@pytest.fixture(scope="module")
def apps(server, team):
    """The workbench of a member of each role."""
    kept = {}

    def app_of(role):
        if role not in kept:
            email = team.account(role).email
            server.cli("account", "password", "--email", email, "--password-stdin", stdin=PASSWORD + "\n")
            browser = Browser(server)
            assert browser.sign_in(email, PASSWORD).path == ACCOUNT
            kept[role] = AppClient(browser, space=team.id)
        return kept[role]

    return app_of


@pytest.fixture(scope="module")
def api(team):
    return team.client("OWNER")


def send(app, file, headers=None, **query):
    raw = file if isinstance(file, bytes) else file.encode()
    return app.ask("POST", "/import", raw=raw, query=query, headers={"Content-Type": "text/csv", **(headers or {})})


def done(app, file, headers=None, **query):
    answer = send(app, file, headers, **query)
    assert answer.status == 200, answer.text
    return answer.data


def totals(api):
    return [api.get(path).meta["total"] for path in PATHS]


def counts(report, what):
    return [report[kind][what] for kind in KINDS]


def outcomes(report):
    return [(one["line"], one["resource"], one["outcome"]) for one in report["objects"]]


def test_a_dry_run_stores_nothing_and_apply_stores_what_it_told(apps, api):
    app = apps("EDITOR")
    before, history = totals(api), api.get("/history").meta["total"]
    told = done(app, EDITOR, name="export.csv")
    assert (told["applied"], told["platform"], told["name"], told["isCut"]) == (False, "google", "export.csv", False)
    assert totals(api) == before and api.get("/history").meta["total"] == history
    assert all(one["id"] is None for one in told["objects"] if one["outcome"] == "CREATED")
    lines = [one["line"] for one in told["objects"]]
    assert lines == sorted(lines)
    # Two target costs are above what the Space allows: those campaigns and all below are refused.
    assert {one["reason"].split(" of the Space")[0] for one in told["skipped"] if "guardrail" in one["reason"]} == {
        "the guardrail maxBid"}
    assert len({line for line, _, _ in outcomes(told)} | {one["line"] for one in told["skipped"]}) == told["rows"]

    stored = done(app, EDITOR, name="export.csv", platform="google", apply="true")
    assert stored["applied"] is True
    same = ("rows", "skippedRows", "skipped", "warnings", "ignoredColumns") + KINDS
    assert {key: stored[key] for key in same} == {key: told[key] for key in same}
    assert outcomes(stored) == outcomes(told)
    assert [now - then for now, then in zip(totals(api), before)] == counts(stored, "created")
    rows = api.walk("/campaigns")
    ids = {one["id"] for one in stored["objects"] if one["resource"] == "campaigns" and one["outcome"] == "CREATED"}
    made = [row for row in rows if row["id"] in ids]
    assert len(made) == stored["campaigns"]["created"] > 0
    assert {(row["source"], row["syncState"], row["environment"]) for row in made} == {("APP", "STAGED", "test")}
    assert {row["door"] for row in api.get("/history", query={"limit": 50}).data} == {"APP"}

    again = done(app, EDITOR, platform="google", apply="true")
    assert counts(again, "created") == [0, 0, 0, 0] and counts(again, "existing") == counts(stored, "created")


def test_a_key_imports_once(apps, api):
    app, key = apps("EDITOR"), {"Idempotency-Key": "import-1"}
    file = SMALL.replace("Rye", "Keyed")
    first = send(app, file, key, platform="google", apply="true")
    assert counts(first.data, "created") == [1, 1, 0, 1]
    campaign = next(one["id"] for one in first.data["objects"] if one["resource"] == "campaigns")
    api.delete("/campaigns/" + campaign)
    second = send(app, file, key, platform="google", apply="true")
    assert second.data == first.data and second.headers["Idempotent-Replayed"] == "true"
    assert api.get("/campaigns", query={"q": "Keyed"}).meta["total"] == 0
    other = send(app, SMALL, key, platform="google", apply="true")
    assert (other.status, other.code) == (409, "IDEMPOTENCY_CONFLICT")
    dry = send(app, SMALL, key, platform="google")
    assert dry.status == 200 and dry.data["applied"] is False


def test_guardrails_and_blocked_terms_refuse_rows_as_a_create_does(apps, api, team):
    app = apps("EDITOR")
    team.cli("set", team.id, "--blocked-terms", "cheapest")
    file = HEADER + "\n".join((
        "Dear,Search,900,Germany,,,,", "Dear,,,,Below,1,,",
        "The cheapest,Search,5,Germany,,,,",
        "Fine,Search,5,Germany,,,,", "Fine,,,,Group,1,,", "Fine,,,,Group,,cheapest rolls,Exact", "Fine,,,,Group,,rolls,Exact", ""))
    before = totals(api)
    report = done(app, file, platform="google", apply="true")
    team.cli("set", team.id, "--blocked-terms", "")
    reasons = {one["line"]: (one["column"], one["reason"]) for one in report["skipped"]}
    assert reasons[2] == ("Budget", "the guardrail maxCampaignDailyBudget of the Space allows 100, this is 900")
    assert reasons[3][1] == "its campaign, in line 2, was not taken"
    assert "blockedTerms" in reasons[4][1] and "blockedTerms" in reasons[7][1]
    assert set(reasons) == {2, 3, 4, 7} and report["skippedRows"] == 4
    assert outcomes(report) == [(5, "campaigns", "CREATED"), (6, "ad-groups", "CREATED"), (8, "keywords", "CREATED")]
    assert [now - then for now, then in zip(totals(api), before)] == [1, 1, 0, 1]


def test_a_campaign_without_a_location_is_told(apps):
    file = HEADER + "Here,Search,5,Germany,,,,\nEverywhere,Search,5,,,,,\n"
    assert [(one["line"], one["code"]) for one in done(apps("EDITOR"), file)["warnings"]] == [(3, "SHOWS_EVERYWHERE")]


def test_what_two_countries_read_differently_is_refused_in_a_file_of_semicolons(apps):
    head = "Campaign;Campaign Type;Budget;Location;Start Date\n"
    rows = [
        ("1.000", ""), ("1,250", ""), ("12,50", "05/06/2027"),  # refused
        ("0,125", ""), ("12,50", "31.12.2027"), ("1.000,00", "2027-06-05"),
    ]
    file = head + "".join("Number %d;Search;%s;Germany;%s\n" % (n, *row) for n, row in enumerate(rows))
    report = done(apps("EDITOR"), file, platform="google")
    told = [(one["line"], one["column"]) for one in report["skipped"]]
    assert told[:3] == [(2, "Budget"), (3, "Budget"), (4, "Start Date")]
    # When commas separate the cells, a comma in a number is a thousands separator.
    file = 'Campaign,Campaign Type,Budget,Location\nComma,Search,"1,250",Germany\n'
    [one] = done(apps("EDITOR"), file)["skipped"]
    assert "guardrail" in one["reason"], "1,250 is 1250, which is above the Space's limit"


def test_a_row_that_removes_makes_nothing(apps):
    file = "Row Type,Action,Campaign,Campaign type,Budget,Location\n"
    file += "Campaign,Add,New,Search,5,Germany\nCampaign,Remove,Old,Search,30,Germany\n"
    report = done(apps("EDITOR"), file, platform="google")
    assert counts(report, "created")[0] == 1
    assert [(one["line"], one["column"]) for one in report["skipped"]] == [(3, "Action")]


def test_an_edit_shows_what_it_changes_before_it_is_stored(apps, api):
    file = "Row Type,Action,Campaign,Campaign type,Budget,Location\nCampaign,Add,Edited,Search,5,Germany\n"
    done(apps("EDITOR"), file, platform="google", apply="true")
    file = "Row Type,Action,Campaign,Campaign status,Budget\nCampaign,Edit,Edited,Paused,7\n"
    for apply, budget in (("false", 5), ("true", 7)):
        report = done(apps("EDITOR"), file, platform="google", apply=apply)
        [one] = report["objects"]
        assert one["outcome"] == "UPDATED" and counts(report, "updated") == [1, 0, 0, 0]
        assert one["before"]["budget"] == 5 and one["after"]["budget"] == 7
        [there] = [c for c in api.walk("/campaigns") if c["name"] == "Edited"]
        assert there["budget"] == budget and there["locations"] == [{"code": "DE", "excluded": False}]
    file = "Row Type,Action,Campaign\nCampaign,Remove,Edited\n"
    assert counts(done(apps("EDITOR"), file, platform="google"), "removed") == [1, 0, 0, 0]
    assert "Edited" in {c["name"] for c in api.walk("/campaigns")}, "a dry run stores nothing"


def test_refused_rows_are_told_as_the_command_tells_them(apps):
    wanted = json.loads((DATA / "google-editor-bad.json").read_text())
    report = done(apps("EDITOR"), (DATA / "google-editor-bad.csv").read_bytes(), platform="google")
    wanted = wanted["skipped"] if isinstance(wanted, dict) else wanted
    told = {(one["line"], one["column"]) for one in report["skipped"]}
    assert {(one["line"], one["column"]) for one in wanted} <= told
    assert all(one["reason"] and one["suggestion"] for one in report["skipped"])


@pytest.mark.parametrize("file, platform", [
    ("Type,Status,Campaign,Budget,Budget Type,Campaign Type\nCampaign,Active,Micro,30,DailyBudgetStandard,Search\n", "microsoft"),
    ("Campaign Name,Campaign Status,Ad Set Name,Countries\nFeed,PAUSED,Set,DE\n", "meta"),
    ("Campaign\tCampaign Type\tBudget\nTabs\tSearch\t5\n", "google"),
    ("Row Type,Action,Campaign,Ad group,Keyword,Type\nKeyword,Add,A,G,rye,Phrase match\n", "google"),
])
def test_the_dry_run_names_the_platform_of_the_file(apps, file, platform):
    assert done(apps("EDITOR"), file)["platform"] == platform


CSV = {"Content-Type": "text/csv"}


@pytest.mark.parametrize("file, headers, query, status, fault", [
    (b"", CSV, {}, 400, ("file", "REQUIRED")),
    (HEADER.encode(), CSV, {}, 400, ("file", "REQUIRED")),
    (b"PK\3\4" + bytes(100), CSV, {}, 400, ("file", "UNSUPPORTED_FORMAT")),
    (bytes(range(256)) * 20, CSV, {}, 400, ("file", "UNSUPPORTED_FORMAT")),
    (b"no export\nat all\n", CSV, {"platform": "google"}, 400, ("file", "UNSUPPORTED_FORMAT")),
    (SMALL.encode(), CSV, {"platform": "meta"}, 400, ("file", "UNSUPPORTED_FORMAT")),
    (HEADER.encode() + b"Rye,,,,,,,\n" * 5001, CSV, {}, 400, ("file", "TOO_MANY")),
    (SMALL.encode(), CSV, {"platform": "reddit"}, 400, ("platform", "UNKNOWN_VALUE")),
    (SMALL.encode(), CSV, {"apply": "true"}, 400, ("platform", "REQUIRED")),
    (SMALL.encode(), CSV, {"apply": "yes"}, 400, ("apply", "UNKNOWN_VALUE")),
    (SMALL.encode(), CSV, {"dryRun": "true"}, 400, ("dryRun", "UNKNOWN_PARAMETER")),
    (SMALL.encode(), {**CSV, "Idempotency-Key": "k" * 256}, {}, 400, ("Idempotency-Key", "INVALID_KEY")),
    (SMALL.encode(), {"Content-Type": "application/json"}, {}, 415, None),
    (SMALL.encode(), {"Content-Type": None}, {}, 415, None),
    (SMALL.encode(), {**CSV, "Content-Encoding": "gzip"}, {}, 415, None),
    (HEADER.encode() + b"x" * (4 << 20), CSV, {}, 413, None),
])
def test_what_is_no_file_to_import_is_refused(apps, api, file, headers, query, status, fault):
    before = totals(api)
    answer = apps("EDITOR").ask("POST", "/import", raw=file, query=query, headers=headers)
    assert answer.status == status, answer.text
    assert fault is None or fault in answer.faults, answer.text
    assert totals(api) == before


def test_only_who_may_write_in_the_space_imports(server, apps, api, team):
    before = totals(api)
    for query in ({}, {"platform": "google", "apply": "true"}):
        answer = send(apps("VIEWER"), SMALL, **query)
        assert (answer.status, answer.code) == (403, "INSUFFICIENT_SCOPE"), answer.text
        outside = AppClient(apps("EDITOR").browser, space=server.cli(
            "space", "add", "--email", team.owner.email, "--name", "Other").json["id"])
        assert send(outside, SMALL, **query).status == 404
        assert send(apps("EDITOR"), SMALL, {"Cookie": None}, **query).status == 401
        assert send(apps("EDITOR"), SMALL, {"X-Adcore-App": None}, **query).status == 403
        assert send(apps("EDITOR"), SMALL, {"Sec-Fetch-Site": "cross-site"}, **query).status == 403
    assert apps("EDITOR").ask("GET", "/import").status == 405
    assert totals(api) == before


def test_hostile_cells_come_back_as_text(apps, api):
    name = '<img src=x onerror=alert(1)>"\'&'
    file = HEADER + '"%s",Search,5,Germany,,,,\n"=cmd()",Search,nothing,Germany,,,,\n' % name.replace('"', '""')
    report = done(apps("EDITOR"), file, platform="google", apply="true")
    made = next(one for one in report["objects"] if one["outcome"] == "CREATED")
    assert made["name"] == name and api.get("/campaigns/" + made["id"]).data["name"] == name
    assert [(one["line"], one["value"]) for one in report["skipped"]] == [(3, "nothing")]
