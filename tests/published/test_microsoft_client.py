"""Microsoft's own client library of the REST form: its types, and its calls to the simulator."""

import sys

import pytest
from bingads.authorization import Authentication, AuthorizationData
from bingads.service_client import ServiceClient
from openapi_client.api_client import ApiClient
from openapi_client.exceptions import ApiException
from openapi_client.models import campaign as _  # noqa: F401  (there the name is that of a class)

import recorded
from microsoft_client import Account, ad, campaign, group, keyword

TYPES = sys.modules["openapi_client.models.campaign"]
VERBS = {"POST": "Add", "PUT": "Update", "DELETE": "Delete"}
# Operations whose name differs from their path.
NAMES = {
    "AddEntityNegativeKeywords": "AddNegativeKeywordsToEntities",
    "DeleteEntityNegativeKeywords": "DeleteNegativeKeywordsFromEntities",
    "AddAdExtensionsAssociations/Set": "SetAdExtensionsAssociations",
    "AddOfflineConversions/Apply": "ApplyOfflineConversions",
}


def operation(method, path):
    entities, _, query = path.partition("/")
    if query.startswith("QueryBy"):
        return "Get%sBy%s" % (entities, query.removeprefix("QueryBy"))
    name = VERBS[method] + path
    return NAMES.get(name, name)


def read(name, value):
    """The library's own object of a JSON value. A wrong type or enum value raises."""
    return getattr(TYPES, name).from_dict(value)


def lost(value, kept, path=""):
    """Members of a JSON value that the library's types do not have."""
    if isinstance(value, dict):
        found = []
        for member, item in value.items():
            if item is not None:
                at = "%s.%s" % (path, member)
                found += lost(item, kept[member], at) if member in kept else [at]
        return found
    if isinstance(value, list):
        assert len(value) == len(kept), path
        return [f for i, v in enumerate(value) for f in lost(v, kept[i], "%s[%d]" % (path, i))]
    # The library writes a UTC time with its offset.
    if isinstance(kept, str) and kept.endswith("+00:00"):
        kept = kept.removesuffix("+00:00") + "Z"
    return [] if value == kept else ["%s: %r became %r" % (path, value, kept)]


def check(name, value):
    assert lost(value, ApiClient().sanitize_for_serialization(read(name, value))) == []


@pytest.mark.parametrize("request_", recorded.requests("microsoft"), ids=lambda r: r.name)
def test_a_request_is_of_the_published_type(request_):
    name = operation(request_.method, request_.path.removeprefix("/api/"))
    check(name + "Request", recorded.body(request_))


@pytest.mark.parametrize(
    "wrong",
    [
        {"AccountId": 5},
        {"Campaigns": {"Name": "A"}},
        {"Campaigns": [{"Name": 1}]},
        {"Campaigns": [{"Nam": "A"}]},
        {"Campaigns": [{"Status": "On"}]},
        {"Campaigns": [{"DailyBudget": "20"}]},
        {"Campaigns": [{"BiddingScheme": {"Type": "MaxClicks", "TargetCpa": 5}}]},
    ],
    ids=str,
)
def test_what_the_type_does_not_have_is_found(wrong):
    with pytest.raises((ValueError, AssertionError)):
        check("AddCampaignsRequest", wrong)


@pytest.fixture
def us(sandbox, monkeypatch):
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    yield Account(sandbox)
    sandbox.control("DELETE", "faults")


def test_the_simulator_answers_in_published_types(us):
    answer = us.must("POST", "Campaigns", {"AccountId": us.id, "Campaigns": [campaign()]})
    check("AddCampaignsResponse", answer)
    (made,) = answer["CampaignIds"]
    answer = us.must("POST", "AdGroups", {"CampaignId": made, "AdGroups": [group()]})
    check("AddAdGroupsResponse", answer)
    (below,) = answer["AdGroupIds"]
    check("AddAdsResponse", us.must("POST", "Ads", {"AdGroupId": below, "Ads": [ad()]}))
    wish = {"AdGroupId": below, "Keywords": [keyword()]}
    check("AddKeywordsResponse", us.must("POST", "Keywords", wish))
    status, answer = us.call("DELETE", "Keywords", {"AdGroupId": below, "KeywordIds": ["1"]})
    assert status == 200 and answer["PartialErrors"]
    check("DeleteKeywordsResponse", answer)
    wish = {"AccountId": us.id, "CampaignIds": [made], "CampaignType": "Search"}
    answer = us.must("POST", "Campaigns/QueryByIds", wish)
    assert answer["Campaigns"][0]["Name"]
    check("GetCampaignsByIdsResponse", answer)


