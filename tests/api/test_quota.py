"""What may be kept: objects and bytes by the plan of a Space's owner, and the room on the disk."""

import pytest

import adcore_media as media
from adcore_connector import Connector
from adcore_make import campaign_body, make_campaign
from adcore_server import Server
from test_assets import asset_body

PLANS = {"ADCORE_PLANS": "scale:600:1000000:api:4:1,free:60:1000:api"}


@pytest.fixture(scope="module")
def small():
    """Four objects and one MiB an account."""
    with Server(env=PLANS) as running:
        yield running


@pytest.fixture(scope="module")
def full():
    """No disk has so much room."""
    with Server(args=["--disk-reserve", "1073741824"]) as running:
        yield running


def refused(answer, quota, limit, actual):
    assert answer.code == "CONFLICT" and answer.details["reason"] == "QUOTA_EXCEEDED", answer
    found = {key: answer.details[key] for key in ("quota", "limit", "actual")}
    assert found == {"quota": quota, "limit": limit, "actual": actual}
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
    refused(api.post("/assets", again, expect=409), "bytes", 1 << 20, len(picture))
    assert api.get("/assets").meta["total"] == 1
    batch = {"operations": [{"method": "POST", "body": again}], "atomic": False}
    [result] = api.post("/assets/batch", batch, expect=200).data["results"]
    assert result["error"]["details"]["quota"] == "bytes"


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
