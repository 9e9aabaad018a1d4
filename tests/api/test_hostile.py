"""Hostile input is refused, and the server answers the next request."""

import json
import time

import pytest

from adcore_make import campaign_body
from adcore_server import SCALE


def alive(server, api):
    assert server.process.poll() is None, server.log_tail()
    api.get("/me")


@pytest.mark.parametrize(
    "query",
    (
        "&".join(["q=a"] * 100),
        "&".join(["a"] * 5000),
        "&".join(["updatedSince=2026-01-01T00:00:00Z"] * 70),
        "&".join("p%d=1" % i for i in range(1000)),
        "&".join(["status=" + ",".join(["PAUSED"] * 50), "platform=" + ",".join(["google"] * 50)]),
        "q=" + "a" * 9000,
    ),
    ids=("q", "nameless", "updatedSince", "unknown", "values", "long"),
)
@pytest.mark.parametrize("path", ("/campaigns", "/sync", "/sync/preview", "/me", "/spaces"))
def test_any_number_of_query_parameters(server, api, path, query):
    began = time.monotonic()
    resp = api.request("GET", path + "?" + query)
    assert resp.status in (200, 400), resp
    assert len(resp.raw) < 300000 and time.monotonic() - began < 20 * SCALE
    alive(server, api)


def test_a_parameter_given_twice_is_named(api):
    for path in ("/campaigns", "/sync", "/sync/preview", "/spaces", "/connections"):
        resp = api.refuse("GET", path + "?limit=1&limit=2")
        resp.fault("limit", "DUPLICATE")


def test_a_hundred_thousand_unknown_fields(server, api):
    body = campaign_body()
    body.update(("f%d" % i, 1) for i in range(70000))
    raw = json.dumps(body, separators=(",", ":")).encode()
    assert len(raw) < 1 << 20
    began = time.monotonic()
    resp = api.post("/campaigns", raw=raw, expect=400)
    assert time.monotonic() - began < 20 * SCALE
    resp.fault("f0", "UNKNOWN_FIELD")
    alive(server, api)


def test_a_hundred_thousand_faults_in_one_list(server, api):
    for item in ("1", '{"a":1}', '""', "[[]]"):
        raw = ('{"name":"A","type":"SEARCH","budget":1,"labels":[%s]}' % ",".join([item] * 70000))[
            : 1 << 20
        ]
        if not raw.endswith("]}"):
            raw = raw[: raw.rindex(",")] + "]}"
        began = time.monotonic()
        resp = api.post("/campaigns", raw=raw.encode(), expect=400)
        assert time.monotonic() - began < 20 * SCALE, item
        assert resp.faults()
    alive(server, api)
