"""Google's own client against the simulator, through google_front: objects, reports, exceptions."""

import datetime

import google.api_core.exceptions
import grpc
import pytest
from google.ads.googleads.errors import GoogleAdsException
from google.ads.googleads.v26.errors.types.errors import GoogleAdsFailure
from google.api_core import protobuf_helpers
from google.auth.exceptions import RefreshError
from google.auth.transport.requests import Request

from google_front import Front, client_of

DAY = 86400


@pytest.fixture(scope="module")
def front(sandbox):
    front = Front(sandbox)
    yield front
    front.stop()


@pytest.fixture
def account(sandbox):
    yield sandbox.account()
    sandbox.control("DELETE", "faults")


@pytest.fixture
def client(front, account, monkeypatch):
    return client_of(front, account, monkeypatch)


def service(client, name):
    return client.get_service(name)


def operation(client, kind, **fields):
    made = client.get_type(kind + "Operation")
    for name, value in fields.items():
        setattr(made.create, name, value)
    return made


def budget(client, account, **fields):
    word = client.enums.BudgetDeliveryMethodEnum.STANDARD
    fields = {"amount_micros": 50000000, "delivery_method": word, **fields}
    made = operation(client, "CampaignBudget", explicitly_shared=False, **fields)
    told = service(client, "CampaignBudgetService").mutate_campaign_budgets(
        customer_id=account.id, operations=[made]
    )
    return told.results[0].resource_name


NAMES = iter(range(1, 1000))


def a_campaign(client, budget_name, **fields):
    enums = client.enums
    words = enums.EuPoliticalAdvertisingStatusEnum
    whole = {
        "name": "Campaign %d" % next(NAMES),
        "campaign_budget": budget_name,
        "status": enums.CampaignStatusEnum.PAUSED,
        "advertising_channel_type": enums.AdvertisingChannelTypeEnum.SEARCH,
        "manual_cpc": client.get_type("ManualCpc"),
        "contains_eu_political_advertising": words.DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING,
        **fields,
    }
    return operation(client, "Campaign", **whole)


def campaigns(client, account, *operations, **flags):
    """A request with flags is a message of its own, as the library has it."""
    request = client.get_type("MutateCampaignsRequest")
    request.customer_id = account.id
    request.operations.extend(operations)
    for name, value in flags.items():
        setattr(request, name, value)
    return service(client, "CampaignService").mutate_campaigns(request=request)


def campaign(client, account, **fields):
    made = a_campaign(client, budget(client, account), **fields)
    return campaigns(client, account, made).results[0].resource_name


def ad_group(client, account, above, **fields):
    made = operation(client, "AdGroup", campaign=above, name="Group", **fields)
    told = service(client, "AdGroupService").mutate_ad_groups(
        customer_id=account.id, operations=[made]
    )
    return told.results[0].resource_name


def text(client, words):
    asset = client.get_type("AdTextAsset")
    asset.text = words
    return asset


def ad(client, account, above, **fields):
    made = operation(client, "AdGroupAd", ad_group=above, **fields)
    made.create.ad.final_urls.append("https://shop.example/")
    shown = made.create.ad.responsive_search_ad
    shown.headlines.extend(text(client, words) for words in ("One", "Two", "Three"))
    shown.descriptions.extend(text(client, words) for words in ("First.", "Second."))
    told = service(client, "AdGroupAdService").mutate_ad_group_ads(
        customer_id=account.id, operations=[made]
    )
    return told.results[0].resource_name


def keyword(client, words, match="EXACT", **fields):
    made = operation(client, "AdGroupCriterion", **fields)
    made.create.keyword.text = words
    made.create.keyword.match_type = client.enums.KeywordMatchTypeEnum[match]
    return made


def rows(client, account, query):
    return list(service(client, "GoogleAdsService").search(customer_id=account.id, query=query))


def streamed(client, account, query):
    ads = service(client, "GoogleAdsService")  # whose channel is open for as long as it is held
    found = ads.search_stream(customer_id=account.id, query=query)
    return [row for batch in found for row in batch.results]


