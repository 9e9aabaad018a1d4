"""adcore export writes a platform's bulk file, and import recreates the same drafts from the
file."""

import csv
import io
import os

import pytest

KINDS = ("campaigns", "adGroups", "ads", "keywords")
OWN = "id spaceId campaignId adGroupId createdBy createdAt updatedAt version source".split()
FORMULAS = ('=HYPERLINK("https://x.example")', "+49 rye", "-20 % today", "@home", "'=x", "''+y")


def bulk(server, verb, account, path, platform, *more, check=True):
    words = (verb, str(path), "--email", account.email, "--platform", platform) + more
    return server.cli(*words, check=check)


def bare(each):
    return {name: value for name, value in each.items() if name not in OWN}


def drafts(api, platform):
    """All of a platform's drafts, without what is an object's own, in the order they were made."""

    def below(path, **query):
        query.update(order="asc", limit=200)
        return api.get(path, query=query).data

    found = []
    for campaign in below("/campaigns", platform=platform):
        groups = []
        for group in below("/ad-groups", campaignId=campaign["id"]):
            ads = [bare(ad) for ad in below("/ads", adGroupId=group["id"])]
            words = [bare(word) for word in below("/keywords", adGroupId=group["id"])]
            groups.append((bare(group), ads, words))
        words = [bare(word) for word in below("/keywords", campaignId=campaign["id"])]
        found.append((bare(campaign), words, groups))
    return found


def ad_body(group, **more):
    body = {
        "adGroupId": group["id"],
        "type": "RESPONSIVE_SEARCH",
        "finalUrl": "https://bakery.example/?a=1;b=2",
        "headlines": ["Fresh bread", {"text": "-20 % today", "pin": "HEADLINE_2"}, 'A "quoted" one'],
        "descriptions": ["Rye, wheat; rolls.", {"text": "=1+1 loaves", "pin": "DESCRIPTION_1"}],
    }
    body.update(more)
    return body


def fill_meta(api):
    """Something in every field that Ads Manager's file can carry."""
    campaigns = []
    for i, objective in enumerate(("TRAFFIC", "LEADS", "AWARENESS")):
        body = {"name": "%s, %d" % (FORMULAS[i], i), "type": "SOCIAL", "platform": "meta"}
        body.update(budget=20.5 + i, objective=objective)
        if i == 0:
            body.update(
                status="ENABLED",
                startDate="2027-01-01",
                endDate="2027-12-31",
                locations=[
                    {"code": "DE", "excluded": False},
                    {"code": "AT", "excluded": False},
                    {"code": "CH", "excluded": True},
                ],
                labels=["autumn", "=2", "Brot & Brötchen"],
                platformOptions={
                    "specialAdCategories": ["EMPLOYMENT"],
                    "specialAdCategoryCountries": ["DE"],
                },
            )
        campaigns.append(api.post("/campaigns", body).data)
    for i, name in enumerate(FORMULAS):
        body = {"campaignId": campaigns[0]["id"], "name": name}
        if i == 1:
            body.update(
                status="ENABLED",
                targeting={
                    "ageMin": 21,
                    "ageMax": 54,
                    "genders": ["FEMALE"],
                    "placements": ["facebook", "instagram"],
                    "devices": ["MOBILE"],
                },
                platformOptions={
                    "optimizationGoal": "LINK_CLICKS",
                    "billingEvent": "IMPRESSIONS",
                    "destinationType": "WEBSITE",
                    "pixelId": "123456",
                    "customEventType": "PURCHASE",
                },
            )
        group = api.post("/ad-groups", body).data
        for k in range(2 if i else 0):
            ad = {"adGroupId": group["id"], "type": ("IMAGE", "VIDEO")[k], "name": "@ad %d" % k}
            ad.update(finalUrl="https://bakery.example/", headlines=["=Bread, \"fresh\""])
            ad.update(primaryText="One line,\nand another.", callToAction="LEARN_MORE")
            if k:
                ad.update(status="ENABLED", descriptions=["-5 %"], platformOptions={"pageId": "77"})
            api.post("/ads", ad)
    return campaigns


