"""Revoked access to an ad account, and ambiguous responses: on no platform does a run report a
pause, removal or creation that was not confirmed."""

import json

import pytest

from adcore_make import finish, preview, push, settle, space_id
from adcore_matrix import Bench

REMOVED = {"google": "REMOVED", "microsoft": "Deleted", "reddit": "ARCHIVED", "meta": "DELETED"}
PAUSED = {"google": "PAUSED", "microsoft": "Paused", "reddit": "PAUSED", "meta": "PAUSED"}
LIVE = {"google": "ENABLED", "microsoft": "Active", "reddit": "ACTIVE", "meta": "ACTIVE"}
STATUS = {"microsoft": "Status", "reddit": "configured_status"}
WORDS = [
    ("google", "USER_PERMISSION_DENIED"),
    ("google", "CUSTOMER_NOT_ENABLED"),
    ("microsoft", "UserIsNotAuthorized"),
    ("microsoft", "InvalidAccountId"),
    ("reddit", "403"),
    ("reddit", "404"),
    ("meta", "200"),
    ("meta", "10"),
]
NOT_SHOWN = {
    "error": {
        "message": "Unsupported get request. Object with ID '1' does not exist, cannot be loaded due "
        "to missing permissions, or does not support this operation.",
        "type": "GraphMethodException",
        "code": 100,
        "error_subcode": 33,
    }
}
ALIAS = {
    "error": {"message": "(#803) Some of the aliases you requested do not exist: 1", "code": 803}
}
INTERNAL = {
    "error": {
        "message": "An unexpected error has occurred. Please retry your request later.",
        "type": "OAuthException",
        "is_transient": True,
        "code": -1,
    }
}
ABORTED = {
    "error": {
        "message": "Request aborted. This could happen if a dependent request failed or the entire "
        "request timed out.",
        "code": 960,
    }
}


class Desk:
    """An enabled campaign, alone in its Space and ad account."""

    def __init__(self, server, platform):
        self.server, self.platform = server, platform
        self.bench = Bench(server, platform)
        self.api, self.customer = self.bench.api, self.bench.customer
        self.box = server.sandbox()

    def make(self, **fields):
        body = {"name": "Bread", "platform": self.platform, "budget": 20, "status": "ENABLED"}
        social = self.platform in ("meta", "reddit")
        body["type"] = "SOCIAL" if social else "SEARCH"
        return self.api.post("/campaigns", dict(body, **fields)).data

    def live(self, **fields):
        made = self.make(**fields)
        push(self.api, activate=True)
        return self.draft(made)

    def draft(self, made):
        return self.api.get("/campaigns/" + made["id"]).data

    def remote(self, made):
        return self.draft(made)["remote"]["id"]

    def there(self):
        """(name, status) of every campaign of the account, with adcore's names of the statuses."""
        words = {REMOVED[self.platform]: "REMOVED", PAUSED[self.platform]: "PAUSED"}
        key = STATUS.get(self.platform, "status")
        name = "Name" if self.platform == "microsoft" else "name"
        listed = self.box.state(self.customer)["campaigns"]
        return sorted((c[name], words.get(c[key], "ENABLED")) for c in listed)

    def fault(self, action, **match):
        return self.box.fault(action, platform=self.platform, customer=self.customer, **match)

    def edit(self, made, changes):
        """An edit by another user of the platform. None removes the campaign."""
        own = made["remote"]["id"]
        body = {"platform": self.platform, "customerId": self.customer, "set": changes}
        if self.platform == "google":
            body["resourceName"] = "customers/%s/campaigns/%s" % (self.customer, own)
        elif self.platform == "reddit":
            body["resourceName"] = "campaigns/" + own
        else:
            body.update(kind="campaigns", id=own)
        self.box.control("POST", "edit", body)

    def pause_all(self):
        return finish(self.api, self.api.post("/sync/pause-all", expect=202).data["id"])

    def unblock(self):
        space = space_id(self.api.get("/me").data)
        self.server.sql("UPDATE spaces SET pushes_blocked_test = false WHERE id = '%s'" % space)

    def pull(self):
        return finish(self.api, self.api.post("/sync", {"mode": "PULL"}, expect=202).data["id"])

    def drift(self):
        return self.api.get("/sync/drift").data


