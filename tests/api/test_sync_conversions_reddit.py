"""Conversions to Reddit: each counts once despite failures, and unsupported ones are not sent."""

import datetime
import json

import pytest

from adcore_conversions import ONLY, PATH, ago, asked, counted_once, make, result_at
from adcore_make import Desk, kill_when_taken, preview, push, settle
from adcore_server import Server

EVENTS = "/conversion_events"


def rdt_cid(n):
    return {"rdtCid": "rdt-push_%d" % n}


def counted(desk):
    """Reddit's counted events, by conversion_id."""
    rows = desk.box.state(desk.connection("reddit")["accountId"]).get("events", [])
    keys = [row["metadata"]["conversion_id"] for row in rows]
    return counted_once(keys, rows)


def order(api, n, **fields):
    fields.setdefault("orderId", "R-%d" % n)
    return make(api, clickIds=rdt_cid(n), value=59.9, currency="EUR", **fields)


def result(desk, made):
    return result_at(desk, made, "reddit")


def test_a_click_and_a_person_are_counted(desk, server):
    mail, phone = "al.ice+shop@adcore-rd.example", "+16505551212"
    click = order(desk.api, 1)
    person = make(desk.api, email=mail, phone=phone, platforms=["reddit"],
                  conversionAction="Lead", actionSource="PHYSICAL_STORE")
    plan = preview(desk.api, **ONLY)
    assert [(op["op"], op["platform"]) for op in plan["operations"]] == [("UPLOAD", "reddit")] * 2
    assert counted(desk) == {}, "a preview sends nothing"
    run = push(desk.api, **ONLY)
    there = counted(desk)
    moment = datetime.datetime.fromisoformat(click["occurredAt"].replace("Z", "+00:00"))
    assert there["R-1"] == {
        "event_at": int(moment.timestamp() * 1000),
        "action_source": "OTHER",
        "type": {"tracking_type": "PURCHASE"},
        "click_id": "rdt-push_1",
        "metadata": {"conversion_id": "R-1", "order_id": "R-1", "currency": "EUR", "value": 59.9},
    }
    sent = there[person["id"]]
    assert (sent["type"], sent["action_source"]) == ({"tracking_type": "LEAD"}, "PHYSICAL_STORE")
    hashes = [sent["user"]["email"], sent["user"]["phone_number"]]
    assert all(len(each) == 64 for each in hashes) and "click_id" not in sent
    seen = json.dumps([run, result(desk, person), desk.api.get("/history").data])
    for secret in (mail, phone, *hashes):
        assert secret not in seen and secret not in server.log_path.read_text()
    row, at = result(desk, click)
    assert row["syncState"] == "SYNCED" and (at["status"], at["code"]) == ("SUCCEEDED", None)
    assert not preview(desk.api, **ONLY)["operations"], "it goes once"
    assert len(asked(desk, EVENTS)) == 1


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
    assert set(counted(desk)) == {"R-2"}
    assert not preview(desk.api, **ONLY)["operations"]


def test_an_action_that_names_no_event_waits_for_its_setting(desk, server):
    here = desk.connection("reddit")["id"]

    def map_to(word):
        settings = dict(desk.connection("reddit")["settings"], conversionActions={"Order": word})
        server.sql(
            "UPDATE connections SET settings = '%s' WHERE id = '%s'" % (json.dumps(settings), here)
        )

    made = order(desk.api, 1)
    map_to("Purchased")
    [warning] = preview(desk.api, **ONLY)["warnings"]
    assert warning["id"] == made["id"] and "conversionActions" in warning["message"]
    assert push(desk.api, **ONLY)["operations"] == [] and asked(desk, EVENTS) == []
    map_to("CUSTOM:sale")
    settle(desk)
    assert counted(desk)["R-1"]["type"] == {"tracking_type": "CUSTOM", "custom_event_name": "sale"}


def test_too_old_is_skipped_with_the_reason(desk):
    old = order(desk.api, 1, occurredAt=ago(days=8))
    push(desk.api, expect="FAILED", **ONLY)
    row, at = result(desk, old)
    assert (at["status"], at["code"]) == ("SKIPPED", "TOO_OLD") and "7 days" in at["message"]
    assert row["syncState"] == "FAILED" and asked(desk, EVENTS) == []


def test_one_that_reddit_refuses_takes_no_other_along(desk):
    good = [order(desk.api, n) for n in range(3)]
    desk.box.fault(
        {"type": "error", "errorCode": "bad", "message": "invalid event"},
        path=EVENTS,
        platform="reddit",
        times=2,
    )
    run = push(desk.api, expect="PARTIAL", **ONLY)
    (failed,) = [op for op in run["operations"] if op["status"] != "SUCCEEDED"]
    assert failed["error"]["code"] == "CONVERSION_REFUSED"
    assert len(asked(desk, EVENTS)) == 4, "together, and then each by itself"
    kept = {each["orderId"] for each in good if each["id"] != failed["id"]}
    assert set(counted(desk)) == kept and len(kept) == 2
    assert not preview(desk.api, **ONLY)["operations"], "no push would mend it"


@pytest.mark.parametrize(
    "action",
    [
        {"type": "accept_then_cut"},
        {"type": "cut_before"},
        {"type": "status", "status": 503},
    ],
    ids=lambda action: str(action.get("status", action["type"])),
)
def test_a_lost_answer_counts_nothing_twice(desk, action):
    made = [order(desk.api, n) for n in range(2)] + [order(desk.api, 7, orderId=None)]
    desk.box.fault(action, path=EVENTS, platform="reddit")
    push(desk.api, **ONLY)
    assert set(counted(desk)) == {"R-0", "R-1", made[2]["id"]}
    assert len(asked(desk, EVENTS)) == 4, "together, and then each by itself"


def test_a_server_killed_after_reddit_took_them(server):
    desk = Desk(server)
    for n in range(3):
        order(desk.api, n)
    done = kill_when_taken(desk, ONLY, path=EVENTS, platform="reddit")
    assert done["status"] == "SUCCEEDED", done
    assert len(counted(desk)) == 3


def test_what_may_have_been_counted_is_not_sent_after_two_days():
    """Reddit recognizes a conversion_id for two days. Later it would count a second time."""
    with Server(clock=True) as server:
        desk = Desk(server)
        made = order(desk.api, 1)
        run = kill_when_taken(desk, ONLY, hours=49, path=EVENTS, platform="reddit")
        assert run["operations"][0]["error"]["code"] == "MAY_BE_COUNTED"
        row, at = result(desk, made)
        assert row["syncState"] == "FAILED" and at["retryable"] is False
        assert not preview(desk.api, **ONLY)["operations"] and set(counted(desk)) == {"R-1"}
