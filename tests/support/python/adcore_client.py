"""A strict HTTP client for the REST interface.

Keeps one connection open, checks the conventions of every response (request id, rate-limit
headers, envelope, error shape) and appends each exchange to the file named by ADCORE_RECORD, one
JSON object per line, for tests/api/check_openapi.py.
"""

import base64
import http.client
import json
import os
import re
import select
import socket
import threading
import time
from urllib.parse import quote, urlencode

ABSENT = object()

BASE = "/api/v1"
TIME_RE = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
CODE_RE = re.compile(r"^[A-Z][A-Z0-9_]*$")
RECOVERY = ("transient", "correctable", "terminal")
STATUS_CODES = {
    400: {"VALIDATION_ERROR"},
    401: {"INVALID_CREDENTIALS"},
    402: {"SUBSCRIPTION_REQUIRED", "SUBSCRIPTION_EXPIRED", "API_ACCESS_NOT_IN_PLAN"},
    403: {"INSUFFICIENT_SCOPE"},
    404: {"NOT_FOUND"},
    405: {"METHOD_NOT_ALLOWED"},
    412: {"PRECONDITION_FAILED"},
    413: {"PAYLOAD_TOO_LARGE"},
    415: {"UNSUPPORTED_MEDIA_TYPE"},
    422: {"GUARDRAIL_VIOLATION"},
    429: {"RATE_LIMITED"},
    500: {"INTERNAL_ERROR"},
    503: {"UNAVAILABLE"},
}
RECORD_LIMIT = 1 << 20

_record_lock = threading.Lock()


def record(exchange):
    """Appends one exchange to the record; one write call, so parallel runs may share the file."""
    path = os.environ.get("ADCORE_RECORD")
    if not path:
        return
    line = json.dumps(exchange, ensure_ascii=True) + "\n"
    with _record_lock, open(path, "ab", buffering=0) as out:
        out.write(line.encode())


def no_constants(text):
    raise ValueError("%s is not JSON" % text)


def pairs_once(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), "a field comes twice in one object: %s" % names
    return dict(pairs)


class Response:
    """One answer: status, headers (names in lower case), raw bytes, and the JSON if there is."""

    def __init__(self, method, url, status, headers, raw):
        self.method = method
        self.url = url
        self.status = status
        self.header_list = [(name.lower(), value) for name, value in headers]
        self.headers = {}
        for name, value in self.header_list:
            self.headers.setdefault(name, value)
        self.raw = raw
        self.json = None
        if raw and self.media_type() == "application/json":
            self.json = json.loads(
                raw.decode("utf-8"), parse_constant=no_constants, object_pairs_hook=pairs_once
            )

    def media_type(self):
        return self.headers.get("content-type", "").split(";")[0].strip().lower()

    @property
    def text(self):
        return self.raw.decode("utf-8", "replace")

    @property
    def data(self):
        return self.json["data"]

    @property
    def meta(self):
        return self.json["meta"]

    @property
    def error(self):
        return self.json["error"]

    @property
    def code(self):
        return self.error["code"]

    @property
    def details(self):
        return self.error["details"]

    @property
    def request_id(self):
        return self.headers["x-request-id"]

    @property
    def remaining(self):
        return int(self.headers["x-ratelimit-remaining"])

    @property
    def etag(self):
        return self.headers["etag"]

    def faults(self):
        """The faults of a VALIDATION_ERROR, by path."""
        assert self.status == 400 and self.code == "VALIDATION_ERROR", self
        found = {}
        for fault in self.details["fields"]:
            found.setdefault(fault["path"], []).append(fault)
        return found

    def fault(self, path, code=None, limit=None):
        """Asserts that a VALIDATION_ERROR names this path (and code, and limit)."""
        faults = self.faults()
        assert path in faults, "no fault at %r in %r" % (path, self)
        here = faults[path]
        if code is not None:
            here = [fault for fault in here if fault["code"] == code]
            assert here, "no %s at %r in %r" % (code, path, self)
        if limit is not None:
            assert [f for f in here if f.get("limit") == limit], "no limit %r at %r in %r" % (
                limit,
                path,
                self,
            )
        return here[0]

    def same_but_for(self, *words):
        """The body as text without the request id. Each given text is replaced by a mark."""
        text = self.text.replace(self.request_id, "<request>")
        for word in words:
            text = text.replace(word, "<word>")
        return text

    def __repr__(self):
        return "%s %s -> %d %s" % (self.method, self.url, self.status, self.text[:1500])


