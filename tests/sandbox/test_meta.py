"""The simulated Marketing API: accepted and refused requests, and the form of the responses."""

import json

import pytest

from meta_client import PNG, Graph, ad, adset, campaign, fault, story, targeting
from sandbox_client import Closed, Process


@pytest.fixture
def graph(sandbox):
    yield Graph(sandbox)
    sandbox.control("DELETE", "faults")


@pytest.fixture(scope="module")
def refusing(sandbox):
    """One account with a campaign, an ad set and an ad, which no refusal changes."""
    graph = Graph(sandbox)
    graph.campaign_id = graph.campaign()
    graph.adset_id = graph.adset(campaign_id=graph.campaign_id)
    graph.ad_id = graph.ad(adset_id=graph.adset_id)
    graph.free_id = graph.campaign(
        daily_budget=None, bid_strategy=None, is_adset_budget_sharing_enabled=False
    )
    graph.capped_id = graph.campaign(bid_strategy="COST_CAP")
    graph.roas_id = graph.campaign(
        bid_strategy="LOWEST_COST_WITH_MIN_ROAS", objective="OUTCOME_SALES"
    )
    graph.housing_id = graph.campaign(special_ad_categories=["HOUSING"])
    graph.before = graph.process.control("GET", "state?customerId=" + graph.id)[1]
    return graph


# --- accepted requests
# ------------------------------------------------------------------------------


def test_a_campaign_with_all_below_it(graph):
    campaign_id = graph.campaign(adlabels=[{"name": "adcore:cmp_1"}])
    adset_id = graph.adset(campaign_id=campaign_id)
    ad_id = graph.ad(adset_id=adset_id)
    assert len({campaign_id, adset_id, ad_id}) == 3
    for node in (campaign_id, adset_id, ad_id):
        assert node.isdigit() and len(node) == 18
        assert graph.must("GET", node) == {"id": node}
    got = graph.read(campaign_id, "name,objective,daily_budget,lifetime_budget,status,adlabels")
    assert got["daily_budget"] == "5000" and got["lifetime_budget"] == "0"
    assert got["adlabels"][0]["name"] == "adcore:cmp_1" and got["adlabels"][0]["id"].isdigit()
    got = graph.read(ad_id, "adset{id,name,campaign{id,bid_strategy}},creative{object_story_spec}")
    assert got["adset"]["campaign"] == {"id": campaign_id, "bid_strategy": "LOWEST_COST_WITHOUT_CAP"}
    assert got["creative"]["object_story_spec"]["link_data"]["message"] == "New shoes"


def test_times_are_the_accounts(graph):
    node = graph.adset(start_time="2027-01-01T00:00:00-0500", end_time="2027-07-01T03:59:59+0000")
    got = graph.read(node, "start_time,end_time")
    assert got["start_time"] == "2027-01-01T00:00:00-0500"
    assert got["end_time"] == "2027-06-30T23:59:59-0400"
    graph.must("POST", node, end_time="0")
    assert "end_time" not in graph.read(node, "end_time")


def test_updates_and_ends(graph):
    node = graph.campaign()
    assert graph.must("POST", node, name="Summer", daily_budget=100, status="ACTIVE") == {
        "success": True
    }
    got = graph.read(node, "name,daily_budget,effective_status,configured_status")
    assert (got["name"], got["daily_budget"], got["effective_status"]) == ("Summer", "100", "ACTIVE")
    below = graph.adset(campaign_id=node)
    assert graph.must("DELETE", node) == {"success": True}
    assert graph.read(node, "status")["status"] == "DELETED"
    assert graph.read(below, "effective_status")["effective_status"] == "DELETED"
    assert graph.must("GET", graph.act + "/campaigns")["data"] == []


