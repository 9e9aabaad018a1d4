"""Event streams of the connector: subscriptions/listen and the progress of a push, on raw sockets."""

import time

import pytest

from adcore_events import PREFIX, Stream, legacy_message, modern_message
from adcore_make import Desk, finish, make_campaign, make_tree, missing_id, preview, run_state
from adcore_server import SCALE, Server, wait_for

SUBSCRIPTION = PREFIX + "subscriptionId"
UPDATED = "notifications/resources/updated"


def campaign_uri(campaign):
    return "adcore://campaign/" + (campaign if isinstance(campaign, str) else campaign["id"])


def listen(port, token, uris, id="listen:1", **filters):
    wanted = dict(filters, resourceSubscriptions=list(uris))
    message, headers = modern_message("subscriptions/listen", {"notifications": wanted}, id=id)
    return Stream(port, token, message, headers)


def acknowledged(stream):
    first = stream.wait_event(1)[0]
    assert first["method"] == "notifications/subscriptions/acknowledged", first
    return first["params"]["notifications"]


class Caller:
    """A token in plain text and a client for it."""

    def __init__(self, server, account, scopes="all", env="test"):
        self.server, self.account = server, account
        self.minted = account.mint(scopes, env)
        self.token = self.minted["token"]
        self.api = server.client(self.token)

    def listen(self, uris, **options):
        return listen(self.server.port, self.token, uris, **options)

    def cancel(self, id, expect=202):
        message, headers = legacy_message("notifications/cancelled", {"requestId": id})
        del message["id"]
        answer = Stream(self.server.port, self.token, message, headers)
        assert answer.status == expect
        answer.close()


@pytest.fixture
def caller(server, account):
    return Caller(server, account)


# --- subscriptions/listen --------------------------------------------------------------------


def test_what_is_listened_to_is_acknowledged_and_told(caller):
    first, second = make_campaign(caller.api), make_campaign(caller.api)
    stream = caller.listen([campaign_uri(first), campaign_uri(first)], toolsListChanged=True)
    assert stream.status == 200 and stream.is_stream
    assert stream.headers["x-accel-buffering"] == "no"
    assert stream.headers["cache-control"] == "no-store"
    assert acknowledged(stream) == {"resourceSubscriptions": [campaign_uri(first)]}
    assert stream.events[0]["params"]["_meta"] == {SUBSCRIPTION: "listen:1"}
    caller.api.patch("/campaigns/" + second["id"], {"budget": 33})
    caller.api.patch("/campaigns/" + first["id"], {"budget": 34})
    told = stream.wait_event(2)[1]
    assert told == {
        "jsonrpc": "2.0",
        "method": UPDATED,
        "params": {"uri": campaign_uri(first), "_meta": {SUBSCRIPTION: "listen:1"}},
    }
    caller.api.patch("/campaigns/" + first["id"], {"budget": 35})
    stream.wait_event(3)
    caller.api.delete("/campaigns/" + first["id"])
    stream.wait_event(4)
    stream.silent(2.5)
    stream.close()


def test_the_id_of_a_subscription_keeps_its_type(caller):
    campaign = make_campaign(caller.api)
    stream = caller.listen([campaign_uri(campaign)], id=7)
    stream.wait_event(1)
    assert stream.events[0]["params"]["_meta"] == {SUBSCRIPTION: 7}
    stream.close()


def test_what_is_of_others_or_nobody_is_not_honoured(server, caller):
    theirs = make_campaign(server.account().client())
    live = Caller(server, caller.account, env="live")
    other_environment = make_campaign(live.api)
    own = make_campaign(caller.api)
    uris = [
        campaign_uri(theirs),
        campaign_uri(missing_id(own["id"])),
        campaign_uri(other_environment),
        campaign_uri("x" * 5000),
        campaign_uri(""),
        "adcore://sync/" + own["id"],
        "adcore://guide/google",
        "https://example.org/",
        campaign_uri(own),
    ]
    stream = caller.listen(uris)
    assert acknowledged(stream) == {"resourceSubscriptions": [campaign_uri(own)]}
    live.api.patch("/campaigns/" + other_environment["id"], {"budget": 12})
    stream.silent(2.5)
    stream.close()
    stream = caller.listen(uris[:-1])
    events = stream.finish()
    assert events[0]["params"] == {"notifications": {}, "_meta": {SUBSCRIPTION: "listen:1"}}
    assert events[1] == {
        "jsonrpc": "2.0",
        "id": "listen:1",
        "result": {"resultType": "complete", "_meta": {SUBSCRIPTION: "listen:1"}},
    }
    stream.close()


@pytest.mark.parametrize(
    "params",
    (
        {},
        {"notifications": []},
        {"notifications": {"resourceSubscriptions": "adcore://sync/x"}},
        {"notifications": {"resourceSubscriptions": [1]}},
        {"notifications": {"resourceSubscriptions": ["adcore://sync/%d" % i for i in range(51)]}},
    ),
)
def test_malformed_filters_are_refused(caller, params):
    message, headers = modern_message("subscriptions/listen", params)
    answer = Stream(caller.server.port, caller.token, message, headers)
    assert answer.status == 200 and answer.json["error"]["code"] == -32602, answer.json
    answer.close()


