"""A conversion that may have been counted, whose run was stopped and whose action is then mapped
to another one. It counts once."""

import json

import pytest

from adcore_conversions import ONLY, make, result_at
from adcore_make import finish, preview, push, start_push
from adcore_server import wait_for

ORDER, LEAD = "7000000001", "7000000002"  # the sandbox's conversion actions on Google
ENDPOINT = {"google": "uploadClickConversions", "meta": "/events", "reddit": "/conversion_events"}
CLICK = {"google": {"gclid": "Cj0K-named_1"}, "meta": {"fbclid": "IwAR-named_1"},
         "reddit": {"rdtCid": "named_1"}}
NAMES = {"google": (ORDER, LEAD), "meta": ("Purchase", "Lead"), "reddit": ("PURCHASE", "LEAD")}


def map_to(desk, platform, action, **settings):
    settings["conversionActions"] = {"Order": action}
    made = desk.connection(platform)
    desk.server.cli("connection", "set", made["id"], "--settings", json.dumps(settings))


def counted(desk, platform):
    """The platform's action of each counted conversion, once per count."""
    account = desk.connection(platform)["accountId"]
    if platform == "google":
        rows = desk.box.state(desk.customer)["conversions"]
        return [row["conversionAction"].rpartition("/")[2] for row in rows]
    rows = desk.box.state(account.removeprefix("act_"))["events"]
    if platform == "meta":
        return [row["event_name"] for row in rows]
    return [row["type"]["tracking_type"] for row in rows]


def lose_its_answer(desk, platform):
    """The platform accepts the conversion and its answer is lost. A member stops the run before
    the repeat."""
    path = ENDPOINT[platform]
    desk.box.fault({"type": "accept_then_cut"}, path=path, platform=platform)
    desk.box.fault({"type": "status", "status": 503}, path=path, platform=platform, times=50)
    made = make(desk.api, clickIds=CLICK[platform], value=5, currency="EUR", orderId="R-1")
    before = desk.box.log_end()
    run = start_push(desk.api, **ONLY)

    def struck():
        return [each for each in desk.box.log(before) if each.get("fault") == "accept_then_cut"]

    assert wait_for(struck, 20)
    desk.api.post("/sync/%s/cancel" % run["id"], expect=200)
    assert finish(desk.api, run["id"])["status"] == "CANCELLED"
    desk.box.clear_faults()
    return made, run


@pytest.mark.parametrize("platform", ("google", "meta", "reddit"))
def test_it_goes_again_as_what_it_went_as(desk, platform):
    old, new = NAMES[platform]
    map_to(desk, platform, old)
    made, _ = lose_its_answer(desk, platform)
    assert counted(desk, platform) == [old]
    _, at = result_at(desk, made, platform)
    assert at["retryable"] and at["uncertainSince"] and at["platformAction"] == old, at
    map_to(desk, platform, new)
    plan = preview(desk.api, **ONLY)
    [warning] = plan["warnings"]
    assert warning["code"] == "ACTION_KEPT" and warning["id"] == made["id"]
    assert old in warning["message"] and new in warning["message"]
    [operation] = plan["operations"]
    to = {each["field"]: each["to"] for each in operation["changes"]}
    assert to["platformAction"] == old
    push(desk.api, **ONLY)
    assert counted(desk, platform) == [old], "counted twice"
    row, at = result_at(desk, made, platform)
    assert row["syncState"] == "SYNCED" and at["uncertainSince"] is None
    assert not preview(desk.api, **ONLY)["operations"]


def test_a_retry_keeps_the_name_too(desk):
    map_to(desk, "google", ORDER)
    _, run = lose_its_answer(desk, "google")
    map_to(desk, "google", LEAD)
    again = desk.api.post("/sync/%s/retry" % run["id"], expect=202).data
    assert finish(desk.api, again["id"])["status"] == "SUCCEEDED"
    assert counted(desk, "google") == [ORDER]


def test_one_that_was_refused_goes_by_its_new_name(desk):
    """The conversion was certainly not counted, and the member corrects the setting."""
    error = {"type": "error", "errorCode": {"conversionUploadError": "TOO_RECENT_CONVERSION_ACTION"},
             "message": "Not yet."}
    map_to(desk, "google", ORDER)
    desk.box.fault(error, path=ENDPOINT["google"])
    make(desk.api, clickIds=CLICK["google"], orderId="N-1")
    push(desk.api, expect="FAILED", **ONLY)
    map_to(desk, "google", LEAD)
    assert preview(desk.api, **ONLY)["warnings"] == []
    push(desk.api, **ONLY)
    assert counted(desk, "google") == [LEAD]


def test_to_another_dataset_it_does_not_go(desk):
    """Another dataset would not recognize it: it waits until the settings name the first dataset
    again."""
    made, _ = lose_its_answer(desk, "meta")
    map_to(desk, "meta", "Purchase", datasetId="424242")
    plan = preview(desk.api, **ONLY)
    assert plan["operations"] == []
    assert [(w["code"], w["id"]) for w in plan["warnings"]] == [("UNSETTLED", made["id"])]
    map_to(desk, "meta", "Purchase", datasetId=None)
    assert len(preview(desk.api, **ONLY)["operations"]) == 1
