"""Changes of Spaces: guardrails that the API can only tighten, currency and time zone."""

import threading

import pytest

from adcore_grant import grant
from adcore_make import (
    ad_group_body,
    campaign_body,
    make_campaign,
    make_tree,
    push,
    start_push,
)
from adcore_server import ALL_SCOPES
from adcore_team import ROLES, Team


@pytest.fixture
def team(server):
    return Team(server)


@pytest.fixture(scope="module")
def crew(server):
    """One team for the tests that change no more than drafts."""
    return Team(server)


# --- PATCH ------------------------------------------------------------------------------------


def rails(client, space):
    return client.get("/spaces/" + space).data["guardrails"]


@pytest.mark.parametrize("role", ROLES)
def test_only_an_owner_changes_a_space(team, role):
    client = team.client(role)
    resp = client.patch("/spaces/" + team.id, {"name": "New"}, expect=200 if role == "OWNER" else 403)
    if role != "OWNER":
        assert resp.details["required"] == ["sync:write"]
    if role == "PUBLISHER":
        assert resp.details["reason"] == "OWNER_REQUIRED" and "PUBLISHER" in resp.error["message"]
    name = team.client("OWNER").get("/spaces/" + team.id).data["name"]
    assert name == ("New" if role == "OWNER" else "Team")


def test_the_role_in_the_space_of_the_path_counts(team):
    """The owner of the Space in the header is not the owner of another Space."""
    editor = team.account("EDITOR").client()
    editor.get("/spaces/" + team.id)
    editor.patch("/spaces/" + team.id, {"name": "Mine"}, expect=403)
    publisher = team.account("PUBLISHER").client()
    assert (
        publisher.patch("/spaces/" + team.id, {"name": "Mine"}, expect=403).details["reason"]
        == "OWNER_REQUIRED"
    )


def test_changing_a_space_needs_sync_write(team):
    client = team.owner.without("sync:write")
    resp = client.patch("/spaces/" + team.id, {"name": "New"}, expect=403)
    assert resp.details["required"] == ["sync:write"]


def test_a_grant_never_changes_a_space(team):
    token = grant(team.server, team.owner, ALL_SCOPES, space=team.id)
    client = team.server.client(token)
    assert "sync:write" in client.get("/me").data["scopes"]
    resp = client.patch("/spaces/" + team.id, {"name": "New"}, expect=403)
    assert resp.code == "INSUFFICIENT_SCOPE" and "Connected apps" in resp.error["message"]
    client.patch("/spaces/" + team.id, {"guardrails": {"maxCampaignDailyBudget": 1}}, expect=403)
    assert client.get("/spaces/" + team.id).data["version"] == 1
    # The caller sees no Space except its own.
    other = team.personal()
    assert [space["id"] for space in client.get("/spaces").data] == [team.id]
    client.get("/spaces/" + other, expect=404)
    client.get("/spaces/%s/members" % other, expect=404)


TIGHTER = [
    ("maxCampaignDailyBudget", 100, 99.5),
    ("maxTotalDailyBudget", 500, 0.01),
    ("maxBudgetIncreasePercent", 50, 0),
    ("allowedPlatforms", ["google", "microsoft", "reddit", "meta"], ["google", "meta"]),
    ("blockedTerms", [], ["casino", "free money"]),
]
LOOSER = [
    ("maxCampaignDailyBudget", [100.01, 1000000000, None]),
    ("maxTotalDailyBudget", [500.01, None]),
    ("maxBudgetIncreasePercent", [51, 100000, None]),
]


@pytest.mark.parametrize("field,before,after", TIGHTER, ids=[row[0] for row in TIGHTER])
def test_each_guardrail_is_tightened_and_not_loosened(team, field, before, after):
    client = team.client("OWNER")
    path = "/spaces/" + team.id
    old = rails(client, team.id)
    assert old[field] == before
    changed = client.patch(path, {"guardrails": {field: after}}).data
    assert changed["guardrails"] == dict(old, **{field: after}) == rails(client, team.id)
    assert changed["version"] == 2
    for value in (before, None):
        refused = client.refuse("PATCH", path, {"guardrails": {field: value}})
        fault = refused.details["fields"][0]
        assert (fault["path"], fault["code"]) == ("guardrails." + field, "LOOSENS")
        assert "application" in refused.details["suggestion"]
    assert rails(client, team.id) == dict(old, **{field: after})


