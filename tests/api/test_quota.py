"""Storage quotas: objects and bytes by the plan of the Space's owner, and the disk reserve."""

import json
import time

import pytest

import adcore_media as media
from adcore_connector import Connector
from adcore_make import campaign_body, make_campaign
from adcore_server import Server, wait_for
from test_assets import asset_body

PLANS = {"ADCORE_PLANS": "scale:600:1000000:api:4:1,free:60:1000:api"}


@pytest.fixture(scope="module")
def small():
    """Four objects and one MiB an account."""
    with Server(env=PLANS) as running:
        yield running


@pytest.fixture(scope="module")
def full():
    """A server whose disk reserve no disk can meet."""
    with Server(args=["--disk-reserve", "1073741824"]) as running:
        yield running


def refused(answer, quota, limit, actual, at_most=None):
    """`actual` is the exact value, or with `at_most` the minimum."""
    assert answer.code == "CONFLICT" and answer.details["reason"] == "QUOTA_EXCEEDED", answer
    assert (answer.details["quota"], answer.details["limit"]) == (quota, limit)
    assert actual <= answer.details["actual"] <= (at_most or actual), answer
    assert answer.details["recovery"] == "correctable" and "Delete" in answer.details["suggestion"]


def test_objects_are_held_to_the_plan(small):
    api = small.account().client()
    made = [make_campaign(api, name="Q%d" % i) for i in range(4)]
    refused(api.post("/campaigns", campaign_body(name="One more"), expect=409), "objects", 4, 4)
    api.delete("/campaigns/" + made[0]["id"], expect=200)
    make_campaign(api, name="In its place")
    api.patch("/campaigns/" + made[1]["id"], {"name": "Changed"}, expect=200)


def test_what_is_made_at_once_is_held_to_it_too(small):
    api = small.account().client()
    body = {"operations": [{"method": "POST", "body": campaign_body(name="B%d" % i)} for i in range(6)], "atomic": False}
    results = api.post("/campaigns/batch", body, expect=200).data["results"]
    assert [result["status"] for result in results] == [201] * 4 + [409] * 2
    assert results[5]["error"]["details"]["reason"] == "QUOTA_EXCEEDED"
    assert api.get("/campaigns").meta["total"] == 4
    answer = Connector(small, api.token).tool("create_campaign", campaign_body(name="By an assistant", platform="google"))
    assert answer["isError"] and "allows 4 objects" in answer["content"][0]["text"], answer


def test_all_spaces_of_an_owner_count_together(small):
    account = small.account()
    api = account.client()
    second = small.cli("space", "add", "--email", account.email, "--name", "Second").json["id"]
    other = account.client(space=second)
    for i in range(2):
        make_campaign(api, name="First %d" % i)
        make_campaign(other, name="Second %d" % i)
    refused(api.post("/campaigns", campaign_body(name="Fifth"), expect=409), "objects", 4, 4)
    make_campaign(small.account().client(), name="Of somebody else")


def test_bytes_are_held_to_the_plan(small):
    api = small.account().client()
    picture = media.png(600, 600, weight=700_000, seed=b"first")
    api.post("/assets", asset_body(picture), expect=201)
    again = asset_body(media.png(600, 600, weight=700_000, seed=b"second"))
    refused(api.post("/assets", again, expect=409), "bytes", 1 << 20, len(picture), len(picture) + 5000)
    assert api.get("/assets").meta["total"] == 1
    [told] = [entry for entry in api.get("/history").data if entry["resource"] == "asset"]
    assert told["after"]["bytes"] == len(picture) and "data" not in told["after"], "the history holds the picture"
    batch = {"operations": [{"method": "POST", "body": again}], "atomic": False}
    [result] = api.post("/assets/batch", batch, expect=200).data["results"]
    assert result["error"]["details"]["quota"] == "bytes"


def keywords(n, word="word"):
    return [{"text": "%s %d %s" % (word, i, "x" * 60), "matchType": "PHRASE"} for i in range(n)]


