"""The simulated Microsoft Advertising: what it takes, and every rule by an example that breaks it."""

import itertools
import json
from pathlib import Path
from urllib.parse import urlencode

import pytest
from sandbox_client import Closed

ROOT = Path(__file__).resolve().parents[2]
ACCOUNTS = itertools.count(100000001)
NAMES = itertools.count(1)
SCOPE = "https://ads.microsoft.com/msads.manage offline_access"


def refresh(process, token, **other):
    form = {"grant_type": "refresh_token", "client_id": "c", "scope": SCOPE}
    form.update({"refresh_token": token})
    form.update(other)
    body = urlencode({k: v for k, v in form.items() if v is not None})
    heads = {"Content-Type": "application/x-www-form-urlencoded"}
    path = "/microsoft-oauth/common/oauth2/v2.0/token"
    status, _, text = process.raw("POST", path, body, heads)
    return status, json.loads(text)


class Account:
    def __init__(self, process, currency="USD"):
        self.process = process
        self.id = str(next(ACCOUNTS))
        self.refresh_token = "1//sandbox.%s.%s.Europe~Berlin" % (self.id, currency)
        status, answer = refresh(process, self.refresh_token)
        assert status == 200, answer
        self.token, self.renewed = answer["access_token"], answer["refresh_token"]

    def heads(self):
        return {
            "Authorization": "Bearer " + self.token,
            "DeveloperToken": "d",
            "CustomerId": "7",
            "CustomerAccountId": self.id,
            "Content-Type": "application/json",
        }

    def call(self, method, path, body, heads=None):
        heads = {k: v for k, v in {**self.heads(), **(heads or {})}.items() if v is not None}
        text = body if isinstance(body, str) else json.dumps(body)
        path = path if path.startswith("/") else "/microsoft/CampaignManagement/v13/" + path
        status, answer_heads, answer = self.process.raw(method, path, text, heads)
        self.answer_heads = answer_heads
        return status, json.loads(answer) if answer[:1] == "{" else answer

    def must(self, method, path, body):
        status, answer = self.call(method, path, body)
        assert status == 200, answer
        assert not answer.get("PartialErrors") and not answer.get("NestedPartialErrors"), answer
        return answer

    def state(self):
        return self.process.control("GET", "state?customerId=" + self.id)[1]

    def campaign(self, **fields):
        body = {"AccountId": self.id, "Campaigns": [campaign(**fields)]}
        return self.must("POST", "Campaigns", body)["CampaignIds"][0]

    def group(self, above=None, **fields):
        body = {"CampaignId": above or self.campaign(), "AdGroups": [group(**fields)]}
        return self.must("POST", "AdGroups", body)["AdGroupIds"][0]

    def ad(self, above=None, **fields):
        body = {"AdGroupId": above or self.group(), "Ads": [ad(**fields)]}
        return self.must("POST", "Ads", body)["AdIds"][0]

    def keyword(self, above=None, **fields):
        body = {"AdGroupId": above or self.group(), "Keywords": [keyword(**fields)]}
        return self.must("POST", "Keywords", body)["KeywordIds"][0]


def without_none(fields):
    return {k: v for k, v in fields.items() if v is not None}


def campaign(**fields):
    whole = {
        "Name": "Campaign %d" % next(NAMES),
        "CampaignType": "Search",
        "BudgetType": "DailyBudgetStandard",
        "DailyBudget": 20.5,
        "Languages": ["English"],
        "TimeZone": "AmsterdamBerlinBernRomeStockholmVienna",
    }
    return without_none({**whole, **fields})


def group(**fields):
    return without_none({"Name": "Group %d" % next(NAMES), "CpcBid": {"Amount": 1.5}, **fields})


def texts(*words, pin=None):
    return [
        without_none({"Asset": {"Type": "TextAsset", "Text": word}, "PinnedField": pin})
        for word in words
    ]


def ad(**fields):
    whole = {
        "Type": "ResponsiveSearch",
        "FinalUrls": ["https://shop.example/"],
        "Headlines": texts("One %d" % next(NAMES), "Two", "Three"),
        "Descriptions": texts("First.", "Second."),
    }
    return without_none({**whole, **fields})


