"""Images of ads on Meta: each is uploaded once and referenced by the hash of its bytes."""

import hashlib

import pytest

import adcore_media as media
from adcore_make import make_asset, preview, push, serial
from adcore_meta import MetaDesk


@pytest.fixture
def meta(server):
    desk = MetaDesk(server)
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def bytes_of(number):
    return media.png(1200, 628, seed=b"%d" % number)


def hash_of(number):
    return hashlib.md5(bytes_of(number)).hexdigest()


def picture(desk, number):
    return make_asset(desk.api, bytes_of(number), name="Shoe %d" % number)


def group_of(desk):
    return desk.group(desk.campaign())


def shown(desk):
    """The image hash in the creative of each ad on the platform, in their order."""
    state = desk.box.state(desk.customer)
    creatives = {c["id"]: c["object_story_spec"]["link_data"] for c in state["adcreatives"]}
    return [creatives[ad["creative"]["id"]].get("image_hash") for ad in desk.live()["ads"]]


def uploaded(desk):
    return sorted(image["hash"] for image in desk.box.state(desk.customer)["adimages"])


def test_a_picture_is_uploaded_once_and_shown_by_all_its_ads(meta):
    number = serial()
    group, asset = group_of(meta), picture(meta, number)
    ads = [meta.ad(group, assetIds=[asset["id"]]) for _ in range(3)]
    plan = preview(meta.api)
    kinds = [op["resource"] for op in plan["operations"]]
    assert kinds == ["campaign", "adGroup", "asset", "ad", "ad", "ad"]
    assert [w for w in plan["warnings"] if w["code"] == "ASSETS_NOT_SENT"] == []
    run = push(meta.api)
    [told] = [op for op in run["operations"] if op["resource"] == "asset"]
    assert told["remoteId"] == hash_of(number)
    assert uploaded(meta) == [hash_of(number)] and shown(meta) == [hash_of(number)] * 3
    states = {meta.api.get("/ads/" + ad["id"]).data["syncState"] for ad in ads}
    assert states == {"SYNCED"}
    assert preview(meta.api)["operations"] == []


def test_another_picture_is_another_creative_of_the_same_ad(meta):
    first, second = serial(), serial()
    ad = meta.ad(group_of(meta), assetIds=[picture(meta, first)["id"]])
    push(meta.api)
    [there] = meta.live()["ads"]
    other = picture(meta, second)
    meta.api.patch("/ads/" + ad["id"], {"assetIds": [other["id"]]})
    plan = preview(meta.api)
    assert [(op["op"], op["resource"]) for op in plan["operations"]] == [
        ("CREATE", "asset"),
        ("UPDATE", "ad"),
    ]
    assert [w["code"] for w in plan["warnings"]] == ["REVIEW_RESETS"]
    push(meta.api)
    [after] = meta.live()["ads"]
    assert after["id"] == there["id"] and after["creative"] != there["creative"]
    assert shown(meta) == [hash_of(second)]
    # The text changes, and the image stays.
    meta.api.patch("/ads/" + ad["id"], {"primaryText": "Other words"})
    push(meta.api)
    assert shown(meta) == [hash_of(second)]
    assert uploaded(meta) == sorted([hash_of(first), hash_of(second)])


def test_the_same_bytes_twice_are_one_image(meta):
    number = serial()
    group = group_of(meta)
    for _ in range(2):
        meta.ad(group, assetIds=[picture(meta, number)["id"]])
    push(meta.api)
    assert uploaded(meta) == [hash_of(number)] and shown(meta) == [hash_of(number)] * 2


def test_two_pictures_are_refused(meta):
    group = group_of(meta)
    assets = [picture(meta, serial()) for _ in range(2)]
    ad = meta.ad(group, assetIds=[asset["id"] for asset in assets])
    run = push(meta.api, expect="PARTIAL")
    [failed] = [op for op in run["operations"] if op["status"] == "FAILED"]
    assert (failed["id"], failed["error"]["code"]) == (ad["id"], "MEDIA_REQUIRED")
    assert meta.live()["ads"] == []


def test_an_image_that_was_deleted_there(meta):
    """Meta refuses the hash of a deleted image: the ad's operation fails with Meta's error code."""
    number = serial()
    group, asset = group_of(meta), picture(meta, number)
    meta.ad(group, assetIds=[asset["id"]])
    push(meta.api)
    meta.edit(hash_of(number), None)
    ad = meta.ad(group, assetIds=[asset["id"]])
    run = push(meta.api, expect="FAILED")
    [failed] = [op for op in run["operations"] if op["id"] == ad["id"]]
    assert failed["error"]["platformCode"] == "100/1487405"
