"""What was on its way to the platform when the server died arrives after the server is back."""

from adcore_make import Desk, finish, make_campaign, preview, push, run_state, start_push
from adcore_reddit import RedditDesk
from adcore_road import SlowRoad
from adcore_server import SCALE, Server, wait_for


def test_it_is_not_sent_again_before_it_can_have_landed():
    """Reddit takes two campaigns of one name: a second request would make a second one."""
    with Server() as keeper:
        road = SlowRoad(
            keeper.sandbox().port,
            late=lambda method, path, body: method == "POST" and path.endswith("/campaigns"),
            # It arrives when the server, started again, has asked what there is.
            frees=lambda method, path: method == "GET" and path.endswith("/campaigns"),
        )
        with Server(args=["--sandbox", road.url], clock=True) as server:
            server.sandbox = keeper.sandbox
            desk = RedditDesk(server)
            desk.campaign()
            run = start_push(desk.api)
            assert road.held.wait(20 * SCALE)
            server.kill()
            # However slow this machine is: by the server's clock it is back at once.
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
    """An ENABLE whose answer was lost may land yet: the switch waits until that is over."""
    with Server(clock=True) as server:
        desk = Desk(server)
        made = make_campaign(desk.api, status="ENABLED")
        push(desk.api)
        there = desk.live().campaign(made["name"])["campaign"]["resourceName"]
        desk.box.fault({"type": "cut_before"}, operation="campaign.update")
        run = start_push(desk.api, activate=True)

        def in_doubt():
            # However slow this machine is: by the server's clock it was sent just now.
            server.clock.advance(-10)
            [operation] = run_state(desk.api, run["id"])["operations"]
            return operation["status"] == "UNKNOWN"

        assert wait_for(in_doubt, 20 * SCALE, 0.02)
        server.clock.advance(-3600)
        switch = desk.api.post("/sync/pause-all", expect=202).data
        # It lands.
        desk.box.edit(desk.customer, there, {"status": "ENABLED"})
        assert finish(desk.api, switch["id"])["status"] == "SUCCEEDED"
        done = run_state(desk.api, run["id"])
        assert done["operations"][0]["status"] == "SUCCEEDED", done
        assert desk.live().campaign(made["name"])["campaign"]["status"] == "PAUSED"
        updates = [e for e in desk.mutates() if "campaign.update" in e["operations"]]
        assert len(updates) == 2, "the one that was cut, and the pause"


def test_what_a_run_left_in_doubt_is_paused_behind_its_landing():
    """The run that sent the ENABLE has ended without knowing: nobody but the journal tells of it."""
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
        # However slow this machine is: by the server's clock it was sent just now.
        server.clock.advance(-3600)
        switch = desk.api.post("/sync/pause-all", expect=202).data
        # It lands.
        desk.box.edit(desk.customer, there, {"status": "ENABLED"})
        done = finish(desk.api, switch["id"])
        assert done["status"] == "SUCCEEDED", done
        assert [op["status"] for op in done["operations"]] == ["SUCCEEDED", "SUCCEEDED"]
        assert [row["state"] for row in done["stops"]] == ["STOPPED"]
        assert desk.live().campaign(made["name"])["campaign"]["status"] == "PAUSED"
        kept = desk.api.get("/campaigns/" + made["id"]).data
        assert (kept["status"], kept["remote"]["status"]) == ("PAUSED", "PAUSED")