@pytest.mark.parametrize("field,values", LOOSER, ids=[row[0] for row in LOOSER])
def test_limits_are_not_raised(crew, field, values):
    client = crew.client("OWNER")
    for value in values:
        refused = client.refuse("PATCH", "/spaces/" + crew.id, {"guardrails": {field: value}})
        assert [f["code"] for f in refused.details["fields"]] == ["LOOSENS"]


@pytest.mark.parametrize("env,first", [("live", "CONNECTOR"), ("test", "NEVER")])
def test_approval_is_only_asked_more_often(team, env, first):
    client = team.client("OWNER")
    path = "/spaces/" + team.id
    rules = ["NEVER", "CONNECTOR", "ALWAYS"]
    for now in rules[rules.index(first):]:
        done = client.patch(path, {"guardrails": {"requireApproval": {env: now}}}).data
        assert done["guardrails"]["requireApproval"][env] == now
        for looser in rules[: rules.index(now)]:
            refused = client.refuse(
                "PATCH", path, {"guardrails": {"requireApproval": {env: looser}}}
            )
            fault = refused.details["fields"][0]
            assert fault["path"] == "guardrails.requireApproval." + env
            assert fault["code"] == "LOOSENS" and now in fault["message"]
    for nothing in (None, {env: None}):
        refused = client.refuse("PATCH", path, {"guardrails": {"requireApproval": nothing}})
        assert refused.details["fields"][0]["path"].startswith("guardrails.requireApproval")
    other = {"live": "test", "test": "live"}[env]
    assert rails(client, team.id)["requireApproval"][other] == {"live": "CONNECTOR", "test": "NEVER"}[other]


def test_every_fault_is_named_and_nothing_is_kept(team):
    client = team.client("OWNER")
    refused = client.refuse(
        "PATCH",
        "/spaces/" + team.id,
        {
            "name": "",
            "personal": True,
            "nonsense": 1,
            "currency": "XXQ",
            "guardrails": {"maxCampaignDailyBudget": 0, "allowedPlatforms": ["myspace"]},
        },
    )
    faults = {f["path"]: f["code"] for f in refused.details["fields"]}
    assert faults["name"] == "TOO_SHORT"
    assert faults["personal"] == "READ_ONLY"
    assert faults["nonsense"] == "UNKNOWN_FIELD"
    assert faults["guardrails.maxCampaignDailyBudget"] == "TOO_SMALL"
    assert faults["guardrails.allowedPlatforms[0]"] == "UNKNOWN_VALUE"
    both = client.refuse(
        "PATCH",
        "/spaces/" + team.id,
        {"guardrails": {"maxCampaignDailyBudget": 101, "maxTotalDailyBudget": None, "blockedTerms": ["x"]}},
    )
    assert [f["path"] for f in both.details["fields"]] == [
        "guardrails.maxCampaignDailyBudget",
        "guardrails.maxTotalDailyBudget",
    ]
    for body in ({"currency": "XXQ"}, {"timezone": "Mars/Olympus"}, {"name": None}, {"guardrails": None}, []):
        client.refuse("PATCH", "/spaces/" + team.id, body)
    client.refuse("PATCH", "/spaces/" + team.id, {"name": "x"}, query={"validateonly": "true"})
    assert client.get("/spaces/" + team.id).data == dict(team.made, role="OWNER")


def test_terms_are_kept_once_in_lower_case(team):
    client = team.client("OWNER")
    path = "/spaces/" + team.id
    body = {"guardrails": {"blockedTerms": ["Casino", " casino ", "Glücksspiel"]}}
    done = client.patch(path, body).data
    assert done["guardrails"]["blockedTerms"] == ["casino", "glücksspiel"]
    assert client.patch(path, body).data == done, "the same again changes nothing"
    client.patch(path, {"guardrails": {"blockedTerms": ["GLÜCKSSPIEL".replace("Ü", "ü"), "casino", "x"]}})
    campaign = make_campaign(client)
    refused = client.post(
        "/ad-groups", ad_group_body(campaign["id"], name="Casino nights"), expect=422
    )
    assert refused.details["violations"][0]["rule"] == "blockedTerms"


