"""In a Space with approval ALWAYS, a member who drafted part of a push cannot approve that push."""

import pytest

from adcore_make import attach, detach, finish, make_campaign, preview, push, sitelink, start_push
from test_drift import pull, resolve, set_budget
from test_sync_approve import Office, approve

REASON = "APPROVER_REQUIRED"


@pytest.fixture
def office(server):
    return Office(server, "ALWAYS")


def no_drafter(answer):
    assert answer.details["reason"] == REASON and "drafted" in answer.error["message"]


def test_who_drafted_does_not_approve_what_another_asked_for(office):
    mate, _ = office.colleague("PUBLISHER")
    third, account = office.colleague("PUBLISHER")
    make_campaign(mate)
    run = start_push(office.api)
    no_drafter(approve(mate, run, 409))
    assert approve(third, run).data["approvedBy"] == account.uid
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"


def test_the_way_out_of_two(office):
    """The member who drafted requests the push, and a member without drafts in it approves."""
    mate, _ = office.colleague("PUBLISHER")
    make_campaign(mate)
    run = start_push(office.api)
    no_drafter(approve(mate, run, 409))
    office.api.post("/sync/%s/cancel" % run["id"], expect=200)
    run = start_push(mate)
    assert approve(office.other(), run).data["status"] in ("QUEUED", "RUNNING")
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"


def test_where_everybody_drafted_another_than_who_asked_approves(office):
    mate, _ = office.colleague("PUBLISHER")
    made = make_campaign(office.api)
    mate.patch("/campaigns/" + made["id"], {"budget": 11})
    run = start_push(office.api)
    assert approve(office.other(), run, 409).details["reason"] == REASON
    approve(mate, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"


def test_what_was_pushed_is_nobodys_draft_any_more(office):
    mate, _ = office.colleague("PUBLISHER")
    made = make_campaign(mate)
    run = start_push(mate)
    approve(office.api, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"
    office.api.patch("/campaigns/" + made["id"], {"budget": 21})
    run = start_push(office.api)
    approve(mate, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"


def test_an_edit_that_was_overwritten_is_nobodys_draft(office):
    """The push carries the other member's budget. The overwritten edit is not a draft of the
    mate."""
    mate, _ = office.colleague("PUBLISHER")
    office.colleague("PUBLISHER")
    made = make_campaign(office.api)
    run = start_push(office.api)
    approve(mate, run)
    finish(office.api, run["id"])
    path = "/campaigns/" + made["id"]
    mate.patch(path, {"budget": 21})
    office.api.patch(path, {"budget": 22})
    run = start_push(office.api)
    approve(mate, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"
    # The mate's name change beside the other member's edit still counts.
    mate.patch(path, {"name": "Mine"})
    office.api.patch(path, {"budget": 23})
    no_drafter(approve(mate, start_push(office.api), 409))


def test_an_edit_that_an_earlier_push_left_out_is_still_a_draft(office):
    """The first push creates the campaign paused. The mate's edit that enables it is still a
    draft."""
    mate, _ = office.colleague("PUBLISHER")
    third, _ = office.colleague("PUBLISHER")
    made = make_campaign(office.api)
    mate.patch("/campaigns/" + made["id"], {"status": "ENABLED"})
    run = start_push(office.api)
    approve(third, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"
    run = start_push(office.api, activate=True)
    assert [change["field"] for change in run["operations"][0]["changes"]] == ["status"]
    no_drafter(approve(mate, run, 409))


def test_an_edit_inside_a_later_edit_of_the_same_field_is_a_draft(office):
    """Another member adds a location to the list. The push still sends the mate's location."""
    mate, _ = office.colleague("PUBLISHER")
    third, _ = office.colleague("PUBLISHER")
    made = make_campaign(office.api, locations=[{"code": "US"}])
    run = start_push(office.api)
    approve(mate, run)
    finish(office.api, run["id"])
    path = "/campaigns/" + made["id"]
    mate.patch(path, {"locations": [{"code": "US"}, {"code": "CA"}]})
    office.api.patch(path, {"locations": [{"code": "US"}, {"code": "CA"}, {"code": "GB"}]})
    run = start_push(office.api)
    no_drafter(approve(mate, run, 409))
    approve(third, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"


def test_other_rules_ask_for_no_second_pair(office):
    office.cli("set", office.space, "--require-approval-test", "NEVER")
    make_campaign(office.api)
    assert preview(office.api)["operations"]
    assert push(office.api)["approvedBy"] is None


@pytest.fixture
def dressed(office):
    """Two pushed campaigns with one pushed sitelink, and two colleagues who drafted none of it."""
    mate, account = office.colleague("PUBLISHER")
    third, _ = office.colleague("PUBLISHER")
    asset = sitelink(office.api)
    holders = [make_campaign(office.api), make_campaign(office.api)]
    for holder in holders:
        attach(office.api, asset, "campaign", holder)
    run = start_push(office.api)
    approve(third, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"
    return mate, third, asset, holders


def test_who_detached_an_asset_does_not_approve_its_removal(office, dressed):
    mate, third, asset, holders = dressed
    detach(mate, asset, "campaign", holders[0])
    run = start_push(office.api)
    no_drafter(approve(mate, run, 409))
    approve(third, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"


def test_who_attached_the_asset_elsewhere_is_no_drafter_of_a_removal(office, dressed):
    """Only the newest change of the same attachment counts."""
    mate, third, asset, holders = dressed
    detach(third, asset, "campaign", holders[0])
    attach(third, asset, "campaign", holders[0])
    detach(mate, asset, "campaign", holders[0])
    run = start_push(mate)
    approve(third, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"
    assert preview(office.api)["operations"] == []


def test_who_attached_an_asset_does_not_approve_the_attachment(office, dressed):
    mate, third, asset, holders = dressed
    new = sitelink(office.api, text="Find a baker")
    attach(mate, new, "campaign", holders[1])
    run = start_push(office.api)
    no_drafter(approve(mate, run, 409))
    approve(third, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"


def test_who_kept_the_draft_against_the_platform_does_not_approve(office, dressed):
    """Somebody changed the budget on the platform. The mate decides that the draft holds."""
    mate, third, _, holders = dressed
    set_budget(office, holders[0], 3000000)
    office.api.patch("/campaigns/" + holders[0]["id"], {"budget": 4})
    assert pull(office.api)["drifted"] == 1
    resolve(mate, holders[0], "budget", "STAGED")
    run = start_push(office.api)
    no_drafter(approve(mate, run, 409))
    approve(third, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"


def test_who_gave_way_to_the_platform_is_no_drafter_of_the_rest(office, dressed):
    mate, third, _, holders = dressed
    set_budget(office, holders[0], 3000000)
    office.api.patch("/campaigns/" + holders[0]["id"], {"budget": 4, "name": "Renamed"})
    assert pull(office.api)["drifted"] == 1
    resolve(mate, holders[0], "budget", "LIVE")
    run = start_push(office.api)
    assert [change["field"] for change in run["operations"][0]["changes"]] == ["name"]
    approve(mate, run)
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"
