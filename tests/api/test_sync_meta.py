"""Pushes to Meta: each draft exists there once, despite failures of the platform."""

import pytest

from adcore_make import finish, preview, push, settle, start_push
from adcore_meta import MetaDesk

PATHS = {"campaigns": "/campaigns", "adsets": "/ad-groups", "ads": "/ads"}


def remote(desk, path, draft):
    return desk.api.get("%s/%s" % (path, draft["id"])).data["remote"]["id"]


def assert_once(desk, tree):
    """Each draft exists there once, under its stored remote id and with its label."""
    live = desk.live()
    for kind, path in PATHS.items():
        there = {o["id"]: o["adlabels"][0]["name"] for o in live[kind]}
        drafts = [desk.api.get("%s/%s" % (path, d["id"])).data for d in tree[kind]]
        assert there == {d["remote"]["id"]: "adcore:" + d["id"] for d in drafts}
        assert {d["syncState"] for d in drafts} == {"SYNCED"}
    return live


@pytest.fixture
def meta(server):
    desk = MetaDesk(server)
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def test_what_was_promised_stands_there(meta):
    campaign = meta.campaign(
        budget=31.5,
        startDate="2027-03-01",
        endDate="2027-03-31",
        objective="SALES",
        locations=[{"code": "DE"}, {"code": "FR", "excluded": True}],
        languages=["en"],
        bidding={"strategy": "TARGET_CPA", "targetCpa": 9.5},
    )
    group = meta.group(
        campaign,
        targeting={
            "ageMin": 25,
            "ageMax": 54,
            "genders": ["FEMALE"],
            "interests": ["6003139266461"],
            "placements": ["instagram"],
            "devices": ["MOBILE"],
        },
    )
    ad = meta.ad(group)
    run = push(meta.api)
    assert all(op["remoteId"] for op in run["operations"])
    live = assert_once(meta, {"campaigns": [campaign], "adsets": [group], "ads": [ad]})
    [there] = live["campaigns"]
    assert (there["daily_budget"], there["status"]) == (3150, "PAUSED")
    assert (there["objective"], there["bid_strategy"]) == ("OUTCOME_SALES", "COST_CAP")
    [there] = live["adsets"]
    assert there["bid_amount"] == 950 and there["status"] == "PAUSED"
    assert there["targeting"] == {
        "geo_locations": {"countries": ["DE"]},
        "excluded_geo_locations": {"countries": ["FR"]},
        "locales": [6, 24],
        "age_min": 25,
        "age_max": 54,
        "genders": [2],
        "flexible_spec": [{"interests": [{"id": "6003139266461"}]}],
        "publisher_platforms": ["instagram"],
        "device_platforms": ["mobile"],
        "targeting_automation": {"advantage_audience": 0},
    }
    [there] = live["adcreatives"]
    assert there["object_story_spec"]["link_data"] == {
        "link": "https://shop.example/",
        "message": "New shoes",
        "name": "Shoes",
        "description": "All sizes",
        "call_to_action": {"type": "SHOP_NOW"},
    }
    assert preview(meta.api)["operations"] == []


def test_updates_pauses_and_removals(meta):
    tree = meta.tree(groups=2, ads=1)
    push(meta.api)
    [campaign], groups, ads = tree["campaigns"], tree["adsets"], tree["ads"]
    meta.api.patch(
        "/campaigns/" + campaign["id"],
        {
            "name": "Summer",
            "budget": 25,
            "locations": [{"code": "US"}],
            "endDate": "2027-06-30",
            "bidding": {"strategy": "TARGET_CPA", "targetCpa": 9},
        },
    )
    meta.api.patch("/ad-groups/" + groups[0]["id"], {"targeting": {"ageMin": 30}})
    meta.api.patch("/ads/" + ads[0]["id"], {"primaryText": "Even newer"})
    run = push(meta.api)
    assert [op["op"] for op in run["operations"]] == ["UPDATE"] * 3
    live = assert_once(meta, tree)
    [there] = live["campaigns"]
    assert (there["name"], there["daily_budget"]) == ("Summer", 2500)
    for there in live["adsets"]:
        assert there["targeting"]["geo_locations"] == {"countries": ["US"]}
        assert there["bid_amount"] == 900 and there["end_time"]
    assert sorted(t["targeting"].get("age_min", 0) for t in live["adsets"]) == [0, 30]
    texts = {c["object_story_spec"]["link_data"]["message"] for c in live["adcreatives"]}
    assert texts == {"New shoes", "Even newer"} and len(live["ads"]) == 2
    meta.api.patch("/campaigns/" + campaign["id"], {"endDate": None, "status": "ENABLED"})
    push(meta.api, activate=True)
    live = meta.live()
    assert live["campaigns"][0]["status"] == "ACTIVE"
    assert not [t for t in live["adsets"] if "end_time" in t]
    meta.api.patch("/campaigns/" + campaign["id"], {"status": "PAUSED"})
    meta.api.delete("/ads/" + ads[1]["id"])
    push(meta.api)
    live = meta.live()
    assert live["campaigns"][0]["status"] == "PAUSED" and len(live["ads"]) == 1
    meta.api.delete("/campaigns/" + campaign["id"])
    push(meta.api)
    assert meta.live()["campaigns"] == []


