"""Conversion goals of a platform: a pull reads them, and a preview warns of missing ones."""

import json

import pytest

from adcore_conversions import make
from adcore_make import Desk, finish, make_campaign, preview, push, space_id

ONLY = {"include": ["CONVERSIONS"]}


def connection(desk, platform):
    return next(c for c in desk.api.get("/connections").data if c["platform"] == platform)


def settle(desk, platform, **settings):
    """Changes settings of the connection as the operator would."""
    made = connection(desk, platform)
    desk.server.cli("connection", "set", made["id"], "--settings", json.dumps(settings))


def pull(desk, platform, **fields):
    body = {"mode": "PULL", "platforms": [platform], **fields}
    run = finish(desk.api, desk.api.post("/sync", body, expect=202).data["id"])
    assert run["status"] == "SUCCEEDED", run
    return run["pulled"]


def planned(desk, **fields):
    """The order ids that a push would send, and the codes and messages of its warnings."""
    plan = preview(desk.api, **ONLY, **fields)
    orders = [
        next(c["to"] for c in op["changes"] if c["field"] == "orderId")
        for op in plan["operations"]
    ]
    return orders, [(w["code"], w["message"]) for w in plan["warnings"]]


def two(desk, clicks):
    """Two conversions of an action, one of another."""
    for n, action in enumerate(("Order", "Order", "Lead")):
        make(desk.api, conversionAction=action, clickIds={clicks: "Ab1-%d_x" % n}, value=5,
             currency="EUR", orderId="G-%d" % n)


def test_an_action_that_google_has_not_is_told_before_anything_is_sent(desk):
    two(desk, "gclid")
    settle(desk, "google", conversionActions={"Order": "7000000009", "Lead": "7000000002"})
    assert planned(desk) == (["G-0", "G-1", "G-2"], []), "nothing was heard yet"
    assert pull(desk, "google")["warnings"] == []
    orders, warnings = planned(desk)
    assert orders == ["G-2"]
    [(code, says)] = warnings
    assert code == "ACTION_NOT_FOUND"
    for word in ("conversionActions", "conversion action 7000000009", "google", "does not have",
                 "7000000001 (Order)", "pull again"):
        assert word in says, says
    assert "7000000003" not in says, "that one takes none"
    push(desk.api, **ONLY)
    assert [row["orderId"] for row in desk.box.state(desk.customer)["conversions"]] == ["G-2"]
    assert {row["orderId"]: row["syncState"] for row in desk.api.walk("/conversions/offline")} == {
        "G-0": "STAGED", "G-1": "STAGED", "G-2": "SYNCED"}
    settle(desk, "google", conversionActions={"Order": "7000000001"})
    assert planned(desk) == (["G-0", "G-1"], [])
    push(desk.api, **ONLY)
    assert len(desk.box.state(desk.customer)["conversions"]) == 3


@pytest.mark.parametrize("action", ["7000000003", "7000000004"], ids=["of a page", "hidden"])
def test_an_action_that_takes_no_uploads(desk, action):
    """Without a pull, Google refuses that conversion alone."""
    two(desk, "gclid")
    settle(desk, "google", conversionActions={"Order": "7000000001", "Lead": action})
    run = push(desk.api, expect="PARTIAL", **ONLY)
    [failed] = [op for op in run["operations"] if op["status"] != "SUCCEEDED"]
    assert failed["error"]["platformCode"].startswith("conversionUploadError.")
    make(desk.api, conversionAction="Lead", clickIds={"gclid": "Ab1-9"}, orderId="G-9")
    pull(desk, "google")
    orders, [(code, says)] = planned(desk)
    assert orders == [] and code == "ACTION_NOT_FOUND"
    assert action in says and "accepts no uploaded conversions" in says


def test_a_goal_that_microsoft_has_not(desk):
    for n, action in enumerate(("Order", "Lead", "Call")):
        make(desk.api, conversionAction=action, clickIds={"msclkid": "%032x" % (n + 1)}, value=5,
             currency="EUR", orderId="G-%d" % n)
    settle(desk, "microsoft", conversionActions={"Order": "Order", "Lead": "lead",
                                                 "Call": "Order of last year"})
    pull(desk, "microsoft")
    orders, warnings = planned(desk)
    assert orders == ["G-0"] and [code for code, _ in warnings] == ["ACTION_NOT_FOUND"] * 2
    says = " ".join(text for _, text in warnings)
    assert "conversion goal lead for this action, which the ad account does not have" in says, says
    assert "Order of last year for this action, which accepts no uploaded conversions" in says, says
    push(desk.api, **ONLY)


def test_a_dataset_that_meta_has_not(desk):
    two(desk, "fbclid")
    number = connection(desk, "meta")["accountId"].removeprefix("act_")
    settle(desk, "meta", datasetId="99")
    pull(desk, "meta")
    orders, warnings = planned(desk)
    assert orders == [] and [code for code, _ in warnings] == ["ACTION_NOT_FOUND"] * 2
    assert "datasetId" in warnings[0][1] and "dataset 99" in warnings[0][1]
    assert number + " (Sandbox dataset)" in warnings[0][1]
    settle(desk, "meta", datasetId=number)
    assert planned(desk) == (["G-0", "G-1", "G-2"], [])
    push(desk.api, **ONLY)
    assert len(desk.box.state(number)["events"]) == 3


def test_who_may_not_ask_is_not_held_up(desk):
    """Without the permission to read goals the pull reads everything else and forgets the goals
    of earlier pulls."""
    two(desk, "fbclid")
    settle(desk, "meta", datasetId="99")
    pull(desk, "meta")
    assert planned(desk)[0] == []
    desk.box.fault({"type": "status", "status": 403}, path="adspixels",
                   platform="meta")
    [warning] = pull(desk, "meta")["warnings"]
    assert warning["code"] == "GOALS_UNKNOWN" and "dataset" in warning["message"]
    assert planned(desk) == (["G-0", "G-1", "G-2"], [])


def test_another_account_is_known_nothing_of(desk):
    two(desk, "gclid")
    settle(desk, "google", conversionActions={"Order": "7000000009"})
    pull(desk, "google")
    assert planned(desk)[0] == []
    desk.server.sql(
        "UPDATE connections SET account_id_remote = '1234509876' WHERE platform = 'google' AND"
        " space_id = '%s'" % space_id(desk.api.get("/me").data)
    )
    assert planned(desk)[0] == ["G-0", "G-1"]


def test_a_pull_of_some_campaigns_asks_for_none(desk):
    campaign = make_campaign(desk.api)
    push(desk.api)
    two(desk, "gclid")
    settle(desk, "google", conversionActions={"Order": "7000000009"})
    pull(desk, "google", campaignIds=[campaign["id"]])
    assert planned(desk)[0] == ["G-0", "G-1"]


@pytest.fixture
def desk(server):
    desk = Desk(server)
    yield desk
    desk.box.clear_faults()
