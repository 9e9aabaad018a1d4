"""Queries: selection, filters, order and pages, and refused queries."""

import pytest
from published_schema import faults
from sandbox_client import failure

PULL = [
    "SELECT customer.id, customer.descriptive_name, customer.currency_code, customer.time_zone, "
    "customer.manager, customer.test_account, customer.status FROM customer",
    "SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, "
    "customer_client.time_zone, customer_client.manager, customer_client.test_account, "
    "customer_client.status, customer_client.level FROM customer_client "
    "WHERE customer_client.level <= 1",
    "SELECT campaign.id, campaign.name, campaign.status, campaign.serving_status, "
    "campaign.primary_status, campaign.primary_status_reasons, campaign.advertising_channel_type, "
    "campaign.bidding_strategy_type, campaign.start_date_time, campaign.end_date_time, "
    "campaign.campaign_budget, campaign.contains_eu_political_advertising, "
    "campaign.missing_eu_political_advertising_declaration, "
    "campaign.network_settings.target_google_search, campaign.network_settings.target_search_network,"
    "campaign.network_settings.target_content_network, "
    "campaign.target_spend.cpc_bid_ceiling_micros, campaign.maximize_conversions.target_cpa_micros, "
    "campaign.maximize_conversion_value.target_roas, campaign.tracking_url_template, "
    "campaign.final_url_suffix, campaign_budget.id, campaign_budget.name, "
    "campaign_budget.amount_micros, campaign_budget.explicitly_shared FROM campaign "
    "WHERE campaign.status IN ('ENABLED','PAUSED')",
    "SELECT ad_group.id, ad_group.name, ad_group.status, ad_group.type, ad_group.cpc_bid_micros, "
    "campaign.id FROM ad_group WHERE ad_group.status != 'REMOVED'",
    "SELECT ad_group_ad.ad.id, ad_group_ad.status, ad_group_ad.ad.type, ad_group_ad.ad.final_urls, "
    "ad_group_ad.ad.responsive_search_ad.headlines, "
    "ad_group_ad.ad.responsive_search_ad.descriptions, ad_group_ad.ad.responsive_search_ad.path1, "
    "ad_group_ad.ad.responsive_search_ad.path2, ad_group_ad.policy_summary.approval_status, "
    "ad_group_ad.policy_summary.review_status, ad_group_ad.policy_summary.policy_topic_entries, "
    "ad_group_ad.ad_strength, ad_group_ad.primary_status, ad_group.id FROM ad_group_ad "
    "WHERE ad_group_ad.status != 'REMOVED'",
    "SELECT ad_group_criterion.criterion_id, ad_group_criterion.status, ad_group_criterion.negative,"
    "ad_group_criterion.keyword.text, ad_group_criterion.keyword.match_type, "
    "ad_group_criterion.cpc_bid_micros, ad_group_criterion.final_urls, "
    "ad_group_criterion.approval_status, ad_group_criterion.disapproval_reasons, "
    "ad_group_criterion.system_serving_status, ad_group_criterion.quality_info.quality_score, "
    "ad_group.id FROM ad_group_criterion WHERE ad_group_criterion.type = 'KEYWORD' "
    "AND ad_group_criterion.status != 'REMOVED'",
    "SELECT campaign_criterion.criterion_id, campaign_criterion.type, campaign_criterion.negative, "
    "campaign_criterion.bid_modifier, campaign_criterion.location.geo_target_constant, "
    "campaign_criterion.language.language_constant, campaign_criterion.keyword.text, "
    "campaign_criterion.keyword.match_type, campaign.id FROM campaign_criterion "
    "WHERE campaign_criterion.type IN ('LOCATION','LANGUAGE','KEYWORD','PROXIMITY')",
    "SELECT asset.id, asset.name, asset.type, asset.final_urls, asset.sitelink_asset.link_text, "
    "asset.sitelink_asset.description1, asset.sitelink_asset.description2, "
    "asset.callout_asset.callout_text, asset.image_asset.full_size.url, "
    "asset.policy_summary.approval_status FROM asset",
    "SELECT campaign_asset.asset, campaign_asset.field_type, campaign_asset.status, "
    "campaign_asset.primary_status, campaign.id FROM campaign_asset",
    "SELECT change_event.resource_name, change_event.change_date_time, "
    "change_event.change_resource_type, change_event.resource_change_operation, "
    "change_event.client_type, change_event.user_email, change_event.changed_fields "
    "FROM change_event WHERE change_event.change_date_time DURING TODAY LIMIT 10000",
    "SELECT geo_target_constant.id, geo_target_constant.name FROM geo_target_constant "
    "WHERE geo_target_constant.country_code = 'DE'",
    "SELECT language_constant.id, language_constant.code, language_constant.name "
    "FROM language_constant",
    "SELECT conversion_action.id, conversion_action.name, conversion_action.type, "
    "conversion_action.category, conversion_action.status, conversion_action.counting_type "
    "FROM conversion_action",
]
NO_ROWS = [
    "SELECT search_term_view.search_term, metrics.clicks FROM search_term_view "
    "WHERE segments.date DURING LAST_30_DAYS",
]


