"""Nothing is enabled while the outcome of an operation that narrows it is unknown."""

import pytest

from adcore_make import Desk, finish, make_tree, preview, push, start_push
from adcore_server import wait_for

PAUSED = {"status": "PAUSED"}


class Box(Desk):
    """A campaign on Google with an ad group, an ad and a keyword, all pushed."""

    def __init__(self, server, **fields):
        super().__init__(server)
        self.tree = make_tree(self.api, groups=1, ads=1, keywords=1, **fields)
        self.campaign = self.tree["campaign"]
        [self.group], [self.ad], [self.keyword] = (self.tree[k] for k in ("groups", "ads", "keywords"))
        push(self.api, activate=True)

    def patch(self, path, draft, **fields):
        return self.api.patch("/%s/%s" % (path, draft["id"]), fields).data

    def negative(self, text, **place):
        body = {"text": text, "matchType": "EXACT", "negative": True, **place}
        return self.api.post("/keywords", body).data

    def looks_before(self, operation):
        """The number of requests of the next push before that operation, which succeeds."""
        after = self.box.log_end()
        push(self.api, activate=True)
        names = [entry.get("operations") or [] for entry in self.box.log(after)]
        return next(i for i, each in enumerate(names) if operation in each)

    def lose(self, operation, looks):
        """A push in which the answer to that operation is lost, and all later requests fail. The
        platform answers again afterwards. Returns the run, which was cancelled."""
        end = self.box.log_end()
        self.box.fault({"type": "accept_then_cut"}, operation=operation)
        self.box.fault({"type": "status", "status": 503}, skip=looks, times=1000)
        run = start_push(self.api, activate=True)
        assert wait_for(lambda: [e for e in self.box.log(end) if e["status"] == 503], 15)
        self.api.post("/sync/%s/cancel" % run["id"], expect=200)
        run = finish(self.api, run["id"], 30)
        self.box.clear_faults()
        return run

    def status_of(self, kind):
        return {row["status"] for row in self.box.state()[self.customer][kind].values()}


@pytest.fixture
def box(server):
    yield lambda **fields: Box(server, **fields)
    server.sandbox().clear_faults()


def enables(plan):
    return [
        op["id"]
        for op in plan["operations"]
        if any(c["field"] == "status" and c["to"] == "ENABLED" for c in op["changes"])
    ]


def unsettled(plan):
    return {one["id"] for one in plan["warnings"] if one["code"] == "UNSETTLED"}


def assert_settles(desk, run, enabled):
    """Once the outcome is known, exactly these are enabled."""
    desk.api.post("/sync/%s/retry" % run["id"], expect=(202, 409))
    assert wait_for(lambda: not unsettled(preview(desk.api, activate=True)), 30)
    assert set(enables(preview(desk.api, activate=True))) == set(enabled)


@pytest.mark.parametrize("place", ["campaign", "adGroup"])
def test_a_negative_keyword_in_doubt_holds_what_it_narrows(box, place):
    desk = box()
    where = {"campaignId": desk.campaign["id"]}
    kind = "campaignCriterion.create"
    if place == "adGroup":
        where, kind = {"adGroupId": desk.group["id"]}, "adGroupCriterion.create"
    desk.negative("free", **where)
    looks = desk.looks_before(kind)
    negative = desk.negative("gratis", **where)
    desk.patch("campaigns", desk.campaign, status="ENABLED")
    desk.patch("ad-groups", desk.group, status="ENABLED")
    run = desk.lose(kind, looks)
    states = {op["id"]: op["status"] for op in run["operations"]}
    assert states[negative["id"]] == "UNKNOWN", run
    assert states[desk.campaign["id"]] == states[desk.group["id"]] == "SKIPPED", run
    plan = preview(desk.api, activate=True)
    assert enables(plan) == []
    assert {negative["id"], desk.campaign["id"], desk.group["id"]} <= unsettled(plan)
    assert_settles(desk, run, [desk.campaign["id"], desk.group["id"]])


def test_an_update_of_the_campaign_in_doubt_holds_what_is_below(box):
    """An ad group is not enabled below a live campaign whose new locations may not be there."""
    desk = box(status="ENABLED", locations=[{"code": "US"}])
    desk.patch("campaigns", desk.campaign, locations=[{"code": "US"}, {"code": "CA"}])
    looks = desk.looks_before("campaignCriterion.create")
    desk.patch("campaigns", desk.campaign, locations=[{"code": "CA"}])
    desk.patch("ad-groups", desk.group, status="ENABLED")
    run = desk.lose("campaignCriterion.remove", looks)
    states = {op["id"]: op["status"] for op in run["operations"]}
    assert states == {desk.campaign["id"]: "UNKNOWN", desk.group["id"]: "SKIPPED"}, run
    plan = preview(desk.api, activate=True)
    assert enables(plan) == [] and desk.group["id"] in unsettled(plan)
    assert_settles(desk, run, [desk.group["id"]])


def test_a_new_keyword_in_doubt_holds_nothing_else(box):
    """The ad group shows less without it, not more."""
    desk = box()
    make = {"adGroupId": desk.group["id"], "matchType": "EXACT"}
    desk.api.post("/keywords", {"text": "rye", **make})
    looks = desk.looks_before("adGroupCriterion.create")
    doubt = desk.api.post("/keywords", {"text": "spelt", **make}).data
    desk.patch("ad-groups", desk.group, status="ENABLED")
    run = desk.lose("adGroupCriterion.create", looks)
    states = {op["id"]: op["status"] for op in run["operations"]}
    assert states[doubt["id"]] == "UNKNOWN", run
    assert enables(preview(desk.api, activate=True)) in ([desk.group["id"]], [])
    assert desk.group["id"] not in unsettled(preview(desk.api, activate=True))
