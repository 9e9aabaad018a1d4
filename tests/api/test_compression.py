"""gzip responses: only on request, with their own ETag, and never for a page with a form token."""

import gzip
import http.client
import json
from urllib.parse import urlsplit

import pytest

from adcore_browser import ACCOUNT, PASSWORD, Browser
from adcore_make import make_ad, make_ad_group, make_campaign

GZIP = {"Accept-Encoding": "gzip"}


@pytest.fixture(scope="module")
def filled(shared):
    for _ in range(3):
        make_campaign(shared)
    return shared


def ask(api, path, headers=(), method="GET"):
    connection = http.client.HTTPConnection("127.0.0.1", api.port, timeout=60)
    heads = {"Authorization": "Bearer " + api.token, **dict(headers)}
    connection.request(method, path, headers=heads)
    answer = connection.getresponse()
    raw = answer.read()
    connection.close()
    return answer.status, answer.headers, raw


def plain_json(raw):
    return {**json.loads(raw), "meta": None}


def test_json_is_compressed_where_it_is_asked_for(filled):
    path = "/api/v1/campaigns"
    status, heads, raw = ask(filled, path)
    assert status == 200 and heads["Content-Encoding"] is None and heads["Vary"] == "Accept-Encoding"
    status, packed, small = ask(filled, path, GZIP)
    assert packed["Content-Encoding"] == "gzip" and packed["Vary"] == "Accept-Encoding"
    assert len(small) < len(raw) / 2 and int(packed["Content-Length"]) == len(small)
    assert plain_json(gzip.decompress(small)) == plain_json(raw)
    for refused in ("gzip;q=0", "br", "identity", "*;q=0"):
        status, heads, same = ask(filled, path, {"Accept-Encoding": refused})
        assert heads["Content-Encoding"] is None and plain_json(same) == plain_json(raw)
    status, heads, nothing = ask(filled, path, GZIP, "HEAD")
    assert heads["Content-Encoding"] == "gzip" and not nothing
    assert ask(filled, "/api/v1/me", GZIP)[1]["Content-Encoding"] is None


def test_an_etag_holds_in_both_forms(filled):
    group = make_ad_group(filled, make_campaign(filled)["id"])
    ad = make_ad(filled, group["id"], headlines=["Bread of the day, number %02d" % n for n in range(15)],
                 descriptions=["Sourdough, rye and rolls from our own oven, open from six on day %02d" % n for n in range(4)])
    path = "/ads/" + ad["id"]
    url = "/api/v1" + path
    plain = ask(filled, url)[1]["ETag"]
    heads = ask(filled, url, GZIP)[1]
    assert (heads["ETag"], heads["Content-Encoding"]) == (plain, "gzip"), "it names the version"
    packed = plain[:-1] + '-gzip"'
    for shown in (plain, packed, "W/" + packed):
        status, heads, raw = ask(filled, url, {**GZIP, "If-None-Match": shown})
        assert (status, raw, heads["Content-Encoding"]) == (304, b"", None)
        assert heads["ETag"] == plain and heads["Vary"] == "Accept-Encoding"
    assert filled.patch(path, {"finalUrl": "https://bakery.example/packed"}, headers={"If-Match": packed}).status == 200
    assert filled.patch(path, {"finalUrl": "https://bakery.example/late"}, headers={"If-Match": packed}, expect=412)


@pytest.mark.parametrize("path, least", [("/api/v1/openapi.json", 4), ("/docs", 4)])
def test_large_texts_are_compressed(filled, path, least):
    status, heads, raw = ask(filled, path)
    status, packed, small = ask(filled, path, GZIP)
    assert status == 200 and gzip.decompress(small) == raw and len(small) * least < len(raw)
    assert packed["ETag"] == heads["ETag"][:-1] + '-gzip"'
    assert ask(filled, path, {**GZIP, "If-None-Match": packed["ETag"]})[0] == 304


def test_the_style_sheet_is_compressed_and_a_page_with_a_form_is_not(server):
    account = server.account()
    server.cli("account", "password", "--email", account.email, "--password-stdin", stdin=PASSWORD + "\n")
    browser = Browser(server)
    assert browser.sign_in(account.email, PASSWORD).path == ACCOUNT
    page = browser.get(ACCOUNT).text
    style = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    connection = http.client.HTTPConnection(browser.host, timeout=60)
    cookie = "; ".join("%s=%s" % pair for pair in browser.cookies.items())
    for path, coding in ((urlsplit(style).path, "gzip"), (ACCOUNT, None), ("/signin?switch=1", None)):
        connection.request("GET", path, headers={**GZIP, "Cookie": cookie})
        answer = connection.getresponse()
        raw = answer.read()
        assert answer.status == 200 and answer.headers["Content-Encoding"] == coding, path
        assert coding is None or gzip.decompress(raw).startswith((b":root", b"/*", b"@", b"*"))
    connection.request("GET", "/app/files/main.js", headers=GZIP)
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (404, b"There is no such file.\n")
    connection.close()
