"""The Reddit simulator: what it takes, and how it says that it does not."""

import json
import time

import pytest

from reddit_client import DROP, Reddit, faults, token_request, without
from sandbox_client import Closed, Process


@pytest.fixture
def reddit(sandbox):
    yield Reddit(sandbox)
    sandbox.control("DELETE", "faults")


# --- what is right --------------------------------------------------------------------------------


def test_a_campaign_holds_the_budget(reddit):
    made = reddit.campaign(name="Spring sale", special_ad_categories=["NONE"])
    assert made["id"].isdigit() and len(made["id"]) == 18
    assert made["ad_account_id"] == reddit.id and made["name"] == "Spring sale"
    assert made["goal_value"] == 50000000 and made["goal_type"] == "DAILY_SPEND"
    assert made["configured_status"] == made["effective_status"] == "PAUSED"
    assert made["type"] == "MANUAL" and made["spend_cap"] is None
    assert made["created_at"].endswith("Z") and made["delivery_status"] == ["CAMPAIGN_PAUSED"]
    assert not [name for name in made if name.startswith("_")]
    assert reddit.get("campaigns/" + made["id"]) == made


def test_a_campaign_without_a_budget_of_its_own(reddit):
    nothing = {
        name: DROP
        for name in (
            "is_campaign_budget_optimization goal_type goal_value bid_strategy bid_type bid_value "
            "start_time conversion_pixel_id"
        ).split()
    }
    campaign = reddit.campaign(**nothing, spend_cap=500000000)
    assert campaign["goal_value"] is None
    group = reddit.ad_group(
        campaign,
        bid_strategy="MANUAL_BIDDING",
        bid_type="CPC",
        bid_value=750000,
        goal_type="DAILY_SPEND",
        goal_value=20000000,
        start_time="2026-12-01T00:00:00Z",
        end_time="2026-12-31T00:00:00Z",
    )
    assert group["bid_value"] == 750000 and group["campaign_objective_type"] == "CLICKS"


def test_a_group_inherits(reddit):
    campaign = reddit.campaign()
    group = reddit.ad_group(campaign)
    assert group["campaign_id"] == campaign["id"] and group["goal_type"] is None
    assert group["is_campaign_budget_optimization"] is True
    assert group["targeting"] == {"geolocations": ["US"], "keywords": ["gaming mouse"]}


def test_targeting_is_replaced_as_a_whole(reddit):
    group = reddit.ad_group()
    changed = reddit.change("ad_groups", group["id"], targeting={"communities": ["aww"]})
    assert changed["targeting"] == {"communities": ["aww"]}
    assert reddit.get("ad_groups/" + group["id"])["targeting"] == {"communities": ["aww"]}


def test_what_a_patch_does_not_name_stays(reddit):
    made = reddit.campaign()
    changed = reddit.change("campaigns", made["id"], goal_value=60000000)
    assert changed["goal_value"] == 60000000
    for name in set(made) - {"goal_value", "modified_at"}:
        assert changed[name] == made[name], name


def test_an_ad_promotes_a_post(reddit):
    post = reddit.must("posts", reddit.image_fields())
    assert post["id"].startswith("t3_") and post["profile_id"] == reddit.profile
    ad = reddit.ad(post=post)
    assert ad["campaign_id"] and ad["post_id"] == post["id"] and ad["type"] == "UNSPECIFIED"
    assert ad["effective_status"] == "PENDING_APPROVAL" and ad["rejection_reason"] is None
    assert "PENDING_REVIEW" in ad["delivery_status"]
    assert reddit.get("posts/" + post["id"]) == post


def test_the_review_ends_with_the_clock(sandbox, reddit):
    good = reddit.ad()
    bad = reddit.ad(post=reddit.must("posts", reddit.post_fields(headline="REJECT:ALCOHOL wine")))
    dead = reddit.ad(click_url="https://nowhere.invalid/")
    sandbox.advance(301)
    assert reddit.get("ads/" + good["id"])["effective_status"] == "PAUSED"
    for ad, reason in ((bad, "ALCOHOL"), (dead, "BROKEN_URL")):
        now = reddit.get("ads/" + ad["id"])
        assert (now["effective_status"], now["rejection_reason"]) == ("REJECTED", reason)
    listed = reddit.rows("ads", "?effective_status=REJECTED,PENDING_APPROVAL")
    assert {ad["id"] for ad in listed} == {bad["id"], dead["id"]}
    new = reddit.must("posts", reddit.post_fields())
    assert reddit.change("ads", bad["id"], post_id=new["id"])["effective_status"] == (
        "PENDING_APPROVAL"
    )
    sandbox.advance(301)
    assert reddit.get("ads/" + bad["id"])["effective_status"] == "PAUSED"


