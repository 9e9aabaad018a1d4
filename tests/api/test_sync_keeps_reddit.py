"""A push to Reddit replaces only what changed: parts of targeting, bids and posts that adcore does
not have, or that did not change, stay as they are on the platform."""

import pytest

from adcore_make import push
from adcore_pulls import RedditPulls, pull, remote, stranger


@pytest.fixture
def reddit(server):
    return RedditPulls(server)


def there(desk, kind, node):
    [found] = [one for one in desk.live()[kind] if one["id"] == node]
    return found


def targeting(desk, node):
    return there(desk, "ad_groups", node)["targeting"]


def aim(desk, node, **members):
    """Replaces parts of an ad group's targeting in Reddit's own user interface."""
    desk.edit("ad_groups", node, {"targeting": {**targeting(desk, node), **members}})


def two_groups(desk, **fields):
    tree = desk.tree(**fields)
    push(desk.api)
    return tree, [remote(desk, "/ad-groups", group) for group in tree["groups"]]


def pulled(desk):
    api = stranger(desk)
    pull(desk, api)
    [campaign] = api.get("/campaigns").data
    return api, "/campaigns/" + campaign["id"]


def test_each_ad_group_keeps_its_own_locations(reddit):
    _, (one, two) = two_groups(reddit, locations=[{"code": "US"}], languages=["en"])
    aim(reddit, two, geolocations=["CA:6167865"], excluded_geolocations=["US-CA"])
    api, path = pulled(reddit)
    api.patch(path, {"languages": ["de"]})
    push(api)
    assert targeting(reddit, one)["geolocations"] == ["US"]
    assert targeting(reddit, two)["geolocations"] == ["CA:6167865"]
    assert targeting(reddit, two)["excluded_geolocations"] == ["US-CA"]
    for node in (one, two):
        assert targeting(reddit, node)["languages"] == ["DE"]
    # A change of the field in which they differ overwrites neither of them unasked.
    api.patch(path, {"locations": [{"code": "FR"}]})
    run = push(api, expect="FAILED")
    assert run["operations"][0]["error"]["code"] == "DRIFTED"
    assert targeting(reddit, one)["geolocations"] == ["US"]


def test_locations_leave_the_languages_of_each_ad_group(reddit):
    tree, (one, two) = two_groups(reddit, locations=[{"code": "US"}], languages=["en"])
    aim(reddit, two, languages=["FR"])
    reddit.api.patch("/campaigns/" + tree["campaign"]["id"], {"locations": [{"code": "DE"}]})
    push(reddit.api)
    assert targeting(reddit, one)["languages"] == ["EN"]
    assert targeting(reddit, two)["languages"] == ["FR"]
    assert targeting(reddit, two)["geolocations"] == ["DE"]


def test_a_narrower_ad_group_stays_narrow(reddit):
    """Somebody narrowed one ad group, and no pull has shown it."""
    tree, (one, _) = two_groups(reddit, locations=[{"code": "US"}])
    aim(reddit, one, geolocations=["US-VA"])
    reddit.api.patch("/campaigns/" + tree["campaign"]["id"], {"languages": ["en"]})
    push(reddit.api)
    assert targeting(reddit, one)["geolocations"] == ["US-VA"]


PHONES = [
    {"type": "MOBILE", "os": "IOS", "min_version": "14", "label_map": {"Apple": ["iPhone 14"]}},
    {"type": "MOBILE", "os": "ANDROID", "max_version": "9"},
]


def test_targeting_keeps_the_systems_of_devices(reddit):
    _, (node, _) = two_groups(reddit)
    aim(reddit, node, devices=PHONES, carriers=["VERIZON_US"], excluded_communities=["cats"])
    api, _ = pulled(reddit)
    [group] = [one for one in api.get("/ad-groups").data if one["remote"]["id"] == node]
    path = "/ad-groups/" + group["id"]
    aimed = {key: value for key, value in group["targeting"].items() if value}
    assert set(aimed["devices"]) == {"MOBILE"}
    api.patch(path, {"targeting": {**aimed, "devices": ["MOBILE"], "communities": ["aww"]}})
    push(api)
    now = targeting(reddit, node)
    assert (now["devices"], now["communities"]) == (PHONES, ["aww"])
    assert (now["carriers"], now["excluded_communities"]) == (["VERIZON_US"], ["cats"])
    # Another type of device replaces them.
    api.patch(path, {"targeting": {**aimed, "devices": ["DESKTOP"], "communities": ["aww"]}})
    push(api)
    assert targeting(reddit, node)["devices"] == [{"type": "DESKTOP"}]


def test_a_price_of_impressions_is_not_changed(reddit):
    tree, _ = two_groups(reddit, bidding={"strategy": "MAXIMIZE_CLICKS", "maxCpc": 4})
    node = remote(reddit, "/campaigns", tree["campaign"])
    reddit.edit("campaigns", node, {"bid_type": "CPM"})
    bidding = {"strategy": "MAXIMIZE_CLICKS", "maxCpc": 5}
    reddit.api.patch("/campaigns/" + tree["campaign"]["id"], {"bidding": bidding})
    [failed] = push(reddit.api, expect="FAILED")["operations"]
    assert failed["error"]["code"] == "DRIFTED" and '"bidding"' in failed["error"]["message"]
    campaign = there(reddit, "campaigns", node)
    assert (campaign["bid_type"], campaign["bid_value"]) == ("CPM", 4000000)


def their_ad(reddit):
    tree, _ = two_groups(reddit)
    node = remote(reddit, "/ads", tree["ads"][0])
    reddit.edit("ads", node, {"name": "Their name"})
    post = there(reddit, "ads", node)["post_id"]
    return "/ads/" + tree["ads"][0]["id"], node, post


def test_a_new_post_has_the_settings_of_the_live_one(reddit):
    path, node, post = their_ad(reddit)
    reddit.edit("posts", post, {"allow_comments": True})
    reddit.api.patch(path, {"headlines": ["Stale bread"]})
    push(reddit.api)
    ad = there(reddit, "ads", node)
    now = there(reddit, "posts", ad["post_id"])
    assert ad["post_id"] != post and ad["name"] == "Their name"
    assert (now["headline"], now["allow_comments"]) == ("Stale bread", True)


def test_a_post_that_somebody_changed_is_not_replaced(reddit):
    """A post is replaced as a whole: a text that changed meanwhile is drift."""
    path, node, _ = their_ad(reddit)
    other = there(reddit, "ads", node)["post_id"]
    reddit.edit("posts", other, {"body": "Baked at noon."})
    reddit.api.patch(path, {"headlines": ["Stale bread"]})
    run = push(reddit.api, expect="FAILED")
    [failed] = run["operations"]
    assert failed["error"]["code"] == "DRIFTED"
    assert '"primaryText"' in failed["error"]["message"]
    assert there(reddit, "ads", node)["post_id"] == other
    # After a pull the new post has that text too.
    pull(reddit)
    assert reddit.api.get(path).data["primaryText"] == "Baked at noon."
    push(reddit.api)
    now = there(reddit, "posts", there(reddit, "ads", node)["post_id"])
    assert (now["headline"], now["body"]) == ("Stale bread", "Baked at noon.")
