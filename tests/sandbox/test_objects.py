"""Successful requests: trees, updates, removal, twins, partial failure."""

import pytest
from published_schema import faults
from sandbox_client import ad_fields, budget_fields, campaign_fields, failure, rsa
from test_json import tree


def statuses(account, query):
    return [next(iter(row.values())).get("status") for row in account.search(query)]


def test_validate_only_changes_nothing(account):
    status, answer = account.post("googleAds:mutate", {**tree(account), "validateOnly": True})
    assert (status, answer) == (200, {})
    assert account.search("SELECT campaign.id FROM campaign") == []
    status, answer = account.post(
        "campaigns:mutate", {"operations": [{"remove": "x"}], "validateOnly": True}
    )
    assert status == 400


def test_a_tree_stands_or_falls_as_one(account):
    body = tree(account)
    body["mutateOperations"][5]["adGroupCriterionOperation"]["create"]["keyword"]["text"] = "a!"
    status, answer = account.post("googleAds:mutate", body)
    assert status == 400
    assert [f[1] for f in failure(answer)] == ["KEYWORD_HAS_INVALID_CHARS"]
    for resource in ("campaign_budget", "campaign", "ad_group"):
        assert account.search("SELECT %s.id FROM %s" % (resource, resource)) == []


def test_a_failed_parent_is_the_only_fault_told(account):
    body = tree(account)
    body["mutateOperations"][1]["campaignOperation"]["create"]["name"] = ""
    status, answer = account.post("googleAds:mutate", body)
    assert status == 400
    assert [f[1] for f in failure(answer)] == ["REQUIRED"]


def test_temporary_ids_are_unique_across_types(account):
    body = tree(account)
    body["mutateOperations"][3]["adGroupOperation"]["create"]["resourceName"] = account.name(
        "adGroups", "-2"
    )
    status, answer = account.post("googleAds:mutate", body)
    assert status == 400
    assert failure(answer)[0][:2] == ("newResourceCreationError", "DUPLICATE_TEMP_IDS")


def test_temporary_ids_must_be_made_before_they_are_named(account):
    body = tree(account)
    body["mutateOperations"][:2] = reversed(body["mutateOperations"][:2])
    status, answer = account.post("googleAds:mutate", body)
    assert status == 400
    assert (
        "mutateError",
        "RESOURCE_NOT_FOUND",
        "mutate_operations[0].campaign_operation.create.campaign_budget",
    ) in failure(answer)


def test_temporary_ids_are_forgotten_afterwards(account):
    assert account.post("googleAds:mutate", tree(account))[0] == 200
    status, answer = account.post(
        "adGroups:mutate",
        {"operations": [{"create": {"campaign": account.name("campaigns", "-2"), "name": "x"}}]},
    )
    assert status == 400


def test_partial_failure_keeps_the_good_ones(account):
    group = account.ad_group()
    words = ["one", "two!", "three", "four@"]
    operations = [
        {"create": {"adGroup": group, "keyword": {"text": w, "matchType": "EXACT"}}} for w in words
    ]
    status, answer = account.post(
        "adGroupCriteria:mutate", {"operations": operations, "partialFailure": True}
    )
    assert status == 200
    assert [bool(r) for r in answer["results"]] == [True, False, True, False]
    error = answer["partialFailureError"]
    assert error["code"] == 3
    assert error["message"].endswith("at operations[1].create.keyword.text")
    (detail,) = error["details"]
    assert [
        e["location"]["fieldPathElements"][0]["index"] for e in detail["errors"]
    ] == [1, 3]
    rows = account.search("SELECT ad_group_criterion.keyword.text FROM ad_group_criterion")
    assert {r["adGroupCriterion"]["keyword"]["text"] for r in rows} == {"one", "three"}
    assert faults("MutateAdGroupCriteriaResponse", answer) == []


