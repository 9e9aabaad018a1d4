"""A skipped operation says "was not sent" only if no request of it was ever sent."""

import pytest

from adcore_make import finish, start_push
from adcore_platforms import ALL, UPDATES, Platforms, of
from adcore_server import wait_for

PLACES = "campaignCriterion.create"
PART = "Only part of the operation was done."
MAYBE = "it may have made the change, or a part of it, before."
AGAIN = {
    "cancel": "The run was cancelled before the operation was sent again. ",
    "delete": "The object was deleted here before the operation was sent again. ",
}
NEVER = "The run was cancelled before the operation was sent."
DOWN = {"type": "status", "status": 500}


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    if server.process.poll() is None:
        server.sandbox().clear_faults()


def stop(desk, run, draft, how):
    if how == "cancel":
        desk.api.post("/sync/%s/cancel" % run["id"], expect=(200, 202))
    else:
        desk.api.delete("/campaigns/" + draft["id"])


@pytest.mark.parametrize("how", AGAIN)
def test_a_create_that_was_made_in_part(desk, how):
    """Microsoft has the campaign, and not its locations."""
    draft = desk.campaign("microsoft", name="Bread", locations=[{"code": "US"}])
    below = desk.group(draft)
    after = desk.box.log_end()
    desk.fault("microsoft", DOWN, PLACES, times=30)
    run = start_push(desk.api)
    assert wait_for(lambda: PLACES in desk.written(after), 30)
    stop(desk, run, draft, how)
    run = finish(desk.api, run["id"], 120)
    assert desk.names("microsoft") == ["Bread"]
    [made] = of(run, draft)
    assert made["status"] == "SKIPPED"
    assert made["error"]["message"] == AGAIN[how] + PART
    [group] = of(run, below)
    assert group["status"] == "SKIPPED"
    assert "sent again" not in group["error"]["message"] and PART not in group["error"]["message"]


@pytest.mark.parametrize("platform", ALL)
def test_an_update_whose_response_was_lost(desk, platform):
    draft = desk.campaign(platform, name="Bread")
    other = desk.campaign(platform, name="Rye")
    desk.push()
    desk.patch(draft, budget=30)
    desk.patch(other, name="Oats")
    after = desk.box.log_end()
    desk.fault(platform, DOWN, UPDATES[platform], times=30)
    run = start_push(desk.api)
    assert wait_for(lambda: UPDATES[platform] in desk.written(after), 30)
    stop(desk, run, draft, "cancel")
    run = finish(desk.api, run["id"], 120)
    assert desk.budget(platform, "Bread") == 20
    sent = desk.written(after)
    [changed], [renamed] = of(run, draft), of(run, other)
    assert {changed["status"], renamed["status"]} == {"SKIPPED"}, sent
    assert changed["error"]["message"].startswith(AGAIN["cancel"])
    assert changed["error"]["message"].endswith(MAYBE)
    # The other campaign may share the first one's request.
    alone = renamed["error"]["message"] == NEVER
    assert alone or renamed["error"]["message"].endswith(MAYBE), renamed


def test_an_enable_that_was_paused_meanwhile(desk):
    draft = desk.campaign("google", name="Bread")
    desk.push()
    desk.patch(draft, status="ENABLED")
    after = desk.box.log_end()
    desk.fault("google", DOWN, "campaign.update", times=2)
    run = start_push(desk.api, activate=True)
    assert wait_for(lambda: "campaign.update" in desk.written(after), 30)
    desk.patch(draft, status="PAUSED")
    run = finish(desk.api, run["id"], 120)
    [enable] = of(run, draft)
    assert (enable["status"], enable["error"]["code"]) == ("SKIPPED", "PAUSED")
    message = enable["error"]["message"]
    assert message.startswith("The object was paused here before the operation was sent again.")
    assert message.endswith(MAYBE)
    assert desk.live_names("google") == []
