"""Conversions to Meta: each counts once despite failures, and unsupported ones are not sent."""

import datetime
import json

import pytest

from adcore_conversions import ONLY, PATH, ago, asked, counted_once, make, result_at
from adcore_make import Desk, finish, kill_when_taken, preview, push
from adcore_server import Server

EVENTS = "/events"


def fbclid(n):
    return {"fbclid": "IwAR-push_%d" % n}


def dataset(desk):
    return desk.connection("meta")["accountId"].removeprefix("act_")


def counted(desk):
    """Meta's counted events, by event_id."""
    rows = desk.box.state(dataset(desk))["events"]
    keys = [row["event_id"] for row in rows]
    return counted_once(keys, rows)


def order(api, n, **fields):
    fields.setdefault("orderId", "M-%d" % n)
    return make(api, clickIds=fbclid(n), value=59.9, currency="EUR", **fields)


def result(desk, made):
    return result_at(desk, made, "meta")


def test_a_click_and_a_person_are_counted(desk, server):
    mail = "alice@adcore-meta.example"
    click = order(desk.api, 1)
    person = make(desk.api, email=mail, phone="+16505551212", platforms=["meta"],
                  conversionAction="Lead", actionSource="PHONE_CALL",
                  consent={"adUserData": "GRANTED", "adPersonalization": "DENIED"})
    plan = preview(desk.api, **ONLY)
    assert [(op["op"], op["platform"]) for op in plan["operations"]] == [("UPLOAD", "meta")] * 2
    assert counted(desk) == {}, "a preview sends nothing"
    run = push(desk.api, **ONLY)
    there = counted(desk)
    sent = there["M-1"]
    assert (sent["event_name"], sent["action_source"]) == ("Purchase", "other")
    at = int(datetime.datetime.fromisoformat(click["occurredAt"].replace("Z", "+00:00")).timestamp())
    assert sent["event_time"] == at
    assert sent["user_data"] == {"fbc": "fb.1.%d.IwAR-push_1" % (at * 1000)}
    assert sent["custom_data"] == {"value": 59.9, "currency": "EUR", "order_id": "M-1"}
    sent = there[person["id"]]
    assert (sent["event_name"], sent["action_source"], sent["opt_out"]) == ("Lead", "phone_call", True)
    # the digits of the phone number only
    phone = "e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176"
    assert sent["user_data"]["ph"] == [phone] and "custom_data" not in sent
    seen = json.dumps([run, result(desk, person), desk.api.get("/history").data])
    for secret in (mail, phone, *sent["user_data"]["em"]):
        assert secret not in seen and secret not in server.log_path.read_text()
    assert result(desk, click)[0]["syncState"] == "SYNCED"
    assert not preview(desk.api, **ONLY)["operations"], "it goes once"


@pytest.mark.parametrize(
    "fields,says",
    [
        ({"actionSource": "WEBSITE"}, "website"),
        ({"consent": {"adUserData": "DENIED"}}, "consent"),
        ({"value": None, "currency": None}, "value"),
    ],
)
def test_what_meta_takes_none_of_is_refused_here(desk, fields, says):
    body = {"clickIds": fbclid(1), "value": 5, "currency": "EUR", **fields}
    made = make(desk.api, **{name: value for name, value in body.items() if value is not None})
    good = order(desk.api, 2)
    [warning] = preview(desk.api, **ONLY)["warnings"]
    assert warning["code"] == "UNSUPPORTED_ON_PLATFORM" and says in warning["message"]
    assert warning["id"] == made["id"]
    [operation] = push(desk.api, **ONLY)["operations"]
    assert operation["id"] == good["id"]
    assert desk.api.get("%s/%s" % (PATH, made["id"])).data["syncState"] == "STAGED"
    assert set(counted(desk)) == {good["orderId"]}
    assert not preview(desk.api, **ONLY)["operations"]


