"""Operations whose outcome a run could not learn: they are reconciled, and never executed twice."""

import pytest

from adcore_make import (
    Desk,
    assert_once_each,
    finish,
    make_campaign,
    make_tree,
    preview,
    push,
    run_state,
    serial,
    start_push,
)
from adcore_meta import MetaDesk
from adcore_pulls import Named, stranger
from adcore_reddit import RedditDesk
from adcore_server import wait_for


class RedditBox(Named, RedditDesk):
    """The Reddit sandbox with the interface that these tests use."""

    platform = "reddit"

    def break_after_create(self, looks, cut="accept_then_cut"):
        self.fault({"type": cut}, operation="campaign.create")
        self.fault({"type": "status", "status": 503}, skip=looks, times=1000)

    def draft(self):
        return self.campaign()

    def standing(self):
        return self.live()["campaigns"]


class MetaBox(Named, MetaDesk):
    platform = "meta"

    def __init__(self, server):
        super().__init__(server)
        self.after = self.box.log_end()

    def break_after_create(self, looks, cut="accept_then_cut"):
        self.fault({"type": cut}, "campaign.create")
        away = {"type": "status", "status": 503}
        self.box.fault(away, skip=looks, times=1000, platform="meta")

    def draft(self):
        return self.campaign(name="Bakery %d" % serial())

    def standing(self):
        return self.live()["campaigns"]


class GoogleBox(Desk):
    def break_after_create(self, looks, cut="accept_then_cut"):
        self.box.fault({"type": cut}, operation="campaign.create")
        self.box.fault({"type": "status", "status": 503}, skip=looks, times=1000)

    def draft(self):
        return make_campaign(self.api)

    def standing(self):
        return self.live().campaigns


def in_doubt(desk, landed=True):
    """A campaign that was created (or, without `landed`, whose create never arrived) in a run
    that ended without the outcome. Returns (run, draft). The platform answers again."""
    desk.draft()
    push(desk.api)
    log = desk.box.log(desk.after)
    create = next(i for i, e in enumerate(log) if "campaign.create" in (e.get("operations") or []))
    draft = desk.draft()
    end = desk.box.log_end()
    # Each run requests an access token. That request and the reads precede the create.
    desk.break_after_create(create, "accept_then_cut" if landed else "cut_before")
    run = start_push(desk.api)
    assert wait_for(lambda: [e for e in desk.box.log(end) if e["status"] == 503], 15)
    desk.api.post("/sync/%s/cancel" % run["id"], expect=200)
    run = finish(desk.api, run["id"], 30)
    [operation] = run["operations"]
    assert operation["status"] == "UNKNOWN", run
    desk.box.clear_faults()
    assert len(desk.standing()) == 1 + landed
    return run, draft


@pytest.fixture(params=[GoogleBox, RedditBox])
def box(request, server):
    made = request.param(server)
    yield made
    server.sandbox().clear_faults()


def assert_settled(desk, run, draft):
    done = finish(desk.api, run["id"])
    [operation] = done["operations"]
    assert operation["status"] == "SUCCEEDED" and operation["remoteId"], done
    now = desk.api.get("/campaigns/" + draft["id"]).data
    assert now["syncState"] == "SYNCED" and now["remote"]["id"] == operation["remoteId"]
    plan = preview(desk.api)
    assert plan["operations"] == [] and plan["warnings"] == []
    assert len(desk.standing()) == 2
    assert desk.api.get("/campaigns").meta["total"] == 2


def not_unknown(desk, run):
    [operation] = run_state(desk.api, run["id"])["operations"]
    return operation if operation["status"] != "UNKNOWN" else None


def is_settled(desk, run):
    def look():
        return run_state(desk.api, run["id"])["operations"][0]["status"] == "SUCCEEDED"

    return look


def test_retry_asks_at_once_what_became_of_it(box):
    run, draft = in_doubt(box)
    [warning] = preview(box.api)["warnings"]
    assert warning["code"] == "UNSETTLED" and "/sync/%s/retry" % run["id"] in warning["message"]
    path = "/sync/%s/retry" % run["id"]
    checked = box.api.post(path, query={"validateOnly": "true"}, expect=200)
    assert checked.data["id"] is None
    answer = box.api.post(path, expect=202)
    assert answer.data["id"] == run["id"], "nothing can be sent: it is the run that goes on"
    assert wait_for(is_settled(box, run), 15)
    assert_settled(box, run, draft)
    assert finish(box.api, run["id"])["status"] == "SUCCEEDED"
    box.api.post(path, expect=409)