def keyword(**fields):
    return without_none({"Text": "shoes %d" % next(NAMES), "MatchType": "Exact", **fields})


def place(campaign_id, number, negative=False):
    return without_none(
        {
            "Type": "NegativeCampaignCriterion" if negative else "BiddableCampaignCriterion",
            "CampaignId": campaign_id,
            "Criterion": {"Type": "LocationCriterion", "LocationId": str(number)},
            "CriterionBid": None if negative else {"Type": "BidMultiplier", "Multiplier": 0},
        }
    )


def criteria(*items, **more):
    return {"CampaignCriterions": list(items), "CriterionType": "Targets", **more}


def negatives(entity, kind, *items):
    return {
        "EntityNegativeKeywords": [
            {"EntityId": entity, "EntityType": kind, "NegativeKeywords": list(items)}
        ]
    }


def negative(text="free", match="Exact", **more):
    return {"Type": "NegativeKeyword", "Text": text, "MatchType": match, **more}


@pytest.fixture
def us(sandbox):
    yield Account(sandbox)
    sandbox.control("DELETE", "faults")


# --- what it does ------------------------------------------------------------------------------


def test_a_tree_is_made_changed_read_and_deleted(us):
    top = us.campaign(Name="Spring")
    other = us.group(top, Name="Running")
    one = us.ad(other)
    word = us.keyword(other, Bid={"Amount": 0.8})
    more = {"AccountId": us.id, "Campaigns": [{"Id": top, "Status": "Active", "DailyBudget": 30}]}
    us.must("PUT", "Campaigns", more)
    [read] = us.must("POST", "Campaigns/QueryByAccountId", {"AccountId": us.id})["Campaigns"]
    assert (read["Name"], read["Status"], read["DailyBudget"]) == ("Spring", "Active", 30)
    assert read["BiddingScheme"] == {"Type": "EnhancedCpc"}
    us.must("PUT", "AdGroups", {"CampaignId": top, "AdGroups": [{"Id": other, "Name": "Slow"}]})
    [read] = us.must("POST", "AdGroups/QueryByCampaignId", {"CampaignId": top})["AdGroups"]
    assert read["Name"] == "Slow" and read["Status"] == "Paused"
    us.must(
        "PUT",
        "Ads",
        {"AdGroupId": other, "Ads": [{"Id": one, "Type": "ResponsiveSearch", "Path1": "a"}]},
    )
    asked = {"AdGroupId": other, "AdIds": [one], "AdTypes": ["ResponsiveSearch"]}
    assert us.must("POST", "Ads/QueryByIds", asked)["Ads"][0]["Path1"] == "a"
    clear = {"AdGroupId": other, "Keywords": [{"Id": word, "Bid": {"Amount": None}}]}
    us.must("PUT", "Keywords", clear)
    [read] = us.must("POST", "Keywords/QueryByAdGroupId", {"AdGroupId": other})["Keywords"]
    assert read["Bid"] == {"Amount": None}
    us.must("DELETE", "Keywords", {"AdGroupId": other, "KeywordIds": [word]})
    assert us.must("POST", "Keywords/QueryByAdGroupId", {"AdGroupId": other})["Keywords"] == []
    us.must("DELETE", "Campaigns", {"AccountId": us.id, "CampaignIds": [top]})
    status, answer = us.call("POST", "AdGroups/QueryByCampaignId", {"CampaignId": top})
    assert status == 400 and symbol(answer) == "CampaignServiceInvalidCampaignId"


def test_some_of_a_request_may_fail(us):
    body = {"AccountId": us.id, "Campaigns": [campaign(Name="A"), campaign(Name="a"), campaign()]}
    status, answer = us.call("POST", "Campaigns", body)
    assert status == 200
    assert [i is None for i in answer["CampaignIds"]] == [False, True, False]
    [error] = answer["PartialErrors"]
    assert (error["Index"], error["Code"], error["Type"]) == (1, 1115, "BatchError")
    assert us.answer_heads["TrackingId"]