def test_keyword_lists_count_as_bytes(small):
    api = small.account().client()

    def make(name, n, expect=201):
        return api.post("/keyword-lists", {"name": name, "keywords": keywords(n)}, expect=expect)

    made = [make(name, n).data for name, n in (("A", 5000), ("B", 5000), ("C", 10))]
    used = sum(len(json.dumps(each["keywords"], separators=(",", ":"))) for each in made)
    paths = ["/keyword-lists/" + each["id"] for each in made]
    assert used > 900_000
    refused(make("D", 5000, expect=409), "bytes", 1 << 20, used, used + 10000)
    refused(api.patch(paths[2], {"keywords": keywords(5000)}, expect=409), "bytes", 1 << 20, used, used + 10000)
    assert api.get(paths[2]).data == made[2]
    api.delete(paths[1])
    api.patch(paths[2], {"keywords": keywords(4000)}, expect=200)
    api.patch(paths[2], {"keywords": keywords(1)}, expect=200)
    api.delete(paths[0])
    api.delete(paths[2])
    space = api.get("/me").data["space"]["id"]
    [[kept]] = small.sql("SELECT n FROM counters WHERE space_id = '%s' AND resource = 'keywordListBytes'" % space)
    assert int(kept) == 0
    small.cli("doctor", as_json=False)


def test_a_history_without_end_is_refused(small):
    api = small.account().client()
    made = make_campaign(api, name="Busy")
    space = api.get("/me").data["space"]["id"]
    [[before]] = small.sql("SELECT bytes FROM history_heads WHERE space_id = '%s' AND environment = 'test'" % space)
    path = "/campaigns/" + made["id"]
    api.patch(path, {"name": "Busier"})
    [[after]] = small.sql("SELECT bytes FROM history_heads WHERE space_id = '%s' AND environment = 'test'" % space)
    assert 400 < int(after) - int(before) < 800
    small.sql("UPDATE history_heads SET bytes = 1048576 WHERE space_id = '%s' AND environment = 'test'" % space)
    # The server caches the measured free space for 5 s.
    assert wait_for(lambda: api.patch(path, {"name": "At %f" % time.monotonic()}, expect=(200, 409)).status == 409, 30, 0.2)
    limit = 1 << 20
    refused(api.patch(path, {"name": "No more"}, expect=409), "bytes", limit, limit, limit + 100000)
    refused(api.post("/campaigns", campaign_body(name="Not either"), expect=409), "bytes", limit, limit, limit + 100000)
    api.patch(path, {"name": "Checked"}, query={"validateOnly": "true"}, expect=200)
    api.delete(path, expect=200)
    api.post("/sync/pause-all", expect=202)


def test_comments_on_a_run_are_held_to_the_bytes_of_the_plan(small):
    api = small.account().client()
    run = api.post("/sync", {}, expect=202).data
    path = "/sync/%s/comments" % run["id"]
    api.post(path, {"text": "Kept."})
    space = api.get("/spaces").data[0]["id"]
    small.sql("UPDATE history_heads SET bytes = 1048576 WHERE space_id = '%s' AND environment = 'test'" % space)
    # The room of a Space is remembered for some seconds.
    answer = wait_for(lambda: [x for x in [api.request("POST", path, {"text": "x" * 1000})] if x.status != 201], 20, 0.5)
    refused(answer[0], "bytes", 1048576, 1048576, 1 << 21)
    assert api.get("/sync/" + run["id"]).data["comments"][-1]["text"] == "Kept."