def fill(api, platform):
    """Something in every field that the file can carry."""
    other = {
        "google": {
            "options": {"networks": ["SEARCH", "SEARCH_PARTNERS"], "geoMode": "PRESENCE",
                        "euPolitical": False},
            "group": {},
            "labels": ["autumn", "=2", "Brot & Brötchen"],
            "places": ["DE", "1003854"],
        },
        "microsoft": {
            "options": {"geoMode": "PRESENCE_OR_INTEREST"},
            "group": {"platformOptions": {"network": "SYNDICATED_SEARCH_ONLY"}},
            "labels": [],
            "places": ["DE", "10083"],
        },
    }[platform]
    campaigns = []
    for i, bidding in enumerate(
        (
            {"strategy": "MAXIMIZE_CLICKS", "maxCpc": 1.25},
            {"strategy": "TARGET_CPA", "targetCpa": 9.34},
            {"strategy": "TARGET_ROAS", "targetRoas": 3.1234567},
            {"strategy": "MANUAL_CPC"},
        )
    ):
        body = {
            "name": "%s, %d" % (FORMULAS[i], i),
            "type": "SEARCH",
            "platform": platform,
            "budget": 20.5 + i,
            "bidding": bidding,
        }
        if i == 0:
            body.update(
                status="ENABLED",
                languages=["de", "en"],
                locations=[
                    {"code": other["places"][0], "excluded": False},
                    {"code": other["places"][1], "excluded": True},
                ],
                labels=other["labels"],
                trackingTemplate="{lpurl}?a=1&b={ignore}",
                finalUrlSuffix="utm_source=x",
                platformOptions=other["options"],
            )
        if i == 0 and platform == "google":
            body.update(startDate="2027-01-01", endDate="2027-12-31")
        campaigns.append(api.post("/campaigns", body).data)
    for i, name in enumerate(FORMULAS):
        body = {"campaignId": campaigns[0]["id"], "name": name, "cpcBid": 0.07 + i}
        if i == 1:
            body.update(other["group"], status="ENABLED")
        group = api.post("/ad-groups", body).data
        api.post("/ads", ad_body(group, path1="bread", path2="rye", status="ENABLED"))
        api.post("/ads", ad_body(group, finalUrl="https://bakery.example/%d" % i))
        for text, match in (("rye bread", "EXACT"), ("rye bread", "PHRASE"), ("rolls", "BROAD")):
            word = {"adGroupId": group["id"], "text": text, "matchType": match}
            if match == "EXACT":
                word.update(cpcBid=1.99, finalUrl="https://bakery.example/rye", status="ENABLED")
            api.post("/keywords", word)
        word = {"adGroupId": group["id"], "text": "free", "matchType": "PHRASE", "negative": True}
        api.post("/keywords", word)
    word = {"text": "jobs", "matchType": "EXACT", "negative": True}
    api.post("/keywords", dict(word, campaignId=campaigns[0]["id"]))
    return campaigns


@pytest.mark.parametrize("platform", ("google", "microsoft", "meta"))
def test_what_is_exported_is_imported_the_same(server, tmp_path, platform):
    mine, theirs = server.account(), server.account()
    numbers = [4, 6, 12, 25]
    if platform == "meta":
        fill_meta(mine.client())
        numbers = [3, 6, 10, 0]
    else:
        fill(mine.client(), platform)
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    report = bulk(server, "export", mine, first, platform).json
    assert [report[kind] for kind in KINDS] == numbers
    assert report["notCarried"] == 0 and report["report"] == []
    taken = bulk(server, "import", theirs, first, platform).json
    assert [taken[kind]["created"] for kind in KINDS] == numbers
    assert taken["skipped"] == [] and taken["skippedRows"] == 0
    assert taken["ignoredColumns"] == []
    assert drafts(theirs.client(), platform) == drafts(mine.client(), platform)
    bulk(server, "export", theirs, second, platform)
    assert second.read_bytes() == first.read_bytes()
    again = bulk(server, "import", theirs, first, platform).json
    assert [again[kind]["created"] for kind in KINDS] == [0, 0, 0, 0]
    assert [again[kind]["existing"] for kind in KINDS] == numbers
    # nothing that a spreadsheet would run
    rows = list(csv.reader(io.StringIO(first.read_text("utf-8-sig"))))
    assert len({len(row) for row in rows}) == 1
    assert not [cell for row in rows for cell in row if cell[:1] in tuple("=+-@\t\r")]
    assert sorted(os.listdir(tmp_path)) == ["first.csv", "second.csv"]