def test_partial_failure_tells_children_of_a_failed_parent(account):
    body = tree(account)
    body["mutateOperations"][3]["adGroupOperation"]["create"]["name"] = ""
    status, answer = account.post("googleAds:mutate", {**body, "partialFailure": True})
    assert status == 200
    assert [bool(r) for r in answer["mutateOperationResponses"]] == [True] * 3 + [False] * 3
    errors = answer["partialFailureError"]["details"][0]["errors"]
    codes = [next(iter(e["errorCode"].values())) for e in errors]
    assert codes == ["REQUIRED", "TEMP_ID_RESOURCE_HAD_ERRORS", "TEMP_ID_RESOURCE_HAD_ERRORS"]


def test_removed_objects_stay_to_be_read(account):
    one = account.campaign(name="Gone")
    account.must("campaigns", {"remove": one})
    assert statuses(account, "SELECT campaign.status FROM campaign") == ["REMOVED"]
    assert (
        account.search("SELECT campaign.id FROM campaign WHERE campaign.status != 'REMOVED'") == []
    )
    account.campaign(name="Gone")


def test_names_are_unique_with_regard_to_case(account):
    account.campaign(name="Shoes")
    account.campaign(name="shoes")


def test_the_same_ad_twice_makes_a_twin(account):
    group = account.ad_group()
    assert account.ad(group) != account.ad(group)
    assert len(account.search("SELECT ad_group_ad.ad.id FROM ad_group_ad")) == 2


def test_a_keyword_twice_is_one_keyword(account):
    group = account.ad_group()
    one = account.keyword(group, text="Running shoes")
    assert account.keyword(group, text="running  Shoes", cpcBidMicros="9000000") == one
    assert account.keyword(group, text="Running shoes", match="BROAD") != one
    (row,) = account.search(
        "SELECT ad_group_criterion.keyword.text, ad_group_criterion.cpc_bid_micros "
        "FROM ad_group_criterion WHERE ad_group_criterion.keyword.match_type = 'EXACT'"
    )
    assert row["adGroupCriterion"]["keyword"]["text"] == "Running shoes"
    assert "cpcBidMicros" not in row["adGroupCriterion"]


def test_a_keywords_id_is_the_same_in_every_ad_group(account):
    one = account.keyword(text="x")
    two = account.keyword(text="x")
    assert one != two
    assert one.split("~")[1] == two.split("~")[1]


def test_a_removed_keyword_comes_back_under_its_id(account):
    group = account.ad_group()
    one = account.keyword(group)
    account.must("adGroupCriteria", {"remove": one})
    assert account.keyword(group, negative=True) == one
    (row,) = account.search(
        "SELECT ad_group_criterion.status, ad_group_criterion.negative FROM ad_group_criterion"
    )
    assert row["adGroupCriterion"]["status"] == "ENABLED"
    assert row["adGroupCriterion"]["negative"] is True


def test_a_campaigns_criterion_has_the_constants_id(account):
    campaign = account.campaign()
    for fields, tail in (
        ({"location": {"geoTargetConstant": "geoTargetConstants/2276"}}, "2276"),
        ({"language": {"languageConstant": "languageConstants/1001"}}, "1001"),
        ({"device": {"type": "MOBILE"}, "bidModifier": 0}, "30001"),
    ):
        made = account.must("campaignCriteria", {"create": {"campaign": campaign, **fields}})
        assert made.split("~")[1] == tail
        again = account.must("campaignCriteria", {"create": {"campaign": campaign, **fields}})
        assert again == made


def test_updates_change_what_the_mask_names_and_nothing_else(account):
    one = account.campaign(name="Before", finalUrlSuffix="a=1", trackingUrlTemplate="{lpurl}?x=1")
    account.must(
        "campaigns",
        {
            "update": {"resourceName": one, "name": "After", "trackingUrlTemplate": "{lpurl}?y=2"},
            "updateMask": "name,final_url_suffix",
        },
    )
    (row,) = account.search(
        "SELECT campaign.name, campaign.final_url_suffix, campaign.tracking_url_template, "
        "campaign.status FROM campaign"
    )
    assert row["campaign"] == {
        "resourceName": one,
        "name": "After",
        "trackingUrlTemplate": "{lpurl}?x=1",
        "status": "PAUSED",
    }