@pytest.fixture
def full(account):
    """An account with something of every resource."""
    campaign = account.campaign(status="ENABLED")
    group = account.ad_group(campaign, cpcBidMicros="1000000")
    account.ad(group, status="ENABLED")
    account.keyword(group)
    account.must(
        "campaignCriteria",
        {
            "create": {
                "campaign": campaign,
                "location": {"geoTargetConstant": "geoTargetConstants/2840"},
            }
        },
    )
    asset = account.must("assets", {"create": {"calloutAsset": {"calloutText": "Free returns"}}})
    account.must(
        "campaignAssets",
        {"create": {"campaign": campaign, "asset": asset, "fieldType": "CALLOUT"}},
    )
    return account


@pytest.mark.parametrize("query", PULL)
def test_every_pull_query_has_rows_of_the_published_shape(full, query):
    status, answer = full.post(
        "googleAds:search", {"query": query, "searchSettings": {"returnTotalResultsCount": True}}
    )
    assert status == 200, answer
    assert answer["results"]
    assert answer["totalResultsCount"] == str(len(answer["results"]))
    assert faults("SearchGoogleAdsResponse", answer) == []
    assert len(answer["fieldMask"].split(",")) == query.split(" FROM ")[0].count(",") + 1


@pytest.mark.parametrize("query", NO_ROWS)
def test_no_rows_means_no_results_member(account, query):
    status, answer = account.post("googleAds:search", {"query": query})
    assert status == 200, answer
    assert set(answer) == {"fieldMask", "queryResourceConsumption"}


def test_a_stream_is_an_array(full):
    status, answer = full.post(
        "googleAds:searchStream", {"query": "SELECT campaign.id FROM campaign"}
    )
    assert status == 200
    (chunk,) = answer
    assert len(chunk["results"]) == 1 and chunk["requestId"]
    assert faults("SearchGoogleAdsStreamResponse", answer) == []


