"""An OAuth access token for /mcp, obtained as a client does: registration, sign-in, consent."""

import base64
import hashlib
import html.parser
import json
import secrets
import urllib.parse


class Forms(html.parser.HTMLParser):
    """The first POST form of a page: its action and the values it would send."""

    def __init__(self, text):
        super().__init__()
        self.action = None
        self.fields = []
        self.inside = False
        self.select = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "form" and attrs.get("method", "").lower() == "post" and self.action is None:
            self.action = attrs.get("action", "")
            self.inside = True
        if self.inside and tag == "select":
            self.select = attrs.get("name")
        elif self.select and tag == "option":
            # The first one, as a browser sends it where none is chosen.
            self.fields.append((self.select, attrs.get("value", "")))
            self.select = None
        if not self.inside or tag != "input" or "name" not in attrs:
            return
        kind = attrs.get("type", "text")
        if kind in ("radio", "checkbox") and "checked" not in attrs:
            return
        if kind != "submit" and attrs.get("value") is not None:
            self.fields.append((attrs["name"], attrs["value"]))

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = False


class Browser:
    """Follows redirects on the server and keeps its cookies; stops at the client's own address."""

    def __init__(self, server, callback):
        self.server = server
        self.callback = callback
        self.cookies = {}

    def go(self, method, path, fields=None):
        """The final (path, page). The page is None at the callback."""
        for _ in range(10):
            headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()),
                       "Origin": self.server.url, "Sec-Fetch-Site": "same-origin",
                       "Content-Type": "application/x-www-form-urlencoded"}
            body = urllib.parse.urlencode(fields) if fields is not None else None
            status, reply, text = self.server.request(method, path, None, body, headers)
            cookie = reply.get("Set-Cookie")
            if cookie:
                name, _, value = cookie.split(";")[0].partition("=")
                self.cookies[name] = value
            if status not in (301, 302, 303, 307):
                if status >= 400:
                    raise SystemExit(f"bench: {method} {path}: {status} {text[:500]}")
                return path, text
            path = urllib.parse.urljoin(self.server.url + path, reply["Location"])
            if path.startswith(self.callback):
                return path, None
            path = path.removeprefix(self.server.url)
            method, fields = "GET", None
        raise SystemExit("bench: too many redirects")


def post_form(server, path, fields):
    status, _, text = server.request("POST", path, None, urllib.parse.urlencode(fields),
                                     {"Content-Type": "application/x-www-form-urlencoded"})
    if status != 200:
        raise SystemExit(f"bench: {path}: {status} {text}")
    return json.loads(text)


def access_token(server, email, password, scope):
    return tokens(server, email, password, scope, server.url + "/mcp")["access_token"]


def tokens(server, email, password, scope, resource, client=None):
    """The token response, and the client's id in it; client: the id of one that is registered."""
    callback = "http://127.0.0.1:9/callback"
    client = {"client_id": client} if client else server.json("POST", "/register", None, {
        "client_name": "bench", "redirect_uris": [callback],
        "token_endpoint_auth_method": "none", "grant_types": ["authorization_code"],
        "response_types": ["code"]})
    verifier = secrets.token_urlsafe(48)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest())
    query = urllib.parse.urlencode({
        "response_type": "code", "client_id": client["client_id"], "redirect_uri": callback,
        "scope": scope, "state": "s", "code_challenge": challenge.rstrip(b"=").decode(),
        "code_challenge_method": "S256", "resource": resource})
    browser = Browser(server, callback)
    path, page = browser.go("GET", f"/authorize?{query}")
    for _ in range(3):
        if page is None:
            break
        form = Forms(page)
        fields = [pair for pair in form.fields if pair[0] not in ("email", "password")]
        if 'name="password"' in page:
            fields += [("email", email), ("password", password)]
        else:
            fields += [("decision", "allow")]
        target = urllib.parse.urljoin(server.url + path, form.action or path)
        path, page = browser.go("POST", target.removeprefix(server.url), fields)
    answer = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(path).query))
    if "code" not in answer:
        raise SystemExit(f"bench: no code: {path}")
    return {"client_id": client["client_id"], **post_form(server, "/token", {
        "grant_type": "authorization_code", "code": answer["code"], "redirect_uri": callback,
        "client_id": client["client_id"], "code_verifier": verifier,
        "resource": resource})}
