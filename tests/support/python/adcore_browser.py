"""A browser without script: cookies, redirects and the forms of the application's pages."""

import html
import http.client
import re
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
    def __init__(self, server):
        self.host = urlsplit(server.base_url).netloc
        self.cookies = {}

    def ask(self, method, path, form=None):
        for _ in range(6):
            connection = http.client.HTTPConnection(self.host, timeout=60)
            headers = {"Sec-Fetch-Site": "same-origin"}
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
            if page.status != 303:
                return page
            to = urlsplit(page.headers["Location"])
            method, path, form = "GET", to.path + ("?" + to.query if to.query else ""), None
        raise AssertionError("too many redirects, last to %s" % path)

    def get(self, path):
        return self.ask("GET", path)

    def sign_in(self, email, password, back=ACCOUNT):
        page = self.get("/signin?switch=1&back=" + back)
        return self.ask("POST", "/signin", {"csrf": page.field("csrf", "/signin"), "back": back,
                                            "email": email, "password": password})

    def send(self, action, form=(), page=None):
        csrf = (page or self.get(ACCOUNT)).field("csrf", ACCOUNT + "/password")
        return self.ask("POST", ACCOUNT + action, {"csrf": csrf, **dict(form)})

    def act(self, path, form, page=None):
        """Sends a form with the token of a page of the application."""
        csrf = (page or self.get(ACCOUNT)).field("csrf", ACCOUNT + "/password")
        return self.ask("POST", path, {"csrf": csrf, **form})