def test_effective_statuses(graph):
    campaign_id = graph.campaign(status="PAUSED")
    adset_id = graph.adset(campaign_id=campaign_id, status="ACTIVE")
    ad_id = graph.ad(adset_id=adset_id, status="ACTIVE")

    def words():
        return [
            graph.read(node, "effective_status")["effective_status"] for node in (adset_id, ad_id)
        ]

    assert words() == ["CAMPAIGN_PAUSED", "PENDING_REVIEW"]
    graph.process.advance(61)
    assert words() == ["CAMPAIGN_PAUSED", "CAMPAIGN_PAUSED"]
    graph.must("POST", campaign_id, status="ACTIVE")
    assert words() == ["ACTIVE", "ACTIVE"]
    graph.must("POST", adset_id, status="PAUSED")
    assert words() == ["PAUSED", "ADSET_PAUSED"]


def test_a_review_finds_what_is_forbidden(graph):
    ad_id = graph.ad(creative=story(message="Best counterfeit bags"))
    assert graph.read(ad_id, "effective_status,ad_review_feedback") == {
        "id": ad_id,
        "effective_status": "PENDING_REVIEW",
    }
    graph.process.advance(61)
    got = graph.read(ad_id, "effective_status,ad_review_feedback,issues_info")
    assert got["effective_status"] == "DISAPPROVED"
    assert "Counterfeit Goods" in got["ad_review_feedback"]["global"]
    assert got["issues_info"][0]["level"] == "AD"
    graph.must("POST", ad_id, creative=story())
    graph.process.advance(61)
    assert graph.read(ad_id, "effective_status")["effective_status"] == "PAUSED"


def test_pages_end_without_next(graph):
    nodes = [graph.campaign(name="c%d" % i) for i in range(5)]
    seen, after = [], None
    for _ in range(3):
        page = graph.must("GET", graph.act + "/campaigns", fields="name", limit=2, after=after)
        seen += [row["id"] for row in page["data"]]
        after = page["paging"]["cursors"]["after"]
        if len(seen) < 5:
            start = "http://127.0.0.1:%d/meta/v26.0/%s/campaigns?fields=name&limit=2&"
            assert page["paging"]["next"].startswith(start % (graph.process.port, graph.act))
        else:
            assert "next" not in page["paging"]
    assert seen == nodes
    assert graph.must("GET", graph.act + "/campaigns", after=after) == {"data": []}
    assert graph.refused("GET", graph.act + "/campaigns", after="x")[0] == 100


def test_several_by_their_ids_and_edges(graph):
    one, two = graph.campaign(), graph.campaign()
    below = graph.adset(campaign_id=two)
    got = graph.must("GET", "", ids="%s,%s" % (one, two), fields="name")
    assert set(got) == {one, two}
    assert [row["id"] for row in graph.must("GET", two + "/adsets")["data"]] == [below]
    assert graph.must("GET", one + "/adsets")["data"] == []
    graph.must("POST", one, status="ARCHIVED")
    rows = graph.must("GET", graph.act + "/campaigns")["data"]
    assert [row["id"] for row in rows] == [two]
    rows = graph.must("GET", graph.act + "/campaigns", effective_status=["ARCHIVED"])["data"]
    assert [row["id"] for row in rows] == [one]
    assert graph.must("GET", "me/adaccounts")["data"][0]["account_id"] == graph.id


def test_a_batch_stands_or_falls_part_by_part(graph):
    parts = [
        {"method": "POST", "relative_url": "v26.0/%s/campaigns" % graph.act, "body": body}
        for body in (
            "name=a&objective=OUTCOME_TRAFFIC&special_ad_categories=[]&daily_budget=500",
            "name=b&objective=LINK_CLICKS&special_ad_categories=[]&daily_budget=500",
        )
    ]
    answers = graph.must("POST", "", batch=parts)
    assert [a["code"] for a in answers] == [200, 400]
    assert json.loads(answers[0]["body"])["id"].isdigit()
    assert fault(json.loads(answers[1]["body"]))[2] == "objective"
    assert len(graph.must("GET", graph.act + "/campaigns")["data"]) == 1
    assert graph.refused("POST", "", batch=[parts[0]] * 51)[0] == 100