@pytest.fixture
def at(server):
    desks = []

    def open_desk(platform):
        desks.append(Desk(server, platform))
        return desks[-1]

    yield open_desk
    server.sandbox().clear_faults()
    for desk in desks:
        server.sandbox().give_back(desk.customer)


def only(run):
    [operation] = run["operations"]
    return operation


def assert_denied(run, codes=("PERMISSION_DENIED", "NOT_FOUND")):
    operation = only(run)
    assert run["status"] == "FAILED", run
    assert operation["status"] == "FAILED" and operation["error"]["code"] in codes, operation
    assert operation["error"]["message"], operation
    return operation


# --- access to the ad account is revoked --------------------------------------------------------


@pytest.mark.parametrize(("platform", "word"), WORDS)
def test_the_kill_switch_fails_while_the_account_is_taken_away(at, platform, word):
    desk = at(platform)
    made = desk.live()
    desk.box.deny(desk.customer, word)
    assert_denied(desk.pause_all())
    assert desk.there() == [("Bread", "ENABLED")]
    assert desk.drift() == []
    desk.box.give_back(desk.customer)
    run = desk.pause_all()
    assert run["status"] == "SUCCEEDED" and only(run)["error"] is None, run
    assert desk.there() == [("Bread", "PAUSED")]
    assert desk.draft(made)["status"] == "PAUSED"


@pytest.mark.parametrize(("platform", "word"), WORDS)
def test_a_removal_fails_while_the_account_is_taken_away(at, platform, word):
    desk = at(platform)
    made = desk.live()
    desk.api.delete("/campaigns/" + made["id"])
    desk.box.deny(desk.customer, word)
    assert_denied(push(desk.api, expect=None))
    assert desk.draft(made)["remote"]["status"] != "REMOVED"
    assert desk.there() == [("Bread", "ENABLED")]
    desk.box.give_back(desk.customer)
    push(desk.api)
    assert desk.there() == [("Bread", "REMOVED")]
    assert preview(desk.api)["operations"] == []


@pytest.mark.parametrize(("platform", "word"), WORDS)
def test_an_update_fails_and_makes_no_second_campaign(at, platform, word):
    """A refused update is not taken for a removal, so that no second campaign is created."""
    desk = at(platform)
    made = desk.live()
    desk.api.patch("/campaigns/" + made["id"], {"budget": 25})
    desk.box.deny(desk.customer, word)
    assert_denied(push(desk.api, expect=None))
    assert desk.drift() == [] and desk.draft(made)["syncState"] == "FAILED"
    desk.box.give_back(desk.customer)
    push(desk.api)
    assert desk.there() == [("Bread", "ENABLED")]
    assert desk.draft(made)["remote"]["id"] == made["remote"]["id"]


@pytest.mark.parametrize(("platform", "word"), WORDS)
def test_a_create_fails_and_is_made_once(at, platform, word):
    desk = at(platform)
    made = desk.make()
    desk.box.deny(desk.customer, word)
    assert_denied(push(desk.api, expect=None))
    assert desk.there() == []
    desk.box.give_back(desk.customer)
    push(desk.api, activate=True)
    assert desk.there() == [("Bread", "ENABLED")]
    assert desk.draft(made)["syncState"] == "SYNCED"


@pytest.mark.parametrize(("platform", "word"), WORDS)
def test_a_pull_says_nothing_of_what_it_could_not_read(at, platform, word):
    desk = at(platform)
    made = desk.live()
    desk.box.deny(desk.customer, word)
    run = desk.pull()
    assert run["status"] == "FAILED" and run["error"]["code"] == "PERMISSION_DENIED", run
    assert desk.drift() == [] and desk.draft(made)["syncState"] == "SYNCED"
    desk.box.give_back(desk.customer)
    assert desk.pull()["status"] == "SUCCEEDED"
    assert desk.drift() == []


