"""A browser without script: cookies, redirects and the forms of the application's pages."""

import base64
import email.utils
import hashlib
import hmac
import html
import http.client
import re
import struct
from urllib.parse import urlencode, urlsplit

ACCOUNT = "/app/account"
PASSWORD = "four words that differ"


class Page:
    def __init__(self, path, answer):
        self.path = path
        self.status = answer.status
        self.headers = answer.headers
        self.text = answer.read().decode()

    def field(self, name, action):
        form = re.search(r'<form method="post" action="%s">.*?</form>' % re.escape(action), self.text, re.S)
        assert form, "a form to %s at %s" % (action, self.path)
        tag = re.search(r'<input [^>]*name="%s"[^>]*>' % name, form.group(0)).group(0)
        return html.unescape(re.search(r'value="([^"]*)"', tag).group(1))


class Browser:
    """With `address` the requests come through a proxy, which the server must trust."""

    def __init__(self, server, address=None):
        self.host = urlsplit(server.base_url).netloc
        self.cookies = {}
        self.address = address

    def ask(self, method, path, form=None, follow=True):
        for _ in range(6):
            connection = http.client.HTTPConnection(self.host, timeout=60)
            headers = {"Sec-Fetch-Site": "same-origin"}
            if self.address:
                headers["X-Forwarded-For"] = self.address
            if self.cookies:
                headers["Cookie"] = "; ".join("%s=%s" % pair for pair in self.cookies.items())
            body = None
            if form is not None:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
                body = urlencode(form)
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            for line in answer.headers.get_all("Set-Cookie", []):
                name, value = line.split(";")[0].split("=", 1)
                self.cookies[name] = value
            page = Page(path, answer)
            connection.close()
            if page.status != 303 or not follow:
                return page
            to = urlsplit(page.headers["Location"])
            method, path, form = "GET", to.path + ("?" + to.query if to.query else ""), None
        raise AssertionError("too many redirects, last to %s" % path)

    def get(self, path):
        return self.ask("GET", path)

    def sign_in(self, address, password, back=ACCOUNT):
        page = self.get("/signin?switch=1&back=" + back)
        return self.ask("POST", "/signin", {"csrf": page.field("csrf", "/signin"), "back": back,
                                            "email": address, "password": password})

    def send(self, action, form=(), page=None):
        csrf = (page or self.get(ACCOUNT)).field("csrf", ACCOUNT + "/password")
        return self.ask("POST", ACCOUNT + action, {"csrf": csrf, **dict(form)})

    def act(self, path, form, page=None):
        """Sends a form with the token of a page of the application."""
        csrf = (page or self.get(ACCOUNT)).field("csrf", ACCOUNT + "/password")
        return self.ask("POST", path, {"csrf": csrf, **form})

    def add_totp(self):
        """Sets up an authenticator app; its secret, and the recovery codes."""
        path = ACCOUNT + "/totp"
        page = self.get(path)
        secret = re.search(r'<code class="secret">([A-Z2-7 ]+)</code>', page.text).group(1).replace(" ", "")
        offer = page.field("offer", path)
        clock = email.utils.parsedate_to_datetime(page.headers["Date"]).timestamp()
        done = self.ask("POST", path, {"csrf": page.field("csrf", path), "offer": offer, "code": totp(secret, clock)})
        codes = re.findall(r'<li><code class="secret">([A-Z2-7-]{29})</code>', done.text)
        assert len(codes) == 10, done.text
        return secret, codes

    def second(self, page, code):
        """Answers the question for the second factor."""
        return self.ask("POST", "/signin/second", {"csrf": page.field("csrf", "/signin/second"), "back": ACCOUNT,
                                                   "code": code})


def totp(secret, when):
    """The code that an authenticator app shows (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    mac = hmac.new(key, struct.pack(">Q", int(when) // 30), hashlib.sha1).digest()
    at = mac[-1] & 15
    return "%06d" % ((struct.unpack(">I", mac[at:at + 4])[0] & 0x7FFFFFFF) % 1000000)