def test_what_is_in_effect_lags(sandbox, reddit):
    campaign = reddit.campaign()
    group = reddit.ad_group(campaign)
    changed = reddit.change("campaigns", campaign["id"], configured_status="ACTIVE")
    assert (changed["configured_status"], changed["effective_status"]) == ("ACTIVE", "PAUSED")
    reddit.change("ad_groups", group["id"], configured_status="ACTIVE")
    sandbox.advance(121)
    assert reddit.get("campaigns/" + campaign["id"])["effective_status"] == "ACTIVE"
    reddit.change("campaigns", campaign["id"], configured_status="PAUSED")
    sandbox.advance(121)
    assert reddit.get("ad_groups/" + group["id"])["effective_status"] == "CAMPAIGN_PAUSED"


def test_a_campaign_ends(sandbox, reddit):
    campaign = reddit.campaign(
        start_time="2020-01-01T00:00:00Z",
        end_time="2020-02-01T00:00:00Z",
        configured_status="ACTIVE",
    )
    assert reddit.get("campaigns/" + campaign["id"])["effective_status"] == "COMPLETED"


def test_archived_before_deleted_and_three_hours(sandbox, reddit):
    made = reddit.campaign()
    status, answer = reddit.patch("campaigns", made["id"], {"configured_status": "DELETED"})
    assert status == 400 and "ARCHIVED" in faults(answer)[0][1]
    reddit.change("campaigns", made["id"], configured_status="ARCHIVED")
    status, answer = reddit.patch("campaigns", made["id"], {"configured_status": "DELETED"})
    assert status == 400 and "3 hours" in faults(answer)[0][1]
    sandbox.advance(3 * 3600)
    reddit.change("campaigns", made["id"], configured_status="DELETED")
    assert reddit.patch("campaigns", made["id"], {"name": "Again"})[0] == 400


def test_pages_go_on_where_they_say(reddit):
    campaign = reddit.campaign()
    groups = [reddit.ad_group(campaign)["id"] for _ in range(5)]
    reddit.ad_group()
    path = "ad_accounts/%s/ad_groups?page.size=2&campaign_id=%s" % (reddit.id, campaign["id"])
    found = []
    while path:
        status, answer = reddit.call("GET", path)
        assert status == 200, answer
        found += [group["id"] for group in answer["data"]]
        url = answer["pagination"]["next_url"]
        assert url is None or url.startswith("http://127.0.0.1:%d/reddit/api/v3/" % (
            reddit.process.port
        ))
        path = url and url.split("/reddit/api/v3/")[1]
    assert found == groups


def test_lists_by_ids(reddit):
    made = [reddit.campaign()["id"] for _ in range(3)]
    rows = reddit.rows("campaigns", "?id=%s,%s" % (made[0], made[2]))
    assert [row["id"] for row in rows] == [made[0], made[2]]
    assert reddit.rows("campaigns", "?id=1") == []


def test_lists_under_several_parents(reddit):
    campaigns = [reddit.campaign() for _ in range(3)]
    groups = [reddit.ad_group(one)["id"] for one in campaigns for _ in range(2)]

    def found(query):
        return [row["id"] for row in reddit.rows("ad_groups", query)]

    first, last = campaigns[0]["id"], campaigns[2]["id"]
    assert found("?campaign_id=%s,%s" % (last, first)) == groups[:2] + groups[4:]
    assert found("?campaign_id=%s&id=%s,%s" % (first, groups[1], groups[4])) == [groups[1]]
    assert found("?campaign_id=%s&configured_status=PAUSED" % first) == groups[:2]
    assert found("?campaign_id=%s&configured_status=ACTIVE" % first) == []
    assert found("?campaign_id=%22") == found("?campaign_id=1") == found("?id=") == []


def test_what_can_be_found_out(reddit):
    assert reddit.get("me")["id"] == reddit.id
    account = reddit.get("ad_accounts/" + reddit.id)
    assert (account["currency"], account["time_zone_id"]) == ("USD", "UTC")
    assert reddit.rows("pixels")[0]["id"] == reddit.id
    assert reddit.rows("funding_instruments")[0]["is_servable"] is True
    assert reddit.rows("profiles")[0]["id"].startswith("t2_")