def test_only_validated_is_not_made(graph):
    only = {"execution_options": ["validate_only"]}
    assert graph.must("POST", graph.act + "/campaigns", **campaign(), **only) == {"success": True}
    assert graph.must("GET", graph.act + "/campaigns") == {"data": []}


def test_a_cap_reaches_all_ad_sets_with_the_campaign(graph):
    campaign_id = graph.campaign()
    adset_id = graph.adset(campaign_id=campaign_id)
    assert graph.refused("POST", campaign_id, bid_strategy="COST_CAP")[1] == 1815857
    graph.must("POST", campaign_id, bid_strategy="COST_CAP", adset_bid_amounts={adset_id: 1200})
    assert graph.read(adset_id, "bid_amount")["bid_amount"] == 1200


def test_pictures_are_their_bytes(graph):
    one = graph.must("POST", graph.act + "/adimages", bytes=PNG)["images"]["bytes"]["hash"]
    two = graph.must("POST", graph.act + "/adimages", bytes=PNG)["images"]["bytes"]["hash"]
    assert one == two and len(one) == 32
    graph.ad(creative=story(image_hash=one))
    assert graph.must("GET", graph.act + "/adimages", fields="hash,status")["data"] == [
        {"hash": one, "status": "ACTIVE"}
    ]
    graph.must("DELETE", graph.act + "/adimages", hash=one)
    got = graph.refused("POST", graph.act + "/ads", **{**ad(), "creative": story(image_hash=one)})
    assert got[2] in ("image_hash", "adset_id")


def test_parameters_in_the_query_or_as_json(graph):
    status, _, text = graph.process.raw(
        "POST",
        "/meta/v26.0/%s/campaigns?access_token=%s&appsecret_proof=%s"
        % (graph.act, graph.token, graph.proof()),
        json.dumps(campaign()),
        {"Content-Type": "application/json"},
    )
    assert status == 200 and json.loads(text)["id"]


def test_state_outlives_the_process(tmp_path):
    process = Process(state=tmp_path / "state.db")
    graph = Graph(process)
    node = graph.campaign()
    process.stop()
    process = Process(state=tmp_path / "state.db")
    try:
        graph.process = process
        assert graph.read(node, "name")["name"] == "Spring sale"
    finally:
        assert process.stop() == 0


# --- tokens ---------------------------------------------------------------------------------------


def test_a_living_token_is_exchanged_for_another(graph):
    status, answer = graph.exchange(graph.token)
    assert status == 200 and answer["access_token"] != graph.token
    assert answer["token_type"] == "bearer" and answer["expires_in"] == 5183944


def test_tokens_expire_after_sixty_days(graph):
    graph.process.advance(61 * 86400)
    assert graph.refused("GET", graph.act)[:2] == (190, 463)
    assert graph.exchange(graph.token)[1]["error"]["code"] == 190


def test_a_simulator_that_lost_its_state_takes_what_is_kept_elsewhere(graph):
    other = Process()
    try:
        stranger = Graph(other)
        assert graph.token != graph.first
        stranger.token = stranger.exchange(graph.token)[1]["access_token"]
        account = stranger.read("act_" + graph.id, "currency,timezone_name")
        assert account["currency"] == graph.read(graph.act, "currency")["currency"]
        assert stranger.exchange("EAAB.1.USD.UTC")[1]["error"]["code"] == 190
    finally:
        assert other.stop() == 0


def test_access_that_was_taken_back(graph):
    graph.process.control("POST", "revoke", {"customerId": graph.id})
    assert graph.refused("GET", graph.act)[:2] == (190, 460)
    assert graph.exchange(graph.first)[1]["error"]["error_subcode"] == 458


@pytest.mark.parametrize(
    "missing", ["client_id", "client_secret", "grant_type", "fb_exchange_token"]
)
def test_an_exchange_needs_all_its_parameters(graph, missing):
    status, answer = graph.exchange(graph.token, **{missing: None})
    assert status == 400 and answer["error"]["code"] in (1, 100, 101)


