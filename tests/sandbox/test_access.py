"""Controls that the sandbox has for every platform: denied access to an ad account, a chosen
response, and a limit of a request's size."""

import json

import pytest

from meta_client import Graph, campaign, encoded, fault
from microsoft_client import Account, symbol
from reddit_client import Reddit


class Platform:
    """An account of a platform with one campaign: reading it, changing it, listing accounts."""

    def __init__(self, name, sandbox):
        self.name, self.sandbox = name, sandbox
        clients = {"microsoft": Account, "reddit": Reddit, "meta": Graph}
        self.us = sandbox.account() if name == "google" else clients[name](sandbox)
        self.id = self.us.id
        self.campaign = self.us.campaign()

    def read(self):
        """(status, answer) of a call that concerns the account."""
        if self.name == "google":
            query = {"query": "SELECT campaign.id FROM campaign"}
            return self.us.post("googleAds:search", query)
        if self.name == "microsoft":
            return self.us.call("POST", "Campaigns/QueryByAccountId", {"AccountId": self.id})
        if self.name == "reddit":
            return self.us.call("GET", "ad_accounts/%s/campaigns" % self.id)
        return self.us.call("GET", self.us.act + "/campaigns")

    def change(self, name="Renamed"):
        """(status, answer) of a call that concerns the campaign alone."""
        if self.name == "google":
            update = {"resourceName": self.campaign, "name": name}
            return self.us.mutate([{"campaignOperation": {"update": update, "updateMask": "name"}}])
        if self.name == "microsoft":
            body = {"AccountId": self.id, "Campaigns": [{"Id": self.campaign, "Name": name}]}
            return self.us.call("PUT", "Campaigns", body)
        if self.name == "reddit":
            return self.us.patch("campaigns", self.campaign["id"], {"name": name})
        return self.us.call("POST", self.campaign, name=name)

    def names(self):
        state = self.sandbox.control("GET", "state?customerId=" + self.id)[1]
        return [c.get("name") or c.get("Name") for c in state["campaigns"]]

    def control(self, path, **body):
        return self.sandbox.control("POST", path, dict(body, customerId=self.id))

    def plant(self, action, **match):
        wish = {"platform": self.name, "match": dict(match, customerId=self.id), "action": action}
        status, answer = self.sandbox.control("POST", "faults", wish)
        assert status == 201, answer


@pytest.fixture(params=["google", "microsoft", "reddit", "meta"])
def platform(request, sandbox):
    yield Platform(request.param, sandbox)
    sandbox.control("DELETE", "faults")


def word_of(name, answer):
    """The platform's own code of a refusal."""
    if name == "google":
        return answer["error"]["details"][0]["errors"][0]["errorCode"]["authorizationError"]
    if name == "microsoft":
        return symbol(answer)
    if name == "meta":
        return fault(answer)[:2]
    return answer["error"]["message"]


NOT_GRANTED = "Access not granted for this ad account."
DENIALS = {
    "google": {
        "USER_PERMISSION_DENIED": [(403, "USER_PERMISSION_DENIED")] * 2,
        "CUSTOMER_NOT_ENABLED": [(403, "CUSTOMER_NOT_ENABLED")] * 2,
    },
    "microsoft": {
        "UserIsNotAuthorized": [(403, "UserIsNotAuthorized")] * 2,
        "InvalidAccountId": [(400, "InvalidAccountId")] * 2,
    },
    "reddit": {
        "403": [(403, NOT_GRANTED)] * 2,
        "404": [(403, NOT_GRANTED), (404, "Not Found")],
    },
    "meta": {
        "200": [(403, (200, None)), (400, (100, 33))],
        "10": [(403, (10, None)), (400, (100, 33))],
    },
}


def assert_given(platform):
    assert platform.read()[0] == 200 and platform.change()[0] == 200


def test_an_account_is_taken_away_in_the_platforms_words(platform):
    for word, [read, change] in DENIALS[platform.name].items():
        before = platform.names()
        assert platform.control("access", **{"as": word})[0] == 200
        status, answer = platform.read()
        assert (status, word_of(platform.name, answer)) == read
        status, answer = platform.change("Not " + word)
        assert (status, word_of(platform.name, answer)) == change
        assert platform.names() == before
        assert platform.control("access", denied=False)[0] == 200
        assert_given(platform)


