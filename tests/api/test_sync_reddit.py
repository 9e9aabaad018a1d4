"""Pushes to Reddit: each draft exists there once, despite failures of the platform."""

import pytest

from adcore_make import finish, older_twin, preview, push, start_push
from adcore_reddit import RedditDesk
from adcore_tools import Tools


@pytest.fixture
def reddit(server):
    desk = RedditDesk(server)
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def remote(desk, path, draft):
    return desk.api.get("%s/%s" % (path, draft["id"])).data["remote"]["id"]


def test_what_was_promised_stands_there(reddit):
    campaign = reddit.campaign(
        budget=31.5,
        startDate="2027-03-01",
        endDate="2027-03-31",
        bidding={"strategy": "MAXIMIZE_CLICKS", "maxCpc": 0.75},
        locations=[{"code": "US"}, {"code": "US-CA", "excluded": True}],
        languages=["en", "de-AT"],
    )
    group = reddit.group(
        campaign,
        targeting={
            "communities": ["pcgaming"],
            "interests": ["gaming"],
            "genders": ["FEMALE"],
            "devices": ["MOBILE"],
            "placements": ["FEED"],
        },
    )
    ad = reddit.ad(group)
    word = reddit.keyword(group)
    negative = reddit.keyword(group, negative=True)
    run = push(reddit.api)
    assert all(op["remoteId"] for op in run["operations"]), run
    live = reddit.live()
    [there] = live["campaigns"]
    assert there["goal_type"] == "DAILY_SPEND" and there["goal_value"] == 31500000
    assert there["is_campaign_budget_optimization"] is True
    assert (there["bid_strategy"], there["bid_value"]) == ("MAXIMIZE_VOLUME", 750000)
    assert there["objective"] == "CLICKS" and there["configured_status"] == "PAUSED"
    assert there["start_time"] == "2027-03-01T00:00:00Z"
    assert there["end_time"] == "2027-03-31T23:59:59Z"
    assert there["conversion_pixel_id"] == reddit.customer
    [there] = live["ad_groups"]
    targeting = there["targeting"]
    assert targeting["geolocations"] == ["US"]
    assert targeting["excluded_geolocations"] == ["US-CA"]
    assert targeting["languages"] == ["EN", "DE"]
    assert targeting["communities"] == ["pcgaming"] and targeting["gender"] == "FEMALE"
    assert targeting["devices"] == [{"type": "MOBILE"}] and targeting["locations"] == ["FEED"]
    assert targeting["excluded_keywords"] == [negative["text"]]
    # A paused keyword is left out, because Reddit has no paused keywords.
    assert targeting["keywords"] == []
    [there] = live["ads"]
    assert there["click_url"] == ad["finalUrl"] and there["name"] == ad["headlines"][0]
    [post] = live["posts"]
    assert (post["headline"], post["body"]) == (ad["headlines"][0], ad["primaryText"])
    for path, draft in (
        ("/campaigns", campaign),
        ("/ad-groups", group),
        ("/ads", ad),
        ("/keywords", word),
        ("/keywords", negative),
    ):
        assert reddit.api.get("%s/%s" % (path, draft["id"])).data["syncState"] == "SYNCED"
    assert preview(reddit.api)["operations"] == []


def test_changes_pauses_and_removals(reddit):
    tree = reddit.tree()
    push(reddit.api)
    campaign, group, ad = tree["campaign"], tree["groups"][0], tree["ads"][0]
    reddit.api.patch(
        "/campaigns/" + campaign["id"],
        {"budget": 25, "name": "New name", "locations": [{"code": "DE"}]},
    )
    reddit.api.patch("/ad-groups/" + group["id"], {"targeting": {"communities": ["aww"]}})
    reddit.api.patch("/ads/" + ad["id"], {"headlines": ["Other bread"]})
    warned = [w for w in preview(reddit.api)["warnings"] if w["code"] == "REVIEW_RESETS"]
    assert [w["id"] for w in warned] == [ad["id"]]
    push(reddit.api)
    live = reddit.live()
    [there] = live["campaigns"]
    assert (there["goal_value"], there["name"]) == (25000000, "New name")
    assert [g["targeting"]["geolocations"] for g in live["ad_groups"]] == [["DE"], ["DE"]]
    changed = [g for g in live["ad_groups"] if g["id"] == remote(reddit, "/ad-groups", group)]
    assert changed[0]["targeting"]["communities"] == ["aww"]
    assert changed[0]["targeting"]["excluded_keywords"] == [tree["keywords"][1]["text"]]
    assert len(live["ads"]) == 2
    posts = {post["id"]: post["headline"] for post in live["posts"]}
    heads = {each["id"]: posts[each["post_id"]] for each in live["ads"]}
    assert heads[remote(reddit, "/ads", ad)] == "Other bread"
    reddit.api.delete("/keywords/" + tree["keywords"][1]["id"])
    reddit.api.delete("/ads/" + ad["id"])
    push(reddit.api)
    live = reddit.live()
    assert len(live["ads"]) == 1
    words = [g["targeting"]["excluded_keywords"] for g in live["ad_groups"]]
    assert sorted(words) == sorted([[], [tree["keywords"][3]["text"]]])
    reddit.api.delete("/campaigns/" + campaign["id"])
    push(reddit.api)
    live = reddit.live()
    assert live["campaigns"] == live["ad_groups"] == live["ads"] == []
    assert reddit.api.get("/campaigns/" + campaign["id"]).data["syncState"] == "REMOVED"


