"""Methods, bodies and the HTTP protocol: malformed or excessive requests, and their refusals."""

import http.client
import json
import socket
import time

import pytest

from adcore_client import BASE, check_response, Response, split_answers
from adcore_make import campaign_body, make_campaign, serial

MIB = 1 << 20


# --- routes and methods ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/nothing",
        "/campaign",
        "/campaigns/x/y",
        "/me/x",
        "/Campaigns",
        "/sync/preview/x",
        "/%63ampaign",
    ],
)
def test_unknown_routes_are_404(shared, path):
    assert shared.get(path, expect=404).code == "NOT_FOUND"


@pytest.mark.parametrize(
    "method,path,allowed",
    [
        ("POST", "/me", ["GET"]),
        ("DELETE", "/me", ["GET"]),
        ("PATCH", "/me", ["GET"]),
        ("PUT", "/campaigns", ["GET", "POST"]),
        ("DELETE", "/campaigns", ["GET", "POST"]),
        ("PATCH", "/campaigns", ["GET", "POST"]),
        ("POST", "/campaigns/cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV", ["GET", "PATCH", "DELETE"]),
        ("PUT", "/campaigns/cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV", ["GET", "PATCH", "DELETE"]),
        ("PUT", "/ads/ad_01ARZ3NDEKTSV4RRFFQ69G5FAV", ["GET", "PATCH", "DELETE"]),
        ("DELETE", "/sync", ["GET", "POST"]),
        ("DELETE", "/spaces", ["GET"]),
        ("DELETE", "/sync/syn_01ARZ3NDEKTSV4RRFFQ69G5FAV", ["GET"]),
    ],
)
def test_wrong_methods_are_405_with_allow(shared, method, path, allowed):
    options = {"body": {}} if method in ("POST", "PUT", "PATCH") else {}
    resp = shared.request(method, path, expect=405, **options)
    assert resp.code == "METHOD_NOT_ALLOWED"
    allow = {word.strip() for word in resp.headers["allow"].split(",")}
    assert set(allowed) <= allow and method not in allow


def test_route_comes_before_scope_space_and_body(account):
    api = account.client(["reports:read"])
    api.get("/nothing", expect=404)
    api.request("PUT", "/campaigns", {}, expect=405)
    api.request("PUT", "/campaigns", raw=b"{", expect=405)
    api.request(
        "DELETE", "/campaigns", expect=405, headers={"X-Space-Id": "spc_01ARZ3NDEKTSV4RRFFQ69G5FAV"}
    )


def test_space_comes_before_the_body(shared):
    foreign = {"X-Space-Id": "spc_01ARZ3NDEKTSV4RRFFQ69G5FAV"}
    shared.request("POST", "/campaigns", raw=b"{", headers=foreign, expect=404)
    shared.request(
        "POST", "/campaigns", raw=b"x", headers=foreign, content_type="text/plain", expect=404
    )


def test_head_is_get_without_the_body(shared):
    made = make_campaign(shared)
    for path in ("/me", "/campaigns", "/campaigns/" + made["id"], "/openapi.json", "/sync"):
        resp = shared.request("HEAD", path, expect=200)
        assert not resp.raw
        if path != "/me":
            assert resp.headers["content-length"] == shared.get(path).headers["content-length"]
    shared.request("HEAD", "/campaigns/" + made["id"] + "/restore", expect=405)
    shared.request("HEAD", "/nothing", expect=404)
    shared.get("/me")  # the connection is still in step


OPTIONS = {
    "/openapi.json": "GET",
    "/me": "GET",
    "/spaces": "GET",
    "/connections": "GET",
    "/campaigns": "GET POST",
    "/ad-groups": "GET POST",
    "/ads": "GET POST",
    "/keywords": "GET POST",
    "/campaigns/cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV": "GET PATCH DELETE",
    "/campaigns/cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV/restore": "POST",
    "/sync": "GET POST",
    "/sync/preview": "GET POST",
    "/sync/syn_01ARZ3NDEKTSV4RRFFQ69G5FAV": "GET",
    "/sync/syn_01ARZ3NDEKTSV4RRFFQ69G5FAV/approve": "POST",
}


