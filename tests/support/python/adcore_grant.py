"""An OAuth access token, obtained as a client does: registration, sign-in, consent."""

import base64
import hashlib
import html.parser
import http.client
import json
import secrets
from urllib.parse import parse_qs, urlencode, urlsplit

CALLBACK = "http://127.0.0.1:52001/callback"


class Form(html.parser.HTMLParser):
    """The POST form of a page: where it goes and what it would send, scopes unticked too."""

    def __init__(self, page):
        super().__init__()
        self.action, self.fields, self.select = None, [], None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "form" and attrs.get("method", "").lower() == "post":
            self.action = attrs["action"]
        elif tag == "select":
            self.select = attrs["name"]
        elif tag == "option" and self.select and "selected" in attrs:
            self.fields.append((self.select, attrs["value"]))
        elif tag == "input" and "name" in attrs and attrs.get("type") != "submit":
            if attrs.get("type") != "radio" or "checked" in attrs:
                self.fields.append((attrs["name"], attrs.get("value", "")))

    def handle_endtag(self, tag):
        if tag == "select":
            self.select = None


class Browser:
    def __init__(self, port):
        self.port = port
        self.cookies = {}

    def go(self, method, path, fields=None):
        """Follows redirects. Returns (address, page), where the page is None at the callback."""
        while True:
            conn = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            conn.request(
                method,
                path,
                urlencode(fields) if fields is not None else None,
                {
                    "Cookie": "; ".join("%s=%s" % pair for pair in self.cookies.items()),
                    "Origin": "http://127.0.0.1:%d" % self.port,
                    "Sec-Fetch-Site": "same-origin",
                    "Content-Type": "application/x-www-form-urlencoded",
                },
            )
            answer = conn.getresponse()
            page = answer.read().decode()
            for cookie in answer.msg.get_all("Set-Cookie") or []:
                name, _, value = cookie.split(";")[0].partition("=")
                self.cookies[name] = value
            conn.close()
            if answer.status not in (302, 303):
                assert answer.status == 200, "%d: %s" % (answer.status, page)
                return path, page
            path, method, fields = answer.headers["Location"], "GET", None
            if path.startswith(CALLBACK):
                return path, None
            parts = urlsplit(path)
            path = parts.path + ("?" + parts.query if parts.query else "")


def post(port, path, body, content_type):
    conn = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    conn.request("POST", path, body, {"Content-Type": content_type})
    answer = conn.getresponse()
    page = answer.read().decode()
    conn.close()
    assert answer.status in (200, 201), "%d: %s" % (answer.status, page)
    return json.loads(page)


def grant(server, account, scopes, space=None, env="test"):
    """An access token for the REST API; the account gets a password for it."""
    return granted(server, account, scopes, space, env)["access_token"]


def revoke(server, answer):
    """Revokes the grant of granted(), as a client does at sign-out (RFC 7009)."""
    conn = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    fields = {"token": answer["refresh_token"], "client_id": answer["client_id"]}
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    conn.request("POST", "/revoke", urlencode(fields), kind)
    assert conn.getresponse().status == 200
    conn.close()


def granted(server, account, scopes, space=None, env="test", resource=None):
    """The token endpoint's response with the client's id, for the REST API by default."""
    resource = resource or server.base_url
    password = "correct horse " + secrets.token_hex(8)
    server.cli(
        "account", "password", "--email", account.email, "--password-stdin", stdin=password
    )
    client = post(
        server.port,
        "/register",
        json.dumps({"redirect_uris": [CALLBACK], "token_endpoint_auth_method": "none"}),
        "application/json",
    )["client_id"]
    verifier = secrets.token_urlsafe(48)
    digest = hashlib.sha256(verifier.encode()).digest()
    asked = {
        "response_type": "code",
        "client_id": client,
        "redirect_uri": CALLBACK,
        "scope": " ".join(scopes),
        "resource": resource,
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        "code_challenge_method": "S256",
    }
    browser = Browser(server.port)
    path, page = browser.go("GET", "/authorize?" + urlencode(asked))
    form = Form(page)
    fields = [(n, v) for n, v in form.fields if n not in ("email", "password")]
    fields += [("email", account.email), ("password", password)]
    path, page = browser.go("POST", form.action or path, fields)
    form = Form(page)
    fields = [(n, v) for n, v in form.fields if n not in ("environment", "space")]
    chosen = dict(form.fields)
    fields += [("environment", env), ("space", space or chosen["space"]), ("decision", "allow")]
    path, page = browser.go("POST", form.action or path, fields)
    assert page is None, page
    answer = post(
        server.port,
        "/token",
        urlencode(
            {
                "grant_type": "authorization_code",
                "code": parse_qs(urlsplit(path).query)["code"][0],
                "redirect_uri": CALLBACK,
                "client_id": client,
                "code_verifier": verifier,
                "resource": resource,
            }
        ),
        "application/x-www-form-urlencoded",
    )
    server.secrets.append(answer["access_token"].rsplit(".", 1)[1])
    return dict(answer, client_id=client)