def test_what_is_enabled_goes_live_when_asked_to(reddit):
    tree = reddit.tree(status="ENABLED")
    for path, kind in (("/ad-groups/", "groups"), ("/ads/", "ads")):
        for each in tree[kind]:
            reddit.api.patch(path + each["id"], {"status": "ENABLED"})
    word = tree["keywords"][0]
    reddit.api.patch("/keywords/" + word["id"], {"status": "ENABLED"})
    push(reddit.api)
    live = reddit.live()
    assert {each["configured_status"] for kind in ("campaigns", "ad_groups", "ads")
            for each in live[kind]} == {"PAUSED"}
    push(reddit.api, activate=True)
    live = reddit.live()
    assert {each["configured_status"] for kind in ("campaigns", "ad_groups", "ads")
            for each in live[kind]} == {"ACTIVE"}
    assert [w for g in live["ad_groups"] for w in g["targeting"]["keywords"]] == [word["text"]]
    reddit.api.patch("/campaigns/" + tree["campaign"]["id"], {"status": "PAUSED"})
    reddit.api.patch("/keywords/" + word["id"], {"status": "PAUSED"})
    push(reddit.api)
    live = reddit.live()
    assert live["campaigns"][0]["configured_status"] == "PAUSED"
    assert [w for g in live["ad_groups"] for w in g["targeting"]["keywords"]] == []


def test_what_others_set_in_a_targeting_stays(reddit):
    tree = reddit.tree()
    push(reddit.api)
    group = remote(reddit, "/ad-groups", tree["groups"][0])
    there = [g for g in reddit.live()["ad_groups"] if g["id"] == group][0]
    words = there["targeting"]["excluded_keywords"] + ["theirs"]
    reddit.edit(
        "ad_groups",
        group,
        {"targeting": {"carriers": ["VERIZON_US"], "excluded_keywords": words}},
    )
    reddit.api.patch("/campaigns/" + tree["campaign"]["id"], {"locations": [{"code": "FR"}]})
    reddit.api.patch("/keywords/" + tree["keywords"][0]["id"], {"status": "ENABLED"})
    push(reddit.api, activate=True)
    there = [g for g in reddit.live()["ad_groups"] if g["id"] == group][0]
    assert there["targeting"]["carriers"] == ["VERIZON_US"]
    assert sorted(there["targeting"]["excluded_keywords"]) == sorted(words)
    assert there["targeting"]["keywords"] == [tree["keywords"][0]["text"]]
    assert there["targeting"]["geolocations"] == ["FR"]


@pytest.mark.parametrize(
    "path, kind, collection, there, ours",
    [
        ("/campaigns", "campaign", "campaigns", {"goal_value": 44000000}, {"budget": 21}),
        ("/ad-groups", "groups", "ad_groups", {"name": "Theirs"}, {"name": "Ours"}),
        (
            "/ads",
            "ads",
            "ads",
            {"click_url": "https://theirs.example/"},
            {"finalUrl": "https://ours.example/"},
        ),
    ],
)
def test_what_was_changed_there_is_not_written_over(reddit, path, kind, collection, there, ours):
    tree = reddit.tree()
    push(reddit.api)
    draft = tree[kind] if kind == "campaign" else tree[kind][0]
    reddit.edit(collection, remote(reddit, path, draft), there)
    reddit.api.patch("%s/%s" % (path, draft["id"]), ours)
    run = push(reddit.api, expect=None)
    [operation] = run["operations"]
    assert operation["status"] == "FAILED" and operation["error"]["code"] == "DRIFTED"
    [name] = there
    live = [e for e in reddit.live()[collection] if e["id"] == operation["remoteId"]][0]
    assert live[name] == there[name]