@pytest.mark.parametrize("path", OPTIONS)
def test_options_says_what_is_allowed(shared, path):
    before = shared.request("OPTIONS", path, expect=204)
    resp = shared.request("OPTIONS", path, expect=204)
    methods = set(OPTIONS[path].split()) | {"OPTIONS"}
    if "GET" in methods:
        methods.add("HEAD")
    assert {word.strip() for word in resp.headers["allow"].split(",")} == methods
    assert not resp.raw and "content-type" not in resp.headers
    assert resp.remaining < before.remaining or resp.headers["x-ratelimit-reset"] != (
        before.headers["x-ratelimit-reset"]
    )
    shared.get("/me")  # the connection is still in step


def test_options_needs_a_token_and_a_path(server, shared):
    server.client().request("OPTIONS", "/openapi.json", expect=204)
    server.client().request("OPTIONS", "/me", expect=401)
    assert shared.request("OPTIONS", "/nothing", expect=404).code == "NOT_FOUND"
    resp = shared.request("POST", "/openapi.json", {}, expect=405)
    assert resp.headers["allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize(
    "path,field,code",
    [
        ("/campaigns/%zz", "path", "MALFORMED_REQUEST"),
        ("/campaigns/%4", "path", "MALFORMED_REQUEST"),
        ("/campaigns/%00", "path", "MALFORMED_REQUEST"),
        ("/campaigns/%ff", "path", "MALFORMED_REQUEST"),
        ("/campaigns/%ed%a0%80", "path", "MALFORMED_REQUEST"),
        ("/campaigns#x", "path", "MALFORMED_REQUEST"),
        ("/campaigns?q=%zz", "query", "MALFORMED_QUERY"),
        ("/campaigns?q=%00", "query", "MALFORMED_QUERY"),
        ("/campaigns?q=%c0%80", "query", "MALFORMED_QUERY"),
    ],
)
def test_malformed_targets_say_where(shared, path, field, code):
    resp = shared.get(path, expect=400)
    assert list(resp.faults()) == [field]
    assert resp.fault(field, code)["message"] == resp.error["message"]
    assert set(resp.json) == {"error"} and set(resp.error) == {"code", "message", "details"}


@pytest.mark.parametrize("name", ["Idempotency-Key", "If-Match", "X-Space-Id", "X-Any"])
def test_control_characters_in_headers_are_refused_by_name(shared, name):
    resp = shared.post("/campaigns", campaign_body(), headers={name: b"a\x7f"}, expect=400)
    resp.fault(name, "INVALID_CHARACTERS")
    shared.get("/me")


def test_unknown_methods_are_refused(server, account):
    token = account.token()
    for method in ("TRACE", "FOO", "get", "PROPFIND"):
        got = server.raw(
            (
                "%s /api/v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n"
                "Connection: close\r\n\r\n" % (method, token)
            ).encode()
        )
        answers = split_answers(got)
        assert len(answers) <= 1 and (not answers or answers[0][0] in (400, 405, 501)), got[:200]
        assert token.encode() not in got


def test_keep_alive_serves_many_requests(account):
    api = account.client()
    for _ in range(50):
        api.get("/me")
    assert api.reused >= 49


# --- bodies ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b" ",
        b"{",
        b"}",
        b'{"name":',
        b'{"name":"x",}',
        b"{'name':'x'}",
        b"name=x",
        b"{} {}",
        b'{"name":"x"} x',
        b"[1,2",
        b"nul",
        b"NaN",
        b'{"budget":NaN}',
        b'{"budget":Infinity}',
        b'{"budget":01}',
        b'{"budget":1.}',
        b'{"budget":.5}',
        b'{"budget":+1}',
        b'{"budget":0x10}',
        b'{"name":"a\nb"}',
        b'{"name":"a\x00b"}',
        b'{"name":"\\x41"}',
        b'{"name":"\\u12"}',
        b"// hi\n{}",
        b'{"a":1 /* x */}',
        b"\xff\xfe{\x00}\x00",
    ],
    ids=repr,
)
def test_bodies_that_are_no_json(shared, raw):
    resp = shared.request("POST", "/campaigns", raw=raw, expect=400)
    assert resp.code == "VALIDATION_ERROR"