@pytest.mark.parametrize(
    "mask,fields,expected",
    [
        (
            "maximizeConversions.targetCpaMicros",
            {"maximizeConversions": {"targetCpaMicros": "12000000"}},
            "MAXIMIZE_CONVERSIONS",
        ),
        (
            "maximize_conversions.target_cpa_micros",
            {"maximizeConversions": {}},
            "MAXIMIZE_CONVERSIONS",
        ),
        (
            "targetSpend.cpcBidCeilingMicros",
            {"targetSpend": {"cpcBidCeilingMicros": "2000000"}},
            "TARGET_SPEND",
        ),
    ],
)
def test_a_leaf_of_another_bidding_member_switches_to_it(account, mask, fields, expected):
    one = account.campaign()
    account.must("campaigns", {"update": {"resourceName": one, **fields}, "updateMask": mask})
    (row,) = account.search(
        "SELECT campaign.bidding_strategy_type, campaign.manual_cpc.enhanced_cpc_enabled "
        "FROM campaign"
    )
    assert row["campaign"] == {"resourceName": one, "biddingStrategyType": expected}


def test_a_campaign_leaves_its_portfolio_strategy_only_for_another(account):
    one = account.campaign()
    shared = account.name("biddingStrategies", "900")
    edit = {"biddingStrategy": shared, "biddingStrategyType": "TARGET_SPEND", "manualCpc": None}
    wish = {"customerId": account.id, "resourceName": one, "set": edit}
    assert account.process.control("POST", "edit", wish)[0] == 200
    query = "SELECT campaign.bidding_strategy, campaign.bidding_strategy_type FROM campaign"
    account.must("campaigns", {"update": {"resourceName": one, "name": "x"}, "updateMask": "name"})
    (row,) = account.search(query)
    del edit["manualCpc"]
    assert row["campaign"] == dict(edit, resourceName=one)
    ceiling = {"resourceName": one, "targetSpend": {"cpcBidCeilingMicros": "2000000"}}
    account.must(
        "campaigns", {"update": ceiling, "updateMask": "targetSpend.cpcBidCeilingMicros"}
    )
    (row,) = account.search(query)
    assert "biddingStrategy" not in row["campaign"]


def test_an_end_can_be_set_and_cleared(account):
    one = account.campaign(endDateTime="2040-12-31 23:59:59")
    account.must("campaigns", {"update": {"resourceName": one}, "updateMask": "endDateTime"})
    (row,) = account.search("SELECT campaign.end_date_time FROM campaign")
    assert "endDateTime" not in row["campaign"]


def test_an_ads_content_is_edited_in_place_and_reviewed_again(account):
    placed = account.ad(status="ENABLED")
    account.process.advance(1000)
    query = (
        "SELECT ad_group_ad.ad.id, ad_group_ad.ad.responsive_search_ad.headlines, "
        "ad_group_ad.policy_summary.review_status FROM ad_group_ad"
    )
    (row,) = account.search(query)
    assert row["adGroupAd"]["policySummary"]["reviewStatus"] == "REVIEWED"
    number = row["adGroupAd"]["ad"]["id"]
    fresh = rsa()
    fresh["headlines"][1]["text"] = "Something new"
    account.must(
        "ads",
        {
            "update": {"resourceName": account.name("ads", number), "responsiveSearchAd": fresh},
            "updateMask": "responsiveSearchAd.headlines",
        },
    )
    (row,) = account.search(query)
    assert row["adGroupAd"]["resourceName"] == placed
    assert row["adGroupAd"]["ad"]["responsiveSearchAd"]["headlines"][1]["text"] == "Something new"
    assert row["adGroupAd"]["policySummary"]["reviewStatus"] == "REVIEW_IN_PROGRESS"