def test_options_that_somebody_changed_there(meta):
    campaign = meta.campaign(platformOptions={"specialAdCategories": ["HOUSING"]})
    group = meta.group(
        campaign, platformOptions={"billingEvent": "IMPRESSIONS", "dsaPayor": "Payer"}
    )
    other = meta.group(campaign, name="Other")
    push(meta.api)
    # Options that were never set in adcore may have any value on the platform.
    for draft in (group, other):
        change = {"optimization_goal": "REACH", "dsa_beneficiary": "Theirs"}
        meta.edit(remote(meta, "/ad-groups", draft), change)
        meta.api.patch("/ad-groups/" + draft["id"], {"name": draft["name"] + " 2"})
    push(meta.api)
    for options in (
        {"billingEvent": "IMPRESSIONS", "dsaPayor": "Another"},
        {"dsaPayor": "Another", "destinationType": "WEBSITE"},
        {"dsaPayor": "Payer"},
    ):
        meta.api.patch("/ad-groups/" + group["id"], {"platformOptions": options})
        [done] = push(meta.api)["operations"]
        assert done["status"] == "SUCCEEDED"
    meta.edit(remote(meta, "/ad-groups", group), {"dsa_payor": "Theirs"})
    meta.edit(remote(meta, "/campaigns", campaign), {"special_ad_categories": ["CREDIT"]})
    meta.api.patch("/ad-groups/" + group["id"], {"platformOptions": {"dsaPayor": "Ours"}})
    meta.api.patch(
        "/campaigns/" + campaign["id"], {"platformOptions": {"specialAdCategories": []}}
    )
    run = push(meta.api, expect="FAILED")
    codes = {op["resource"]: op["error"]["code"] for op in run["operations"]}
    assert codes == {"campaign": "DRIFTED", "adGroup": "DEPENDS_ON"}
    state = meta.live()
    assert state["campaigns"][0]["special_ad_categories"] == ["CREDIT"]
    assert sorted(a["dsa_payor"] for a in state["adsets"]) == ["Sandbox", "Theirs"]


def test_a_connection_of_before_the_names_of_who_pays(meta):
    """Sandbox accounts of an older build declare neither beneficiary nor payer."""
    campaign = meta.campaign(locations=[{"code": "DE"}])
    meta.group(campaign)
    space = meta.api.get("/spaces").data[0]["id"]
    meta.server.sql(
        "UPDATE connections SET settings = '{\"pageId\":\"123456789012345\"}'"
        " WHERE platform = 'meta' AND environment = 'test' AND space_id = '%s'" % space
    )
    push(meta.api)
    [there] = meta.live()["adsets"]
    assert (there["dsa_beneficiary"], there["dsa_payor"]) == ("Sandbox", "Sandbox")


