"""An exported file never loses in silence who sees the ads, or a cap on spend: the file itself holds
back what it cannot carry."""

import csv
import io
import json

import pytest

PIN = "pin:0123456789abcdef"
KINDS = ("campaigns", "adGroups", "ads", "keywords")


class Bulk:
    """One account's drafts, its export, and what another account makes of the file."""

    def __init__(self, server, path):
        self.server, self.path = server, path
        self.account, self.other = server.account(), server.account()
        self.api, self.there = self.account.client(), self.other.client()

    def run(self, verb, account, platform):
        args = (verb, str(self.path), "--email", account.email, "--platform", platform)
        return self.server.cli(*args, check=False).json

    def give(self, platform):
        """The report of the export, and the rows of the file."""
        report = self.run("export", self.account, platform)
        return report, list(csv.DictReader(io.StringIO(self.path.read_text("utf-8-sig"))))

    def take(self, platform):
        """The report of the import elsewhere, after one at home that changes nothing."""
        again = self.run("import", self.account, platform)
        assert [again[kind]["created"] for kind in KINDS] == [0, 0, 0, 0]
        assert again["skipped"] == []
        return self.run("import", self.other, platform)

    def set_columns(self, table, made, **columns):
        for name, value in columns.items():
            words = "'%s'" % json.dumps(value) if isinstance(value, list) else value
            self.server.sql("UPDATE %s SET %s = %s WHERE id = '%s'" % (table, name, words, made["id"]))

    def campaign(self, platform, **more):
        body = {"name": "A", "platform": platform, "budget": 5, "locations": [{"code": "DE"}]}
        body.update({"type": "SOCIAL", "objective": "TRAFFIC"} if platform == "meta" else {"type": "SEARCH"})
        return self.api.post("/campaigns", {**body, **more}, expect=201).data

    def group(self, campaign, **more):
        body = {"campaignId": campaign["id"], "name": "G"}
        return self.api.post("/ad-groups", {**body, **more}, expect=201).data


@pytest.fixture
def bulk(server, tmp_path):
    return Bulk(server, tmp_path / "file.csv")


def told(report):
    return {(one["line"], one["column"]) for one in report["skipped"]}


PLACE = {"google": "Location", "microsoft": "Target", "meta": "Countries"}


def place(code, excluded=False):
    return {"code": code, "excluded": excluded}


@pytest.mark.parametrize("platform", ["google", "microsoft", "meta"])
@pytest.mark.parametrize("more, excluded", [([], False), ([], True), (["DE"], True)])
def test_a_place_that_no_file_can_name_holds_its_campaign_back(bulk, platform, more, excluded):
    made = bulk.campaign(platform)
    bulk.group(made)
    bulk.set_columns("campaigns", made, locations=[place(c) for c in more] + [place(PIN, excluded)])
    report, rows = bulk.give(platform)
    assert [one["path"] for one in report["report"]] == ["locations"]
    assert any(PIN in str(row) for row in rows)
    again = bulk.take(platform)
    assert PLACE[platform] in {one["column"] for one in again["skipped"]}
    assert bulk.there.walk("/campaigns") == [] and bulk.there.walk("/ad-groups") == []


@pytest.mark.parametrize("platform", ["google", "microsoft", "meta"])
def test_a_place_among_others_to_show_in_is_told_and_left_out(bulk, platform):
    made = bulk.campaign(platform)
    bulk.set_columns("campaigns", made, locations=[place(PIN), place("DE")])
    report, rows = bulk.give(platform)
    assert [one["path"] for one in report["report"]] == ["locations"]
    assert bulk.take(platform)["skipped"] == []
    assert [one["locations"] for one in bulk.there.walk("/campaigns")] == [[place("DE")]]


def test_a_country_without_a_number_at_microsoft_is_the_same_elsewhere(bulk):
    made = bulk.campaign("microsoft")
    bulk.set_columns("campaigns", made, locations=[place("AQ")])
    report, rows = bulk.give("microsoft")
    assert [one["path"] for one in report["report"]] == ["locations"]
    assert bulk.take("microsoft")["skipped"] == []
    assert [one["locations"] for one in bulk.there.walk("/campaigns")] == [[place("AQ")]]


def test_a_place_of_meta_with_a_number_is_the_same_elsewhere(bulk):
    places = [{"code": "DE", "excluded": False}, {"code": "2430536", "excluded": True}]
    made = bulk.campaign("meta")
    bulk.set_columns("campaigns", made, locations=places)
    bulk.give("meta")
    bulk.take("meta")
    [one] = bulk.there.walk("/campaigns")
    assert one["locations"] == places


@pytest.mark.parametrize("platform", ["google", "microsoft", "meta"])
def test_a_campaign_that_lost_locations_or_languages_is_left_out_whole(bulk, platform):
    for i, lost in enumerate(("targeting_lost", "languages_lost")):
        made = bulk.campaign(platform, name=lost)
        bulk.group(made)
        bulk.set_columns("campaigns", made, **{lost: "TRUE"})
    kept = bulk.campaign(platform, name="kept")
    report, rows = bulk.give(platform)
    assert {one["path"] for one in report["report"]} == {"locations", "languages"}
    assert [report[kind] for kind in KINDS] == [1, 0, 0, 0]
    bulk.take(platform)
    assert [one["name"] for one in bulk.there.walk("/campaigns")] == [kept["name"]]


