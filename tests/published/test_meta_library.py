"""Meta's library, operation by operation: objects, pages, insights and their runs, refusals."""

import time

import pytest
from facebook_business.adobjects.ad import Ad
from facebook_business.adobjects.adaccount import AdAccount
from facebook_business.adobjects.adreportrun import AdReportRun
from facebook_business.adobjects.adset import AdSet
from facebook_business.adobjects.adsinsights import AdsInsights
from facebook_business.adobjects.adspixel import AdsPixel
from facebook_business.adobjects.campaign import Campaign
from facebook_business.adobjects.user import User
from facebook_business.exceptions import FacebookRequestError

from meta_client import PNG, Graph, ad, adset, campaign
from meta_library import account_of

DAY = 86400


@pytest.fixture
def graph(sandbox):
    yield Graph(sandbox)
    sandbox.control("DELETE", "faults")


@pytest.fixture
def account(sandbox, monkeypatch, graph):
    return account_of(sandbox, monkeypatch, graph)


def node(kind, made, account):
    return kind(made["id"], api=account.get_api())


def refused(call, *arguments, **named):
    with pytest.raises(FacebookRequestError) as caught:
        call(*arguments, **named)
    error = caught.value
    assert error.api_error_message() and error.api_error_type()
    assert error.body()["error"]["fbtrace_id"]
    return error


def codes(error):
    return error.http_status(), error.api_error_code(), error.api_error_subcode()


# --- the caller --------------------------------------------------------------------------------


def test_the_accounts_of_who_signed_in(account, graph):
    me = User("me", api=account.get_api())
    (found,) = me.get_ad_accounts(fields=["name", "currency", "account_status", "timezone_name"])
    assert found["id"] == graph.act and found["currency"] == "USD"
    assert found["account_status"] == 1 and found["timezone_name"] == "America/New_York"


def test_a_token_that_expired(account, sandbox):
    wish = {"platform": "meta", "match": {"path": "campaigns"}, "times": 1,
            "action": {"type": "status", "status": 401}}
    assert sandbox.control("POST", "faults", wish)[0] == 201
    error = refused(account.create_campaign, params=campaign())
    assert codes(error) == (400, 190, 463) and error.api_error_type() == "OAuthException"
    assert account.create_campaign(params=campaign())["id"]


def test_a_consent_that_was_withdrawn(account, sandbox, graph):
    assert sandbox.control("POST", "revoke", {"customerId": graph.id})[0] == 200
    assert refused(account.get_campaigns).api_error_code() == 190


def test_the_account_of_somebody_else(account, sandbox):
    other = AdAccount(Graph(sandbox).act, api=account.get_api())
    assert codes(refused(other.get_campaigns)) == (403, 200, None)


# --- a life ------------------------------------------------------------------------------------


def test_an_ad_and_all_above_it(account):
    top = account.create_campaign(params=campaign())
    below = account.create_ad_set(params={**adset(), "campaign_id": top["id"]})
    picture = account.create_ad_image(params={"bytes": PNG})
    assert picture["hash"]
    creative = ad()["creative"]
    creative["object_story_spec"]["link_data"]["image_hash"] = picture["hash"]
    params = {**ad(), "creative": creative, "adset_id": below["id"]}
    one = node(Ad, account.create_ad(params=params), account)
    got = one.api_get(fields=[Ad.Field.name, Ad.Field.adset_id, Ad.Field.effective_status,
                              Ad.Field.creative])
    assert (got["name"], got["adset_id"], got["effective_status"]) == (
        "First", below["id"], "PENDING_REVIEW")
    assert got["creative"]["id"]
    for kind, made in ((Campaign, top), (AdSet, below), (Ad, one)):
        each = node(kind, made, account)
        for status in ("ACTIVE", "PAUSED"):
            each.api_update(params={"status": status})
            assert each.api_get(fields=["status"])["status"] == status
        each.api_update(params={"name": "Other"})
        assert each.api_get(fields=["name"])["name"] == "Other"
    for kind, made in ((Ad, one), (AdSet, below), (Campaign, top)):
        node(kind, made, account).api_delete()
    assert not list(account.get_ads()) and not list(account.get_ad_sets())
    assert node(Ad, one, account).api_get(fields=["status"])["status"] == "DELETED"