def test_the_first_place_brings_the_criterion_on_intent(us):
    top = us.campaign()
    us.must("POST", "CampaignCriterions", criteria(place(top, 72), place(top, 66, True)))
    ask = {"CampaignId": top, "CriterionType": "LocationIntent"}
    [found] = us.must("POST", "CampaignCriterions/QueryByIds", ask)["CampaignCriterions"]
    assert found["Criterion"]["IntentOption"] == "PeopleInOrSearchingForOrViewingPages"
    found["Criterion"]["IntentOption"] = "PeopleIn"
    us.must("PUT", "CampaignCriterions", criteria(found))
    [found] = us.must("POST", "CampaignCriterions/QueryByIds", ask)["CampaignCriterions"]
    assert found["Criterion"]["IntentOption"] == "PeopleIn"
    where = {"CampaignId": top, "CriterionType": "Location"}
    both = us.must("POST", "CampaignCriterions/QueryByIds", where)["CampaignCriterions"]
    assert {c["Criterion"]["LocationId"] for c in both} == {"72", "66"}
    gone = {"CampaignId": top, "CampaignCriterionIds": [both[0]["Id"]], "CriterionType": "Targets"}
    us.must("DELETE", "CampaignCriterions", gone)
    assert len(us.must("POST", "CampaignCriterions/QueryByIds", where)["CampaignCriterions"]) == 1


@pytest.mark.parametrize("kind", ("Campaign", "AdGroup"))
def test_negative_keywords(us, kind):
    top = us.campaign()
    entity = top if kind == "Campaign" else us.group(top)
    above = us.id if kind == "Campaign" else top
    added = us.must("POST", "EntityNegativeKeywords", negatives(entity, kind, negative()))
    [[number]] = [i["Ids"] for i in added["NegativeKeywordIds"]]
    ask = {"EntityIds": [entity], "EntityType": kind, "ParentEntityId": above}
    path = "NegativeKeywords/QueryByEntityIds"
    [found] = us.must("POST", path, ask)["EntityNegativeKeywords"]
    assert [n["Text"] for n in found["NegativeKeywords"]] == ["free"]
    us.must("DELETE", "EntityNegativeKeywords", negatives(entity, kind, negative(Id=number)))
    [found] = us.must("POST", path, ask)["EntityNegativeKeywords"]
    assert found["NegativeKeywords"] == []


def test_a_review_comes_later(sandbox, us):
    place_of = us.group()
    good, bad = us.ad(place_of), us.ad(place_of, Descriptions=texts("Buy now!!!", "Second."))
    ask = {"AdGroupId": place_of, "AdIds": [good, bad], "AdTypes": ["ResponsiveSearch"]}
    states = [a["EditorialStatus"] for a in us.must("POST", "Ads/QueryByIds", ask)["Ads"]]
    assert states == ["Inactive", "Inactive"]
    sandbox.advance(60)
    states = [a["EditorialStatus"] for a in us.must("POST", "Ads/QueryByIds", ask)["Ads"]]
    assert states == ["Active", "Disapproved"]
    pairs = [{"EntityId": bad, "ParentId": place_of}]
    body = {"AccountId": us.id, "EntityIdToParentIdAssociations": pairs, "EntityType": "Ad"}
    [found] = us.must("POST", "EditorialReasons/QueryByIds", body)["EditorialReasons"]
    assert found["AdOrKeywordId"] == bad and found["Reasons"][0]["ReasonCode"] == 19


def test_a_refresh_gives_another_refresh_token(sandbox, us):
    assert us.renewed.startswith(us.refresh_token + ".")
    status, answer = refresh(sandbox, us.renewed)
    assert status == 200 and answer["refresh_token"] not in (us.renewed, us.refresh_token)
    assert refresh(sandbox, us.refresh_token)[0] == 200


def test_an_edit_in_their_pages(sandbox, us):
    top = us.campaign()
    wish = {"platform": "microsoft", "customerId": us.id, "kind": "campaigns", "id": top}
    assert sandbox.control("POST", "edit", {**wish, "set": {"DailyBudget": 9}})[0] == 200
    assert us.state()["campaigns"][0]["DailyBudget"] == 9
    assert sandbox.control("POST", "edit", {**wish, "set": None})[0] == 200
    assert us.must("POST", "Campaigns/QueryByAccountId", {"AccountId": us.id})["Campaigns"] == []
    assert sandbox.control("POST", "edit", {**wish, "id": "1"})[0] == 404


