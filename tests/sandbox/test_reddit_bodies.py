"""Bodies that the Reddit simulator refuses, each fault by its field and with the platform's
message."""

import pytest

from reddit_client import DROP, Reddit, faults


@pytest.fixture
def reddit(sandbox):
    return Reddit(sandbox)


ALONE = {
    "is_campaign_budget_optimization": False,
    "goal_type": DROP,
    "goal_value": DROP,
    "bid_strategy": DROP,
    "bid_type": DROP,
    "bid_value": DROP,
    "start_time": DROP,
    "conversion_pixel_id": DROP,
}

CAMPAIGNS = [
    ({"name": DROP}, "data", "'name' is a required property"),
    ({"objective": DROP}, "data", "'objective' is a required property"),
    ({"configured_status": DROP}, "data", "'configured_status' is a required property"),
    ({"colour": "red"}, "data", "Additional properties are not allowed ('colour' was unexpected)"),
    ({"id": "1"}, "data", "Additional properties are not allowed ('id' was unexpected)"),
    ({"name": "ab"}, "data/name", "'ab' is too short"),
    ({"name": "x" * 501}, "data/name", "is too long"),
    ({"name": 5}, "data/name", "5 is not of type 'string'"),
    ({"name": None}, "data/name", "null is not of type 'string'"),
    ({"objective": "TRAFFIC"}, "data/objective", "'TRAFFIC' is not one of ['APP_INSTALLS', "),
    ({"configured_status": "ENABLED"}, "data/configured_status", "'ENABLED' is not one of"),
    ({"goal_type": "MONTHLY"}, "data/goal_type", "'MONTHLY' is not one of"),
    ({"goal_value": "50"}, "data/goal_value", "'50' is not of type 'integer'"),
    ({"goal_value": 5.5}, "data/goal_value", "5.5 is not of type 'integer'"),
    ({"goal_value": -1}, "data/goal_value", "-1 is less than the minimum of 0"),
    ({"goal_value": 50}, "data/goal_value", "goal_value must be at least 5000000"),
    ({"goal_value": DROP}, "data/goal_value", "goal_value is required"),
    ({"goal_type": None}, "data/goal_type", "goal_type is required"),
    ({"start_time": DROP}, "data/start_time", "start_time is required"),
    ({"start_time": "tomorrow"}, "data/start_time", "'tomorrow' is not a 'date-time'"),
    ({"end_time": "2026-11-01T00:00:00Z"}, "data/end_time", "must be after start_time"),
    ({"goal_type": "LIFETIME_SPEND"}, "data/end_time", "end_time is required when goal_type"),
    ({"bid_strategy": None}, "data/bid_strategy", "bid_strategy is required"),
    ({"bid_type": None}, "data/bid_type", "bid_type is required"),
    ({"bid_type": "CPA"}, "data/bid_type", "'CPA' is not one of"),
    ({"bid_strategy": "MANUAL_BIDDING"}, "data/bid_strategy", "is not one of"),
    ({"bid_value": 1000000}, "data/bid_value", "must be null when bid_strategy is BIDLESS"),
    ({"bid_strategy": "TARGET_CPX"}, "data/bid_value", "bid_value is required"),
    (
        {"bid_strategy": "MAXIMIZE_VOLUME", "bid_type": "CPM", "bid_value": 1000000},
        "data/bid_value",
        "between $3.50 and $100",
    ),
    ({"conversion_pixel_id": DROP}, "data/conversion_pixel_id", "is required"),
    ({"conversion_pixel_id": "12"}, "data/conversion_pixel_id", "Pixel not found"),
    ({"objective": "SALES"}, "data/optimization_goal", "optimization_goal is required"),
    (
        {"objective": "SALES", "optimization_goal": "SEARCH"},
        "data/optimization_goal",
        "SEARCH is not a valid optimization_goal",
    ),
    ({"objective": "APP_INSTALLS"}, "data/app_id", "app_id is required"),
    ({"use_catalog": True}, "data/use_catalog", "only allowed with the objective SALES"),
    ({"special_ad_categories": ["CREDIT"]}, "data/special_ad_categories/0", "is not one of"),
    ({"special_ad_categories": "NONE"}, "data/special_ad_categories", "is not of type 'array'"),
    ({"invoice_label": "x" * 81}, "data/invoice_label", "is too long"),
    ({"schedule": [{"start_day": 7}]}, "data/schedule/0/start_day", "greater than the maximum"),
    ({"schedule": [{"day": 1}]}, "data/schedule/0", "Additional properties"),
    (dict(ALONE, start_time="2026-12-01T00:00:00Z"), "data/start_time", "is only allowed when"),
    (dict(ALONE, goal_value=5000000), "data/goal_value", "is only allowed when"),
    (dict(ALONE, bid_type="CPC"), "data/bid_type", "is only allowed when"),
]


