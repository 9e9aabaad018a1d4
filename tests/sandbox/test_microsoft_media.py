"""The media library of the simulated Microsoft Advertising, and image ad extensions of its
media."""

import base64
import struct

import pytest

from microsoft_client import Account, symbol, without_none


@pytest.fixture
def us(sandbox):
    return Account(sandbox)


def png(width, height):
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height) + b"\x08\2\0\0\0"


def gif(width, height):
    return b"GIF89a" + struct.pack("<HH", width, height) + b"\x80\0\0;"


def jpeg(width, height):
    return b"\xff\xd8\xff\xe0\0\4ab\xff\xc0\0\x0b\x08" + struct.pack(">HH", height, width) + b"\1\1\x11"


def image(data=png(1200, 628), **fields):
    text = base64.b64encode(data).decode()
    return without_none({"Type": "Image", "MediaType": "GenericImage", "Data": text, **fields})


def add(us, *items):
    return us.call("POST", "Media", {"AccountId": us.id, "Media": list(items)})


def added(us, *items):
    status, answer = add(us, *items)
    assert status == 200, answer
    return answer["MediaIds"]


def library(us, **fields):
    wish = {"MediaEnabledEntities": "ImageAdExtension", **fields}
    return us.must("POST", "MediaMetaData/QueryByAccountId", wish)["MediaMetaData"]


def extension(media, sub="LandscapeImageMedia", **fields):
    asset = {"Type": "ImageAsset", "Id": media, "SubType": sub}
    whole = {
        "Type": "ImageAdExtension",
        "AlternativeText": "Bread",
        "Layouts": ["SearchSingle"],
        "Images": [{"Asset": asset}],
    }
    return without_none({**whole, **fields})


def extend(us, *items):
    body = {"AccountId": us.id, "AdExtensions": list(items)}
    status, answer = us.call("POST", "AdExtensions", body)
    assert status == 200, answer
    return answer


def test_the_library_is_listed_by_pages_and_tells_texts_when_asked(us):
    one, two = added(us, image(Text="ast_1"), image(gif(300, 300)))
    [third] = added(us, image(jpeg(703, 368), MediaType="Image191x100"))
    assert [m["Id"] for m in library(us)] == [one, two, third]
    assert all("Text" not in m for m in library(us))
    told = library(us, ReturnAdditionalFields="Text", PageInfo={"Index": 0, "Size": 2})
    assert [m.get("Text") for m in told] == ["ast_1", None]
    [form] = told[0]["Representations"]
    assert (form["Width"], form["Height"]) == (1200, 628)
    [rest] = library(us, PageInfo={"Index": 1, "Size": 2})
    assert rest["Id"] == third and rest["Representations"][0]["Width"] == 703


@pytest.mark.parametrize(
    "item, code",
    [
        (image(MediaType="Icon"), 4007),
        (image(MediaType=None), 4007),
        (image(Data=None), 4014),
        (image(Data="a" * 102404), 4005),
        (image(Data="%%%%"), 4018),
        (image(b"no picture at all, but enough bytes"), 4022),
        (image(png(2593, 100)), 4004),
        (image(png(100, 2049)), 4004),
        (image(png(39, 40)), 4019),
        (image(png(40, 39)), 4020),
        (image(png(800, 600), MediaType="Image191x100"), 4021),
        (image(png(702, 368), MediaType="Image191x100"), 4019),
    ],
)
def test_one_bad_picture_and_none_is_added(us, item, code):
    status, answer = add(us, image(), item)
    assert status == 400
    assert [error["Code"] for error in answer["OperationErrors"]] == [code]
    assert library(us) == []


def test_whole_calls_that_are_refused(us):
    for items, code in (([], 4011), ([image()] * 11, 4012)):
        status, answer = add(us, *items)
        assert (status, answer["OperationErrors"][0]["Code"]) == (400, code)
    for wish in ({}, {"MediaEnabledEntities": "None"}):
        status, answer = us.call("POST", "MediaMetaData/QueryByAccountId", wish)
        assert (status, answer["OperationErrors"][0]["Code"]) == (400, 4016)


def test_an_extension_tells_its_images_when_asked(us):
    [media] = added(us, image())
    answer = extend(us, extension(media, Description="ast_1"))
    assert answer["NestedPartialErrors"] == []
    wish = {
        "AccountId": us.id,
        "AdExtensionIds": [answer["AdExtensionIdentities"][0]["Id"]],
        "AdExtensionType": "ImageAdExtension",
    }
    [plain] = us.must("POST", "AdExtensions/QueryByIds", wish)["AdExtensions"]
    assert plain["Description"] == "ast_1" and "Images" not in plain and "Layouts" not in plain
    wish["ReturnAdditionalFields"] = "Images,Layouts"
    [whole] = us.must("POST", "AdExtensions/QueryByIds", wish)["AdExtensions"]
    assert whole["Images"][0]["Asset"]["Id"] == media and whole["Layouts"] == ["SearchSingle"]


@pytest.mark.parametrize(
    "fields, code",
    [
        ({"AlternativeText": None}, 3960),
        ({"AlternativeText": "x" * 36}, 3962),
        ({"Description": "x" * 101}, 3991),
        ({"Images": None}, 3993),
        ({"Images": [{"Asset": {"Type": "ImageAsset", "Id": "9", "SubType": "SquareImageMedia"}}]}, 3966),
        ({"sub": "SquareImageMedia"}, 4021),
        ({"sub": "Panorama"}, 4021),
        ({"Layouts": ["SearchMultiple"]}, 6601),
    ],
)
def test_extensions_that_are_refused(us, fields, code):
    [media] = added(us, image())
    answer = extend(us, extension(media, **fields))
    assert answer["AdExtensionIdentities"] == [None]
    assert [error["Code"] for error in answer["NestedPartialErrors"]] == [code]


def test_six_images_hang_on_one(us):
    campaign, [media] = us.campaign(), added(us, image())
    made = extend(us, *[extension(media, AlternativeText="Bread %d" % i) for i in range(7)])
    ids = [one["Id"] for one in made["AdExtensionIdentities"]]
    pairs = [{"AdExtensionId": one, "EntityId": campaign} for one in ids]
    body = {"AccountId": us.id, "AssociationType": "Campaign"}
    body["AdExtensionIdToEntityIdAssociations"] = pairs
    status, answer = us.call("POST", "AdExtensionsAssociations/Set", body)
    assert status == 200
    assert symbol(answer) == "CampaignServiceAssociationsLimitExceededPerAdExtensionType"
    assert [error["Index"] for error in answer["PartialErrors"]] == [6]