class Bearer(Authentication):
    def __init__(self, token):
        self.token = token

    def enrich_headers(self, headers):
        headers["Authorization"] = "Bearer " + self.token


def client(account, token=None):
    data = AuthorizationData(account.id, "7", "d", Bearer(token or account.token))
    host = "http://127.0.0.1:%d/microsoft" % account.process.port
    return ServiceClient("CampaignManagementService", 13, data, location=host)


def call(service, name, body):
    request = read(name + "Request", body)
    return getattr(service, name)(request)


def test_create_read_change_and_remove(us):
    service = client(us)
    wish = {"AccountId": us.id, "Campaigns": [campaign(Name="Spring", DailyBudget=20.5)]}
    (top,) = call(service, "AddCampaigns", wish).CampaignIds
    (below,) = call(
        service, "AddAdGroups", {"CampaignId": top, "AdGroups": [group()]}
    ).AdGroupIds
    made = call(service, "AddAds", {"AdGroupId": below, "Ads": [ad()]})
    assert len(made.AdIds) == 1 and not made.PartialErrors
    made = call(service, "AddKeywords", {"AdGroupId": below, "Keywords": [keyword()]})
    assert len(made.KeywordIds) == 1 and not made.PartialErrors
    change = {"AccountId": us.id, "Campaigns": [{"Id": top, "DailyBudget": 30.25}]}
    assert not call(service, "UpdateCampaigns", change).PartialErrors
    asked = {"AccountId": us.id, "CampaignIds": [top], "CampaignType": "Search"}
    (there,) = call(service, "GetCampaignsByIds", asked).Campaigns
    assert (there.Id, there.Name, there.DailyBudget) == (top, "Spring", 30.25)
    (there,) = call(service, "GetAdGroupsByCampaignId", {"CampaignId": top}).AdGroups
    assert (there.Id, there.CpcBid.Amount) == (below, 1.5)
    asked = {"AdGroupId": below, "AdTypes": ["ResponsiveSearch"]}
    (there,) = call(service, "GetAdsByAdGroupId", asked).Ads
    assert there.Type == "ResponsiveSearch" and there.FinalUrls == ["https://shop.example/"]
    assert len(there.Headlines) == 3 and there.Headlines[1].Asset.Text == "Two"
    gone = {"AccountId": us.id, "CampaignIds": [top]}
    assert not call(service, "DeleteCampaigns", gone).PartialErrors
    asked = {"AccountId": us.id, "CampaignType": "Search"}
    assert not call(service, "GetCampaignsByAccountId", asked).Campaigns


# In responses to creates the library cannot read the null that replaces a refused one's id.
def test_the_fault_of_one_is_told_beside_the_others(us):
    word, below = keyword(), us.group()
    made = us.keyword(below, **word)
    wish = {"AdGroupId": below, "KeywordIds": ["1", made]}
    (fault,) = call(client(us), "DeleteKeywords", wish).PartialErrors
    assert (fault.Index, fault.ErrorCode) == (0, "CampaignServiceInvalidKeywordId")
    assert us.must("POST", "Keywords/QueryByAdGroupId", {"AdGroupId": below})["Keywords"] == []


def refused(service, name, body):
    with pytest.raises(ApiException) as raised:
        call(service, name, body)
    return raised.value


def test_a_request_that_is_refused_raises(us):
    wish = {"AccountId": us.id, "Campaigns": [campaign()]}
    error = refused(client(us, token="nobody"), "AddCampaigns", wish)
    assert error.status == 401 and "AuthenticationTokenExpired" in error.body
    error = refused(client(us), "AddCampaigns", {**wish, "Campaigns": []})
    assert error.status == 400
    assert "CampaignServiceCampaignsArrayShouldNotBeNullOrEmpty" in error.body


def plant(us, action, **match):
    wish = {"platform": "microsoft", "match": match, "times": 1, "action": action}
    assert us.process.control("POST", "faults", wish)[0] == 201


def test_a_throttle_raises_as_the_library_knows_it(us):
    wish = {"AccountId": us.id, "Campaigns": [campaign()]}
    plant(us, {"type": "status", "status": 429, "retryDelay": "7s"}, operation="campaign.create")
    error = refused(client(us), "AddCampaigns", wish)
    assert error.status == 429 and "CallRateExceeded" in error.body
    assert error.headers["Retry-After"] == "7"
    assert not call(client(us), "AddCampaigns", wish).PartialErrors
