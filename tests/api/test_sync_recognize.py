"""A create whose answer was lost is recognized although another user changed the object. A draft
never has two live objects, and the changes are drift."""

import json

import pytest

from adcore_make import finish, preview, push, run_state, start_push
from adcore_matrix import GONE, Bench, name_of
from adcore_matrix_columns import edit_there, renamed, words_of
from adcore_matrix_rows import MAKE, PARENTS
from adcore_pulls import stranger
from adcore_server import wait_for

PLATFORMS = ("google", "microsoft", "reddit", "meta")
KINDS = [
    (platform, kind)
    for platform in PLATFORMS
    for kind in ("campaign", "adGroup", "ad", "keyword")
    if kind != "keyword" or platform in ("google", "microsoft")
]
# The simulator's operation that creates the kind, and the collection of its state.
THERE = {
    ("google", "ad"): ("adGroupAd.create", "adGroupAds"),
    ("google", "keyword"): ("adGroupCriterion.create", "adGroupCriteria"),
    ("meta", "adGroup"): ("adset.create", "adsets"),
    ("reddit", "adGroup"): ("adGroup.create", "ad_groups"),
}
PLURALS = {"campaign": "campaigns", "adGroup": "adGroups", "ad": "ads", "keyword": "keywords"}
BUDGETS = {
    "google": ("campaignBudgets", {"amountMicros": "31000000"}),
    "microsoft": ("campaigns", {"DailyBudget": 31.0}),
    "reddit": ("campaigns", {"goal_value": 31000000}),
    "meta": ("campaigns", {"daily_budget": 3100}),
}


MARKS = {"google": "urlCustomParameters", "microsoft": "UrlCustomParameters", "meta": "adlabels"}


class Doubt:
    """A draft of a kind whose create is in doubt: the run ended UNKNOWN, and the platform
    answers again."""

    def __init__(self, server, platform, kind, landed=True, locations=(), **push_fields):
        self.bench, self.kind, self.box = Bench(server, platform), kind, server.sandbox()
        self.api, self.platform, self.server = self.bench.api, platform, server
        PARENTS[kind](self.bench)
        if self.bench.made:
            push(self.api)
        # A Microsoft campaign without locations is complete once it is created.
        places = {"locations": [{"code": each} for each in locations]}
        MAKE[kind](self.bench, **(places if kind == "campaign" else {}))
        for draft in self.bench.all(kind)[1:]:
            self.api.delete(self.bench.path(draft), expect=200)
        self.draft = self.bench.first(kind)
        self.run = self.lose(landed, push_fields)

    @property
    def names(self):
        return THERE.get((self.platform, self.kind), (self.kind + ".create", PLURALS[self.kind]))

    def lose(self, landed, fields):
        end = self.box.log_end()
        where = {"platform": self.platform, "customer": self.bench.customer}
        lost = {"type": "accept_then_timeout" if landed else "cut_before", "ms": 1500}
        self.box.fault(lost, operation=self.names[0], **where)
        run = start_push(self.api, **fields)
        own = lambda: [e for e in self.box.log(end) if e["customerId"] == self.bench.customer]
        assert wait_for(lambda: any(e["fault"] for e in own()), 20, 0.02)
        [self.entry] = [e for e in own() if e["fault"]]
        self.box.fault({"type": "status", "status": 503}, times=1000, **where)
        assert wait_for(lambda: [e for e in own() if e["status"] == 503], 20)
        self.api.post("/sync/%s/cancel" % run["id"], expect=200)
        run = finish(self.api, run["id"], 40)
        assert run["operations"][0]["status"] == "UNKNOWN", run
        self.box.clear_faults()
        assert len(self.live()) == landed
        return run

    def live(self):
        listed = self.box.state(self.bench.customer)[self.names[1]]
        if self.kind == "keyword":
            listed = [each for each in listed if each.get("keyword") or each.get("Text")]
        status = lambda o: o.get("status") or o.get("Status") or o.get("configured_status")
        return [each for each in listed if status(each) not in GONE]

    def edit(self, wish, made=None):
        made = made or next(
            w["id"] for w in self.entry["written"] if w["kind"] in words_of(self.platform, self.kind)
        )
        self.box.control("POST", "edit", edit_there(self.bench, made, wish))

    def account_there(self):
        return self.bench.connection["accountId"]

    def make_theirs(self, **fields):
        """A campaign that another user created on the platform. Returns its id there."""
        other = stranger(self)
        social = self.platform in ("reddit", "meta")
        kind = "SOCIAL" if social else "SEARCH"
        body = {"platform": self.platform, "type": kind, "budget": 20, **fields}
        draft = other.post("/campaigns", body).data["id"]
        push(other, platforms=[self.platform])
        self.server.sql("UPDATE campaigns SET source = 'PULL' WHERE id = '%s'" % draft)
        return other.get("/campaigns/" + draft).data["remote"]["id"]

    def settle(self, seconds=30):
        """Reconciles the UNKNOWN operation and returns it."""
        self.api.post("/sync/%s/retry" % self.run["id"], expect=(202, 409))
        wait_for(lambda: self.look()["status"] != "UNKNOWN" or self.is_ambiguous(), seconds)
        wait_for(self.is_idle, seconds)
        return self.look()

    def look(self):
        return run_state(self.api, self.run["id"])["operations"][0]

    def is_ambiguous(self):
        return (self.look()["error"] or {}).get("code") == "AMBIGUOUS"

    def is_idle(self):
        """True if no run is active."""
        return not {"QUEUED", "RUNNING"} & {run["status"] for run in self.api.get("/sync").data}

    def get(self):
        return self.api.get(self.bench.path(self.draft)).data


