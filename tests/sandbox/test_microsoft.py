"""The simulated Microsoft Advertising: accepted requests, their effects, and the faults."""

from pathlib import Path

import pytest

from microsoft_client import (
    Account,
    ad,
    campaign,
    criteria,
    negative,
    negatives,
    place,
    refresh,
    symbol,
    texts,
)
from sandbox_client import Closed

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def us(sandbox):
    yield Account(sandbox)
    sandbox.control("DELETE", "faults")


# --- effects -----------------------------------------------------------------------------------


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


def radius(campaign_id, **fields):
    near = {
        "Type": "RadiusCriterion",
        "Name": "Berlin",
        "LatitudeDegrees": 52.52,
        "LongitudeDegrees": 13.405,
        "Radius": "20",
        "RadiusUnit": "Kilometers",
        **fields,
    }
    return {**place(campaign_id, 1), "Criterion": {k: v for k, v in near.items() if v is not None}}


def test_a_radius_is_a_place(us):
    top = us.campaign()
    us.must("POST", "CampaignCriterions", criteria(radius(top)))
    ask = {"CampaignId": top, "CriterionType": "Radius"}
    [found] = us.must("POST", "CampaignCriterions/QueryByIds", ask)["CampaignCriterions"]
    assert (found["Criterion"]["Radius"], found["Criterion"]["RadiusUnit"]) == ("20", "Kilometers")
    for kind, count in (("Location", 0), ("LocationIntent", 1)):
        ask["CriterionType"] = kind
        listed = us.must("POST", "CampaignCriterions/QueryByIds", ask)["CampaignCriterions"]
        assert len(listed) == count, kind


@pytest.mark.parametrize(
    "fields, code",
    (
        ({"LatitudeDegrees": 91}, 1458),
        ({"LongitudeDegrees": -181}, 1459),
        ({"RadiusUnit": None}, 2943),
    ),
)
def test_a_radius_that_is_none(us, fields, code):
    top = us.campaign()
    _, answer = us.call("POST", "CampaignCriterions", criteria(radius(top, **fields)))
    [collection] = answer["NestedPartialErrors"]
    assert collection["Code"] == code and answer["CampaignCriterionIds"] == [None]


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


def test_conversion_goals(us):
    def names(**asked):
        answer = us.must("POST", "ConversionGoals/QueryByIds", asked)
        return [(goal["Name"], goal["Status"]) for goal in answer["ConversionGoals"]]

    offline = [("Order", "Active"), ("Lead", "Active"), ("Order of last year", "Paused")]
    assert names(ConversionGoalTypes="OfflineConversion") == offline
    assert names(ConversionGoalTypes="OfflineConversion", ConversionGoalIds=["7002"]) == offline[1:2]
    assert len(names(ConversionGoalTypes="Url,OfflineConversion")) == 4
    for asked, code in (
        ({}, "ConversionGoalTypesNotPassed"),
        ({"ConversionGoalTypes": "Url", "ConversionGoalIds": ["1"] * 101},
         "ConversionGoalIdArrayExceedsLimit"),
    ):
        status, answer = us.call("POST", "ConversionGoals/QueryByIds", asked)
        assert status == 400 and answer["OperationErrors"][0]["ErrorCode"] == code
    assert us.call("POST", "ConversionGoals/QueryByIds", {"ConversionGoalTypes": "Any"})[0] == 400


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


def test_budgets_of_other_kinds(sandbox, us):
    """A shared budget cannot be changed through a campaign. Only audience campaigns have
    lifetime budgets."""
    top = us.campaign()
    wish = {"platform": "microsoft", "customerId": us.id, "kind": "campaigns", "id": top}

    def change(**fields):
        body = {"AccountId": us.id, "Campaigns": [dict(fields, Id=top)]}
        status, answer = us.call("PUT", "Campaigns", body)
        assert status == 200, answer
        return [error["ErrorCode"] for error in answer["PartialErrors"]]

    life = {"BudgetType": "LifetimeBudgetStandard", "DailyBudget": 300}
    assert change(**life) == ["CampaignServiceInvalidBudgetType"]
    sandbox.control("POST", "edit", {**wish, "set": dict(life, CampaignType="Audience")})
    assert change(**dict(life, DailyBudget=330)) == []
    assert us.state()["campaigns"][0]["DailyBudget"] == 330
    shared = {"CampaignType": "Search", "BudgetType": "DailyBudgetStandard", "BudgetId": "8100001"}
    sandbox.control("POST", "edit", {**wish, "set": shared})
    assert change(DailyBudget=40) == ["CampaignServiceCannotUpdateSharedBudget"]
    assert change(Name="Another") == []


