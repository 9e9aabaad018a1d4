"""Conventions of the REST interface that no other file covers."""

import json

import pytest

from adcore_client import split_answers
from adcore_make import campaign_body, make_campaign


def test_what_is_only_checked_says_the_state_it_would_have(api):
    created = api.post("/campaigns?validateOnly=true", campaign_body(), expect=200)
    assert created.data["id"] is None and created.meta["validateOnly"] is True
    assert created.data["syncState"] == "STAGED" and created.data["version"] == 1
    assert "etag" not in created.headers and "location" not in created.headers
    made = make_campaign(api)
    path = "/campaigns/%s?validateOnly=true" % made["id"]
    patched = api.patch(path, {"budget": 12})
    assert patched.data["syncState"] == "STAGED" and patched.data["id"] is None
    assert api.delete(path).data["id"] is None
    assert api.get("/campaigns/" + made["id"]).data == made


def test_a_preview_is_kept_for_its_key(api):
    make_campaign(api)
    key = {"Idempotency-Key": "look"}
    first = api.post("/sync/preview", {}, headers=key, expect=200)
    make_campaign(api)
    again = api.post("/sync/preview", {}, headers=key, expect=200)
    assert again.headers["idempotent-replayed"] == "true" and again.data == first.data
    assert again.request_id != first.request_id
    other = api.post("/sync/preview", {"activate": True}, headers=key, expect=409)
    assert other.code == "IDEMPOTENCY_CONFLICT"
    fresh = api.post("/sync/preview", {}, expect=200)
    assert fresh.data["planHash"] != first.data["planHash"]
    bad = {"Idempotency-Key": "bad"}
    api.post("/sync/preview", {"nothing": 1}, headers=bad, expect=400)
    replay = api.post("/sync/preview", {"nothing": 1}, headers=bad, expect=400)
    assert replay.headers["idempotent-replayed"] == "true"


@pytest.mark.parametrize("limit,code,bound", [("0", "TOO_SMALL", 1), ("201", "TOO_LARGE", 200)])
def test_a_limit_names_the_bound_that_it_breaks(shared, limit, code, bound):
    shared.get("/campaigns", query={"limit": limit}, expect=400).fault("limit", code, bound)


@pytest.mark.parametrize("path", ["/api/v1", "/nothing", "/api/v2/campaigns"])
def test_a_path_of_no_door_is_not_found_as_all_else(server, path):
    answer = server.client().request("GET", path, root=True, expect=404)
    assert answer.code == "NOT_FOUND"
    assert answer.details == {"resource": None, "id": path, "recovery": "terminal"}


def test_white_space_behind_a_header_is_none_of_it(server, account):
    token = account.token()
    answer = split_answers(
        server.raw(
            (
                "GET /api/v1/me HTTP/1.1\r\nHost: 127.0.0.1 \t\r\n"
                "Authorization: Bearer %s \t \r\nConnection: close\r\n\r\n" % token
            ).encode()
        )
    )
    assert answer[0][0] == 200, answer


@pytest.mark.parametrize(
    "name", ["Authorization", "X-Space-Id", "Idempotency-Key", "Content-Type", "Content-Encoding"]
)
def test_a_header_that_says_one_thing_is_there_once(server, account, name):
    token = account.token()
    lines = ["POST /api/v1/campaigns HTTP/1.1", "Host: 127.0.0.1", "Content-Length: 2"]
    lines += ["Authorization: Bearer " + token] if name != "Authorization" else []
    lines += ["%s: %s" % (name, value) for value in ("a", "b")]
    got = split_answers(server.raw(("\r\n".join(lines) + "\r\n\r\n{}").encode()))
    status, _, body = got[0]
    assert status == 400 and json.loads(body)["error"]["details"]["fields"][0]["path"] == name


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Encoding": "gzip"},
        {"Content-Encoding": "br"},
        {"Content-Type": "application/json; charset=utf-16"},
        {"Content-Type": "application/json;charset=iso-8859-1"},
        {"Content-Type": 'application/json; charset="latin1"'},
    ],
    ids=str,
)
def test_bodies_are_plain_utf8(shared, headers):
    answer = shared.post("/campaigns", campaign_body(), headers=headers, expect=415)
    assert answer.code == "UNSUPPORTED_MEDIA_TYPE"


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Encoding": "identity"},
        {"Content-Type": "application/json; charset=UTF-8"},
        {"Content-Type": 'application/json;charset="utf-8"'},
        {"Content-Type": "application/json; profile=x"},
    ],
    ids=str,
)
def test_other_ways_to_say_so(shared, headers):
    shared.post("/campaigns", campaign_body(), headers=headers, expect=201)