def test_what_a_file_cannot_carry_is_told(server, account, tmp_path):
    api = account.client()
    business = api.post("/businesses", {"name": "B", "website": "https://b.example"}).data
    body = {"name": "One", "type": "SEARCH", "budget": 5, "businessId": business["id"]}
    one = api.post("/campaigns", dict(body, labels=["a;b", "c"])).data
    two = api.post("/campaigns", dict(body, name="Two", platform="microsoft", labels=["x"])).data
    group = api.post("/ad-groups", {"campaignId": one["id"], "name": "G"}).data
    ad = api.post("/ads", ad_body(group, name="mine")).data
    path = tmp_path / "out.csv"
    report = bulk(server, "export", account, path, "google").json
    told = {(line["resource"], line["id"], line["path"]) for line in report["report"]}
    assert told == {
        ("campaign", one["id"], "labels"),
        ("campaign", one["id"], "businessId"),
        ("ad", ad["id"], "name"),
    }
    assert report["notCarried"] == 3
    report = bulk(server, "export", account, path, "microsoft").json
    assert {(line["id"], line["path"]) for line in report["report"]} == {
        (two["id"], "labels"),
        (two["id"], "businessId"),
    }
    words = server.cli(
        "export", str(path), "--email", account.email, "--platform", "google", as_json=False
    ).out
    assert "Not carried:" in words and "labels" in words


def test_refused_exports(server, account, tmp_path):
    for platform, code in (("reddit", 2), ("bing", 2)):
        result = bulk(server, "export", account, tmp_path / "x", platform, check=False)
        assert result.code == code and result.error["message"]
        result = bulk(server, "import", account, tmp_path / "x", platform, check=False)
        assert result.code == code and result.error["message"]
    result = bulk(server, "export", account, tmp_path / "no" / "x", "google", check=False)
    assert result.code == 1 and result.error["message"]
    assert os.listdir(tmp_path) == []
    # the other environment's drafts are not in the file
    account.client().post("/campaigns", {"name": "T", "type": "SEARCH", "budget": 5})
    path = tmp_path / "live.csv"
    report = bulk(server, "export", account, path, "google", "--env", "live").json
    assert [report[kind] for kind in KINDS] == [0, 0, 0, 0]
    assert len(path.read_text("utf-8-sig").splitlines()) == 1


MICROSOFT = """Type,Status,Id,Parent Id,Campaign,Ad Group,Client Id,Modified Time,Time Zone,Budget Id,\
Budget,Budget Type,Campaign Type,Language,Bid Strategy Type,Bid Strategy MaxCpc,Start Date,End Date,\
Name,Target,Network Distribution,Cpc Bid,Keyword,Match Type,Bid,Final Url,Description,Headline,Path 1
Format Version,,,,,,,,,,,,,,,,,,6.0,,,,,,,,,,
Account,,1,2,,,,,,,,,,,,,,,,,,,,,,,,,
Campaign,Active,-1,0,Shoes,,,,PacificTimeUSCanadaTijuana,,50,DailyBudgetStandard,Search,English;German,\
MaxClicks,1.5,,,,,,,,,,,,,
Campaign Location Criterion,Active,,-1,Shoes,,,,,,,,,,,,,,,190,,,,,,,,,
Campaign Negative Location Criterion,Active,,-1,Shoes,,,,,,,,,,,,,,,79381,,,,,,,,,
Campaign Location Intent Criterion,Active,,-1,Shoes,,,,,,,,,,,,,,,PeopleIn,,,,,,,,,
Ad Group,Paused,-2,-1,Shoes,Red,,,,,,,,English,,,11/12/2027,,,,OwnedAndOperatedOnly,0.1,,,,,,,
Keyword,Active,,-2,Shoes,Red,,,,,,,,,,,,,,,,,red shoes,Exact,0.5,https://s.example/red,,,
Ad Group Negative Keyword,Active,,-2,Shoes,Red,,,,,,,,,,,,,,,,,cheap,Phrase,,,,,
Campaign Negative Keyword,Active,,-1,Shoes,,,,,,,,,,,,,,,,,,used,Exact,,,,,
Responsive Search Ad,Active,,-2,Shoes,Red,,,,,,,,,,,,,,,,,,,,https://s.example,"[{""text"":\
""Find new shoes"",""pinnedField"":""Description1""},{""id"":7,""text"":""Start today""}]","[{""text"":\
""Contoso"",""pinnedField"":""Headline1""},{""text"":""Quick setup""},{""text"":""Red shoes""}]",seattle
Campaign,Active,-9,0,Shared,,,,,77,50,DailyBudgetStandard,Search,,,,,,,,,,,,,,,,
Campaign,Active,-9,0,Monthly,,,,,,50,MonthlyBudgetSpendUntilDepleted,Search,,,,,,,,,,,,,,,,
Campaign,Active,-9,0,Goods,,,,,,50,DailyBudgetStandard,Shopping,,,,,,,,,,,,,,,,
Campaign,Deleted,-9,0,Gone,,,,,,50,DailyBudgetStandard,Search,,,,,,,,,,,,,,,,
Ad Group,Active,-2,-1,Shoes,Ends,,,,,,,,,,,,12/31/2027,,,,,,,,,,,
Keyword,Active,,-2,Shoes,Lost,,,,,,,,,,,,,,,,,boots,Exact,,,,,
Keyword,Active,,-2,Shoes,Red,,,,,,,,,,,,,,,,,boots,Fuzzy,,,,,
Responsive Search Ad,Active,,-2,Shoes,Red,,,,,,,,,,,,,,,,,,,,https://s.example,none,"[{""text"":""x"",\
""pinnedField"":""Headline9""}]",
Sitelink Ad Extension,Active,,,,,,,,,,,,,,,,,,,,,,,,,,,
Campaign Location Criterion,Active,,-1,Shoes,,,,,,,,,,,,,,,Berlin,,,,,,,,,
,Active,,-1,Shoes,,,,,,,,,,,,,,,,,,,,,,,,
"""


