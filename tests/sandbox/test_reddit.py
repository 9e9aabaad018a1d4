"""The Reddit simulator: accepted requests, and the form of refusals."""

import json
import time

import pytest

from reddit_client import DROP, Reddit, faults, token_request, without
from sandbox_client import Closed, Process


@pytest.fixture
def reddit(sandbox):
    yield Reddit(sandbox)
    sandbox.control("DELETE", "faults")


# --- valid requests
# --------------------------------------------------------------------------------


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


# --- access
# ----------------------------------------------------------------------------------------

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
