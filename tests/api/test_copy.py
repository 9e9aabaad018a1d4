"""POST /campaigns/:id/copy: the tree as new drafts, here or on another platform, with a report."""

import pytest

from adcore_make import (
    keyword_body,
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    make_tree,
    missing_id,
    push,
)
from adcore_server import ALL_SCOPES

KINDS = ("/ad-groups", "/ads", "/keywords")
OWN = (
    "id campaignId adGroupId createdAt updatedAt version syncState remote status platform source"
).split()


def copy(api, campaign, expect=201, body=None, **options):
    return api.post("/campaigns/%s/copy" % campaign, body or {}, expect=expect, **options)


def tree_of(api, campaign_id):
    """Everything below a campaign, without ids and other values of the single object."""

    def bare(each):
        return {name: value for name, value in each.items() if name not in OWN}

    groups = api.get("/ad-groups", query={"campaignId": campaign_id, "order": "asc"}).data
    found = {"negatives": [], "groups": []}
    negatives = api.get("/keywords", query={"campaignId": campaign_id, "order": "asc"}).data
    found["negatives"] = [bare(each) for each in negatives]
    for group in groups:
        query = {"adGroupId": group["id"], "order": "asc", "limit": 200}
        found["groups"].append(
            (
                bare(group),
                [bare(each) for each in api.get("/ads", query=query).data],
                [bare(each) for each in api.get("/keywords", query=query).data],
            )
        )
    return found


def lines(resp):
    return {(line["resource"], line["path"], line["code"]) for line in resp.data["report"]}


def bakery(api, **fields):
    tree = make_tree(api, groups=2, ads=1, keywords=3, **fields)
    api.post(
        "/keywords",
        {
            "campaignId": tree["campaign"]["id"],
            "text": "free",
            "matchType": "PHRASE",
            "negative": True,
        },
    )
    return tree


def test_a_copy_on_the_same_platform_is_whole(api):
    tree = bakery(api, labels=["autumn"], locations=[{"code": "DE", "excluded": False}])
    source = tree["campaign"]
    for each in [source] + tree["groups"]:
        pass
    api.patch("/campaigns/" + source["id"], {"status": "ENABLED"})
    resp = copy(api, source["id"])
    made = resp.data["campaign"]
    assert resp.data["report"] == [] and resp.data["notCarried"] == 0
    assert resp.data["copied"] == {"adGroups": 2, "ads": 2, "keywords": 7}
    assert resp.headers["location"].endswith("/campaigns/" + made["id"])
    assert made["id"] != source["id"] and made["name"] == source["name"] + " (copy)"
    assert api.get("/campaigns/" + made["id"]).data == made
    assert made["status"] == "PAUSED" and made["syncState"] == "STAGED" and made["version"] == 1
    for name in ("budget", "type", "platform", "labels", "locations", "bidding"):
        assert made[name] == source[name], name
    assert tree_of(api, made["id"]) == tree_of(api, source["id"])
    for path in KINDS:
        copies = [e for e in api.get(path, query={"limit": 200}).data if e["status"] == "ENABLED"]
        assert copies == []


def test_a_copy_of_what_is_live_is_a_draft(desk):
    api = desk.api
    tree = bakery(api)
    push(api, activate=False)
    before = len(desk.live().campaigns)
    made = copy(api, tree["campaign"]["id"], body={"name": "Second"}).data["campaign"]
    assert made["syncState"] == "STAGED" and made["remote"]["id"] is None
    assert made["name"] == "Second"
    assert len(desk.live().campaigns) == before
    push(api)
    assert len(desk.live().campaigns) == before + 1


