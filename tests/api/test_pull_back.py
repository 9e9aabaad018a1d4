"""An object that another user removed and restored before the drift was resolved."""

import pytest

from adcore_make import finish
from adcore_platforms import Platforms

GONE, BACK = {"status": "ARCHIVED"}, {"status": "ACTIVE"}
LATER = "UPDATE campaigns SET last_synced_at = last_synced_at - 660000000 WHERE id = '%s'"


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    server.sandbox().clear_faults()


def pull(desk):
    answer = desk.api.post("/sync", {"mode": "PULL", "platforms": ["meta"]}, expect=202)
    run = finish(desk.api, answer.data["id"])
    assert run["status"] == "SUCCEEDED", run
    return run["pulled"]


def removed_by_others(desk, **fields):
    made = desk.campaign("meta", name="Bread", status="ENABLED", **fields)
    desk.push(activate=True)
    there = desk.named("meta", "Bread")
    desk.edit("meta", there, GONE)
    assert pull(desk)["removed"] == 1
    assert desk.read(made)["syncState"] == "DRIFTED"
    return made, there


def test_it_is_read_and_the_pull_says_that_it_came_back(desk):
    made, there = removed_by_others(desk)
    desk.edit("meta", there, BACK)
    pulled = pull(desk)
    assert (pulled["updated"], pulled["unchanged"], pulled["leftOut"]) == (0, 0, 1), pulled
    assert [w["code"] for w in pulled["warnings"]] == ["CAME_BACK"]
    assert desk.read(made)["syncState"] == "DRIFTED", "so soon a list can be an old one"
    desk.server.sql(LATER % made["id"])
    pulled = pull(desk)
    assert (pulled["updated"], pulled["unchanged"], pulled["leftOut"]) == (1, 0, 0), pulled
    [warning] = [w for w in pulled["warnings"] if w["code"] == "CAME_BACK"]
    assert warning["id"] == made["id"]
    now = desk.read(made)
    assert (now["syncState"], now["remote"]["status"]) == ("SYNCED", "ENABLED")
    assert desk.api.get("/sync/drift").data == []
    assert desk.total() == 20, "it counts again"


def test_what_was_unknown_before_is_unknown_again(desk):
    """A pull that finds an object removed reads no fields. Its later restoration does not make
    it SYNCED."""
    made, there = removed_by_others(desk)
    desk.server.sql("UPDATE campaigns SET unknown_fields = 'finalUrlSuffix' WHERE id = '%s'" % made["id"])
    [row] = desk.api.get("/sync/drift").data
    assert (row["field"], row["live"]) == ("status", "REMOVED")
    desk.edit("meta", there, BACK)
    desk.server.sql(LATER % made["id"])
    pull(desk)
    now = desk.read(made)
    assert now["incomplete"] is True and now["syncState"] != "SYNCED"


def test_what_was_changed_while_it_was_away_is_told(desk):
    made, there = removed_by_others(desk)
    desk.edit("meta", there, {"status": "PAUSED", "daily_budget": 9000})
    desk.server.sql(LATER % made["id"])
    pulled = pull(desk)
    assert [w["code"] for w in pulled["warnings"]].count("CAME_BACK") == 1
    now = desk.read(made)
    assert (now["budget"], now["status"], now["syncState"]) == (90, "PAUSED", "SYNCED")