def test_a_run_that_had_ended_sends_nothing_though_its_server_dies_while_it_asks(server):
    """After the crash the retry of an ended run only reconciles: it sends no operation."""
    desk = GoogleBox(server)
    try:
        run, draft = in_doubt(desk, landed=False)
        # The state of a run that ended by itself. A cancelled run would send nothing anyway.
        server.sql("UPDATE sync_runs SET cancel = 0 WHERE id = '%s'" % run["id"])
        desk.box.fault({"type": "latency", "ms": 20000}, path="googleAds:search")
        desk.api.post("/sync/%s/retry" % run["id"], expect=202)
        assert wait_for(lambda: run_state(desk.api, run["id"])["status"] == "RUNNING", 15, 0.02)
        server.kill()
        server.start()
        desk.reopen()
        desk.box.clear_faults()
        done = finish(desk.api, run["id"])
        [operation] = done["operations"]
        assert (operation["status"], operation["error"]["code"]) == ("FAILED", "NOT_APPLIED"), done
        assert len(desk.standing()) == 1
        assert [op["id"] for op in preview(desk.api)["operations"]] == [draft["id"]]
    finally:
        server.sandbox().clear_faults()


@pytest.mark.parametrize("landed", [True, False], ids=["made", "lost"])
@pytest.mark.parametrize("kind", [MetaBox, RedditBox])
def test_what_another_space_made_meanwhile_is_never_taken_for_its_own(server, kind, landed):
    """Both Spaces share the ad account, and the campaigns are equal. Google refuses a second
    campaign of one name."""
    desk = kind(server)
    try:
        run, draft = in_doubt(desk, landed)
        other = stranger(desk)
        fields = ("name", "type", "platform", "budget")
        twin = other.post("/campaigns", {name: draft[name] for name in fields}, expect=201).data
        push(other)
        theirs = other.get("/campaigns/" + twin["id"]).data["remote"]["id"]
        assert len(desk.standing()) == 2 + landed
        desk.api.post("/sync/%s/retry" % run["id"], expect=202)
        done = wait_for(lambda: not_unknown(desk, run), 15)
        assert done, run_state(desk.api, run["id"])
        finish(desk.api, run["id"])
        if landed:
            assert done["status"] == "SUCCEEDED", done
        else:
            assert done["error"]["code"] == "NOT_APPLIED", done
            push(desk.api)
        mine = desk.api.get("/campaigns/" + draft["id"]).data
        assert mine["syncState"] == "SYNCED" and mine["remote"]["id"] != theirs
        assert other.get("/campaigns/" + twin["id"]).data["remote"]["id"] == theirs
        assert len(desk.standing()) == 3 and preview(desk.api)["operations"] == []
    finally:
        server.sandbox().clear_faults()


def test_what_another_space_only_pulled_is_still_taken(server):
    """The campaign belongs to this run although another Space pulled it first. Sent again it
    would exist twice."""
    desk = RedditBox(server)
    try:
        run, draft = in_doubt(desk)
        other = stranger(desk)
        body = {"mode": "PULL", "platforms": ["reddit"]}
        pulled = finish(other, other.post("/sync", body, expect=202).data["id"])
        assert pulled["pulled"]["created"] == 2, pulled
        desk.api.post("/sync/%s/retry" % run["id"], expect=202)
        assert wait_for(is_settled(desk, run), 15), run_state(desk.api, run["id"])
        assert_settled(desk, run, draft)
    finally:
        server.sandbox().clear_faults()


def test_a_pull_takes_nothing_that_an_operation_in_doubt_may_have_made(box):
    """A second draft of the object would cause the first one to be pushed again."""
    run, draft = in_doubt(box)
    pulled = finish(box.api, box.api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])
    assert pulled["status"] == "SUCCEEDED", pulled
    assert pulled["pulled"]["created"] == 0 and pulled["pulled"]["leftOut"] == 1
    assert wait_for(is_settled(box, run), 15), "a pull has what is in doubt asked about"
    assert_settled(box, run, draft)
    push(box.api)
    assert len(box.standing()) == 2