def test_the_doors_own_refusals(graph):
    def refuse(params=None, version="v26.0", path=None, method="GET", headers=None):
        status, _, answer = graph.raw(method, graph.act if path is None else path, params, version, headers)
        assert status >= 400
        return fault(answer)[:2]

    assert refuse(headers={"Authorization": "Basic x"}) == (2500, None)
    assert refuse(headers={"Authorization": "Bearer nothing"}) == (190, 463)
    assert refuse({"appsecret_proof": "0" * 64}) == (100, None)
    assert refuse({"appsecret_proof": None}) == (100, None)
    assert refuse(version="v25.0") == (2635, None)
    assert refuse(version="v99.0") == (2500, None)
    assert refuse(path="act_1") == (200, None)
    assert refuse(path="120210999999999999") == (100, 33)
    assert refuse(path="me/friends")[0] == 100
    assert refuse(path=graph.act + "/friends") == (100, 33)
    assert refuse(path="a-b") == (2500, None)
    assert refuse({"limit": "0"}, path=graph.act + "/campaigns") == (1, None)
    assert refuse({"limit": "many"}, path=graph.act + "/campaigns") == (100, None)
    assert refuse(path="", method="GET") == (100, None)
    assert refuse({"ids": "1"}, path="") == (803, None)
    assert refuse(method="DELETE", path=graph.act + "/campaigns") == (100, 33)
    assert refuse(method="DELETE", path="120210999999999999") == (100, 33)


# --- refused requests: (changed parameters, code, subcode, blamed)
# ----------------------------------

CAMPAIGNS = [
    ({"special_ad_categories": None}, 100, None, "special_ad_categories"),
    ({"special_ad_categories": "NONE"}, 100, None, "special_ad_categories"),
    ({"special_ad_categories": ["NOTHING"]}, 100, None, "special_ad_categories[0]"),
    ({"special_ad_categories": ["NONE", "HOUSING"]}, 100, None, "special_ad_categories"),
    ({"special_ad_category_country": ["de"]}, 100, None, "special_ad_category_country"),
    ({"name": None}, 100, None, "name"),
    ({"name": ""}, 100, None, "name"),
    ({"name": "n" * 401}, 100, None, "name"),
    ({"objective": None}, 100, None, "objective"),
    ({"objective": "FUN"}, 100, None, "objective"),
    ({"objective": "LINK_CLICKS"}, 100, 1815107, "objective"),
    ({"status": "DELETED"}, 100, None, "status"),
    ({"status": "ENABLED"}, 100, None, "status"),
    ({"buying_type": "BARTER"}, 100, None, "buying_type"),
    ({"daily_budget": "50.00"}, 100, None, "daily_budget"),
    ({"daily_budget": -5000}, 100, None, "daily_budget"),
    ({"daily_budget": 99}, 100, 1885272, "daily_budget"),
    ({"lifetime_budget": 9000}, 100, None, "lifetime_budget"),
    ({"daily_budget": None, "lifetime_budget": 9000}, 100, None, "stop_time"),
    ({"daily_budget": None}, 100, 4834011, "is_adset_budget_sharing_enabled"),
    ({"is_adset_budget_sharing_enabled": False}, 100, 4834002, "is_adset_budget_sharing_enabled"),
    ({"is_adset_budget_sharing_enabled": "maybe"}, 100, None, "is_adset_budget_sharing_enabled"),
    (
        {"daily_budget": None, "is_adset_budget_sharing_enabled": False},
        100,
        None,
        "bid_strategy",
    ),
    ({"bid_strategy": "CHEAP"}, 100, None, "bid_strategy"),
    ({"start_time": "tomorrow"}, 100, None, "start_time"),
    (
        {"start_time": "2027-02-01T00:00:00Z", "stop_time": "2027-01-01T00:00:00Z"},
        100,
        None,
        "stop_time",
    ),
    ({"adlabels": "mine"}, 100, None, "adlabels"),
    ({"adlabels": [{"colour": "red"}]}, 100, None, "adlabels[0]"),
    ({"budget": 5000}, 100, None, "budget"),
    ({"callback": "f"}, 100, None, "callback"),
]