def test_every_answer_tells_the_limits(reddit):
    _, heads, _ = reddit.call("GET", "me", whole=True)
    assert heads["RateLimit-Policy"] == '"campaign-management-read";q=40000;w=60'
    assert heads["RateLimit"] == '"campaign-management-read";r=39999;t=60'
    _, heads, _ = reddit.call("GET", "me", whole=True)
    assert heads["RateLimit"].startswith('"campaign-management-read";r=39998;t=')


def test_a_quota_is_counted_and_ends_with_its_minute(sandbox, reddit):
    body = {"customerId": reddit.id, "quota": 10, "used": 8}
    assert sandbox.control("POST", "quota", body)[0] == 200
    seen = [reddit.call("GET", "me", whole=True) for _ in range(3)]
    assert [status for status, _, _ in seen] == [200, 200, 429]
    assert [heads["RateLimit"].split(";")[1] for _, heads, _ in seen] == ["r=1", "r=0", "r=0"]
    assert seen[2][1]["RateLimit-Policy"] == '"campaign-management-read";q=10;w=60'
    assert reddit.post("campaigns", reddit.campaign_fields())[0] == 201, "a quota of its own"
    sandbox.control("POST", "clock", {"advanceSeconds": 61})
    assert reddit.call("GET", "me")[0] == 200


@pytest.mark.parametrize("wish", [{}, {"customerId": "t2_1", "quota": 0}, {"quota": 5}])
def test_a_quota_that_is_none_is_refused(sandbox, wish):
    assert sandbox.control("POST", "quota", wish)[0] == 400


def test_conversion_events_stand_or_fall_together(reddit):
    event = {
        "event_at": int(time.time() * 1000),
        "action_source": "WEBSITE",
        "type": {"tracking_type": "PURCHASE"},
        "click_id": "abc",
        "metadata": {"value": 59.9, "currency": "USD", "conversion_id": "1"},
    }
    path = "pixels/%s/conversion_events" % reddit.id
    status, heads, answer = reddit.call("POST", path, {"data": {"events": [event] * 3}}, whole=True)
    assert (status, answer["data"]["message"]) == (
        200,
        "Successfully processed 3 conversion events.",
    )
    assert "RateLimit" not in heads
    old = dict(event, event_at=event["event_at"] - 8 * 86400 * 1000)
    status, answer = reddit.call("POST", path, {"data": {"events": [event, old]}})
    assert status == 400 and "7 days" in answer["error"]["message"]
    inside = dict(event, test_id="t2_1")
    assert reddit.call("POST", path, {"data": {"events": [inside]}})[0] == 400
    assert reddit.call("POST", path, {"data": {"events": []}})[0] == 400
    assert reddit.call("POST", path, {"data": {"test_id": "t2_1", "events": [event]}})[0] == 200


def test_the_state_outlives_the_process(tmp_path):
    process = Process(tmp_path / "state.db")
    account = Reddit(process)
    campaign = account.campaign()
    assert process.stop() == 0
    process = Process(tmp_path / "state.db")
    account.process = process
    assert account.get("campaigns/" + campaign["id"]) == campaign
    assert account.campaign()["id"] != campaign["id"]
    assert process.stop() == 0


def report(reddit, **fields):
    wish = {
        "starts_at": "2020-01-01T00:00:00Z",
        "ends_at": "2020-01-02T00:00:00Z",
        "fields": ["IMPRESSIONS", "SPEND"],
        "breakdowns": ["DATE"],
    }
    wish.update(fields)
    return reddit.call(
        "POST", "ad_accounts/%s/reports" % reddit.id, {"data": without(wish)}, whole=True
    )


def test_figures_of_what_was_live(sandbox, reddit):
    campaign = reddit.campaign()
    group = reddit.ad_group(campaign)
    ads = [reddit.ad(group, configured_status=status) for status in ("ACTIVE", "ACTIVE", "PAUSED")]
    day = ads[0]["created_at"][:10]
    window = {"starts_at": day + "T00:00:00Z", "ends_at": day + "T23:00:00Z"}

    def rows(*breakdowns):
        status, heads, answer = report(reddit, breakdowns=["DATE", *breakdowns], **window)
        assert status == 200 and "reporting" in heads["RateLimit"], answer
        return answer["data"]["metrics"]

    by_ad = rows("AD_ID")
    assert {row["ad_id"] for row in by_ad} == {ads[0]["id"], ads[1]["id"]}
    assert rows("AD_ID") == by_ad
    [whole] = rows("CAMPAIGN_ID")
    assert whole["campaign_id"] == campaign["id"] and whole["date"] == day
    assert whole["spend"] == sum(row["spend"] for row in by_ad) > 0
    assert [row["keyword"] for row in rows("AD_GROUP_ID", "KEYWORD")] == ["gaming mouse"]