def test_drift_stops_an_update(meta):
    tree = meta.tree(groups=1, ads=1)
    push(meta.api)
    campaign = tree["campaigns"][0]
    meta.edit(remote(meta, "/campaigns", campaign), {"name": "Theirs"})
    meta.api.patch("/campaigns/" + campaign["id"], {"name": "Ours"})
    run = push(meta.api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == "DRIFTED"
    assert meta.live()["campaigns"][0]["name"] == "Theirs"
    meta.edit(remote(meta, "/ads", tree["ads"][0]), None)
    meta.api.patch("/ads/" + tree["ads"][0]["id"], {"primaryText": "x"})
    run = finish(meta.api, start_push(meta.api)["id"])
    assert {op["error"]["code"] for op in run["operations"]} == {"DRIFTED"}


def test_a_change_reaches_every_ad_set(meta):
    """The platform lists ad sets in pages of 50 and accepts 50 changes per batch."""
    tree = meta.tree(groups=53, ads=0)
    push(meta.api)
    campaign = tree["campaigns"][0]
    path = "/campaigns/" + campaign["id"]
    meta.api.patch(path, {"locations": [{"code": "US"}], "endDate": "2027-06-30"})
    [operation] = push(meta.api)["operations"]
    assert (operation["op"], operation["status"]) == ("UPDATE", "SUCCEEDED")
    sets = meta.live()["adsets"]
    assert len(sets) == 53
    for there in sets:
        assert there["targeting"]["geo_locations"] == {"countries": ["US"]} and there["end_time"]
    # A change of any of them on the platform is detected.
    last = max(sets, key=lambda there: there["id"])
    aim = dict(last["targeting"], geo_locations={"countries": ["JP"]})
    meta.edit(last["id"], {"targeting": aim})
    meta.api.patch(path, {"locations": [{"code": "CA"}]})
    run = push(meta.api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == "DRIFTED"
    countries = [t["targeting"]["geo_locations"]["countries"] for t in meta.live()["adsets"]]
    assert sorted(countries) == [["JP"]] + [["US"]] * 52


def test_a_spread_of_two_batches_whose_connection_is_cut(meta):
    tree = meta.tree(groups=53, ads=0)
    push(meta.api)
    path = "/campaigns/" + tree["campaigns"][0]["id"]
    meta.api.patch(path, {"locations": [{"code": "US"}], "name": "Summer"})
    meta.fault({"type": "accept_then_cut"}, "adset.update")
    push(meta.api, expect=None)
    settle(meta)
    live = meta.live()
    assert [there["name"] for there in live["campaigns"]] == ["Summer"]
    assert len(live["adsets"]) == 53
    assert meta.api.get(path).data["syncState"] == "SYNCED"
    for there in live["adsets"]:
        assert there["targeting"]["geo_locations"] == {"countries": ["US"]}


def test_one_of_a_batch_is_refused_alone(meta):
    campaign = meta.campaign()
    good, bad = meta.group(campaign), meta.group(campaign, name="Goalless")
    meta.api.patch("/ad-groups/" + bad["id"], {"targeting": {"interests": ["1"]}})
    run = push(meta.api, expect="PARTIAL")
    ends = {op["id"]: op for op in run["operations"]}
    assert ends[good["id"]]["status"] == "SUCCEEDED"
    assert ends[bad["id"]]["error"]["platformCode"] == "100/1487694"
    assert ends[bad["id"]]["error"]["retryable"] is False


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"languages": ["tlh"]}, "UNKNOWN_LANGUAGE"),
        ({"locations": [{"code": "12345"}]}, "UNKNOWN_LOCATION"),
    ],
)
def test_what_cannot_be_said_there_is_refused_here(meta, fields, code):
    meta.campaign(**fields)
    run = push(meta.api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == code


def test_the_token_that_was_given_last_is_kept(meta):
    """The token expires 60 days after its issue. Regular pushes renew it in time."""
    tree = meta.tree(groups=1, ads=0)
    push(meta.api)
    space = meta.api.get("/spaces").data[0]["id"]
    where = "platform = 'meta' AND environment = 'test' AND space_id = '%s'" % space
    kept = set()
    for name in ("One", "Two", "Three"):
        kept.add(meta.server.sql("SELECT credentials FROM connections WHERE " + where)[0][0])
        meta.box.control("POST", "clock", {"advanceSeconds": 40 * 86400})
        meta.api.patch("/campaigns/" + tree["campaigns"][0]["id"], {"name": name})
        push(meta.api)
    assert len(kept) == 3
    meta.box.control("POST", "clock", {"advanceSeconds": 61 * 86400})
    meta.api.patch("/campaigns/" + tree["campaigns"][0]["id"], {"name": "Four"})
    run = push(meta.api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == "CONNECTION_EXPIRED"
    assert meta.live()["campaigns"][0]["name"] == "Three"