@pytest.mark.parametrize(
    "raw",
    [
        b'{"name":"a","name":"b","type":"SEARCH","budget":1}',
        b'{"name":"a","n\\u0061me":"b","type":"SEARCH","budget":1}',
        b'{"name":"a","type":"SEARCH","budget":1,"bidding":{"maxCpc":1,"maxCpc":1}}',
    ],
)
def test_duplicate_keys_are_refused(shared, raw):
    shared.request("POST", "/campaigns", raw=raw, expect=400)


@pytest.mark.parametrize(
    "name", [b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xe2\x82", b"a\x80b"]
)
def test_invalid_utf8_is_refused(shared, name):
    raw = b'{"name":"' + name + b'","type":"SEARCH","budget":1}'
    shared.request("POST", "/campaigns", raw=raw, expect=400)


@pytest.mark.parametrize("name", ["\\u0000", "a\\u0000b", "\\ud800", "\\udc00x", "\\ud800\\ud800"])
def test_escapes_that_are_no_text(shared, name):
    raw = ('{"name":"%s","type":"SEARCH","budget":1}' % name).encode()
    shared.request("POST", "/campaigns", raw=raw, expect=400)


def test_escaped_pairs_are_one_character(shared):
    raw = ('{"name":"\\ud83e\\udd56 %d","type":"SEARCH","budget":1}' % serial()).encode()
    made = shared.request("POST", "/campaigns", raw=raw, expect=201).data
    assert made["name"].startswith("🥖 ")


@pytest.mark.parametrize("open_,close", [("[", "]"), ('{"a":', "}")])
@pytest.mark.parametrize("depth", [200, 5000, 100000])
def test_deep_nesting_is_refused(shared, open_, close, depth):
    deep = open_ * depth + "1" + close * depth
    raw = ('{"name":"x","type":"SEARCH","budget":1,"labels":%s}' % deep).encode()
    shared.request("POST", "/campaigns", raw=raw, expect=400)
    shared.request("POST", "/campaigns", raw=(open_ * depth).encode(), expect=400)


@pytest.mark.parametrize(
    "number",
    [
        "1e400",
        "-1e400",
        "1e-400",
        "9" * 400,
        "1e99999999999",
        "-0",
        "123456789012345678901234567890",
        "9007199254740993",
    ],
)
def test_huge_numbers_are_refused(shared, number):
    raw = ('{"name":"x","type":"SEARCH","budget":%s}' % number).encode()
    assert shared.request("POST", "/campaigns", raw=raw, expect=400).code == "VALIDATION_ERROR"


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "text/json",
        "multipart/form-data; boundary=x",
        "application/xml",
        "application/jsonx",
        "json",
    ],
)
def test_other_media_types_are_415(shared, kind):
    made = make_campaign(shared)
    resp = shared.post("/campaigns", campaign_body(), content_type=kind, expect=415)
    assert resp.code == "UNSUPPORTED_MEDIA_TYPE"
    shared.patch("/campaigns/" + made["id"], {"budget": 2}, content_type=kind, expect=415)


@pytest.mark.parametrize(
    "kind",
    [
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON",
        "application/json;charset=UTF-8",
    ],
)
def test_json_media_types_are_taken(shared, kind):
    shared.post("/campaigns", campaign_body(), content_type=kind)


def test_a_body_of_exactly_one_mebibyte_is_taken(shared):
    raw = json.dumps(campaign_body()).encode()
    shared.request("POST", "/campaigns", raw=raw + b" " * (MIB - len(raw)), expect=201)
    raw = json.dumps(campaign_body()).encode()
    resp = shared.request("POST", "/campaigns", raw=raw + b" " * (MIB + 1 - len(raw)), expect=413)
    assert resp.code == "PAYLOAD_TOO_LARGE"


@pytest.mark.parametrize("size", [MIB + 1, 2 * MIB, 15 * MIB])
def test_big_bodies_are_dropped_and_413(shared, size):
    made = make_campaign(shared)
    raw = b'{"name":"' + b"a" * (size - 11) + b'"}'
    shared.request("POST", "/campaigns", raw=raw, expect=413)
    shared.request("PATCH", "/campaigns/" + made["id"], raw=raw, expect=413)
    shared.get("/me")


def chunked(pieces):
    for piece in pieces:
        yield piece