@pytest.mark.parametrize("fields, field, message", CAMPAIGNS)
def test_campaigns_refused(reddit, fields, field, message):
    status, answer = reddit.post("campaigns", reddit.campaign_fields(**fields))
    assert status == 400, answer
    assert [m for f, m in faults(answer) if f == field and message in m], answer
    assert reddit.rows("campaigns") == []


GROUPS = [
    ({"campaign_id": DROP}, "data", "'campaign_id' is a required property"),
    ({"campaign_id": "1"}, "data/campaign_id", "Campaign not found"),
    ({"campaign_id": 1}, "data/campaign_id", "1 is not of type 'string'"),
    ({"name": DROP}, "data", "'name' is a required property"),
    ({"bid_strategy": DROP}, "data", "'bid_strategy' is a required property"),
    ({"bid_type": DROP}, "data", "'bid_type' is a required property"),
    ({"conversion_pixel_id": DROP}, "data", "'conversion_pixel_id' is a required property"),
    ({"bid_strategy": "TARGET_CPX"}, "data/bid_strategy", "must be the campaign's"),
    ({"bid_type": "CPM"}, "data/bid_type", "must be the campaign's"),
    ({"goal_type": "DAILY_SPEND"}, "data/goal_type", "the campaign's budget is optimized"),
    ({"goal_value": 9000000}, "data/goal_value", "the campaign's budget is optimized"),
    ({"end_time": "2026-12-09T00:00:00Z"}, "data/start_time", "start_time is required with"),
    ({"optimization_goal": "PURCHASE"}, "data/optimization_goal", "is not a valid"),
    ({"optimization_goal": "SALES"}, "data/optimization_goal", "is not one of"),
    ({"age_targeting": {}}, "data", "'age_targeting' was unexpected"),
    ({"targeting": []}, "data/targeting", "is not of type 'object'"),
    ({"targeting": {"age": 1}}, "data/targeting", "'age' was unexpected"),
    ({"targeting": {"geolocations": "US"}}, "data/targeting/geolocations", "of type 'array'"),
    ({"targeting": {"geolocations": ["usa"]}}, "data/targeting/geolocations/0", "is unknown"),
    ({"targeting": {"communities": ["r/aww"]}}, "data/targeting/communities/0", "is unknown"),
    ({"targeting": {"keywords": [""]}}, "data/targeting/keywords/0", "is too short"),
    ({"targeting": {"keywords": ["x"] * 1001}}, "data/targeting/keywords", "is too long"),
    ({"targeting": {"gender": "male"}}, "data/targeting/gender", "is not one of"),
    ({"targeting": {"languages": ["en"]}}, "data/targeting/languages/0", "is not one of"),
    ({"targeting": {"locations": ["HOME"]}}, "data/targeting/locations/0", "is not one of"),
    ({"targeting": {"devices": [{"type": "TABLET"}]}}, "data/targeting/devices/0/type", "one of"),
    (
        {"targeting": {"geolocations": ["US"], "excluded_geolocations": ["US"]}},
        "data/targeting/excluded_geolocations",
        "both targeted and excluded",
    ),
]


@pytest.mark.parametrize("fields, field, message", GROUPS)
def test_ad_groups_refused(reddit, fields, field, message):
    status, answer = reddit.post("ad_groups", reddit.ad_group_fields(**fields))
    assert status == 400, answer
    assert [m for f, m in faults(answer) if f == field and message in m], answer
    assert reddit.rows("ad_groups") == []