@pytest.mark.parametrize("encoding", ("utf-8-sig", "utf-16"))
def test_a_bulk_file_of_microsoft(server, account, tmp_path, encoding):
    path = tmp_path / "bulk.csv"
    path.write_bytes(MICROSOFT.encode(encoding))
    report = bulk(server, "import", account, path, "microsoft").json
    assert [report[kind]["created"] for kind in KINDS] == [1, 1, 1, 3]
    told = {}
    for line in report["skipped"]:
        told.setdefault(line["line"], []).append(line["column"])
    assert told == {
        13: ["Budget Id"],
        14: ["Budget Type"],
        15: ["Campaign Type"],
        16: ["Status"],
        17: ["End Date"],
        18: ["Ad Group"],
        19: ["Match Type"],
        20: ["Headline", "Description"],
        21: ["Type"],
        22: ["Target"],
        23: ["Type"],
    }
    assert report["skippedRows"] == len(told)
    assert report["rows"] == 9 + len(told)
    assert "Parent Id" in report["ignoredColumns"]
    assert "Client Id" not in report["ignoredColumns"], "no row fills it"
    api = account.client()
    campaign = api.get("/campaigns").data[0]
    assert campaign["platform"] == "microsoft" and campaign["status"] == "ENABLED"
    assert campaign["budget"] == 50 and campaign["languages"] == ["en", "de"]
    assert campaign["bidding"]["strategy"] == "MAXIMIZE_CLICKS"
    assert campaign["bidding"]["maxCpc"] == 1.5
    assert campaign["platformOptions"] == {"geoMode": "PRESENCE"}
    assert campaign["locations"] == [
        {"code": "US", "excluded": False},
        {"code": "79381", "excluded": True},
    ]
    group = api.get("/ad-groups").data[0]
    assert group["platformOptions"] == {"network": "OWNED_AND_OPERATED_ONLY"}
    assert (group["name"], group["cpcBid"], group["status"]) == ("Red", 0.1, "PAUSED")
    ad = api.get("/ads").data[0]
    assert ad["headlines"][0] == {"text": "Contoso", "pin": "HEADLINE_1"}
    assert ad["descriptions"] == [{"text": "Find new shoes", "pin": "DESCRIPTION_1"}, "Start today"]
    assert ad["path1"] == "seattle"
    words = {k["text"]: k for k in api.get("/keywords").data}
    assert words["red shoes"]["cpcBid"] == 0.5
    assert words["cheap"]["negative"] and words["cheap"]["adGroupId"] == group["id"]
    assert words["used"]["campaignId"] == campaign["id"]
    assert api.get("/sync").data == []
    report = bulk(server, "import", account, path, "microsoft").json
    assert [report[kind]["existing"] for kind in KINDS] == [1, 1, 1, 3]