REFUSED = [
    ("", "requestError", "REQUIRED_FIELD_MISSING"),
    ("campaign.id", "queryError", "EXPECTED_SELECT"),
    ("SELECT", "queryError", "UNEXPECTED_END_OF_QUERY"),
    ("SELECT campaign.id", "queryError", "EXPECTED_FROM"),
    ("SELECT campaign.id FROM", "queryError", "UNEXPECTED_END_OF_QUERY"),
    ("SELECT campaign.id FROM campains", "queryError", "BAD_RESOURCE_TYPE_IN_FROM_CLAUSE"),
    ("SELECT campaign.id FROM metrics", "queryError", "BAD_RESOURCE_TYPE_IN_FROM_CLAUSE"),
    ("SELECT campaign.nmae FROM campaign", "queryError", "UNRECOGNIZED_FIELD"),
    ("SELECT campaign.campaignBudget FROM campaign", "queryError", "UNRECOGNIZED_FIELD"),
    ("SELECT campaign FROM campaign", "queryError", "UNRECOGNIZED_FIELD"),
    (
        "SELECT campaign.network_settings FROM campaign",
        "queryError",
        "PROHIBITED_FIELD_IN_SELECT_CLAUSE",
    ),
    (
        "SELECT ad_group.id FROM campaign",
        "queryError",
        "PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE",
    ),
    (
        "SELECT metrics.clicks FROM asset",
        "queryError",
        "PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE",
    ),
    (
        "SELECT segments.date FROM asset",
        "queryError",
        "PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE",
    ),
    (
        "SELECT campaign.id, segments.date FROM campaign",
        "queryError",
        "EXPECTED_FILTERS_ON_DATE_RANGE",
    ),
    (
        "SELECT segments.date FROM campaign WHERE segments.date > '2026-01-01'",
        "queryError",
        "EXPECTED_FILTERS_ON_DATE_RANGE",
    ),
    (
        "SELECT segments.date FROM campaign "
        "WHERE segments.date BETWEEN '2026-02-01' AND '2026-01-01'",
        "queryError",
        "DATE_RANGE_TOO_NARROW",
    ),
    (
        "SELECT segments.date FROM campaign WHERE segments.date = '1.1.2026'",
        "queryError",
        "INVALID_DATE_FORMAT",
    ),
    (
        "SELECT segments.date FROM campaign WHERE segments.date DURING FOREVER",
        "queryError",
        "INVALID_VALUE_WITH_DURING_OPERATOR",
    ),
    (
        "SELECT segments.date FROM campaign WHERE segments.date BETWEEN '2026-01-01'",
        "queryError",
        "EXPECTED_AND",
    ),
    (
        "SELECT campaign.id FROM campaign WHERE campaign.status = 'ACTIVE'",
        "queryError",
        "BAD_ENUM_CONSTANT",
    ),
    ("SELECT campaign.id FROM campaign WHERE campaign.id = x", "queryError", "BAD_NUMBER"),
    (
        "SELECT campaign.id FROM campaign WHERE campaign.id ~ 1",
        "queryError",
        "BAD_OPERATOR",
    ),
    (
        "SELECT campaign.id FROM campaign WHERE campaign.id LIKE '1%'",
        "queryError",
        "OPERATOR_FIELD_MISMATCH",
    ),
    (
        "SELECT campaign.id FROM campaign WHERE campaign.name CONTAINS ANY ('a')",
        "queryError",
        "OPERATOR_FIELD_MISMATCH",
    ),
    ("SELECT campaign.id FROM campaign WHERE campaign.id IN 1", "queryError", "EXPECTED_LIST"),
    (
        "SELECT campaign.id FROM campaign WHERE campaign.id IN ()",
        "queryError",
        "PROHIBITED_EMPTY_LIST_IN_CONDITION",
    ),
    (
        "SELECT campaign.id FROM campaign WHERE campaign.id = (1)",
        "queryError",
        "EXPECTED_SINGLE_VALUE",
    ),
    (
        "SELECT campaign.id FROM campaign WHERE campaign.name = 'open",
        "queryError",
        "STRING_NOT_TERMINATED",
    ),
    (
        "SELECT campaign.id FROM campaign WHERE campaign.id = 1 OR campaign.id = 2",
        "queryError",
        "UNEXPECTED_INPUT",
    ),
    ("SELECT campaign.id FROM campaign WHERE", "queryError", "UNEXPECTED_END_OF_QUERY"),
    ("SELECT campaign.id FROM campaign é", "queryError", "UNEXPECTED_INPUT"),
    ("SELECT campaign.id FROM campaign ORDER campaign.id", "queryError", "EXPECTED_BY"),
    ("SELECT campaign.id FROM campaign LIMIT many", "queryError", "BAD_LIMIT_VALUE"),
    ("SELECT campaign.id FROM campaign LIMIT 0", "queryError", "LIMIT_VALUE_TOO_LOW"),
    ("SELECT campaign.id FROM campaign PARAMETERS x=true", "queryError", "BAD_PARAMETER_NAME"),
    (
        "SELECT ad_group.id FROM ad_group ORDER BY campaign.name",
        "queryError",
        "EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE",
    ),
    (
        "SELECT change_event.resource_name FROM change_event LIMIT 5",
        "changeEventError",
        "CHANGE_DATE_RANGE_INFINITE",
    ),
    (
        "SELECT change_event.resource_name FROM change_event "
        "WHERE change_event.change_date_time DURING TODAY",
        "changeEventError",
        "LIMIT_NOT_SPECIFIED",
    ),
]