def test_answers_of_keys_are_held_to_the_plan_and_none_is_given_up(small):
    account = small.account()
    api = account.client()
    kept = api.post("/sync/preview", {}, headers={"Idempotency-Key": "first"}, expect=200)
    n = 0
    while True:
        answer = api.post("/sync/preview", {}, headers={"Idempotency-Key": "k%d" % n}, expect=(200, 409))
        if answer.status == 409:
            break
        n += 1
        assert n < 200
    # The number of stored answers that fill one sixteenth of the plan's bytes for a day.
    assert answer.details["reason"] == "QUOTA_EXCEEDED" and answer.details["quota"] == "answerBytes", answer
    assert answer.details["limit"] == 65536 <= answer.details["actual"] < 65536 + 4000
    assert "without an idempotency key" in answer.details["suggestion"]
    again = api.post("/sync/preview", {}, headers={"Idempotency-Key": "first"}, expect=200)
    assert again.headers["idempotent-replayed"] == "true" and again.data == kept.data
    conflict = api.post("/sync/preview", {"activate": True}, headers={"Idempotency-Key": "first"}, expect=409)
    assert conflict.code == "IDEMPOTENCY_CONFLICT"
    # The refused key executed nothing, whichever token of the account sends it.
    other = account.client()
    body = campaign_body(name="Once")
    assert other.post("/campaigns", body, headers={"Idempotency-Key": "a"}, expect=409).details["quota"] == "answerBytes"
    assert api.get("/campaigns").meta["total"] == 0
    api.post("/campaigns", body, expect=201)
    api.post("/sync/pause-all", headers={"Idempotency-Key": "stop"}, expect=202)
    # Another account has its own quota. Hours whose answers have all expired do not count.
    small.account().client().post("/sync/preview", {}, headers={"Idempotency-Key": "first"}, expect=200)
    small.sql("UPDATE idempotency_use SET hour = hour - 25 WHERE account_id = '%s'" % account.uid)
    api.post("/sync/preview", {}, headers={"Idempotency-Key": "later"}, expect=200)


def test_a_full_disk_takes_nothing_new(full):
    api = full.account().client()
    answer = api.post("/campaigns", campaign_body(name="Late"), expect=503)
    assert answer.details["reason"] == "STORAGE_FULL" and answer.headers["retry-after"] == "60"
    api.post("/campaigns", campaign_body(name="Checked"), query={"validateOnly": "true"}, expect=200)
    body = {"name": "create_campaign", "arguments": campaign_body(name="Late", platform="google")}
    assert "almost full" in Connector(full, api.token).error("tools/call", body, -32603, 503)["message"]
    assert api.get("/campaigns").meta["total"] == 0
    preview = api.post("/sync/preview", {}, expect=200).data
    api.post("/sync", {"planHash": preview["planHash"]}, expect=503)
    api.post("/sync/pause-all", expect=202)


def uploads(server, api):
    space = api.get("/me").data["space"]["id"]
    return [int(server.sql("SELECT COUNT(*) FROM %s WHERE space_id = '%s'" % (table, space))[0][0])
            for table in ("asset_uploads", "asset_bytes")]


def test_the_pieces_of_a_failed_upload_are_deleted_when_the_next_one_begins(small):
    api = small.account().client()
    for i in range(4):
        make_campaign(api, name="Full %d" % i)
    for _ in range(2):
        refused(api.post("/assets", asset_body(media.png(1200, 628, weight=600_000)), expect=409), "objects", 4, 4)
        assert uploads(small, api) == [1, 1]
        small.sql("UPDATE asset_uploads SET at = at - 301000000")


def test_a_space_has_at_most_32_uploads_under_way(small):
    api = small.account().client()
    space = api.get("/me").data["space"]["id"]
    body = asset_body(media.png(1200, 628, weight=600_000))
    small.sql("INSERT INTO asset_uploads (space_id, environment, sha256, at) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL"
              " SELECT i + 1 FROM n WHERE i < 32) SELECT '%s', 'test', 'x' || i, 9000000000000000 FROM n" % space)
    assert int(api.post("/assets", body, expect=503).headers["retry-after"]) == 60
    assert uploads(small, api) == [32, 0]
    small.sql("UPDATE asset_uploads SET at = 1")
    api.post("/assets", body)
    assert uploads(small, api) == [0, 2]
