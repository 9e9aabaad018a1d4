"""Meta's own client library: its parameters, and its objects against the simulator."""

import json
from urllib.parse import parse_qsl

import pytest
from facebook_business.adobjects.ad import Ad
from facebook_business.adobjects.adaccount import AdAccount
from facebook_business.adobjects.adset import AdSet
from facebook_business.adobjects.adspixel import AdsPixel
from facebook_business.adobjects.campaign import Campaign
from facebook_business.adobjects.serverside.custom_data import CustomData
from facebook_business.adobjects.serverside.event import Event
from facebook_business.api import FacebookAdsApi
from facebook_business.exceptions import FacebookRequestError
from facebook_business.session import FacebookSession

import recorded
from meta_client import Graph, adset, campaign, targeting

OURS = {"appsecret_proof", "access_token"}
CREATES = {
    "campaigns": "create_campaign",
    "adsets": "create_ad_set",
    "ads": "create_ad",
    "adimages": "create_ad_image",
}
NODES = {"campaign": Campaign, "ad_group": AdSet, "ad": Ad}


def published(request, api):
    """The types and enum values of the library's parameters of a call."""
    edge = request.path.rsplit("/", 1)[-1]
    if edge == "events":
        call = AdsPixel("1", api=api).create_event(pending=True)
    elif edge in CREATES:
        call = getattr(AdAccount("act_1", api=api), CREATES[edge])(pending=True)
    else:
        kind = request.name[: request.name.index("_update")]
        call = NODES[kind]("1", api=api).api_update(pending=True)
    return call._param_checker


def event_faults(event):
    """Members of an event, and of its sale data, that the library does not have."""
    return (set(event) - set(Event.param_types)) | (
        set(event.get("custom_data", {})) - set(CustomData.param_types)
    )


def faults(checker, form):
    found = []
    for key, text in form:
        if key in OURS:
            continue
        if not checker.is_valid_key(key):
            found.append("%s: no parameter" % key)
            continue
        value = json.loads(text) if text[:1] in "[{" else text
        if key == "data":
            # Each event is a text, which has types of its own.
            found += ["%s: no parameter" % name for event in value for name in event_faults(event)]
            value = [json.dumps(event) for event in value]
        if not checker.is_valid_pair(key, value):
            found.append("%s: %r is no %s" % (key, value, checker.get_type(key)))
    return found


@pytest.fixture(scope="module")
def offline():
    return FacebookAdsApi(FacebookSession("1", "secret", "token"), api_version="v26.0")


SENT = [r for r in recorded.requests("meta") if r.method == "POST" and "batch=" not in r.body]


@pytest.mark.parametrize("request_", SENT, ids=lambda r: r.name)
def test_a_request_has_published_parameters_only(offline, request_):
    assert request_.path.startswith("/v26.0/")
    form = parse_qsl(request_.body, strict_parsing=True, keep_blank_values=True)
    assert faults(published(request_, offline), form) == []


def test_what_is_no_parameter_is_found(offline):
    checker = published(recorded.Request("x", "POST", "/v26.0/act_1/campaigns", ""), offline)
    form = [("nam", "A"), ("status", "ON"), ("daily_budget", "20.5"), ("name", "A")]
    assert [f.split(":")[0] for f in faults(checker, form)] == ["nam", "status", "daily_budget"]


def test_what_is_no_member_of_an_event_is_found():
    event = {"event_name": "Lead", "event_tim": 1, "custom_data": {"value": 1, "order": "A"}}
    assert event_faults(event) == {"event_tim", "order"}


@pytest.fixture
def account(sandbox, monkeypatch):
    monkeypatch.setattr(FacebookSession, "GRAPH", "http://127.0.0.1:%d/meta" % sandbox.port)
    graph = Graph(sandbox)
    session = FacebookSession("sandbox", "sandbox", graph.token)
    session.requests.trust_env = False
    return AdAccount(graph.act, api=FacebookAdsApi(session, api_version="v26.0"))


def test_create_read_change_and_remove(account):
    made = account.create_campaign(params=campaign())
    group = account.create_ad_set(params={**adset(), "campaign_id": made["id"]})
    got = Campaign(made["id"], api=account.get_api()).api_get(
        fields=[Campaign.Field.name, Campaign.Field.daily_budget, Campaign.Field.status]
    )
    assert (got["name"], got["daily_budget"], got["status"]) == ("Spring sale", "5000", "PAUSED")
    (below,) = account.get_ad_sets(fields=[AdSet.Field.name, AdSet.Field.targeting])
    assert below["id"] == group["id"] and below["name"] == "Everybody"
    assert below["targeting"]["geo_locations"]["countries"] == ["US"]
    got.api_update(params={"name": "Summer", "daily_budget": 100})
    assert [c["name"] for c in account.get_campaigns(fields=["name"])] == ["Summer"]
    got.api_delete()
    assert list(account.get_campaigns(fields=["name"])) == []


def test_pages_are_followed(account):
    for n in range(7):
        account.create_campaign(params={**campaign(), "name": "C%d" % n})
    found = account.get_campaigns(fields=["name"], params={"limit": 3})
    assert len({c["name"] for c in found}) == 7


def test_a_batch(account):
    batch = account.get_api().new_batch()
    answers = []
    for n in range(2):
        account.create_campaign(
            params={**campaign(), "name": "B%d" % n}, batch=batch, success=answers.append
        )
    batch.execute()
    assert [a.status() for a in answers] == [200, 200] and answers[0].json()["id"].isdigit()


@pytest.mark.parametrize(
    "change, code",
    [({"objective": "NO"}, 100), ({"name": ""}, 100), ({"daily_budget": 1}, 100)],
)
def test_a_refusal_is_the_error_it_expects(account, change, code):
    with pytest.raises(FacebookRequestError) as caught:
        account.create_campaign(params={**campaign(), **change})
    error = caught.value
    assert error.http_status() == 400 and error.api_error_code() == code
    assert error.api_error_type() and error.api_error_message()
    assert not error.api_transient_error()


def test_a_token_that_is_no_good(account):
    account.get_api()._session.requests.params["access_token"] = "nobody"
    with pytest.raises(FacebookRequestError) as caught:
        account.create_campaign(params={**campaign(), "targeting": targeting()})
    assert caught.value.api_error_code() == 190
