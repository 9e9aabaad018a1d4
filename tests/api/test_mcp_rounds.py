"""Confirmation rounds of the connector: push_sync asks the person first, if the client supports it
and the plan requires it."""

import base64
import re

import pytest

from adcore_connector import BOTH, FORM, URL, Connector, legacy_tool
from adcore_events import PREFIX
from adcore_grant import granted
from adcore_make import Desk, finish, make_tree, push
from adcore_server import Server

ACCEPT = {"confirm_push": {"action": "accept", "content": {"confirm": True}}}


class Office(Desk):
    """An account whose plan makes a campaign live, and a client that can ask."""

    def __init__(self, server):
        super().__init__(server)
        self.token = self.account.mint("all")["token"]
        self.client = Connector(server, self.token, **FORM)
        self.campaign = make_tree(self.api, status="ENABLED")["campaign"]

    def plan(self, client=None, activate=True):
        return (client or self.client).preview(all=True, activate=activate)

    def runs(self):
        return self.api.get("/sync").data

    def asked(self, plan, client=None, **more):
        """The first round: the result that asks."""
        done = (client or self.client).tool("push_sync", plan, **more)
        assert done["resultType"] == "input_required", done
        assert "content" not in done and "structuredContent" not in done
        assert self.runs() == []
        return done

    def again(self, plan, asked, responses=ACCEPT, client=None, **more):
        return (client or self.client).tool(
            "push_sync", plan, inputResponses=responses, requestState=asked["requestState"], **more
        )


@pytest.fixture
def office(server):
    made = Office(server)
    yield made
    if server.process.poll() is None:
        server.sandbox().clear_faults()


def text_of(result):
    return result["content"][0]["text"]


def test_what_goes_live_is_confirmed_first(office):
    plan = office.plan()
    asked = office.asked(plan)
    one = asked["inputRequests"]["confirm_push"]
    assert one["method"] == "elicitation/create" and one["params"]["mode"] == "form"
    message, schema = one["params"]["message"], one["params"]["requestedSchema"]
    assert "test environment" in message and "Push 6 operations" in message, message
    assert "set objects live: 1." in message, message
    assert re.search(r": 0 -> %d(\.00)? USD" % office.campaign["budget"], message), message
    assert office.campaign["name"] not in message
    assert schema["type"] == "object" and schema["required"] == ["confirm"]
    assert schema["properties"]["confirm"]["type"] == "boolean"
    assert asked["_meta"][PREFIX + "serverInfo"]["name"] == "adcore"
    assert "ttlMs" not in asked
    done = office.again(plan, asked)
    assert done["resultType"] == "complete"
    run = finish(office.api, done["structuredContent"]["run"]["id"])
    assert run["status"] == "SUCCEEDED" and run["source"] == "MCP"
    assert len(office.runs()) == 1


def test_a_revert_is_weighed_by_its_own_plan(office):
    """The hash covers the plan of the reverted objects. Other drafts do not change it."""
    api, client = office.api, office.client
    push(api, activate=True)
    path = "/campaigns/" + office.campaign["id"]
    budget = office.campaign["budget"]
    api.patch(path, {"budget": budget - 1})
    run = push(api, activate=True)
    done = client.tool("revert_sync", {"id": run["id"]})
    made = done["structuredContent"]["revert"]
    assert made["coverage"] == "FULL"
    other = make_tree(api, status="ENABLED")
    plan = {"all": True, "planHash": made["planHash"]}
    asked = client.tool("push_sync", plan)
    assert asked["resultType"] == "input_required", asked
    message = asked["inputRequests"]["confirm_push"]["params"]["message"]
    assert "Push 1 operations" in message and "set objects live: 0." in message, message
    assert re.search(r": %d(\.00)? -> %d(\.00)? USD" % (budget - 1, budget), message), message
    again = office.again(plan, asked)
    assert finish(api, again["structuredContent"]["run"]["id"])["status"] == "SUCCEEDED"
    assert api.get("/campaigns/" + other["campaign"]["id"]).data["syncState"] == "STAGED"


def test_a_revert_that_raises_nothing_asks_nobody(office):
    api, client = office.api, office.client
    push(api, activate=True)
    path = "/campaigns/" + office.campaign["id"]
    api.patch(path, {"budget": office.campaign["budget"] + 1})
    run = push(api, activate=True)
    made = client.tool("revert_sync", {"id": run["id"]})["structuredContent"]["revert"]
    make_tree(api, status="ENABLED")
    done = client.tool("push_sync", {"all": True, "planHash": made["planHash"]})
    assert done["resultType"] == "complete", done
    assert finish(api, done["structuredContent"]["run"]["id"])["progress"]["total"] == 1