@pytest.mark.parametrize("platform", sorted(REMOVED))
def test_taken_away_in_the_middle_the_rest_is_not_done(at, platform):
    desk = at(platform)
    made = [desk.make(name="Bread %d" % i) for i in range(2)]
    # Reddit accepts one campaign per request, the others accept both in one.
    desk.fault({"type": "deny"}, operation="campaign.update", skip=int(platform == "reddit"))
    run = push(desk.api, expect=None, activate=True)
    assert run["status"] == "PARTIAL", run
    told = {(o["op"], o["status"], (o["error"] or {}).get("code")) for o in run["operations"]}
    done = {("CREATE", "SUCCEEDED", None), ("UPDATE", "FAILED", "PERMISSION_DENIED")}
    assert told - {("UPDATE", "SUCCEEDED", None)} == done
    enabled = [o for o in run["operations"] if (o["op"], o["status"]) == ("UPDATE", "SUCCEEDED")]
    assert sorted(status for _, status in desk.there()) == sorted(
        ["ENABLED"] * len(enabled) + ["PAUSED"] * (2 - len(enabled))
    )
    desk.box.give_back(desk.customer)
    push(desk.api, activate=True)
    assert desk.there() == [("Bread 0", "ENABLED"), ("Bread 1", "ENABLED")]
    assert {desk.draft(each)["syncState"] for each in made} == {"SYNCED"}


def looks_before(desk, word, after):
    """The number of read requests before the first request of that operation."""
    log = [e for e in desk.box.log(after) if "oauth" not in e["path"]]
    return next(i for i, e in enumerate(log) if word in e["operations"])


@pytest.mark.parametrize("done", [True, False], ids=["done", "not_done"])
@pytest.mark.parametrize("wish", ["update", "remove"])
@pytest.mark.parametrize(("platform", "word"), WORDS[::2])
def test_what_is_in_doubt_stays_so_until_it_can_be_read(at, platform, word, wish, done):
    """The answer to a change is lost, and then the access is revoked: the outcome stays unknown
    until it can be read."""
    desk = at(platform)
    other, made = desk.live(name="Rolls"), desk.live()
    operation = "campaign." + wish
    after = desk.box.log_end()
    for each in (other, made):
        if each is made:
            looks = looks_before(desk, operation, after)
            action = {"type": "answer", "status": 500, "body": "", "done": done}
            desk.fault(action, operation=operation)
            desk.fault({"type": "deny", "as": word}, skip=looks)
        if wish == "update":
            desk.api.patch("/campaigns/" + each["id"], {"name": each["name"] + "!"})
        else:
            desk.api.delete("/campaigns/" + each["id"])
        run = push(desk.api, expect=None)
    operation = only(run)
    assert (operation["status"], run["status"]) == ("UNKNOWN", "FAILED"), run
    assert operation["error"]["code"] in ("PERMISSION_DENIED", "NOT_FOUND")
    assert desk.drift() == [] and desk.draft(made)["syncState"] == "SYNCING"
    desk.box.give_back(desk.customer)
    finish(desk.api, desk.api.post("/sync/%s/retry" % run["id"], expect=202).data["id"])
    settle(desk)
    wanted = [("Bread!", "ENABLED"), ("Rolls!", "ENABLED")]
    if wish == "remove":
        wanted = [("Bread", "REMOVED"), ("Rolls", "REMOVED")]
    assert desk.there() == wanted
    assert desk.draft(made)["syncState"] == ("REMOVED" if wish == "remove" else "SYNCED")


# --- a removal by another user is detected -------------------------------------------------------


@pytest.mark.parametrize("platform", sorted(REMOVED))
def test_what_others_removed_is_read_as_removed(at, platform):
    desk = at(platform)
    made = desk.live()
    desk.edit(made, None)
    run = desk.pause_all()
    assert run["status"] == "SUCCEEDED" and only(run)["error"]["code"] == "DRIFTED", run
    [row] = desk.drift()
    assert (row["id"], row["field"], row["live"]) == (made["id"], "status", "REMOVED")
    desk.unblock()
    desk.api.delete("/campaigns/" + made["id"])
    push(desk.api, expect=None)
    assert desk.there() == [("Bread", "REMOVED")]


