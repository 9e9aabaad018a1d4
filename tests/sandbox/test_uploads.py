"""Uploads of conversions: each is judged separately, and counts once."""

import datetime
import itertools
import json

import pytest
from sandbox_client import failure, path_of

NUMBERS = itertools.count(1)
HASH = "a" * 64


def moment(**ago):
    then = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(**ago)
    return then.strftime("%Y-%m-%d %H:%M:%S+00:00")


def conversion(account, **fields):
    n = next(NUMBERS)
    body = {
        "gclid": "Cj0K-%d" % n,
        "conversionAction": account.name("conversionActions", "7000000001"),
        "conversionDateTime": moment(hours=2),
        "conversionValue": 59.9,
        "currencyCode": "EUR",
        "orderId": "A-%d" % n,
    }
    body.update(fields)
    return {name: value for name, value in body.items() if value is not None}


def upload(account, *conversions, **flags):
    flags.setdefault("partialFailure", True)
    path = "/google/v26/customers/%s:uploadClickConversions" % account.id
    heads = {"Authorization": "Bearer " + account.token, "Content-Type": "application/json"}
    body = json.dumps({"conversions": conversions, **flags})
    status, _, text = account.process.raw("POST", path, body, heads)
    return status, json.loads(text)


def faults(answer):
    found = []
    for detail in answer.get("partialFailureError", {}).get("details", []):
        for error in detail["errors"]:
            key, code = next(iter(error["errorCode"].items()))
            found.append((key + "." + code, path_of(error)))
    return found


def counted(account):
    path = "state?customerId=" + account.id
    return account.process.control("GET", path)[1]["conversions"]


def test_what_was_taken_is_repeated_in_its_place(account):
    sent = [conversion(account), conversion(account, gclid=None, userIdentifiers=[
        {"userIdentifierSource": "FIRST_PARTY", "hashedEmail": HASH}])]
    status, answer = upload(account, *sent, jobId=7)
    assert status == 200 and "partialFailureError" not in answer and answer["jobId"] == "7"
    assert [each.get("gclid") for each in answer["results"]] == [sent[0]["gclid"], None]
    assert answer["results"][1]["userIdentifiers"][0]["hashedEmail"] == HASH
    assert "orderId" not in answer["results"][0] and len(counted(account)) == 2


UPLOAD = "conversionUploadError."
ROWS = [
    ({"gclid": "not.a.click"}, UPLOAD + "UNPARSEABLE_GCLID", "gclid"),
    ({"gclid": None, "wbraid": "a b"}, UPLOAD + "UNPARSEABLE_WBRAID", "wbraid"),
    ({"gclid": None, "gbraid": "a", "wbraid": "b"}, UPLOAD + "GBRAID_WBRAID_BOTH_SET", "gbraid"),
    ({"gbraid": "a"}, "fieldError.VALUE_MUST_BE_UNSET", "gclid"),
    ({"gclid": None}, "fieldError.REQUIRED", "gclid"),
    ({"conversionAction": None}, "fieldError.REQUIRED", "conversion_action"),
    ({"conversionAction": "Order"}, "requestError.RESOURCE_NAME_MALFORMED", "conversion_action"),
    ({"conversionDateTime": None}, "fieldError.REQUIRED", "conversion_date_time"),
    ({"conversionDateTime": "yesterday"}, "fieldError.INVALID_VALUE", "conversion_date_time"),
    ({"conversionDateTime": moment(days=91)}, UPLOAD + "EXPIRED_EVENT", "conversion_date_time"),
    ({"conversionDateTime": moment(days=-1)}, "fieldError.INVALID_VALUE", "conversion_date_time"),
    ({"conversionValue": -1}, "rangeError.TOO_LOW", "conversion_value"),
    ({"currencyCode": "euro"}, "fieldError.INVALID_VALUE", "currency_code"),
    (
        {"userIdentifiers": [{"hashedEmail": "alice@bakery.example"}]},
        UPLOAD + "INVALID_USER_IDENTIFIER",
        "user_identifiers[0].hashed_email",
    ),
]


@pytest.mark.parametrize("fields,code,path", ROWS, ids=[r[1].split(".")[1] + "-" + r[2] for r in ROWS])
def test_one_that_is_wrong_falls_alone(account, fields, code, path):
    status, answer = upload(account, conversion(account), conversion(account, **fields))
    assert status == 200 and (code, "conversions[1]." + path) in faults(answer), answer
    assert answer["results"][0] and answer["results"][1] == {}
    assert len(counted(account)) == 1
    assert "alice@" not in str(answer)


def test_actions_are_the_accounts_own(account):
    other = account.name("conversionActions", "9")
    foreign = "customers/9999999999/conversionActions/7000000001"
    _, answer = upload(*[account] + [conversion(account, conversionAction=a) for a in (other, foreign)])
    assert [code for code, _ in faults(answer)] == [UPLOAD + "NO_CONVERSION_ACTION_FOUND"] * 2


def test_actions_that_take_no_uploads(account):
    page, hidden = (account.name("conversionActions", n) for n in ("7000000003", "7000000004"))
    _, answer = upload(account, *[conversion(account, conversionAction=a) for a in (page, hidden)])
    assert [code for code, _ in faults(answer)] == [
        UPLOAD + "INVALID_CONVERSION_ACTION_TYPE",
        UPLOAD + "NO_CONVERSION_ACTION_FOUND",
    ]


def test_each_counts_once(account):
    first = conversion(account)
    upload(account, first)
    same_click = dict(first, orderId="other-1")
    same_order = dict(first, gclid="another", orderId=first["orderId"])
    twin = conversion(account)
    _, answer = upload(account, same_click, same_order, twin, dict(twin, orderId="other-2"))
    assert [code for code, _ in faults(answer)] == [
        UPLOAD + "CLICK_CONVERSION_ALREADY_EXISTS",
        UPLOAD + "ORDER_ID_ALREADY_IN_USE",
        UPLOAD + "DUPLICATE_CLICK_CONVERSION_IN_REQUEST",
    ]
    _, answer = upload(account, dict(first))
    assert UPLOAD + "ORDER_ID_ALREADY_IN_USE" in [code for code, _ in faults(answer)]
    assert len(counted(account)) == 2


def test_requests_that_are_refused_as_a_whole(account):
    one = conversion(account)
    for conversions, flags, code in (
        ([], {}, "REQUIRED_FIELD_MISSING"),
        ([one], {"partialFailure": False}, "PARTIAL_FAILURE_MODE_REQUIRED"),
        ([one] * 2001, {}, "TOO_MANY_CONVERSIONS_IN_REQUEST"),
    ):
        status, answer = upload(account, *conversions, **flags)
        assert status == 400 and failure(answer)[0][1] == code
    status, answer = upload(account, dict(one, email="alice@bakery.example"))
    assert status == 400 and "Unknown name" in str(answer)
    status, answer = upload(account, one, validateOnly=True)
    assert status == 200 and counted(account) == []