def test_a_keyword_that_they_took_out_is_removed(reddit):
    tree = reddit.tree()
    reddit.api.patch("/keywords/" + tree["keywords"][0]["id"], {"status": "ENABLED"})
    push(reddit.api, activate=True)
    group = remote(reddit, "/ad-groups", tree["groups"][0])
    reddit.edit("ad_groups", group, {"targeting": {"keywords": []}})
    reddit.api.delete("/keywords/" + tree["keywords"][0]["id"])
    end = reddit.box.log_end()
    push(reddit.api)
    assert reddit.box.mutates(end) == [], "there is nothing to send"
    gone = reddit.api.get("/keywords/" + tree["keywords"][0]["id"]).data
    assert gone["syncState"] == "REMOVED"


def test_one_keyword_is_one_drafts(reddit):
    campaign = reddit.campaign()
    group = reddit.group(campaign)
    first = reddit.keyword(group, text="rye bread")
    push(reddit.api)
    other = reddit.keyword(group, text="other")
    second = older_twin(reddit.server, other, "Rye bread")
    run = push(reddit.api, expect=None)
    assert run["operations"][0]["error"]["code"] == "ALREADY_EXISTS", run
    assert reddit.api.get("/keywords/" + second["id"]).data["remote"]["id"] is None
    assert reddit.api.get("/keywords/" + first["id"]).data["syncState"] == "SYNCED"
    third = reddit.keyword(group, text="stale", negative=True)
    fourth = reddit.keyword(group, text="other", negative=True)
    older_twin(reddit.server, fourth, "stale")
    run = push(reddit.api, expect=None)
    ends = {op["id"]: op["status"] for op in run["operations"]}
    assert sorted([ends[third["id"]], ends[fourth["id"]]]) == ["FAILED", "SUCCEEDED"]
    assert reddit.live()["ad_groups"][0]["targeting"]["excluded_keywords"] == ["stale"]


def test_through_the_connector(reddit):
    tools = Tools(reddit.api)
    made = tools.call(
        "create_campaign",
        name="Forum by tools",
        type="SOCIAL",
        platform="reddit",
        budget=12,
        adGroups=[
            {
                "name": "Everybody",
                "ads": [
                    {
                        "type": "POST",
                        "finalUrl": "https://bakery.example/",
                        "headlines": ["Bread for all"],
                        "primaryText": "Every morning.",
                    }
                ],
            }
        ],
    )
    plan = tools.call("preview_sync", campaignIds=[made["campaign"]["id"]])["plan"]
    run = tools.call("push_sync", campaignIds=[made["campaign"]["id"]], planHash=plan["planHash"])
    finish(reddit.api, run["run"]["id"])
    live = reddit.live()
    assert [c["goal_value"] for c in live["campaigns"]] == [12000000]
    assert [p["headline"] for p in live["posts"]] == ["Bread for all"]
    assert [a["configured_status"] for a in live["ads"]] == ["PAUSED"]


def test_what_cannot_be_pushed_is_refused_with_the_reason(reddit):
    campaign = reddit.campaign(
        objective="AWARENESS", bidding={"strategy": "MAXIMIZE_CLICKS", "maxCpc": 2}
    )
    run = push(reddit.api, expect=None)
    assert run["operations"][0]["error"]["code"] == "UNSUPPORTED_ON_PLATFORM"
    assert "impressions" in run["operations"][0]["error"]["message"]
    reddit.api.patch("/campaigns/" + campaign["id"], {"bidding": None})
    push(reddit.api)
    group = reddit.group(campaign)
    ad = reddit.ad(group, type="IMAGE")
    run = push(reddit.api, expect=None)
    assert [op["status"] for op in run["operations"]] == ["SUCCEEDED", "FAILED"]
    assert reddit.live()["ads"] == [] and reddit.live()["posts"] == []
    assert reddit.api.get("/ads/" + ad["id"]).data["syncState"] == "FAILED"


def test_a_review_is_read_back(reddit):
    campaign = reddit.campaign()
    group = reddit.group(campaign)
    ad = reddit.ad(group, headlines=["REJECT:ALCOHOL wine"])
    push(reddit.api)
    reddit.box.control("POST", "clock", {"advanceSeconds": 301})
    reddit.api.patch("/ads/" + ad["id"], {"finalUrl": "https://bakery.example/other"})
    push(reddit.api)
    rows = reddit.api.get("/reports/disapprovals").data
    assert [(row["id"], row["reviewStatus"]) for row in rows] == [(ad["id"], "REJECTED")]
    assert rows[0]["reasons"][0]["code"] == "ALCOHOL"


# --- a platform that fails ------------------------------------------------------------------------

def test_a_version_that_is_no_more(reddit):
    reddit.campaign()
    reddit.fault({"type": "status", "status": 410}, operation="campaign.create")
    run = finish(reddit.api, start_push(reddit.api)["id"])
    assert run["operations"][0]["error"]["code"] == "VERSION_SUNSET"
    assert reddit.live()["campaigns"] == []