@pytest.fixture
def doubts(server):
    def make(*args, **fields):
        return Doubt(server, *args, **fields)

    yield make
    server.sandbox().clear_faults()


def drifts(doubt):
    """The drift to resolve, without fields whose value is only unknown and that the next push
    sends."""
    rows = doubt.api.get("/sync/drift").data
    return [(d["id"], d["field"]) for d in rows if "incomplete" not in d]


@pytest.mark.parametrize("platform, kind", KINDS)
def test_object_changed_while_in_doubt_is_known_again(doubts, platform, kind):
    doubt = doubts(platform, kind)
    doubt.edit(renamed(platform, kind))
    operation = doubt.settle()
    assert operation["status"] == "SUCCEEDED" and operation["remoteId"], operation
    assert preview(doubt.api)["operations"] == []
    assert len(doubt.live()) == 1
    now = doubt.get()
    assert now["remote"]["id"] == operation["remoteId"]
    if (platform, kind) == ("meta", "ad"):  # the ad's name on Meta is not set by adcore
        assert now["syncState"] == "SYNCED"
    else:
        assert now["syncState"] == "DRIFTED"
        [(held, field)] = drifts(doubt)
        assert held == doubt.draft and field in ("name", "finalUrl")


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("keep", ["STAGED", "LIVE"])
def test_rename_by_others_is_theirs_to_keep_or_ours_to_push(doubts, platform, keep):
    doubt = doubts(platform, "campaign")
    doubt.edit(renamed(platform, "campaign"))
    assert doubt.settle()["status"] == "SUCCEEDED"
    body = {"id": doubt.draft, "field": "name", "keep": keep}
    doubt.api.post("/sync/drift/resolve", body, expect=200)
    if keep == "STAGED":
        push(doubt.api)
    assert preview(doubt.api)["operations"] == []
    [there] = doubt.live()
    name = "Theirs" if keep == "LIVE" else "Spring 0"
    assert name_of(there) == name
    now = doubt.get()
    assert now["name"] == name and now["syncState"] == "SYNCED"