def test_from_google_to_microsoft(api):
    tree = make_tree(
        api,
        groups=1,
        ads=1,
        keywords=1,
        platformOptions={"networks": ["SEARCH", "SEARCH_PARTNERS"], "geoMode": "PRESENCE"},
        languages=["de", "xh"],
    )
    group = tree["groups"][0]["id"]
    make_keyword(api, group, text="cheap", matchType="BROAD", negative=True)
    low = make_keyword(api, group, text="rye", cpcBid=0.01)
    resp = copy(api, tree["campaign"]["id"], body={"platform": "microsoft"})
    made = resp.data["campaign"]
    assert made["platform"] == "microsoft" and made["name"] == tree["campaign"]["name"]
    assert made["platformOptions"] == {"geoMode": "PRESENCE"} and made["languages"] == ["de"]
    assert lines(resp) == {
        ("campaign", "platformOptions.networks", "UNKNOWN_FIELD"),
        ("campaign", "languages[1]", "UNSUPPORTED_ON_PLATFORM"),
        ("keyword", "matchType", "UNSUPPORTED_ON_PLATFORM"),
        ("keyword", "cpcBid", "TOO_SMALL"),
    }
    assert resp.data["copied"] == {"adGroups": 1, "ads": 1, "keywords": 2}
    assert low["id"] in {line["id"] for line in resp.data["report"]}
    for line in resp.data["report"]:
        assert line["message"]
    words = api.get("/keywords", query={"platform": "microsoft"}).data
    assert {each["text"] for each in words} == {tree["keywords"][0]["text"], "rye"}
    assert {each["cpcBid"] for each in words} == {None}
    back = copy(api, made["id"], body={"platform": "google", "name": "And back"})
    assert back.data["report"] == [] and back.data["campaign"]["platform"] == "google"


def test_search_does_not_go_to_social_platforms(api):
    tree = bakery(api)
    for platform in ("meta", "reddit"):
        resp = copy(api, tree["campaign"]["id"], body={"platform": platform}, expect=400)
        fault = resp.fault("platform", "UNSUPPORTED_ON_PLATFORM")
        assert "SEARCH" in fault["message"] and platform in fault["message"]
    assert api.get("/campaigns").meta["total"] == 1


def test_from_reddit_to_meta(api):
    campaign = make_campaign(
        api,
        type="SOCIAL",
        platform="reddit",
        locations=[{"code": "US", "excluded": False}, {"code": "US-VA", "excluded": True}],
        bidding={"strategy": "TARGET_CPA", "targetCpa": 5},
    )
    group = make_ad_group(
        api,
        campaign["id"],
        targeting={"communities": ["breadit"], "interests": ["food"], "placements": ["FEED"]},
    )
    words = make_keyword(api, group["id"], matchType="BROAD")
    post = {"type": "POST", "headlines": ["Fresh bread"], "descriptions": []}
    make_ad(api, group["id"], **post)
    resp = copy(api, campaign["id"], body={"platform": "meta"})
    made = resp.data["campaign"]
    assert made["platform"] == "meta" and made["bidding"]["targetCpa"] == 5
    assert made["locations"] == [{"code": "US", "excluded": False}]
    assert lines(resp) == {
        ("campaign", "locations[1].code", "UNKNOWN_VALUE"),
        ("adGroup", "targeting.communities[0]", "OTHER_PLATFORM"),
        ("adGroup", "targeting.interests[0]", "OTHER_PLATFORM"),
        ("adGroup", "targeting.placements[0]", "OTHER_PLATFORM"),
        ("ad", "type", "UNSUPPORTED_ON_PLATFORM"),
        ("keyword", "adGroupId", "UNSUPPORTED_ON_PLATFORM"),
    }
    assert resp.data["copied"] == {"adGroups": 1, "ads": 0, "keywords": 0}
    assert words["id"] in {line["id"] for line in resp.data["report"]}
    [copied] = api.get("/ad-groups", query={"campaignId": made["id"]}).data
    assert copied["targeting"]["interests"] == []


def test_bidding_that_is_not_known_there_falls_to_the_default(api):
    source = make_campaign(
        api,
        type="SOCIAL",
        platform="meta",
        bidding={"strategy": "TARGET_ROAS", "targetRoas": 2},
    )
    resp = copy(api, source["id"], body={"platform": "reddit"})
    assert resp.data["campaign"]["bidding"] is None
    assert lines(resp) == {("campaign", "bidding.strategy", "UNSUPPORTED_ON_PLATFORM")}