def test_accounts_are_kept_apart(sandbox, us):
    top = us.campaign()
    them = Account(sandbox)
    assert them.call("POST", "AdGroups/QueryByCampaignId", {"CampaignId": top})[0] == 400
    status, answer = them.call(
        "POST", "Campaigns/QueryByAccountId", {"AccountId": us.id}, {"CustomerAccountId": us.id}
    )
    assert status == 403 and symbol(answer) == "UserIsNotAuthorized"


# --- faults ------------------------------------------------------------------------------------


def plant(us, action, **match):
    wish = {"platform": "microsoft", "match": match, "times": 1, "action": action}
    assert us.process.control("POST", "faults", wish)[0] == 201


@pytest.mark.parametrize(
    "status, code",
    [
        (401, "AuthenticationTokenExpired"),
        (403, "UserIsNotAuthorized"),
        (429, "CallRateExceeded"),
        (500, "InternalError"),
        (503, "InternalError"),
    ],
)
def test_a_status_in_their_own_shape(us, status, code):
    plant(us, {"type": "status", "status": status, "retryDelay": "7s"}, operation="campaign.create")
    got, answer = us.call("POST", "Campaigns", {"AccountId": us.id, "Campaigns": [campaign()]})
    assert (got, symbol(answer), answer["Type"]) == (status, code, "AdApiFaultDetail")
    assert us.answer_heads.get("Retry-After") == ("7" if status == 429 else None)
    assert us.state()["campaigns"] == []


@pytest.mark.parametrize("action, made", [("cut_before", 0), ("accept_then_cut", 1)])
def test_a_connection_that_is_cut(us, action, made):
    plant(us, {"type": action}, operation="campaign.create")
    with pytest.raises(Closed):
        us.campaign()
    assert len(us.state()["campaigns"]) == made


def test_an_error_of_their_list(us):
    plant(us, {"type": "error", "errorCode": "CampaignServiceDuplicateAd"}, operation="ad.create")
    status, answer = us.call("POST", "Ads", {"AdGroupId": us.group(), "Ads": [ad()]})
    assert status == 400 and answer["OperationErrors"][0]["Code"] == 1313


# --- what it refuses ---------------------------------------------------------------------------


def symbol(answer):
    for key in ("Errors", "OperationErrors"):
        if answer.get(key):
            return answer[key][0]["ErrorCode"]
    for error in answer.get("PartialErrors") or []:
        return error["ErrorCode"]
    for collection in answer.get("NestedPartialErrors") or []:
        return collection["BatchErrors"][0]["ErrorCode"]
    return None


def new_campaign(**fields):
    return lambda us: ("POST", "Campaigns", {"AccountId": us.id, "Campaigns": [campaign(**fields)]})


def new_group(**fields):
    return lambda us: (
        "POST",
        "AdGroups",
        {"CampaignId": us.campaign(), "AdGroups": [group(**fields)]},
    )


def new_ad(**fields):
    return lambda us: ("POST", "Ads", {"AdGroupId": us.group(), "Ads": [ad(**fields)]})


def new_keyword(**fields):
    return lambda us: (
        "POST",
        "Keywords",
        {"AdGroupId": us.group(), "Keywords": [keyword(**fields)]},
    )


def twice(us, kind):
    if kind == "group":
        top = us.campaign()
        us.group(top, Name="Same")
        return "POST", "AdGroups", {"CampaignId": top, "AdGroups": [group(Name="SAME")]}
    above = us.group()
    if kind == "ad":
        same = ad()
        us.must("POST", "Ads", {"AdGroupId": above, "Ads": [same]})
        return "POST", "Ads", {"AdGroupId": above, "Ads": [same]}
    us.keyword(above, Text="same")
    return "POST", "Keywords", {"AdGroupId": above, "Keywords": [keyword(Text="Same")]}


def placed(us, *more, number=72, **fields):
    top = us.campaign()
    return "POST", "CampaignCriterions", criteria(place(top, number), *more, **fields)


def placed_twice(us):
    top = us.campaign()
    us.must("POST", "CampaignCriterions", criteria(place(top, 72)))
    return "POST", "CampaignCriterions", criteria(place(top, 72, True))


