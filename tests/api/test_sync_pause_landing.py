"""The kill switch, and requests in flight when it is set: a request that is applied late enables
no spend."""

import pytest

from adcore_make import Desk, finish, make_tree, push, start_push
from adcore_pulls import MetaPulls, MicrosoftPulls, Named, RedditPulls
from adcore_road import SlowRoad
from adcore_server import SCALE, Server


class Google(Named, Desk):
    platform = "google"

    @staticmethod
    def late(method, path, body):
        return path.endswith("googleAds:mutate")

    def tree(self, **fields):
        return make_tree(self.api, **fields)

    def states(self):
        return [row["campaign"]["status"] for row in self.live().campaigns]

    def budgets(self):
        return [int(row["campaignBudget"]["amountMicros"]) / 1e6 for row in self.live().campaigns]


class Microsoft(MicrosoftPulls):
    @staticmethod
    def late(method, path, body):
        return method in ("POST", "PUT") and path.endswith("/Campaigns")

    def states(self):
        return [row["Status"] for row in self.live()["campaigns"]]

    def budgets(self):
        return [row["DailyBudget"] for row in self.live()["campaigns"]]


class Reddit(RedditPulls):
    @staticmethod
    def late(method, path, body):
        return method in ("POST", "PATCH") and "/campaigns" in path

    def states(self):
        return [row["configured_status"] for row in self.live()["campaigns"]]

    def budgets(self):
        return [row["goal_value"] / 1e6 for row in self.live()["campaigns"]]


class Meta(MetaPulls):
    @staticmethod
    def late(method, path, body):
        return method == "POST" and b"daily_budget=" in body

    def states(self):
        return [row["status"] for row in self.live()["campaigns"]]

    def budgets(self):
        return [row["daily_budget"] / 100 for row in self.live()["campaigns"]]


PAUSED = {"google": "PAUSED", "microsoft": "Paused", "reddit": "PAUSED", "meta": "PAUSED"}


@pytest.fixture(params=(Google, Microsoft, Reddit, Meta), ids=lambda make: make.__name__)
def desk(request):
    """An account whose requests go through a road (a proxy). Server and sandbox are its own."""
    with Server() as keeper:
        road = SlowRoad(keeper.sandbox().port, late=request.param.late, armed=False)
        with Server(args=["--sandbox", road.url]) as server:
            server.sandbox = keeper.sandbox
            made = request.param(server)
            made.road = road
            yield made
        road.end()


def ended(desk, run):
    return finish(desk.api, run["id"], 90)


def pull_the_plug(desk, run):
    """Kills the server during the request and restarts it. Then a member sets the kill switch."""
    assert desk.road.held.wait(20 * SCALE)
    desk.server.kill()
    desk.server.start()
    switch = desk.api.post("/sync/pause-all", expect=202).data
    done = ended(desk, switch)
    assert done["status"] == "SUCCEEDED", done
    return done


def let_it_land(desk, run):
    desk.road.released.set()
    assert desk.road.arrived.wait(20 * SCALE)
    ended(desk, run)


def test_a_create_that_was_to_be_live_lands_paused(desk):
    desk.tree(status="ENABLED")
    desk.road.armed.set()
    run = start_push(desk.api, activate=True)
    pull_the_plug(desk, run)
    let_it_land(desk, run)
    assert set(desk.states()) == {PAUSED[desk.platform]}, "it came to spend"


def test_a_raise_that_lands_raises_nothing_that_spends(desk):
    tree = desk.tree(status="ENABLED")
    push(desk.api, activate=True)
    assert set(desk.states()) != {PAUSED[desk.platform]}
    desk.api.patch("/campaigns/" + tree["campaign"]["id"], {"budget": 25})
    desk.road.armed.set()
    run = start_push(desk.api)
    pull_the_plug(desk, run)
    assert set(desk.states()) == {PAUSED[desk.platform]}
    let_it_land(desk, run)
    assert desk.budgets() == [25], "it landed"
    assert set(desk.states()) == {PAUSED[desk.platform]}, "it came to spend"