@pytest.mark.parametrize("platform", PLATFORMS)
def test_budget_changed_while_in_doubt_is_drift(doubts, platform):
    doubt = doubts(platform, "campaign")
    collection, changes = BUDGETS[platform]
    budgets = [w["id"] for w in doubt.entry["written"] if w["kind"] == "campaignBudget"]
    doubt.edit((collection, changes), *budgets[:1])
    assert doubt.settle()["status"] == "SUCCEEDED"
    assert len(doubt.live()) == 1 and drifts(doubt) == [(doubt.draft, "budget")]
    assert doubt.get()["budget"] == 20


@pytest.mark.parametrize("platform", PLATFORMS)
def test_create_that_never_arrived_is_made_once(doubts, platform):
    doubt = doubts(platform, "campaign", landed=False)
    operation = doubt.settle()
    assert operation["status"] == "FAILED" and operation["error"]["code"] == "NOT_APPLIED"
    push(doubt.api)
    assert len(doubt.live()) == 1 and doubt.get()["syncState"] == "SYNCED"


def test_reddit_object_changed_in_much_is_not_made_again(doubts):
    """Without a label only a member can decide. Until then no second object is created."""
    doubt = doubts("reddit", "campaign")
    doubt.edit(("campaigns", {"name": "Theirs", "goal_value": 77000000}))
    operation = doubt.settle()
    assert operation["status"] == "UNKNOWN" and operation["error"]["code"] == "AMBIGUOUS"
    plan = preview(doubt.api)
    assert plan["operations"] == [] and [w["code"] for w in plan["warnings"]] == ["UNSETTLED"]
    assert len(doubt.live()) == 1
    doubt.edit(("campaigns", {"name": "Spring 0"}))
    assert wait_for(lambda: doubt.settle(2)["status"] == "SUCCEEDED", 30)
    assert len(doubt.live()) == 1 and drifts(doubt) == [(doubt.draft, "budget")]


def test_reddit_object_of_others_is_not_taken_for_ours(doubts):
    doubt = doubts("reddit", "campaign", landed=False)
    doubt.make_theirs(name="Stranger", budget=9)
    operation = doubt.settle()
    assert operation["status"] == "UNKNOWN" and operation["error"]["code"] == "AMBIGUOUS"
    [theirs_there] = doubt.live()
    doubt.edit(("campaigns", {"configured_status": "ARCHIVED"}), theirs_there["id"])
    assert wait_for(lambda: doubt.settle(2)["status"] == "FAILED", 30)
    assert wait_for(doubt.is_idle, 30)
    push(doubt.api)
    assert [each["name"] for each in doubt.live()] == ["Spring 0"]


@pytest.mark.parametrize("platform", PLATFORMS)
def test_draft_deleted_while_in_doubt_is_removed_there(doubts, platform):
    doubt = doubts(platform, "campaign")
    assert doubt.api.delete("/campaigns/" + doubt.draft, expect=200).data["syncState"] == "SYNCING"
    assert doubt.settle()["status"] == "SUCCEEDED"
    push(doubt.api)
    assert doubt.live() == [] and doubt.api.get("/campaigns").meta["total"] == 0


DELETED = [("google", "adGroup"), ("microsoft", "campaign"), ("reddit", "campaign"), ("meta", "ad")]


@pytest.mark.parametrize("platform, kind", DELETED)
def test_pull_knows_what_a_deleted_draft_made(doubts, platform, kind):
    """The draft of a create in doubt is deleted, and a pull reads the created object before the
    doubt ends."""
    doubt = doubts(platform, kind)
    path = doubt.bench.path(doubt.draft)
    doubt.api.delete(path, expect=200)
    run = doubt.api.post("/sync", {"mode": "PULL", "platforms": [platform]}, expect=202).data
    assert finish(doubt.api, run["id"])["pulled"]["created"] == 0
    assert doubt.settle()["status"] == "SUCCEEDED"
    assert wait_for(doubt.is_idle, 30)
    push(doubt.api)
    assert doubt.live() == []
    assert doubt.api.get(path).data["syncState"] == "REMOVED"