def test_chunked_bodies(server, account):
    token = account.token()
    for pieces, status in (
        ([json.dumps(campaign_body()).encode()], 201),
        ([bytes([c]) for c in json.dumps(campaign_body()).encode()], 201),
        ([b" " * 65536] * 40, 413),
    ):
        conn = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        conn.request(
            "POST",
            BASE + "/campaigns",
            body=chunked(pieces),
            encode_chunked=True,
            headers={
                "Authorization": "Bearer " + token,
                "Transfer-Encoding": "chunked",
                "Content-Type": "application/json",
            },
        )
        answer = conn.getresponse()
        resp = Response(
            "POST", BASE + "/campaigns", answer.status, answer.getheaders(), answer.read()
        )
        conn.close()
        check_response(resp)
        assert resp.status == status, resp


def test_an_endless_body_is_cut_off(server, account):
    """The server need not read a body above 16 MiB: it answers 413 or closes, and keeps running."""
    token = account.token()
    head = (
        "POST /api/v1/campaigns HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n"
        "Content-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n" % token
    )
    sent, got = 0, b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as sock:
        try:
            sock.sendall(head.encode())
            while sent < 64 * MIB:
                sock.sendall(b"a" * MIB)
                sent += MIB
        except OSError:
            pass
        try:
            got = sock.recv(4096)
        except OSError:
            pass
    assert sent < 64 * MIB or b" 413 " in got, "the server read %d bytes: %r" % (sent, got)
    server.client(token).get("/me")


def test_a_slow_writer_is_served(server, account):
    token = account.token()
    body = json.dumps(campaign_body())
    text = (
        "POST /api/v1/campaigns HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n"
        "Content-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
        % (token, len(body), body)
    ).encode()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as sock:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for at in range(0, len(text), 7):
            sock.sendall(text[at : at + 7])
            time.sleep(0.0005)
        got = b""
        while True:
            piece = sock.recv(65536)
            if not piece:
                break
            got += piece
    assert got.startswith(b"HTTP/1.1 201"), got[:200]


# --- HTTP oddities -----------------------------------------------------------------------------


def request_text(
    token, first="GET /api/v1/me HTTP/1.1", heads="", host="Host: 127.0.0.1\r\n", body=""
):
    return (
        "%s\r\n%sAuthorization: Bearer %s\r\n%s\r\n%s" % (first, host, token, heads, body)
    ).encode()


POST_LINE = "POST /api/v1/campaigns HTTP/1.1"
JSON_TYPE = "Content-Type: application/json\r\n"
SMUGGLED = "GET /api/v1/me HTTP/1.1\r\nHost: a\r\n\r\n"

ODD = {
    "two-hosts": dict(host="Host: 127.0.0.1\r\nHost: evil.example\r\n"),
    "no-host": dict(host=""),
    "cl-and-te": dict(
        first=POST_LINE,
        heads=JSON_TYPE + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        body="0\r\n\r\n" + SMUGGLED,
    ),
    "te-and-cl": dict(
        first=POST_LINE,
        heads=JSON_TYPE + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
        body="0\r\n\r\n" + SMUGGLED,
    ),
    "two-lengths": dict(
        first=POST_LINE,
        heads=JSON_TYPE + "Content-Length: 2\r\nContent-Length: 40\r\n",
        body="{}" + SMUGGLED,
    ),
    "list-of-lengths": dict(
        first=POST_LINE, heads=JSON_TYPE + "Content-Length: 2, 40\r\n", body="{}" + SMUGGLED
    ),
    "negative-length": dict(first=POST_LINE, heads=JSON_TYPE + "Content-Length: -1\r\n", body="{}"),
    "hex-length": dict(first=POST_LINE, heads=JSON_TYPE + "Content-Length: 0x2\r\n", body="{}"),
    "plus-length": dict(first=POST_LINE, heads=JSON_TYPE + "Content-Length: +2\r\n", body="{}"),
    "unknown-te": dict(
        first=POST_LINE,
        heads=JSON_TYPE + "Transfer-Encoding: xchunked\r\n",
        body="2\r\n{}\r\n0\r\n\r\n",
    ),
    "te-list": dict(
        first=POST_LINE,
        heads=JSON_TYPE + "Transfer-Encoding: chunked, identity\r\n",
        body="2\r\n{}\r\n0\r\n\r\n",
    ),
    "two-te": dict(
        first=POST_LINE,
        heads=JSON_TYPE + "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n",
        body="2\r\n{}\r\n0\r\n\r\n",
    ),
    "space-before-colon": dict(
        first=POST_LINE, heads=JSON_TYPE + "Content-Length : 2\r\n", body="{}"
    ),
    "nul-in-header": dict(heads="X-A: b\0c\r\n"),
    "bad-version": dict(first="GET /api/v1/me HTTP/9.9"),
    "no-version": dict(first="GET /api/v1/me"),
}


