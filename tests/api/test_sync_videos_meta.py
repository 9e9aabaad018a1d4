"""Videos of ads on Meta: each is uploaded once, and used once the platform has processed it."""

import pytest

import adcore_media as media
from adcore_make import make_asset, preview, push
from adcore_meta import MetaDesk


@pytest.fixture
def meta(server):
    desk = MetaDesk(server)
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def video(desk, **fields):
    return make_asset(desk.api, media.mp4(), **{"type": "VIDEO", "name": "Oven", **fields})


def picture(desk):
    return make_asset(desk.api, media.png(1200, 628), name="Loaf")


def video_ad(desk, asset, **fields):
    shown = [asset["id"], picture(desk)["id"]]
    group = desk.group(desk.campaign())
    return desk.ad(group, type="VIDEO", assetIds=shown, **fields)


def videos(desk):
    found = desk.box.state(desk.customer)["advideos"]
    return [video for video in found if video["status"] != "DELETED"]


def shown(desk):
    """The video data in the creative of each ad on the platform."""
    creatives = {c["id"]: c["object_story_spec"] for c in desk.live()["adcreatives"]}
    return [creatives[ad["creative"]["id"]]["video_data"] for ad in desk.live()["ads"]]


def assert_once(desk, asset, ad):
    [video] = videos(desk)
    assert video["title"] == asset["id"]
    [data] = shown(desk)
    assert data["video_id"] == video["id"] and data["image_hash"]
    assert desk.api.get("/assets/" + asset["id"]).data["remote"]["id"] == video["id"]
    assert desk.api.get("/ads/" + ad["id"]).data["syncState"] == "SYNCED"
    assert preview(desk.api)["operations"] == []


def test_a_video_is_uploaded_once_and_shown_when_it_is_ready(meta):
    asset = video(meta)
    ad = video_ad(meta, asset)
    plan = preview(meta.api)
    assert [w for w in plan["warnings"] if w["code"] == "ASSETS_NOT_SENT"] == []
    run = push(meta.api)
    [made] = [op for op in run["operations"] if op["id"] == asset["id"]]
    assert [p["kind"] for p in made["steps"][0]["pieces"]] == ["video"]
    assert_once(meta, asset, ad)
    [data] = shown(meta)
    assert data["message"] == ad["primaryText"] and data["title"] == ad["headlines"][0]
    button = {"type": ad["callToAction"], "value": {"link": ad["finalUrl"]}}
    assert data["call_to_action"] == button
    # A changed text makes another creative of the same video.
    meta.api.patch("/ads/" + ad["id"], {"primaryText": "Other words"})
    push(meta.api)
    assert_once(meta, asset, ad)
    assert shown(meta)[0]["message"] == "Other words"


def test_it_is_pulled_as_what_it_is(meta):
    ad = video_ad(meta, video(meta))
    push(meta.api)
    run = meta.api.post("/sync", {"mode": "PULL", "platforms": ["meta"]}, expect=202).data
    assert meta.api.get("/sync/" + run["id"], query={"wait": 20}).data["status"] == "SUCCEEDED"
    after = meta.api.get("/ads/" + ad["id"]).data
    assert after["syncState"] == "SYNCED"
    for field in ("type", "assetIds", "callToAction", "headlines", "finalUrl", "primaryText"):
        assert after[field] == ad[field]


@pytest.mark.parametrize(
    ("kind", "videos", "pictures"), [("VIDEO", 1, 0), ("VIDEO", 0, 1), ("VIDEO", 2, 1), ("IMAGE", 1, 1)]
)
def test_too_few_or_too_many_are_refused(meta, kind, videos, pictures):
    assets = [video(meta) for _ in range(videos)] + [picture(meta) for _ in range(pictures)]
    group = meta.group(meta.campaign())
    ad = meta.ad(group, type=kind, assetIds=[asset["id"] for asset in assets])
    run = push(meta.api, expect="PARTIAL")
    [failed] = [op for op in run["operations"] if op["status"] == "FAILED"]
    assert (failed["id"], failed["error"]["code"]) == (ad["id"], "MEDIA_REQUIRED")
    assert meta.live()["ads"] == []


def test_without_a_button_it_leads_nowhere(meta):
    video_ad(meta, video(meta), callToAction=None)
    run = push(meta.api, expect="PARTIAL")
    [failed] = [op for op in run["operations"] if op["status"] == "FAILED"]
    assert failed["error"]["code"] == "UNSUPPORTED_ON_PLATFORM"
    assert "callToAction" in failed["error"]["message"]


def test_what_cannot_be_uploaded_fails_and_its_ad_stays_behind(meta):
    asset = video(meta)
    ad = video_ad(meta, asset)
    meta.fault({"type": "error", "errorCode": "352", "message": "No."}, operation="video.create")
    run = push(meta.api, expect="PARTIAL")
    ends = {op["id"]: op["status"] for op in run["operations"]}
    assert ends[asset["id"]] == "FAILED" and ends[ad["id"]] == "SKIPPED"
    assert videos(meta) == [] and meta.live()["ads"] == []
    push(meta.api)
    assert_once(meta, asset, ad)
