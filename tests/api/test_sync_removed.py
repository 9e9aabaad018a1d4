"""A removal is read back: SUCCEEDED and REMOVED report the state read, not the accepted request."""

import pytest

from adcore_make import preview, push
from adcore_meta import MetaDesk
from adcore_platforms import LIVE, Platforms, path_of, status_of

LOOKS = {"google": "googleAds:search", "microsoft": "Campaigns/QueryByIds", "meta": "/v26.0"}
# Requests about a campaign before the removal is read back. The removal counts where its path
# matches.
BEFORE = {"google": 2, "microsoft": 1, "meta": 2}
STATUS = {"microsoft": "Status"}


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    server.sandbox().clear_faults()


def edit_at_look(desk, platform, there, changes, kind="campaigns", **match):
    """Another user edits the object whenever it is read."""
    bodies = []
    control = desk.box.control
    desk.box.control = lambda method, path, body: bodies.append(body)
    try:
        desk.edit(platform, there, changes, kind)
    finally:
        desk.box.control = control
    where = {"path": LOOKS[platform], "customer": desk.account_there(platform), "platform": platform}
    desk.box.fault({"type": "edit", "edit": bodies[0]}, **where, **match)


def doomed(desk, platform):
    """An enabled campaign whose removal is staged, and its state on the platform."""
    made = desk.campaign(platform, name="Bread", status="ENABLED")
    desk.push(activate=True)
    desk.api.delete("/campaigns/" + made["id"])
    return made, desk.named(platform, "Bread")


@pytest.mark.parametrize("platform", LOOKS)
def test_what_still_stands_is_removed_again(desk, platform):
    made, there = doomed(desk, platform)
    set_live = {STATUS.get(platform, "status"): LIVE[platform]}
    edit_at_look(desk, platform, there, set_live, skip=BEFORE[platform])
    run = desk.push()
    [operation] = run["operations"]
    assert (operation["status"], operation["error"]) == ("SUCCEEDED", None)
    assert len(operation["steps"]) == 2, "it was removed again"
    assert desk.names(platform) == []
    assert desk.read(made)["syncState"] == "REMOVED"
    assert preview(desk.api)["operations"] == []


def test_what_is_never_read_as_removed_fails(desk):
    made, there = doomed(desk, "meta")
    edit_at_look(desk, "meta", there, {"status": LIVE["meta"]}, times=99)
    run = desk.push(expect="FAILED")
    [operation] = run["operations"]
    assert operation["error"]["code"] == "NOT_READ_BACK", operation
    now = desk.read(made)
    assert (now["syncState"], now["remote"]["status"]) != ("REMOVED", "REMOVED")
    [there] = desk.all("meta")
    assert status_of(there) == LIVE["meta"]
    desk.box.clear_faults()
    desk.push()
    assert desk.names("meta") == []


@pytest.mark.parametrize("kind", ["campaign", "adset", "ad"])
def test_meta_is_asked_how_it_stands_after_each_removal(server, kind):
    """A removal that Meta accepts without effect is detected by a read and sent again."""
    desk = MetaDesk(server)
    tree = desk.tree(groups=1, ads=1)
    push(desk.api)
    [draft] = tree[kind + "s"]
    operation = kind + ".remove"
    desk.api.delete(path_of(draft))
    success = {"type": "answer", "status": 200, "body": {"success": True}, "done": False}
    desk.fault(success, operation)
    run = push(desk.api)
    [removal] = [o for o in run["operations"] if o["id"] == draft["id"]]
    assert (removal["status"], len(removal["steps"])) == ("SUCCEEDED", 2), removal
    assert desk.live()[kind + "s"] == []


def test_meta_does_not_answer_after_a_removal(server):
    desk = MetaDesk(server)
    made = desk.campaign()
    push(desk.api)
    desk.api.delete(path_of(made))
    end = desk.box.log_end()
    fault = {"type": "answer", "status": 503, "body": "", "done": False}
    where = {"path": "/v26.0", "customer": desk.customer, "platform": "meta"}
    desk.box.fault(fault, skip=2, **where)
    run = push(desk.api)
    assert run["status"] == "SUCCEEDED", run
    asked = [e["status"] for e in desk.box.log(end) if e["path"].startswith("/meta/v26.0")]
    assert 503 in asked and asked[-1] == 200, asked
    assert desk.box.mutates(end)[-1]["operations"] == ["campaign.remove"], "removed once"
    assert desk.live()["campaigns"] == []


RENAMES = {"google": "campaign.update", "microsoft": "campaign.update", "meta": "campaign.update"}
NAMES = {"google": "name", "microsoft": "Name", "meta": "name"}
LOOKS_BEFORE = {"google": 2, "microsoft": 1, "meta": 1}  # requests before the result is read


@pytest.mark.parametrize("sent", (True, False))
@pytest.mark.parametrize("platform", LOOKS)
def test_drift_says_if_the_change_may_have_been_made(desk, platform, sent):
    made = desk.campaign(platform, name="Bread")
    desk.push()
    there = desk.named(platform, "Bread")
    desk.api.patch(path_of(made), {"name": "Oats"})
    if sent:
        desk.fault(platform, {"type": "accept_then_cut"}, RENAMES[platform])
    skip = LOOKS_BEFORE[platform] if sent else 0
    edit_at_look(desk, platform, there, {NAMES[platform]: "Rye"}, skip=skip)
    [operation] = push(desk.api, expect=None)["operations"]
    error = operation["error"]
    assert (operation["status"], error["code"]) == ("FAILED", "DRIFTED")
    assert ("it may have made the change" in error["message"]) == sent, error
    assert ("Nothing was sent." in error["message"]) == (not sent), error