LOOKS = {
    "google": "googleAds:search",
    "microsoft": "Campaigns/QueryByIds",
    "reddit": "/campaigns",
    "meta": "/v26.0",
}


def edits_as_read(desk, made, **match):
    """Another user enables the campaign whenever it is read."""
    bodies = []
    control = desk.box.control
    desk.box.control = lambda method, path, body: bodies.append(body)
    try:
        desk.edit(made, {STATUS.get(desk.platform, "status"): LIVE[desk.platform]})
    finally:
        desk.box.control = control
    desk.fault({"type": "edit", "edit": bodies[0]}, path=LOOKS[desk.platform], **match)


@pytest.mark.parametrize("platform", sorted(REMOVED))
def test_a_pause_succeeds_when_it_is_read_and_not_when_it_is_accepted(at, platform):
    desk = at(platform)
    made = desk.live()
    made = desk.draft(made)
    edits_as_read(desk, made, skip=1 if platform == "microsoft" else 2, times=1)
    run = desk.pause_all()
    assert run["status"] == "SUCCEEDED" and only(run)["error"] is None, run
    assert desk.there() == [("Bread", "PAUSED")]
    assert len(only(run)["steps"]) == 2, "it was paused again"


def test_a_pause_that_is_never_read_is_not_known(at):
    desk = at("google")
    made = desk.draft(desk.live())
    edits_as_read(desk, made, times=99)
    run = desk.pause_all()
    assert (run["status"], only(run)["status"]) == ("FAILED", "FAILED"), run
    assert only(run)["error"]["code"] == "NOT_READ_BACK", run
    assert [stop["state"] for stop in run["stops"]] == ["NOT_STOPPED"], run["stops"]
    desk.box.clear_faults()


@pytest.mark.parametrize("platform", sorted(REMOVED))
def test_a_pull_finds_what_others_removed(at, platform):
    desk = at(platform)
    made = desk.live()
    desk.edit(made, None)
    run = desk.pull()
    assert run["status"] == "SUCCEEDED" and run["pulled"]["removed"] == 1, run
    assert desk.draft(made)["syncState"] == "DRIFTED"


# --- objects that a platform does not return
# -------------------------------------------------------

NOTHING = {
    "google": ("googleAds:search", 200, {"results": []}),
    "microsoft": ("Campaigns/QueryByIds", 200, {"Campaigns": [None], "PartialErrors": []}),
    "reddit": ("campaigns", 200, {"data": [], "pagination": {"next_url": None}}),
    "meta": ("/v26.0", 200, [{"code": 400, "body": json.dumps(NOT_SHOWN)}] * 2),
}


def hide(desk, times=50):
    """The campaign is missing from the platform's response, for any reason."""
    path, status, body = NOTHING[desk.platform]
    action = {"type": "answer", "status": status, "body": body}
    desk.fault(action, path=path, times=times)


@pytest.mark.parametrize("platform", sorted(NOTHING))
@pytest.mark.parametrize("wish", ["pause", "remove", "update"])
def test_what_is_missing_from_an_answer_is_neither_paused_nor_removed(at, platform, wish):
    desk = at(platform)
    made = desk.live()
    if wish == "remove":
        desk.api.delete("/campaigns/" + made["id"])
    elif wish == "update":
        desk.api.patch("/campaigns/" + made["id"], {"budget": 25})
    hide(desk)
    run = desk.pause_all() if wish == "pause" else push(desk.api, expect=None)
    assert_denied(run)
    assert desk.there() == [("Bread", "ENABLED")]
    assert [row.get("notShown") for row in desk.drift()] == [True] * (wish == "remove")
    assert desk.draft(made)["remote"]["id"] == made["remote"]["id"]
    desk.box.clear_faults()
    desk.unblock()
    run = desk.pause_all() if wish == "pause" else push(desk.api)
    assert run["status"] == "SUCCEEDED" and len(desk.there()) == 1