def intent_of(us, change):
    top = us.campaign()
    us.must("POST", "CampaignCriterions", criteria(place(top, 72)))
    ask = {"CampaignId": top, "CriterionType": "LocationIntent"}
    [found] = us.must("POST", "CampaignCriterions/QueryByIds", ask)["CampaignCriterions"]
    if change == "delete":
        ids = {"CampaignId": top, "CampaignCriterionIds": [found["Id"]], "CriterionType": "Targets"}
        return "DELETE", "CampaignCriterions", ids
    del found["Criterion"]["IntentOption"]
    return "PUT", "CampaignCriterions", criteria(found)


def said_twice(us):
    top = us.campaign()
    us.must("POST", "EntityNegativeKeywords", negatives(top, "Campaign", negative()))
    return "POST", "EntityNegativeKeywords", negatives(top, "Campaign", negative("FREE"))


def changed_keyword(us, **fields):
    above = us.group()
    word = us.keyword(above)
    return "PUT", "Keywords", {"AdGroupId": above, "Keywords": [{"Id": word, **fields}]}


S = "CampaignService"
R = "CampaignServiceResponsiveSearchAd"
REFUSED = [
    ("campaign without a name", new_campaign(Name=None), S + "InvalidCampaignName"),
    ("campaign name of 129", new_campaign(Name="x" * 129), S + "InvalidCampaignName"),
    ("no budget", new_campaign(DailyBudget=None), S + "InvalidDailyBudget"),
    ("budget of nothing", new_campaign(DailyBudget=0), S + "InvalidDailyBudget"),
    ("budget below the floor", new_campaign(DailyBudget=0.04), S + "InvalidDailyBudget"),
    ("budget in micros", new_campaign(DailyBudget=20500000), S + "InvalidDailyBudget"),
    ("budget finer than cents", new_campaign(DailyBudget=20.505), S + "InvalidDailyBudget"),
    ("no budget type", new_campaign(BudgetType=None), S + "InvalidBudgetType"),
    (
        "accelerated budget",
        new_campaign(BudgetType="DailyBudgetAccelerated"),
        S + "InvalidBudgetType",
    ),
    ("other campaign type", new_campaign(CampaignType="Shopping"), S + "CampaignTypeImmutable"),
    ("political", new_campaign(IsPolitical=True), "PoliticalCampaignsAreNotSupported"),
    ("no time zone", new_campaign(TimeZone=None), S + "TimeZoneValueInvalid"),
    ("no languages", new_campaign(Languages=[]), S + "MissingLanguage"),
    ("unknown language", new_campaign(Languages=["Klingon"]), S + "InvalidLanguage"),
    ("all and one", new_campaign(Languages=["All", "German"]), S + "InvalidLanguage"),
    (
        "language twice",
        new_campaign(Languages=["German", "German"]),
        "CampaignLanguageSpecifiedMoreThanOnce",
    ),
    ("deleted from the start", new_campaign(Status="Deleted"), S + "InvalidCampaignStatus"),
    (
        "bidding of another kind",
        new_campaign(BiddingScheme={"Type": "InheritFromParent"}),
        "UnsupportedBiddingScheme",
    ),
    (
        "click bid below the floor",
        new_campaign(BiddingScheme={"Type": "MaxClicks", "MaxCpc": {"Amount": 0.01}}),
        S + "BidAmountsLessThanFloorPrice",
    ),
    (
        "share without its place",
        new_campaign(BiddingScheme={"Type": "TargetImpressionShareBiddingScheme"}),
        "UnsupportedBiddingScheme",
    ),
    (
        "nine parameters",
        new_campaign(
            UrlCustomParameters={
                "Parameters": [{"Key": "k%d" % i, "Value": "v"} for i in range(9)]
            }
        ),
        S + "InvalidCustomParametersText",
    ),
    (
        "key of 17",
        new_campaign(UrlCustomParameters={"Parameters": [{"Key": "k" * 17, "Value": "v"}]}),
        S + "InvalidCustomParametersText",
    ),
    (
        "suffix with its mark",
        new_campaign(FinalUrlSuffix="?a=b"),
        "FinalUrlSuffixInvalidCharacters",
    ),
    (
        "template of 2049",
        new_campaign(TrackingUrlTemplate="x" * 2049),
        "TrackingTemplateTooLong",
    ),
    ("an id on adding", new_campaign(Id="5"), S + "InvalidCampaignId"),
    (
        "no campaigns",
        lambda us: ("POST", "Campaigns", {"AccountId": us.id, "Campaigns": []}),
        S + "CampaignsArrayShouldNotBeNullOrEmpty",
    ),
    (
        "101 campaigns",
        lambda us: ("POST", "Campaigns", {"AccountId": us.id, "Campaigns": [campaign()] * 101}),
        S + "CampaignsArrayExceedsLimit",
    ),
    (
        "no account",
        lambda us: ("POST", "Campaigns", {"Campaigns": [campaign()]}),
        S + "AccountIdHasToBeSpecified",
    ),
    (
        "another account",
        lambda us: ("POST", "Campaigns", {"AccountId": "1", "Campaigns": [campaign()]}),
        "InvalidAccountId",
    ),
    (
        "unknown campaign",
        lambda us: ("PUT", "Campaigns", {"AccountId": us.id, "Campaigns": [{"Id": "5"}]}),
        S + "InvalidCampaignId",
    ),
    (
        "deleting what is not there",
        lambda us: ("DELETE", "Campaigns", {"AccountId": us.id, "CampaignIds": ["5"]}),
        S + "InvalidCampaignId",
    ),
    (
        "deleting nothing",
        lambda us: ("DELETE", "Campaigns", {"AccountId": us.id, "CampaignIds": []}),
        S + "CampaignIdsArrayShouldNotBeNullOrEmpty",
    ),
    ("group without a name", new_group(Name=None), S + "InvalidAdGroupName"),
    ("group name of 257", new_group(Name="x" * 257), S + "InvalidAdGroupName"),
    ("bid below the floor", new_group(CpcBid={"Amount": 0.01}), S + "BidAmountsLessThanFloorPrice"),
    ("bid above all", new_group(CpcBid={"Amount": 1001}), S + "BidAmountsGreaterThanCeilingPrice"),
    ("bid finer than cents", new_group(CpcBid={"Amount": 1.005}), S + "InvalidBidAmount"),
    ("group twice", lambda us: twice(us, "group"), S + "CannotCreateDuplicateAdGroup"),
    (
        "group of no campaign",
        lambda us: ("POST", "AdGroups", {"CampaignId": "5", "AdGroups": [group()]}),
        S + "InvalidCampaignId",
    ),
    ("no headlines", new_ad(Headlines=[]), R + "HeadlinesNullOrEmpty"),
    ("no descriptions", new_ad(Descriptions=[]), R + "DescriptionsNullOrEmpty"),
    ("two headlines", new_ad(Headlines=texts("a", "b")), R + "HeadlinesLessThanMinRequired"),
    (
        "16 headlines",
        new_ad(Headlines=texts(*["h%d" % i for i in range(16)])),
        R + "HeadlinesMaxCountExceeded",
    ),
    ("one description", new_ad(Descriptions=texts("a")), R + "DescriptionsLessThanMinRequired"),
    (
        "5 descriptions",
        new_ad(Descriptions=texts(*"abcde")),
        R + "DescriptionsMaxCountExceeded",
    ),
    ("same headlines", new_ad(Headlines=texts("a", "A", "b")), R + "DuplicateHeadlines"),
    ("same descriptions", new_ad(Descriptions=texts("a", "a")), R + "DuplicateDescriptions"),
    ("headline of 31", new_ad(Headlines=texts("x" * 31, "b", "c")), R + "HeadlineTooLong"),
    ("wide headline of 16", new_ad(Headlines=texts("日" * 16, "b", "c")), R + "HeadlineTooLong"),
    ("description of 91", new_ad(Descriptions=texts("x" * 91, "b")), R + "DescriptionTooLong"),
    ("empty headline", new_ad(Headlines=texts("", "b", "c")), R + "InvalidHeadline"),
    (
        "headline pinned below",
        new_ad(Headlines=texts("a", "b", "c", pin="Description1")),
        R + "HeadlinesPinnedFieldMismatch",
    ),
    (
        "pin that is not there",
        new_ad(Descriptions=texts("a", "b", pin="Description3")),
        R + "DescriptionsPinnedFieldMismatch",
    ),
    ("path of 16", new_ad(Path1="x" * 16), R + "Path1TooLong"),
    ("second path of 16", new_ad(Path1="a", Path2="x" * 16), R + "Path2TooLong"),
    ("second path alone", new_ad(Path2="a"), R + "Path2SetWithoutPath1"),
    ("no url", new_ad(FinalUrls=[]), S + "InvalidUrl"),
    ("ftp", new_ad(FinalUrls=["ftp://shop.example/"]), S + "InvalidUrl"),
    ("11 urls", new_ad(FinalUrls=["https://shop.example/"] * 11), "FinalUrlsExceeded"),
    ("own editorial status", new_ad(EditorialStatus="Active"), S + "InvalidCampaignStatus"),
    ("ad twice", lambda us: twice(us, "ad"), S + "DuplicateAd"),
    (
        "51 ads",
        lambda us: ("POST", "Ads", {"AdGroupId": us.group(), "Ads": [ad()] * 51}),
        S + "AdsArrayExceedsLimit",
    ),
    ("keyword without text", new_keyword(Text=None), S + "InvalidKeywordText"),
    ("keyword of 101", new_keyword(Text="x" * 101), S + "InvalidKeywordText"),
    ("no match type", new_keyword(MatchType=None), "MatchTypeInvalid"),
    (
        "keyword bid below the floor",
        new_keyword(Bid={"Amount": 0.01}),
        S + "BidAmountsLessThanFloorPrice",
    ),
    (
        "keyword twice",
        lambda us: twice(us, "keyword"),
        S + "KeywordAndMatchTypeCombinationAlreadyExists",
    ),
    (
        "another match type",
        lambda us: changed_keyword(us, MatchType="Broad"),
        S + "KeywordMatchTypeChangeNotAllowedInUpdate",
    ),
    ("another text", lambda us: changed_keyword(us, Text="else"), S + "InvalidKeywordText"),
    ("place twice", placed_twice, "CampaignCriterionAlreadyExists"),
    ("no place", lambda us: placed(us, number=0), S + "InvalidLocationId"),
    (
        "criterions by a concrete type",
        lambda us: placed(us, CriterionType="Location"),
        "CampaignCriterionTypeInvalid",
    ),
    (
        "reading by Targets",
        lambda us: (
            "POST",
            "CampaignCriterions/QueryByIds",
            {"CampaignId": us.campaign(), "CriterionType": "Targets"},
        ),
        "CampaignCriterionTypeInvalid",
    ),
    (
        "deleting the intent",
        lambda us: intent_of(us, "delete"),
        S + "LocationIntentCriterionCannotBeDeleted",
    ),
    ("intent of nothing", lambda us: intent_of(us, "empty"), S + "LocationIntentCriterionInvalid"),
    ("negative twice", said_twice, S + "NegativeKeywordAlreadyExists"),
    (
        "broad negative",
        lambda us: (
            "POST",
            "EntityNegativeKeywords",
            negatives(us.campaign(), "Campaign", negative(match="Broad")),
        ),
        S + "NegativeKeywordInvalidMatchType",
    ),
    (
        "negative of a place unknown",
        lambda us: (
            "POST",
            "EntityNegativeKeywords",
            negatives(us.campaign(), "Account", negative()),
        ),
        S + "NegativeKeywordInvalidParentType",
    ),
    (
        "negative that is not there",
        lambda us: (
            "DELETE",
            "EntityNegativeKeywords",
            negatives(us.campaign(), "Campaign", negative(Id="5")),
        ),
        S + "NegativeKeywordNotFound",
    ),
]


