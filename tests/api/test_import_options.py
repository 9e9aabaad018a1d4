"""The options of `adcore import`: a dry run stores nothing; missing ad groups are made on request;
the column Action adds, edits and removes."""

import pytest

from adcore_make import serial

PATHS = ("/campaigns", "/ad-groups", "/ads", "/keywords")
HEADS = "Action,Campaign,Campaign type,Budget,Ad group,Keyword,Match type,Max CPC\n"
CAMPAIGN = "Add,{0},Search,20,,,,\n"
GROUP = "Add,{0},,,Bread,,,1.5\n"
KEYWORD = "Add,{0},,,Bread,rye bread,Exact,1.25\n"
ORPHAN = "Add,{0},,,Cake,lemon cake,Phrase,\n"


@pytest.fixture
def shop(server, account, api, tmp_path):
    return Shop(server, account, api, tmp_path)


class Shop:
    def __init__(self, server, account, api, folder):
        self.server, self.account, self.api, self.folder = server, account, api, folder
        self.name = "Bakery %d" % serial()

    def take(self, rows, *options, check=True):
        path = self.folder / ("sheet-%d.csv" % serial())
        path.write_text(HEADS + rows.format(self.name))
        words = ("import", str(path), "--email", self.account.email, "--platform", "google")
        return self.server.cli(*(words + options), check=check)

    def totals(self):
        return [self.api.get(path).meta["total"] for path in PATHS]

    def keywords(self):
        return {k["text"]: k for k in self.api.walk("/keywords")}


def created(report):
    return [report[kind]["created"] for kind in ("campaigns", "adGroups", "ads", "keywords")]


def test_a_dry_run_reports_the_same_and_stores_nothing(shop):
    rows = CAMPAIGN + GROUP + KEYWORD + ORPHAN
    dry = shop.take(rows, "--dry-run").json
    assert dry["applied"] is False and shop.totals() == [0, 0, 0, 0]
    done = shop.take(rows).json
    assert done["applied"] is True and shop.totals() == [1, 1, 0, 1]
    assert created(dry) == created(done) == [1, 1, 0, 1]
    assert dry["skipped"] == done["skipped"] and len(done["skipped"]) == 1
    again = shop.take(rows, "--dry-run").json
    assert created(again) == [0, 0, 0, 0] and again["keywords"]["existing"] == 1


def test_a_dry_run_of_edits_and_removals_changes_nothing(shop):
    shop.take(CAMPAIGN + GROUP + KEYWORD)
    edit = "Edit,{0},,,Bread,rye bread,Exact,2\n"
    assert shop.take(edit, "--dry-run").json["keywords"]["updated"] == 1
    assert shop.keywords()["rye bread"]["cpcBid"] == 1.25
    remove = "Remove,{0},,,Bread,rye bread,Exact,\n"
    assert shop.take(remove, "--dry-run").json["keywords"]["removed"] == 1
    assert "rye bread" in shop.keywords()
    assert shop.take(edit).json["keywords"]["updated"] == 1
    assert shop.keywords()["rye bread"]["cpcBid"] == 2
    assert shop.take(remove).json["keywords"]["removed"] == 1
    assert "rye bread" not in shop.keywords()


def test_a_dry_run_of_a_bad_file_fails_as_the_import_does(shop):
    rows = "Add,{0},,,Bread,rye bread,Exact,1.25\n"
    dry, done = shop.take(rows, "--dry-run", check=False), shop.take(rows, check=False)
    assert dry.code == done.code == 1 and shop.totals() == [0, 0, 0, 0]


def test_missing_ad_groups_are_made_on_request_only(shop):
    shop.take(CAMPAIGN)
    rows = ORPHAN + "Add,{0},,,Cake,plum cake,Exact,\n"
    refused = shop.take(rows, check=False)
    assert refused.code == 1 and shop.totals() == [1, 0, 0, 0]
    made = shop.take(rows, "--make-parents").json
    assert created(made) == [0, 1, 0, 2] and made["skipped"] == []
    assert [(w["line"], w["code"]) for w in made["warnings"]] == [(2, "PARENT_CREATED")]
    [group] = shop.api.walk("/ad-groups")
    assert (group["name"], group["status"], group["cpcBid"]) == ("Cake", "PAUSED", None)
    again = shop.take(rows, "--make-parents").json
    assert created(again) == [0, 0, 0, 0] and again["warnings"] == []


def test_parents_are_not_made_for_rows_that_are_not_taken(shop):
    shop.take(CAMPAIGN)
    bad = "Add,{0},,,Tea,black tea,Exact,cheap\n"
    edits = "Edit,{0},,,Tea,black tea,Exact,1\nRemove,{0},,,Tea,black tea,Exact,\n"
    for rows in (bad, edits):
        report = shop.take(rows, "--make-parents", check=False)
        assert report.code == 1 and shop.totals() == [1, 0, 0, 0]


def test_a_missing_campaign_is_never_made(shop):
    """A campaign needs a budget, which the row of a keyword does not have."""
    report = shop.take(KEYWORD, "--make-parents", check=False)
    assert report.code == 1 and shop.totals() == [0, 0, 0, 0]
