"""Uploads to the simulated Microsoft Advertising: each is judged separately, and counts once by
its key."""

import itertools
import time

import pytest

from microsoft_client import Account, symbol, without_none

CLICKS = itertools.count(1)
HASH = "a" * 64
DAY = 86400


@pytest.fixture
def us(sandbox):
    return Account(sandbox)


def at(seconds=-3600, form="%Y-%m-%dT%H:%M:%SZ"):
    return time.strftime(form, time.gmtime(time.time() + seconds))


def conversion(**fields):
    whole = {
        "MicrosoftClickId": "%032x" % next(CLICKS),
        "ConversionName": "Order",
        "ConversionTime": at(),
    }
    return without_none({**whole, **fields})


def apply(us, *items, path="OfflineConversions/Apply"):
    return us.call("POST", path, {"OfflineConversions": list(items)})


def kept(us):
    state = us.state()
    return state["offlineConversions"], state["unattributedConversions"]


def test_conversions_are_taken(us):
    worth = {"ConversionValue": 59.9, "ConversionCurrencyCode": "EUR"}
    person = {"MicrosoftClickId": None, "HashedEmailAddress": HASH, "HashedPhoneNumber": HASH}
    sent = [conversion(**worth), conversion(**person), conversion(ConversionName="Lead")]
    assert apply(us, *sent) == (200, {"PartialErrors": []})
    assert kept(us) == (sent, [])


ROWS = [
    ({"MicrosoftClickId": None}, "OfflineConversionMicrosoftClickIdNullOrEmpty"),
    ({"MicrosoftClickId": "abc"}, "OfflineConversionMicrosoftClickIdInvalid"),
    ({"MicrosoftClickId": "x" * 32}, "OfflineConversionMicrosoftClickIdInvalid"),
    ({"ConversionName": None}, "OfflineConversionNameNullOrEmpty"),
    ({"ConversionName": "Nobody"}, "OfflineConversionNameInvalid"),
    ({"ConversionTime": None}, "OfflineConversionTimeNullOrEmpty"),
    ({"ConversionTime": "yesterday"}, "OfflineConversionTimeInvalid"),
    ({"ConversionTime": at(form="%Y-%m-%dT%H:%M:%S+01:00")}, "OfflineConversionTimeInvalid"),
    ({"ConversionTime": at(-91 * DAY)}, "OfflineConversionTimeOutOfWindow"),
    ({"ConversionTime": at(DAY)}, "FutureConversionTimeCannotBeSet"),
    ({"ConversionValue": -1}, "OfflineConversionValueInvalid"),
    ({"ConversionCurrencyCode": "euro"}, "OfflineConversionCurrencyCodeInvalid"),
]


@pytest.mark.parametrize("fields,named", ROWS, ids=range(len(ROWS)))
def test_one_that_is_wrong_takes_no_other_along(us, fields, named):
    good = [conversion(), conversion()]
    status, answer = apply(us, good[0], conversion(**fields), good[1])
    assert status == 200
    (error,) = answer["PartialErrors"]
    assert (error["ErrorCode"], error["Index"], error["Type"]) == (named, 1, "BatchError")
    assert kept(us) == (good, [])


def test_how_many(us):
    status, answer = apply(us)
    assert (status, symbol(answer)) == (400, "OfflineConversionsNullOrEmpty")
    status, answer = apply(us, *[conversion()] * 1001)
    assert (status, symbol(answer)) == (400, "OfflineConversionsLimitExceeded")
    assert kept(us) == ([], [])


@pytest.mark.parametrize(
    "fields",
    [
        {"ConversionValue": "59.9"},
        {"ConversionTime": 1795177500},
        {"MSCLKID": "a"},
        {"ExternalAttributionCredit": 0.5},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_a_body_that_is_none_of_theirs(us, fields):
    status, answer = apply(us, conversion(**fields))
    assert status == 400 and answer["title"].startswith("One or more validation errors")
    assert kept(us) == ([], [])


def test_a_key_counts_once(us):
    """As at Microsoft, the response accepts the duplicate, and the report names the reason."""
    one = conversion(HashedEmailAddress=HASH)
    for again in (one, dict(one, ConversionValue=7)):
        assert apply(us, again, again) == (200, {"PartialErrors": []})
    counted, rest = kept(us)
    assert counted == [one]
    assert [row["UnattributedReason"] for row in rest] == ["DuplicateConversionKey"] * 3
    others = [
        dict(one, ConversionName="Lead"),
        dict(one, ConversionTime=at(-7200)),
        dict(one, HashedEmailAddress="b" * 64),
        conversion(),
    ]
    assert apply(us, *others) == (200, {"PartialErrors": []})
    assert len(kept(us)[0]) == 5


def test_a_hash_that_is_none_is_taken_and_not_counted(us):
    assert apply(us, conversion(HashedEmailAddress="a@b.example")) == (200, {"PartialErrors": []})
    counted, (row,) = kept(us)
    assert counted == [] and row["UnattributedReason"] == "MalformedData"


def test_only_the_account_and_its_verb(us):
    assert apply(us, conversion(), path="OfflineConversions")[0] == 404
    assert us.call("PUT", "OfflineConversions/Apply", {"OfflineConversions": [conversion()]})[0] == 405
    body = {"OfflineConversions": [conversion()]}
    heads = {"CustomerAccountId": "100000000"}
    assert us.call("POST", "OfflineConversions/Apply", body, heads)[0] == 403