def refused(call, *arguments, **named):
    """The library's own exception with its complete failure. Returns the only error."""
    with pytest.raises(GoogleAdsException) as caught:
        call(*arguments, **named)
    assert isinstance(caught.value.failure, GoogleAdsFailure)
    assert caught.value.request_id == caught.value.failure.request_id != ""
    (error,) = caught.value.failure.errors
    assert error.message
    return caught.value.error.code(), error


def code(error):
    which = type(error.error_code).pb(error.error_code).WhichOneof("error_code")
    return which, getattr(error.error_code, which).name


def path(error):
    return [(e.field_name, e.index) for e in error.location.field_path_elements]


# --- the caller --------------------------------------------------------------------------------


def test_the_accounts_of_who_signed_in(client, account, front):
    told = service(client, "CustomerService").list_accessible_customers()
    assert list(told.resource_names) == ["customers/" + account.id]
    heads = front.sent[-1][2]
    assert heads["developer-token"] == "developer" and heads["login-customer-id"] == account.id
    (row,) = rows(client, account, "SELECT customer.id, customer.currency_code, "
                  "customer.time_zone, customer.manager FROM customer")
    assert str(row.customer.id) == account.id and row.customer.currency_code == "USD"
    assert row.customer.time_zone == "America/New_York" and row.customer.manager is False


def test_a_refresh_token_that_is_no_good(front, account, monkeypatch):
    with pytest.raises(RefreshError) as caught:
        client_of(front, account, monkeypatch, refresh_token="1//nobody")
    assert "invalid_grant" in str(caught.value)


def test_an_access_token_that_is_no_good(client, account):
    """Refused before the Ads API proper, so without its failure, as published."""
    client.credentials.token = "ya29.nobody"
    with pytest.raises(google.api_core.exceptions.Unauthenticated) as caught:
        rows(client, account, "SELECT customer.id FROM customer")
    assert "invalid authentication credentials" in caught.value.message
    client.credentials.refresh(Request())
    assert rows(client, account, "SELECT customer.id FROM customer")


def test_the_account_of_somebody_else(client, sandbox):
    other = sandbox.account()
    status, error = refused(rows, client, other, "SELECT customer.id FROM customer")
    assert status is grpc.StatusCode.PERMISSION_DENIED
    assert code(error) == ("authorization_error", "USER_PERMISSION_DENIED")


# --- a life ------------------------------------------------------------------------------------


def change(client, kind, resource, **fields):
    """An update with the mask that the library makes from the set fields."""
    made = client.get_type(kind + "Operation")
    made.update.resource_name = resource
    for field, value in fields.items():
        setattr(made.update, field, value)
    mask = protobuf_helpers.field_mask(None, made.update._pb)
    client.copy_from(made.update_mask, mask)
    return made


def test_an_ad_and_all_around_it(client, account):
    enums = client.enums
    top = campaign(client, account, name="Spring")
    below = ad_group(client, account, top, cpc_bid_micros=1500000)
    one = ad(client, account, below)
    criteria = service(client, "AdGroupCriterionService")
    made = [keyword(client, "running shoes", ad_group=below),
            keyword(client, "free", "PHRASE", ad_group=below, negative=True)]
    told = criteria.mutate_ad_group_criteria(customer_id=account.id, operations=made)
    word, negative = [r.resource_name for r in told.results]

    fields = "ad_group_criterion.keyword.text, ad_group_criterion.keyword.match_type, " \
        "ad_group_criterion.negative, ad_group_criterion.resource_name"
    found = {row.ad_group_criterion.resource_name: row.ad_group_criterion
             for row in rows(client, account, "SELECT %s FROM ad_group_criterion" % fields)}
    assert found[word].keyword.text == "running shoes" and not found[word].negative
    assert found[negative].keyword.match_type == enums.KeywordMatchTypeEnum.PHRASE
    (row,) = rows(client, account, "SELECT ad_group_ad.ad.responsive_search_ad.headlines, "
                  "ad_group_ad.ad.final_urls, ad_group_ad.policy_summary.approval_status, "
                  "ad_group_ad.policy_summary.review_status FROM ad_group_ad")
    shown = row.ad_group_ad.ad
    assert [h.text for h in shown.responsive_search_ad.headlines] == ["One", "Two", "Three"]
    assert list(shown.final_urls) == ["https://shop.example/"]

    for status in ("ENABLED", "PAUSED"):
        campaigns(client, account, change(
            client, "Campaign", top, status=enums.CampaignStatusEnum[status]))
        (row,) = rows(client, account, "SELECT campaign.status, campaign.name FROM campaign")
        assert (row.campaign.status.name, row.campaign.name) == (status, "Spring")
    service(client, "AdGroupService").mutate_ad_groups(customer_id=account.id, operations=[
        change(client, "AdGroup", below, cpc_bid_micros=2000000)])
    (row,) = rows(client, account, "SELECT ad_group.cpc_bid_micros FROM ad_group")
    assert row.ad_group.cpc_bid_micros == 2000000

    for name, kind, call, gone in (
        ("AdGroupCriterionService", "AdGroupCriterion", "mutate_ad_group_criteria", word),
        ("AdGroupAdService", "AdGroupAd", "mutate_ad_group_ads", one),
        ("AdGroupService", "AdGroup", "mutate_ad_groups", below),
        ("CampaignService", "Campaign", "mutate_campaigns", top),
    ):
        removal = client.get_type(kind + "Operation")
        removal.remove = gone
        told = getattr(service(client, name), call)(
            customer_id=account.id, operations=[removal])
        assert told.results[0].resource_name == gone
    (row,) = rows(client, account, "SELECT campaign.status FROM campaign")
    assert row.campaign.status == enums.CampaignStatusEnum.REMOVED