def test_names_stay_unique(api):
    source = make_campaign(api, name="Rye")
    copy(api, source["id"])
    copy(api, source["id"], expect=400).fault("name", "DUPLICATE_NAME")
    copy(api, source["id"], body={"name": "Rye"}, expect=400).fault("name", "DUPLICATE_NAME")
    copy(api, source["id"], body={"name": "Rye 2"})
    assert api.get("/campaigns").meta["total"] == 3


@pytest.mark.parametrize(
    "body,path",
    [
        ({"platform": "bing"}, "platform"),
        ({"platform": 5}, "platform"),
        ({"name": ""}, "name"),
        ({"name": "x" * 129}, "name"),
        ({"budget": 5}, "budget"),
        ({"id": "x"}, "id"),
    ],
)
def test_what_it_takes(shared, body, path):
    source = make_campaign(shared)
    copy(shared, source["id"], body=body, expect=400).fault(path)


def test_guardrails_hold(api, server):
    source = make_campaign(api, budget=99)
    copy(api, source["id"])
    assert api.get("/campaigns").meta["total"] == 2


def test_what_is_not_there(server, api):
    source = make_campaign(api)
    copy(api, missing_id(source["id"]), expect=404)
    copy(api, make_ad_group(api, source["id"])["id"], expect=404)
    copy(server.account().client(), source["id"], expect=404)


def test_what_is_on_its_way_out(desk):
    api = desk.api
    tree = bakery(api)
    push(api)
    api.delete("/ad-groups/" + tree["groups"][0]["id"])
    resp = copy(api, tree["campaign"]["id"])
    assert resp.data["copied"] == {"adGroups": 1, "ads": 1, "keywords": 4}
    api.delete("/campaigns/" + tree["campaign"]["id"])
    copy(api, tree["campaign"]["id"], expect=409)


def test_scopes_of_what_it_holds(server, account):
    api = account.client()
    bare = make_campaign(api)
    tree = bakery(api)
    only = account.client(["campaigns:read", "campaigns:write"])
    copy(only, bare["id"])
    resp = copy(only, tree["campaign"]["id"], expect=403)
    assert set(resp.details["required"]) == {
        "ads:read",
        "ads:write",
        "keywords:read",
        "keywords:write",
    }
    reader = account.client([each for each in ALL_SCOPES if each != "campaigns:write"])
    assert copy(reader, bare["id"], expect=403).details["required"] == ["campaigns:write"]


def test_idempotency_and_checks_only(api):
    tree = bakery(api)
    source = tree["campaign"]["id"]
    checked = copy(api, source, query={"validateOnly": True}, expect=200)
    assert checked.data["campaign"]["id"] is None and checked.meta["validateOnly"] is True
    assert checked.data["copied"] == {"adGroups": 2, "ads": 2, "keywords": 7}
    assert api.get("/campaigns").meta["total"] == 1
    key = {"Idempotency-Key": "copy-1"}
    first = copy(api, source, headers=key)
    again = copy(api, source, headers=key)
    assert again.headers["idempotent-replayed"] == "true" and again.data == first.data
    assert again.headers["location"] == first.headers["location"]
    assert api.get("/campaigns").meta["total"] == 2
    copy(api, source, headers=key, body={"name": "Other"}, expect=409)
    copy(api, source, query={"dryRun": True}, expect=400).fault("dryRun")


def test_counts_are_exact_and_each_object_has_its_history(api):
    tree = bakery(api)
    before = {path: api.get(path).meta["total"] for path in KINDS}
    copy(api, tree["campaign"]["id"])
    after = {path: api.get(path).meta["total"] for path in KINDS}
    assert after == {"/ad-groups": 4, "/ads": 4, "/keywords": before["/keywords"] + 7}
    for path in KINDS:
        assert len(api.walk(path)) == after[path]


def test_at_most_five_thousand_objects(api):
    campaign = make_campaign(api)["id"]
    group = make_ad_group(api, campaign)["id"]

    def add(count):
        operations = [
            {"method": "POST", "body": keyword_body(group, matchType="EXACT")}
            for _ in range(count)
        ]
        api.post("/keywords/batch", {"operations": operations, "atomic": True}, expect=200)

    for count in (1000, 1000, 1000, 1000, 998):
        add(count)
    resp = copy(api, campaign)
    assert resp.data["copied"] == {"adGroups": 1, "ads": 0, "keywords": 4998}
    add(1)
    copy(api, campaign, expect=400).fault("id", "TOO_MANY", limit=5000)