def test_a_page_is_followed_by_its_own_address(account):
    made = {account.create_campaign(params={**campaign(), "name": "N%d" % n})["id"]
            for n in range(5)}
    first = account.get_campaigns(fields=["name"], params={"limit": 2})
    assert len(first) == 2 and {c["id"] for c in first} == made
    # The URL alone is enough for a caller that takes it as it is.
    session = account.get_api()._session
    url, found = "%s/v26.0/%s/campaigns" % (session.GRAPH, account["id"]), []
    params = {"fields": "name", "limit": 2}
    while url:
        answer = session.requests.get(url, params=params).json()
        assert all(set(row) == {"id", "name"} for row in answer["data"])
        found += [row["id"] for row in answer["data"]]
        url, params = answer["paging"].get("next"), None
    assert sorted(found) == sorted(made)


def test_a_conversion(account, graph):
    dataset = AdsPixel(graph.id, api=account.get_api())
    event = {"event_name": "Purchase", "event_time": int(time.time()) - 60, "event_id": "1",
             "action_source": "website", "event_source_url": "https://shop.example/",
             "user_data": {"client_user_agent": "x", "fbc": "fb.1.1.a"},
             "custom_data": {"value": 12.5, "currency": "USD"}}
    told = dataset.create_event(params={"data": [event]})
    assert told["events_received"] == 1 and told["fbtrace_id"]
    error = refused(dataset.create_event, params={"data": [{**event, "event_tim": 1}]})
    assert codes(error)[:2] == (400, 100)


# --- figures -----------------------------------------------------------------------------------

FIELDS = [
    AdsInsights.Field.campaign_id, AdsInsights.Field.impressions, AdsInsights.Field.clicks,
    AdsInsights.Field.spend, AdsInsights.Field.actions, AdsInsights.Field.action_values,
]


@pytest.fixture
def delivered(graph, sandbox):
    """Two campaigns with an ad each, and three days of figures."""
    made = []
    for _ in range(2):
        top = graph.campaign(status="ACTIVE")
        made.append((top, graph.ad(adset_id=graph.adset(campaign_id=top, status="ACTIVE"),
                                   status="ACTIVE")))
    sandbox.advance(2 * DAY)
    yield made
    sandbox.advance(-2 * DAY)


def days(first=-1, last=3, **more):
    def day(n):
        return time.strftime("%Y-%m-%d", time.gmtime(time.time() + n * DAY))

    return {"level": "campaign", "time_increment": 1,
            "time_range": {"since": day(first), "until": day(last)}, **more}


def check_rows(rows, campaigns, count):
    assert len(rows) == count and {row["campaign_id"] for row in rows} == campaigns
    for row in rows:
        assert row["date_start"] == row["date_stop"]
        clicks = int(row["clicks"])
        assert int(row["impressions"]) > clicks > 0
        assert float(row["spend"]) == pytest.approx(clicks * 0.37)
        kinds = {a["action_type"]: a["value"] for a in row["actions"]}
        assert int(kinds["link_click"]) == clicks


def test_insights(account, delivered):
    rows = list(account.get_insights(fields=FIELDS, params=days(limit=2)))
    assert all(isinstance(row, AdsInsights) for row in rows)
    check_rows(rows, {top for top, _ in delivered}, 6)
    top, one = delivered[0]
    own = list(Campaign(top, api=account.get_api()).get_insights(fields=FIELDS, params=days()))
    check_rows(own, {top}, 3)
    ads = Ad(one, api=account.get_api())
    ads = list(ads.get_insights(fields=["ad_id", "spend"], params=days(level="ad")))
    assert [row["ad_id"] for row in ads] == [one] * 3
    assert sum(float(r["spend"]) for r in ads) == pytest.approx(
        sum(float(r["spend"]) for r in own))


def test_a_run_of_insights(account, delivered):
    run = account.get_insights(fields=FIELDS, params=days(), is_async=True)
    assert isinstance(run, AdReportRun) and run["report_run_id"]
    run = AdReportRun(run["report_run_id"], api=account.get_api())
    error = refused(run.get_insights)
    assert codes(error) == (400, 2601, 1815107) and error.body()["error"]["error_user_title"]
    seen = []
    for _ in range(5):
        got = run.api_get()
        seen.append((got["async_status"], got["async_percent_completion"]))
        if got["async_status"] == "Job Completed":
            break
    assert seen == [("Job Not Started", 0), ("Job Running", 50), ("Job Completed", 100)]
    assert got["account_id"] and got["time_completed"] >= got["time_ref"]
    rows = list(run.get_insights(params={"limit": 2}))
    check_rows(rows, {top for top, _ in delivered}, 6)
    at_once = list(account.get_insights(fields=FIELDS, params=days()))
    assert [dict(r) for r in rows] == [dict(r) for r in at_once]