@pytest.mark.parametrize("why, wish, code", REFUSED, ids=[row[0] for row in REFUSED])
def test_what_is_refused(us, why, wish, code):
    method, path, body = wish(us)
    before = us.state()
    status, answer = us.call(method, path, body)
    assert symbol(answer) == code, "%s: %d %r" % (why, status, answer)
    assert us.state() == before, "refused, and yet something changed"


MALFORMED = [
    ("unknown member", {"Campaigns": [campaign(Budget=5)]}),
    ("number as text", {"Campaigns": [campaign(DailyBudget="20.5")]}),
    ("long as number", {"Campaigns": [{**campaign(), "BudgetId": 5}]}),
    ("unknown enum value", {"Campaigns": [campaign(Status="Enabled")]}),
    ("object for a list", {"Campaigns": campaign()}),
    ("list for a text", {"Campaigns": [campaign(Name=["a"])]}),
    ("scheme of no type", {"Campaigns": [campaign(BiddingScheme={"MaxCpc": {"Amount": 1}})]}),
    ("micros for an amount", {"Campaigns": [campaign(CpcBidMicros="5")]}),
    ("no object", []),
]


@pytest.mark.parametrize("why, body", MALFORMED, ids=[row[0] for row in MALFORMED])
def test_what_is_malformed(us, why, body):
    status, answer = us.call("POST", "Campaigns", body)
    assert status == 400 and answer["errors"], (why, answer)
    assert us.state()["campaigns"] == []


