"""External ends of an event stream of the connector: credential, membership and time limit."""

import time

import pytest

from adcore_events import Stream, modern_message
from adcore_grant import granted, revoke
from adcore_make import Desk, finish, make_campaign, make_tree
from adcore_server import SCALE, Server
from adcore_team import Team


class Caller:
    def __init__(self, server, token):
        self.server, self.token = server, token
        self.api = server.client(token)

    def ask(self, method, params, meta=None, id="s1"):
        message, headers = modern_message(method, params, id=id, meta=meta)
        return Stream(self.server.port, self.token, message, headers)

    def listen(self, uri):
        wanted = {"notifications": {"resourceSubscriptions": [uri]}}
        stream = self.ask("subscriptions/listen", wanted)
        stream.wait_event(1)
        return stream

    def push(self):
        params = {"name": "preview_sync", "arguments": {"all": True}}
        plan = self.ask("tools/call", params).json["result"]["structuredContent"]["plan"]
        arguments = {"all": True, "planHash": plan["planHash"]}
        params = {"name": "push_sync", "arguments": arguments}
        return self.ask("tools/call", params, meta={"progressToken": "p"})


def uri_of(campaign):
    return "adcore://campaign/" + campaign["id"]


def settled(stream):
    """Waits until the stream has made its first check of the credential, soon after its start."""
    stream.until(lambda s: False, 2.5 / SCALE)


def refused(stream, code):
    """The last event: the answer to the request, with the error code of the refusal."""
    last = stream.finish(30)[-1]
    assert last["id"] == "s1" and last["error"]["code"] == code, last
    assert last["error"]["message"], last
    stream.close()
    return last["error"]


def test_an_expired_token_ends_the_stream(server, account):
    minted = account.mint("all")
    lives = int(3 + 2 * SCALE)
    ends = int((time.time() + lives) * 1e6)
    server.sql("UPDATE tokens SET expires_at = %d WHERE id = '%s'" % (ends, minted["tokenId"]))
    caller = Caller(server, minted["token"])
    campaign = make_campaign(account.client())
    stream = caller.listen(uri_of(campaign))
    refused(stream, -31001)
    assert time.time() * 1e6 >= ends


def connector(server, account, scopes=("campaigns:read", "campaigns:write", "sync:read"), space=None):
    resource = "http://127.0.0.1:%d/mcp" % server.port
    answer = granted(server, account, scopes, space=space, resource=resource)
    return answer, Caller(server, answer["access_token"])


def test_a_revoked_grant_ends_the_stream(server, account):
    campaign = make_campaign(account.client())
    answer, caller = connector(server, account)
    other_answer, other = connector(server, account)
    stream, kept = caller.listen(uri_of(campaign)), other.listen(uri_of(campaign))
    settled(stream)
    revoke(server, answer)
    refused(stream, -31001)
    account.client().patch("/campaigns/" + campaign["id"], {"budget": 31})
    assert kept.wait_event(2)[1]["method"] == "notifications/resources/updated"
    kept.close()


def test_a_removed_member_hears_no_more(server):
    team = Team(server)
    campaign = make_campaign(team.client("OWNER"))
    account = team.account("EDITOR")
    _, caller = connector(server, account, space=team.id)
    stream = caller.listen(uri_of(campaign))
    settled(stream)
    team.cli("member", "remove", team.id, "--email", account.email)
    error = refused(stream, -31004)
    assert team.id not in str(error.get("data", {}).get("fields", ""))
    team.client("OWNER").patch("/campaigns/" + campaign["id"], {"budget": 32})
    assert not [e for e in stream.events if e.get("method", "").endswith("updated")]


@pytest.fixture
def slow_push(desk):
    """A slow push by a publisher, with progress events."""
    server = desk.server
    team = Team(server)
    make_tree(team.client("OWNER"))
    account = team.account("PUBLISHER")
    scopes = ("campaigns:read", "campaigns:write", "ads:read", "ads:write")
    scopes += ("keywords:read", "keywords:write", "sync:read", "sync:write")
    _, caller = connector(server, account, scopes, space=team.id)
    desk.box.fault({"type": "latency", "ms": int(6000 + 1000 * SCALE)}, path="mutate", times=50)
    stream = caller.push()
    stream.wait_event(1)
    assert stream.is_stream
    settled(stream)
    return team, account, stream, desk.box


def rest_is_skipped(team, box):
    """The request in flight is reconciled, and no further operation of the run is sent."""
    box.clear_faults()
    run = team.client("OWNER").get("/sync").data[0]["id"]
    run = finish(team.client("OWNER"), run)
    assert run["error"]["code"] == "CREDENTIAL_REVOKED", run
    assert {op["status"] for op in run["operations"]} <= {"SUCCEEDED", "SKIPPED"}


def test_a_lost_role_ends_the_wait_and_the_rest_of_the_push(slow_push):
    team, account, stream, box = slow_push
    team.cli("member", "set", team.id, "--email", account.email, "--role", "EDITOR")
    error = refused(stream, -31003)
    assert error["data"]["details"]["required"] == ["sync:write"], error
    rest_is_skipped(team, box)


def test_a_removed_member_ends_the_wait_and_the_rest_of_the_push(slow_push):
    team, account, stream, box = slow_push
    team.cli("member", "remove", team.id, "--email", account.email)
    refused(stream, -31004)
    rest_is_skipped(team, box)


def test_a_push_is_waited_for_so_long_and_no_longer():
    with Server(args=("--push-wait", "2")) as server:
        desk = Desk(server)
        make_tree(desk.api)
        desk.box.fault({"type": "latency", "ms": int(3000 + 1000 * SCALE)}, path="mutate", times=50)
        caller = Caller(server, desk.account.mint("all")["token"])
        begun = time.monotonic()
        stream = caller.push()
        last = stream.finish(20)[-1]
        assert time.monotonic() - begun >= 2
        run = last["result"]["structuredContent"]["run"]
        assert run["status"] == "RUNNING" and run["progress"]["done"] < run["progress"]["total"]
        assert run["id"] in last["result"]["content"][0]["text"]
        stream.close()
        desk.box.clear_faults()
        assert finish(caller.api, run["id"], 120)["status"] == "SUCCEEDED"