ADSETS = [
    ({"campaign_id": "120210999999999999"}, 100, 1487056, "campaign_id"),
    ({"campaign_id": "mine"}, 100, None, "campaign_id"),
    ({"name": None}, 100, None, "name"),
    ({"billing_event": None}, 100, None, "billing_event"),
    ({"billing_event": "SMILES"}, 100, None, "billing_event"),
    ({"billing_event": "THRUPLAY"}, 100, 1815117, "billing_event"),
    ({"optimization_goal": None}, 100, None, "optimization_goal"),
    ({"optimization_goal": "VALUE"}, 100, 2490408, "optimization_goal"),
    ({"destination_type": "MOON"}, 100, None, "destination_type"),
    ({"daily_budget": 5000}, 100, 1885621, "daily_budget"),
    ({"bid_strategy": "COST_CAP"}, 100, None, "bid_strategy"),
    ({"bid_amount": 100}, 100, 1815858, "bid_amount"),
    ({"end_time": "2020-01-01T00:00:00Z", "start_time": 1900000000}, 100, None, "end_time"),
    ({"promoted_object": {"pixel_id": "x"}}, 100, None, "promoted_object[pixel_id]"),
    ({"promoted_object": {"thing": "1"}}, 100, None, "promoted_object"),
    ({"targeting": None}, 100, None, "targeting"),
    ({"targeting": "everybody"}, 100, None, "targeting"),
    ({"targeting": {"geo_locations": {"countries": ["US"]}}}, 100, 1870227, "targeting"),
    ({"targeting": {"targeting_automation": {"advantage_audience": 0}}}, 100, 1885364, "targeting"),
    ({"targeting": targeting(geo_locations={"countries": ["Germany"]})}, 100, 1885366, "targeting"),
    ({"targeting": targeting(geo_locations={"countries": "US"})}, 100, None, "*"),
    ({"targeting": targeting(geo_locations={"planets": ["Mars"]})}, 100, None, "*"),
    ({"targeting": targeting(geo_locations={"country_groups": ["moon"]})}, 100, 1885366, "*"),
    ({"targeting": targeting(geo_locations={"cities": [{"radius": 5}]})}, 100, 1487079, "*"),
    ({"targeting": targeting(geo_locations={"custom_locations": [{"radius": 5}]})}, 100, 1487079, "*"),
    (
        {"targeting": targeting(geo_locations={"custom_locations": [{"latitude": "x"}]})},
        100,
        None,
        "*",
    ),
    (
        {
            "targeting": targeting(
                geo_locations={
                    "custom_locations": [
                        {"latitude": 1.5, "longitude": -2.5, "distance_unit": "yard"}
                    ]
                }
            )
        },
        100,
        1487079,
        "*",
    ),
    ({"targeting": targeting(excluded_geo_locations={"countries": ["x"]})}, 100, 1885366, "*"),
    ({"targeting": targeting(age_min=12)}, 100, 1487089, "targeting"),
    ({"targeting": targeting(age_max=66)}, 100, 1487089, "targeting"),
    ({"targeting": targeting(age_min=40, age_max=30)}, 100, 1487089, "targeting"),
    ({"targeting": targeting(genders=[3])}, 100, 1487090, "targeting"),
    ({"targeting": targeting(genders=["MALE"])}, 100, None, "*"),
    ({"targeting": targeting(locales=["de"])}, 100, None, "*"),
    ({"targeting": targeting(locales=[0])}, 100, 1487091, "targeting"),
    ({"targeting": targeting(keywords=["shoes"])}, 100, None, "targeting"),
    ({"targeting": targeting(publisher_platforms=["myspace"])}, 100, None, "*"),
    ({"targeting": targeting(device_platforms=["tablet"])}, 100, None, "*"),
    ({"targeting": targeting(flexible_spec=[{"interests": [{"id": "1"}]}])}, 100, 1487694, "*"),
    (
        {"targeting": targeting(age_min=30, targeting_automation={"advantage_audience": 1})},
        100,
        1870189,
        "targeting",
    ),
    (
        {"targeting": targeting(targeting_automation={"advantage_audience": 2})},
        100,
        1870227,
        "targeting",
    ),
    ({"targeting": targeting(geo_locations={"countries": ["DE"]})}, 100, 3858081, "dsa_beneficiary"),
    ({"keywords": ["shoes"]}, 100, None, "keywords"),
]

