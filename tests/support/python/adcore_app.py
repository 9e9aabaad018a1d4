"""The application's JSON front end, called as its pages do: with a browser's cookies."""

import http.client
import json
from urllib.parse import urlencode


class Answer:
    def __init__(self, answer):
        self.status = answer.status
        self.headers = answer.headers
        self.raw = answer.read()
        is_json = self.raw and self.headers.get("Content-Encoding") is None
        self.json = json.loads(self.raw) if is_json and "json" in self.headers["Content-Type"] else None

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
    def code(self):
        return self.json["error"]["code"]

    @property
    def details(self):
        return self.json["error"]["details"]

    @property
    def reason(self):
        return self.details["reason"]

    @property
    def faults(self):
        return {(row["path"], row["code"]) for row in self.details["fields"]}


class AppClient:
    """Headers given as None are left out."""

    def __init__(self, browser, env="test", space=None):
        self.browser = browser
        self.env = env
        self.space = space

    def ask(self, method, path, body=None, headers=None, query=None, env="", raw=None, timeout=60):
        heads = {"X-Adcore-App": "1", "Sec-Fetch-Site": "same-origin", "X-Space-Id": self.space,
                 "Cookie": "; ".join("%s=%s" % pair for pair in self.browser.cookies.items())}
        if body is not None:
            raw = json.dumps(body)
            heads["Content-Type"] = "application/json"
        heads = {name: value for name, value in {**heads, **(headers or {})}.items() if value is not None}
        pairs = {"environment": self.env if env == "" else env, **(query or {})}
        url = "/app/api" + path + "?" + urlencode({name: value for name, value in pairs.items() if value is not None})
        connection = http.client.HTTPConnection(self.browser.host, timeout=timeout)
        connection.request(method, url, raw, heads)
        answer = Answer(connection.getresponse())
        connection.close()
        return answer

    def get(self, path, expect=(200, 304), **options):
        answer = self.ask("GET", path, **options)
        assert expect is None or answer.status in expect, answer.text
        return answer
