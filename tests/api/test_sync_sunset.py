"""A retired version of a platform's API: reported as such, and nothing is partly applied."""

import pytest

from adcore_make import Desk, finish, make_campaign, push
from adcore_meta import MetaDesk
from adcore_pulls import MicrosoftPulls, RedditPulls

NAMES = {"google": "v26", "microsoft": "v13", "reddit": "v3", "meta": "v26.0"}


class Sunset:
    """A Space whose campaigns use one platform, and the retirement of that platform's API
    version."""

    def __init__(self, server, platform):
        self.desk = {
            "google": Desk,
            "microsoft": MicrosoftPulls,
            "reddit": RedditPulls,
            "meta": MetaDesk,
        }[platform](server)
        self.api, self.platform = self.desk.api, platform

    def campaign(self, **fields):
        kind = "SOCIAL" if self.platform in ("reddit", "meta") else "SEARCH"
        return make_campaign(self.api, platform=self.platform, type=kind, **fields)

    def connection(self):
        listed = self.api.get("/connections").data
        [found] = [one for one in listed if one["platform"] == self.platform]
        return found

    def end(self, **action):
        account = self.connection()["accountId"].replace("act_", "")
        match = {"customerId": account}
        wish = {"platform": self.platform, "match": match, "times": 10000}
        self.desk.box.control("POST", "faults", dict(wish, action=dict(action, type="sunset")))

    def told(self, after):
        """The platform's requests since then, except those for tokens."""
        log = self.desk.box.log(after)
        return [one for one in log if one["platform"] == self.platform and one["fault"]]

    def mark(self):
        log = self.desk.box.log(0)
        return log[-1]["n"] if log else 0


@pytest.fixture(params=sorted(NAMES))
def sunset(request, server):
    made = Sunset(server, request.param)
    yield made
    made.desk.box.clear_faults()


def said(sunset, error):
    assert error["code"] == "VERSION_SUNSET", error
    assert "version %s of its API" % NAMES[sunset.platform] in error["message"]
    assert "Upgrade adcore" in error["message"]


def is_staged(sunset, draft, state):
    now = sunset.api.get("/campaigns/" + draft["id"]).data
    assert now["syncState"] == state and (now["remote"]["id"] is None) == (state == "STAGED"), now


def test_creates_stay_staged_and_can_be_pushed_after(sunset):
    drafts = [sunset.campaign() for _ in range(5)]
    assert sunset.connection()["sunsetVersion"] is None
    sunset.end()
    mark = sunset.mark()
    run = push(sunset.api, expect=None)
    assert run["status"] == "FAILED", run
    said(sunset, run["error"])
    for operation in run["operations"]:
        assert (operation["status"], operation["remoteId"]) == ("SKIPPED", None)
        said(sunset, operation["error"])
    # One request was enough to detect the retirement.
    assert len(sunset.told(mark)) == 1
    for draft in drafts:
        is_staged(sunset, draft, "STAGED")
    assert sunset.connection()["sunsetVersion"] == NAMES[sunset.platform]
    assert sunset.connection()["status"] == "CONNECTED"
    sunset.desk.box.clear_faults()
    push(sunset.api)
    for draft in drafts:
        is_staged(sunset, draft, "SYNCED")
    assert sunset.connection()["sunsetVersion"] is None


def test_an_end_between_question_and_change_does_nothing(sunset):
    """The change itself is refused: it was certainly not applied and is not in doubt."""
    draft = sunset.campaign()
    operation = {"google": "campaign.create", "microsoft": "campaign.create"}
    account = sunset.connection()["accountId"].replace("act_", "")
    wish = {
        "platform": sunset.platform,
        "match": {
            "operation": operation.get(sunset.platform, "campaign.create"),
            "customerId": account,
        },
        "times": 10000,
        "action": {"type": "sunset"},
    }
    sunset.desk.box.control("POST", "faults", wish)
    run = push(sunset.api, expect=None)
    [told] = run["operations"]
    assert (run["status"], told["status"], told["remoteId"]) == ("FAILED", "FAILED", None)
    said(sunset, told["error"])
    assert told["error"]["retryable"] is False
    sunset.desk.box.clear_faults()
    again = sunset.api.post("/sync/%s/retry" % run["id"], expect=202).data
    assert finish(sunset.api, again["id"])["status"] == "SUCCEEDED"
    is_staged(sunset, draft, "SYNCED")


def test_updates_stay_staged_and_pulls_and_the_kill_switch_say_so(sunset):
    api = sunset.api
    draft = sunset.campaign(status="ENABLED")
    push(api, activate=True)
    api.patch("/campaigns/" + draft["id"], {"name": "Another " + draft["name"]})
    sunset.end()
    run = push(api, expect=None)
    [told] = run["operations"]
    assert (run["status"], told["op"], told["status"]) == ("FAILED", "UPDATE", "SKIPPED")
    said(sunset, told["error"])
    is_staged(sunset, draft, "MODIFIED")
    body = {"mode": "PULL", "platforms": [sunset.platform]}
    pull = finish(api, api.post("/sync", body, expect=202).data["id"])
    assert pull["status"] == "FAILED", pull
    said(sunset, pull["error"])
    stop = finish(api, api.post("/sync/pause-all", expect=202).data["id"])
    assert stop["status"] == "FAILED", stop
    said(sunset, stop["operations"][0]["error"])


def test_other_platforms_go_on(server):
    """A run to two platforms, one of which refuses its API version."""
    sunset = Sunset(server, "google")
    here = sunset.campaign()
    there = make_campaign(sunset.api, platform="microsoft", type="SEARCH")
    sunset.end(status=404)
    run = push(sunset.api, expect="PARTIAL")
    sunset.desk.box.clear_faults()
    status = {one["platform"]: one["status"] for one in run["operations"]}
    assert status == {"google": "SKIPPED", "microsoft": "SUCCEEDED"}
    is_staged(sunset, here, "STAGED")
    is_staged(sunset, there, "SYNCED")