ADS = [
    ({"adset_id": "120210999999999999"}, 100, 1487056, "adset_id"),
    ({"adset_id": None}, 100, None, "adset_id"),
    ({"name": None}, 100, None, "name"),
    ({"creative": None}, 100, None, "creative"),
    ({"creative": "mine"}, 100, None, "creative"),
    ({"creative": {}}, 100, None, "object_story_spec"),
    ({"creative": {"creative_id": "1"}}, 100, None, "creative"),
    ({"creative": {"object_story_spec": {"link_data": {}}}}, 100, 1443120, "page_id"),
    ({"creative": {"object_story_spec": {"page_id": "555"}}}, 100, None, "object_story_spec"),
    ({"creative": story(link=None)}, 100, None, "link_data"),
    ({"creative": story(link="shop.example")}, 100, None, "*"),
    ({"creative": story(headline="x")}, 100, None, "*"),
    ({"creative": story(name="n" * 256)}, 100, None, "*"),
    ({"creative": story(image_hash="0" * 32)}, 100, 1487405, "image_hash"),
    ({"creative": story(call_to_action={"type": "GO"})}, 100, None, "*"),
    ({"creative": story(call_to_action={"value": {}})}, 100, None, "call_to_action"),
    (
        {"creative": story(call_to_action={"type": "WHATSAPP_MESSAGE", "value": {}})},
        105,
        1815630,
        "call_to_action",
    ),
    (
        {
            "creative": {
                **story(),
                "degrees_of_freedom_spec": {
                    "creative_features_spec": {
                        "standard_enhancements": {"enroll_status": "OPT_IN"}
                    }
                },
            }
        },
        100,
        3858504,
        "degrees_of_freedom_spec",
    ),
    ({"creative": {**story(), "authorization_category": "MAYBE"}}, 100, None, "*"),
    (
        {"creative": {"object_story_spec": {"page_id": "5", "video_data": {"video_id": "1"}}}},
        100,
        None,
        "video_id",
    ),
    ({"bid_amount": 5}, 100, None, "bid_amount"),
]


def judge(graph, edge, right, case):
    change, code, subcode, blamed = case
    got = graph.refused("POST", "%s/%s" % (graph.act, edge), **{**right, **change})
    assert got[0] == code and got[1] == subcode, got
    assert blamed == "*" or got[2] == blamed, got
    assert graph.process.control("GET", "state?customerId=" + graph.id)[1] == graph.before


@pytest.mark.parametrize("case", CAMPAIGNS, ids=lambda case: "-".join(case[0]))
def test_a_campaign_is_refused(refusing, case):
    judge(refusing, "campaigns", campaign(), case)


@pytest.mark.parametrize("case", ADSETS, ids=lambda case: "-".join(case[0]))
def test_an_ad_set_is_refused(refusing, case):
    judge(refusing, "adsets", {**adset(), "campaign_id": refusing.campaign_id}, case)


@pytest.mark.parametrize("case", ADS, ids=lambda case: "-".join(case[0]))
def test_an_ad_is_refused(refusing, case):
    judge(refusing, "ads", {**ad(), "adset_id": refusing.adset_id}, case)