def test_a_state_holds_once(office):
    plan = office.plan()
    asked = office.asked(plan)
    finish(office.api, office.again(plan, asked)["structuredContent"]["run"]["id"])
    again = dict(name="push_sync", arguments=plan, inputResponses=ACCEPT)
    error = office.client.error("tools/call", dict(again, requestState=asked["requestState"]), -32602)
    assert error["data"]["reason"] == "USED" and "get_sync" in error["message"]
    assert len(office.runs()) == 1


@pytest.mark.parametrize(
    "response, reason",
    (
        ({"action": "decline"}, "DECLINED"),
        ({"action": "cancel"}, "CANCELLED"),
        ({"action": "accept", "content": {"confirm": False}}, "DECLINED"),
    ),
)
def test_no_is_no(office, response, reason):
    plan = office.plan()
    asked = office.asked(plan)
    done = office.again(plan, asked, {"confirm_push": response})
    assert done["isError"] is True and reason in text_of(done)
    assert "Nothing was changed." in text_of(done)
    params = dict(name="push_sync", arguments=plan, inputResponses=ACCEPT)
    error = office.client.error("tools/call", dict(params, requestState=asked["requestState"]), -32602)
    assert error["data"]["reason"] == "USED", "the answer cannot be changed behind the person's back"
    assert office.runs() == [] and office.mutates() == []


def test_what_is_missing_is_asked_again(office):
    plan = office.plan()
    asked = office.asked(plan)
    for responses in ({}, {"other": ACCEPT["confirm_push"]}, {"confirm_push": {"action": "accept"}}):
        more = office.again(plan, asked, responses)
        assert more["resultType"] == "input_required"
        assert more["requestState"] != asked["requestState"]
    done = office.again(plan, more, dict(ACCEPT, other={"action": "accept"}))
    assert done["structuredContent"]["run"]["id"]


def test_an_answer_without_its_state_is_no_answer(office):
    plan = office.plan()
    office.asked(plan, inputResponses=ACCEPT)


@pytest.mark.parametrize(
    "responses",
    ([], "yes", {"confirm_push": "yes"}, {"confirm_push": {"action": "maybe"}},
     {"confirm_push": {"action": "accept", "content": {"confirm": "true"}}}),
)
def test_malformed_answers_are_refused(office, responses):
    plan = office.plan()
    asked = office.asked(plan)
    params = dict(name="push_sync", arguments=plan, inputResponses=responses)
    office.client.error("tools/call", dict(params, requestState=asked["requestState"]), -32602)
    assert office.runs() == []