def check_times(value, where="data"):
    """Every …At string is RFC 3339 in UTC with milliseconds."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name.endswith("At") and isinstance(inner, str):
                assert TIME_RE.match(inner), "%s.%s is %r" % (where, name, inner)
            else:
                check_times(inner, where + "." + name)
    elif isinstance(value, list):
        for inner in value:
            check_times(inner, where + "[]")


def check_headers(resp, began, shift):
    heads = resp.headers
    assert heads.get("x-request-id"), "no X-Request-Id: %r" % resp
    for name in ("limit", "remaining", "reset"):
        value = heads.get("x-ratelimit-" + name)
        assert value is not None and re.match(r"^\d+$", value), "X-RateLimit-%s is %r: %r" % (
            name,
            value,
            resp,
        )
        count = [n for n, _ in resp.header_list if n == "x-ratelimit-" + name]
        assert len(count) == 1, "X-RateLimit-%s comes %d times" % (name, len(count))
    assert resp.remaining <= int(heads["x-ratelimit-limit"]), heads
    reset = int(heads["x-ratelimit-reset"])
    # The server's clock, or PostgreSQL's, which no test moves. The time is that of the request.
    slack = 60 if os.environ.get("ADCORE_TEST_SLOW") else 5
    earliest = began + min(shift, 0) - slack
    latest = time.time() + shift + 90000
    assert earliest <= reset <= latest, "X-RateLimit-Reset %d for %d" % (reset, began)


def check_error(resp):
    assert resp.media_type() == "application/json", "an error that is not JSON: %r" % resp
    assert isinstance(resp.json, dict) and isinstance(resp.json.get("error"), dict), resp
    error = resp.error
    assert isinstance(error.get("code"), str) and CODE_RE.match(error["code"]), resp
    assert isinstance(error.get("message"), str) and error["message"].strip(), resp
    assert isinstance(error.get("details"), dict), resp
    assert error["details"].get("recovery") in RECOVERY, resp
    if "suggestion" in error["details"]:
        assert isinstance(error["details"]["suggestion"], str), resp
    wanted = STATUS_CODES.get(resp.status)
    assert wanted is None or error["code"] in wanted, resp
    if resp.status == 401:
        assert resp.headers.get("www-authenticate", "").startswith("Bearer"), resp.headers
    if resp.status == 405:
        assert resp.headers.get("allow"), resp.headers
    if resp.status in (429, 503):
        assert re.match(r"^\d+$", resp.headers.get("retry-after", "")), resp.headers
    check_details(resp)


def check_details(resp):
    details = resp.details
    if resp.code == "VALIDATION_ERROR":
        assert isinstance(details.get("fields"), list), resp
        for fault in details["fields"]:
            assert isinstance(fault.get("path"), str), resp
            assert CODE_RE.match(fault.get("code", "")), resp
            assert isinstance(fault.get("message"), str) and fault["message"], resp
    if resp.code == "INSUFFICIENT_SCOPE":
        assert isinstance(details.get("required"), list) and details["required"], resp
        for scope in details["required"]:
            assert re.match(r"^[a-z]+:(read|write)$", scope), resp
            assert scope in resp.error["message"], "the message does not name %s" % scope
    if resp.code == "RATE_LIMITED":
        assert details.get("bucket") in ("minute", "daily"), resp
        assert isinstance(details.get("retryAfter"), (int, float)), resp
    if resp.status == 402:
        assert "plan" in details and "manageUrl" in details, resp
    if resp.code == "GUARDRAIL_VIOLATION":
        assert isinstance(details.get("violations"), list) and details["violations"], resp
        for violation in details["violations"]:
            assert {"rule", "limit", "actual", "id"} <= set(violation), resp


def check_success(resp):
    if resp.status == 304:
        assert not resp.raw, resp
        assert resp.headers.get("etag"), resp.headers
        return
    if re.match(BASE + r"/assets/[^/]+/content$", resp.url.split("?")[0]):
        assert resp.headers.get("x-content-type-options") == "nosniff", resp.headers
        return
    if resp.url.split("?")[0] == BASE + "/openapi.json":
        assert resp.media_type() == "application/json", resp.headers
        return
    if resp.media_type() == "text/csv":
        assert resp.url.split("?")[0] == BASE + "/reports/performance", resp
        assert resp.headers["vary"] == "Accept", resp.headers
        return
    assert resp.media_type() == "application/json", "%s: %r" % (resp.headers, resp)
    assert isinstance(resp.json, dict) and "data" in resp.json, resp
    assert isinstance(resp.json.get("meta"), dict), resp
    assert resp.meta.get("requestId") == resp.request_id, resp
    if isinstance(resp.data, list) and resp.method == "GET":
        cursor = resp.meta.get("nextCursor", ABSENT)
        assert cursor is None or isinstance(cursor, str), resp
        if isinstance(cursor, str):
            assert re.match(r"^[A-Za-z0-9_-]+$", cursor), cursor
        total = resp.meta.get("total")
        assert isinstance(total, int) and not isinstance(total, bool) and total >= 0, resp
    check_times(resp.data)


def check_response(resp, began=None, shift=0):
    """Checks that apply to every response under the base address. `began` is the time of the
    request, `shift` the seconds by which the server's clock is ahead."""
    check_headers(resp, began or time.time(), shift)
    if resp.method == "HEAD":
        assert not resp.raw, resp
    elif resp.status >= 400:
        check_error(resp)
    elif resp.method != "OPTIONS":
        check_success(resp)


