"""Parents can change until the first push, and the objects below move with them."""

import pytest

from adcore_make import (
    finish,
    make_ad_group,
    make_campaign,
    make_tree,
    missing_id,
    preview,
    push,
    start_push,
)


@pytest.fixture
def pair(api):
    """A campaign with a whole tree, and an empty one."""
    return make_tree(api, ads=2), make_campaign(api)


def test_an_ad_group_moves_with_its_ads(api, pair):
    tree, other = pair
    group, path = tree["groups"][0], "/ad-groups/" + tree["groups"][0]["id"]
    moved = api.patch(path, {"campaignId": other["id"]}).data
    assert moved["campaignId"] == other["id"] and moved["version"] == group["version"] + 1
    for ad in tree["ads"]:
        now = api.get("/ads/" + ad["id"])
        assert now.data["campaignId"] == other["id"]
        assert now.data["version"] == ad["version"] + 1
        assert now.data["updatedAt"] >= ad["updatedAt"]
        api.patch("/ads/" + ad["id"], {"path1": "x"}, headers={"If-Match": now.etag})
    for word in tree["keywords"]:
        assert api.get("/keywords/" + word["id"]).data == word
    for collection in ("/ads", "/ad-groups"):
        for campaign, n in ((tree["campaign"], 0), (other, 2 if collection == "/ads" else 1)):
            listed = api.get(collection, query={"campaignId": campaign["id"]})
            assert len(listed.data) == n and listed.meta["total"] == n
    plan = preview(api, campaignIds=[other["id"]])
    assert plan["totals"]["creates"] == 1 + 1 + len(tree["ads"]) + len(tree["keywords"])


def test_what_moved_is_pushed_where_it_is(desk):
    api = desk.api
    tree, other = make_tree(api), make_campaign(api)
    api.patch("/ad-groups/" + tree["groups"][0]["id"], {"campaignId": other["id"]})
    push(api)
    [row] = desk.live().ad_groups
    remote = api.get("/campaigns/" + other["id"]).data["remote"]["id"]
    assert row["campaign"]["resourceName"].rpartition("/")[2] == remote.rpartition("/")[2]


def test_ads_and_keywords_move_to_another_ad_group(api, pair):
    tree, other = pair
    group = make_ad_group(api, other["id"])
    ad = api.patch("/ads/" + tree["ads"][0]["id"], {"adGroupId": group["id"]}).data
    assert ad["adGroupId"] == group["id"] and ad["campaignId"] == other["id"]
    word = api.patch("/keywords/" + tree["keywords"][0]["id"], {"adGroupId": group["id"]}).data
    assert word["adGroupId"] == group["id"]
    change = {"adGroupId": None, "campaignId": other["id"]}
    path = "/keywords/" + word["id"]
    api.refuse("PATCH", path, change).fault("negative", "NEGATIVE_ONLY")
    api.refuse("PATCH", path, {"campaignId": other["id"]}).fault("campaignId", "ONE_PARENT")
    api.refuse("PATCH", path, {"adGroupId": None}).fault("adGroupId", "REQUIRED")
    word = api.patch(path, dict(change, negative=True)).data
    assert word["campaignId"] == other["id"] and word["adGroupId"] is None


def test_a_parent_has_to_be_there(api, pair):
    tree, other = pair
    path = "/ad-groups/" + tree["groups"][0]["id"]
    for bad in (missing_id(other["id"]), "cmp_x", tree["groups"][0]["id"]):
        api.refuse("PATCH", path, {"campaignId": bad}).fault("campaignId", "REFERENCE_NOT_FOUND")
    for path, field in (("/ads/" + tree["ads"][0]["id"], "adGroupId"),):
        api.refuse("PATCH", path, {field: missing_id(tree["groups"][0]["id"])}).fault(
            field, "REFERENCE_NOT_FOUND"
        )
    assert api.get("/ads/" + tree["ads"][0]["id"]).data == tree["ads"][0]