def test_a_retry_sends_the_rest_while_the_platform_is_asked(server):
    desk = GoogleBox(server)
    try:
        run, draft = in_doubt(desk)
        other = make_tree(desk.api, groups=1, ads=0, keywords=1)
        # The other run's operations are not held up by the operation in doubt.
        push(desk.api)
        desk.api.post("/sync/%s/retry" % run["id"], expect=202)
        assert wait_for(is_settled(desk, run), 15)
        names = sorted(row["campaign"]["name"] for row in desk.standing())
        assert len(names) == 3 and {draft["name"], other["campaign"]["name"]} < set(names)
        assert preview(desk.api)["operations"] == []
    finally:
        server.sandbox().clear_faults()


def test_a_retry_that_is_refused_asks_all_the_same(server):
    """Another object of the run was edited, so nothing is sent again. The operation in doubt is
    reconciled at once."""
    desk = GoogleBox(server)
    try:
        other = make_campaign(desk.api, status="ENABLED")
        push(desk.api)
        log = desk.box.log(desk.after)
        looks = next(i for i, e in enumerate(log) if "campaign.create" in (e.get("operations") or []))
        draft = desk.draft()
        end = desk.box.log_end()
        desk.break_after_create(looks, "accept_then_cut")
        run = start_push(desk.api, activate=True)
        assert wait_for(lambda: [e for e in desk.box.log(end) if e["status"] == 503], 15)
        desk.api.post("/sync/%s/cancel" % run["id"], expect=200)
        run = finish(desk.api, run["id"], 30)
        assert [o["status"] for o in run["operations"]] == ["UNKNOWN", "SKIPPED"], run
        desk.box.clear_faults()
        desk.api.patch("/campaigns/" + other["id"], {"budget": 21})
        refused = desk.api.post("/sync/%s/retry" % run["id"], expect=409)
        assert refused.details["reason"] == "PLAN_CHANGED"
        assert wait_for(is_settled(desk, run), 15)
        assert desk.api.get("/campaigns/" + draft["id"]).data["syncState"] == "SYNCED"
    finally:
        server.sandbox().clear_faults()


def raise_in_doubt(desk, path, first, second):
    """Two raises of a budget: the first is applied, and the run ends without the outcome of the
    second. Returns that run."""
    before = desk.box.log_end()
    desk.api.patch(path, {"budget": first})
    push(desk.api)
    names = [entry.get("operations") or [] for entry in desk.box.log(before)]
    looks = next(i for i, each in enumerate(names) if "campaignBudget.update" in each)
    desk.api.patch(path, {"budget": second})
    end = desk.box.log_end()
    desk.box.fault({"type": "accept_then_cut"}, operation="campaignBudget.update")
    desk.box.fault({"type": "status", "status": 503}, skip=looks, times=1000)
    run = start_push(desk.api)
    assert wait_for(lambda: [e for e in desk.box.log(end) if e["status"] == 503], 15)
    desk.api.post("/sync/%s/cancel" % run["id"], expect=200)
    run = finish(desk.api, run["id"], 30)
    assert [o["status"] for o in run["operations"]] == ["UNKNOWN"], run
    desk.box.clear_faults()
    return run


def test_a_draft_lowered_behind_a_raise_in_doubt_hides_none_of_it(server):
    """A budget in doubt counts in the total until it is reconciled, and the applied budget
    afterwards."""
    desk = GoogleBox(server)
    try:
        draft = make_campaign(desk.api, status="ENABLED", budget=64)
        path = "/campaigns/" + draft["id"]
        push(desk.api, activate=True)
        run = raise_in_doubt(desk, path, 65, 96)
        desk.api.patch(path, {"budget": 5})
        others = [make_campaign(desk.api, budget=90) for _ in range(5)]
        plan = preview(desk.api)
        totals = plan["totals"]
        assert (totals["dailyBudgetBefore"], totals["activeDailyBudgetBefore"]) == (96, 96)
        [violation] = plan["violations"]
        assert violation["rule"] == "maxTotalDailyBudget" and violation["actual"] == 546
        refused = desk.api.post("/sync", {"planHash": plan["planHash"]}, expect=422)
        assert refused.code == "GUARDRAIL_VIOLATION"
        assert len(desk.standing()) == 1
        desk.api.post("/sync/%s/retry" % run["id"], expect=202)
        assert wait_for(is_settled(desk, run), 15)
        finish(desk.api, run["id"])
        # Lowered by this plan, the larger budget no longer counts: nothing is in doubt.
        plan = preview(desk.api)
        assert plan["totals"]["dailyBudgetBefore"] == 96 and plan["violations"] == []
        assert plan["totals"]["dailyBudgetAfter"] == 455
        push(desk.api)
        assert len(desk.standing()) == 1 + len(others)
    finally:
        server.sandbox().clear_faults()