def build_query(query):
    if not query:
        return ""
    pairs = []
    items = query.items() if isinstance(query, dict) else query
    for name, value in items:
        if value is None:
            continue
        if isinstance(value, bool):
            value = "true" if value else "false"
        elif isinstance(value, (list, tuple)):
            value = ",".join(str(v) for v in value)
        pairs.append((name, value if isinstance(value, bytes) else str(value)))
    return "?" + urlencode(pairs, quote_via=quote, safe=",:") if pairs else ""


class Client:
    """One connection with one credential. Not for use by several threads."""

    def __init__(self, port, token=None, space=None, timeout=60, more_tokens=None):
        self.port = port
        self.token = token
        self.space = space
        self.timeout = timeout
        self.more_tokens = more_tokens
        self.conn = None
        self.reused = 0
        self.clock = None

    def close(self):
        if self.conn is not None:
            self.conn.close()
            self.conn = None

    def connection(self, timeout):
        if self.conn is not None and self.conn.sock is not None:
            readable, _, _ = select.select([self.conn.sock], [], [], 0)
            if readable:
                self.close()
        if self.conn is None or self.conn.sock is None:
            self.conn = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
            self.conn.connect()
            self.conn.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        else:
            self.reused += 1
        self.conn.sock.settimeout(timeout)
        return self.conn

    def head_fields(self, body, content_type, headers):
        heads = {}
        if self.token is not None:
            heads["Authorization"] = "Bearer " + str(self.token)
        if self.space is not None:
            heads["X-Space-Id"] = self.space
        if body is not None and content_type is not None:
            heads["Content-Type"] = content_type
        for name, value in (headers or {}).items():
            if value is None:
                heads.pop(name, None)
            else:
                heads[name] = value
        return heads

    def request(
        self,
        method,
        path,
        body=ABSENT,
        *,
        raw=None,
        query=None,
        headers=None,
        content_type="application/json",
        expect=None,
        root=False,
        timeout=None
    ):
        """Sends one request. `body` is encoded as JSON, `raw` goes as it is. `expect` is a
        status or a tuple of them. With root=True the path is not under /api/v1 and its answer
        is not held to the REST conventions."""
        payload = raw
        if body is not ABSENT:
            payload = json.dumps(body).encode()
        url = (path if root else BASE + path) + build_query(query)
        heads = self.head_fields(payload, content_type, headers)
        conn = self.connection(timeout or self.timeout)
        began = time.time()
        try:
            try:
                conn.request(method, url, body=payload, headers=heads)
            except (BrokenPipeError, ConnectionResetError):
                pass  # refused by its headers: the response came before the body was sent
            answer = conn.getresponse()
            raw_answer = answer.read()
        except Exception:
            self.close()
            raise
        resp = Response(method, url, answer.status, answer.getheaders(), raw_answer)
        if answer.will_close:
            self.close()
        if not root:
            self.note(resp, payload, heads)
            check_response(resp, began, self.clock.shift if self.clock else 0)
            self.spare(resp)
        if expect is not None:
            wanted = expect if isinstance(expect, tuple) else (expect,)
            assert resp.status in wanted, "expected %s: %r" % (expect, resp)
        elif not root:
            assert resp.status < 500, "%r" % resp
        return resp

    def note(self, resp, payload, heads):
        sent = None
        if payload is not None and len(payload) <= RECORD_LIMIT:
            sent = base64.b64encode(payload).decode()
        record(
            {
                "method": resp.method,
                "url": resp.url,
                "status": resp.status,
                "requestHeaders": {
                    n: v if isinstance(v, str) else v.decode("latin-1")
                    for n, v in heads.items()
                    if n != "Authorization"
                },
                "requestBody": sent,
                "responseHeaders": resp.header_list,
                "responseBody": resp.text if len(resp.raw) <= 4 * RECORD_LIMIT else None,
            }
        )

    def spare(self, resp):
        """Changes to another token of the same account before the minute bucket is empty."""
        if self.more_tokens is not None and self.token is not None and resp.remaining < 3:
            self.token = self.more_tokens()

    def get(self, path, expect=200, **options):
        return self.request("GET", path, expect=expect, **options)

    def post(self, path, body=ABSENT, expect=201, **options):
        return self.request("POST", path, body, expect=expect, **options)

    def patch(self, path, body=ABSENT, expect=200, **options):
        return self.request("PATCH", path, body, expect=expect, **options)

    def delete(self, path, expect=200, **options):
        return self.request("DELETE", path, expect=expect, **options)

    def refuse(self, method, path, body=ABSENT, **options):
        """A request that has to be a VALIDATION_ERROR."""
        options.setdefault("expect", 400)
        resp = self.request(method, path, body, **options)
        assert resp.code == "VALIDATION_ERROR", resp
        return resp

    def walk(self, path, limit=200, query=None):
        """Every object of a list, page by page; the total has to stay exact."""
        found = []
        cursor = None
        while True:
            page = self.get(path, query=dict(query or {}, limit=limit, cursor=cursor))
            found += page.data
            assert len(page.data) <= limit
            total = page.meta["total"]
            cursor = page.meta["nextCursor"]
            if cursor is None:
                assert len(found) == total, "%d objects, total %d" % (len(found), total)
                return found
            assert page.data, "an empty page with a next cursor"
            assert len(found) <= total, "more objects than the total of %d" % total


