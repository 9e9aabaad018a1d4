"""Conversions in a push: each counts once despite failures, with each platform's result."""

import json

import pytest

from adcore_conversions import PATH, ago, make
from adcore_make import Desk, finish, make_campaign, preview, push, settle, start_push
from adcore_server import wait_for

ONLY = {"include": ["CONVERSIONS"]}
UPLOAD = "uploadClickConversions"


def gclid(n):
    return {"gclid": "Cj0K-push_%d" % n}


def counted(desk):
    """Google's counted conversions, by order number."""
    rows = desk.box.state(desk.customer)["conversions"]
    numbers = [row["orderId"] for row in rows]
    assert len(numbers) == len(set(numbers)), "counted twice: %r" % numbers
    return dict(zip(numbers, rows))


def states(desk):
    return {row["orderId"]: row["syncState"] for row in desk.api.walk(PATH)}


def results(desk, made):
    row = desk.api.get("%s/%s" % (PATH, made["id"])).data
    return row, {each["platform"]: each for each in row["platformResults"]}


def test_a_conversion_is_previewed_and_counted(desk):
    make_campaign(desk.api)
    made = make(desk.api, clickIds=gclid(1), orderId="A-1", value=59.9, currency="EUR")
    plan = preview(desk.api)
    assert [op["op"] for op in plan["operations"]] == ["CREATE", "UPLOAD"]
    told = plan["operations"][1]
    assert (told["resource"], told["id"], told["platform"]) == ("conversion", made["id"], "google")
    assert told["dailyBudgetDelta"] == 0 and told["remoteId"] is None
    to = {each["field"]: each["to"] for each in told["changes"]}
    assert to["conversionAction"] == "Order" and to["value"] == 59.9 and to["orderId"] == "A-1"
    assert counted(desk) == {}, "a preview sends nothing"
    run = push(desk.api)
    assert run["operations"][1]["status"] == "SUCCEEDED" and run["operations"][1]["remoteId"]
    there = counted(desk)["A-1"]
    assert there["gclid"] == "Cj0K-push_1" and there["conversionValue"] == 59.9
    assert there["currencyCode"] == "EUR" and there["conversionDateTime"].endswith("+00:00")
    row, at = results(desk, made)
    assert row["syncState"] == "SYNCED" and row["remote"]["lastSyncedAt"]
    assert at["google"]["status"] == "SUCCEEDED" and at["google"]["code"] is None
    assert not preview(desk.api)["operations"], "it goes once"
    assert not push(desk.api)["operations"] and len(counted(desk)) == 1


def test_what_identifies_a_person_is_sent_hashed_and_told_nowhere(desk, server):
    mail, phone = "alice@adcore-push.example", "+16505550199"
    made = make(desk.api, email=mail, phone=phone, platforms=["google"], orderId="P-1",
                consent={"adUserData": "GRANTED"})
    run = push(desk.api, **ONLY)
    sent = counted(desk)["P-1"]["userIdentifiers"]
    hashes = [each.get("hashedEmail") or each.get("hashedPhoneNumber") for each in sent]
    assert len(hashes) == 2 and all(len(each) == 64 for each in hashes)
    assert counted(desk)["P-1"]["consent"] == {"adUserData": "GRANTED"}
    seen = json.dumps([run, results(desk, made), desk.api.get("/history").data])
    for secret in (mail, phone, phone[1:], *hashes):
        assert secret not in seen and secret not in server.log_path.read_text()


def test_who_did_not_agree_is_not_told_of(desk):
    """With a click id it is sent without personal data. Without a click id nothing is sent."""
    no = {"adUserData": "DENIED"}
    made = make(desk.api, clickIds=gclid(7), email="carol@adcore-push.example", orderId="N-1", consent=no)
    alone = make(desk.api, phone="+16505550198", platforms=["google"], orderId="N-2", consent=no)
    [warning] = preview(desk.api, **ONLY)["warnings"]
    assert (warning["code"], warning["id"]) == ("CONSENT_DENIED", alone["id"])
    run = push(desk.api, **ONLY)
    [operation] = run["operations"]
    assert (operation["id"], operation["status"]) == (made["id"], "SUCCEEDED")
    [(number, there)] = counted(desk).items()
    assert number == "N-1" and "userIdentifiers" not in there and there["consent"] == no
    row, at = results(desk, alone)
    assert row["syncState"] == "STAGED" and at == {}
    assert not preview(desk.api)["operations"]


def test_one_refused_fails_alone_and_is_not_sent_again(desk):
    good = [make(desk.api, clickIds=gclid(n), orderId="G-%d" % n) for n in range(3)]
    bad = make(desk.api, clickIds={"gclid": "not.a.click"}, orderId="B-1")
    run = push(desk.api, expect="PARTIAL", **ONLY)
    assert len([e for e in desk.box.log(desk.after) if UPLOAD in e["path"]]) == 1, "one request"
    (failed,) = [op for op in run["operations"] if op["status"] != "SUCCEEDED"]
    assert failed["id"] == bad["id"] and failed["error"]["code"] == "CONVERSION_REFUSED"
    assert failed["error"]["platformCode"] == "conversionUploadError.UNPARSEABLE_GCLID"
    assert set(counted(desk)) == {"G-0", "G-1", "G-2"} and len(good) == 3
    row, at = results(desk, bad)
    assert row["syncState"] == "FAILED" and row["remote"]["lastError"]["message"]
    assert at["google"]["status"] == "FAILED" and at["google"]["retryable"] is False
    assert not preview(desk.api)["operations"], "no push would mend it"
    again = desk.api.post("/sync/%s/retry" % run["id"], expect=202).data
    again = finish(desk.api, again["id"])
    assert [op["id"] for op in again["operations"]] == [bad["id"]], "a retry asks once more"
    assert again["status"] == "FAILED" and len(counted(desk)) == 3