def test_an_ad_group_that_lost_targeting_is_left_out_whole(bulk):
    made = bulk.campaign("meta")
    lost, kept = bulk.group(made), bulk.group(made, name="kept")
    bulk.set_columns("ad_groups", lost, targeting_lost="TRUE")
    report, _ = bulk.give("meta")
    assert [(one["id"], one["path"]) for one in report["report"]] == [(lost["id"], "targeting")]
    bulk.take("meta")
    assert [one["name"] for one in bulk.there.walk("/ad-groups")] == [kept["name"]]


def test_the_interests_and_options_of_an_ad_set_are_carried(bulk):
    targeting = {"ageMin": 21, "interests": ["6003139266461", "6003020834693"]}
    options = {"advantageAudience": False, "dsaBeneficiary": "Bakery, Ltd", "dsaPayor": "Ada"}
    bulk.group(bulk.campaign("meta"), targeting=targeting, platformOptions=options)
    report, [row] = bulk.give("meta")
    assert report["notCarried"] == 0 and report["report"] == []
    assert json.loads(row["Flexible Inclusions"]) == [
        {"interests": [{"id": "6003139266461"}, {"id": "6003020834693"}]}
    ]
    assert bulk.take("meta")["skipped"] == []
    [one] = bulk.there.walk("/ad-groups")
    assert one["targeting"]["interests"] == targeting["interests"]
    for name, value in options.items():
        assert one["platformOptions"][name] == value


@pytest.mark.parametrize("cell, made", [
    ('[{"interests":[{"id":"6003139266461","name":"Movies"}]}]', True),
    ('{"interests":[{"id":"6003139266461"}]}', True),
    ('[{"interests":[{"id":6003139266461}]}]', True),
    ("[]", True),
    ('[{"interests":[{"id":"6003139266461"}],"behaviors":[{"id":"6"}]}]', False),
    ('[{"interests":[{"id":"6003139266461"}]},{"interests":[{"id":"7"}]}]', False),
    ('[{"interests":[{"name":"Movies"}]}]', False),
    ('[{"interests":[]}]', False),
    ('[{"behaviors":[{"id":"6"}]}]', False),
    ('[{"interests":"6003139266461"}]', False),
    ("Movies", False),
])
def test_what_is_no_list_of_interests_holds_the_ad_set_back(bulk, cell, made):
    head = "Campaign Name,Campaign Objective,Campaign Daily Budget,Ad Set Name,Countries,Flexible Inclusions\n"
    text = io.StringIO()
    csv.writer(text).writerow(["A", "Outcome Traffic", "5", "G", "DE", cell])
    bulk.path.write_text(head + text.getvalue())
    report = bulk.run("import", bulk.other, "meta")
    groups = bulk.there.walk("/ad-groups")
    assert told(report) == (set() if made else {(2, "Flexible Inclusions")})
    assert len(groups) == made
    if made and "interests" in cell:
        assert groups[0]["targeting"]["interests"] == ["6003139266461"]


def test_languages_of_meta_hold_the_ad_set_back(bulk):
    bulk.group(bulk.campaign("meta", languages=["de", "el"]))
    report, [row] = bulk.give("meta")
    assert [one["path"] for one in report["report"]] == ["languages"]
    assert row["Locales"] == "de, el"
    assert told(bulk.take("meta")) == {(2, "Locales")}
    assert bulk.there.walk("/ad-groups") == []


def test_a_language_without_a_name_at_microsoft_is_the_same_elsewhere(bulk):
    made = bulk.campaign("microsoft")
    bulk.set_columns("campaigns", made, languages=["xh"])
    report, rows = bulk.give("microsoft")
    assert [one["path"] for one in report["report"]] == ["languages"]
    bulk.take("microsoft")
    assert all("All" != row["Language"] for row in rows)
    assert [one["languages"] for one in bulk.there.walk("/campaigns")] in ([], [["xh"]])


@pytest.mark.parametrize("platform", ["google", "microsoft"])
def test_a_strategy_without_a_word_holds_the_campaign_back(bulk, platform):
    made = bulk.campaign(platform)
    bulk.server.sql(
        "UPDATE campaigns SET bidding = '%s' WHERE id = '%s'"
        % (json.dumps({"strategy": "OTHER", "targetCpa": None, "targetRoas": None, "maxCpc": None}), made["id"])
    )
    report, _ = bulk.give(platform)
    assert [one["path"] for one in report["report"]] == ["bidding"]
    again = bulk.take(platform)
    assert [one["column"] for one in again["skipped"]][0] == "Bid Strategy Type"
    assert bulk.there.walk("/campaigns") == []


def test_the_bids_of_meta_hold_what_they_cap_back(bulk):
    made = bulk.campaign("meta", bidding={"strategy": "TARGET_CPA", "targetCpa": 8})
    bulk.group(made)
    report, rows = bulk.give("meta")
    assert [one["path"] for one in report["report"]] == ["bidding"]
    assert rows[0]["Campaign Bid Strategy"] not in ("", "Highest volume or value")
    assert (2, "Campaign Bid Strategy") in told(bulk.take("meta"))
    assert bulk.there.walk("/campaigns") == []