def test_all_or_nothing_with_names_yet_to_be_given(client, account):
    """One request makes a budget, and a campaign that names it by a number below zero."""
    name = "customers/%s/campaignBudgets/-1" % account.id
    first, second = client.get_type("MutateOperation"), client.get_type("MutateOperation")
    money = first.campaign_budget_operation.create
    money.resource_name, money.amount_micros = name, 20000000
    money.delivery_method = client.enums.BudgetDeliveryMethodEnum.STANDARD
    money.explicitly_shared = False
    client.copy_from(second.campaign_operation, a_campaign(client, name))
    told = service(client, "GoogleAdsService").mutate(
        customer_id=account.id, mutate_operations=[first, second])
    made = [r.campaign_budget_result.resource_name or r.campaign_result.resource_name
            for r in told.mutate_operation_responses]
    assert "/campaignBudgets/" in made[0] and "/campaigns/" in made[1]
    second.campaign_operation.create.name = "x" * 257
    status, error = refused(service(client, "GoogleAdsService").mutate,
                            customer_id=account.id, mutate_operations=[first, second])
    assert path(error)[0] == ("mutate_operations", 1)
    assert len(rows(client, account, "SELECT campaign.id FROM campaign")) == 1
    assert len(rows(client, account, "SELECT campaign_budget.id FROM campaign_budget")) == 1


def test_a_sitelink_and_what_it_hangs_on(client, account):
    top = campaign(client, account)
    made = operation(client, "Asset")
    made.create.final_urls.append("https://shop.example/hours")
    made.create.sitelink_asset.link_text = "Opening hours"
    told = service(client, "AssetService").mutate_assets(
        customer_id=account.id, operations=[made])
    link = operation(client, "CampaignAsset", campaign=top, asset=told.results[0].resource_name,
                     field_type=client.enums.AssetFieldTypeEnum.SITELINK)
    service(client, "CampaignAssetService").mutate_campaign_assets(
        customer_id=account.id, operations=[link])
    (row,) = rows(client, account, "SELECT asset.sitelink_asset.link_text, "
                  "campaign_asset.field_type, campaign.resource_name FROM campaign_asset")
    assert row.asset.sitelink_asset.link_text == "Opening hours"
    assert row.campaign.resource_name == top


def test_nothing_is_made_of_what_is_only_validated(client, account):
    made = a_campaign(client, budget(client, account))
    told = campaigns(client, account, made, validate_only=True)
    assert not told.results and not rows(client, account, "SELECT campaign.id FROM campaign")


def test_the_changed_object_is_answered_where_asked(client, account):
    kind = client.enums.ResponseContentTypeEnum.MUTABLE_RESOURCE
    made = a_campaign(client, budget(client, account), name="Whole")
    told = campaigns(client, account, made, response_content_type=kind)
    assert told.results[0].campaign.name == "Whole"
    assert told.results[0].campaign.status == client.enums.CampaignStatusEnum.PAUSED