def test_ad_groups_stay_within_their_campaigns_days(reddit):
    """Only if the dates are in the future."""
    days = {"start_time": "2037-01-01T00:00:00Z", "end_time": "2037-02-01T00:00:00Z"}
    status, answer = reddit.post("campaigns", reddit.campaign_fields(**days))
    assert status == 201, answer
    group = reddit.ad_group_fields(campaign_id=answer["data"]["id"])
    for fields, field in (
        ({"start_time": "2036-12-31T23:59:59Z"}, "data/start_time"),
        ({"start_time": days["start_time"], "end_time": "2037-02-01T00:00:01Z"}, "data/end_time"),
    ):
        status, answer = reddit.post("ad_groups", dict(group, **fields))
        assert (status, [f for f, _ in faults(answer)]) == (400, [field]), answer
    assert reddit.post("ad_groups", dict(group, **days))[0] == 201


def test_a_goal_without_optimization_is_the_ad_groups(reddit):
    """The kind of a budget is fixed at the create. The amount can be changed."""
    alone = {name: value for name, value in ALONE.items() if value is not DROP}
    fields = reddit.campaign_fields(**{name: DROP for name in ALONE})
    status, answer = reddit.post("campaigns", dict(fields, **alone))
    assert status == 201, answer
    group = reddit.ad_group_fields(
        campaign_id=answer["data"]["id"],
        bid_strategy="BIDLESS",
        bid_type="CPC",
        goal_type="LIFETIME_SPEND",
        goal_value=90000000,
        start_time="2037-01-01T00:00:00Z",
    )
    status, answer = reddit.post("ad_groups", group)
    assert (status, [f for f, _ in faults(answer)]) == (400, ["data/end_time"]), answer
    status, answer = reddit.post("ad_groups", dict(group, end_time="2037-02-01T00:00:00Z"))
    assert status == 201, answer
    one = answer["data"]["id"]
    assert reddit.change("ad_groups", one, goal_value=91000000)["goal_value"] == 91000000
    status, answer = reddit.call("PATCH", "ad_groups/" + one, {"data": {"goal_type": None}})
    assert status == 400 and "'goal_type' was unexpected" in str(answer)


POSTS = [
    ({"type": DROP}, "data", "'type' is a required property"),
    ({"headline": DROP}, "data", "'headline' is a required property"),
    ({"headline": ""}, "data/headline", "'' is too short"),
    ({"headline": "x" * 301}, "data/headline", "is too long"),
    ({"type": "LINK"}, "data/type", "is not one of"),
    ({"type": "IMAGE"}, "data/content", "must hold the media"),
    ({"type": "VIDEO"}, "data/thumbnail_url", "needs a thumbnail_url"),
    ({"content": [{"media_url": "https://a.example/"}]}, "data/content", "has no content"),
    ({"body": "x" * 40001}, "data/body", "is too long"),
    (
        {"type": "IMAGE", "content": [{"media_url": "file:///a.png"}]},
        "data/content/0/media_url",
        "could not be fetched",
    ),
    (
        {"type": "IMAGE", "content": [{"media_url": "https://a.example/a.png"}]},
        "data/content/0/destination_url",
        "destination_url is required",
    ),
    (
        {"type": "IMAGE", "content": [{"call_to_action": "SHOP_NOW"}]},
        "data/content/0/call_to_action",
        "is not one of",
    ),
]


@pytest.mark.parametrize("fields, field, message", POSTS)
def test_posts_refused(reddit, fields, field, message):
    status, answer = reddit.post("posts", reddit.post_fields(**fields))
    assert status == 400, answer
    assert [m for f, m in faults(answer) if f == field and message in m], answer