def test_without_a_dataset_it_stays_staged(desk, server):
    """A live connection without a dataset: the warning names the setting, and nothing is
    planned."""
    space = desk.api.get("/me").data["space"]
    server.sql(
        "UPDATE connections SET environment = 'live' WHERE platform = 'meta' AND space_id = '%s'"
        % (space["id"] if isinstance(space, dict) else space)
    )
    live = desk.account.client(env="live")
    click = make(live, clickIds=fbclid(1), value=5, currency="EUR")
    make(live, email="bob@adcore-meta.example", value=5, currency="EUR")
    plan = preview(live, **ONLY)
    assert plan["operations"] == []
    assert [(w["code"], "datasetId" in w["message"]) for w in plan["warnings"]] == [
        ("SETTING_REQUIRED", True)
    ]
    assert live.get("%s/%s" % (PATH, click["id"])).data["syncState"] == "STAGED"


def test_ages(desk):
    old = order(desk.api, 1, occurredAt=ago(days=8))
    store = order(desk.api, 2, occurredAt=ago(days=60), actionSource="PHYSICAL_STORE")
    older = order(desk.api, 3, occurredAt=ago(days=63), actionSource="PHYSICAL_STORE")
    push(desk.api, expect="PARTIAL", **ONLY)
    assert set(counted(desk)) == {store["orderId"]}
    for made, days in ((old, "7 days"), (older, "62 days")):
        _, at = result(desk, made)
        assert (at["status"], at["code"]) == ("SKIPPED", "TOO_OLD") and days in at["message"]


def test_one_that_meta_refuses_takes_no_other_along(desk):
    good = [order(desk.api, n) for n in range(3)]
    bad = make(desk.api, conversionAction="Lead", clickIds={"fbclid": "fb.2.x"}, orderId="B-1")
    run = push(desk.api, expect="PARTIAL", **ONLY)
    (failed,) = [op for op in run["operations"] if op["status"] != "SUCCEEDED"]
    assert failed["id"] == bad["id"] and failed["error"]["code"] == "CONVERSION_REFUSED"
    assert set(counted(desk)) == {each["orderId"] for each in good}
    assert not preview(desk.api, **ONLY)["operations"], "no push would mend it"


@pytest.mark.parametrize(
    "action",
    [
        {"type": "accept_then_cut"},
        {"type": "cut_before"},
        {"type": "status", "status": 503},
        {"type": "status", "status": 429},
    ],
    ids=lambda action: str(action.get("status", action["type"])),
)
def test_a_lost_answer_counts_nothing_twice(desk, action):
    made = [order(desk.api, n) for n in range(2)] + [order(desk.api, 7, orderId=None)]
    desk.box.fault(action, path=EVENTS, platform="meta")
    push(desk.api, **ONLY)
    assert set(counted(desk)) == {"M-0", "M-1", made[2]["id"]}
    assert len(asked(desk, EVENTS)) == 4, "together, and then each by itself"


def test_a_server_killed_after_meta_took_them(server):
    desk = Desk(server)
    for n in range(3):
        order(desk.api, n)
    done = kill_when_taken(desk, ONLY, path=EVENTS, platform="meta")
    assert done["status"] == "SUCCEEDED", done
    assert len(counted(desk)) == 3


def test_what_may_have_been_counted_is_not_sent_after_two_days():
    """Meta recognizes an event_id for 48 hours. Later it would count a second time."""
    with Server(clock=True) as server:
        desk = Desk(server)
        made = order(desk.api, 1)
        run = kill_when_taken(desk, ONLY, hours=49, path=EVENTS, platform="meta")
        assert run["operations"][0]["error"]["code"] == "MAY_BE_COUNTED"
        row, at = result(desk, made)
        assert row["syncState"] == "FAILED" and at["retryable"] is False
        assert not preview(desk.api, **ONLY)["operations"]
        again = desk.api.post("/sync/%s/retry" % run["id"], expect=202).data
        again = finish(desk.api, again["id"])
        assert again["operations"][0]["error"]["code"] == "MAY_BE_COUNTED"
        assert set(counted(desk)) == {"M-1"}