# --- ids of a platform's own --------------------------------------------------------------------


def codes(campaign):
    return [place["code"] for place in campaign["locations"]]


def places(*names):
    return {"locations": [{"code": name} for name in names]}


@pytest.mark.parametrize(
    "here, there, given, kept, lost",
    [
        ("google", "microsoft", ["2276", "FR"], ["DE", "FR"], []),
        ("microsoft", "google", ["190", "72"], None, []),
        ("google", "microsoft", ["1023191", "FR"], ["FR"], ["locations[0].code"]),
        ("google", "microsoft", ["190"], [], ["locations[0].code"]),
        ("reddit", "meta", ["US-VA"], [], ["locations[0].code"]),
    ],
)
def test_geo_ids_are_translated_or_left_out(shared, here, there, given, kept, lost):
    """The same location id is a different country on another platform."""
    kind = "SOCIAL" if here == "reddit" else "SEARCH"
    source = make_campaign(shared, platform=here, type=kind, **places(*given))
    done = copy(shared, source["id"], body={"platform": there}).data
    made = done["campaign"]
    path = "/campaigns/" + made["id"]
    assert all(code.isalpha() for code in codes(made))
    assert kept is None or codes(made) == kept
    assert [line["path"] for line in done["report"]] == lost
    assert made["targetingLost"] == bool(lost)
    if not lost:
        shared.patch(path, {"status": "ENABLED"})
        return
    again = copy(shared, made["id"]).data["campaign"]
    assert again["targetingLost"], "a copy of the copy has lost the same"
    refused = shared.refuse("PATCH", path, {"status": "ENABLED"})
    assert [(f["path"], f["code"]) for f in refused.details["fields"]] == [("locations", "REQUIRED")]
    done = shared.patch(path, {"status": "ENABLED", **places("JP")}).data
    assert (done["status"], done["targetingLost"]) == ("ENABLED", False)


def test_a_draft_that_changes_its_platform_keeps_no_geo_id(shared):
    moved = make_campaign(shared, platform="google", **places("2276", "FR"))
    done = shared.patch("/campaigns/" + moved["id"], {"platform": "microsoft"}).data
    assert codes(done) == ["DE", "FR"]
    path = "/campaigns/" + make_campaign(shared, platform="google", **places("DE", "1023191"))["id"]
    refused = shared.refuse("PATCH", path, {"platform": "microsoft"})
    assert [(f["path"], f["code"]) for f in refused.details["fields"]] == [
        ("locations[1].code", "OTHER_PLATFORM")
    ]
    assert shared.get(path).data["platform"] == "google"
    done = shared.patch(path, {"platform": "microsoft", **places("DE")}).data
    assert (done["platform"], codes(done)) == ("microsoft", ["DE"])


def test_audiences_do_not_go_to_another_platform(shared):
    source = make_campaign(shared, platform="meta", type="SOCIAL")
    targeting = {"interests": ["6003139266461"], "ageMin": 25}
    make_ad_group(shared, source["id"], targeting=targeting)
    done = copy(shared, source["id"], body={"platform": "reddit"}).data
    assert ("OTHER_PLATFORM", "targeting.interests[0]") in [
        (line["code"], line["path"]) for line in done["report"]
    ]
    [group] = shared.get("/ad-groups", query={"campaignId": done["campaign"]["id"]}).data
    assert group["targeting"]["interests"] == [] and group["targetingLost"]
    refused = shared.refuse("PATCH", "/ad-groups/" + group["id"], {"status": "ENABLED"})
    assert [f["path"] for f in refused.details["fields"]] == ["targeting"]
    body = {"status": "ENABLED", "targeting": {"communities": ["breadit"]}}
    assert shared.patch("/ad-groups/" + group["id"], body).data["targetingLost"] is False
    # A copy on the same platform is complete.
    same = copy(shared, source["id"]).data
    [group] = shared.get("/ad-groups", query={"campaignId": same["campaign"]["id"]}).data
    assert group["targeting"]["interests"] == ["6003139266461"] and not group["targetingLost"]
