"""A client of Reddit's Ads API against the simulator: adloop's, by a third party, because Reddit
publishes none. Each exchange, also of the few calls that adloop does not have, is read strictly.
"""

import datetime
import time

import pytest
import requests
from adloop import auth as adloop_auth
from adloop.config import AdLoopConfig, RedditConfig, SafetyConfig
from adloop.reddit import auth, client, read, write
from adloop.safety.preview import get_plan

import reddit_strict
from reddit_client import AGENT, Reddit

DAY = 86400


class Watch:
    """All exchanges with the simulator, and their differences from the published interface."""

    def __init__(self, sandbox):
        self.root = "http://127.0.0.1:%d/reddit/api/v3/" % sandbox.port
        self.seen, self.wrong, self.loose = [], [], False
        self.session = requests.Session()
        self.session.trust_env = False

    def request(self, method, url, json=None, **more):
        answer = self.session.request(method, url, json=json, **more)
        assert url.startswith(self.root)
        path = url[len(self.root) :].partition("?")[0]
        sent = [] if self.loose else reddit_strict.request_faults(method, path, json)
        told = reddit_strict.answer_faults(method, path, answer.status_code, answer.json())
        if answer.status_code not in (401, 403, 404):
            told += reddit_strict.header_faults(path, answer.headers)
        self.seen.append((method, path, answer.status_code))
        self.wrong += ["%s %s %d: %s" % (*self.seen[-1], f) for f in sent + told]
        return answer

    def post(self, url, **more):
        answer = self.session.post(url, **more)
        good = answer.status_code == 200
        schema = reddit_strict.TOKENS if good else reddit_strict.TOKEN_ERROR
        self.wrong += ["token: " + f for f in reddit_strict.faults(schema, answer.json())]
        return answer


@pytest.fixture
def us(sandbox):
    yield Reddit(sandbox)
    sandbox.control("DELETE", "faults")


@pytest.fixture
def watch(sandbox, us, monkeypatch):
    watch = Watch(sandbox)
    monkeypatch.setattr(client, "API_BASE", watch.root.rstrip("/"))
    token = "http://127.0.0.1:%d/reddit-oauth/api/v1/access_token" % sandbox.port
    monkeypatch.setattr(auth, "OAUTH_TOKEN_URL", token)
    monkeypatch.setattr(requests, "request", watch.request)
    monkeypatch.setattr(requests, "post", watch.post)
    read.reset_account_meta_cache()
    yield watch
    assert watch.wrong == []


class Provider:
    """The place from which the library takes its credentials."""

    def __init__(self, us):
        self.credentials = auth.RedditCredentials(
            client_id="client",
            client_secret="secret",
            refresh_token=us.refresh_token,
            user_agent=AGENT,
        )

    def reddit_credentials(self, _):
        return self.credentials


@pytest.fixture
def credentials(us, watch, monkeypatch):
    provider = Provider(us)
    monkeypatch.setattr(adloop_auth, "_active_provider", provider)
    return provider.credentials


@pytest.fixture
def config(us, credentials):
    return AdLoopConfig(
        reddit=RedditConfig(client_id="client", client_secret="secret", ad_account_id=us.id),
        safety=SafetyConfig(max_daily_budget=100.0),
    )


def apply(config, drafted):
    """A change in the library's steps: drafted, reviewed, applied."""
    assert "plan_id" in drafted, drafted
    plan = get_plan(drafted["plan_id"])
    write.preflight(config, plan)
    return write.apply_plan(config, plan)


def campaign(config, name="Spring", **fields):
    whole = {
        "campaign_name": name,
        "objective": "CLICKS",
        "funding_instrument_id": "1001",
        "campaign_budget_optimization": True,
        "daily_budget": 50.0,
        "bid_strategy": "BIDLESS",
        "bid_type": "CPC",
        "start_time": "2026-12-01T00:00:00Z",
        "conversion_pixel_id": config.reddit.ad_account_id,
        **fields,
    }
    return apply(config, write.draft_reddit_campaign(config, **whole))["campaign_id"]


def refused(call, *arguments, **named):
    with pytest.raises(auth.RedditApiError) as caught:
        call(*arguments, **named)
    return caught.value


# --- the caller --------------------------------------------------------------------------------


