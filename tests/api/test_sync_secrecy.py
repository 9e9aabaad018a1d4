"""Answers of sync reveal no object of a kind that the token may not read."""

import json

import pytest

from adcore_make import finish, make_campaign, preview
from adcore_platforms import Platforms, of
from adcore_server import ALL_SCOPES
from adcore_tools import Tools

KINDS = {"campaign": "campaigns", "group": "campaigns", "ad": "ads", "keyword": "keywords"}
READS = [s for s in ALL_SCOPES if s.endswith(":read")]
OWN = sorted({kind + ":read" for kind in KINDS.values()})
# One token per kind, with all scopes except that kind's: an account has five tokens.
SCOPES = [["sync:read", scope] for scope in OWN] + [[s for s in READS if s not in OWN]]


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    made.box.clear_faults()


def words_of(draft, text):
    """Values that would reveal the object: its id here and on the platform, and a text of its
    own."""
    remote = draft["remote"]["id"]
    return [word for word in (draft["id"], remote, text) if word]


@pytest.fixture
def told(desk):
    """Runs, a plan and drift with objects of each kind. Maps each kind to the values that reveal
    it."""
    api, box = desk.api, desk.box
    tree = desk.live_tree("microsoft", name="Quagga", budget=20, locations=[{"code": "US"}])
    desk.patch(tree["group"], name="Okapi")
    desk.patch(tree["ad"], headlines=["Zorilla one", "Zorilla two", "Zorilla three"])
    word = tree["keyword"]["text"]
    desk.refuse("microsoft", "campaignCriterion.create", times=9)
    runs = [desk.push(expect="FAILED", activate=True)]
    # Operations below the campaign are skipped because of it, and their errors name the campaign.
    for kind in ("group", "ad", "keyword"):
        for operation in of(runs[0], tree[kind]):
            assert operation["error"]["details"]["id"].startswith("cmp_")
    # Another user raises another campaign's budget above the guardrail: the pull warns about it.
    other = make_campaign(api, name="Numbat", platform="google", budget=20)
    runs.append(finish(api, api.post("/sync", {"platforms": ["google"]}, expect=202).data["id"]))
    desk.set_budget("google", "Numbat", 900)
    desk.patch(other, name="Numbat here")
    desk.pull(platforms=["google"])
    runs.append(api.get("/sync").data[0])
    assert runs[-1]["pulled"]["warnings"][0]["id"] == other["id"]
    assert {row["id"] for row in api.get("/sync/drift").data} >= {tree["campaign"]["id"]}
    texts = {"campaign": "Quagga", "group": "Okapi", "ad": "Zorilla", "keyword": word}
    secret = {kind: words_of(desk.read(tree[kind]), texts[kind]) for kind in KINDS}
    secret["campaign"] += words_of(desk.read(other), "Numbat")
    return secret, [run["id"] for run in runs]


def answers(api, runs):
    """Every answer of sync that a token with sync:read gets, over REST and from the connector."""
    tools = Tools(api)
    yield "preview", preview(api, activate=True)
    yield "list", api.get("/sync").data
    yield "drift", api.get("/sync/drift").data
    yield "preview_sync", tools.result("preview_sync", all=True, activate=True)
    for run in runs:
        yield "run", api.get("/sync/" + run).data
        for form in ("concise", "detailed"):
            yield "get_sync", tools.result("get_sync", id=run, responseFormat=form)
        yield "resource", tools.rpc("resources/read", {"uri": "adcore://sync/" + run}).json


def test_sync_names_no_object_of_a_kind_that_the_token_may_not_read(desk, told):
    secret, runs = told
    seen = set()
    for scopes in SCOPES:
        api = desk.account.client(scopes)
        for name, answer in answers(api, runs):
            text = json.dumps(answer)
            for kind, words in secret.items():
                found = [word for word in words if word in text]
                if KINDS[kind] + ":read" in scopes:
                    seen |= {kind} if found else set()
                else:
                    assert not found, (name, scopes, kind, found, text)
    assert seen == set(KINDS)