@pytest.mark.parametrize("query,key,code", REFUSED, ids=[q or "empty" for q, _, _ in REFUSED])
def test_a_wrong_query_is_refused(account, query, key, code):
    for path in ("googleAds:search", "googleAds:searchStream"):
        status, answer = account.post(path, {"query": query})
        assert status == 400
        assert isinstance(answer, list) == path.endswith("Stream")
        assert failure(answer)[0][:2] == (key, code)


def names(account, condition):
    rows = account.search("SELECT campaign.name FROM campaign " + condition)
    return [row["campaign"]["name"] for row in rows]


def test_conditions_and_order(account):
    for name in ("Alpha", "beta", "Gamma's 100%", "delta_1"):
        account.campaign(name=name)
    every = "ORDER BY campaign.name"
    assert names(account, every) == ["Alpha", "Gamma's 100%", "beta", "delta_1"]
    assert names(account, "ORDER BY campaign.id DESC LIMIT 2") == ["delta_1", "Gamma's 100%"]
    assert names(account, "WHERE campaign.name = 'Gamma\\'s 100%'") == ["Gamma's 100%"]
    assert names(account, 'WHERE campaign.name = "Gamma\'s 100%"') == ["Gamma's 100%"]
    assert names(account, "WHERE campaign.name IN ('Alpha', 'beta') " + every) == ["Alpha", "beta"]
    assert names(account, "where campaign.name not in ('Alpha') " + every)[0] == "Gamma's 100%"
    assert names(account, "WHERE campaign.name LIKE '%ta%' " + every) == ["beta", "delta_1"]
    assert names(account, "WHERE campaign.name NOT LIKE '%a%'") == []
    assert names(account, "WHERE campaign.name LIKE 'delta[_]1'") == ["delta_1"]
    assert names(account, "WHERE campaign.name REGEXP_MATCH '[A-Z].*' " + every) == [
        "Alpha",
        "Gamma's 100%",
    ]
    assert names(account, "WHERE campaign.end_date_time IS NOT NULL") == []
    assert len(names(account, "WHERE campaign.end_date_time IS NULL")) == 4
    assert len(names(account, "WHERE campaign.id BETWEEN 1 AND 99999999999")) == 4
    assert len(names(account, "WHERE campaign.status = 'PAUSED' AND campaign.id > 0")) == 4
    assert len(names(account, "WHERE campaign_budget.amount_micros >= 50000000")) == 4


def test_ids_narrow_and_order_what_is_found(account):
    made = [int(account.campaign().rsplit("/", 1)[1]) for _ in range(5)]

    def ids(condition):
        rows = account.search("SELECT campaign.id FROM campaign " + condition)
        return [int(row["campaign"]["id"]) for row in rows]

    assert ids("ORDER BY campaign.id") == made == sorted(made)
    assert ids("ORDER BY campaign.id LIMIT 2") == made[:2]
    assert ids("WHERE campaign.id > %d ORDER BY campaign.id LIMIT 2" % made[1]) == made[2:4]
    assert ids("WHERE campaign.id >= %d ORDER BY campaign.id DESC" % made[3]) == [made[4], made[3]]
    assert ids("WHERE campaign.id < %d AND campaign.id != %d" % (made[2], made[0])) == [made[1]]
    assert ids("WHERE campaign.id <= %d" % made[0]) == [made[0]]
    assert ids("WHERE campaign.id BETWEEN %d AND %d" % (made[1], made[2])) == made[1:3]
    assert ids("WHERE campaign.id IN (%d, 7, %d)" % (made[4], made[0])) == [made[0], made[4]]
    assert sorted(ids("WHERE campaign.id NOT IN (%d, %d)" % (made[4], made[0]))) == made[1:4]
    assert ids("WHERE campaign.id = 7 ORDER BY campaign.id LIMIT 3") == []
    assert ids("WHERE campaign.status = 'ENABLED' ORDER BY campaign.id LIMIT 1") == []


