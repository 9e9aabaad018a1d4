"""Comments of people on a run and on its operations."""

import pytest

from adcore_grant import grant
from adcore_make import make_ad_group, make_campaign, missing_id, preview, push, start_push
from adcore_tools import Tools


@pytest.fixture
def run(desk):
    desk.server.sql("UPDATE spaces SET require_approval_test = 'ALWAYS'")
    make_ad_group(desk.api, make_campaign(desk.api)["id"])
    made = start_push(desk.api)
    assert made["status"] == "AWAITING_APPROVAL"
    yield made
    desk.server.sql("UPDATE spaces SET require_approval_test = 'NEVER'")


def add(api, run, text="Please lower it.", expect=201, **more):
    return api.post("/sync/%s/comments" % run["id"], {"text": text, **more}, expect=expect)


def comments(api, run):
    return api.get("/sync/" + run["id"]).data["comments"]


def test_comments_are_shown_with_the_run(desk, run):
    assert comments(desk.api, run) == []
    first = add(desk.api, run, "The whole <b>plan</b> is for \u00fcbermorgen.").data
    second = add(desk.api, run, operation=1).data
    assert (first["operation"], second["operation"]) == (None, 1)
    assert first["source"] == "API" and first["createdBy"] == desk.account.uid
    assert comments(desk.api, run) == [second, first]
    (listed,) = [each for each in desk.api.get("/sync").data if each["id"] == run["id"]]
    assert listed["comments"] is None
    entries = desk.api.get("/history?resource=sync&limit=2").data
    assert [(each["verb"], each["after"]) for each in entries] == [
        ("COMMENT", {"comment": "Please lower it.", "operation": 1, "resource": "adGroup"}),
        ("COMMENT", {"comment": first["text"]}),
    ]


def test_a_comment_changes_nothing_of_the_push(desk, run):
    add(desk.api, run)
    now = desk.api.get("/sync/" + run["id"]).data
    assert now["status"] == "AWAITING_APPROVAL" and now["planHash"] == run["planHash"]
    desk.api.post("/sync/%s/cancel" % run["id"], {"reason": "See the comment."}, expect=200)
    add(desk.api, run, "Also after its end.")
    assert len(comments(desk.api, run)) == 2


def test_the_text_on_an_operation_is_for_readers_of_its_object(desk, run):
    whole = add(desk.api, run, "On the whole run.").data
    add(desk.api, run, "On an operation.", operation=0)
    blind = desk.account.client(scopes=["sync:read"])
    assert comments(blind, run) == [whole]
    entries = blind.get("/history?resource=sync&limit=2").data
    assert [each["after"] for each in entries] == [{"operation": 0}, {"comment": whole["text"]}]
    assert blind.get("/history/" + entries[0]["id"]).data["after"] == {"operation": 0}
    assert len(comments(desk.api, run)) == 2


def test_an_assistant_reads_comments_and_writes_none(desk, run):
    add(desk.api, run, "Please lower it.", operation=0)
    told = Tools(desk.api).call("get_sync", id=run["id"])["run"]
    assert [(each["operation"], each["text"]) for each in told["comments"]] == [
        (0, "Please lower it.")
    ]
    app = desk.server.client(grant(desk.server, desk.account, ["campaigns:read", "sync:read", "sync:write"]))
    refused = add(app, run, expect=403)
    assert "Connected apps cannot comment" in refused.error["message"]
    assert len(comments(app, run)) == 1


def test_a_key_makes_one_comment(desk, run):
    for _ in range(2):
        desk.api.post("/sync/%s/comments" % run["id"], {"text": "Once"},
                      headers={"Idempotency-Key": "one"})
    assert [each["text"] for each in comments(desk.api, run)] == ["Once"]
    checked = desk.api.post("/sync/%s/comments?validateOnly=true" % run["id"], {"text": "Not"},
                            expect=200)
    assert checked.data["id"] is None and len(comments(desk.api, run)) == 1


@pytest.mark.parametrize(
    "body, field",
    [({}, "text"), ({"text": ""}, "text"), ({"text": None}, "text"), ({"text": 5}, "text"),
     ({"text": "x" * 1001}, "text"), ({"text": "a\u202eb"}, "text"),
     ({"text": "a", "operation": 2}, "operation"), ({"text": "a", "operation": -1}, "operation"),
     ({"text": "a", "operation": "0"}, "operation"), ({"text": "a", "why": 1}, "why")],
)
def test_a_wrong_comment_is_refused(desk, run, body, field):
    refused = desk.api.post("/sync/%s/comments" % run["id"], body, expect=400)
    assert list(refused.faults()) == [field]
    assert comments(desk.api, run) == []


def test_who_cannot_push_does_not_comment(desk, run):
    reader = desk.account.client("sync:read")
    assert add(reader, run, expect=403).code == "INSUFFICIENT_SCOPE"
    stranger = desk.server.account().client()
    assert add(stranger, run, expect=404).code == "NOT_FOUND"
    desk.api.post("/sync/%s/comments" % missing_id("syn"), {"text": "x"}, expect=404)
    assert comments(desk.api, run) == []


def test_an_operation_that_one_may_not_read_is_not_commented_on(desk, run):
    blind = desk.account.client("sync:read,sync:write,campaigns:read")
    add(blind, run, operation=0)
    resource = desk.api.get("/sync/" + run["id"]).data["operations"][1]["resource"]
    assert resource == "adGroup"
    narrow = desk.account.client("sync:read,sync:write,keywords:read")
    assert list(add(narrow, run, operation=1, expect=400).faults()) == ["operation"]
    assert len(comments(desk.api, run)) == 1


def test_of_many_long_comments_an_assistant_reads_the_newest(desk, run):
    for i in range(8):
        add(desk.api, run, "%d %s" % (i, "x" * 990))
    told = Tools(desk.api).call("get_sync", id=run["id"])["run"]
    read = [int(each["text"].split()[0]) for each in told["comments"]]
    assert read and read == list(range(7, 7 - len(read), -1))
    assert told["commentsNotShown"] == 8 - len(read) and told["truncated"] is True


def test_a_run_has_a_limited_number_of_comments(desk, run):
    for i in range(200):
        desk.server.sql(
            "INSERT INTO sync_comments (space_id, environment, run_id, id, seq, text, account_id,"
            " credential_id, source, created_at) SELECT space_id, environment, id, 'com_%04d',"
            " NULL, 'x', created_by, credential_id, 'API', 1 FROM sync_runs WHERE id = '%s'"
            % (i, run["id"])
        )
    refused = add(desk.api, run, expect=409)
    assert refused.details["reason"] == "TOO_MANY_COMMENTS"
    assert len(comments(desk.api, run)) == 200
