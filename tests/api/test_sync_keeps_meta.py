"""A push to Meta replaces only what changed: the parts of targeting, options and creatives that
adcore does not have, or that did not change, stay as they are on the platform."""

import pytest

import adcore_media as media
from adcore_make import make_asset, preview, push
from adcore_pulls import MetaPulls, pull, remote, stranger

PIN = {"latitude": 37.98, "longitude": 23.73, "radius": 10, "distance_unit": "kilometer"}


@pytest.fixture
def meta(server):
    return MetaPulls(server)


def adset(meta, node):
    [found] = [one for one in meta.live()["adsets"] if one["id"] == node]
    return found


def targeting(meta, node):
    return adset(meta, node)["targeting"]


def aim(meta, node, **geo):
    """Replaces the locations of an ad set in Meta's own user interface."""
    was = targeting(meta, node)["geo_locations"]
    meta.edit(node, {"targeting": {"geo_locations": {**dict.fromkeys(was), **geo}}})


def pulled(meta):
    """The client of another Space that pulled the account, and its only campaign."""
    api = stranger(meta)
    pull(meta, api)
    [campaign] = api.get("/campaigns").data
    return api, campaign


def warning_of(api, code):
    return [one for one in preview(api)["warnings"] if one["code"] == code]


def aimed_by_pins(meta):
    tree = meta.tree(locations=[{"code": "US"}])
    push(meta.api)
    nodes = [remote(meta, "/ad-groups", group) for group in tree["groups"]]
    for node in nodes:
        aim(meta, node, custom_locations=[PIN], location_types=["home"])
    api, campaign = pulled(meta)
    return nodes, api, campaign


def test_languages_leave_pins_as_they_are(meta):
    nodes, api, campaign = aimed_by_pins(meta)
    [place] = campaign["locations"]
    assert place["code"].startswith("pin:") and place["excluded"] is False
    api.patch("/campaigns/" + campaign["id"], {"languages": ["el"]})
    [operation] = preview(api)["operations"]
    assert [change["field"] for change in operation["changes"]] == ["languages"]
    push(api)
    for node in nodes:
        there = targeting(meta, node)
        assert there["geo_locations"] == {"custom_locations": [PIN], "location_types": ["home"]}
        assert there["locales"] == [39]


