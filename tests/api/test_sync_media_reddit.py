"""Ads with images on Reddit, which downloads them: a post names each image by a signed link."""

import urllib.request

import pytest

import adcore_media as media
from adcore_make import make_asset, preview, push
from adcore_reddit import RedditDesk


@pytest.fixture
def reddit(server):
    desk = RedditDesk(server)
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def group_of(desk):
    return desk.group(desk.campaign())


def promoted(desk):
    """The only ad on the platform and the post that it promotes."""
    live = desk.live()
    [ad] = live["ads"]
    [post] = [post for post in live["posts"] if post["id"] == ad["post_id"]]
    return ad, post


def fetched(url):
    with urllib.request.urlopen(url) as answer:
        return answer.headers["Content-Type"], answer.read()


def test_a_picture_is_fetched_by_the_link_in_its_post(reddit):
    data = media.png(1200, 628)
    picture = make_asset(reddit.api, data, name="Loaf")
    ad = reddit.image_ad(group_of(reddit), picture, callToAction="SHOP_NOW")
    plan = preview(reddit.api)
    assert [op["resource"] for op in plan["operations"]] == ["campaign", "adGroup", "ad"]
    assert [w for w in plan["warnings"] if w["code"] == "ASSETS_NOT_SENT"] == []
    assert plan["violations"] == []
    push(reddit.api)
    there, post = promoted(reddit)
    assert (post["type"], post["headline"]) == ("IMAGE", ad["headlines"][0])
    assert post["body"] == ad["primaryText"]
    [content] = post["content"]
    assert content["destination_url"] == there["click_url"] == ad["finalUrl"]
    assert content["call_to_action"] == "Shop Now"
    assert fetched(content["media_url"]) == ("image/png", data)
    assert reddit.api.get("/ads/" + ad["id"]).data["syncState"] == "SYNCED"
    assert preview(reddit.api)["operations"] == []
    # No journal entry and no answer contains the link.
    run = reddit.api.get("/sync").data[0]["id"]
    assert "sig=" not in reddit.api.get("/sync/" + run).text
    assert "sig=" not in reddit.server.log_text()


def test_another_picture_text_or_address_is_another_post(reddit):
    first, second = reddit.picture(), reddit.picture()
    ad = reddit.image_ad(group_of(reddit), first)
    push(reddit.api)
    before, post = promoted(reddit)
    changes = (
        {"assetIds": [second["id"]]},
        {"headlines": ["Warm bread"]},
        {"finalUrl": "https://bakery.example/rye"},
        {"callToAction": "Order Now"},
    )
    posts = {post["id"]}
    for change in changes:
        reddit.api.patch("/ads/" + ad["id"], change)
        plan = preview(reddit.api)
        assert [(op["op"], op["resource"]) for op in plan["operations"]] == [("UPDATE", "ad")]
        assert [w["code"] for w in plan["warnings"]] == ["REVIEW_RESETS"]
        push(reddit.api)
        there, post = promoted(reddit)
        assert there["id"] == before["id"] and post["id"] not in posts
        posts.add(post["id"])
    [content] = post["content"]
    assert second["id"] in content["media_url"] and post["headline"] == "Warm bread"
    assert content["destination_url"] == there["click_url"] == "https://bakery.example/rye"
    assert content["call_to_action"] == "Order Now"
    # A pause changes no content: the post stays and is not reviewed again.
    reddit.api.patch("/ads/" + ad["id"], {"status": "ENABLED"})
    push(reddit.api, activate=True)
    there, same = promoted(reddit)
    assert same["id"] == post["id"] and there["configured_status"] == "ACTIVE"


def test_a_video_with_the_picture_that_it_begins_with(reddit):
    film = make_asset(reddit.api, media.mp4(), type="VIDEO", name="Oven")
    still = reddit.picture()
    group = group_of(reddit)
    ad = reddit.ad(group, type="VIDEO", assetIds=[film["id"], still["id"]])
    push(reddit.api)
    _, post = promoted(reddit)
    assert post["type"] == "VIDEO" and post["headline"] == ad["headlines"][0]
    assert film["id"] in post["content"][0]["media_url"]
    assert still["id"] in post["thumbnail_url"]


@pytest.mark.parametrize(
    ("kind", "films", "pictures"),
    [("IMAGE", 0, 0), ("IMAGE", 0, 2), ("IMAGE", 1, 1), ("VIDEO", 1, 0), ("VIDEO", 0, 1)],
)
def test_too_few_or_too_many_are_refused(reddit, kind, films, pictures):
    assets = [make_asset(reddit.api, media.mp4(), type="VIDEO", name="Oven") for _ in range(films)]
    assets += [reddit.picture() for _ in range(pictures)]
    ad = reddit.ad(group_of(reddit), type=kind, assetIds=[asset["id"] for asset in assets])
    run = push(reddit.api, expect="PARTIAL")
    [failed] = [op for op in run["operations"] if op["status"] == "FAILED"]
    assert (failed["id"], failed["error"]["code"]) == (ad["id"], "MEDIA_REQUIRED")
    assert "Attach" in failed["error"]["message"]
    assert reddit.live()["ads"] == [] and reddit.live()["posts"] == []


def test_a_picture_on_a_text_post_is_said_not_to_be_sent(reddit):
    ad = reddit.ad(group_of(reddit), assetIds=[reddit.picture()["id"]])
    warned = [w for w in preview(reddit.api)["warnings"] if w["code"] == "ASSETS_NOT_SENT"]
    assert [w["id"] for w in warned] == [ad["id"]]
    push(reddit.api)
    assert promoted(reddit)[1]["type"] == "TEXT"


def test_posts_that_stand_there_are_pulled_as_what_they_are(reddit):
    ad = reddit.image_ad(group_of(reddit), reddit.picture(), callToAction="GET_A_QUOTE")
    push(reddit.api)
    body = {"mode": "PULL", "platforms": ["reddit"]}
    for _ in range(2):
        run = reddit.api.post("/sync", body, expect=202).data
        assert reddit.api.get("/sync/" + run["id"], query={"wait": 20}).data["status"] == "SUCCEEDED"
    after = reddit.api.get("/ads/" + ad["id"]).data
    assert after["syncState"] == "SYNCED"
    for field in ("type", "assetIds", "callToAction", "headlines", "finalUrl"):
        assert after[field] == ad[field]