def test_a_refresh(us, credentials):
    payload = credentials.refresh()
    assert payload["expires_in"] > 0 and credentials.valid
    assert credentials.token() == payload["access_token"]
    assert set(payload["scope"].split()) >= {"adsread", "adsedit"}


def test_a_refresh_that_is_refused(credentials):
    credentials.refresh_token = "1//nobody"
    with pytest.raises(auth.RedditAuthError) as caught:
        credentials.token()
    assert caught.value.error_code == "invalid_grant" and caught.value.status == 400


def test_a_token_that_expired_is_refreshed_once(watch, config, credentials):
    credentials.access_token, credentials.expires_at = "nobody", time.time() + 100
    assert read.get_reddit_campaigns(config)["campaigns"] == []
    assert [status for *_, status in watch.seen][:2] == [401, 200]


def test_a_consent_that_was_withdrawn(us, watch, config, credentials):
    credentials.token()
    assert us.process.control("POST", "revoke", {"customerId": us.id})[0] == 200
    with pytest.raises(auth.RedditAuthError) as caught:
        read.get_reddit_campaigns(config)
    assert caught.value.error_code == "invalid_grant"


def test_the_accounts_of_who_signed_in(us, config):
    told = read.list_reddit_accounts(config)
    (account,) = told["accounts"]
    assert account["ad_account_id"] == us.id and account["currency"] == "USD"
    assert account["admin_approval"] == "VALID" and told["reddit_username"] == "sandbox"
    told = read.list_reddit_funding_instruments(config)
    assert told["funding_instruments"][0]["is_servable"] is True and told["profiles"]


def test_the_account_of_somebody_else(us, config):
    error = refused(read.get_reddit_campaigns, config, ad_account_id=Reddit(us.process).id)
    assert error.status == 403


# --- a life ------------------------------------------------------------------------------------


def test_a_campaign_an_ad_group_and_an_ad(us, config, monkeypatch):
    # Before it drafts, the library would request the page's and the image's hosts, which do not
    # exist.
    monkeypatch.setattr("adloop.ads.write._validate_urls", lambda _: ({}, {}))
    monkeypatch.setattr(write, "_media_problem", lambda *_: (None, None))
    top = apply(
        config,
        write.draft_reddit_campaign(
            config, campaign_name="Spring", objective="CLICKS", funding_instrument_id="1001"
        ),
    )["campaign_id"]
    drafted = write.draft_reddit_ad_group(
        config,
        campaign_id=top,
        ad_group_name="Gamers",
        conversion_pixel_id=us.id,
        daily_budget=50.0,
        bid_strategy="MANUAL_BIDDING",
        bid_type="CPC",
        bid_value=0.75,
        keywords=["gaming mouse", "keyboard"],
        communities=["pcgaming"],
        languages=["EN"],
    )
    below = apply(config, drafted)["ad_group_id"]
    drafted = write.draft_reddit_ad(
        config,
        ad_group_id=below,
        ad_name="First",
        profile_id=us.profile,
        headline="Fresh bread",
        post_type="IMAGE",
        image_url="https://cdn.example/bread.png",
        call_to_action="Order Now",
        click_url="https://bakery.example/",
    )
    made = apply(config, drafted)
    assert made["configured_status"] == "PAUSED" and made["effective_status"] == "PENDING_APPROVAL"
    (found,) = read.get_reddit_campaigns(config)["campaigns"]
    assert (found["campaign_id"], found["configured_status"]) == (top, "PAUSED")
    (found,) = read.get_reddit_ad_groups(config, campaign_id=top)["ad_groups"]
    assert found["targeting"]["keywords"] == ["gaming mouse", "keyboard"]
    assert (found["goal_type"], found["goal_value"]) == ("DAILY_SPEND", 50.0)
    assert (found["bid_type"], found["bid_value"]) == ("CPC", 0.75)
    (found,) = read.get_reddit_ads(config)["ads"]
    assert (found["ad_id"], found["click_url"]) == (made["ad_id"], "https://bakery.example/")

    drafted = write.update_reddit_ad_group(config, ad_group_id=below, daily_budget=60.0)
    apply(config, drafted)
    (found,) = read.get_reddit_ad_groups(config, campaign_id=top)["ad_groups"]
    assert (found["goal_value"], found["bid_value"]) == (60.0, 0.75)
    levels = [("campaign", top), ("ad_group", below), ("ad", made["ad_id"])]
    for kind, one in levels:
        for change, word in (
            (write.enable_reddit_entity, "ACTIVE"),
            (write.pause_reddit_entity, "PAUSED"),
        ):
            drafted = change(config, entity_type=kind, entity_id=one)
            assert apply(config, drafted)["configured_status"] == word
    for kind, one in reversed(levels):
        drafted = write.remove_reddit_entity(config, entity_type=kind, entity_id=one)
        assert apply(config, drafted)["configured_status"] == "ARCHIVED"


