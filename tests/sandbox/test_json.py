"""Requests that the platform's JSON parser refuses before any rule: names, types, enums, oneofs."""

import copy
import json

import pytest
from sandbox_client import NO_POLITICS, ad_fields, budget_fields, campaign_fields, violations


def tree(account):
    """One request with every level of nesting that adcore sends."""
    budget = account.name("campaignBudgets", "-1")
    campaign = account.name("campaigns", "-2")
    group = account.name("adGroups", "-3")
    return {
        "mutateOperations": [
            {"campaignBudgetOperation": {"create": {"resourceName": budget, **budget_fields()}}},
            {
                "campaignOperation": {
                    "create": {
                        "resourceName": campaign,
                        "name": "Tree",
                        "campaignBudget": budget,
                        "geoTargetTypeSetting": {"positiveGeoTargetType": "PRESENCE"},
                        "urlCustomParameters": [{"key": "adc", "value": "1"}],
                        **campaign_fields(),
                    }
                }
            },
            {
                "campaignCriterionOperation": {
                    "create": {
                        "campaign": campaign,
                        "location": {"geoTargetConstant": "geoTargetConstants/2840"},
                    }
                }
            },
            {
                "adGroupOperation": {
                    "create": {"resourceName": group, "campaign": campaign, "name": "G"}
                }
            },
            {"adGroupAdOperation": {"create": {"adGroup": group, **ad_fields()}}},
            {
                "adGroupCriterionOperation": {
                    "create": {"adGroup": group, "keyword": {"text": "a", "matchType": "EXACT"}}
                }
            },
        ]
    }


# Every object of the tree, as a path to it and the name the platform gives that path.
LEVELS = [
    ([], ""),
    (["mutateOperations", 0], "mutate_operations[0]"),
    (
        ["mutateOperations", 0, "campaignBudgetOperation"],
        "mutate_operations[0].campaign_budget_operation",
    ),
    (
        ["mutateOperations", 0, "campaignBudgetOperation", "create"],
        "mutate_operations[0].campaign_budget_operation.create",
    ),
    (
        ["mutateOperations", 1, "campaignOperation", "create"],
        "mutate_operations[1].campaign_operation.create",
    ),
    (
        ["mutateOperations", 1, "campaignOperation", "create", "manualCpc"],
        "mutate_operations[1].campaign_operation.create.manual_cpc",
    ),
    (
        ["mutateOperations", 1, "campaignOperation", "create", "networkSettings"],
        "mutate_operations[1].campaign_operation.create.network_settings",
    ),
    (
        ["mutateOperations", 1, "campaignOperation", "create", "geoTargetTypeSetting"],
        "mutate_operations[1].campaign_operation.create.geo_target_type_setting",
    ),
    (
        ["mutateOperations", 1, "campaignOperation", "create", "urlCustomParameters", 0],
        "mutate_operations[1].campaign_operation.create.url_custom_parameters[0]",
    ),
    (
        ["mutateOperations", 2, "campaignCriterionOperation", "create", "location"],
        "mutate_operations[2].campaign_criterion_operation.create.location",
    ),
    (
        ["mutateOperations", 3, "adGroupOperation", "create"],
        "mutate_operations[3].ad_group_operation.create",
    ),
    (
        ["mutateOperations", 4, "adGroupAdOperation", "create", "ad"],
        "mutate_operations[4].ad_group_ad_operation.create.ad",
    ),
    (
        ["mutateOperations", 4, "adGroupAdOperation", "create", "ad", "responsiveSearchAd"],
        "mutate_operations[4].ad_group_ad_operation.create.ad.responsive_search_ad",
    ),
    (
        [
            "mutateOperations",
            4,
            "adGroupAdOperation",
            "create",
            "ad",
            "responsiveSearchAd",
            "headlines",
            1,
        ],
        "mutate_operations[4].ad_group_ad_operation.create.ad.responsive_search_ad.headlines[1]",
    ),
    (
        ["mutateOperations", 5, "adGroupCriterionOperation", "create", "keyword"],
        "mutate_operations[5].ad_group_criterion_operation.create.keyword",
    ),
]


def at(value, path):
    for step in path:
        value = value[step]
    return value


def test_the_tree_itself_is_accepted(account):
    status, answer = account.post("googleAds:mutate", tree(account))
    assert status == 200, answer
    assert [next(iter(r)) for r in answer["mutateOperationResponses"]] == [
        "campaignBudgetResult",
        "campaignResult",
        "campaignCriterionResult",
        "adGroupResult",
        "adGroupAdResult",
        "adGroupCriterionResult",
    ]


@pytest.mark.parametrize("path,named", LEVELS, ids=[n or "root" for _, n in LEVELS])
def test_an_unknown_name_is_refused_at_every_level(account, path, named):
    body = tree(account)
    at(body, path)["unheardOf"] = 1
    status, answer = account.post("googleAds:mutate", body)
    assert status == 400
    where = " at '%s'" % named if named else ""
    sentence = (
        'Invalid JSON payload received. Unknown name "unheardOf"%s: Cannot find field.' % where
    )
    assert violations(answer) == [(named, sentence)]
    assert answer["error"]["message"] == sentence
    assert account.search("SELECT campaign.id FROM campaign") == []


CAMPAIGN = ["mutateOperations", 1, "campaignOperation", "create"]
BUDGET = ["mutateOperations", 0, "campaignBudgetOperation", "create"]
AD = ["mutateOperations", 4, "adGroupAdOperation", "create", "ad"]
TYPES = "type.googleapis.com/google.ads.googleads.v26."

