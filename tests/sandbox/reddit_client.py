"""The simulated Reddit Ads API for a client: a fresh ad account, and valid bodies."""

import base64
import itertools
import json
from urllib.parse import urlencode

NUMBERS = itertools.count(10000001)
NAMES = itertools.count(1)
AGENT = "linux:adcore-tests:1 (by /u/tests)"


def token_request(process, form, client="client:secret", path="/reddit-oauth/api/v1/access_token"):
    headers = {"Content-Type": "application/x-www-form-urlencoded", "User-Agent": AGENT}
    if client is not None:
        headers["Authorization"] = "Basic " + base64.b64encode(client.encode()).decode()
    status, _, text = process.raw("POST", path, urlencode(form), headers)
    return status, json.loads(text)


class Reddit:
    """An ad account of its own."""

    def __init__(self, process, currency="USD", timezone="UTC"):
        self.process = process
        number = str(next(NUMBERS))
        self.id = "t2_" + number
        self.profile = "t2_9" + number
        self.refresh_token = "1//sandbox.%s.%s.%s" % (number, currency, timezone.replace("/", "~"))
        status, answer = token_request(
            process, {"grant_type": "refresh_token", "refresh_token": self.refresh_token}
        )
        assert status == 200, answer
        self.token = answer["access_token"]

    def call(self, method, path, body=None, headers=None, whole=False):
        """Status and parsed answer (and headers, where `whole`) of a call below /api/v3."""
        heads = {"Authorization": "Bearer " + self.token, "User-Agent": AGENT}
        text = body
        if body is not None and not isinstance(body, (str, bytes)):
            text = json.dumps(body)
        if text is not None:
            heads["Content-Type"] = "application/json"
        heads.update(headers or {})
        heads = {name: value for name, value in heads.items() if value is not None}
        status, got, answer = self.process.raw(method, "/reddit/api/v3/" + path, text, heads)
        answer = json.loads(answer) if answer[:1] in "[{" else answer
        return (status, got, answer) if whole else (status, answer)

    def post(self, collection, data):
        owner = "profiles/" + self.profile if collection == "posts" else "ad_accounts/" + self.id
        return self.call("POST", "%s/%s" % (owner, collection), {"data": data})

    def must(self, collection, data):
        status, answer = self.post(collection, data)
        assert status == 201, answer
        return answer["data"]

    def patch(self, collection, object_id, data):
        return self.call("PATCH", "%s/%s" % (collection, object_id), {"data": data})

    def change(self, collection, object_id, **data):
        status, answer = self.patch(collection, object_id, data)
        assert status == 200, answer
        return answer["data"]

    def get(self, path):
        status, answer = self.call("GET", path)
        assert status == 200, answer
        return answer["data"]

    def rows(self, collection, query=""):
        return self.get("ad_accounts/%s/%s%s" % (self.id, collection, query))

    # --- valid bodies ----------------------------------------------------------------------

    def campaign_fields(self, **fields):
        made = {
            "name": "Campaign %d" % next(NAMES),
            "objective": "CLICKS",
            "configured_status": "PAUSED",
            "is_campaign_budget_optimization": True,
            "goal_type": "DAILY_SPEND",
            "goal_value": 50000000,
            "bid_strategy": "BIDLESS",
            "bid_type": "CPC",
            "bid_value": None,
            "start_time": "2026-12-01T00:00:00Z",
            "conversion_pixel_id": self.id,
        }
        made.update(fields)
        return without(made)

    def campaign(self, **fields):
        return self.must("campaigns", self.campaign_fields(**fields))

    def ad_group_fields(self, campaign=None, **fields):
        made = {
            "campaign_id": (campaign or self.campaign())["id"],
            "name": "Group %d" % next(NAMES),
            "configured_status": "PAUSED",
            "bid_strategy": None,
            "bid_type": None,
            "conversion_pixel_id": self.id,
            "targeting": {"geolocations": ["US"], "keywords": ["gaming mouse"]},
        }
        made.update(fields)
        return without(made)

    def ad_group(self, campaign=None, **fields):
        return self.must("ad_groups", self.ad_group_fields(campaign, **fields))

    def post_fields(self, **fields):
        made = {"type": "TEXT", "headline": "Fresh bread", "body": "Every morning."}
        made.update(fields)
        return without(made)

    def image_fields(self, **fields):
        return self.post_fields(
            **{
                "type": "IMAGE",
                "content": [
                    {
                        "media_url": "https://cdn.example/a.png",
                        "destination_url": "https://bakery.example/",
                        "call_to_action": "Shop Now",
                    }
                ],
                **fields,
            }
        )

    def ad_fields(self, group=None, post=None, **fields):
        made = {
            "ad_group_id": (group or self.ad_group())["id"],
            "name": "Ad %d" % next(NAMES),
            "configured_status": "PAUSED",
            "post_id": (post or self.must("posts", self.post_fields()))["id"],
            "profile_id": self.profile,
            "click_url": "https://bakery.example/",
        }
        made.update(fields)
        return without(made)

    def ad(self, group=None, post=None, **fields):
        return self.must("ads", self.ad_fields(group, post, **fields))


DROP = object()


def without(fields):
    """Without the members that are to be left out."""
    return {name: value for name, value in fields.items() if value is not DROP}


def faults(answer):
    """The faults of a body as (field, message)."""
    error = answer["error"]
    assert set(error) <= {"code", "message", "fields"} and error["code"] == 400, answer
    return [(fault["field"], fault["message"]) for fault in error.get("fields", [])]