def test_a_tightened_limit_holds_at_once(team):
    owner, editor = team.client("OWNER"), team.client("EDITOR")
    campaign = make_campaign(editor, budget=50)
    owner.patch("/spaces/" + team.id, {"guardrails": {"maxCampaignDailyBudget": 20}})
    editor.post("/campaigns", campaign_body(budget=20.01), expect=422)
    make_campaign(editor, budget=20)
    # Only changes that raise spend can violate a guardrail.
    editor.patch("/campaigns/" + campaign["id"], {"budget": 49})
    editor.patch("/campaigns/" + campaign["id"], {"budget": 49.5}, expect=422)
    owner.patch("/spaces/" + team.id, {"guardrails": {"allowedPlatforms": ["microsoft"]}})
    assert (
        editor.post("/campaigns", campaign_body(budget=5), expect=422).details["violations"][0]["rule"]
        == "allowedPlatforms"
    )
    owner.patch("/spaces/" + team.id, {"guardrails": {"allowedPlatforms": []}})
    owner.refuse("PATCH", "/spaces/" + team.id, {"guardrails": {"allowedPlatforms": ["google"]}})


def test_approval_that_was_asked_for_is_waited_for(team):
    owner, publisher = team.client("OWNER"), team.client("PUBLISHER")
    make_tree(publisher)
    owner.patch("/spaces/" + team.id, {"guardrails": {"requireApproval": {"test": "ALWAYS"}}})
    run = start_push(publisher)
    assert run["status"] == "AWAITING_APPROVAL"
    publisher.post("/sync/%s/approve" % run["id"], expect=409)
    owner.post("/sync/%s/approve" % run["id"], expect=200)


def test_check_only_changes_nothing(team):
    client = team.client("OWNER")
    path = "/spaces/" + team.id
    body = {"name": "New", "guardrails": {"maxTotalDailyBudget": 1}}
    checked = client.patch(path, body, query={"validateOnly": True})
    assert checked.data["id"] is None and checked.meta["validateOnly"] is True
    assert checked.data["name"] == "New" and "etag" not in checked.headers
    client.refuse("PATCH", path, {"guardrails": {"maxTotalDailyBudget": 501}}, query={"validateOnly": True})
    assert client.get(path).data == dict(team.made, role="OWNER")


def test_versions_and_etags(team):
    client = team.client("OWNER")
    path = "/spaces/" + team.id
    first = client.get(path)
    etag = first.headers["etag"]
    assert client.get(path, headers={"If-None-Match": etag}, expect=304).status == 304
    second = client.patch(path, {"name": "New"}, headers={"If-Match": etag})
    assert second.data["version"] == 2 and second.headers["etag"] != etag
    stale = client.patch(path, {"name": "Newer"}, headers={"If-Match": etag}, expect=412)
    assert stale.code == "PRECONDITION_FAILED" and stale.details["currentVersion"] == 2
    client.patch(path, {"name": "Newer", "expectedVersion": 1}, expect=412)
    client.patch(path, {"name": "Newer", "expectedVersion": 2})
    client.patch(path, {"name": "Newest"}, headers={"If-Match": "*"})
    # The same text again is no edit.
    assert client.patch(path, {"name": "Newest"}).data["version"] == 4
    # The ETag covers the caller's own view, which includes the role.
    editor = team.client("EDITOR")
    tag = editor.get(path).headers["etag"]
    team.cli("member", "set", team.id, "--email", team.account("EDITOR").email, "--role", "VIEWER")
    assert editor.get(path, headers={"If-None-Match": tag}).data["role"] == "VIEWER"


def test_of_concurrent_changes_one_wins(team):
    path = "/spaces/" + team.id
    clients = [team.owner.client(space=team.id, spare=False) for _ in range(4)]
    for round_number in range(4):
        etag = clients[0].get(path).headers["etag"]
        answers = [None] * len(clients)

        def change(index):
            answers[index] = clients[index].patch(
                path,
                {"guardrails": {"maxTotalDailyBudget": 400 - 10 * round_number - index}},
                headers={"If-Match": etag},
                expect=(200, 412),
            )

        threads = [threading.Thread(target=change, args=(i,)) for i in range(len(clients))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer.status for answer in answers) == [200, 412, 412, 412]
        won = next(answer for answer in answers if answer.status == 200)
        assert clients[0].get(path).data == won.data


# --- currency and time zone -------------------------------------------------------------------