def test_listening_needs_the_scope_of_reading(server, account):
    owner = Caller(server, account)
    campaign = make_campaign(owner.api)
    narrow = Caller(server, account, scopes=["sync:read"])
    answer = narrow.listen([campaign_uri(campaign)])
    assert answer.status == 403 and not answer.is_stream
    assert "insufficient_scope" in answer.headers["www-authenticate"]
    assert "campaigns:read" in answer.headers["www-authenticate"]
    answer.close()


def test_the_legacy_era_has_no_listen(caller):
    message, headers = legacy_message("subscriptions/listen", {"notifications": {}})
    answer = Stream(caller.server.port, caller.token, message, headers)
    assert answer.status == 200 and answer.json["error"]["code"] == -32601
    answer.close()


def test_revoking_the_token_ends_the_stream(server, caller):
    campaign = make_campaign(caller.api)
    stream = caller.listen([campaign_uri(campaign)])
    stream.wait_event(1)
    server.cli("token", "revoke", caller.minted["tokenId"])
    last = stream.finish(10)[-1]
    assert last["id"] == "listen:1" and last["error"]["code"] == -31001, last
    stream.close()


def test_a_run_is_told_of_as_it_goes(desk):
    caller = Caller(desk.server, desk.account)
    make_tree(desk.api)
    desk.box.fault({"type": "latency", "ms": 1500}, path="mutate", times=50)
    plan = preview(desk.api)
    run = desk.api.post("/sync", {"planHash": plan["planHash"]}, expect=202).data
    uri = "adcore://sync/" + run["id"]
    stream = caller.listen([uri])
    assert acknowledged(stream) == {"resourceSubscriptions": [uri]}
    told = stream.wait_event(2)[1]
    assert told["params"]["uri"] == uri
    finish(desk.api, run["id"])
    stream.until(lambda s: False, 2.5)
    assert len(stream.events) >= 3
    stream.silent(2.5)
    stream.close()


def test_stopping_the_server_ends_streams_with_a_result():
    with Server() as server:
        caller = Caller(server, server.account())
        campaign = make_campaign(caller.api)
        streams = [caller.listen([campaign_uri(campaign)], id="l%d" % i) for i in range(4)]
        for stream in streams:
            stream.wait_event(1)
        begun = time.monotonic()
        assert server.terminate() == 0
        assert time.monotonic() - begun < 5 * SCALE
        for i, stream in enumerate(streams):
            assert stream.finish(5)[-1]["result"]["resultType"] == "complete"
            assert stream.events[-1]["id"] == "l%d" % i
            stream.close()


def test_streams_are_bounded_for_an_account_and_in_all():
    with Server(args=("--streams", "3", "--streams-each", "2")) as server:
        first, second = Caller(server, server.account()), Caller(server, server.account())
        uris = {each: [campaign_uri(make_campaign(each.api))] for each in (first, second)}
        held = [first.listen(uris[first]) for _ in range(2)]
        for stream in held:
            stream.wait_event(1)
        refused = first.listen(uris[first])
        assert refused.status == 429 and refused.json["error"]["code"] == -31029
        assert int(refused.headers["retry-after"]) > 0
        refused.close()
        held.append(second.listen(uris[second]))
        held[-1].wait_event(1)
        refused = second.listen(uris[second])
        assert refused.status == 503 and int(refused.headers["retry-after"]) > 0
        refused.close()
        held.pop(0).close()

        def again():
            stream = second.listen(uris[second])
            stream.close()
            return stream.status == 200

        assert wait_for(again, 5), "a closed stream gives its place back"
        for stream in held:
            stream.close()


def test_no_streams_at_all():
    with Server(args=("--streams", "0")) as server:
        desk = Desk(server)
        caller = Caller(server, desk.account)
        refused = caller.listen([campaign_uri(make_campaign(desk.api))])
        assert refused.status == 503
        refused.close()
        make_tree(desk.api)
        answer = push(caller, preview(caller.api))
        assert not answer.is_stream and answer.json["result"]["structuredContent"]["run"]["id"]
        answer.close()


def test_a_change_by_another_server_is_told(server):
    if not server.database.url:
        pytest.skip("one server has a SQLite file for itself")
    caller = Caller(server, server.account())
    campaign = make_campaign(caller.api)
    with Server(beside=server) as other:
        stream = caller.listen([campaign_uri(campaign)])
        stream.wait_event(1)
        other.client(caller.token).patch("/campaigns/" + campaign["id"], {"budget": 77})
        stream.wait_event(2)
        server_side = other.cli("token", "revoke", caller.minted["tokenId"])
        assert server_side.code == 0
        assert stream.finish(10)[-1]["error"]["code"] == -31001
        stream.close()


# --- progress of a push ------------------------------------------------------------------------


def push(caller, plan, era=modern_message, token="p1", id=1, **options):
    params = {"name": "push_sync", "arguments": {"all": True, "planHash": plan["planHash"]}}
    meta = {"progressToken": token} if token is not None else None
    message, headers = era("tools/call", params, id=id, meta=meta)
    return Stream(caller.server.port, caller.token, message, headers, **options)