@pytest.mark.parametrize("platform", PLATFORMS)
def test_draft_edited_while_in_doubt_is_pushed_to_the_same_object(doubts, platform):
    doubt = doubts(platform, "campaign")
    doubt.api.patch("/campaigns/" + doubt.draft, {"name": "Edited", "budget": 25})
    assert doubt.settle()["status"] == "SUCCEEDED"
    run = push(doubt.api)
    assert [o["op"] for o in run["operations"]] == ["UPDATE"]
    assert [name_of(each) for each in doubt.live()] == ["Edited"]


@pytest.mark.parametrize("platform", PLATFORMS)
def test_run_in_doubt_cannot_be_reverted_yet(doubts, platform):
    doubt = doubts(platform, "campaign")
    answer = doubt.api.post("/sync/%s/revert" % doubt.run["id"], expect=201).data
    assert answer["coverage"] == "NONE"
    assert [o["reason"] for o in answer["operations"]] == ["UNSETTLED"]


@pytest.mark.parametrize("platform", MARKS)
def test_copy_of_ours_in_the_platform_is_not_adopted_for_it(doubts, platform):
    """Another user copies the object with its label. The object as sent is the draft's own."""
    doubt = doubts(platform, "campaign")
    copied = doubt.make_theirs(name="Copy")
    [made] = [each for each in doubt.live() if name_of(each) == "Spring 0"]
    doubt.edit((PLURALS["campaign"], {MARKS[platform]: made[MARKS[platform]]}), copied)
    assert len(doubt.live()) == 2
    operation = doubt.settle()
    assert operation["status"] == "SUCCEEDED" and operation["remoteId"] != copied
    assert len(doubt.live()) == 2


def test_pull_meanwhile_leaves_what_may_be_ours_alone(doubts):
    doubt = doubts("reddit", "campaign")
    doubt.edit(("campaigns", {"name": "Theirs"}))
    run = doubt.api.post("/sync", {"mode": "PULL", "platforms": ["reddit"]}, expect=202).data
    assert finish(doubt.api, run["id"])["pulled"]["created"] == 0
    assert doubt.settle()["status"] == "SUCCEEDED"
    assert len(doubt.live()) == 1 and doubt.api.get("/campaigns").meta["total"] == 1


def test_marked_object_is_adopted_where_the_database_forgot_it(server):
    """A backup was restored: the draft is STAGED although the platform has its object."""
    bench = Bench(server, "meta")
    MAKE["campaign"](bench)
    push(bench.api)
    server.sql("UPDATE campaigns SET remote_id = NULL, synced = NULL, remote_status = NULL,"
               " sync_state = 'STAGED' WHERE id = '%s'" % bench.first("campaign"))
    before = bench.remote(bench.all("campaign")[1])
    run = push(bench.api)
    [operation] = run["operations"]
    assert operation["op"] == "CREATE" and operation["status"] == "SUCCEEDED"
    assert len(server.sandbox().state(bench.customer)["campaigns"]) == 2
    assert operation["remoteId"] != before


def test_half_made_campaign_keeps_what_others_changed(doubts):
    """Microsoft takes a campaign's locations in separate requests, which were never sent."""
    doubt = doubts("microsoft", "campaign", locations=["US"])
    doubt.edit(renamed("microsoft", "campaign"))
    operation = doubt.settle()
    assert operation["status"] == "FAILED" and operation["error"]["code"] == "NOT_APPLIED"
    assert operation["remoteId"] and doubt.get()["syncState"] != "SYNCED"
    for _ in range(3):
        for _, field in drifts(doubt):
            body = {"id": doubt.draft, "field": field, "keep": "STAGED"}
            doubt.api.post("/sync/drift/resolve", body, expect=200)
        if preview(doubt.api)["operations"]:
            push(doubt.api)
    assert doubt.get()["syncState"] == "SYNCED"
    [there] = doubt.live()
    assert there["Name"] == "Spring 0"
    places = doubt.box.state(doubt.bench.customer)["campaignCriterions"]
    assert any('"190"' in json.dumps(each) for each in places), places