def test_a_run_that_fails(account, graph, sandbox):
    run = account.get_insights(fields=FIELDS, params=days(), is_async=True)
    wish = {"platform": "meta", "customerId": graph.id, "id": run["report_run_id"],
            "set": {"_failed": True}}
    assert sandbox.control("POST", "edit", wish)[0] == 200
    got = AdReportRun(run["report_run_id"], api=account.get_api()).api_get()
    assert got["async_status"] == "Job Failed" and got["async_percent_completion"] == 0
    assert got["error_code"] == 2 and got["error_message"]


def test_a_run_of_another_account(account, sandbox, monkeypatch):
    run = account.get_insights(fields=FIELDS, params=days(), is_async=True)
    other = account_of(sandbox, monkeypatch)
    error = refused(AdReportRun(run["report_run_id"], api=other.get_api()).api_get)
    assert codes(error) == (400, 100, 33) and error.api_error_type() == "GraphMethodException"


@pytest.mark.parametrize("is_async", [False, True], ids=["at once", "a run"])
@pytest.mark.parametrize(
    "fields, params",
    [
        (["spent"], {}),
        (["spend"], {"level": "keyword"}),
        (["spend"], {"time_range": {"since": "2026-13-01", "until": "2026-12-01"}}),
        (["spend"], {"time_range": {"since": "2026-11-02", "until": "2026-11-01"}}),
        (["spend"], {"increment": 1}),
    ],
    ids=["unknown field", "wrong word", "no day", "backwards", "unknown parameter"],
)
def test_insights_that_are_refused(account, fields, params, is_async):
    error = refused(account.get_insights, fields=fields, params=days(**params), is_async=is_async)
    assert codes(error)[:2] == (400, 100)


# --- refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change, blamed",
    [
        ({"objective": "SELL"}, "objective"),
        ({"name": "x" * 401}, "name"),
        ({"daily_budget": "20.5"}, "daily_budget"),
        ({"daily_budget": 1}, "daily_budget"),
        ({"status": "ON"}, "status"),
        ({"nam": "A"}, "nam"),
        ({"special_ad_categories": None}, "special_ad_categories"),
    ],
    ids=["wrong word", "too long", "wrong unit", "too little", "wrong status", "unknown", "missing"],
)
def test_a_campaign_that_is_refused(account, change, blamed):
    params = {k: v for k, v in {**campaign(), **change}.items() if v is not None}
    error = refused(account.create_campaign, params=params)
    assert codes(error)[:2] == (400, 100) and not error.api_transient_error()
    assert blamed in (error.api_blame_field_specs() or [[]])[0] or blamed in str(
        error.api_error_message())
    assert not list(account.get_campaigns())


def test_what_is_not_there(account):
    gone = Campaign("120210000999999999", api=account.get_api())
    for call in (gone.api_get, gone.api_delete):
        error = refused(call)
        assert codes(error) == (400, 100, 33) and error.api_error_type() == "GraphMethodException"


def test_a_field_that_is_none(account):
    made = node(Campaign, account.create_campaign(params=campaign()), account)
    error = refused(made.api_get, fields=["nam"])
    assert codes(error)[:2] == (400, 100) and "nam" in error.api_error_message()


def test_a_throttle(account, sandbox):
    wish = {"platform": "meta", "match": {"operation": "campaign.create"}, "times": 1,
            "action": {"type": "status", "status": 429, "ms": 180000}}
    assert sandbox.control("POST", "faults", wish)[0] == 201
    error = refused(account.create_campaign, params=campaign())
    assert codes(error) == (400, 80004, 2446079)
    assert "estimated_time_to_regain_access" in error.http_headers()["X-Business-Use-Case-Usage"]
    assert account.create_campaign(params=campaign())["id"]


def test_a_platform_that_is_ill(account, sandbox):
    wish = {"platform": "meta", "match": {"operation": "campaign.create"}, "times": 1,
            "action": {"type": "status", "status": 500}}
    assert sandbox.control("POST", "faults", wish)[0] == 201
    error = refused(account.create_campaign, params=campaign())
    assert codes(error) == (500, 1, None) and error.api_transient_error()


def test_one_of_a_batch_is_refused(account):
    batch = account.get_api().new_batch()
    made, failed = [], []
    for name in ("", "B"):
        account.create_campaign(params={**campaign(), "name": name}, batch=batch,
                                success=made.append, failure=failed.append)
    batch.execute()
    (error,) = [answer.error() for answer in failed]
    assert isinstance(error, FacebookRequestError) and error.api_error_code() == 100
    assert [c["name"] for c in account.get_campaigns(fields=["name"])] == ["B"]
    assert made[0].json()["id"]