def slow(desk):
    desk.box.fault({"type": "latency", "ms": 400}, path="mutate", times=50)


@pytest.fixture
def pusher(desk):
    caller = Caller(desk.server, desk.account)
    make_tree(desk.api)
    caller.plan = preview(caller.api)
    return caller


@pytest.mark.parametrize("era", (modern_message, legacy_message))
@pytest.mark.parametrize("token", ("p-é", 42))
def test_a_push_tells_how_far_it_is(desk, pusher, era, token):
    slow(desk)
    stream = push(pusher, pusher.plan, era, token, id="the push")
    assert stream.status == 200 and stream.is_stream
    events = stream.finish()
    *progress, last = events
    assert last["id"] == "the push", events
    run = last["result"]["structuredContent"]["run"]
    assert run["status"] == "SUCCEEDED" and run["progress"] == {"done": 5, "total": 5}
    assert len(progress) >= 2
    for each in progress:
        assert each["method"] == "notifications/progress" and "id" not in each
        assert each["params"]["progressToken"] == token
        assert each["params"]["total"] == 5 and each["params"]["message"]
    numbers = [each["params"]["progress"] for each in progress]
    assert numbers == sorted(set(numbers)) and numbers[-1] == 5, numbers
    stream.close()


@pytest.mark.parametrize(
    "token, options",
    (
        (None, {}),
        ("p", {"accept": "application/json"}),
        ("p", {"accept": "*/*"}),
        (1.5, {}),
        ({"a": 1}, {}),
    ),
)
def test_without_a_token_or_a_reader_nothing_changes(pusher, token, options):
    answer = push(pusher, pusher.plan, token=token, **options)
    assert answer.status == 200 and not answer.is_stream
    assert answer.json["result"]["structuredContent"]["run"]["id"]
    answer.close()


def test_a_refused_push_is_told_at_once(pusher):
    answer = push(pusher, {"planHash": "0" * 64})
    assert answer.status == 200 and not answer.is_stream
    assert answer.json["result"]["isError"] is True
    answer.close()


def the_run(pusher):
    runs = pusher.api.get("/sync").data
    return runs[0] if runs else None


def test_closing_the_stream_ends_the_wait_and_not_the_push(desk, pusher):
    slow(desk)
    stream = push(pusher, pusher.plan)
    stream.wait_event(1)
    stream.close()
    run = finish(pusher.api, the_run(pusher)["id"])
    assert run["status"] == "SUCCEEDED" and run["progress"] == {"done": 5, "total": 5}


def test_cancelled_ends_the_wait_without_an_answer(desk, pusher):
    stranger = Caller(desk.server, desk.server.account())
    # Long enough for four calls, on any machine: the push must not end before they do.
    desk.box.fault({"type": "latency", "ms": int(1500 * SCALE)}, path="mutate", times=2)
    stream = push(pusher, pusher.plan, legacy_message, id=17)
    stream.wait_event(1)
    for other in (16, "17", None):
        pusher.cancel(other)
    stranger.cancel(17)
    assert not stream.until(lambda s: any("id" in each for each in s.events), 0.2)
    pusher.cancel(17)
    assert all("id" not in each for each in stream.finish())
    stream.close()
    run = finish(pusher.api, the_run(pusher)["id"])
    assert run["status"] == "SUCCEEDED"


def test_a_push_that_waits_for_a_person_answers_with_the_link(desk, pusher):
    desk.api.patch("/spaces/" + desk.api.get("/me").data["space"]["id"], {"guardrails": {"requireApproval": {"test": "CONNECTOR"}}})
    plan = preview(pusher.api)
    answer = push(pusher, plan)
    assert not answer.is_stream
    assert answer.json["result"]["structuredContent"]["run"]["status"] == "AWAITING_APPROVAL"
    answer.close()


def test_stopping_the_server_answers_with_how_far_it_is():
    with Server() as server:
        desk = Desk(server)
        caller = Caller(server, desk.account)
        make_tree(desk.api)
        plan = preview(caller.api)
        desk.box.fault({"type": "latency", "ms": 4000}, path="mutate", times=50)
        stream = push(caller, plan)
        stream.wait_event(1)
        assert server.terminate() == 0
        run = stream.finish(5)[-1]["result"]["structuredContent"]["run"]
        assert run["status"] in ("QUEUED", "RUNNING"), run
        stream.close()


def test_a_revoked_token_ends_the_wait_and_the_rest_of_the_push(desk, pusher):
    desk.box.fault({"type": "latency", "ms": 2500}, path="mutate", times=50)
    stream = push(pusher, pusher.plan)
    stream.wait_event(1)
    desk.server.cli("token", "revoke", pusher.minted["tokenId"])
    last = stream.finish()[-1]
    assert last["error"]["code"] == -31001, last
    run = finish(desk.api, desk.api.get("/sync").data[0]["id"])
    assert run["error"]["code"] == "CREDENTIAL_REVOKED", run
    assert [op["status"] for op in run["operations"]][1:] == ["SKIPPED"] * 4
    stream.close()