@pytest.mark.parametrize(
    "fields, field, message",
    [
        ({"starts_at": DROP}, "data", "'starts_at' is a required property"),
        ({"fields": ["impressions"]}, "data/fields/0", "'impressions' is not one of"),
        ({"breakdowns": ["DAY"]}, "data/breakdowns/0", "'DAY' is not one of"),
        ({"starts_at": "2020-01-01T00:30:00Z"}, "data/starts_at", "aligned to the hour"),
        ({"ends_at": "2019-01-01T00:00:00Z"}, "data/ends_at", "must be after"),
        ({"ends_at": "soon"}, "data/ends_at", "date-time"),
    ],
)
def test_reports_refused(reddit, fields, field, message):
    status, _, answer = report(reddit, **fields)
    assert status == 400, answer
    assert [m for f, m in faults(answer) if f == field and message in m], answer


# --- doors ----------------------------------------------------------------------------------------

REFRESH = {"grant_type": "refresh_token", "refresh_token": "1//sandbox.12345678.USD.UTC"}


@pytest.mark.parametrize(
    "form, client, status, error",
    [
        (REFRESH, None, 401, 401),
        (REFRESH, "client", 401, 401),
        (REFRESH, ":secret", 401, 401),
        ({}, "a:b", 400, "invalid_request"),
        ({"grant_type": "password"}, "a:b", 400, "unsupported_grant_type"),
        ({"grant_type": "refresh_token"}, "a:b", 400, "invalid_request"),
        (dict(REFRESH, refresh_token="nonsense"), "a:b", 400, "invalid_grant"),
    ],
)
def test_tokens_that_are_not_given(sandbox, form, client, status, error):
    got, answer = token_request(sandbox, form, client)
    assert (got, answer["error"]) == (status, error)


def test_a_revoked_account_is_let_in_nowhere(sandbox, reddit):
    assert sandbox.control("POST", "revoke", {"customerId": reddit.id})[0] == 200
    status, answer = reddit.call("GET", "me")
    assert status == 401
    assert answer == {"error": {"code": 401, "message": "Bad bearer token provided."}}
    form = {"grant_type": "refresh_token", "refresh_token": reddit.refresh_token}
    assert token_request(sandbox, form) == (400, {"error": "invalid_grant"})


@pytest.mark.parametrize(
    "method, path, headers, status",
    [
        ("PUT", "campaigns/1", {}, 404),
        ("DELETE", "campaigns/1", {}, 404),
        ("GET", "nothing", {}, 404),
        ("GET", "ad_accounts/{id}/campaigns/1", {}, 404),
        ("POST", "campaigns", {}, 404),
        ("GET", "campaigns/1", {}, 404),
        ("GET", "ad_accounts/t2_1/campaigns", {}, 403),
        ("GET", "me", {"Authorization": None}, 401),
        ("GET", "me", {"Authorization": "Bearer nonsense"}, 401),
        ("GET", "me", {"User-Agent": "curl/8.0"}, 429),
        ("GET", "me", {"User-Agent": "python-requests/2"}, 429),
        ("GET", "me", {"User-Agent": ""}, 429),
        ("GET", "ad_accounts/{id}/ads?page.size=0", {}, 400),
        ("GET", "ad_accounts/{id}/ads?page.size=1001", {}, 400),
        ("GET", "ad_accounts/{id}/ads?page.size=x", {}, 400),
        ("GET", "ad_accounts/{id}/ads?page.token=x", {}, 400),
        ("GET", "ad_accounts/{id}/ads?id=" + ",".join(["1"] * 201), {}, 400),
    ],
)
def test_paths_verbs_and_headers(reddit, method, path, headers, status):
    got, answer = reddit.call(method, path.format(id=reddit.id), headers=headers)
    assert got == status and answer["error"]["code"] == status and answer["error"]["message"]


def test_the_version_before_is_gone(sandbox):
    status, _, text = sandbox.raw("GET", "/reddit/api/v2.0/me")
    assert status == 410 and json.loads(text)["error"]["code"] == 410