def test_what_depends_on_the_campaign(refusing):
    def refused(campaign_id, **change):
        fields = {**adset(), "campaign_id": campaign_id, **change}
        return refusing.refused("POST", refusing.act + "/adsets", **fields)

    assert refused(refusing.free_id) == (100, 1487061, "daily_budget")
    assert refused(refusing.free_id, daily_budget=50) == (100, 1885272, "daily_budget")
    assert refused(refusing.free_id, lifetime_budget=5000) == (100, None, "end_time")
    assert refused(refusing.capped_id) == (100, 1815857, "bid_amount")
    assert refused(refusing.roas_id) == (100, 1815857, "bid_constraints")
    assert refused(refusing.roas_id, optimization_goal="OFFSITE_CONVERSIONS")[1] == 1815143
    narrow = targeting(age_min=30)
    assert refused(refusing.housing_id, targeting=narrow) == (100, 1885560, "targeting")


def test_updates_are_refused(refusing):
    def refused(node, **change):
        return refusing.refused("POST", node, **change)

    assert refused(refusing.campaign_id, objective="OUTCOME_LEADS") == (100, None, "objective")
    assert refused(refusing.campaign_id, buying_type="AUCTION") == (100, None, "buying_type")
    assert refused(refusing.campaign_id, daily_budget="0.5")[0] == 100
    assert refused(refusing.adset_id, campaign_id=refusing.free_id) == (100, None, "campaign_id")
    assert refused(refusing.adset_id, targeting={})[1] == 1870227
    assert refused(refusing.ad_id, adset_id="1") == (100, None, "adset_id")
    assert refused(refusing.ad_id, creative={})[2] == "object_story_spec"
    creative = refusing.read(refusing.ad_id, "creative")["creative"]["id"]
    assert refused(creative, object_story_spec={"page_id": "1"})[1] == 1815573
    assert refusing.process.control("GET", "state?customerId=" + refusing.id)[1] == refusing.before


def test_the_archived_and_the_deleted_stay_as_they_are(graph):
    node = graph.campaign()
    graph.must("POST", node, status="ARCHIVED")
    assert graph.refused("POST", node, daily_budget=9000)[1] == 1487056
    assert graph.refused("POST", node, status="ACTIVE")[1] == 1487056
    graph.must("POST", node, name="Old")
    graph.must("POST", node, status="DELETED")
    assert graph.refused("POST", node, name="New")[1] == 1487566
    assert graph.refused("DELETE", node)[1] == 33


@pytest.mark.parametrize(
    ("currency", "taken", "refused"), [("JPY", 150, 149), ("USD", 100, 99), ("INR", 4000, 3999)]
)
def test_budgets_are_in_the_currencys_own_units(sandbox, currency, taken, refused):
    graph = Graph(sandbox, currency, "Asia/Tokyo")
    graph.campaign(daily_budget=taken)
    got = graph.refused("POST", graph.act + "/campaigns", **{**campaign(), "daily_budget": refused})
    assert got[1] == 1885272


def test_foreign_objects_do_not_exist(sandbox):
    mine, other = Graph(sandbox), Graph(sandbox)
    node = other.campaign()
    assert mine.refused("GET", node)[:2] == (100, 33)
    assert mine.refused("POST", node, name="x")[:2] == (100, 33)
    assert mine.refused("GET", other.act)[:2] == (200, None)


# --- faults ---------------------------------------------------------------------------------------


def plant(graph, action, **match):
    status, answer = graph.process.control(
        "POST", "faults", {"platform": "meta", "match": match, "times": 1, "action": action}
    )
    assert status == 201, answer


def make(graph):
    return graph.raw("POST", graph.act + "/campaigns", campaign())


def count(graph):
    return len(graph.must("GET", graph.act + "/campaigns")["data"])


@pytest.mark.parametrize(
    ("status", "code", "http"), [(429, 80004, 400), (500, 1, 500), (503, 2, 503), (401, 190, 400)]
)
def test_statuses_that_tests_ask_for(graph, status, code, http):
    plant(graph, {"type": "status", "status": status}, operation="campaign.create")
    got, headers, answer = make(graph)
    assert (got, fault(answer)[0]) == (http, code)
    if status == 429:
        assert "estimated_time_to_regain_access" in headers["X-Business-Use-Case-Usage"]
    assert count(graph) == 0