def test_criteria_are_found_page_by_page_below_their_ad_groups(account):
    groups = [account.ad_group() for _ in range(3)]
    for n in range(4):
        for group in reversed(groups):
            account.keyword(group, text="shoes %d" % n)
    query = (
        "SELECT ad_group.id, ad_group_criterion.criterion_id FROM ad_group_criterion WHERE"
        " ad_group_criterion.status != 'REMOVED'%s"
    )
    order = " ORDER BY ad_group.id, ad_group_criterion.criterion_id"

    def found(condition):
        return [
            (int(row["adGroup"]["id"]), int(row["adGroupCriterion"]["criterionId"]))
            for row in account.search(query % condition)
        ]

    every = sorted(found(""))
    assert len(every) == 12
    assert found(order) == every
    pages, last = [], None
    while last is None or len(pages[-1]) == 2:
        more = [""]
        if last:
            more = [
                " AND ad_group.id = %d AND ad_group_criterion.criterion_id > %d" % last,
                " AND ad_group.id > %d" % last[0],
            ]
        page = [each for one in more for each in found(one + order + " LIMIT 2")][:2]
        pages.append(page)
        last = page[-1] if page else last
    assert [each for page in pages for each in page] == every
    backwards = found(" ORDER BY ad_group.id DESC, ad_group_criterion.criterion_id")
    assert backwards == sorted(every, key=lambda each: (-each[0], each[1]))
    two = found(" AND ad_group.id IN (%d, %d)" % (every[0][0], every[11][0]))
    assert sorted(two) == every[:4] + every[8:]


def test_lists_are_searched_with_contains(account):
    group = account.ad_group()
    account.keyword(group, finalUrls=["https://a.example/", "https://b.example/"])
    query = (
        "SELECT ad_group_criterion.criterion_id FROM ad_group_criterion "
        "WHERE ad_group_criterion.final_urls CONTAINS %s ('https://a.example/', 'https://c.example/')"
    )
    assert len(account.search(query % "ANY")) == 1
    assert len(account.search(query % "ALL")) == 0
    assert len(account.search(query % "NONE")) == 0


def test_pages_of_ten_thousand(account):
    group = account.ad_group()
    for start in range(0, 12000, 6000):
        operations = [
            {
                "create": {
                    "adGroup": group,
                    "keyword": {"text": "keyword %d" % i, "matchType": "BROAD"},
                }
            }
            for i in range(start, start + 6000)
        ]
        assert account.post("adGroupCriteria:mutate", {"operations": operations})[0] == 200
    query = "SELECT ad_group_criterion.keyword.text FROM ad_group_criterion"
    status, first = account.post("googleAds:search", {"query": query, "pageToken": ""})
    assert len(first["results"]) == 10000
    token = first["nextPageToken"]
    status, second = account.post("googleAds:search", {"query": query, "pageToken": token})
    assert len(second["results"]) == 2000
    assert "nextPageToken" not in second
    texts = {
        r["adGroupCriterion"]["keyword"]["text"] for r in first["results"] + second["results"]
    }
    assert len(texts) == 12000
    status, answer = account.post(
        "googleAds:search", {"query": query + " LIMIT 5", "pageToken": token}
    )
    assert failure(answer)[0][:2] == ("requestError", "INVALID_PAGE_TOKEN")
    status, answer = account.post("googleAds:search", {"query": query, "pageToken": "x"})
    assert failure(answer)[0][:2] == ("requestError", "INVALID_PAGE_TOKEN")
    status, chunks = account.post("googleAds:searchStream", {"query": query})
    assert [len(c["results"]) for c in chunks] == [10000, 2000]


def test_a_page_size_is_refused(account):
    status, answer = account.post(
        "googleAds:search", {"query": "SELECT campaign.id FROM campaign", "pageSize": 100}
    )
    assert status == 400
    assert failure(answer)[0][:2] == ("requestError", "PAGE_SIZE_NOT_SUPPORTED")


def test_reviews_follow_the_clock(account):
    group = account.ad_group(account.campaign(status="ENABLED"))
    account.ad(group, status="ENABLED")
    fields = {"finalUrls": ["https://shop.invalid/x"]}
    from sandbox_client import rsa

    account.ad(group, status="ENABLED", ad={**fields, "responsiveSearchAd": rsa()})
    query = (
        "SELECT ad_group_ad.policy_summary.review_status, ad_group_ad.primary_status, "
        "ad_group_ad.policy_summary.approval_status, "
        "ad_group_ad.policy_summary.policy_topic_entries FROM ad_group_ad"
    )

    def reviews():
        return [
            (
                r["adGroupAd"]["policySummary"]["reviewStatus"],
                r["adGroupAd"]["policySummary"].get("approvalStatus"),
            )
            for r in account.search(query)
        ]

    assert reviews() == [("REVIEW_IN_PROGRESS", None)] * 2
    account.process.advance(301)
    assert reviews() == [("REVIEWED", "APPROVED")] * 2
    account.process.advance(300)
    assert reviews() == [("REVIEWED", "APPROVED"), ("REVIEWED", "DISAPPROVED")]
    row = account.search(query)[1]["adGroupAd"]
    assert row["primaryStatus"] == "NOT_ELIGIBLE"
    (entry,) = row["policySummary"]["policyTopicEntries"]
    assert entry["topic"] == "DESTINATION_NOT_WORKING"
    assert faults("GoogleAdsRow", account.search(query)) == []