def forget(desk, made, expect=200, **fields):
    body = {"id": made["id"], "field": "status", "keep": "FORGET", **fields}
    return desk.api.post("/sync/drift/resolve", body, expect=expect)


@pytest.mark.parametrize("platform", ["google", "meta"])
def test_a_removal_that_cannot_be_proven_is_forgotten_by_a_person(at, platform):
    desk = at(platform)
    made = desk.live()
    own = made["remote"]["id"]
    group = desk.api.post("/ad-groups", {"campaignId": made["id"], "name": "Rye"}).data
    push(desk.api)
    assert forget(desk, made, 409, remoteId=own).details["reason"] == "NOT_FORGETTABLE"
    desk.api.delete("/campaigns/" + made["id"])
    assert forget(desk, made, 409, remoteId=own).details["reason"] == "NOT_FORGETTABLE"
    hide(desk)
    run = push(desk.api, expect=None)
    told = {o["resource"]: o for o in run["operations"]}
    assert told["campaign"]["status"] == "FAILED", told
    assert told["campaign"]["error"]["details"] == {"notShown": True}
    assert "FORGET" in told["campaign"]["error"]["message"]
    [row] = [each for each in desk.drift() if each["id"] == made["id"]]
    assert (row["notShown"], row["remoteId"], row["field"]) == (True, own, "status")
    assert (row["staged"], row["live"]) == ("REMOVED", None)
    # Only a member who names the object's remote id can forget it, and neither side can be kept.
    assert forget(desk, made, 400).fault("remoteId")
    assert forget(desk, made, 400, remoteId="1").fault("remoteId")
    body = {"id": made["id"], "field": "status", "keep": "LIVE"}
    answer = desk.api.post("/sync/drift/resolve", body, expect=409)
    assert answer.details["reason"] == "NOT_SHOWN"
    desk.api.get("/campaigns/" + made["id"], expect=200)
    after = desk.box.log_end()
    gone = forget(desk, made, remoteId=own).data
    assert (gone["syncState"], gone["undecided"]) == ("FORGOTTEN", 0)
    assert desk.drift() == [] and preview(desk.api)["operations"] == []
    assert preview(desk.api)["totals"]["dailyBudgetBefore"] == 0
    for path in ("/campaigns/" + made["id"], "/ad-groups/" + group["id"]):
        desk.api.get(path, expect=404)
    [entry] = desk.api.get("/history", query={"objectId": made["id"], "verb": "FORGET"}).data
    assert entry["before"]["name"] == "Bread" and entry["after"] is None
    assert desk.box.mutates(after) == []
    # The campaign still exists there: the next pull drafts it again, and its budget counts.
    desk.box.clear_faults()
    assert desk.pull()["pulled"]["created"] == 2
    assert preview(desk.api)["totals"]["dailyBudgetBefore"] == 20


def test_nothing_is_forgotten_while_the_account_is_refused(at):
    desk = at("google")
    made = desk.live()
    desk.api.delete("/campaigns/" + made["id"])
    desk.box.deny(desk.customer, "USER_PERMISSION_DENIED")
    # The whole account is refused, which proves nothing about the campaign.
    assert_denied(push(desk.api, expect=None))
    assert desk.drift() == []
    own = made["remote"]["id"]
    assert forget(desk, made, 409, remoteId=own).details["reason"] == "NOT_FORGETTABLE"


# --- Meta's responses -----------------------------------------------------------------------------


def batch_of(body, status=400):
    return [{"code": status, "body": json.dumps(body)}] * 2


