"""Google's published messages, read strictly: an unknown field or enum value is an error."""

import pytest
from google.ads.googleads.v26.errors.types.errors import GoogleAdsFailure
from google.ads.googleads.v26.services.types import conversion_upload_service as uploads
from google.ads.googleads.v26.services.types import google_ads_service as service
from google.protobuf import any_pb2, json_format

import recorded
from sandbox_client import budget_fields, campaign_fields


def read(message, value):
    return json_format.ParseDict(value, message.pb()())


MESSAGES = {
    "mutate": (service.MutateGoogleAdsRequest, "mutateOperations"),
    "search": (service.SearchGoogleAdsRequest, "query"),
    "uploadClickConversions": (uploads.UploadClickConversionsRequest, "conversions"),
}


@pytest.mark.parametrize("request_", recorded.requests("google"), ids=lambda r: r.name)
def test_a_request_is_the_published_message(request_):
    message, main = MESSAGES[request_.path.rpartition(":")[2]]
    got = read(message, recorded.body(request_))
    # The conversion in both directions loses nothing.
    again = json_format.MessageToDict(got)
    assert again[main] and len(again[main]) == len(recorded.body(request_)[main])


def test_what_the_message_does_not_have_is_found():
    for body in ({"mutateOperation": []}, {"mutateOperations": [{"campaignOperation": {"create": {
        "status": "PAUSE"}}}]}):
        with pytest.raises(json_format.ParseError):
            read(service.MutateGoogleAdsRequest, body)


@pytest.fixture(scope="module")
def account(sandbox):
    return sandbox.account()


def test_the_simulator_answers_in_published_messages(account):
    status, answer = account.mutate(
        [{"campaignBudgetOperation": {"create": budget_fields()}}],
        responseContentType="MUTABLE_RESOURCE",
    )
    assert status == 200
    got = read(service.MutateGoogleAdsResponse, answer)
    assert got.mutate_operation_responses[0].campaign_budget_result.resource_name
    account.ad(account.ad_group(account.campaign()))
    fields = "campaign.id, campaign.name, campaign.status, campaign.bidding_strategy_type"
    status, answer = account.post("googleAds:search", {"query": "SELECT %s FROM campaign" % fields})
    assert status == 200
    assert read(service.SearchGoogleAdsResponse, answer).results[0].campaign.id > 0
    rows = account.search("SELECT ad_group_ad.ad.responsive_search_ad.headlines FROM ad_group_ad")
    assert read(service.SearchGoogleAdsResponse, {"results": rows}).results


def test_the_simulator_refuses_in_published_messages(account):
    account.campaign(name="Twice")
    fields = {**campaign_fields(), "name": "Twice", "campaignBudget": account.budget()}
    status, answer = account.mutate([{"campaignOperation": {"create": fields}}])
    assert status == 400
    (detail,) = answer["error"]["details"]
    packed = json_format.ParseDict(detail, any_pb2.Any())
    failure = GoogleAdsFailure.pb()()
    assert packed.Unpack(failure)
    assert failure.errors[0].error_code.campaign_error


def test_the_simulator_reports_in_published_messages(account):
    status, answer = account.post(
        "googleAds:search",
        {"query": "SELECT campaign.id, segments.date, metrics.impressions, metrics.cost_micros"
                  " FROM campaign WHERE segments.date DURING LAST_7_DAYS"},
    )
    assert status == 200
    read(service.SearchGoogleAdsResponse, answer)
