"""The simulated Microsoft Advertising for a client: an account, and valid bodies."""

import itertools
import json
from urllib.parse import urlencode

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


def symbol(answer):
    for key in ("Errors", "OperationErrors"):
        if answer.get(key):
            return answer[key][0]["ErrorCode"]
    for error in answer.get("PartialErrors") or []:
        return error["ErrorCode"]
    for collection in answer.get("NestedPartialErrors") or []:
        return collection["BatchErrors"][0]["ErrorCode"]
    return None