def test_it_is_taken_away_as_a_request_comes(platform):
    platform.plant({"type": "deny"})
    status, answer = platform.change()
    [_, change] = next(iter(DENIALS[platform.name].values()))
    assert (status, word_of(platform.name, answer)) == change
    assert platform.read()[0] == 403, "it stays so"
    platform.control("access", denied=False)
    assert_given(platform)


@pytest.mark.parametrize(
    "body", [{"customerId": "1234567890", "as": "x"}, {"customerId": "x"}, {"as": "200"}]
)
def test_what_names_no_account_or_word_is_refused(sandbox, body):
    status, answer = sandbox.control("POST", "access", body)
    assert status == 400 and answer["error"]


@pytest.mark.parametrize("status", [200, 400, 404, 413, 500, 503])
@pytest.mark.parametrize("body", [{"any": ["thing"]}, "<html>down</html>", "down"])
@pytest.mark.parametrize("done", [True, False])
def test_any_answer_is_told(platform, status, body, done):
    platform.plant({"type": "answer", "status": status, "body": body, "done": done})
    if platform.name == "meta" and body != {"any": ["thing"]}:
        # The client of these tests reads JSON alone.
        form = {"name": "Renamed", "appsecret_proof": platform.us.proof()}
        got, _, answer = platform.sandbox.raw(
            "POST",
            "/meta/v26.0/" + platform.campaign,
            json.dumps(form),
            {"Authorization": "Bearer " + platform.us.token, "Content-Type": "application/json"},
        )
    else:
        got, answer = platform.change()
    assert (got, answer) == (status, body)
    assert ("Renamed" in platform.names()) is done
    entry = platform.sandbox.control("GET", "log")[1]["entries"][-1]
    assert (entry["fault"], entry["committed"], bool(entry["written"])) == ("answer", done, done)


@pytest.mark.parametrize("done", [True, False])
def test_of_a_batch_one_is_answered_so(sandbox, done):
    graph = Graph(sandbox)
    action = {"type": "answer", "status": 500, "body": {"error": {"code": -1}}, "at": 1, "done": done}
    wish = {"platform": "meta", "match": {"customerId": graph.id}, "action": action}
    assert sandbox.control("POST", "faults", wish)[0] == 201
    parts = [
        {
            "method": "POST",
            "relative_url": graph.act + "/campaigns",
            "body": encoded(dict(campaign(), name="N%d" % i)),
        }
        for i in range(2)
    ]
    answer = graph.must("POST", "", batch=parts)
    assert [part["code"] for part in answer] == [200, 500], answer
    assert json.loads(answer[1]["body"]) == {"error": {"code": -1}}
    state = sandbox.control("GET", "state?customerId=" + graph.id)[1]
    assert sorted(c["name"] for c in state["campaigns"]) == (["N0", "N1"] if done else ["N0"])


def test_only_what_is_larger_is_too_large(platform):
    platform.plant({"type": "too_large", "status": 413}, largerThan=1000)
    assert platform.change("Short")[0] == 200
    if platform.name == "meta":
        status, _, _ = platform.sandbox.raw(
            "POST",
            "/meta/v26.0/" + platform.campaign,
            json.dumps({"name": "x" * 1001, "appsecret_proof": platform.us.proof()}),
            {"Authorization": "Bearer " + platform.us.token, "Content-Type": "application/json"},
        )
    else:
        status, answer = platform.change("x" * 1001)
        assert "413" in answer
    assert status == 413 and platform.names() == ["Short"]


@pytest.mark.parametrize("name, status", [("google", 400), ("meta", 500)])
def test_too_large_in_the_apis_own_words(sandbox, name, status):
    platform = Platform(name, sandbox)
    platform.plant({"type": "too_large"}, largerThan=10)
    got, answer = platform.change()
    assert got == status
    assert "size exceeds" in answer["error"]["message"] or fault(answer)[:2] == (1, 99)