@pytest.mark.parametrize(
    "action",
    [
        {"type": "accept_then_cut"},
        {"type": "cut_before"},
        {"type": "status", "status": 503},
        {"type": "status", "status": 429, "retryDelay": "1s"},
    ],
    ids=lambda action: str(action.get("status", action["type"])),
)
def test_a_lost_answer_counts_nothing_twice(desk, action):
    with_order = [make(desk.api, clickIds=gclid(n), orderId="L-%d" % n) for n in range(2)]
    without = [make(desk.api, clickIds=gclid(10 + n)) for n in range(2)]
    desk.box.fault(action, path=UPLOAD)
    push(desk.api, **ONLY)
    ours = {"L-0", "L-1"} | {each["id"] for each in without}
    assert set(counted(desk)) == ours and len(with_order) == 2
    assert set(states(desk).values()) == {"SYNCED"}


def test_a_server_killed_after_google_took_them(server):
    desk = Desk(server)
    for n in range(5):
        make(desk.api, clickIds=gclid(n), orderId="K-%d" % n)
    desk.box.fault({"type": "accept_then_timeout", "ms": 1500}, path=UPLOAD)
    run = start_push(desk.api, **ONLY)
    assert wait_for(lambda: len(counted(desk)) == 5 or None, 20)
    server.kill()
    server.start()
    desk.reopen()
    done = finish(desk.api, run["id"])
    assert done["status"] == "SUCCEEDED", done
    assert len(counted(desk)) == 5 and set(states(desk).values()) == {"SYNCED"}


def test_too_old_is_skipped_with_the_reason(desk):
    old = make(desk.api, clickIds=gclid(1), orderId="O-1", occurredAt=ago(days=91))
    [warning] = preview(desk.api, **ONLY)["warnings"]
    assert warning["code"] == "TOO_OLD" and "90 days" in warning["message"]
    run = push(desk.api, expect="FAILED", **ONLY)
    assert run["operations"][0]["status"] == "SKIPPED"
    assert run["operations"][0]["error"]["code"] == "TOO_OLD"
    row, at = results(desk, old)
    assert at["google"]["status"] == "SKIPPED" and at["google"]["code"] == "TOO_OLD"
    assert row["syncState"] == "FAILED" and "90 days" in row["remote"]["lastError"]["message"]
    assert counted(desk) == {} and not preview(desk.api)["operations"]


def test_what_no_connection_maps_stays_staged(desk):
    rows = [make(desk.api, clickIds=gclid(n), conversionAction="Nobody") for n in range(3)]
    make(desk.api, email="bob@adcore-push.example", conversionAction="Nobody")
    plan = preview(desk.api, **ONLY)
    assert plan["operations"] == []
    assert [w["code"] for w in plan["warnings"]] == ["ACTION_NOT_MAPPED"] * 2, "once an action"
    assert "conversionActions" in plan["warnings"][0]["message"]
    assert not push(desk.api, **ONLY)["operations"]
    assert results(desk, rows[0])[0]["syncState"] == "STAGED"


def test_the_selection(desk):
    campaign = make_campaign(desk.api)
    make(desk.api, clickIds=gclid(1))

    def kinds(**fields):
        return [op["op"] for op in preview(desk.api, **fields)["operations"]]

    assert kinds() == ["CREATE", "UPLOAD"]
    assert kinds(include=["CAMPAIGNS"]) == ["CREATE"]
    assert kinds(include=["CONVERSIONS"]) == ["UPLOAD"]
    assert kinds(campaignIds=[campaign["id"]]) == ["CREATE"]
    assert kinds(platforms=["meta"]) == []


def test_it_needs_the_scope_of_conversions(desk):
    make(desk.api, clickIds=gclid(1))
    narrow = desk.account.client(scopes=["sync:read", "sync:write"])
    plan = preview(narrow, **ONLY)
    assert plan["operations"] == [
        {
            "index": 0,
            "op": "UPLOAD",
            "resource": "conversion",
            "dailyBudgetDelta": 0,
            "dependsOn": [],
        }
    ]
    refused = narrow.post("/sync", dict(ONLY, planHash=plan["planHash"]), expect=403)
    assert refused.details["required"] == ["campaigns:write"]
    assert counted(desk) == {}


def test_what_was_counted_is_not_taken_back(desk):
    make(desk.api, clickIds=gclid(1))
    run = push(desk.api, **ONLY)
    answer = desk.api.post("/sync/%s/revert" % run["id"], expect=201).data
    assert answer["coverage"] == "NONE"
    assert [(o["op"], o["reason"]) for o in answer["operations"]] == [("UPLOAD", "NOT_REVERSIBLE")]
    assert len(counted(desk)) == 1


def test_an_account_that_may_not_upload_tries_again_later(desk):
    made = make(desk.api, clickIds=gclid(1), orderId="N-1")
    desk.box.fault(
        {
            "type": "error",
            "errorCode": {"notAllowlistedError": "CUSTOMER_NOT_ALLOWLISTED_FOR_THIS_FEATURE"},
            "message": "Not for you.",
        },
        path=UPLOAD,
    )
    run = push(desk.api, expect="FAILED", **ONLY)
    assert "June 2026" in run["operations"][0]["error"]["message"]
    assert results(desk, made)[1]["google"]["retryable"] is True
    settle(desk)
    assert set(counted(desk)) == {"N-1"}
