"""Ad extensions of the simulated Microsoft Advertising: sitelinks, callouts and their
associations."""

import pytest

from microsoft_client import Account, symbol, without_none


@pytest.fixture
def us(sandbox):
    return Account(sandbox)


def sitelink(**fields):
    whole = {
        "Type": "SitelinkAdExtension",
        "DisplayText": "Find a shop",
        "FinalUrls": ["https://shop.example/shops"],
    }
    return without_none({**whole, **fields})


def callout(**fields):
    return without_none({"Type": "CalloutAdExtension", "Text": "Open from six", **fields})


def told(us, method, path, body):
    """The response with status 200, which may contain refusals."""
    status, answer = us.call(method, path, body)
    assert status == 200, answer
    return answer


def extensions(us, *items):
    return {"AccountId": us.id, "AdExtensions": list(items)}


def add(us, *items):
    answer = told(us, "POST", "AdExtensions", extensions(us, *items))
    assert answer["NestedPartialErrors"] == []
    return [one["Id"] for one in answer["AdExtensionIdentities"]]


def read(us, *ids, types="SitelinkAdExtension,CalloutAdExtension"):
    wish = {"AccountId": us.id, "AdExtensionIds": list(ids), "AdExtensionType": types}
    return told(us, "POST", "AdExtensions/QueryByIds", wish)


def pairs(us, level, *items):
    return {
        "AccountId": us.id,
        "AdExtensionIdToEntityIdAssociations": [
            {"AdExtensionId": extension, "EntityId": entity} for extension, entity in items
        ],
        "AssociationType": level,
    }


def hanging(us, level, *entities):
    wish = {
        "AccountId": us.id,
        "AdExtensionType": "SitelinkAdExtension,CalloutAdExtension",
        "AssociationType": level,
        "EntityIds": list(entities),
    }
    answer = told(us, "POST", "AdExtensionsAssociations/Query", wish)
    return [
        one and [a["AdExtension"]["Id"] for a in one["AdExtensionAssociations"]]
        for one in answer["AdExtensionAssociationCollection"]
    ]


def test_added_replaced_and_deleted(us):
    lines = {"Description1": "Near you", "Description2": "Seven days"}
    one, two = add(us, sitelink(FinalMobileUrls=["https://m.shop.example/"], **lines), callout())
    got = read(us, one, two)["AdExtensions"]
    assert [x["Version"] for x in got] == [1, 1] and got[0]["Description1"] == "Near you"
    change = extensions(us, sitelink(Id=one, DisplayText="Our shops"))
    assert told(us, "PUT", "AdExtensions", change)["NestedPartialErrors"] == []
    [got] = read(us, one)["AdExtensions"]
    assert got["DisplayText"] == "Our shops" and got["Version"] == 2
    # An update removes the fields that it omits.
    assert "Description1" not in got and "FinalMobileUrls" not in got
    wish = {"AccountId": us.id, "AdExtensionType": "SitelinkAdExtension"}
    assert told(us, "POST", "AdExtensionIds/QueryByAccountId", wish)["AdExtensionIds"] == [one]
    told(us, "DELETE", "AdExtensions", {"AccountId": us.id, "AdExtensionIds": [one]})
    answer = read(us, one, two)
    assert answer["AdExtensions"][0] is None
    assert symbol(answer) == "CampaignServiceInvalidAdExtensionId"
    assert told(us, "POST", "AdExtensionIds/QueryByAccountId", wish)["AdExtensionIds"] == []


@pytest.mark.parametrize(
    "item, code",
    [
        (sitelink(DisplayText=None), 3805),
        (sitelink(DisplayText="x" * 36), 3807),
        (sitelink(DisplayText="x" * 26, Description1="a", Description2="b"), 3807),
        (sitelink(Description1="a"), 3948),
        (sitelink(Description1="a" * 36, Description2="b"), 3950),
        (sitelink(Description1="a", Description2="b" * 36), 3951),
        (sitelink(FinalUrls=None), 3804),
        (sitelink(FinalUrls=["ftp://x"]), 2611),
        (sitelink(Id="5"), 3812),
        (sitelink(Status="Active"), 3800),
        (sitelink(Version=1), 3826),
        (callout(Text=None), 1042),
        (callout(Text="x" * 26), 1042),
    ],
)
def test_what_is_refused_of_one_leaves_the_other(us, item, code):
    answer = told(us, "POST", "AdExtensions", extensions(us, callout(), item))
    assert answer["AdExtensionIdentities"][0] and answer["AdExtensionIdentities"][1] is None
    [error] = answer["NestedPartialErrors"]
    assert (error["Index"], error["Code"]) == (1, code)
    assert error["Type"] == "BatchErrorCollection" and error["BatchErrors"] is None