# --- one among others --------------------------------------------------------------------------


def test_the_fault_of_one_among_others(client, account):
    money = budget(client, account)
    made = [a_campaign(client, money, name="Good"),
            a_campaign(client, budget(client, account), name="x" * 257)]
    told = campaigns(client, account, *made, partial_failure=True)
    assert told.results[0].resource_name and not told.results[1].resource_name
    assert told.partial_failure_error.code == grpc.StatusCode.INVALID_ARGUMENT.value[0]
    (detail,) = told.partial_failure_error.details
    (error,) = GoogleAdsFailure.deserialize(detail.value).errors
    assert code(error)[1] == "TOO_LONG"
    assert [name for name, _ in path(error)] == ["operations", "create", "name"]
    assert path(error)[0] == ("operations", 1)


def test_a_conversion_of_two(client, account):
    def conversion(click):
        made = client.get_type("ClickConversion")
        made.gclid = click
        made.conversion_action = "customers/%s/conversionActions/7000000001" % account.id
        then = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=2)
        made.conversion_date_time = then.strftime("%Y-%m-%d %H:%M:%S+00:00")
        made.conversion_value, made.currency_code, made.order_id = 59.9, "EUR", "A" + click
        return made

    request = client.get_type("UploadClickConversionsRequest")
    request.customer_id, request.partial_failure = account.id, True
    request.conversions.extend([conversion("Cj0K-1"), conversion("not.a.click")])
    told = service(client, "ConversionUploadService").upload_click_conversions(request=request)
    assert [r.gclid for r in told.results] == ["Cj0K-1", ""]
    (detail,) = told.partial_failure_error.details
    (error,) = GoogleAdsFailure.deserialize(detail.value).errors
    assert code(error) == ("conversion_upload_error", "UNPARSEABLE_GCLID")
    assert path(error)[0] == ("conversions", 1)


# --- lists and reports -------------------------------------------------------------------------


def test_pages_are_followed(client, account, sandbox):
    made = {campaign(client, account) for _ in range(3)}
    found = rows(client, account, "SELECT campaign.resource_name FROM campaign")
    assert {row.campaign.resource_name for row in found} == made
    # A page has 10,000 rows: the library's pager reads more of them.
    below = ad_group(client, account, made.pop())
    words = [{"text": "word %d" % n, "matchType": match}
             for match in ("EXACT", "PHRASE") for n in range(5000)] + [
        {"text": "last", "matchType": "EXACT"}]
    for at in range(0, len(words), 5000):
        made = [{"create": {"adGroup": below, "keyword": word}} for word in words[at : at + 5000]]
        status, answer = account.post("adGroupCriteria:mutate", {"operations": made})
        assert status == 200, answer
    query = "SELECT ad_group_criterion.criterion_id FROM ad_group_criterion"
    pager = service(client, "GoogleAdsService").search(customer_id=account.id, query=query)
    sizes = [len(page.results) for page in pager.pages]
    assert sizes == [10000, 1]


def test_a_report(client, account, sandbox):
    enums = client.enums
    top = campaign(client, account, status=enums.CampaignStatusEnum.ENABLED)
    below = ad_group(client, account, top, status=enums.AdGroupStatusEnum.ENABLED)
    ad(client, account, below, status=enums.AdGroupAdStatusEnum.ENABLED)
    sandbox.advance(2 * DAY)
    query = (
        "SELECT campaign.id, segments.date, metrics.impressions, metrics.clicks, "
        "metrics.cost_micros, metrics.conversions, metrics.conversions_value FROM campaign "
        "WHERE segments.date DURING LAST_7_DAYS ORDER BY segments.date")
    try:
        found = rows(client, account, query)
        again = streamed(client, account, query)
    finally:
        sandbox.advance(-2 * DAY)
    days = [row.segments.date for row in found]
    assert len(days) >= 2 and days == sorted(set(days))
    for row in found:
        assert row.campaign.resource_name == top
        assert row.metrics.impressions >= row.metrics.clicks > 0 < row.metrics.cost_micros
    assert [r.metrics.cost_micros for r in again] == [r.metrics.cost_micros for r in found]