@pytest.mark.parametrize(
    "heads, status, code",
    [
        ({"Authorization": None}, 400, "RequestMissingHeaders"),
        ({"DeveloperToken": None}, 400, "RequestMissingHeaders"),
        ({"CustomerId": None}, 400, "RequestMissingHeaders"),
        ({"CustomerAccountId": None}, 400, "RequestMissingHeaders"),
        ({"Authorization": "Bearer no"}, 401, "AuthenticationTokenExpired"),
        ({"CustomerAccountId": "999999999"}, 403, "UserIsNotAuthorized"),
        ({"CustomerAccountId": "x"}, 400, "InvalidAccountId"),
        ({"Content-Type": "text/xml"}, 415, None),
    ],
)
def test_who_calls(us, heads, status, code):
    body = {"AccountId": us.id, "Campaigns": [campaign()]}
    got, answer = us.call("POST", "Campaigns", body, heads)
    assert got == status
    assert code is None or symbol(answer) == code
    assert us.state()["campaigns"] == []


@pytest.mark.parametrize(
    "method, path, status",
    [
        ("GET", "Campaigns", 405),
        ("PATCH", "Campaigns", 405),
        ("POST", "Nothing", 404),
        ("POST", "/microsoft/CampaignManagement/v12/Campaigns", 404),
        ("PUT", "EntityNegativeKeywords", 405),
    ],
)
def test_paths_and_methods(us, method, path, status):
    assert us.call(method, path, {})[0] == status