def test_custom_parameters_are_kept_everywhere_and_can_be_read(account):
    def tag(value):
        return {"urlCustomParameters": [{"key": "adc", "value": value}]}

    campaign = account.campaign(**tag("c1"))
    group = account.ad_group(campaign, **tag("g1"))
    fields = ad_fields()
    fields["ad"].update(tag("a1"))
    account.ad(group, **fields)
    (row,) = account.search(
        "SELECT campaign.url_custom_parameters, ad_group.url_custom_parameters, "
        "ad_group_ad.ad.url_custom_parameters FROM ad_group_ad"
    )
    assert row["campaign"]["urlCustomParameters"] == tag("c1")["urlCustomParameters"]
    assert row["adGroup"]["urlCustomParameters"] == tag("g1")["urlCustomParameters"]
    assert row["adGroupAd"]["ad"]["urlCustomParameters"] == tag("a1")["urlCustomParameters"]


def test_mutable_resource_answers_with_the_resource(account):
    status, answer = account.post(
        "campaignBudgets:mutate",
        {"operations": [{"create": budget_fields()}], "responseContentType": "MUTABLE_RESOURCE"},
    )
    assert status == 200
    (result,) = answer["results"]
    assert result["campaignBudget"]["amountMicros"] == "50000000"
    assert not [k for k in result["campaignBudget"] if k.startswith("_")]
    assert faults("MutateCampaignBudgetsResponse", answer) == []


def test_a_text_asset_is_reused_and_a_callout_is_not(account):
    same = {"create": {"textAsset": {"text": "Interplanetary Shoes"}}}
    assert account.must("assets", same) == account.must("assets", same)
    callout = {"create": {"calloutAsset": {"calloutText": "Free returns"}}}
    assert account.must("assets", callout) != account.must("assets", callout)


def test_ten_thousand_operations_are_the_limit(account):
    operations = [{"remove": account.name("campaigns", "1")}] * 10001
    status, answer = account.post("campaigns:mutate", {"operations": operations})
    assert status == 400
    assert failure(answer) == [("requestError", "TOO_MANY_MUTATE_OPERATIONS", "")]
    status, answer = account.post("campaigns:mutate", {"operations": []})
    assert failure(answer)[0][1] == "REQUIRED_FIELD_MISSING"


def test_a_thousand_keywords_are_quick_work(account):
    import time

    group = account.ad_group()
    operations = [
        {
            "adGroupCriterionOperation": {
                "create": {
                    "adGroup": group,
                    "keyword": {"text": "keyword %d" % i, "matchType": "EXACT"},
                }
            }
        }
        for i in range(1000)
    ]
    started = time.monotonic()
    status, answer = account.mutate(operations)
    assert status == 200
    assert time.monotonic() - started < 15
    assert len(set(map(str, answer["mutateOperationResponses"]))) == 1000


def test_a_performance_max_campaign_needs_its_brand(account):
    budget = account.name("campaignBudgets", "-1")
    campaign = account.name("campaigns", "-2")
    fields = {k: v for k, v in campaign_fields().items() if k not in ("networkSettings",)}
    fields.pop("manualCpc")
    create = {
        "resourceName": campaign,
        "name": "PMax",
        "campaignBudget": budget,
        **fields,
        "advertisingChannelType": "PERFORMANCE_MAX",
        "maximizeConversions": {},
    }
    operations = [
        {"campaignBudgetOperation": {"create": {"resourceName": budget, **budget_fields()}}},
        {"campaignOperation": {"create": create}},
    ]
    status, answer = account.mutate(operations)
    assert [f[1] for f in failure(answer)] == [
        "REQUIRED_BUSINESS_NAME_ASSET_NOT_LINKED",
        "REQUIRED_LOGO_ASSET_NOT_LINKED",
    ]
    create["brandGuidelinesEnabled"] = False
    status, answer = account.mutate(operations)
    assert status == 200, answer
    status, answer = account.post(
        "adGroups:mutate",
        {
            "operations": [
                {
                    "create": {
                        "campaign": answer["mutateOperationResponses"][1]["campaignResult"][
                            "resourceName"
                        ],
                        "name": "x",
                    }
                }
            ]
        },
    )
    assert failure(answer)[0][1] == "CANNOT_ADD_AD_GROUP_FOR_CAMPAIGN_TYPE"
