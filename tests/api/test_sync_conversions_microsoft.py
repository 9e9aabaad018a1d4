"""Conversions to Microsoft: each counts once despite failures, and unsupported ones are not
sent."""

import json

import pytest

from adcore_conversions import ONLY, PATH, ago, asked, counted_once, make, result_at
from adcore_make import Desk, kill_when_taken, preview, push, settle

APPLY = "OfflineConversions/Apply"


def msclkid(n):
    return {"msclkid": "%032x" % n}


def counted(desk, unattributed=()):
    """Microsoft's counted conversions, by click id. Checks the reasons of those that were not
    counted."""
    state = desk.box.state(desk.connection("microsoft")["accountId"])
    rows = state["offlineConversions"]
    clicks = [row.get("MicrosoftClickId") for row in rows]
    told = [row["UnattributedReason"] for row in state["unattributedConversions"]]
    assert told == list(unattributed)
    return counted_once(clicks, rows)


def order(api, n, **fields):
    fields.setdefault("orderId", "S-%d" % n)
    return make(api, clickIds=msclkid(n), value=59.9, currency="EUR", **fields)


def result(desk, made):
    return result_at(desk, made, "microsoft")


def test_a_click_and_a_person_are_counted(desk, server):
    mail, phone = "al.ice+shop@adcore-ms.example", "+16505551212"
    click = order(desk.api, 1)
    person = make(desk.api, email=mail, phone=phone, platforms=["microsoft"],
                  conversionAction="Lead", consent={"adUserData": "GRANTED"})
    plan = preview(desk.api, **ONLY)
    assert [(op["op"], op["platform"]) for op in plan["operations"]] == [("UPLOAD", "microsoft")] * 2
    assert counted(desk) == {}, "a preview sends nothing"
    run = push(desk.api, **ONLY)
    there = counted(desk)
    assert there["%032x" % 1] == {
        "MicrosoftClickId": "%032x" % 1,
        "ConversionName": "Order",
        "ConversionTime": click["occurredAt"][:19] + "Z",
        "ConversionValue": 59.9,
        "ConversionCurrencyCode": "EUR",
    }
    sent = there[None]
    assert sent["ConversionName"] == "Lead" and "ConversionValue" not in sent
    hashes = [sent["HashedEmailAddress"], sent["HashedPhoneNumber"]]
    assert all(len(each) == 64 for each in hashes)
    seen = json.dumps([run, result(desk, person), desk.api.get("/history").data])
    for secret in (mail, phone, *hashes):
        assert secret not in seen and secret not in server.log_path.read_text()
    row, at = result(desk, click)
    assert row["syncState"] == "SYNCED" and (at["status"], at["code"]) == ("SUCCEEDED", None)
    assert not preview(desk.api, **ONLY)["operations"], "it goes once"
    assert len(asked(desk, APPLY)) == 1


@pytest.mark.parametrize("denied", ["adUserData", "adPersonalization"])
def test_a_no_that_cannot_be_told_there_keeps_it_here(desk, denied):
    made = order(desk.api, 1, consent={denied: "DENIED"})
    other = order(desk.api, 2)
    [warning] = preview(desk.api, **ONLY)["warnings"]
    assert (warning["code"], warning["id"]) == ("UNSUPPORTED_ON_PLATFORM", made["id"])
    assert "consent" in warning["message"]
    [operation] = push(desk.api, **ONLY)["operations"]
    assert operation["id"] == other["id"]
    assert desk.api.get("%s/%s" % (PATH, made["id"])).data["syncState"] == "STAGED"
    assert set(counted(desk)) == {"%032x" % 2}
    assert not preview(desk.api, **ONLY)["operations"]


def test_one_refused_fails_alone_and_is_not_sent_again(desk):
    for n in range(3):
        order(desk.api, n)
    bad = make(desk.api, clickIds={"msclkid": "not-a-click"}, orderId="B-1")
    run = push(desk.api, expect="PARTIAL", **ONLY)
    assert len(asked(desk, APPLY)) == 1, "one request"
    (failed,) = [op for op in run["operations"] if op["status"] != "SUCCEEDED"]
    assert failed["id"] == bad["id"] and failed["error"]["code"] == "CONVERSION_REFUSED"
    assert failed["error"]["platformCode"] == "OfflineConversionMicrosoftClickIdInvalid"
    assert set(counted(desk)) == {"%032x" % n for n in range(3)}
    row, at = result(desk, bad)
    assert row["syncState"] == "FAILED" and at["retryable"] is False
    assert not preview(desk.api, **ONLY)["operations"], "no push would mend it"


def test_too_old_is_skipped_with_the_reason(desk):
    old = order(desk.api, 1, occurredAt=ago(days=91))
    push(desk.api, expect="FAILED", **ONLY)
    row, at = result(desk, old)
    assert (at["status"], at["code"]) == ("SKIPPED", "TOO_OLD") and "90 days" in at["message"]
    assert row["syncState"] == "FAILED" and counted(desk) == {} and asked(desk, APPLY) == []


@pytest.mark.parametrize(
    "action,twice",
    [
        ({"type": "accept_then_cut"}, True),
        ({"type": "cut_before"}, False),
        ({"type": "status", "status": 503}, False),
        ({"type": "status", "status": 429, "retryDelay": "1"}, False),
    ],
    ids=lambda value: str(value.get("status", value["type"])) if isinstance(value, dict) else "",
)
def test_a_lost_answer_counts_nothing_twice(desk, action, twice):
    """The repeat carries the same key: Microsoft recognizes it and counts the first one only."""
    for n in range(3):
        order(desk.api, n, orderId=None if n == 2 else "L-%d" % n)
    desk.box.fault(action, path=APPLY, platform="microsoft")
    push(desk.api, **ONLY)
    reasons = ["DuplicateConversionKey"] * 3 if twice else []
    assert set(counted(desk, reasons)) == {"%032x" % n for n in range(3)}
    assert len(asked(desk, APPLY)) == 2
    assert {row["syncState"] for row in desk.api.walk(PATH)} == {"SYNCED"}


def test_a_server_killed_after_microsoft_took_them(server):
    desk = Desk(server)
    for n in range(3):
        order(desk.api, n)
    done = kill_when_taken(desk, ONLY, path=APPLY, platform="microsoft")
    assert done["status"] == "SUCCEEDED", done
    assert len(counted(desk, ["DuplicateConversionKey"] * 3)) == 3


def test_a_goal_too_young_is_tried_again_by_the_next_push(desk):
    made = order(desk.api, 1)
    desk.box.fault(
        {"type": "error", "errorCode": "OfflineConversionNotAcceptedForGoal", "message": "Wait."},
        path=APPLY,
        platform="microsoft",
    )
    push(desk.api, expect="FAILED", **ONLY)
    _, at = result(desk, made)
    assert at["status"] == "FAILED" and at["retryable"] is True and at["message"] == "Wait."
    settle(desk)
    assert set(counted(desk)) == {"%032x" % 1}


def test_each_click_goes_where_it_came_from(desk):
    both = make(desk.api, clickIds={**msclkid(9), "gclid": "Cj0K-both_1"}, orderId="2-1")
    run = push(desk.api, **ONLY)
    assert sorted(op["platform"] for op in run["operations"]) == ["google", "microsoft"]
    assert result(desk, both)[0]["syncState"] == "SYNCED"
    assert set(counted(desk)) == {"%032x" % 9}
    assert [row["orderId"] for row in desk.box.state(desk.customer)["conversions"]] == ["2-1"]