@pytest.mark.parametrize("body", [NOT_SHOWN, ALIAS], ids=["100/33", "803"])
@pytest.mark.parametrize("wish", ["pause", "remove", "update"])
def test_meta_does_not_show_the_campaign(at, wish, body):
    """The original defect: a kill switch, a removal and an update took this response for a
    removal."""
    desk = at("meta")
    made = desk.live()
    if wish == "remove":
        desk.api.delete("/campaigns/" + made["id"])
    elif wish == "update":
        desk.api.patch("/campaigns/" + made["id"], {"budget": 25})
    # The read request and the write request.
    desk.fault({"type": "answer", "status": 200, "body": batch_of(body)}, path="/v26.0", times=20)
    run = desk.pause_all() if wish == "pause" else push(desk.api, expect=None)
    operation = assert_denied(run, ("PERMISSION_DENIED",))
    assert operation["error"]["message"].startswith(body["error"]["message"])
    assert desk.there() == [("Bread", "ENABLED")]
    assert [row.get("notShown") for row in desk.drift()] == [True] * (wish == "remove")
    desk.box.clear_faults()
    desk.unblock()
    run = desk.pause_all() if wish == "pause" else push(desk.api)
    assert run["status"] == "SUCCEEDED", run
    wanted = {"pause": "PAUSED", "remove": "REMOVED", "update": "ENABLED"}[wish]
    assert desk.there() == [("Bread", wanted)]


@pytest.mark.parametrize("body", [NOT_SHOWN, ALIAS], ids=["100/33", "803"])
@pytest.mark.parametrize("verb", ["update", "remove"])
def test_meta_refuses_the_change_so(at, verb, body):
    """The read returns the campaign, and the write is answered as if it did not exist."""
    desk = at("meta")
    made = desk.live()
    if verb == "remove":
        desk.api.delete("/campaigns/" + made["id"])
    else:
        desk.api.patch("/campaigns/" + made["id"], {"budget": 25})
    action = {"type": "answer", "status": 400, "body": body}
    desk.fault(action, operation="campaign." + verb, times=9)
    assert_denied(push(desk.api, expect=None), ("PERMISSION_DENIED",))
    assert desk.there() == [("Bread", "ENABLED")] and desk.drift() == []
    desk.box.clear_faults()
    push(desk.api)
    assert len(desk.there()) == 1


FAILURES = [
    (500, INTERNAL),
    (400, INTERNAL),
    (500, ABORTED),
    (400, ABORTED),
    (500, NOT_SHOWN),
    (400, {"error": {"message": "Invalid parameter", "code": 100, "is_transient": True}}),
    (500, "<html>Internal Server Error</html>"),
    (502, ""),
]
NAMES = ["500_-1", "400_-1", "500_960", "400_960", "500_100/33", "transient", "500_page", "502"]


@pytest.mark.parametrize("done", [True, False], ids=["done", "not_done"])
@pytest.mark.parametrize(("status", "body"), FAILURES, ids=NAMES)
@pytest.mark.parametrize("verb", ["create", "update", "remove"])
def test_meta_fails_inside_and_is_asked(at, verb, status, body, done):
    """adcore reads whether the change was applied: it sends nothing twice and omits nothing."""
    desk = at("meta")
    if verb == "create":
        made = desk.make()
    else:
        made = desk.live()
    if verb == "remove":
        desk.api.delete("/campaigns/" + made["id"])
    elif verb == "update":
        desk.api.patch("/campaigns/" + made["id"], {"budget": 25})
    after = desk.box.log_end()
    action = {"type": "answer", "status": status, "body": body, "done": done}
    desk.fault(action, operation="campaign." + verb)
    run = push(desk.api, activate=True)
    assert all(o["status"] == "SUCCEEDED" and not o["error"] for o in run["operations"]), run
    assert desk.there() == [("Bread", "REMOVED" if verb == "remove" else "ENABLED")]
    writes = [w for e in desk.box.log(after) for w in e["written"] if w["id"] == desk.remote(made)]
    assert [w["change"] for w in writes] == [verb] + ["update"] * (verb == "create"), writes
    assert preview(desk.api)["operations"] == []


@pytest.mark.parametrize("done", [True, False], ids=["done", "not_done"])
def test_meta_fails_inside_on_one_of_a_batch(at, done):
    desk = at("meta")
    made = [desk.make(name="Bread %d" % i) for i in range(2)]
    action = {"type": "answer", "status": 500, "body": INTERNAL, "done": done, "at": 1}
    desk.fault(action, operation="campaign.create")
    push(desk.api, activate=True)
    assert desk.there() == [("Bread 0", "ENABLED"), ("Bread 1", "ENABLED")]
    assert {desk.draft(each)["syncState"] for each in made} == {"SYNCED"}


