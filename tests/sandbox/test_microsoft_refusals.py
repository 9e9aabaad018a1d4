"""The simulated Microsoft Advertising: every rule by an example that breaks it."""

import pytest

from microsoft_client import (
    Account,
    ad,
    campaign,
    criteria,
    group,
    keyword,
    negative,
    negatives,
    place,
    refresh,
    symbol,
    texts,
)


@pytest.fixture
def us(sandbox):
    yield Account(sandbox)
    sandbox.control("DELETE", "faults")


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


def hours(us, start, end, multiplier=0, earlier=None):
    """Adds hours of Monday; `earlier` are added before."""
    top = us.campaign()

    def of(start, end, multiplier):
        part = {"Type": "DayTimeCriterion", "Day": "Monday", "FromHour": start, "ToHour": end}
        part.update(FromMinute="Zero", ToMinute="Thirty")
        bid = {"Type": "BidMultiplier", "Multiplier": multiplier}
        one = {"Type": "BiddableCampaignCriterion", "CampaignId": top, "Criterion": part}
        return criteria(dict(one, CriterionBid=bid))

    if earlier:
        us.must("POST", "CampaignCriterions", of(*earlier, 900))
    return "POST", "CampaignCriterions", of(start, end, multiplier)


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
    ("hours that end before", lambda us: hours(us, 9, 8), S + "DayTimeTargetBidIntervalInvalid"),
    ("hours after 24:00", lambda us: hours(us, 9, 24), S + "DayTimeTargetBidIntervalInvalid"),
    (
        "hours that overlap",
        lambda us: hours(us, 12, 17, earlier=(9, 12)),
        S + "DayTimeTargetBidsIntervalOverlap",
    ),
    (
        "an adjustment below -90",
        lambda us: hours(us, 9, 12, -91),
        S + "DayTimeTargetBidAdjustmentInvalid",
    ),
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