@pytest.mark.parametrize("name", list(ODD))
def test_odd_requests_are_refused_and_nothing_is_smuggled(server, account, name):
    got = server.raw(request_text(account.token(), **ODD[name]), half_close=True)
    answers = split_answers(got)
    assert len(answers) <= 1, got
    for status, _, _ in answers:
        assert 400 <= status < 600, got[:300]
    assert not got.startswith(b"HTTP/1.1 2"), got[:300]


@pytest.mark.parametrize(
    "text",
    [
        "GET /api/v1/me HTTP/1.1\nHost: 127.0.0.1\nAuthorization: Bearer %s\n\n",
        "GET /api/v1/me HTTP/1.1\r\nHost: 127.0.0.1\nAuthorization: Bearer %s\r\n\r\n",
        "GET /api/v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: b\nAuthorization: Bearer %s\r\n\r\n",
    ],
)
def test_bare_line_feeds_are_refused(server, account, text):
    got = server.raw((text % account.token()).encode(), half_close=True)
    assert not got.startswith(b"HTTP/1.1 2"), got[:300]


@pytest.mark.parametrize(
    "chunks",
    [
        "2\r\n{}\r\n",
        "zz\r\n{}\r\n0\r\n\r\n",
        "-2\r\n{}\r\n0\r\n\r\n",
        "2\r\n{}x\r\n0\r\n\r\n",
        "ffffffffffffffffff\r\n{}\r\n0\r\n\r\n",
    ],
)
def test_broken_chunks_are_refused(server, account, chunks):
    before = account.client()
    total = before.get("/campaigns").meta["total"]
    got = server.raw(
        request_text(
            account.token(),
            first=POST_LINE,
            heads=JSON_TYPE + "Transfer-Encoding: chunked\r\n",
            body=chunks,
        ),
        half_close=True,
        deadline=2,
    )
    assert len(split_answers(got)) <= 1 and not got.startswith(b"HTTP/1.1 2"), got[:300]
    assert before.get("/campaigns").meta["total"] == total


def test_too_many_and_too_long_headers_are_refused(server, account):
    token = account.token()
    for heads in ("X-A: %s\r\n" % ("b" * 500000), "".join("X-%d: b\r\n" % n for n in range(20000))):
        got = server.raw(request_text(token, heads=heads), half_close=True)
        assert not got.startswith(b"HTTP/1.1 2"), got[:200]
    got = server.raw(
        request_text(token, first="GET /api/v1/me?q=%s HTTP/1.1" % ("a" * 500000)), half_close=True
    )
    assert not got.startswith(b"HTTP/1.1 2"), got[:200]
    server.client(token).get("/me")


def test_pipelined_requests_are_answered_in_order(server, account):
    token = account.token()
    one = request_text(token)
    other = request_text(token, first="GET /api/v1/campaigns HTTP/1.1")
    answers = split_answers(server.raw(one + other + one))
    assert [status for status, _, _ in answers] == [200, 200, 200]
    assert b'"uid"' in answers[0][2] and b'"total"' in answers[1][2] and b'"uid"' in answers[2][2]


def test_an_aborted_request_leaves_no_trace(server, account):
    api = account.client()
    body = json.dumps(campaign_body())
    head = request_text(
        api.token,
        first=POST_LINE,
        heads=JSON_TYPE + "Content-Length: %d\r\n" % (len(body) + 50),
        body=body,
    )
    for _ in range(10):
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as sock:
            sock.sendall(head)
    assert api.get("/campaigns").meta["total"] == 0


def test_two_hundred_idle_connections_do_not_stop_the_server(server, account):
    idle = [socket.create_connection(("127.0.0.1", server.port), timeout=5) for _ in range(200)]
    try:
        api = account.client()
        for _ in range(20):
            api.get("/me")
    finally:
        for sock in idle:
            sock.close()


def test_health_and_readiness(server):
    client = server.client()
    for path in ("/healthz", "/readyz"):
        assert client.request("GET", path, root=True).status == 200
