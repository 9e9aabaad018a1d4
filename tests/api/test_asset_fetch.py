"""sourceUrl: the fetch, its address checks and its errors; and signed links that need no token."""

import base64
import hashlib
import http.server
import re
import threading
import time
from urllib.parse import parse_qs, urlsplit

import pytest

import adcore_media as media
from adcore_make import asset_body, make_asset, missing_id, space_id
from adcore_server import SCALE, Server, in_threads


class Origin(http.server.ThreadingHTTPServer):
    """Answers each path as `pages` says: (status, headers, body), or a function of the handler."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.pages, self.seen = {}, []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path):
        return "http://127.0.0.1:%d%s" % (self.server_address[1], path)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.seen.append((self.path, dict(self.headers)))
        page = self.server.pages.get(self.path, (404, {}, b"nothing"))
        if callable(page):
            page(self)
            return
        status, headers, body = page
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except ConnectionError:
            pass  # the client closed the connection

    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def server():
    with Server(args=["--fetch-allow", "127.0.0.0/8"]) as running:
        yield running


@pytest.fixture(scope="module")
def origin():
    made = Origin()
    yield made
    made.shutdown()
    made.server_close()


def url_body(url, **fields):
    return asset_body(sourceUrl=url, **fields)


def test_a_url_is_fetched(api, origin):
    data = media.png(1200, 628, weight=1_000_000)
    origin.pages["/bread.png?size=l"] = (200, {"Content-Type": "text/html"}, data)
    url = origin.url("/bread.png?size=l")
    made = api.post("/assets", url_body(url)).data
    assert made["sourceUrl"] == url and made["sha256"] == hashlib.sha256(data).hexdigest()
    assert made["mimeType"] == "image/png" and made["width"] == 1200
    assert api.get("/assets/%s/content" % made["id"]).raw == data
    heads = origin.seen[-1][1]
    assert heads["User-Agent"].startswith("adcore/") and "image/*" in heads["Accept"]
    assert not {"Authorization", "Cookie", "Referer"} & set(heads)
    api.patch("/assets/" + made["id"], {"name": "same"})
    resp = api.refuse("PATCH", "/assets/" + made["id"], {"sourceUrl": None})
    resp.fault("sourceUrl", "IMMUTABLE")


def test_more_than_comes_in_a_body(api, origin):
    data = media.png(1200, 628, weight=12 * 1024 * 1024 - 1000)
    origin.pages["/large"] = (200, {}, data)
    assert api.post("/assets", url_body(origin.url("/large"))).data["bytes"] == len(data)


def test_redirects_are_followed_and_counted(api, origin):
    origin.pages["/end"] = (200, {}, media.png(seed=b"end"))
    for n in range(4):
        target = "/end" if n == 0 else "/hop%d" % (n - 1)
        origin.pages["/hop%d" % n] = (302, {"Location": target}, b"")
    api.post("/assets", url_body(origin.url("/hop2")))
    resp = api.refuse("POST", "/assets", url_body(origin.url("/hop3")))
    resp.fault("sourceUrl", "FETCH_FAILED")


@pytest.mark.parametrize(
    "page,code,word",
    [
        ((404, {}, b"secret words"), "FETCH_FAILED", "404"),
        ((500, {}, b"secret words"), "FETCH_FAILED", "500"),
        ((401, {"WWW-Authenticate": "Basic"}, b"secret words"), "FETCH_FAILED", "401"),
        ((204, {}, b""), "FETCH_FAILED", "204"),
        ((200, {}, b"<html>secret words</html>"), "UNSUPPORTED_FORMAT", "sourceUrl"),
        ((200, {}, media.png()[:-3]), "INVALID_MEDIA", "cut short"),
        ((200, {}, media.mp4()), "WRONG_MEDIA", "video/mp4"),
        ((200, {}, b"x" * (12 * 1024 * 1024 + 1)), "TOO_LARGE", "bytes"),
        ((302, {"Location": "https://10.0.0.1/x"}, b""), "FETCH_FAILED", "public"),
        ((302, {"Location": "file:///etc/passwd"}, b""), "FETCH_FAILED", "302"),
        ((302, {"Location": "https://u:p@127.0.0.1/"}, b""), "FETCH_FAILED", ""),
    ],
)
def test_what_is_fetched_and_refused(api, origin, page, code, word):
    origin.pages["/page"] = page
    resp = api.refuse("POST", "/assets", url_body(origin.url("/page")))
    assert word in resp.fault("sourceUrl", code)["message"]
    assert "secret" not in resp.text
    assert api.get("/assets").meta["total"] == 0


@pytest.mark.parametrize(
    "url",
    ["https://10.0.0.1/x.png", "https://169.254.169.254/latest", "https://nothing.invalid/x.png",
     "https://[::1]/", "https://[fe80::1]/", "https://192.168.1.1/a"],
)
def test_what_cannot_be_reached_is_told_alike(api, url):
    fault = api.refuse("POST", "/assets", url_body(url)).fault("sourceUrl", "FETCH_FAILED")
    assert fault["message"] == (
        "sourceUrl must be a public https address; this address cannot be reached."
    )


@pytest.mark.parametrize(
    "url",
    ["ftp://a.example/x", "file:///etc/passwd", "//a.example/x", "x.png", "",
     "https://u:p@a.example/x", "https://", "javascript:alert(1)"],
)
def test_urls_that_are_none(api, url):
    api.refuse("POST", "/assets", url_body(url)).fault("sourceUrl", "INVALID_URL")


def test_nothing_is_fetched_for_what_is_wrong_anyway(api, origin):
    seen = len(origin.seen)
    body = url_body(origin.url("/end"), name="")
    api.refuse("POST", "/assets", body).fault("name")
    api.refuse("POST", "/assets", url_body(origin.url("/end"), type="TEXT"))
    assert len(origin.seen) == seen


def test_only_checked_is_fetched_and_not_kept(server, api, origin):
    origin.pages["/check"] = (200, {}, media.png(640, 480, seed=b"check"))
    checked = api.post(
        "/assets", url_body(origin.url("/check")), query={"validateOnly": True}, expect=200
    )
    assert checked.data["id"] is None and checked.data["width"] == 640
    assert api.get("/assets").meta["total"] == 0


def test_a_repeat_fetches_once(api, origin):
    origin.pages["/once"] = (200, {}, media.png(seed=b"once"))
    key = {"Idempotency-Key": "fetch"}
    body = url_body(origin.url("/once"))
    first = api.post("/assets", body, headers=key).data
    seen = len(origin.seen)
    assert api.post("/assets", body, headers=key).data == first
    assert len(origin.seen) == seen


def test_slow_urls_hold_up_nobody(server, account, origin):
    """The limit of waiting fetches is reached. The next one is refused at once, and other
    requests go on."""
    gate, inside = threading.Event(), threading.Semaphore(0)

    def slow(handler):
        inside.release()
        gate.wait(15 * SCALE)
        data = media.png(seed=b"slow")
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    origin.pages["/slow"] = slow
    token = account.token()

    def fetch():
        return server.client(token).request("POST", "/assets", url_body(origin.url("/slow")))

    threads, answers = [], []
    for _ in range(3):
        thread = threading.Thread(target=lambda: answers.append(fetch()))
        thread.start()
        threads.append(thread)
        assert inside.acquire(timeout=10 * SCALE)
    api = server.client(token)
    resp = api.request("POST", "/assets", url_body(origin.url("/slow")), expect=503)
    assert resp.code == "UNAVAILABLE" and int(resp.headers["retry-after"]) > 0
    other = server.account().client()
    origin.pages["/quick"] = (200, {}, media.png(seed=b"quick"))
    other.post("/assets", url_body(origin.url("/quick")))
    in_threads(*[lambda: server.client(token).get("/assets") for _ in range(8)])
    make_asset(api, media.png(seed=b"besides"))
    gate.set()
    for thread in threads:
        thread.join(30 * SCALE)
    assert [resp.status for resp in answers] == [201] * 3


def test_who_is_revoked_while_waiting_makes_nothing(server, account, origin):
    gate, inside = threading.Event(), threading.Event()

    def slow(handler):
        inside.set()
        gate.wait(15 * SCALE)
        data = media.png(seed=b"late")
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    origin.pages["/late"] = slow
    minted = account.mint()
    answers = []

    def fetch():
        client = server.client(minted["token"])
        answers.append(client.request("POST", "/assets", url_body(origin.url("/late"))))

    thread = threading.Thread(target=fetch)
    thread.start()
    assert inside.wait(10 * SCALE)
    server.cli("token", "revoke", minted["tokenId"])
    gate.set()
    thread.join(30 * SCALE)
    assert answers[0].status == 401
    assert account.client().get("/assets").meta["total"] == 0


def test_without_the_setting_loopback_is_closed(origin):
    with Server() as usual:
        api = usual.account().client()
        seen = len(origin.seen)
        resp = api.refuse("POST", "/assets", url_body(origin.url("/end")))
        resp.fault("sourceUrl", "INVALID_URL")
        for url in (
            "https://127.0.0.1:%d/end" % origin.server_address[1],
            "https://127.0.0.1/end",
            "https://localhost/end",
        ):
            resp = api.refuse("POST", "/assets", url_body(url))
            resp.fault("sourceUrl", "FETCH_FAILED")
        assert len(origin.seen) == seen


# --- signed links --------------------------------------------------------------------------------------


def link_of(api, asset):
    return api.get("/assets/%s/link" % asset["id"]).data


def media_get(server, path, method="GET", **options):
    return server.client().request(method, path, root=True, **options)


def local(url):
    parts = urlsplit(url)
    return parts.path + "?" + parts.query


def test_a_link_gives_the_bytes_to_whoever_has_it(server, api):
    data = media.png(seed=b"link" * 500)
    asset = make_asset(api, data)
    link = link_of(api, asset)
    parts = urlsplit(link["url"])
    assert parts.path == "/media/" + asset["id"]
    query = parse_qs(parts.query)
    assert set(query) == {"exp", "sig"}
    carried = base64.urlsafe_b64decode(query["sig"][0] + "==")
    space = space_id(api.get("/me").data)
    assert b"spc_" not in carried and b"test" not in carried and space not in link["url"]
    assert 86000 < int(query["exp"][0]) - time.time() < 86500
    assert re.match(r"^\d{4}-\d\d-\d\dT", link["expiresAt"])
    got = media_get(server, local(link["url"]), expect=200)
    assert got.raw == data and got.headers["content-type"] == "image/png"
    assert got.headers["x-content-type-options"] == "nosniff"
    assert got.headers["etag"] == '"%s"' % asset["sha256"]
    tag = {"If-None-Match": got.headers["etag"]}
    assert media_get(server, local(link["url"]), headers=tag, expect=304).raw == b""
    part = media_get(server, local(link["url"]), headers={"Range": "bytes=0-3"}, expect=206)
    assert part.raw == data[:4]
    head = media_get(server, local(link["url"]), method="HEAD", expect=200)
    assert int(head.headers["content-length"]) == len(data)
    media_get(server, local(link["url"]), method="POST", expect=405)


def test_forged_and_foreign_links_are_not_there(server, api):
    asset, other = make_asset(api, media.png()), make_asset(api, media.png(10, 10))
    url = local(link_of(api, asset)["url"])
    query = parse_qs(urlsplit(url).query)
    exp, sig = query["exp"][0], query["sig"][0]
    flipped = ("A" if sig[0] != "A" else "B") + sig[1:]
    last = sig[:-1] + ("A" if sig[-1] != "A" else "Q")
    paths = [
        "/media/%s" % asset["id"],
        "/media/%s?exp=%s" % (asset["id"], exp),
        "/media/%s?sig=%s" % (asset["id"], sig),
        "/media/%s?exp=%s&sig=%s" % (asset["id"], exp, flipped),
        "/media/%s?exp=%s&sig=%s" % (asset["id"], exp, last),
        "/media/%s?exp=%s&sig=%s" % (asset["id"], exp, sig + "A"),
        "/media/%s?exp=%s&sig=" % (asset["id"], exp),
        "/media/%s?exp=%d&sig=%s" % (asset["id"], int(exp) + 1, sig),
        "/media/%s?exp=0%s&sig=%s" % (asset["id"], exp, sig),
        "/media/%s?exp=-1&sig=%s" % (asset["id"], sig),
        "/media/%s?exp=%s&sig=%s" % (other["id"], exp, sig),
        "/media/%s?exp=%s&sig=%s" % (missing_id(asset["id"]), exp, sig),
        "/media/x?exp=%s&sig=%s" % (exp, sig),
        "/media/%s?exp=%s&exp=%s&sig=%s" % (asset["id"], exp, exp, sig),
        "/media/%s?exp=%s&sig=%s&x=1" % (asset["id"], exp, sig),
        "/media/",
    ]
    answers = set()
    for path in paths:
        resp = media_get(server, path, expect=404)
        heads = {n: v for n, v in resp.headers.items() if n not in ("date", "x-request-id")}
        answers.add((resp.raw, tuple(sorted(heads.items()))))
    api.delete("/assets/" + asset["id"])
    resp = media_get(server, url, expect=404)
    heads = {n: v for n, v in resp.headers.items() if n not in ("date", "x-request-id")}
    answers.add((resp.raw, tuple(sorted(heads.items()))))
    assert len(answers) == 1, answers


def test_a_link_is_over_after_a_day():
    with Server(clock=True) as timed:
        api = timed.account().client()
        api.clock = timed.clock
        asset = make_asset(api, media.png())
        url = local(link_of(api, asset)["url"])
        media_get(timed, url, expect=200)
        timed.clock.advance(86400 - 60)
        media_get(timed, url, expect=200)
        timed.clock.advance(61)
        media_get(timed, url, expect=404)


def test_links_of_another_key_are_not_there(server, api):
    asset = make_asset(api, media.png())
    url = local(link_of(api, asset)["url"])
    with Server() as other:
        media_get(other, url, expect=404)
