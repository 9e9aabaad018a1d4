"""Rows of bulk files that resemble each other: no row is merged, lost or duplicated."""

import csv
import io

import pytest

from test_bulk import KINDS, ad_body, bulk, drafts

META = {
    "Campaign Status": "PAUSED",
    "Campaign Objective": "Outcome Traffic",
    "Buying Type": "AUCTION",
    "Campaign Daily Budget": "20",
    "Countries": "DE",
    "Ad Set Run Status": "PAUSED",
}
AD = {"Ad Status": "PAUSED", "Title": "Fresh", "Body": "Rye", "Link": "https://b.example/"}


def write(path, rows):
    """Rows as dictionaries by column."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    out = io.StringIO(newline="")
    file = csv.DictWriter(out, names)
    file.writeheader()
    file.writerows(rows)
    path.write_bytes(out.getvalue().encode("utf-8"))
    return path


def meta(campaign, group="", **more):
    row = {"Campaign ID": "", "Campaign Name": campaign, "Ad Set ID": "", "Ad Set Name": group}
    row.update(META, **{"Ad ID": "", "Ad Name": ""})
    row.update({name.replace("_", " "): value for name, value in more.items()})
    return row


def take(server, account, tmp_path, platform, rows):
    path = write(tmp_path / "rows.csv", rows)
    return bulk(server, "import", account, path, platform).json


def numbers(report, what="created"):
    return [report[kind][what] for kind in KINDS]


def places(report):
    return [(line["line"], line["column"], line["value"]) for line in report["skipped"]]


def test_campaigns_of_one_name_are_not_merged(server, account, tmp_path):
    rows = [
        meta("Bread", "Rye", Campaign_ID="c:1", Ad_Set_ID="c:11", Ad_ID="c:111", **AD),
        meta("Bread", "Rye", Campaign_ID="c:2", Ad_Set_ID="c:21", Ad_ID="c:211", **AD),
        meta("Bread", "Oat", Campaign_ID="c:2", Ad_Set_ID="c:22"),
        meta("Bread", "Oat", Ad_Set_ID="c:22"),
        meta("Bread", "Oat", Campaign_ID="1", Ad_Set_ID="c:12"),
    ]
    rows[1]["Campaign Daily Budget"] = rows[2]["Campaign Daily Budget"] = "90"
    report = take(server, account, tmp_path, "meta", rows)
    assert numbers(report) == [1, 2, 1, 0]
    assert places(report) == [
        (3, "Campaign ID", "c:2"),
        (4, "Campaign ID", "c:2"),
        (5, "Campaign ID", None),
    ]
    assert all("line 2" in line["reason"] for line in report["skipped"])
    assert report["skippedRows"] == 3
    assert account.client().get("/campaigns").data[0]["budget"] == 20
    assert numbers(take(server, account, tmp_path, "meta", rows)) == [0, 0, 0, 0]


def test_ad_sets_of_one_name_are_not_merged(server, account, tmp_path):
    rows = [
        meta("Bread", "Rye", Campaign_ID="1", Ad_Set_ID="11", Ad_ID="111", Gender="Men", **AD),
        meta("Bread", "Rye", Campaign_ID="1", Ad_Set_ID="12", Ad_ID="121", Gender="Women", **AD),
        meta("Cake", "Rye", Campaign_ID="2", Ad_Set_ID="21"),
    ]
    report = take(server, account, tmp_path, "meta", rows)
    assert numbers(report) == [2, 2, 1, 0]
    assert places(report) == [(3, "Ad Set ID", "12")] and report["skippedRows"] == 1
    assert "line 2" in report["skipped"][0]["reason"]
    group = account.client().get("/ad-groups", query={"order": "asc"}).data[0]
    assert group["targeting"]["genders"] == ["MALE"]


def test_an_ad_of_nothing_but_a_link_is_taken(server, account, tmp_path):
    rows = [
        meta("Bread", "Rye", Link="https://b.example/rye"),
        meta("Bread", "Rye", Link="https://b.example/oat", Image_Hash="abc"),
        meta("Bread", "Wheat"),
    ]
    report = take(server, account, tmp_path, "meta", rows)
    assert numbers(report) == [1, 2, 2, 0] and report["skipped"] == []
    links = {ad["finalUrl"] for ad in account.client().get("/ads").data}
    assert links == {"https://b.example/rye", "https://b.example/oat"}


@pytest.mark.parametrize("ids", (("1", "2", "1"), ("", "", "")))
def test_ads_of_one_text_and_other_pictures(server, account, tmp_path, ids):
    """An Ad ID distinguishes ads of equal text. Without one each row is an ad, as in Ads
    Manager."""
    rows = [
        meta("Bread", "Rye", Ad_ID=ids[i], Image_Hash=("abc", "def", "abc")[i], **AD)
        for i in range(3)
    ]
    count = 2 if ids[0] else 3
    report = take(server, account, tmp_path, "meta", rows)
    assert numbers(report) == [1, 1, count, 0] and report["skipped"] == []
    assert report["ads"]["existing"] == 3 - count
    again = take(server, account, tmp_path, "meta", rows)
    assert numbers(again) == [0, 0, 0, 0] and again["ads"]["existing"] == 3
    assert account.client().get("/ads").meta["total"] == count


@pytest.mark.parametrize(
    "stop,day",
    (
        ("06/18/2027 12:00:00 am", "2027-06-17"),
        ("03/01/2028 12:00 AM", "2028-02-29"),
        ("01/01/2028 00:00", "2027-12-31"),
        ("06/18/2027 12:00:00 pm", "2027-06-18"),
        ("06/18/2027 12:00:01 am", "2027-06-18"),
        ("06/17/2027 11:59:59 pm", "2027-06-17"),
        ("06/17/2027", "2027-06-17"),
    ),
)
def test_an_end_at_midnight_is_the_day_before(server, account, tmp_path, stop, day):
    row = meta("Bread", Campaign_Start_Time="06/01/2027 12:00:00 am", Campaign_Stop_Time=stop)
    assert numbers(take(server, account, tmp_path, "meta", [row])) == [1, 0, 0, 0]
    campaign = account.client().get("/campaigns").data[0]
    assert (campaign["startDate"], campaign["endDate"]) == ("2027-06-01", day)


def microsoft(kind, campaign="Shoes", **more):
    row = {"Type": kind, "Status": "Active", "Campaign": campaign, "Ad Group": ""}
    row.update({name.replace("_", " "): value for name, value in more.items()})
    return row


def test_places_that_microsoft_deleted_are_none(server, account, tmp_path):
    place = "Campaign Location Criterion"
    rows = [
        microsoft("Campaign", Budget="50", Campaign_Type="Search"),
        microsoft(place, Target="190"),
        microsoft(place, Target="79381", Status="Deleted"),
        microsoft("Campaign Negative Location Criterion", Target="32", Status="Deleted"),
        microsoft("Campaign Location Intent Criterion", Target="PeopleIn", Status="Deleted"),
        microsoft(place, Target="66", Status="Paused"),
        microsoft("Campaign", "Boots", Budget="50", Campaign_Type="Search"),
        microsoft(place, "Boots", Target="190", Status="Deleted"),
    ]
    report = take(server, account, tmp_path, "microsoft", rows)
    assert numbers(report) == [2, 0, 0, 0]
    assert [place[:2] for place in places(report)] == [(n, "Status") for n in (4, 5, 6, 7, 9)]
    shoes, boots = account.client().get("/campaigns", query={"order": "asc"}).data
    assert shoes["locations"] == [{"code": "US", "excluded": False}]
    assert boots["locations"] == [] and "geoMode" not in (shoes["platformOptions"] or {})


def test_what_an_ad_group_of_microsoft_says_for_itself_is_told(server, account, tmp_path):
    rows = [
        microsoft("Campaign", Budget="50", Campaign_Type="Search", Language="German"),
        microsoft("Ad Group", Ad_Group="Red", Start_Date="11/12/2012", Language="German"),
        microsoft("Ad Group", Ad_Group="Late", Start_Date="11/12/2099"),
        microsoft("Ad Group", Ad_Group="French", Language="French"),
        microsoft("Ad Group", Ad_Group="Odd", Start_Date="soon", Language="Klingonese"),
    ]
    report = take(server, account, tmp_path, "microsoft", rows)
    assert numbers(report) == [1, 3, 0, 0]
    told = [(line["line"], line["code"]) for line in report["warnings"]]
    assert told == [(4, "LEFT_BEHIND"), (5, "LEFT_BEHIND")]
    assert "2099-11-12" in report["warnings"][0]["message"]
    assert "fr" in report["warnings"][1]["message"]
    assert [place[:2] for place in places(report)] == [(6, "Start Date"), (6, "Language")]


def fill_edges(api, platform):
    """Names and texts with leading and trailing spaces."""
    body = {"name": "  Shoes ", "platform": platform, "budget": 20}
    body.update({"type": "SOCIAL", "objective": "TRAFFIC"} if platform == "meta" else {"type": "SEARCH"})
    if platform != "microsoft":
        body.update(labels=[" autumn", "spring "])
    campaign = api.post("/campaigns", body).data
    for name in (" Red", "Blue ", " =1"):
        group = api.post("/ad-groups", {"campaignId": campaign["id"], "name": name}).data
        if platform == "meta":
            ad = {"adGroupId": group["id"], "type": "IMAGE", "name": " ad ", "headlines": [" Bread "]}
            ad.update(descriptions=["rye "], primaryText=" '=One\nand two ")
            api.post("/ads", dict(ad, finalUrl="https://b.example/"))
            continue
        texts = [" Fresh bread ", {"text": "Rolls ", "pin": "HEADLINE_1"}, " =Oat"]
        api.post("/ads", ad_body(group, headlines=texts, descriptions=[" Rye ", "Wheat "]))
        for text in (" rye bread ", "oat "):
            word = {"adGroupId": group["id"], "text": text, "matchType": "EXACT"}
            api.post("/keywords", word)
    return [1, 3, 3, 0 if platform == "meta" else 6]


@pytest.mark.parametrize("platform", ("google", "microsoft", "meta"))
def test_spaces_around_names_and_texts_double_nothing(server, tmp_path, platform):
    mine, theirs = server.account(), server.account()
    count = fill_edges(mine.client(), platform)
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    bulk(server, "export", mine, first, platform)
    again = bulk(server, "import", mine, first, platform).json
    assert numbers(again) == [0, 0, 0, 0] and numbers(again, "existing") == count
    taken = bulk(server, "import", theirs, first, platform).json
    assert numbers(taken) == count and taken["skipped"] == []
    bulk(server, "export", theirs, second, platform)
    assert second.read_bytes() == first.read_bytes()
    assert drafts(theirs.client(), platform)[0][0]["name"] == "Shoes"


@pytest.mark.parametrize("platform", ("google", "microsoft", "meta"))
def test_what_has_the_name_of_another_is_left_out_and_told(server, tmp_path, platform):
    """In a bulk file only the name distinguishes campaigns or ad groups. Duplicates are skipped
    and reported."""
    mine, theirs = server.account(), server.account()
    api = mine.client()
    body = {"name": "Shoes", "platform": platform, "budget": 20}
    body.update({"type": "SOCIAL", "objective": "TRAFFIC"} if platform == "meta" else {"type": "SEARCH"})
    one = api.post("/campaigns", body).data
    two = api.post("/campaigns", dict(body, name="Shoes, too", budget=90)).data
    api.post("/ad-groups", {"campaignId": one["id"], "name": "Red"})
    red = api.post("/ad-groups", {"campaignId": one["id"], "name": "Red, too"}).data
    # As a pull would store them. A draft's name has no leading or trailing spaces.
    server.sql("UPDATE campaigns SET name = 'Shoes ' WHERE id = '%s'" % two["id"])
    server.sql("UPDATE ad_groups SET name = ' Red' WHERE id = '%s'" % red["id"])
    api.post("/ad-groups", {"campaignId": two["id"], "name": "Blue"})
    path = tmp_path / "out.csv"
    report = bulk(server, "export", mine, path, platform).json
    assert numbers({kind: {"created": report[kind]} for kind in KINDS}) == [1, 1, 0, 0]
    told = {(line["resource"], line["id"], line["path"]) for line in report["report"]}
    assert told == {("campaign", two["id"], "name"), ("adGroup", red["id"], "name")}
    taken = bulk(server, "import", theirs, path, platform).json
    assert numbers(taken) == [1, 1, 0, 0]
    assert theirs.client().get("/campaigns").data[0]["budget"] == 20


@pytest.mark.parametrize("platform", ("google", "microsoft"))
def test_a_place_that_has_no_number_is_left_out_and_told(server, tmp_path, platform):
    """A radius, which a pull stores with a code of its own."""
    mine = server.account()
    body = {"name": "Shoes", "platform": platform, "budget": 20, "type": "SEARCH"}
    made = mine.client().post("/campaigns", body).data
    pin = '[{"code":"pin:0123456789abcdef","excluded":false},{"code":"DE","excluded":false}]'
    server.sql("UPDATE campaigns SET locations = '%s' WHERE id = '%s'" % (pin, made["id"]))
    path = tmp_path / "out.csv"
    report = bulk(server, "export", mine, path, platform).json
    assert b"pin:" not in path.read_bytes()
    assert [(line["id"], line["path"]) for line in report["report"]] == [(made["id"], "locations")]