@pytest.mark.parametrize(
    ("kind", "made"),
    [("cut_before", 0), ("accept_then_cut", 1), ("accept_then_timeout", 1)],
)
def test_connections_that_tests_cut(graph, kind, made):
    plant(graph, {"type": kind, "ms": 50}, operation="campaign.create")
    with pytest.raises(Closed):
        make(graph)
    assert count(graph) == made


def test_an_error_that_tests_ask_for(graph):
    action = {"type": "error", "errorCode": "368/1404078", "message": "Blocked"}
    plant(graph, action, path="campaigns")
    _, _, answer = make(graph)
    assert fault(answer)[:2] == (368, 1404078) and answer["error"]["message"] == "Blocked"


def test_an_edit_made_in_the_platforms_own_pages(graph):
    node = graph.campaign()
    wish = {"platform": "meta", "customerId": graph.id, "id": node, "set": {"name": "Theirs"}}
    assert graph.process.control("POST", "edit", wish)[0] == 200
    assert graph.read(node, "name")["name"] == "Theirs"
    wish["set"] = None
    graph.process.control("POST", "edit", wish)
    assert graph.read(node, "status")["status"] == "DELETED"
    assert graph.process.control("POST", "edit", {**wish, "id": "1"})[0] == 404


def test_the_log_names_operations(graph):
    node = graph.campaign()
    graph.must("POST", node, name="x")
    parts = [{"method": "DELETE", "relative_url": "v26.0/" + node}]
    graph.must("POST", "", batch=parts)
    entries = graph.process.control("GET", "log?after=0")[1]["entries"]
    ours = [e for e in entries if e["customerId"] == graph.id and e["operations"]]
    assert [e["operations"] for e in ours[-3:]] == [
        ["campaign.create"],
        ["campaign.update"],
        ["campaign.remove"],
    ]
    assert all(e["committed"] for e in ours[-3:])


# --- insights --------------------------------------------------------------------------------------


def test_insights_accrue_with_the_clock(graph):
    """An active ad has figures of each day, the same on each request. Numbers are texts."""
    campaign_id = graph.campaign(status="ACTIVE")
    adset_id = graph.adset(campaign_id=campaign_id, status="ACTIVE")
    graph.ad(adset_id=adset_id, status="ACTIVE")
    graph.ad(adset_id=adset_id, status="PAUSED")
    asked = {"level": "ad", "fields": "ad_id,clicks,spend,actions", "time_increment": 1}
    days = {"since": "2020-01-01", "until": "2020-12-31"}
    assert graph.must("GET", graph.act + "/insights", time_range=days, **asked) == {"data": []}
    made = graph.read(campaign_id, "created_time")["created_time"][:10]
    days = {"since": made, "until": made[:4] + "-12-31"}
    [row] = graph.must("GET", graph.act + "/insights", time_range=days, **asked)["data"]
    assert row["date_start"] == made and row["clicks"].isdigit()
    assert row["spend"] == "%.2f" % (int(row["clicks"]) * 0.37)
    assert row["actions"][0] == {"action_type": "link_click", "value": row["clicks"]}
    asked["level"] = "campaign"
    asked["fields"] = "campaign_id,clicks"
    again = graph.must("GET", graph.act + "/insights", time_range=days, **asked)
    assert again["data"] == [
        {
            "campaign_id": campaign_id,
            "clicks": row["clicks"],
            "date_start": made,
            "date_stop": made,
        }
    ]
    assert "next" not in again["paging"]
    for wrong in (
        {"time_range": {"since": made}},
        {"time_range": {"since": made, "until": "2020-01-01"}},
        {"time_range": days, "level": "keyword"},
        {"time_range": days, "after": "x"},
        {"time_range": days, "time_increment": 7},
    ):
        assert graph.refused("GET", graph.act + "/insights", **dict(asked, **wrong))[0] == 100
