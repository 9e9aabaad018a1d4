"""An update of two requests: the first succeeded without an answer, and the second was refused."""

import pytest

from adcore_make import preview
from adcore_platforms import Platforms, fields_of, of

PLACES = [{"code": "US"}, {"code": "CA"}]
# The two requests, and which field the first one carries.
REQUESTS = {
    "microsoft": ("campaignCriterion.create", "campaign.update", "locations"),
    "reddit": ("campaign.update", "adGroup.update", "budget"),
    "meta": ("campaign.update", "adset.update", "budget"),
}


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    server.sandbox().clear_faults()


@pytest.mark.parametrize("platform", REQUESTS)
def test_what_the_lost_request_did_is_told_and_counts(desk, platform):
    first, second, done = REQUESTS[platform]
    draft = desk.campaign(platform, name="Half", status="ENABLED", budget=20, locations=PLACES[:1])
    desk.group(draft, name="Group")
    desk.push(activate=True)
    desk.patch(draft, budget=30, locations=PLACES)
    desk.fault(platform, {"type": "accept_then_cut"}, first)
    desk.refuse(platform, second)
    run = desk.push(expect="FAILED")
    [operation] = of(run, draft)
    assert [step["status"] for step in operation["steps"]] == ["SUCCEEDED", "FAILED"]
    assert desk.budget(platform, "Half") == (30 if done == "budget" else 20)
    # Fields that already have the new value are not planned again, and the new budget counts.
    assert desk.total(activate=True) == desk.budget(platform, "Half")
    [operation] = preview(desk.api, activate=True)["operations"]
    left = {"budget", "locations"} - {done}
    assert set(fields_of(operation)) == left
    # A revert undoes the change that reached the platform.
    made = desk.api.post("/sync/%s/revert" % run["id"], expect=201).data
    assert [each["op"] for each in made["operations"]] == ["UPDATE"], made
    desk.push(activate=True)
    assert desk.budget(platform, "Half") == 20
    assert desk.read(draft)["syncState"] == "SYNCED"


def test_what_the_lost_request_did_not_do_is_not_told(desk):
    draft = desk.campaign("reddit", name="Half", budget=20, locations=PLACES[:1])
    desk.group(draft, name="Group")
    desk.push()
    desk.patch(draft, budget=30, locations=PLACES)
    desk.fault("reddit", {"type": "cut_before"}, "campaign.update")
    desk.refuse("reddit", "campaign.update")
    [operation] = of(desk.push(expect="FAILED"), draft)
    assert [step["status"] for step in operation["steps"]] == ["FAILED"]
    assert set(fields_of(preview(desk.api)["operations"][0])) == {"budget", "locations"}
