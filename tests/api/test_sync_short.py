"""A batch response of Meta with fewer entries than calls cannot be assigned to the calls: all
calls are in doubt, and are reconciled."""

import pytest

from adcore_make import push
from adcore_meta import MetaDesk


@pytest.fixture
def desk(server):
    made = MetaDesk(server)
    yield made
    server.sandbox().clear_faults()


def short(desk, operation, at=-1, **more):
    desk.fault({"type": "short", "at": at, **more}, operation)


def by_name(desk):
    return {each["name"]: each["id"] for each in desk.live()["campaigns"]}


def owned(desk, drafts):
    read = [desk.api.get("/campaigns/" + each["id"]).data for each in drafts]
    assert {each["syncState"] for each in read} == {"SYNCED"}, read
    return {each["name"]: each["remote"]["id"] for each in read}


@pytest.mark.parametrize("at", [0, 1, -1])
def test_a_create_without_an_answer_gives_no_draft_anothers_id(desk, at):
    drafts = [desk.campaign(name="Bread %d" % i) for i in range(3)]
    short(desk, "campaign.create", at)
    run = push(desk.api)
    assert {o["status"] for o in run["operations"]} == {"SUCCEEDED"}, run
    assert len(desk.live()["campaigns"]) == 3, "each was made once"
    assert owned(desk, drafts) == by_name(desk)


@pytest.mark.parametrize("at", [0, -1])
def test_an_update_without_an_answer_is_read(desk, at):
    drafts = [desk.campaign(name="Bread %d" % i) for i in range(3)]
    push(desk.api)
    for draft in drafts:
        desk.api.patch("/campaigns/" + draft["id"], {"budget": 25})
    short(desk, "campaign.update", at)
    run = push(desk.api)
    assert {o["status"] for o in run["operations"]} == {"SUCCEEDED"}, run
    assert {each["daily_budget"] for each in desk.live()["campaigns"]} == {2500}
    owned(desk, drafts)


def test_a_campaign_whose_ad_sets_were_not_all_answered_is_in_doubt(desk):
    """One campaign needs several calls in one batch. A short response does not confirm all of
    them."""
    campaign = desk.campaign(locations=[{"code": "US"}])
    groups = [desk.group(campaign, name="Group %d" % i) for i in range(3)]
    assert len(groups) == 3
    push(desk.api)
    desk.api.patch("/campaigns/" + campaign["id"], {"locations": [{"code": "CA"}]})
    end = desk.box.log_end()
    short(desk, "adset.update")
    run = push(desk.api)
    assert run["status"] == "SUCCEEDED", run
    log = [e for e in desk.box.log(end) if e["path"].startswith("/meta/v26.0")]
    wrote = [i for i, e in enumerate(log) if "adset.update" in (e.get("operations") or ())]
    assert len(wrote) == 1 and log[wrote[0] + 1 :], "the platform was asked after the short answer"
    assert owned(desk, [campaign])
    for each in desk.live()["adsets"]:
        assert each["targeting"]["geo_locations"]["countries"] == ["CA"]


def test_a_removal_without_an_answer_is_read(desk):
    drafts = [desk.campaign(name="Bread %d" % i) for i in range(2)]
    push(desk.api)
    for draft in drafts:
        desk.api.delete("/campaigns/" + draft["id"])
    short(desk, "campaign.remove", 0)
    run = push(desk.api)
    assert {o["status"] for o in run["operations"]} == {"SUCCEEDED"}, run
    assert desk.live()["campaigns"] == []