def raw_exchange(port, payload, deadline=10.0, half_close=False):
    """Sends bytes unchanged. Returns the received bytes once the server closes, is idle after a
    complete response, or the deadline passes."""
    got = b""
    with socket.create_connection(("127.0.0.1", port), timeout=deadline) as sock:
        end = time.monotonic() + deadline
        try:
            sock.sendall(payload)
            if half_close:
                sock.shutdown(socket.SHUT_WR)
            while time.monotonic() < end:
                quiet = 0.25 if whole_answers(got) else end - time.monotonic()
                readable, _, _ = select.select([sock], [], [], max(quiet, 0))
                if not readable:
                    break
                piece = sock.recv(65536)
                if not piece:
                    break
                got += piece
        except OSError:
            pass  # the server closed while we were sending
    return got


def split_answers(data):
    """The whole HTTP/1.1 answers (with Content-Length) at the front of some bytes."""
    answers = []
    while data:
        head, sep, rest = data.partition(b"\r\n\r\n")
        match = re.match(rb"HTTP/1\.[01] (\d{3})", head)
        if not sep or not match:
            break
        length = re.search(rb"(?im)^content-length:[ \t]*(\d+)", head)
        size = int(length.group(1)) if length else 0
        if len(rest) < size:
            break
        answers.append((int(match.group(1)), head, rest[:size]))
        data = rest[size:]
    return answers


def whole_answers(data):
    return len(split_answers(data))