def test_a_pin_that_moves_is_drift_of_the_locations(meta):
    nodes, api, campaign = aimed_by_pins(meta)
    path = "/campaigns/" + campaign["id"]
    api.patch(path, {"locations": [{"code": "DE"}]})
    for node in nodes:
        aim(meta, node, custom_locations=[{**PIN, "radius": 20}])
    run = push(api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == "DRIFTED"
    assert targeting(meta, nodes[0])["geo_locations"]["custom_locations"][0]["radius"] == 20


def test_a_pin_is_replaced_only_by_countries(meta):
    nodes, api, campaign = aimed_by_pins(meta)
    path = "/campaigns/" + campaign["id"]
    more = campaign["locations"] + [{"code": "DE"}]
    api.patch(path, {"locations": more}, expect=400).fault("locations[0].code", "UNKNOWN_VALUE")
    api.patch(path, {"locations": [{"code": "DE"}]})
    push(api)
    for node in nodes:
        there = targeting(meta, node)["geo_locations"]
        assert there == {"countries": ["DE"], "location_types": ["home"]}


def test_each_ad_set_keeps_its_own_locations(meta):
    tree = meta.tree(locations=[{"code": "US"}])
    push(meta.api)
    one, two = [remote(meta, "/ad-groups", group) for group in tree["groups"]]
    aim(meta, two, countries=["DE"])
    api, campaign = pulled(meta)
    path = "/campaigns/" + campaign["id"]
    api.patch(path, {"languages": ["el"]})
    push(api)
    assert targeting(meta, one)["geo_locations"] == {"countries": ["US"]}
    assert targeting(meta, two)["geo_locations"] == {"countries": ["DE"]}
    assert targeting(meta, one)["locales"] == targeting(meta, two)["locales"] == [39]
    # A change of the field in which they differ overwrites neither of them unasked.
    api.patch(path, {"locations": [{"code": "FR"}]})
    run = push(api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == "DRIFTED"
    assert targeting(meta, one)["geo_locations"] == {"countries": ["US"]}
    # The way out: first the value of one of them, then any other.
    for code in ("US", "FR"):
        api.patch(path, {"locations": [{"code": code}]})
        push(api)
        for node in (one, two):
            assert targeting(meta, node)["geo_locations"] == {"countries": [code]}


def test_locations_leave_the_languages_of_each_ad_set(meta):
    tree = meta.tree(locations=[{"code": "US"}])
    push(meta.api)
    nodes = [remote(meta, "/ad-groups", group) for group in tree["groups"]]
    for node, locale in zip(nodes, (5, 6)):
        meta.edit(node, {"targeting": {"locales": [locale]}})
    meta.api.patch("/campaigns/" + tree["campaign"]["id"], {"locations": [{"code": "DE"}]})
    push(meta.api)
    assert [targeting(meta, node)["locales"] for node in nodes] == [[5], [6]]
    assert targeting(meta, nodes[0])["geo_locations"]["countries"] == ["DE"]


def test_a_narrower_ad_set_stays_narrow(meta):
    """Somebody narrowed one ad set, and no pull has shown it."""
    tree = meta.tree(locations=[{"code": "US"}])
    push(meta.api)
    node = remote(meta, "/ad-groups", tree["groups"][0])
    aim(meta, node, regions=[{"key": "3847"}])
    meta.api.patch("/campaigns/" + tree["campaign"]["id"], {"languages": ["en"]})
    push(meta.api)
    assert targeting(meta, node)["geo_locations"] == {"regions": [{"key": "3847"}]}


def foretold_group(api, code, **fields):
    """A new ad group that the preview warns of, and that the push does not send."""
    group = api.post("/ad-groups", {"name": "New", **fields}).data
    [warning] = warning_of(api, code)
    assert (warning["id"], warning["resource"]) == (group["id"], "adGroup")
    run = push(api, expect=None)
    [failed] = [one for one in run["operations"] if one["status"] == "FAILED"]
    assert (failed["id"], failed["error"]["message"]) == (group["id"], warning["message"])
    return warning


def test_no_new_ad_set_beside_pins(meta):
    nodes, api, campaign = aimed_by_pins(meta)
    warning = foretold_group(api, "UNKNOWN_LOCATION", campaignId=campaign["id"])
    assert "Create the ad set in Meta Ads Manager" in warning["message"]
    assert len(meta.live()["adsets"]) == len(nodes)
    # The way out: locations that a new ad set can have.
    api.patch("/campaigns/" + campaign["id"], {"locations": [{"code": "DE"}]})
    assert warning_of(api, "UNKNOWN_LOCATION") == []
    push(api)
    assert len(meta.live()["adsets"]) == len(nodes) + 1


def test_no_new_ad_set_where_no_location_is_known(meta):
    tree = meta.tree(locations=[{"code": "US"}])
    push(meta.api)
    for group in tree["groups"]:
        node = remote(meta, "/ad-groups", group)
        meta.edit(node, {"targeting": {"geo_locations": None, "custom_audiences": [{"id": "77"}]}})
    api, campaign = pulled(meta)
    assert campaign["locations"] == []
    warning = foretold_group(api, "UNSUPPORTED_ON_PLATFORM", campaignId=campaign["id"])
    assert "would show in all countries" in warning["message"]
    assert len(meta.live()["adsets"]) == 2
    # A campaign of ours may show everywhere.
    mine = meta.campaign(name="Everywhere", locations=[])
    meta.group(mine)
    push(meta.api)
    assert len(meta.live()["adsets"]) == 3


def test_an_option_that_the_ad_set_lacks_is_sent(meta):
    tree = meta.tree()
    push(meta.api)
    node = remote(meta, "/ad-groups", tree["groups"][0])
    meta.edit(node, {"destination_type": None})
    api, _ = pulled(meta)
    [group] = [one for one in api.get("/ad-groups").data if one["remote"]["id"] == node]
    path = "/ad-groups/" + group["id"]
    api.patch(path, {"platformOptions": {"destinationType": "WEBSITE"}})
    [done] = push(api)["operations"]
    assert done["status"] == "SUCCEEDED"
    assert adset(meta, node)["destination_type"] == "WEBSITE"


def test_an_option_that_is_set_is_not_cleared(meta):
    campaign = meta.campaign(platformOptions={"specialAdCategories": ["HOUSING"],
                                              "specialAdCategoryCountries": ["DE"]})
    group = meta.group(campaign, platformOptions={"dsaPayor": "Payer"})
    push(meta.api)
    for path, name in (
        ("/campaigns/" + campaign["id"], "specialAdCategories"),
        ("/ad-groups/" + group["id"], "dsaPayor"),
    ):
        for options in (None, {name: None}):
            refused = meta.api.patch(path, {"platformOptions": options}, expect=400)
            refused.fault("platformOptions." + name, "UNSUPPORTED_ON_PLATFORM")
    # An option that was never pushed may be dropped again.
    path = "/ad-groups/" + group["id"]
    meta.api.patch(path, {"platformOptions": {"destinationType": "WEBSITE"}})
    meta.api.patch(path, {"platformOptions": {"destinationType": None}})
    assert preview(meta.api)["operations"] == []


def test_a_revert_tells_that_an_option_stays(meta):
    tree = meta.tree()
    push(meta.api)
    group = tree["groups"][0]
    node, path = remote(meta, "/ad-groups", group), "/ad-groups/" + group["id"]
    change = {"name": "Renamed", "platformOptions": {"dsaPayor": "Other"}}
    meta.api.patch(path, change)
    run = push(meta.api)
    inverse = meta.api.post("/sync/%s/revert" % run["id"], expect=201).data
    [back] = inverse["operations"]
    assert (back["coverage"], back["reason"]) == ("PARTIAL", "UNSUPPORTED_ON_PLATFORM")
    push(meta.api)
    there = adset(meta, node)
    assert (there["name"], there["dsa_payor"]) == (group["name"], "Other")


def test_one_option_resets_no_other(meta):
    tree = meta.tree()
    push(meta.api)
    node = remote(meta, "/ad-groups", tree["groups"][0])
    specs = [{"behaviors": [{"id": "6002714895372", "name": "All travelers"}]}]
    meta.edit(
        node,
        {
            "optimization_goal": "REACH",
            "targeting": {
                "flexible_spec": specs,
                "targeting_automation": {"advantage_audience": 1, "shared_audiences": 1},
            },
        },
    )
    before = adset(meta, node)
    api, _ = pulled(meta)
    [group] = [one for one in api.get("/ad-groups").data if one["remote"]["id"] == node]
    path = "/ad-groups/" + group["id"]
    api.patch(path, {"platformOptions": {"dsaPayor": "Other"}})
    push(api)
    after = adset(meta, node)
    assert after["dsa_payor"] == "Other"
    for name in ("optimization_goal", "billing_event", "targeting", "dsa_beneficiary"):
        assert after[name] == before[name], name
    # The audience option alone leaves the rest of the automation.
    api.patch(path, {"platformOptions": {"advantageAudience": False}})
    push(api)
    now = targeting(meta, node)
    assert now["targeting_automation"] == {"advantage_audience": 0, "shared_audiences": 1}
    assert now["flexible_spec"] == specs


def test_the_countries_of_a_category_leave_the_category(meta):
    campaign = meta.campaign()
    push(meta.api)
    node = remote(meta, "/campaigns", campaign)
    change = {"special_ad_categories": ["HOUSING"], "special_ad_category_country": ["US"]}
    meta.edit(node, change)
    api, mine = pulled(meta)
    options = {"specialAdCategoryCountries": ["US", "CA"]}
    api.patch("/campaigns/" + mine["id"], {"platformOptions": options})
    push(api)
    [there] = meta.live()["campaigns"]
    assert there["special_ad_categories"] == ["HOUSING"]
    assert there["special_ad_category_country"] == ["US", "CA"]


LINK = {
    "link": "https://shop.example/form",
    "message": "Theirs",
    "name": "Their headline",
    "description": "Their text",
    "caption": "shop.example",
    "picture": "https://shop.example/a.png",
    "call_to_action": {"type": "SIGN_UP", "value": {"lead_gen_form_id": "4242"}},
}


def their_ad(meta, **creative):
    """An ad whose creative somebody else made, pulled into another Space."""
    tree = meta.tree()
    push(meta.api)
    node = remote(meta, "/ads", tree["ads"][0])
    [ad] = [one for one in meta.live()["ads"] if one["id"] == node]
    there = ad["creative"]["id"]
    story = {"page_id": "909090", "instagram_user_id": "171717", "link_data": LINK}
    meta.edit(there, {"object_story_spec": None})
    meta.edit(there, {"object_story_spec": story, "url_tags": "utm_source=them", **creative})
    api, _ = pulled(meta)
    [mine] = [one for one in api.get("/ads").data if one["remote"]["id"] == node]
    return node, api, "/ads/" + mine["id"]


def creative_of(meta, node):
    [ad] = [one for one in meta.live()["ads"] if one["id"] == node]
    [found] = [one for one in meta.live()["adcreatives"] if one["id"] == ad["creative"]["id"]]
    return found


def test_a_text_leaves_page_picture_and_lead_form(meta):
    features = {"text_optimizations": {"enroll_status": "OPT_OUT"}}
    node, api, path = their_ad(
        meta,
        degrees_of_freedom_spec={
            "creative_features_spec": {**features, "standard_enhancements": {"a": "b"}}
        },
    )
    api.patch(path, {"headlines": ["My headline"]})
    push(api)
    creative = creative_of(meta, node)
    assert creative["object_story_spec"] == {
        "page_id": "909090",
        "instagram_user_id": "171717",
        "link_data": {**LINK, "name": "My headline"},
    }
    assert creative["url_tags"] == "utm_source=them"
    assert creative["degrees_of_freedom_spec"] == {"creative_features_spec": features}
    # A button keeps the form that it opens.
    api.patch(path, {"callToAction": "APPLY_NOW", "primaryText": None})
    push(api)
    link = creative_of(meta, node)["object_story_spec"]["link_data"]
    form = {"lead_gen_form_id": "4242"}
    assert link["call_to_action"] == {"type": "APPLY_NOW", "value": form}
    assert "message" not in link and link["picture"] == LINK["picture"]


def test_a_creative_with_more_than_a_story_is_not_rewritten(meta):
    node, api, path = their_ad(meta, asset_feed_spec={"bodies": [{"text": "One"}]})
    before = creative_of(meta, node)
    api.patch(path, {"headlines": ["My headline"]})
    run = push(api, expect="FAILED")
    [failed] = run["operations"]
    assert failed["error"]["code"] == "UNSUPPORTED_ON_PLATFORM"
    assert "asset_feed_spec" in failed["error"]["message"]
    assert creative_of(meta, node) == before


def test_an_ads_own_picture_is_replaced_alone(meta):
    """A description that somebody changed meanwhile stays, although no pull has shown it."""
    node, api, path = their_ad(meta)
    [ad] = [one for one in meta.live()["ads"] if one["id"] == node]
    story = {"link_data": {"description": "Newer"}}
    meta.edit(ad["creative"]["id"], {"object_story_spec": story})
    api.patch(path, {"headlines": ["My headline"]})
    push(api)
    link = creative_of(meta, node)["object_story_spec"]["link_data"]
    assert (link["name"], link["description"]) == ("My headline", "Newer")


def test_a_text_of_a_pulled_video_ad_keeps_the_video(meta):
    """A pulled ad has no assets here; Meta returns its thumbnail in two forms, and accepts one."""
    film = make_asset(meta.api, media.mp4(), type="VIDEO", name="Oven")
    still = make_asset(meta.api, media.png(1200, 628), name="Loaf")
    group = meta.group(meta.campaign())
    meta.ad(group, type="VIDEO", assetIds=[film["id"], still["id"]])
    push(meta.api)
    [ad] = meta.live()["ads"]
    node, there = ad["id"], ad["creative"]["id"]
    more = {"image_url": "https://scontent.example/picture", "offer_id": "31"}
    meta.edit(there, {"object_story_spec": {"video_data": more}})
    before = creative_of(meta, node)["object_story_spec"]["video_data"]
    api, _ = pulled(meta)
    [mine] = api.get("/ads").data
    assert (mine["type"], mine["assetIds"]) == ("VIDEO", [])
    api.patch("/ads/" + mine["id"], {"headlines": ["My headline"]})
    push(api)
    after = creative_of(meta, node)["object_story_spec"]["video_data"]
    del before["image_url"]
    assert after == {**before, "title": "My headline"}


def test_targeting_keeps_what_is_not_ours(meta):
    tree = meta.tree()
    push(meta.api)
    node = remote(meta, "/ad-groups", tree["groups"][0])
    travel = [{"id": "6002714895372", "name": "All travelers"}]
    films = [{"id": "6003139266461", "name": "Movies"}]
    more = {
        "flexible_spec": [
            {"interests": films, "behaviors": travel},
            {"life_events": [{"id": "6002714898572", "name": "New job"}]},
        ],
        "facebook_positions": ["feed"],
        "publisher_platforms": ["facebook"],
        "custom_audiences": [{"id": "77", "name": "Buyers"}],
        "targeting_automation": {"advantage_audience": 1},
    }
    meta.edit(node, {"targeting": more})
    api, _ = pulled(meta)
    [group] = [one for one in api.get("/ad-groups").data if one["remote"]["id"] == node]
    path = "/ad-groups/" + group["id"]
    aimed = {key: value for key, value in group["targeting"].items() if value}
    api.patch(path, {"targeting": {**aimed, "ageMin": 20}})
    push(api)
    there = targeting(meta, node)
    assert there["age_min"] == 20
    for name, value in more.items():
        assert there[name] == value, name
    api.patch(path, {"targeting": {**aimed, "ageMin": 20, "interests": ["6003020834693"]}})
    push(api)
    first, second = targeting(meta, node)["flexible_spec"]
    assert first == {"behaviors": travel, "interests": [{"id": "6003020834693"}]}
    assert second == more["flexible_spec"][1]
    # Without an interest the other parts of the audience stay.
    api.patch(path, {"targeting": {**aimed, "ageMin": 20, "interests": []}})
    push(api)
    assert targeting(meta, node)["flexible_spec"] == [{"behaviors": travel}, second]


def test_a_copy_without_its_pins_is_not_enabled(meta):
    """A copy cannot have the pins: it is marked, instead of showing in all countries."""
    _, api, campaign = aimed_by_pins(meta)
    made = api.post("/campaigns/%s/copy" % campaign["id"], {}, expect=201).data
    assert made["campaign"]["locations"] == [] and made["campaign"]["targetingLost"] is True
    [line] = [one for one in made["report"] if one["path"] == "locations[0].code"]
    assert line["id"] == campaign["id"]