def test_a_bidding_scheme_is_updated_in_part(us):
    """Members that a request omits stay, unless the type changes."""
    share = {
        "Type": "TargetImpressionShareBiddingScheme",
        "TargetAdPosition": "MainLine",
        "TargetImpressionShare": 70.0,
        "MaxCpc": {"Amount": 2.0},
    }
    top = us.campaign(BiddingScheme=share)

    def change(**scheme):
        body = {"AccountId": us.id, "Campaigns": [{"Id": top, "BiddingScheme": scheme}]}
        errors = us.call("PUT", "Campaigns", body)[1]["PartialErrors"]
        return [error["ErrorCode"] for error in errors] or us.state()["campaigns"][0]["BiddingScheme"]

    raised = change(Type=share["Type"], MaxCpc={"Amount": 3.0})
    assert raised == dict(share, MaxCpc={"Amount": 3.0})
    assert change(Type=share["Type"]) == raised
    assert change(Type="MaxClicks") == {"Type": "MaxClicks"}
    assert change(Type=share["Type"]) == ["UnsupportedBiddingScheme"]


def test_newer_members_of_a_campaign_are_returned_if_named(sandbox, us):
    scheme = {"Type": "MaxConversions", "TargetCpa": 8.0}
    top = us.campaign(BiddingScheme=scheme)
    wish = {"platform": "microsoft", "customerId": us.id, "kind": "campaigns", "id": top}
    sandbox.control("POST", "edit", {**wish, "set": {"BidStrategyId": "8200001"}})

    def read(*fields):
        body = {"AccountId": us.id, "ReturnAdditionalFields": ",".join(fields) or None}
        [found] = us.must("POST", "Campaigns/QueryByAccountId", body)["Campaigns"]
        return found.get("BidStrategyId"), found["BiddingScheme"]

    assert read() == (None, {"Type": "MaxConversions"})
    assert read("BidStrategyId", "TargetCpaInMaxConversion") == ("8200001", scheme)
    share = "TargetImpressionShareBiddingScheme"
    sandbox.control("POST", "edit", {**wish, "set": {"BiddingScheme": {"Type": share}}})
    assert read()[1] is None and read(share)[1]["Type"] == share


def test_an_ad_keeps_its_type(sandbox, us):
    top = us.group()
    one = us.ad(top)
    wish = {"platform": "microsoft", "customerId": us.id, "kind": "ads", "id": one}
    sandbox.control("POST", "edit", {**wish, "set": {"Type": "ExpandedText", "Headlines": None}})

    def change(kind):
        body = {"AdGroupId": top, "Ads": [{"Id": one, "Type": kind, "Status": "Paused"}]}
        errors = us.call("PUT", "Ads", body)[1]["PartialErrors"]
        return [(error["Code"], error["ErrorCode"]) for error in errors]

    differs = [(1386, "CampaignServiceAdTypeDoesNotMatchExistingValue")]
    assert change("ResponsiveSearch") == differs
    assert us.state()["ads"][0]["Status"] == "Active"
    assert change("ExpandedText") == []
    assert us.state()["ads"][0]["Status"] == "Paused"


def test_negatives_that_are_not_retrieved_are_null(us):
    top = us.campaign()
    ask = {"EntityIds": [top], "EntityType": "Campaign", "ParentEntityId": us.id}
    path = "NegativeKeywords/QueryByEntityIds"
    plant(us, {"type": "error", "errorCode": "UserIsNotAuthorized", "at": 0}, path=path)
    answer = us.call("POST", path, ask)[1]
    assert answer["EntityNegativeKeywords"] == [None]
    assert [e["ErrorCode"] for e in answer["PartialErrors"]] == ["UserIsNotAuthorized"]
    answer = us.call("POST", path, dict(ask, EntityIds=["1"]))[1]
    assert answer["EntityNegativeKeywords"] == [None]
    assert answer["PartialErrors"][0]["ErrorCode"] == "CampaignServiceInvalidCampaignId"
    assert us.must("POST", path, ask)["EntityNegativeKeywords"][0]["NegativeKeywords"] == []


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


def test_a_revoked_account(sandbox, us):
    assert sandbox.control("POST", "revoke", {"customerId": us.id})[0] == 200
    assert refresh(sandbox, us.renewed)[1]["error"] == "invalid_grant"
    assert us.call("POST", "Campaigns/QueryByAccountId", {"AccountId": us.id})[0] == 401


def test_what_the_adapter_builds_is_well_formed(us):
    """The simulator can parse each golden request, whatever it answers."""
    files = sorted((ROOT / "tests/unit/core/platform/golden/microsoft").glob("*.txt"))
    assert len(files) >= 15
    for file in files:
        lines = file.read_text().splitlines()
        method, url = lines[0].split()
        body = lines[-1].replace('"AccountId":"123456789"', '"AccountId":"%s"' % us.id)
        status, answer = us.call(method, url.partition("/api/")[2], body)
        assert status in (200, 400) and "errors" not in answer, (file.name, answer)