META = """Campaign ID,Campaign Name,Campaign Status,Campaign Objective,Buying Type,Campaign Daily Budget,\
Campaign Lifetime Budget,Campaign Bid Strategy,Campaign Start Time,Ad Set Run Status,Ad Set Name,\
Ad Set Daily Budget,Countries,Gender,Age Min,Age Max,Custom Audiences,Optimization Goal,Billing Event,\
Bid Amount,Link Object ID,Ad Status,Ad Name,Title,Body,Link,Call to Action,Image Hash,Video ID
,Bread,ACTIVE,Outcome Traffic,AUCTION,15,0,Highest volume or value,06/17/2027 1:09:54 pm,ACTIVE,Women,\
,"US, Germany",Women,18,40,,LINK_CLICKS,IMPRESSIONS,,o:77,PAUSED,Ad 1,Fresh,Text,https://b.example/,\
LEARN_MORE,abc,
,Bread,ACTIVE,Outcome Traffic,AUCTION,15,0,Highest volume or value,06/17/2027 1:09:54 pm,ACTIVE,Women,\
,"US, Germany",Women,18,40,,LINK_CLICKS,IMPRESSIONS,,o:77,ACTIVE,Ad 2,Fresh,Text,https://b.example/,\
LEARN_MORE,,v:9
,Bread,ACTIVE,Outcome Traffic,AUCTION,15,0,Highest volume or value,,ACTIVE,Friends,\
,"US, Germany",All,18,65,My buyers,LINK_CLICKS,IMPRESSIONS,,,ACTIVE,Ad 3,Fresh,Text,https://b.example/,,,
,Bread,ACTIVE,Outcome Traffic,AUCTION,15,0,Highest volume or value,,ACTIVE,Elsewhere,\
,FR,All,18,65,,LINK_CLICKS,IMPRESSIONS,,,ACTIVE,Ad 4,Fresh,Text,https://b.example/,,,
,Bread,ACTIVE,Outcome Traffic,AUCTION,15,0,Highest volume or value,,ACTIVE,Capped,\
,"US, Germany",All,18,65,,LINK_CLICKS,IMPRESSIONS,250,,,,,,,,,
,Sets,ACTIVE,Outcome Traffic,AUCTION,,0,,,ACTIVE,A,20,US,All,,,,,,,,ACTIVE,Ad 1,T,B,https://b.example/,,,
,Sets,ACTIVE,Outcome Traffic,AUCTION,,0,,,ACTIVE,B,20,US,All,,,,,,,,ACTIVE,Ad 1,T,B,https://b.example/,,,
,Whole,ACTIVE,Outcome Traffic,AUCTION,,900,,,,,,US,,,,,,,,,,,,,,,,
,Apps,ACTIVE,Outcome App Promotion,AUCTION,10,,,,,,,US,,,,,,,,,,,,,,,,
,Booked,ACTIVE,Outcome Awareness,RESERVED,10,,Bid cap,,,,,US,,,,,,,,,,,,,,,,
,,ACTIVE,Outcome Awareness,AUCTION,10,,,,,,,US,,,,,,,,,,,,,,,,
"""


@pytest.mark.parametrize("encoding,separator", (("utf-8", ","), ("utf-16", "\t")))
def test_a_file_of_ads_manager(server, account, tmp_path, encoding, separator):
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows(csv.reader(io.StringIO(META)))
    path = tmp_path / "meta.csv"
    path.write_bytes(text.getvalue().encode(encoding))
    report = bulk(server, "import", account, path, "meta").json
    assert [report[kind]["created"] for kind in KINDS] == [1, 1, 2, 0]
    told = {}
    for line in report["skipped"]:
        told.setdefault(line["line"], []).append(line["column"])
    assert told == {
        4: ["Custom Audiences"],
        5: ["Countries"],
        6: ["Bid Amount"],
        7: ["Campaign Daily Budget"],
        8: ["Campaign Name"],
        9: ["Campaign Lifetime Budget", "Campaign Daily Budget"],
        10: ["Campaign Objective"],
        11: ["Campaign Bid Strategy", "Buying Type"],
        12: ["Campaign Name"],
    }, report["skipped"]
    assert (report["rows"], report["skippedRows"]) == (11, 9)
    assert [(line["line"], line["code"]) for line in report["warnings"]] == [
        (2, "LEFT_BEHIND"),
        (3, "LEFT_BEHIND"),
    ]
    api = account.client()
    campaign = api.get("/campaigns").data[0]
    assert (campaign["platform"], campaign["type"]) == ("meta", "SOCIAL")
    assert (campaign["budget"], campaign["objective"]) == (15, "TRAFFIC")
    assert (campaign["status"], campaign["startDate"]) == ("ENABLED", "2027-06-17")
    assert [place["code"] for place in campaign["locations"]] == ["US", "DE"]
    group = api.get("/ad-groups").data[0]
    assert group["targeting"]["genders"] == ["FEMALE"] and group["targeting"]["ageMax"] == 40
    ads = {ad["name"]: ad for ad in api.get("/ads").data}
    assert ads["Ad 1"]["type"] == "IMAGE" and ads["Ad 2"]["type"] == "VIDEO"
    assert ads["Ad 1"]["platformOptions"]["pageId"] == "77"
    report = bulk(server, "import", account, path, "meta").json
    assert [report[kind]["created"] for kind in KINDS] == [0, 0, 0, 0]
    assert [report[kind]["existing"] for kind in KINDS] == [1, 1, 2, 0]