def test_what_is_settled_late_says_nothing_of_what_it_did_not_send(server):
    """The kill switch paused the campaign meanwhile. The late confirmation of a budget does not
    change its status."""
    desk = GoogleBox(server)
    try:
        draft = make_campaign(desk.api, status="ENABLED", budget=20)
        path = "/campaigns/" + draft["id"]
        push(desk.api, activate=True)
        run = raise_in_doubt(desk, path, 21, 22)
        switch = finish(desk.api, desk.api.post("/sync/pause-all", expect=202).data["id"])
        assert switch["status"] == "SUCCEEDED", switch
        desk.api.post("/sync/%s/retry" % run["id"], expect=202)
        assert wait_for(is_settled(desk, run), 15)
        finish(desk.api, run["id"])
        now = desk.api.get(path).data
        assert (now["status"], now["remote"]["status"]) == ("PAUSED", "PAUSED")
        assert (now["budget"], now["syncState"]) == (22, "SYNCED")
        assert preview(desk.api)["operations"] == []
    finally:
        server.sandbox().clear_faults()


def made_by_hand(desk, like):
    """An equal campaign that another user created on Reddit. Returns its id there."""
    form = {
        "grant_type": "refresh_token",
        "refresh_token": "1//sandbox.%s.USD.UTC" % desk.customer,
    }
    login = {"Authorization": "Basic c2FuZGJveDpzYW5kYm94", "User-Agent": "tests"}
    status, answer = desk.box.call(
        "POST", "/reddit-oauth/api/v1/access_token", form=form, headers=login
    )
    assert status == 200, answer
    fields = (
        "name objective configured_status special_ad_categories is_campaign_budget_optimization"
        " goal_type goal_value bid_strategy bid_type start_time conversion_pixel_id"
    ).split()
    body = {"data": {name: like[name] for name in fields if like.get(name) is not None}}
    status, answer = desk.box.call(
        "POST",
        "/reddit/api/v3/ad_accounts/%s/campaigns" % desk.customer,
        body,
        {"Authorization": "Bearer " + answer["access_token"], "User-Agent": "tests"},
    )
    assert status == 201, answer
    return answer["data"]["id"]


def test_two_that_could_be_it_wait_for_a_person(server):
    """Reddit has no labels: with two equal campaigns, a member removes one and retries."""
    desk = RedditBox(server)
    try:
        run, draft = in_doubt(desk)
        [made] = [c for c in desk.standing() if c["name"] == draft["name"]]
        twin = made_by_hand(desk, made)
        path = "/sync/%s/retry" % run["id"]

        def told():
            [operation] = run_state(desk.api, run["id"])["operations"]
            error = operation["error"] or {}
            return error if error.get("code") == "AMBIGUOUS" else None

        def retried():
            """A retry is refused while the previous one is still at work."""
            return desk.api.post(path, expect=None).status == 202

        for _ in range(2):
            assert wait_for(retried, 15)
            error = wait_for(told, 15)
            assert error and "retry" in error["message"]
            assert finish(desk.api, run["id"])["operations"][0]["status"] == "UNKNOWN"
        assert preview(desk.api)["operations"] == [] and len(desk.standing()) == 3
        desk.edit("campaigns", twin, None)
        settled = is_settled(desk, run)
        # The previous retry may still be reading, and may see that one campaign is left.
        assert wait_for(lambda: settled() or retried(), 15)
        assert wait_for(settled, 15)
        assert_settled(desk, run, draft)
        assert desk.api.get("/campaigns/" + draft["id"]).data["remote"]["id"] == made["id"]
    finally:
        server.sandbox().clear_faults()