def test_an_update_is_of_what_stands_and_of_its_type(us):
    [one] = add(us, sitelink())
    for item, code in ((callout(Id=one), 3874), (callout(Id="99"), 3812), (callout(), 3812)):
        [error] = told(us, "PUT", "AdExtensions", extensions(us, item))["NestedPartialErrors"]
        assert error["Code"] == code
    assert read(us, one)["AdExtensions"][0]["Version"] == 1


def test_hung_once_and_taken_away(us):
    campaign = us.campaign()
    group = us.group(campaign)
    one, two = add(us, sitelink(), callout())
    for _ in range(2):
        wish = pairs(us, "Campaign", (one, campaign), (two, campaign))
        assert told(us, "POST", "AdExtensionsAssociations/Set", wish)["PartialErrors"] == []
    told(us, "POST", "AdExtensionsAssociations/Set", pairs(us, "AdGroup", (one, group)))
    assert hanging(us, "Campaign", campaign) == [[one, two]]
    assert hanging(us, "AdGroup", group) == [[one]]
    told(us, "DELETE", "AdExtensionsAssociations", pairs(us, "Campaign", (one, campaign)))
    assert hanging(us, "Campaign", campaign) == [[two]]
    answer = told(us, "DELETE", "AdExtensionsAssociations", pairs(us, "Campaign", (one, campaign)))
    assert symbol(answer) == "CampaignServiceInvalidAdExtensionIdToCampaignIdAssociation"
    # Deleting an extension deletes its associations. A deleted campaign has none.
    told(us, "DELETE", "AdExtensions", {"AccountId": us.id, "AdExtensionIds": [two]})
    assert hanging(us, "Campaign", campaign) == [[]]
    told(us, "DELETE", "Campaigns", {"AccountId": us.id, "CampaignIds": [campaign]})
    assert hanging(us, "Campaign", campaign) == [None]


def test_what_cannot_be_hung(us):
    campaign = us.campaign()
    [one] = add(us, sitelink())
    wish = pairs(us, "Campaign", (one, "99"), ("98", campaign))
    errors = told(us, "POST", "AdExtensionsAssociations/Set", wish)["PartialErrors"]
    assert [(e["Index"], e["Code"]) for e in errors] == [(0, 3813), (1, 3812)]
    wish = pairs(us, "AdGroup", (one, "99"))
    [error] = told(us, "POST", "AdExtensionsAssociations/Set", wish)["PartialErrors"]
    assert error["Code"] == 3886
    many = add(us, *[callout(Text="Number %d" % n) for n in range(21)])
    wish = pairs(us, "Campaign", *[(x, campaign) for x in many])
    [error] = told(us, "POST", "AdExtensionsAssociations/Set", wish)["PartialErrors"]
    assert (error["Index"], error["Code"]) == (20, 3968)


@pytest.mark.parametrize(
    "method, path, change, code",
    [
        ("POST", "AdExtensions", {"AccountId": None, "AdExtensions": [callout()]}, 1030),
        ("POST", "AdExtensions", {"AdExtensions": []}, 1133),
        ("POST", "AdExtensions", {"AdExtensions": [callout()] * 101}, 1135),
        ("POST", "AdExtensions/QueryByIds", {"AdExtensionIds": ["1"]}, 3814),
        (
            "POST",
            "AdExtensions/QueryByIds",
            {"AdExtensionIds": ["1", "1"], "AdExtensionType": "CalloutAdExtension"},
            3817,
        ),
        ("POST", "AdExtensionIds/QueryByAccountId", {}, 3814),
        ("POST", "AdExtensionsAssociations/Set", {}, 3883),
        ("POST", "AdExtensionsAssociations/Set", {"AssociationType": "Campaign"}, 3810),
        ("POST", "AdExtensionsAssociations/Set", {"AssociationType": "AdGroup"}, 3884),
        (
            "POST",
            "AdExtensionsAssociations/Query",
            {"AssociationType": "Campaign", "EntityIds": ["1"]},
            3814,
        ),
    ],
)
def test_calls_that_are_refused_as_a_whole(us, method, path, change, code):
    status, answer = us.call(method, path, without_none({"AccountId": us.id, **change}))
    assert status == 400 and answer["OperationErrors"][0]["Code"] == code


def test_pairs_that_are_named_twice(us):
    campaign = us.campaign()
    [one] = add(us, callout())
    wish = pairs(us, "Campaign", (one, campaign), (one, campaign))
    status, answer = us.call("POST", "AdExtensionsAssociations/Set", wish)
    assert status == 400 and answer["OperationErrors"][0]["Code"] == 3825


@pytest.mark.parametrize(
    "item",
    [
        {"Type": "ReviewAdExtension"},
        callout(Txt="x"),
        sitelink(FinalUrls="https://shop.example/"),
        callout(Id=5),
    ],
)
def test_bodies_are_checked_against_the_published_ones(us, item):
    status, answer = us.call("POST", "AdExtensions", extensions(us, item))
    assert status == 400 and answer["errors"]