def test_accounts_do_not_see_each_other(sandbox, reddit):
    other = Reddit(sandbox)
    campaign = other.campaign()
    assert reddit.call("GET", "campaigns/" + campaign["id"])[0] == 404
    assert reddit.patch("campaigns", campaign["id"], {"name": "Mine"})[0] == 404
    assert reddit.post("ad_groups", reddit.ad_group_fields(campaign))[0] == 400
    assert reddit.rows("campaigns") == []


@pytest.mark.parametrize("body", ["", "{", "[]", "null", '{"data": 1}', "{}"])
def test_bodies_that_are_none(reddit, body):
    status, answer = reddit.call("POST", "ad_accounts/%s/campaigns" % reddit.id, body)
    assert status == 400 and answer["error"]["code"] == 400


def test_a_body_that_is_not_said_to_be_json(reddit):
    status, _ = reddit.call(
        "POST", "ad_accounts/%s/campaigns" % reddit.id, "{}", {"Content-Type": "text/plain"}
    )
    assert status == 400


# --- bodies ---------------------------------------------------------------------------------------

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
    """As far as these are to come."""
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
    """Its kind is fixed when it is made; its amount can be changed."""
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


# --- faults and edits -----------------------------------------------------------------------------


def fault(sandbox, action, **wish):
    body = {"platform": "reddit", "action": action, "match": wish}
    status, answer = sandbox.control("POST", "faults", body)
    assert status == 201, answer


@pytest.mark.parametrize("status", [401, 403, 404, 410, 429, 500, 503])
def test_a_status_in_its_own_shape(sandbox, reddit, status):
    fault(sandbox, {"type": "status", "status": status, "retryDelay": "7s"}, path="campaigns")
    got, heads, answer = reddit.call("GET", "ad_accounts/%s/campaigns" % reddit.id, whole=True)
    assert got == status and answer["error"]["code"] == status and answer["error"]["message"]
    if status == 429:
        assert heads["RateLimit"] == '"campaign-management-read";r=0;t=7'
    assert reddit.rows("campaigns") == []


def test_an_error_in_the_words_of_a_test(sandbox, reddit):
    action = {"type": "error", "errorCode": "x", "status": 400, "message": "Not like this."}
    fault(sandbox, action, operation="campaign.create")
    status, answer = reddit.post("campaigns", reddit.campaign_fields())
    assert (status, answer["error"]["message"]) == (400, "Not like this.")


@pytest.mark.parametrize("kind, stands", [("cut_before", 0), ("accept_then_cut", 1)])
def test_a_cut_connection(sandbox, reddit, kind, stands):
    fault(sandbox, {"type": kind}, operation="campaign.create")
    with pytest.raises(Closed):
        reddit.campaign()
    assert len(reddit.rows("campaigns")) == stands
    log = sandbox.control("GET", "log")[1]["entries"]
    entry = [each for each in log if each["fault"] == kind and each["customerId"] == reddit.id][-1]
    assert entry["operations"] == ["campaign.create"] and entry["committed"] is bool(stands)
    assert entry["platform"] == "reddit"


def test_accepted_and_then_silence(sandbox, reddit):
    fault(sandbox, {"type": "accept_then_timeout", "ms": 50}, operation="ad.create")
    group = reddit.ad_group()
    with pytest.raises(Closed):
        reddit.ad(group)
    assert len(reddit.rows("ads")) == 1


def test_an_edit_in_their_own_pages(sandbox, reddit):
    campaign = reddit.campaign()
    wish = {
        "platform": "reddit",
        "customerId": reddit.id,
        "resourceName": "campaigns/" + campaign["id"],
        "set": {"goal_value": 70000000},
    }
    assert sandbox.control("POST", "edit", wish)[0] == 200
    assert reddit.get("campaigns/" + campaign["id"])["goal_value"] == 70000000
    assert sandbox.control("POST", "edit", dict(wish, set=None))[0] == 200
    assert reddit.get("campaigns/" + campaign["id"])["configured_status"] == "ARCHIVED"
    status, _ = sandbox.control("POST", "edit", dict(wish, resourceName="campaigns/1"))
    assert status == 404
    state = sandbox.control("GET", "state?customerId=" + reddit.id)[1]
    assert [each["id"] for each in state["campaigns"]] == [campaign["id"]]
    assert state["ads"] == [] and state["customer"]["currencyCode"] == "USD"
