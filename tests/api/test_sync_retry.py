"""A retry sends exactly the previewed and approved operations, or is refused and sends nothing."""

import json

import pytest

from adcore_make import finish
from adcore_platforms import Platforms


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    if server.process.poll() is None:
        server.sandbox().clear_faults()



def failed(desk, platform, what, expect="FAILED"):
    """A push in which the platform refused the create of that kind."""
    desk.refuse(platform, what)
    return desk.push(expect=expect)


def refused(desk, run):
    """The retry of a run is refused and writes nothing. The error asks for a new preview."""
    after = desk.box.log_end()
    answer = desk.api.post("/sync/%s/retry" % run["id"], expect=409)
    assert answer.details["reason"] == "PLAN_CHANGED", answer
    message = answer.error["message"]
    assert "new preview" in message and answer.details["planHash"]
    assert desk.written(after) == []
    return message


def test_inherited_values_that_a_pull_changed_are_not_sent(desk):
    """The ad set would be created with a bid and an end date that nobody previewed."""
    campaign = desk.campaign(
        "meta", budget=60, bidding={"strategy": "TARGET_CPA", "targetCpa": 5}, endDate="2027-06-30"
    )
    desk.group(campaign, name="First")
    desk.push()
    desk.group(campaign, name="Second")
    run = failed(desk, "meta", "adset.create")
    [there] = desk.groups("meta")
    desk.edit("meta", there, {"bid_amount": 5000, "end_time": 1830297600}, "adsets")
    desk.pull()
    assert "values to send" in refused(desk, run)
    desk.push()
    assert len(desk.groups("meta")) == 2


def test_settings_of_the_connection_that_changed_are_not_sent(desk):
    desk.campaign("google")
    run = failed(desk, "google", "campaign.create")
    google = desk.connection("google")["id"]
    desk.server.cli("connection", "set", google, "--settings", json.dumps({"euPolitical": True}))
    assert "settings of a connection" in refused(desk, run)
    was = json.dumps({"euPolitical": False})
    desk.server.cli("connection", "set", google, "--settings", was)
    again = desk.api.post("/sync/%s/retry" % run["id"], expect=202).data
    assert finish(desk.api, again["id"])["status"] == "SUCCEEDED"


@pytest.mark.parametrize(
    "column,value",
    [
        ("want", """replace(want, '"budget":60', '"budget":59')"""),
        ("op", "'UPDATE'"),
        ("inherited", "'{\"endDate\":\"2027-06-30\"}'"),
    ],
)
def test_the_journals_values_are_what_a_retry_sends(desk, column, value):
    desk.campaign("google", budget=60)
    run = failed(desk, "google", "campaign.create")
    desk.server.sql("UPDATE sync_operations SET %s = %s WHERE run_id = '%s'" % (column, value, run["id"]))
    refused(desk, run)


def test_fields_that_were_not_approved_are_not_sent(desk):
    """A retry may send less of an update than was approved, and nothing more."""
    campaign = desk.campaign("google", budget=60)
    desk.push()
    desk.patch(campaign, budget=61, name="Autumn")
    run = failed(desk, "google", "campaign.update")
    desk.server.sql("UPDATE sync_operations SET changed = 'name' WHERE run_id = '%s'" % run["id"])
    refused(desk, run)
    desk.server.sql(
        "UPDATE sync_operations SET changed = 'name,budget,bidding' WHERE run_id = '%s'" % run["id"]
    )
    again = desk.api.post("/sync/%s/retry" % run["id"], expect=202).data
    assert finish(desk.api, again["id"])["status"] == "SUCCEEDED"


NEGATIVES = {"google": "campaignCriterion.create", "microsoft": "negativeKeyword.create"}


@pytest.mark.parametrize("platform", ["google", "microsoft"])
def test_what_the_run_made_is_enabled_by_its_retry(desk, platform):
    """The enable of a new object was skipped, because a negative keyword was refused."""
    tree = desk.live_tree(platform, name="Bakery")
    body = {"text": "free", "matchType": "EXACT", "negative": True}
    negative = desk.api.post("/keywords", {"campaignId": tree["campaign"]["id"], **body}).data
    desk.refuse(platform, NEGATIVES[platform], times=9)
    run = desk.push(expect="PARTIAL", activate=True)
    assert desk.live_names(platform) == []
    desk.box.clear_faults()
    again = desk.api.post("/sync/%s/retry" % run["id"], expect=202).data
    again = finish(desk.api, again["id"])
    assert again["status"] == "SUCCEEDED", again
    assert negative["id"] in [op["id"] for op in again["operations"]]
    assert desk.live_names(platform) == ["Bakery"]


def test_another_object_in_place_of_what_the_run_made_is_not_enabled(desk):
    """The object that the run created was removed, and a draft has taken its place since."""
    tree = desk.live_tree("google", name="Bakery")
    body = {"text": "free", "matchType": "EXACT", "negative": True}
    desk.api.post("/keywords", {"campaignId": tree["campaign"]["id"], **body})
    desk.refuse("google", NEGATIVES["google"], times=9)
    run = desk.push(expect="PARTIAL", activate=True)
    desk.box.clear_faults()
    table, made = "campaigns", tree["campaign"]["id"]
    desk.server.sql("UPDATE %s SET remote_id = '9' WHERE id = '%s'" % (table, made))
    refused(desk, run)