@pytest.mark.parametrize(
    "form, error",
    [
        ({"refresh_token": None}, "invalid_request"),
        ({"client_id": None}, "invalid_request"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"scope": "openid"}, "invalid_scope"),
        ({"refresh_token": "made up"}, "invalid_grant"),
        ({"refresh_token": "1//sandbox.1234567890.USD.UTC"}, "invalid_grant"),
    ],
)
def test_token_refusals(sandbox, us, form, error):
    status, answer = refresh(sandbox, **{"token": us.refresh_token, **form})
    assert status == 400 and answer["error"] == error
    assert answer["error_description"].startswith("AADSTS")


def test_a_revoked_account(sandbox, us):
    assert sandbox.control("POST", "revoke", {"customerId": us.id})[0] == 200
    assert refresh(sandbox, us.renewed)[1]["error"] == "invalid_grant"
    assert us.call("POST", "Campaigns/QueryByAccountId", {"AccountId": us.id})[0] == 401


def test_what_the_adapter_builds_is_well_formed(us):
    """Its golden requests: whatever the service says to them, it can read them."""
    files = sorted((ROOT / "tests/unit/core/platform/golden/microsoft").glob("*.txt"))
    assert len(files) >= 15
    for file in files:
        lines = file.read_text().splitlines()
        method, url = lines[0].split()
        body = lines[-1].replace('"AccountId":"123456789"', '"AccountId":"%s"' % us.id)
        status, answer = us.call(method, url.partition("/api/")[2], body)
        assert status in (200, 400) and "errors" not in answer, (file.name, answer)