def bent(state):
    head, body = state.split(".", 1)
    raw = bytearray(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    raw[len(raw) // 2] ^= 1
    return head + "." + base64.urlsafe_b64encode(bytes(raw)).decode().rstrip("=")


def test_a_state_is_of_one_caller_tool_and_plan(office, server):
    plan = office.plan()
    state = office.asked(plan)["requestState"]
    assert plan["planHash"] not in state and office.account.email not in state

    def refused(client, arguments, state):
        params = dict(name="push_sync", arguments=arguments, inputResponses=ACCEPT, requestState=state)
        error = client.error("tools/call", params, -32602)
        assert error["data"]["reason"] == "INVALID"

    for bad in (bent(state), state[:-1], state + "A", "", "v1.", "x", 7, [state]):
        refused(office.client, plan, bad)
    refused(office.client, dict(plan, activate=False), state)
    refused(office.client, dict(plan, idempotencyKey="k"), state)
    other = Connector(server, office.account.mint("all")["token"], **FORM)
    refused(other, plan, state)
    stranger = Office(server)
    refused(stranger.client, plan, state)
    assert office.runs() == []
    assert office.again(plan, {"requestState": state})["structuredContent"]["run"]["id"]


def test_grants_of_one_person_do_not_share_states(office, server):
    kinds = ("campaigns", "ads", "keywords", "sync")
    scopes = ["%s:%s" % (kind, may) for kind in kinds for may in ("read", "write")]
    resource = "http://127.0.0.1:%d/mcp" % server.port
    one, two = (
        Connector(server, granted(server, office.account, scopes, resource=resource)["access_token"], **FORM)
        for _ in range(2)
    )
    plan = office.plan(one)
    asked = office.asked(plan, one)
    office.plan(two)
    params = dict(name="push_sync", arguments=plan, inputResponses=ACCEPT)
    two.error("tools/call", dict(params, requestState=asked["requestState"]), -32602)
    assert office.runs() == []
    assert office.again(plan, asked, client=one)["structuredContent"]["run"]["id"]


@pytest.mark.parametrize("capabilities", ({}, URL, {"sampling": {}}, {"elicitation": []}))
def test_a_client_that_cannot_ask_gets_what_it_got(office, capabilities):
    client = office.client.declaring(**capabilities)
    done = client.tool("push_sync", office.plan(client))
    assert done["resultType"] == "complete" and done["structuredContent"]["run"]["id"]


@pytest.mark.parametrize("capabilities", ({"elicitation": {}}, BOTH))
def test_an_empty_declaration_is_the_form(office, capabilities):
    client = office.client.declaring(**capabilities)
    office.asked(office.plan(client), client)


def test_the_handshake_era_is_never_asked(office):
    plan = office.plan()
    done = legacy_tool(office.server, office.token, "push_sync", plan)
    assert "resultType" not in done and done["structuredContent"]["run"]["id"]


def test_what_stays_paused_is_not_asked_about(office):
    plan = office.plan(activate=False)
    done = office.client.tool("push_sync", plan)
    assert done["resultType"] == "complete", done
    finish(office.api, done["structuredContent"]["run"]["id"])


def push_all(office):
    plan = office.plan()
    done = office.again(plan, office.asked(plan))
    return finish(office.api, done["structuredContent"]["run"]["id"])


def later(office, **changes):
    office.api.patch("/campaigns/" + office.campaign["id"], changes)
    plan = office.plan(activate=False)
    return office.client.tool("push_sync", plan)


def test_more_spend_is_asked_about_and_less_is_not(office):
    push_all(office)
    assert later(office, budget=25)["resultType"] == "input_required"
    assert later(office, budget=15)["resultType"] == "complete"
    run = office.runs()[0]
    finish(office.api, run["id"])
    assert later(office, status="PAUSED")["resultType"] == "complete"


def test_what_would_be_refused_asks_nobody(office):
    done = office.client.tool("push_sync", {"all": True, "activate": True, "planHash": "0" * 64})
    assert done["isError"] is True and "PLAN_CHANGED" in text_of(done)
    space = office.api.get("/me").data["space"]["id"]
    plan = office.plan()
    office.api.patch("/spaces/" + space, {"guardrails": {"maxCampaignDailyBudget": 5}})
    done = office.client.tool("push_sync", plan)
    assert done["isError"] is True, done
    assert office.runs() == []


def test_a_confirmation_moves_no_guardrail(office):
    plan = office.plan()
    asked = office.asked(plan)
    space = office.api.get("/me").data["space"]["id"]
    office.api.patch("/spaces/" + space, {"guardrails": {"maxTotalDailyBudget": 5}})
    done = office.again(plan, asked)
    assert done["isError"] is True and office.runs() == []


def test_a_plan_that_changed_meanwhile_is_not_pushed(office):
    plan = office.plan()
    asked = office.asked(plan)
    office.api.patch("/campaigns/" + office.campaign["id"], {"budget": 90})
    done = office.again(plan, asked)
    assert done["isError"] is True and "PLAN_CHANGED" in text_of(done)
    assert office.runs() == []


def test_a_key_replays_without_asking(office):
    plan = dict(office.plan(), idempotencyKey="once")
    done = office.again(plan, office.asked(plan))
    run = done["structuredContent"]["run"]["id"]
    finish(office.api, run)
    repeat = office.client.tool("push_sync", plan)
    assert repeat["resultType"] == "complete"
    assert repeat["structuredContent"]["run"]["id"] == run
    assert len(office.runs()) == 1


@pytest.mark.parametrize(
    "method, params",
    (
        ("tools/call", {"name": "get_context", "arguments": {}}),
        ("prompts/get", {"name": "weekly_review"}),
        ("tools/list", {}),
    ),
)
def test_what_never_asks_takes_no_state(office, method, params):
    error = office.client.error(method, dict(params, requestState="v1.AAAA"), -32602)
    assert error["data"]["reason"] == "INVALID"


# --- approval ----------------------------------------------------------------------------------


def wants_approval(office):
    space = office.api.get("/me").data["space"]["id"]
    rule = {"guardrails": {"requireApproval": {"test": "CONNECTOR"}}}
    office.api.patch("/spaces/" + space, rule)


def awaiting(office, client):
    wants_approval(office)
    plan = office.plan(client)
    done = client.tool("push_sync", plan)
    assert done["resultType"] == "input_required", done
    params = done["inputRequests"]["approve_push"]["params"]
    run = office.runs()[0]
    assert run["status"] == "AWAITING_APPROVAL"
    assert params["mode"] == "url" and "elicitationId" not in params
    assert params["url"] == "http://127.0.0.1:%d/app/runs/%s" % (office.server.port, run["id"])
    assert params["message"]
    return plan, done, run


@pytest.mark.parametrize("capabilities", (URL, BOTH))
def test_an_approval_is_asked_for_by_its_page(office, capabilities):
    client = office.client.declaring(**capabilities)
    plan, asked, run = awaiting(office, client)
    office.api.post("/sync/%s/approve" % run["id"], expect=200)
    responses = {"approve_push": {"action": "accept"}}
    done = office.again(plan, asked, responses, client)
    assert done["resultType"] == "complete"
    assert done["structuredContent"]["run"]["id"] == run["id"]
    assert finish(office.api, run["id"])["status"] == "SUCCEEDED"
    assert len(office.runs()) == 1


@pytest.mark.parametrize("action", ("decline", "cancel"))
def test_who_does_not_open_the_page_finds_the_run_waiting(office, action):
    client = office.client.declaring(**URL)
    plan, asked, run = awaiting(office, client)
    done = office.again(plan, asked, {"approve_push": {"action": action}}, client)
    assert done["structuredContent"]["run"]["status"] == "AWAITING_APPROVAL"
    assert "/app/runs/" + run["id"] in text_of(done)
    params = dict(name="push_sync", arguments=plan, requestState=asked["requestState"])
    client.error("tools/call", params, -32602)
    assert len(office.runs()) == 1


def test_a_page_not_answered_is_asked_for_again(office):
    client = office.client.declaring(**URL)
    plan, asked, run = awaiting(office, client)
    more = office.again(plan, asked, {}, client)
    assert more["resultType"] == "input_required"
    assert run["id"] in more["inputRequests"]["approve_push"]["params"]["url"]
    assert len(office.runs()) == 1


@pytest.mark.parametrize("capabilities", ({}, FORM))
def test_without_pages_the_link_is_told(office, capabilities):
    client = office.client.declaring(**capabilities)
    wants_approval(office)
    done = client.tool("push_sync", office.plan(client))
    assert done["resultType"] == "complete"
    assert done["structuredContent"]["run"]["status"] == "AWAITING_APPROVAL"
    assert "/app/runs/" in text_of(done)


# --- several servers ---------------------------------------------------------------------------


def test_a_state_holds_once_on_all_servers(office, server):
    if not server.database.url:
        pytest.skip("one server has a SQLite file for itself")
    plan = office.plan()
    asked = office.asked(plan)
    with Server(beside=server) as other:
        there = Connector(other, office.token, **FORM)
        done = office.again(plan, asked, client=there)
        finish(office.api, done["structuredContent"]["run"]["id"])
        params = dict(name="push_sync", arguments=plan, inputResponses=ACCEPT)
        error = office.client.error("tools/call", dict(params, requestState=asked["requestState"]), -32602)
        assert error["data"]["reason"] == "USED"
    assert len(office.runs()) == 1


def test_a_state_grows_too_old():
    with Server(clock=True) as server:
        office = Office(server)
        plan = office.plan()
        asked = office.asked(plan)
        server.clock.advance(16 * 60)
        params = dict(name="push_sync", arguments=plan, inputResponses=ACCEPT)
        error = office.client.error("tools/call", dict(params, requestState=asked["requestState"]), -32602)
        assert error["data"]["reason"] == "EXPIRED"
        assert office.runs() == []


def test_a_state_survives_a_restart():
    with Server() as server:
        office = Office(server)
        plan = office.plan()
        asked = office.asked(plan)
        server.restart(kill=True)
        office.reopen()
        done = office.again(plan, asked)
        assert finish(office.api, done["structuredContent"]["run"]["id"])["status"] == "SUCCEEDED"
