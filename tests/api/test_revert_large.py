"""Reverting a push of more operations than one transaction drafts."""

import csv
import os
import threading

import pytest

from adcore_make import Desk, make_ad_group, make_campaign
from adcore_server import Server, wait_for

pytestmark = pytest.mark.skipif(
    os.environ.get("ADCORE_TEST_DATABASE") != "sqlite" or bool(os.environ.get("ADCORE_TEST_SLOW")),
    reason="4,000 keywords: once, where they are cheap",
)

KEYWORDS = 4000
MEMORY = 40  # MB above the push's peak; all texts of the operations took 85


@pytest.fixture(scope="module")
def server():
    with Server(env={"ADCORE_PLANS": "scale:1000000:1000000000:api"}) as made:
        yield made


@pytest.fixture(scope="module")
def large(server, tmp_path_factory):
    """A desk with 4,000 pushed keywords."""
    desk = Desk(server)
    desk.campaign = make_campaign(desk.api, bidding={"strategy": "MANUAL_CPC"})
    desk.group = make_ad_group(desk.api, desk.campaign["id"], cpcBid=1)
    path = tmp_path_factory.mktemp("large") / "keywords.csv"
    with open(path, "w", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["Campaign", "Ad Group", "Keyword", "Criterion Type", "Max CPC"])
        for number in range(KEYWORDS):
            text = "fresh bread %d" % number
            rows.writerow([desk.campaign["name"], desk.group["name"], text, "Phrase", "1.5"])
    words = ("import", str(path), "--email", desk.account.email, "--platform", "google")
    assert server.cli(*words).json["keywords"]["created"] == KEYWORDS
    run_push(desk)
    return desk


def run_push(desk):
    api = desk.api
    plan = api.post("/sync/preview", {}, expect=200).data
    run = api.post("/sync", {"planHash": plan["planHash"]}, expect=202).data
    assert wait_for(lambda: api.get("/sync/" + run["id"]).data["finishedAt"], 120, 0.2)
    run = api.get("/sync/" + run["id"]).data
    assert run["status"] == "SUCCEEDED", run["counts"]
    return run


def set_bids(server, micros, was):
    """As an edit of every keyword. One statement: the test is about the revert."""
    server.sql(
        "UPDATE keywords SET cpc_bid = %d, version = version + 1, sync_state = 'MODIFIED',"
        " json = replace(json, '\"cpcBid\":%s', '\"cpcBid\":%s')"
        % (micros, was, micros / 1000000)
    )


def bids(server):
    rows = server.sql("SELECT cpc_bid / 10000, COUNT(*) FROM keywords GROUP BY 1 ORDER BY 1")
    return {int(bid): int(count) for bid, count in rows}


def peak_mb(server):
    with open("/proc/%d/status" % server.process.pid, encoding="ascii") as file:
        [line] = [line for line in file if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def raised(desk):
    set_bids(desk.server, 2000000, "1.5")
    return run_push(desk)


def test_it_is_drafted_whole_in_little_memory(large, server):
    api = large.api
    run = raised(large)
    before = peak_mb(server)
    made = api.post("/sync/%s/revert" % run["id"], expect=201).data
    assert made["coverage"] == "FULL" and len(made["operations"]) == KEYWORDS
    assert len(made["planHash"]) == 64 and made["totals"]["updates"] == KEYWORDS
    assert bids(server) == {150: KEYWORDS}
    more = peak_mb(server) - before
    assert more < MEMORY, more
    api.post("/sync/%s/revert" % run["id"], expect=409)
    run = api.post("/sync", {"planHash": made["planHash"]}, expect=202).data
    assert wait_for(lambda: api.get("/sync/" + run["id"]).data["finishedAt"], 120, 0.2)


def test_a_server_that_stops_half_way_goes_on(large, server):
    api = large.api
    run = raised(large)

    def revert():
        try:
            api_apart.post("/sync/%s/revert" % run["id"])
        except Exception:  # the server was killed
            pass

    api_apart = large.account.client()
    asks = threading.Thread(target=revert)
    asks.start()
    assert wait_for(lambda: 0 < bids(server).get(150, 0), 60, 0.001)
    server.kill()
    asks.join()
    server.start()
    drafted = bids(server).get(150, 0)
    assert drafted % 1000 == 0 and bids(server).get(200, 0) == KEYWORDS - drafted
    if drafted < KEYWORDS:
        made = api.post("/sync/%s/revert" % run["id"], expect=201).data
        assert made["coverage"] == "FULL" and made["totals"]["updates"] == KEYWORDS
    assert bids(server) == {150: KEYWORDS}
    api.post("/sync/%s/revert" % run["id"], expect=409)