def test_a_parent_has_to_be_on_the_same_platform(api, pair):
    tree, _ = pair
    other = make_campaign(api, platform="microsoft")
    group = make_ad_group(api, other["id"])
    for path, change in (
        ("/ad-groups/" + tree["groups"][0]["id"], {"campaignId": other["id"]}),
        ("/ads/" + tree["ads"][0]["id"], {"adGroupId": group["id"]}),
        ("/keywords/" + tree["keywords"][0]["id"], {"adGroupId": group["id"]}),
    ):
        [field] = change
        before = api.get(path).data
        fault = api.refuse("PATCH", path, change).fault(field, "PLATFORM_MISMATCH")
        assert "microsoft" in fault["message"] and "google" in fault["message"]
        assert api.get(path).data == before


def test_a_name_has_to_be_free_where_it_goes(api, pair):
    tree, other = pair
    make_ad_group(api, other["id"], name=tree["groups"][0]["name"])
    path = "/ad-groups/" + tree["groups"][0]["id"]
    api.refuse("PATCH", path, {"campaignId": other["id"]}).fault("name", "DUPLICATE_NAME")
    api.patch(path, {"campaignId": other["id"], "name": "Elsewhere"})


def test_checking_a_move_moves_nothing(api, pair):
    tree, other = pair
    path = "/ad-groups/" + tree["groups"][0]["id"]
    change = {"campaignId": other["id"]}
    checked = api.patch(path, change, query={"validateOnly": "true"})
    assert checked.data["campaignId"] == other["id"]
    assert api.get(path).data == tree["groups"][0]
    assert api.get("/ads/" + tree["ads"][0]["id"]).data == tree["ads"][0]


def test_parents_are_fixed_after_the_first_push(api, pair):
    tree, other = pair
    group = make_ad_group(api, other["id"])
    push(api)
    for path, change in (
        ("/ad-groups/" + tree["groups"][0]["id"], {"campaignId": other["id"]}),
        ("/ads/" + tree["ads"][0]["id"], {"adGroupId": group["id"]}),
        ("/keywords/" + tree["keywords"][0]["id"], {"adGroupId": group["id"]}),
    ):
        [field] = change
        before = api.get(path).data
        api.refuse("PATCH", path, change).fault(field, "IMMUTABLE")
        api.patch(path, {field: before[field]})
        assert api.get(path).data == before


def test_what_a_run_is_about_to_make_is_fixed_too(desk):
    api = desk.api
    tree, other = make_tree(api), make_campaign(api)
    desk.box.fault({"type": "latency", "ms": 600}, path="mutate", times=50)
    run = start_push(api)
    for path, change in (
        ("/ad-groups/" + tree["groups"][0]["id"], {"campaignId": other["id"]}),
        ("/keywords/" + tree["keywords"][0]["id"], {"text": "other words"}),
    ):
        [field] = change
        api.refuse("PATCH", path, change).fault(field, "IMMUTABLE")
    api.patch("/ad-groups/" + tree["groups"][0]["id"], {"name": "Renamed meanwhile"})
    desk.box.clear_faults()
    assert finish(api, run["id"])["status"] == "SUCCEEDED"
    assert api.get("/ad-groups/" + tree["groups"][0]["id"]).data["syncState"] == "MODIFIED"


def test_the_platform_stays_while_there_is_something_below(api):
    for child in (
        lambda campaign: make_ad_group(api, campaign),
        lambda campaign: api.post(
            "/keywords",
            {"campaignId": campaign, "text": "free", "matchType": "EXACT", "negative": True},
        ),
    ):
        made = make_campaign(api)
        path = "/campaigns/" + made["id"]
        assert api.patch(path, {"platform": "microsoft"}).data["platform"] == "microsoft"
        child(made["id"])
        api.refuse("PATCH", path, {"platform": "google"}).fault("platform", "HAS_CHILDREN")
