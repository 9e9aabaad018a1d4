"""A client for adcore-sandbox as the tests see it: a process, raw HTTP, and Google's shapes."""

import http.client
import itertools
import json
import os
import signal
import subprocess
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[2]
SECRET = "control-secret"
VERSION = 26
CUSTOMERS = itertools.count(1000000001)


def binary():
    named = os.environ.get("ADCORE_SANDBOX_BINARY")
    places = [Path(named)] if named else []
    places += [ROOT / "build/adcore-sandbox", ROOT / "build/subprojects/sandbox/adcore-sandbox"]
    for place in places:
        if place.exists():
            return str(place)
    raise AssertionError("adcore-sandbox is not built; looked in %s" % places)


class Closed(Exception):
    """The connection was closed without an answer."""


class Process:
    """One running sandbox."""

    def __init__(self, state=None, env=None, secret=SECRET, arguments=()):
        command = [binary(), "--port", "0", *arguments]
        if state:
            command += ["--state", str(state)]
        environment = dict(os.environ)
        environment.pop("ADCORE_SANDBOX_LATENCY_MS", None)
        environment.pop("ADCORE_SANDBOX_CONTROL_SECRET", None)
        if secret:
            environment["ADCORE_SANDBOX_CONTROL_SECRET"] = secret
        environment.update(env or {})
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        first = json.loads(self.process.stdout.readline())
        self.port = first["port"]
        self.pid = first["pid"]

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=60)
        self.process.stdout.close()
        return status

    def raw(self, method, path, body=None, headers=None, timeout=60):
        """Status, headers and text of one exchange on a connection of its own."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError) as error:
            raise Closed() from error
        finally:
            connection.close()

    def control(self, method, path, body=None, secret=SECRET):
        status, _, text = self.raw(
            method,
            "/_control/" + path,
            json.dumps(body) if body is not None else None,
            {"X-Sandbox-Control": secret},
        )
        return status, json.loads(text) if text.startswith("{") else text

    def fault(self, action, **wish):
        status, answer = self.control(
            "POST",
            "faults",
            {
                "platform": "google",
                "match": {k: v for k, v in wish.items() if k not in ("skip", "times")},
                "skip": wish.get("skip", 0),
                "times": wish.get("times", 1),
                "action": action,
            },
        )
        assert status == 201, answer
        return answer["id"]

    def advance(self, seconds):
        assert self.control("POST", "clock", {"advanceSeconds": seconds})[0] == 200

    def refresh(self, token, **other):
        form = {
            "grant_type": "refresh_token",
            "client_id": "client",
            "client_secret": "secret",
            "refresh_token": token,
        }
        form.update(other)
        body = urlencode({k: v for k, v in form.items() if v is not None})
        status, _, text = self.raw(
            "POST",
            "/google-oauth/token",
            body,
            {"Content-Type": "application/x-www-form-urlencoded"},
        )
        return status, json.loads(text)

    def account(self, currency="USD", timezone="America/New_York"):
        return Account(self, str(next(CUSTOMERS)), currency, timezone)


class Account:
    """A fresh advertising account and a token for it."""

    def __init__(self, process, customer, currency="USD", timezone="America/New_York"):
        self.process = process
        self.id = customer
        self.refresh_token = "1//sandbox.%s.%s.%s" % (
            customer,
            currency,
            timezone.replace("/", "~"),
        )
        self.authorize()

    def authorize(self):
        status, answer = self.process.refresh(self.refresh_token)
        assert status == 200, answer
        self.token = answer["access_token"]

    def name(self, collection, tail):
        return "customers/%s/%s/%s" % (self.id, collection, tail)

    def post(self, path, body, version=VERSION, headers=None):
        """Status and parsed answer of a call below this customer."""
        heads = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"}
        heads.update(headers or {})
        text = body if isinstance(body, (str, bytes)) else json.dumps(body)
        status, _, answer = self.process.raw(
            "POST", "/google/v%d/customers/%s/%s" % (version, self.id, path), text, heads
        )
        return status, json.loads(answer) if answer[:1] in "[{" else answer

    def mutate(self, operations, version=VERSION, **flags):
        return self.post("googleAds:mutate", {"mutateOperations": operations, **flags}, version)

    def must(self, collection, operation, **flags):
        """The resource name of one operation that succeeds."""
        status, answer = self.post(collection + ":mutate", {"operations": [operation], **flags})
        assert status == 200, json.dumps(answer, indent=1)
        return answer["results"][0]["resourceName"]

    def search(self, query, **more):
        status, answer = self.post("googleAds:search", {"query": query, **more})
        assert status == 200, json.dumps(answer, indent=1)
        return answer.get("results", [])

    # --- objects that are right ----------------------------------------------------------------

    def budget(self, **fields):
        return self.must("campaignBudgets", {"create": {**budget_fields(), **fields}})

    def campaign(self, **fields):
        fields.setdefault("campaignBudget", self.budget())
        fields.setdefault("name", "Campaign %d" % next(NAMES))
        return self.must("campaigns", {"create": {**campaign_fields(), **fields}})

    def ad_group(self, campaign=None, **fields):
        fields.setdefault("campaign", campaign or self.campaign())
        fields.setdefault("name", "Group %d" % next(NAMES))
        return self.must("adGroups", {"create": fields})

    def ad(self, ad_group=None, **fields):
        fields.setdefault("adGroup", ad_group or self.ad_group())
        return self.must("adGroupAds", {"create": {**ad_fields(), **fields}})

    def keyword(self, ad_group=None, text="running shoes", match="EXACT", **fields):
        fields.setdefault("adGroup", ad_group or self.ad_group())
        fields["keyword"] = {"text": text, "matchType": match}
        return self.must("adGroupCriteria", {"create": fields})


NAMES = itertools.count(1)
NO_POLITICS = "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING"


def budget_fields():
    return {"amountMicros": "50000000", "deliveryMethod": "STANDARD", "explicitlyShared": False}


def campaign_fields():
    return {
        "status": "PAUSED",
        "advertisingChannelType": "SEARCH",
        "manualCpc": {"enhancedCpcEnabled": False},
        "networkSettings": {
            "targetGoogleSearch": True,
            "targetSearchNetwork": True,
            "targetContentNetwork": False,
            "targetPartnerSearchNetwork": False,
        },
        "containsEuPoliticalAdvertising": NO_POLITICS,
    }


def rsa():
    return {
        "headlines": [
            {"text": "Running shoes on sale", "pinnedField": "HEADLINE_1"},
            {"text": "Free next-day delivery"},
            {"text": "Over 300 models in stock"},
        ],
        "descriptions": [
            {"text": "Find the right pair with our fitting guide. Order by 8 pm."},
            {"text": "30-day returns, no questions asked."},
        ],
        "path1": "running",
        "path2": "sale",
    }


def ad_fields():
    return {
        "status": "PAUSED",
        "ad": {"finalUrls": ["https://shop.example/running"], "responsiveSearchAd": rsa()},
    }


def failure(answer):
    """The errors of a GoogleAdsFailure answer as (key, code, path)."""
    if isinstance(answer, list):
        answer = answer[0]
    found = []
    for detail in answer["error"].get("details", []):
        for error in detail.get("errors", []):
            assert len(error["errorCode"]) == 1
            assert error["message"]
            key, code = next(iter(error["errorCode"].items()))
            found.append((key, code, path_of(error)))
    return found


def path_of(error):
    parts = []
    for element in error.get("location", {}).get("fieldPathElements", []):
        index = "[%d]" % element["index"] if "index" in element else ""
        parts.append(element["fieldName"] + index)
    return ".".join(parts)


def violations(answer):
    """The field violations of a google.rpc.BadRequest as (field, description)."""
    error = answer["error"]
    assert error["code"] == 400 and error["status"] == "INVALID_ARGUMENT"
    (detail,) = error["details"]
    assert detail["@type"] == "type.googleapis.com/google.rpc.BadRequest"
    return [(v.get("field", ""), v["description"]) for v in detail["fieldViolations"]]