def test_an_empty_space_changes_its_currency(team):
    client = team.client("OWNER")
    before = {c["platform"]: c for c in client.get("/connections").data}
    done = client.patch("/spaces/" + team.id, {"currency": "JPY", "timezone": "Asia/Tokyo"}).data
    assert (done["currency"], done["timezone"]) == ("JPY", "Asia/Tokyo")
    after = {c["platform"]: c for c in client.get("/connections").data}
    assert set(after) == set(before)
    for platform, connection in after.items():
        assert (connection["currency"], connection["timezone"]) == ("JPY", "Asia/Tokyo")
        assert connection["accountId"] != before[platform]["accountId"]
    client.refuse("POST", "/campaigns", campaign_body(budget=5.5))
    make_tree(client)
    assert push(client)["status"] == "SUCCEEDED"


@pytest.mark.parametrize("field,value", [("currency", "EUR"), ("timezone", "Europe/Berlin")])
def test_currency_and_zone_are_fixed_by_the_first_campaign(team, field, value):
    client = team.client("OWNER")
    campaign = make_campaign(team.client("EDITOR", env="live"))
    resp = client.patch("/spaces/" + team.id, {field: value}, expect=409)
    assert resp.code == "CONFLICT" and resp.details["reason"] == "IMMUTABLE"
    assert field in resp.error["message"]
    same = {field: team.made[field], "name": "New"}
    assert client.patch("/spaces/" + team.id, same).data["name"] == "New"
    refused = team.cli("set", team.id, "--" + field, value, check=False)
    assert refused.code == 1 and refused.error["code"] == "CONFLICT"
    team.client("EDITOR", env="live").delete("/campaigns/" + campaign["id"])
    client.patch("/spaces/" + team.id, {field: value})


LIMITS = ("maxBid", "maxCampaignDailyBudget", "maxTotalDailyBudget")
DEFAULTS = {
    "USD": (10, 100, 500),
    "JPY": (1500, 15000, 75000),
    "KRW": (14000, 140000, 700000),
    "EUR": (8, 80, 400),
    "KWD": (3, 30, 150),
    "IDR": (160000, 1600000, 8000000),
    "VND": (250000, 2500000, 12500000),
}


def limits(space):
    return tuple(space["guardrails"][name] for name in LIMITS)


def test_the_default_limits_follow_the_currency(team):
    client = team.client("OWNER")
    path = "/spaces/" + team.id
    for code in ["KWD", "IDR", "EUR", "VND", "KRW", "JPY", "USD"]:
        assert limits(client.patch(path, {"currency": code}).data) == DEFAULTS[code]
        assert limits(client.get(path).data) == DEFAULTS[code]
    made = team.cli("add", "--email", team.owner.email, "--name", "Yen", "--currency", "JPY").json
    assert limits(made) == DEFAULTS["JPY"]
    team.cli("set", made["id"], "--currency", "KWD")
    yen = team.owner.client(space=made["id"]).get("/spaces/" + made["id"]).data
    assert limits(yen) == DEFAULTS["KWD"]


def test_another_currency_does_not_loosen(team):
    """A limit keeps its worth when an operator or an owner changes the currency."""
    client = team.client("OWNER")
    path = "/spaces/" + team.id
    client.patch(path, {"currency": "IDR"})
    client.patch(path, {"guardrails": {"maxCampaignDailyBudget": 800000, "maxBid": 80000}})
    assert limits(client.patch(path, {"currency": "KWD"}).data) == (1.5, 15, 150)
    # The same number in a currency of higher value would be a looser limit.
    body = {"currency": "USD", "guardrails": {"maxCampaignDailyBudget": 51}}
    refused = client.refuse("PATCH", path, body)
    assert [(f["path"], f["code"]) for f in refused.details["fields"]] == [
        ("guardrails.maxCampaignDailyBudget", "LOOSENS")
    ]
    body = {"currency": "USD", "guardrails": {"maxCampaignDailyBudget": 49}}
    assert limits(client.patch(path, body).data) == (5, 49, 500)
    # The operator's command may loosen a limit, but not by omitting it.
    team.cli("set", team.id, "--currency", "VND", "--max-total-daily-budget", "none")
    assert limits(client.get(path).data) == (125000, 1225000, None)
    team.cli("set", team.id, "--currency", "KWD")
    assert limits(client.get(path).data) == (1.5, 14.7, None)


def test_money_has_the_decimals_of_the_currency(team):
    client = team.client("OWNER")
    body = {"currency": "JPY", "guardrails": {"maxCampaignDailyBudget": 9.5}}
    refused = client.refuse("PATCH", "/spaces/" + team.id, body)
    assert refused.details["fields"][0]["code"] == "TOO_MANY_DECIMALS"