def test_a_budget_of_the_campaign_changes(config):
    top = campaign(config)
    drafted = write.update_reddit_campaign(config, campaign_id=top, daily_budget=60.0)
    apply(config, drafted)
    (found,) = read.get_reddit_campaigns(config)["campaigns"]
    assert (found["goal_type"], found["goal_value"]) == ("DAILY_SPEND", 60.0)


def test_pages_are_followed(config, watch, monkeypatch):
    made = {campaign(config, "Page %d" % n) for n in range(5)}
    monkeypatch.setattr(client, "_PAGE_SIZE", 2)
    before = len(watch.seen)
    found = read.get_reddit_campaigns(config)["campaigns"]
    assert {c["campaign_id"] for c in found} == made and len(watch.seen) - before == 3


def test_keywords_that_are_not_for_every_brand(config):
    assert read.validate_reddit_keywords(config, ["shoes", "counterfeit shoes"]) == [
        "counterfeit shoes"
    ]


def test_a_conversion(us, config):
    """The library has no such call. Its generic call sends it, and the answer is read strictly."""
    event = {
        "event_at": int((time.time() - 3600) * 1000),
        "action_source": "WEBSITE",
        "type": {"tracking_type": "PURCHASE"},
        "click_id": "click-1",
        "metadata": {"conversion_id": "A-1", "value": 12.5, "currency": "EUR"},
    }
    path = "pixels/%s/conversion_events" % us.id
    told = client.reddit_post(config, path, {"data": {"events": [event]}})
    assert told["data"]["message"] == "Successfully processed 1 conversion events."
    old = {**event, "event_at": int((time.time() - 8 * DAY) * 1000)}
    error = refused(client.reddit_post, config, path, {"data": {"events": [event, old]}})
    assert error.status == 400 and "7 days" in str(error)


# --- figures -----------------------------------------------------------------------------------


@pytest.fixture
def delivered(us):
    ads = []
    for _ in range(2):
        group = us.ad_group(us.campaign(configured_status="ACTIVE"), configured_status="ACTIVE")
        ads.append(us.ad(group, configured_status="ACTIVE"))
    us.process.advance(2 * DAY)
    yield ads
    us.process.advance(-2 * DAY)


def window():
    today = datetime.datetime.now(datetime.timezone.utc).date()
    return {
        "date_range_start": str(today - datetime.timedelta(days=1)),
        # The library's window ends with the midnight before its last day.
        "date_range_end": str(today + datetime.timedelta(days=3)),
    }


def test_performance(config, delivered):
    told = read.get_reddit_performance(config, level="campaign", **window())
    assert {r["campaign_id"] for r in told["rows"]} == {a["campaign_id"] for a in delivered}
    for row in told["rows"]:
        # Money has left its micros, and value its cents.
        assert row["spend"] == pytest.approx(row["clicks"] * 0.37)
        assert row["impressions"] > row["clicks"] > 0 and row["campaign_name"]
    assert told["totals"]["spend"] == pytest.approx(sum(r["spend"] for r in told["rows"]))
    ads = read.get_reddit_performance(config, level="ad", **window())
    assert {r["ad_id"] for r in ads["rows"]} == {a["id"] for a in delivered}
    assert ads["totals"]["clicks"] == told["totals"]["clicks"]


def test_pages_of_a_report(config, delivered, watch, monkeypatch):
    asked = {"fields": ["SPEND", "CLICKS"], "breakdowns": ["DATE", "AD_ID"], **window()}
    whole = read.run_reddit_report(config, **asked)["rows"]
    assert len(whole) == 6 == len({(r["date"], r["ad_id"]) for r in whole})
    plain = client.reddit_post

    def paged(config, path, body=None, params=None):
        return plain(config, path, body, {**(params or {}), "page.size": 4})

    monkeypatch.setattr(read, "reddit_post", paged)
    before = len(watch.seen)
    assert read.run_reddit_report(config, **asked)["rows"] == whole
    assert len(watch.seen) - before == 2


