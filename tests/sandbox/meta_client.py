"""The simulated Marketing API as the tests see it: Graph calls in form encoding."""

import hashlib
import hmac
import itertools
import json
from urllib.parse import urlencode

ACCOUNTS = itertools.count(100000000000001)
SECRET = b"sandbox"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def encoded(params):
    """Lists, objects and flags travel as JSON within the form."""
    flat = {
        k: v if isinstance(v, str) else json.dumps(v) for k, v in params.items() if v is not None
    }
    return urlencode(flat)


class Graph:
    """A fresh ad account and a token for it."""

    def __init__(self, process, currency="USD", zone="America/New_York"):
        self.process = process
        self.id = str(next(ACCOUNTS))
        self.act = "act_" + self.id
        self.first = "1//sandbox.%s.%s.%s" % (self.id, currency, zone.replace("/", "~"))
        status, answer = self.exchange(self.first)
        assert status == 200, answer
        self.token = answer["access_token"]

    def exchange(self, token, **other):
        form = {
            "grant_type": "fb_exchange_token",
            "client_id": "sandbox",
            "client_secret": "sandbox",
            "fb_exchange_token": token,
        }
        form.update(other)
        status, _, text = self.process.raw(
            "POST", "/meta/v26.0/oauth/access_token", encoded(form), FORM
        )
        return status, json.loads(text)

    def proof(self, token=None):
        return hmac.new(SECRET, (token or self.token).encode(), hashlib.sha256).hexdigest()

    def raw(self, method, path, params=None, version="v26.0", headers=None):
        """Status, headers and answer; GET and DELETE carry their parameters in the query."""
        heads = {"Authorization": "Bearer " + self.token}
        heads.update(headers or {})
        query, body = "", None
        params = dict(params or {})
        params.setdefault("appsecret_proof", self.proof())
        if method == "POST":
            body = encoded(params)
            heads.update(FORM)
        else:
            query = "?" + encoded(params)
        status, got, text = self.process.raw(
            method, "/meta/%s/%s%s" % (version, path, query), body, heads
        )
        return status, got, json.loads(text)

    def call(self, method, path, **params):
        status, _, answer = self.raw(method, path, params)
        return status, answer

    def must(self, method, path, **params):
        status, answer = self.call(method, path, **params)
        assert status == 200, json.dumps(answer, indent=1)
        return answer

    def refused(self, method, path, **params):
        """(code, subcode, blamed field) of a refusal in the Graph's own shape."""
        status, answer = self.call(method, path, **params)
        assert status >= 400, answer
        return fault(answer)

    def campaign(self, **fields):
        return self.must("POST", self.act + "/campaigns", **{**campaign(), **fields})["id"]

    def adset(self, **fields):
        fields.setdefault("campaign_id", None)
        fields["campaign_id"] = fields["campaign_id"] or self.campaign()
        return self.must("POST", self.act + "/adsets", **{**adset(), **fields})["id"]

    def ad(self, **fields):
        fields.setdefault("adset_id", None)
        fields["adset_id"] = fields["adset_id"] or self.adset()
        return self.must("POST", self.act + "/ads", **{**ad(), **fields})["id"]

    def read(self, node, fields):
        return self.must("GET", node, fields=fields)


def fault(answer):
    assert set(answer) == {"error"}
    error = answer["error"]
    assert error["message"] and error["type"] and error["fbtrace_id"]
    assert isinstance(error["is_transient"], bool)
    blamed = None
    if "error_data" in error:
        blamed = json.loads(error["error_data"])["blame_field_specs"][0][0]
    return error["code"], error.get("error_subcode"), blamed


def campaign():
    return {
        "name": "Spring sale",
        "objective": "OUTCOME_TRAFFIC",
        "special_ad_categories": [],
        "status": "PAUSED",
        "daily_budget": 5000,
        "bid_strategy": "LOWEST_COST_WITHOUT_CAP",
    }


def targeting(**more):
    return {
        "geo_locations": {"countries": ["US"]},
        "targeting_automation": {"advantage_audience": 0},
        **more,
    }


def adset():
    return {
        "name": "Everybody",
        "status": "PAUSED",
        "billing_event": "IMPRESSIONS",
        "optimization_goal": "LINK_CLICKS",
        "targeting": targeting(),
    }


def story(**link):
    data = {"link": "https://shop.example/", "message": "New shoes", "name": "Shoes", **link}
    return {
        "object_story_spec": {
            "page_id": "555",
            "link_data": {k: v for k, v in data.items() if v is not None},
        }
    }


def ad():
    return {"name": "First", "status": "PAUSED", "creative": story()}
