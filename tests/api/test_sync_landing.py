"""A request that was in flight when the server died is applied after the restart."""

from adcore_make import Desk, finish, make_campaign, preview, push, run_state, start_push
from adcore_reddit import RedditDesk
from adcore_road import SlowRoad
from adcore_server import SCALE, Server, wait_for


def test_it_is_not_sent_again_before_it_can_have_landed():
    """Reddit accepts two campaigns of one name: a second request would create a second campaign."""
    with Server() as keeper:
        road = SlowRoad(
            keeper.sandbox().port,
            late=lambda method, path, body: method == "POST" and path.endswith("/campaigns"),
            # The request arrives after the restarted server has listed the campaigns.
            frees=lambda method, path: method == "GET" and path.endswith("/campaigns"),
        )
        with Server(args=["--sandbox", road.url], clock=True) as server:
            server.sandbox = keeper.sandbox
            desk = RedditDesk(server)
            desk.campaign()
            run = start_push(desk.api)
            assert road.held.wait(20 * SCALE)
            server.kill()
            # On a slow machine too, the restart is immediate by the server's clock.
            server.clock.advance(-20)
            server.start()
            done = finish(desk.api, run["id"], 60)
            assert road.arrived.is_set()
            assert done["status"] == "SUCCEEDED", done
            [standing] = desk.live()["campaigns"]
            assert done["operations"][0]["remoteId"] == standing["id"]
            assert preview(desk.api)["operations"] == []
        road.end()


def test_nothing_is_set_live_behind_the_kill_switch():
    """An ENABLE whose answer was lost may still be applied: the kill switch waits until it
    cannot."""
    with Server(clock=True) as server:
        desk = Desk(server)
        made = make_campaign(desk.api, status="ENABLED")
        push(desk.api)
        there = desk.live().campaign(made["name"])["campaign"]["resourceName"]
        desk.box.fault({"type": "cut_before"}, operation="campaign.update")
        run = start_push(desk.api, activate=True)

        def in_doubt():
            # On a slow machine too, the request was sent just now by the server's clock.
            server.clock.advance(-10)
            [operation] = run_state(desk.api, run["id"])["operations"]
            return operation["status"] == "UNKNOWN"

        assert wait_for(in_doubt, 20 * SCALE, 0.02)
        server.clock.advance(-3600)
        switch = desk.api.post("/sync/pause-all", expect=202).data
        # The late ENABLE is applied.
        desk.box.edit(desk.customer, there, {"status": "ENABLED"})
        assert finish(desk.api, switch["id"])["status"] == "SUCCEEDED"
        done = run_state(desk.api, run["id"])
        assert done["operations"][0]["status"] == "SUCCEEDED", done
        assert desk.live().campaign(made["name"])["campaign"]["status"] == "PAUSED"
        updates = [e for e in desk.mutates() if "campaign.update" in e["operations"]]
        assert len(updates) == 2, "the one that was cut, and the pause"


def test_what_a_run_left_in_doubt_is_paused_behind_its_landing():
    """The run that sent the ENABLE ended with an unknown outcome: only the journal records the
    request."""
    with Server(clock=True) as server:
        desk = Desk(server)
        made = make_campaign(desk.api, status="ENABLED")
        push(desk.api)
        there = desk.live().campaign(made["name"])["campaign"]["resourceName"]
        desk.box.fault({"type": "latency", "ms": 300}, path="search")
        desk.box.fault({"type": "cut_before"}, operation="campaign.update")
        after = desk.box.log_end()
        run = start_push(desk.api, activate=True)
        assert wait_for(lambda: [e for e in desk.box.log(after) if e.get("fault") == "cut_before"], 20)
        desk.box.fault({"type": "status", "status": 503}, path="search", times=1000)
        desk.api.post("/sync/%s/cancel" % run["id"], expect=200)
        [operation] = finish(desk.api, run["id"])["operations"]
        assert operation["status"] == "UNKNOWN"
        desk.box.clear_faults()
        # On a slow machine too, the request was sent just now by the server's clock.
        server.clock.advance(-3600)
        switch = desk.api.post("/sync/pause-all", expect=202).data
        # The late ENABLE is applied.
        desk.box.edit(desk.customer, there, {"status": "ENABLED"})
        done = finish(desk.api, switch["id"])
        assert done["status"] == "SUCCEEDED", done
        assert [op["status"] for op in done["operations"]] == ["SUCCEEDED", "SUCCEEDED"]
        assert [row["state"] for row in done["stops"]] == ["STOPPED"]
        assert desk.live().campaign(made["name"])["campaign"]["status"] == "PAUSED"
        kept = desk.api.get("/campaigns/" + made["id"]).data
        assert (kept["status"], kept["remote"]["status"]) == ("PAUSED", "PAUSED")