def test_a_report_that_is_refused(config):
    for wish, field in (
        ({"fields": ["SPENT"]}, "data/fields/0"),
        ({"fields": ["SPEND"], "breakdowns": ["DAY"]}, "data/breakdowns/0"),
    ):
        error = refused(read.run_reddit_report, config, **wish, **window())
        assert error.status == 400 and field in str(error)


# --- refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change, where",
    [
        ({"nam": "A"}, "nam"),
        ({"configured_status": "ON"}, "data/configured_status"),
        ({"name": "x" * 501}, "data/name"),
        ({"goal_value": "50"}, "data/goal_value"),
        ({"goal_type": "LIFETIME_SPEND"}, "goal_type"),
    ],
    ids=["unknown", "wrong word", "too long", "wrong unit", "never changes"],
)
def test_a_change_that_is_refused(config, watch, change, where):
    top = campaign(config)
    watch.loose = True  # what is sent is wrong, and shall be
    error = refused(client.reddit_patch, config, "campaigns/" + top, {"data": change})
    assert error.status == 400 and where in str(error)
    (found,) = read.get_reddit_campaigns(config)["campaigns"]
    assert (found["name"], found["goal_value"]) == ("Spring", 50.0)


def test_what_is_missing(us, config, watch):
    watch.loose = True
    path = "ad_accounts/%s/campaigns" % us.id
    error = refused(client.reddit_post, config, path, {"data": {"name": "Spring"}})
    assert error.status == 400 and "required property" in str(error)


def test_what_is_not_there(config):
    error = refused(client.reddit_get, config, "campaigns/99")
    assert error.status == 404
    error = refused(client.reddit_get, config, "campaign/99")
    assert error.status == 404


def test_an_archived_campaign_is_gone_for_good_three_hours_later(us, config):
    top = campaign(config)
    gone = {"data": {"configured_status": "DELETED"}}
    assert refused(client.reddit_patch, config, "campaigns/" + top, gone).status == 400
    apply(config, write.remove_reddit_entity(config, entity_type="campaign", entity_id=top))
    assert refused(client.reddit_patch, config, "campaigns/" + top, gone).status == 400
    us.process.advance(3 * 3600 + 1)
    try:
        told = client.reddit_patch(config, "campaigns/" + top, gone)
    finally:
        us.process.advance(-(3 * 3600 + 1))
    assert told["data"]["configured_status"] == "DELETED"


def test_a_throttle(us, config):
    wish = {"platform": "reddit", "match": {"path": "campaigns"}, "times": 1}
    wish["action"] = {"type": "status", "status": 429, "retryDelay": "42s"}
    assert us.process.control("POST", "faults", wish)[0] == 201
    error = refused(read.get_reddit_campaigns, config)
    assert error.status == 429 and error.reset_seconds == 42
    assert read.get_reddit_campaigns(config)["campaigns"] == []


def test_a_platform_that_is_ill(us, config):
    wish = {"platform": "reddit", "match": {"path": "campaigns"}, "times": 1}
    wish["action"] = {"type": "status", "status": 500}
    assert us.process.control("POST", "faults", wish)[0] == 201
    assert refused(read.get_reddit_campaigns, config).status == 500


# --- strict reading ----------------------------------------------------------------------------


def test_what_is_not_as_published_is_found(us):
    """The watch itself: it must report each of these answers and bodies."""
    whole = us.campaign()
    path = "campaigns/" + whole["id"]

    def found(**change):
        data = {k: v for k, v in {**whole, **change}.items() if v is not ...}
        return reddit_strict.answer_faults("GET", path, 200, {"data": data})

    assert found() == []
    assert found(nam="A") and found(name=...) and found(goal_value="50") and found(id=5)
    assert found(effective_status="ON") and found(created_at="yesterday")
    assert reddit_strict.answer_faults("GET", path, 200, {"data": whole, "more": 1})
    assert reddit_strict.answer_faults("GET", path, 404, {"error": "Not Found"})
    assert reddit_strict.request_faults("PATCH", path, {"data": {"nam": "A"}})
    assert reddit_strict.request_faults("PATCH", path, {"name": "A"})
    assert reddit_strict.header_faults(path, {"RateLimit": "5"}) == [
        "RateLimit-Policy", "RateLimit"
    ]  # fmt: skip