ADS = [
    ({"ad_group_id": DROP}, "data", "'ad_group_id' is a required property"),
    ({"ad_group_id": "1"}, "data/ad_group_id", "Ad group not found"),
    ({"configured_status": DROP}, "data", "'configured_status' is a required property"),
    ({"post_id": DROP}, "data/post_id", "post_id is required"),
    ({"post_id": "abc"}, "data/post_id", "'abc' does not match '^t3_'"),
    ({"post_id": "t3_0"}, "data/post_id", "Post not found"),
    ({"profile_id": "abc"}, "data/profile_id", "'abc' does not match '^t2_'"),
    ({"profile_id": "t2_0"}, "data/profile_id", "belongs to another profile"),
    ({"click_url": "bakery.example"}, "data/click_url", "is not a 'uri'"),
    ({"headline": "Bread"}, "data", "'headline' was unexpected"),
    ({"event_trackers": [{"type": "SEEN"}]}, "data/event_trackers/0/type", "is not one of"),
    ({"click_url_query_parameters": [{}] * 15}, "data/click_url_query_parameters", "is too long"),
]


@pytest.mark.parametrize("fields, field, message", ADS)
def test_ads_refused(reddit, fields, field, message):
    status, answer = reddit.post("ads", reddit.ad_fields(**fields))
    assert status == 400, answer
    assert [m for f, m in faults(answer) if f == field and message in m], answer
    assert reddit.rows("ads") == []


@pytest.mark.parametrize(
    "collection, data, field, message",
    [
        ("campaigns", {"goal_type": "DAILY_SPEND"}, "data", "'goal_type' was unexpected"),
        ("campaigns", {"conversion_pixel_id": "t2_1"}, "data", "was unexpected"),
        ("campaigns", {"goal_value": 1}, "data/goal_value", "must be at least"),
        ("campaigns", {"bid_value": 5000000}, "data/bid_value", "must be null"),
        ("campaigns", {"start_time": None}, "data/start_time", "start_time is required"),
        ("ad_groups", {"campaign_id": "1"}, "data", "'campaign_id' was unexpected"),
        ("ad_groups", {"goal_value": 5000000}, "data/goal_value", "must be null"),
        ("ad_groups", {"optimization_goal": "CLICKS"}, "data/optimization_goal", "be changed"),
        ("ads", {"ad_group_id": "1"}, "data", "'ad_group_id' was unexpected"),
        ("ads", {"post_id": "t3_0"}, "data/post_id", "Post not found"),
        ("posts", {"headline": "New"}, "data", "'headline' was unexpected"),
    ],
)
def test_changes_refused(reddit, collection, data, field, message):
    made = {
        "campaigns": reddit.campaign,
        "ad_groups": reddit.ad_group,
        "ads": reddit.ad,
        "posts": lambda: reddit.must("posts", reddit.post_fields()),
    }[collection]()
    before = reddit.get("%s/%s" % (collection, made["id"]))
    status, answer = reddit.patch(collection, made["id"], data)
    assert status == 400, answer
    assert [m for f, m in faults(answer) if f == field and message in m], answer
    assert reddit.get("%s/%s" % (collection, made["id"])) == before


def test_a_click_leads_where_the_post_does(reddit):
    post = reddit.must("posts", reddit.image_fields())
    fields = reddit.ad_fields(post=post, click_url="https://elsewhere.example/")
    status, answer = reddit.post("ads", fields)
    assert status == 400 and faults(answer)[0][0] == "data/click_url"
    ad = reddit.ad(post=post)
    assert reddit.patch("ads", ad["id"], {"click_url": "https://elsewhere.example/"})[0] == 400


def test_nothing_is_made_below_what_is_archived(reddit):
    campaign = reddit.campaign()
    group = reddit.ad_group(campaign)
    reddit.change("campaigns", campaign["id"], configured_status="ARCHIVED")
    reddit.change("ad_groups", group["id"], configured_status="ARCHIVED")
    assert reddit.post("ad_groups", reddit.ad_group_fields(campaign))[0] == 400
    assert reddit.post("ads", reddit.ad_fields(group))[0] == 400


def test_all_faults_at_once(reddit):
    status, answer = reddit.post("campaigns", {"name": "x", "colour": "red"})
    assert status == 400 and len(faults(answer)) == 4