def test_metrics_are_deterministic_and_add_up(full):
    full.process.advance(5 * 86400)
    where = " WHERE segments.date DURING LAST_7_DAYS"
    query = (
        "SELECT %s.resource_name, segments.date, metrics.impressions, metrics.clicks, "
        "metrics.cost_micros, metrics.conversions, metrics.conversions_value, metrics.ctr, "
        "metrics.average_cpc FROM %s" + where
    )
    sums = {}
    for resource in ("campaign", "ad_group", "ad_group_ad", "keyword_view", "customer"):
        rows = full.search(query % (resource, resource))
        assert rows == full.search(query % (resource, resource))
        assert faults("GoogleAdsRow", rows) == []
        assert len({r["segments"]["date"] for r in rows}) == 5
        sums[resource] = [
            sum(int(r["metrics"][m]) for r in rows) for m in ("impressions", "clicks", "costMicros")
        ]
        assert sums[resource][0] > 0
    assert len({str(s) for s in sums.values()}) == 1
    total = full.search("SELECT campaign.id, metrics.impressions FROM campaign" + where)
    assert int(total[0]["metrics"]["impressions"]) == sums["campaign"][0]
    campaign = full.search("SELECT campaign.id FROM campaign")[0]["campaign"]["resourceName"]
    full.must(
        "campaigns",
        {"update": {"resourceName": campaign, "status": "PAUSED"}, "updateMask": "status"},
    )
    assert full.search(query % ("campaign", "campaign")) == []
    (row,) = full.search("SELECT campaign.id, metrics.clicks FROM campaign" + where)
    assert row["metrics"] == {"clicks": "0"}


def test_changes_are_journalled(account):
    one = account.campaign()
    account.process.control(
        "POST",
        "edit",
        {"customerId": account.id, "resourceName": one, "set": {"name": "By hand"}},
    )
    rows = account.search(
        "SELECT change_event.change_resource_name, change_event.resource_change_operation, "
        "change_event.client_type, change_event.changed_fields FROM change_event "
        "WHERE change_event.change_date_time DURING TODAY LIMIT 10"
    )
    assert rows[0]["changeEvent"]["clientType"] == "GOOGLE_ADS_WEB_CLIENT"
    assert rows[0]["changeEvent"]["changedFields"] == "name"
    assert [r["changeEvent"]["resourceChangeOperation"] for r in rows] == [
        "UPDATE",
        "CREATE",
        "CREATE",
    ]


def test_places_are_suggested(account):
    path = "/google/v26/geoTargetConstants:suggest"

    def suggest(body):
        import json

        status, _, text = account.process.raw(
            "POST", path, json.dumps(body), {"Authorization": "Bearer " + account.token}
        )
        return status, json.loads(text)

    status, answer = suggest(
        {"locale": "en", "countryCode": "DE", "locationNames": {"names": ["Berlin"]}}
    )
    assert status == 200
    (one,) = answer["geoTargetConstantSuggestions"]
    assert one["geoTargetConstant"]["canonicalName"] == "Berlin,Germany"
    assert one["geoTargetConstantParents"][0]["id"] == "2276"
    assert faults("SuggestGeoTargetConstantsResponse", answer) == []
    status, answer = suggest({"locale": "en"})
    assert failure(answer)[0][1] == "REQUEST_PARAMETERS_UNSET"
    status, answer = suggest({"countryCode": "Germany", "locationNames": {"names": ["x"]}})
    assert failure(answer)[0][1] == "INVALID_COUNTRY_CODE"
    status, answer = suggest({"names": ["x"]})
    assert status == 400 and "Cannot find field" in answer["error"]["message"]