WRONG = [
    ("a number for a string", CAMPAIGN, "name", 7, "TYPE_STRING"),
    ("an object for a string", CAMPAIGN, "name", {}, "TYPE_STRING"),
    ("a string for a boolean", BUDGET, "explicitlyShared", "false", "TYPE_BOOL"),
    ("a number for a boolean", BUDGET, "explicitlyShared", 0, "TYPE_BOOL"),
    ("words for an int64", BUDGET, "amountMicros", "fifty", "TYPE_INT64"),
    ("a fraction for an int64", BUDGET, "amountMicros", 1.5, "TYPE_INT64"),
    ("a decimal string for an int64", BUDGET, "amountMicros", "50.00", "TYPE_INT64"),
    ("too large an int64", BUDGET, "amountMicros", "9223372036854775808", "TYPE_INT64"),
    ("an empty int64", BUDGET, "amountMicros", "", "TYPE_INT64"),
    ("a boolean for an int64", BUDGET, "amountMicros", True, "TYPE_INT64"),
    (
        "an unknown enum name",
        CAMPAIGN,
        "status",
        "ENABLEDX",
        TYPES + "enums.CampaignStatusEnum.CampaignStatus",
    ),
    (
        "an enum name in lower case",
        CAMPAIGN,
        "status",
        "paused",
        TYPES + "enums.CampaignStatusEnum.CampaignStatus",
    ),
    (
        "the enum of another field",
        CAMPAIGN,
        "advertisingChannelType",
        "EXACT",
        TYPES + "enums.AdvertisingChannelTypeEnum.AdvertisingChannelType",
    ),
    (
        "a string for a message",
        CAMPAIGN,
        "manualCpc",
        "yes",
        TYPES + "common.ManualCpc",
    ),
    ("a string for a list", AD, "finalUrls", "https://a.example", "repeated field"),
    ("a number in a list of strings", AD, "finalUrls", [1], "TYPE_STRING"),
]


@pytest.mark.parametrize("path,name,value,kind", [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_a_wrong_type_is_refused(account, path, name, value, kind):
    body = tree(account)
    at(body, path)[name] = value
    status, answer = account.post("googleAds:mutate", body)
    assert status == 400, answer
    ((_, description),) = violations(answer)
    assert description.startswith("Invalid value at 'mutate_operations[")
    assert "(%s), " % kind in description


def test_a_list_for_a_single_value_is_refused(account):
    body = tree(account)
    at(body, CAMPAIGN)["status"] = ["PAUSED"]
    status, answer = account.post("googleAds:mutate", body)
    assert status == 400
    assert "Proto field is not repeating, cannot start list." in violations(answer)[0][1]


def test_two_members_of_a_oneof_are_refused(account):
    body = tree(account)
    at(body, CAMPAIGN)["targetSpend"] = {}
    status, answer = account.post("googleAds:mutate", body)
    assert status == 400
    assert "oneof field 'campaign_bidding_strategy' is already set" in violations(answer)[0][1]


def test_create_and_remove_together_are_refused(account):
    body = {"operations": [{"create": {}, "remove": "customers/1/campaigns/2"}]}
    status, answer = account.post("campaigns:mutate", body)
    assert status == 400
    assert "oneof field 'operation' is already set" in violations(answer)[0][1]


def test_all_violations_are_told_at_once(account):
    body = tree(account)
    at(body, CAMPAIGN)["one"] = 1
    at(body, BUDGET)["two"] = 2
    at(body, CAMPAIGN)["status"] = "X"
    status, answer = account.post("googleAds:mutate", body)
    assert status == 400
    assert len(violations(answer)) == 3


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '"x"', "{]", '{"mutateOperations":'])
def test_a_body_that_is_no_object_is_refused(account, text):
    status, answer = account.post("googleAds:mutate", text)
    assert status == 400
    assert answer["error"]["status"] == "INVALID_ARGUMENT"


def snake(name):
    return "".join("_" + c.lower() if c.isupper() else c for c in name)


def snaked(value):
    if isinstance(value, dict):
        return {snake(k): snaked(v) for k, v in value.items()}
    return [snaked(v) for v in value] if isinstance(value, list) else value


def test_snake_case_names_and_numbers_for_int64_are_accepted(account):
    body = snaked(tree(account))
    body["mutate_operations"][0]["campaign_budget_operation"]["create"]["amount_micros"] = 50000000
    status, answer = account.post("googleAds:mutate", body)
    assert status == 200, answer
    (row,) = account.search("SELECT campaign_budget.amount_micros FROM campaign_budget")
    assert row["campaignBudget"]["amountMicros"] == "50000000"


def test_null_is_the_same_as_absent(account):
    body = tree(account)
    at(body, CAMPAIGN)["endDateTime"] = None
    at(body, CAMPAIGN)["targetSpend"] = None
    status, answer = account.post("googleAds:mutate", body)
    assert status == 200, answer


@pytest.mark.parametrize("path", ["googleAds:search", "googleAds:searchStream"])
def test_an_unknown_name_in_a_search_is_refused(account, path):
    status, answer = account.post(path, {"query": "SELECT campaign.id FROM campaign", "limit": 5})
    assert status == 400
    if path.endswith("Stream"):
        (answer,) = answer
    assert violations(answer) == [
        (
            "",
            'Invalid JSON payload received. Unknown name "limit": Cannot find field.',
        )
    ]


def test_the_version_of_the_path_is_named_in_the_answer(account):
    body = copy.deepcopy({"operations": [{"create": {"status": "NO"}}]})
    status, answer = account.post("campaigns:mutate", body, version=24)
    assert status == 400
    assert "google.ads.googleads.v24.enums." in json.dumps(answer)
    assert NO_POLITICS not in json.dumps(answer)
