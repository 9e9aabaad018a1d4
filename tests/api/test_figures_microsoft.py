"""Microsoft's figures: the report is generated without blocking a push, and is read whole or not
at all."""

import os

import pytest

from adcore_make import finish, push
from adcore_pulls import MicrosoftPulls, by_kind, pull
from adcore_server import Server

SUBMIT, POLL, FILE = "GenerateReport/Submit", "GenerateReport/Poll", "ReportDownload"
LEVELS = ("CAMPAIGN", "AD_GROUP", "AD", "KEYWORD")


@pytest.fixture
def microsoft(server):
    desk = MicrosoftPulls(server)
    yield desk
    desk.reopen()
    desk.box.clear_faults()


def delivering(desk, **fields):
    tree = desk.tree(status="ENABLED", **fields)
    for path, drafts in by_kind(tree)[1:]:
        for one in drafts:
            if path != "/keywords" or not one["negative"]:
                desk.api.patch("%s/%s" % (path, one["id"]), {"status": "ENABLED"})
    push(desk.api, activate=True)
    return tree


def wrong(desk, word, path, times=1):
    desk.fault({"type": "error", "errorCode": "Report." + word}, path=path, times=times)


def totals(desk, level="AD"):
    return desk.api.get("/reports/performance", query={"level": level}).meta["totals"]


def seen(desk, after, path):
    return [one for one in desk.box.log(after) if path in one["path"]]


def test_each_level_is_told(microsoft):
    delivering(microsoft)
    before = microsoft.box.log_end()
    assert pull(microsoft)["warnings"] == []
    for level, count in zip(LEVELS, (1, 2, 2, 2)):
        answer = microsoft.api.get("/reports/performance", query={"level": level})
        assert len(answer.data) == count and answer.meta["dataAsOf"], level
        assert all(row["cost"] and row["conversionValue"] is not None for row in answer.data)
    for path, count in ((SUBMIT, 4), (POLL, 8), (FILE, 4)):
        assert len(seen(microsoft, before, path)) == count, path


def test_a_failure_on_the_way_costs_nothing(microsoft):
    """One failure per level. A generated report is requested again, and a lost report is created
    again."""
    delivering(microsoft)
    before = microsoft.box.log_end()
    microsoft.fault({"type": "status", "status": 500}, path=SUBMIT, times=1)
    microsoft.fault({"type": "status", "status": 500}, path=POLL, times=1)
    microsoft.fault({"type": "status", "status": 404}, path=FILE, times=1)
    wrong(microsoft, "Error", POLL)
    wrong(microsoft, "Truncated", FILE)
    pulled = pull(microsoft)
    assert pulled["failed"] == 0 and pulled["warnings"] == [], pulled
    assert totals(microsoft, "CAMPAIGN") == totals(microsoft) and totals(microsoft)["clicks"]
    taken = [one for one in seen(microsoft, before, SUBMIT) if one["status"] == 200]
    assert len(taken) == 5


@pytest.mark.parametrize(
    "word, path, says",
    [
        ("Columns", FILE, "a column that was not asked for"),
        ("Twice", FILE, "a day of an object twice"),
        ("Currency", FILE, "currency is not the ad account's"),
        ("Elsewhere", POLL, "is not a Microsoft address"),
    ],
)
def test_what_cannot_be_right_is_not_taken(microsoft, word, path, says):
    """The stored figures remain, and the pull names the platform whose figures are old."""
    delivering(microsoft)
    pull(microsoft)
    before = totals(microsoft)
    wrong(microsoft, word, path, times=9)
    run = microsoft.api.post("/sync", {"mode": "PULL", "platforms": ["microsoft"]}, expect=202).data
    ended = finish(microsoft.api, run["id"])
    assert ended["status"] == "PARTIAL" and ended["pulled"]["failed"] == 1
    warnings = ended["pulled"]["warnings"]
    assert [one["code"] for one in warnings] == ["REFUSED"] * 4  # one warning per level
    assert all(says in one["message"] for one in warnings)
    assert "q=" not in str(ended)
    assert totals(microsoft) == before


def test_one_that_never_comes_is_given_up(microsoft):
    delivering(microsoft)
    wrong(microsoft, "Truncated", FILE, times=99)
    pulled = pull(microsoft, expect="PARTIAL")
    [warning] = pulled["warnings"]
    assert warning["code"] == "PLATFORM_UNAVAILABLE" and "5 attempts" in warning["message"]
    assert totals(microsoft, "CAMPAIGN")["clicks"] in (None, 0)


def test_a_hundred_thousand_lines(microsoft):
    """Rows of objects unknown to adcore are skipped."""
    if microsoft.server.database.url or os.environ.get("ADCORE_TEST_SLOW"):
        pytest.skip("the same on every database, and much work")
    delivering(microsoft)
    pull(microsoft)
    before = totals(microsoft, "CAMPAIGN")
    wrong(microsoft, "Many", FILE)
    assert pull(microsoft)["failed"] == 0
    assert totals(microsoft, "CAMPAIGN") == before


@pytest.mark.parametrize("path", [SUBMIT, POLL, FILE])
def test_the_server_dies_while_a_report_is_made(path):
    """After a restart the server reads the report that was already requested."""
    with Server() as server:
        desk = MicrosoftPulls(server)
        delivering(desk)
        before = desk.box.log_end()
        desk.fault({"type": "latency", "ms": 700}, path=path, times=1)
        body = {"mode": "PULL", "platforms": ["microsoft"]}
        run = desk.api.post("/sync", body, expect=202).data
        assert desk.box.wait_log(lambda entry: path in entry["path"], after=before)
        server.restart(kill=True)
        desk.reopen()
        ended = finish(desk.api, run["id"])
        assert ended["status"] == "SUCCEEDED", ended
        # The sandbox's log restarts with the server.
        assert len(seen(desk, 0, SUBMIT)) == (4 if path == SUBMIT else 3)
        assert totals(desk, "CAMPAIGN") == totals(desk) and totals(desk)["clicks"]