# --- refusals ----------------------------------------------------------------------------------

@pytest.mark.parametrize(
    "fields, status, word, last",
    [
        ({"name": "x" * 257}, "INVALID_ARGUMENT", ("string_length_error", "TOO_LONG"), "name"),
        ({"name": ""}, "INVALID_ARGUMENT", ("field_error", "REQUIRED"), "name"),
        ({"campaign_budget": ""}, "INVALID_ARGUMENT", ("field_error", "REQUIRED"),
         "campaign_budget"),
        ({"status": 4}, "INVALID_ARGUMENT",
         ("operation_access_denied_error", "CREATE_AS_REMOVED_NOT_PERMITTED"), "status"),
        ({"status": 1}, "INVALID_ARGUMENT", ("request_error", "INVALID_ENUM_VALUE"), "status"),
        ({"campaign_budget": "customers/{id}/campaignBudgets/9"}, "INVALID_ARGUMENT",
         ("mutate_error", "RESOURCE_NOT_FOUND"), "campaign_budget"),
        ({"campaign_budget": "budget"}, "INVALID_ARGUMENT",
         ("request_error", "RESOURCE_NAME_MALFORMED"), "campaign_budget"),
    ],
    ids=["too long", "empty", "missing", "removed from the start", "unknown word", "not found",
         "no name of a resource"],
)  # fmt: skip
def test_a_campaign_that_is_refused(client, account, fields, status, word, last):
    fields = {k: v.format(id=account.id) if isinstance(v, str) else v for k, v in fields.items()}
    made = a_campaign(client, budget(client, account), **fields)
    told, error = refused(campaigns, client, account, made)
    assert path(error)[0] == ("operations", 0) and path(error)[-1][0] == last
    assert (told.name, code(error)) == (status, word)


def test_money_that_is_no_multiple_of_the_smallest(client, account):
    status, error = refused(budget, client, account, amount_micros=50000001)
    assert code(error)[1] == "NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT"
    assert path(error)[-1][0] == "amount_micros"
    assert "50000001" in str(error.trigger)


def test_a_mask_of_what_is_no_field(client, account):
    made = change(client, "Campaign", campaign(client, account))
    made.update_mask.paths.append("nam")
    status, error = refused(campaigns, client, account, made)
    assert status is grpc.StatusCode.INVALID_ARGUMENT and "nam" in str(error)


def test_an_update_of_what_is_not_there(client, account):
    made = change(client, "Campaign", "customers/%s/campaigns/99" % account.id, name="A")
    status, error = refused(campaigns, client, account, made)
    assert code(error) == ("mutate_error", "RESOURCE_NOT_FOUND")
    assert path(error)[0] == ("operations", 0)


def test_a_query_that_is_none(client, account):
    status, error = refused(rows, client, account, "SELECT campaign.nam FROM campaign")
    assert code(error) == ("query_error", "UNRECOGNIZED_FIELD")
    assert status is grpc.StatusCode.INVALID_ARGUMENT


def plant(sandbox, action, **match):
    wish = {"platform": "google", "match": match, "times": 1, "action": action}
    assert sandbox.control("POST", "faults", wish)[0] == 201


def test_a_throttle(client, account, sandbox):
    plant(sandbox, {"type": "status", "status": 429, "retryDelay": "7s"},
          operation="campaign.create")
    made = a_campaign(client, budget(client, account))
    with pytest.raises(google.api_core.exceptions.ResourceExhausted) as caught:
        campaigns(client, account, made)
    found = dict(caught.value.errors[0].trailing_metadata())
    failure = GoogleAdsFailure.deserialize(
        found["google.ads.googleads.v26.errors.googleadsfailure-bin"])
    (error,) = failure.errors
    assert code(error)[0] == "quota_error"
    assert error.details.quota_error_details.retry_delay.seconds == 7
    assert campaigns(client, account, made).results


def test_a_platform_that_is_ill(client, account, sandbox):
    plant(sandbox, {"type": "status", "status": 500}, operation="campaign.create")
    with pytest.raises(google.api_core.exceptions.InternalServerError):
        campaigns(client, account, a_campaign(client, budget(client, account)))