@pytest.mark.parametrize("done", [True, False], ids=["done", "not_done"])
@pytest.mark.parametrize(("status", "body"), FAILURES, ids=NAMES)
def test_the_kill_switch_asks_meta_again(at, status, body, done):
    desk = at("meta")
    desk.live()
    action = {"type": "answer", "status": status, "body": body, "done": done}
    desk.fault(action, operation="campaign.update")
    run = desk.pause_all()
    assert run["status"] == "SUCCEEDED" and desk.there() == [("Bread", "PAUSED")], run


# --- the same on the other platforms
# ---------------------------------------------------------------

BROKEN = {
    "google": {
        "error": {
            "code": 500,
            "status": "INTERNAL",
            "message": "Internal error encountered.",
            "details": [
                {"errors": [{"errorCode": {"mutateError": "RESOURCE_NOT_FOUND"}, "message": "x"}]}
            ],
        }
    },
    "microsoft": {
        "OperationErrors": [
            {"Code": 1100, "ErrorCode": "CampaignServiceInvalidCampaignId", "Message": "x"}
        ]
    },
    "reddit": {"error": {"code": 404, "message": "Not Found"}},
}


@pytest.mark.parametrize("done", [True, False], ids=["done", "not_done"])
@pytest.mark.parametrize("verb", ["create", "update", "remove"])
@pytest.mark.parametrize("platform", sorted(BROKEN))
def test_a_server_error_is_no_word_on_the_work(at, platform, verb, done):
    """A response of status 500 whose body reads like a removal."""
    desk = at(platform)
    made = desk.make() if verb == "create" else desk.live()
    if verb == "remove":
        desk.api.delete("/campaigns/" + made["id"])
    elif verb == "update":
        desk.api.patch("/campaigns/" + made["id"], {"budget": 25})
    action = {"type": "answer", "status": 500, "body": BROKEN[platform], "done": done}
    google = (platform, verb) == ("google", "update")
    desk.fault(action, operation="campaignBudget.update" if google else "campaign." + verb)
    run = push(desk.api, activate=True)
    assert all(o["status"] == "SUCCEEDED" and not o["error"] for o in run["operations"]), run
    assert desk.there() == [("Bread", "REMOVED" if verb == "remove" else "ENABLED")]
    assert preview(desk.api)["operations"] == []


@pytest.mark.parametrize("platform", ["google", "reddit"])
def test_a_removal_that_is_not_found_is_not_done(at, platform):
    """The read returns the campaign, and the write does not find it: that is not a removal."""
    body = {
        "google": json.loads(json.dumps(BROKEN["google"]).replace("500", "400")),
        "reddit": BROKEN["reddit"],
    }[platform]
    desk = at(platform)
    made = desk.live()
    desk.api.delete("/campaigns/" + made["id"])
    status = 400 if platform == "google" else 404
    desk.fault({"type": "answer", "status": status, "body": body}, operation="campaign.remove")
    assert_denied(push(desk.api, expect=None), ("NOT_FOUND",))
    assert desk.there() == [("Bread", "ENABLED")]
    push(desk.api)
    assert desk.there() == [("Bread", "REMOVED")]


# --- a request that is too large -------------------------------------------------------------------


@pytest.mark.parametrize("platform", sorted(REMOVED))
def test_a_request_that_is_too_large_is_not_done(at, platform):
    desk = at(platform)
    made = desk.make()
    match = {"platform": platform, "customer": desk.customer, "operation": "campaign.create"}
    desk.box.too_large(1, status=413, **match)
    operation = only(push(desk.api, expect=None))
    assert operation["status"] == "FAILED" and "413" in operation["error"]["message"], operation
    assert desk.there() == []
    desk.box.clear_faults()
    push(desk.api, activate=True)
    assert desk.there() == [("Bread", "ENABLED")] and desk.draft(made)["syncState"] == "SYNCED"
