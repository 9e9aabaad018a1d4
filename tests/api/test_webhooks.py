"""Webhooks: payload, management rights, and failures of the receiver."""

import base64
import hashlib
import hmac
import http.server
import json
import threading

import pytest

from adcore_grant import granted
from adcore_make import missing_id
from adcore_server import SCALE, Server, wait_for
from adcore_team import Team

URL = "https://hooks.example.com/adcore"
HASTE = {"ADCORE_WEBHOOK_HASTE": "10"}
LOOPBACK = ["--fetch-allow", "127.0.0.0/8"]


class Receiver(http.server.ThreadingHTTPServer):
    """Answers with the statuses of `answers`, in order. Then answers 204."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen, self.answers = [], []
        self.gate, self.lock, self.held, self.most = threading.Event(), threading.Lock(), 0, 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path="/hook"):
        return "http://127.0.0.1:%d%s" % (self.server_address[1], path)

    def wait(self, count, path="/hook"):
        assert wait_for(lambda: len(self.of(path)) >= count, 30 * SCALE), (path, self.seen)
        return self.of(path)

    def hold(self):
        """A slow request: it waits at the gate, for less than the server's timeout."""
        with self.lock:
            self.held += 1
            self.most = max(self.most, self.held)
        self.gate.wait(8)
        with self.lock:
            self.held -= 1

    def of(self, path):
        return [one for one in list(self.seen) if one["path"] == path]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        heads = {name.lower(): value for name, value in self.headers.items()}
        status = self.server.answers.pop(0) if self.server.answers else 204
        self.server.seen.append({"path": self.path, "headers": heads, "body": body, "status": status})
        if self.path.startswith("/slow"):
            self.server.hold()
        self.send_response(status)
        if status == 302:
            self.send_header("Location", self.server.url("/elsewhere"))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def server():
    with Server(args=LOOPBACK, env=HASTE) as running:
        yield running


@pytest.fixture(scope="module")
def strict():
    with Server() as running:
        yield running


@pytest.fixture
def receiver():
    made = Receiver()
    yield made
    made.shutdown()
    made.server_close()


def make_webhook(api, url, **fields):
    return api.post("/webhooks", {"url": url, **fields}, expect=201).data


def get_webhook(api, webhook):
    return api.get("/webhooks/" + webhook["id"]).data


def run_to_the_end(api):
    """An empty push, which ends at once with an event run.ended."""
    return api.post("/sync", {}, expect=202).data


def is_signed(message, secret):
    """The signature of Standard Webhooks, computed from the specification alone."""
    heads = message["headers"]
    key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    text = ("%s.%s." % (heads["webhook-id"], heads["webhook-timestamp"])).encode() + message["body"]
    wanted = "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    return hmac.compare_digest(wanted, heads["webhook-signature"])


def test_an_event_is_sent_signed_and_equals_the_one_of_the_list(api, receiver):
    made = make_webhook(api, receiver.url())
    run = run_to_the_end(api)
    (message,) = receiver.wait(1)
    (event,) = api.get("/events?type=run.ended").data
    assert json.loads(message["body"]) == event and event["data"]["runId"] == run["id"]
    assert message["headers"]["webhook-id"] == event["id"]
    assert message["headers"]["content-type"] == "application/json"
    assert is_signed(message, made["secret"])
    assert not is_signed(message, "whsec_" + base64.b64encode(bytes(32)).decode())
    assert not is_signed({**message, "body": message["body"] + b" "}, made["secret"])
    assert wait_for(lambda: get_webhook(api, made)["waiting"] == 0, 10 * SCALE)
    delivery = get_webhook(api, made)["lastDelivery"]
    assert (delivery["eventId"], delivery["status"], delivery["error"]) == (event["id"], 204, None)


def test_only_the_types_of_a_webhook_are_sent_and_none_while_it_is_disabled(api, receiver):
    make_webhook(api, receiver.url("/runs"), events=["run.ended", "spend.alarm"])
    make_webhook(api, receiver.url("/drift"), events=["drift.found"])
    off = make_webhook(api, receiver.url("/off"), enabled=False)
    run_to_the_end(api)
    receiver.wait(1, "/runs")
    assert not receiver.of("/drift") and not receiver.of("/off")
    assert get_webhook(api, off)["waiting"] == 0


def test_the_secret_is_shown_once_and_stored_encrypted(server, api, receiver):
    body = {"url": receiver.url("/path-of-mine")}
    made = api.post("/webhooks", body, headers={"Idempotency-Key": "once"}, expect=201)
    again = api.post("/webhooks", body, headers={"Idempotency-Key": "once"}, expect=201)
    secret = made.data["secret"]
    assert again.data["id"] == made.data["id"] and again.data["secret"] is None
    assert len(base64.b64decode(secret.removeprefix("whsec_"))) == 32
    assert get_webhook(api, made.data)["secret"] is None
    assert api.get("/webhooks").data[0]["secret"] is None
    rotated = api.post("/webhooks/%s/rotate-secret" % made.data["id"], expect=200).data
    assert rotated["secret"].startswith("whsec_") and rotated["secret"] != secret
    told = api.get("/history?resource=webhook")
    assert [row["verb"] for row in told.data] == ["ROTATE", "CREATE"]
    assert "whsec_" not in told.text and "path-of-mine" not in told.text
    assert "whsec_" not in server.log_text()
    stored = server.sql("SELECT secret FROM webhooks WHERE id = '%s'" % made.data["id"])
    assert "whsec_" not in str(stored)
    run_to_the_end(api)
    (message,) = receiver.wait(1, "/path-of-mine")
    assert is_signed(message, rotated["secret"]) and not is_signed(message, secret)


def test_a_test_is_sent_at_once_and_answers_what_came_of_it(api, receiver):
    made = make_webhook(api, receiver.url(), enabled=False)
    told = api.post("/webhooks/%s/test" % made["id"], expect=200).data["lastDelivery"]
    (message,) = receiver.of("/hook")
    event = json.loads(message["body"])
    assert event["type"] == "webhook.test" and event["data"] == {"webhookId": made["id"]}
    assert is_signed(message, made["secret"]) and told["eventId"] == event["id"] and told["error"] is None
    receiver.answers = [302]
    told = api.post("/webhooks/%s/test" % made["id"], expect=200).data["lastDelivery"]
    assert (told["status"], told["error"]) == (302, "HTTP_STATUS") and not receiver.of("/elsewhere")
    assert api.get("/events?type=webhook.test").data == []


@pytest.mark.parametrize("fields, path, code", [
    ({"url": "http://hooks.example.com/"}, "url", "INVALID_URL"),
    ({"url": "https://hooks.example.com:8443/"}, "url", "INVALID_URL"),
    ({"url": "https://user:word@hooks.example.com/"}, "url", "INVALID_URL"),
    ({"url": "https://127.0.0.1/"}, "url", "INVALID_URL"),
    ({"url": "https://10.1.2.3:443/x"}, "url", "INVALID_URL"),
    ({"url": "https://169.254.169.254/latest"}, "url", "INVALID_URL"),
    ({"url": "https://[::1]/"}, "url", "INVALID_URL"),
    ({"url": "https://[fd00::1]/"}, "url", "INVALID_URL"),
    ({"url": "https://[::ffff:10.0.0.1]/"}, "url", "INVALID_URL"),
    ({"url": "https://localhost/"}, "url", "INVALID_URL"),
    ({}, "url", "REQUIRED"),
    ({"url": URL, "events": ["run.began"]}, "events[0]", "UNKNOWN_VALUE"),
    ({"url": URL, "events": []}, "events", "TOO_FEW"),
    ({"url": URL, "secret": "whsec_mine"}, "secret", "READ_ONLY"),
])
def test_a_webhook_is_refused(strict, fields, path, code):
    api = strict.account().client()
    refused = api.post("/webhooks", fields, expect=400)
    refused.fault(path, code)
    assert api.get("/webhooks").meta["total"] == 0


def test_an_address_that_is_not_public_is_refused_at_the_socket(strict, receiver):
    api = strict.account().client()
    made = make_webhook(api, URL)
    strict.sql("UPDATE webhooks SET url = 'https://127.0.0.1/' WHERE id = '%s'" % made["id"])
    told = api.post("/webhooks/%s/test" % made["id"], expect=200).data["lastDelivery"]
    assert (told["status"], told["error"]) == (None, "UNREACHABLE")
    strict.sql("UPDATE webhooks SET url = '%s' WHERE id = '%s'" % (receiver.url(), made["id"]))
    told = api.post("/webhooks/%s/test" % made["id"], expect=200).data["lastDelivery"]
    assert told["error"] == "URL_REFUSED" and not receiver.seen


def test_only_an_owner_manages_webhooks(strict):
    team = Team(strict)
    made = make_webhook(team.client("OWNER"), URL)
    for role in ("PUBLISHER", "EDITOR", "VIEWER"):
        api = team.client(role)
        for refused in (api.get("/webhooks", expect=403), api.post("/webhooks", {"url": URL}, expect=403),
                        api.patch("/webhooks/" + made["id"], {"enabled": False}, expect=403),
                        api.delete("/webhooks/" + made["id"], expect=403)):
            assert refused.code == "INSUFFICIENT_SCOPE"
    assert team.client("PUBLISHER").get("/webhooks", expect=403).details["reason"] == "OWNER_REQUIRED"
    answer = granted(strict, team.owner, ["sync:read", "sync:write"], space=team.id)
    app = strict.client(answer["access_token"])
    assert app.get("/webhooks", expect=403).details["reason"] == "NOT_BY_CONNECTOR"
    assert app.post("/webhooks", {"url": URL}, expect=403).details["reason"] == "NOT_BY_CONNECTOR"


def test_a_webhook_gets_the_events_that_the_credential_of_its_owner_reads(server, receiver):
    owner = server.account()
    full, narrow = owner.client(), owner.client(["sync:write"])
    seer = owner.client(["people:read", "sync:write"])
    changed = make_webhook(full, receiver.url("/changed"))
    for api, path in ((full, "/full"), (narrow, "/narrow"), (seer, "/seer")):
        make_webhook(api, receiver.url(path))
    narrow.patch("/webhooks/" + changed["id"], {})
    run_to_the_end(full)
    owner.token()
    full.post("/sync/pause-all", expect=202)

    def told(path):
        return [json.loads(one["body"])["type"] for one in receiver.of(path)]

    for path in ("/full", "/narrow", "/seer", "/changed"):
        assert wait_for(lambda: "kill_switch.on" in told(path), 30 * SCALE), (path, told(path))
    assert {"run.ended", "kill_switch.on"} <= set(told("/full")) and "token.created" not in told("/full")
    assert told("/narrow") == told("/changed") == ["kill_switch.on"]
    assert told("/seer") == ["token.created", "kill_switch.on"]


def test_a_webhook_names_only_types_that_the_credential_reads(strict):
    owner = strict.account()
    api, narrow = owner.client(), owner.client(["sync:write"])
    made = make_webhook(api, URL, events=["run.ended", "kill_switch.on"])
    body = {"url": URL, "events": ["kill_switch.on", "run.ended"]}
    assert narrow.post("/webhooks", body, expect=403).details["required"] == ["sync:read"]
    assert narrow.patch("/webhooks/" + made["id"], {"enabled": False}, expect=403).code == "INSUFFICIENT_SCOPE"
    refused = api.post("/webhooks", {"url": URL, "events": ["token.created"]}, expect=403)
    assert refused.details["required"] == ["people:read"]
    assert api.get("/webhooks").meta["total"] == 1 and get_webhook(api, made)["version"] == 1


def test_what_was_queued_is_not_sent_when_the_webhook_reads_it_no_more(server, receiver):
    owner = server.account()
    api = owner.client()
    receiver.answers = [500]
    made = make_webhook(api, receiver.url())
    run_to_the_end(api)
    receiver.wait(1)
    owner.client(["sync:write"]).patch("/webhooks/" + made["id"], {"url": receiver.url("/narrow")})
    api.post("/sync/pause-all", expect=202)
    (first,) = receiver.wait(1, "/narrow")
    assert json.loads(first["body"])["type"] == "kill_switch.on"


def test_the_webhooks_of_who_is_no_owner_any_more_are_disabled(server, receiver):
    team = Team(server)
    team.cli("member", "set", team.id, "--email", team.account("EDITOR").email, "--role", "OWNER")
    other = team.client("EDITOR")
    left, kept = make_webhook(team.client("OWNER"), receiver.url("/left")), make_webhook(other, receiver.url("/kept"))
    team.cli("member", "set", team.id, "--email", team.owner.email, "--role", "EDITOR")
    told = [json.loads(one["body"]) for one in receiver.wait(2, "/kept")]
    assert {one["type"] for one in told} == {"webhook.disabled", "member.changed"}
    assert not get_webhook(other, left)["enabled"] and get_webhook(other, kept)["enabled"]
    assert not receiver.of("/left")
    other.patch("/webhooks/" + left["id"], {"enabled": True})
    run_to_the_end(other)
    receiver.wait(1, "/left")


def test_a_webhook_of_another_space_or_environment_does_not_exist(strict):
    owner = strict.account()
    made = make_webhook(owner.client(), URL)
    for api in (strict.account().client(), owner.client(env="live")):
        for id in (made["id"], missing_id(made["id"])):
            for path, ask in (("", api.get), ("", api.delete)):
                assert ask("/webhooks/" + id + path, expect=404).code == "NOT_FOUND"
            assert api.patch("/webhooks/" + id, {"enabled": False}, expect=404).code == "NOT_FOUND"
            for act in ("test", "rotate-secret"):
                assert api.post("/webhooks/%s/%s" % (id, act), {}, expect=404).code == "NOT_FOUND"
        assert api.get("/webhooks").meta["total"] == 0


def test_a_webhook_is_changed_by_version_and_deleted(strict):
    api = strict.account().client()
    made = make_webhook(api, URL, events=["run.ended"])
    path = "/webhooks/" + made["id"]
    checked = api.patch(path + "?validateOnly=true", {"events": None}).data
    assert checked["id"] is None and get_webhook(api, made)["events"] == ["run.ended"]
    changed = api.patch(path, {"events": None, "expectedVersion": 1}).data
    assert changed["events"] is None and changed["version"] == 2
    assert api.patch(path, {"enabled": False, "expectedVersion": 1}, expect=412).code == "PRECONDITION_FAILED"
    assert api.delete(path).data["id"] == made["id"]
    assert api.get(path, expect=404).code == "NOT_FOUND"
    assert [row["verb"] for row in api.get("/history?resource=webhook").data] == ["DELETE", "UPDATE", "CREATE"]


def test_a_space_has_at_most_ten_webhooks_an_environment(strict):
    api = strict.account().client()
    for _ in range(10):
        make_webhook(api, URL)
    assert api.post("/webhooks", {"url": URL}, expect=409).details["reason"] == "TOO_MANY_WEBHOOKS"


def test_what_a_receiver_did_not_accept_is_sent_again_with_the_same_id(api, receiver):
    receiver.answers = [500]
    made = make_webhook(api, receiver.url())
    run_to_the_end(api)
    first, second = receiver.wait(2)
    assert first["headers"]["webhook-id"] == second["headers"]["webhook-id"]
    assert is_signed(second, made["secret"])
    assert wait_for(lambda: get_webhook(api, made)["failures"] == 0, 10 * SCALE)


def test_events_wait_behind_one_that_is_refused_and_keep_their_order(api, receiver):
    receiver.answers = [503]
    make_webhook(api, receiver.url())
    runs = [run_to_the_end(api)["id"] for _ in range(3)]
    receiver.wait(4)
    accepted = [json.loads(one["body"])["data"]["runId"] for one in receiver.seen if one["status"] == 204]
    assert accepted == runs


def test_slow_urls_of_one_space_leave_room_for_another(server, receiver):
    busy, other = server.account().client(), server.account().client()
    for number in range(5):
        make_webhook(busy, receiver.url("/slow/%d" % number))
    make_webhook(other, receiver.url("/prompt"))
    run_to_the_end(busy)
    assert wait_for(lambda: receiver.held == 2, 30 * SCALE)
    run_to_the_end(other)
    receiver.wait(1, "/prompt")
    assert receiver.most == 2
    receiver.gate.set()
    for number in range(5):
        receiver.wait(1, "/slow/%d" % number)
    assert receiver.most == 2


def test_a_url_is_prompt_after_its_first_prompt_answer(server, api, receiver):
    def is_prompt():
        return int(server.sql("SELECT took FROM webhooks WHERE id = '%s'" % made["id"])[0][0]) <= 1000000

    made = make_webhook(api, receiver.url("/first"))
    assert not is_prompt()
    run_to_the_end(api)
    receiver.wait(1, "/first")
    assert wait_for(is_prompt, 10 * SCALE)
    version = api.get("/webhooks/" + made["id"]).data["version"]
    api.patch("/webhooks/" + made["id"], {"url": receiver.url("/second"), "expectedVersion": version})
    assert not is_prompt()


def test_410_disables_the_webhook_and_another_one_tells_it(api, receiver):
    make_webhook(api, receiver.url("/other"), events=["webhook.disabled"])
    receiver.answers = [410]
    made = make_webhook(api, receiver.url("/gone"))
    run_to_the_end(api)
    (message,) = receiver.wait(1, "/other")
    assert json.loads(message["body"])["data"] == {"webhookId": made["id"], "failures": 1, "error": "HTTP_STATUS"}
    told = get_webhook(api, made)
    assert (told["enabled"], told["waiting"], told["failures"]) == (False, 0, 1)
    assert api.patch("/webhooks/" + made["id"], {"enabled": True}).data["failures"] == 0


def test_a_day_of_failures_disables_the_webhook(receiver):
    with Server(args=LOOPBACK, env={"ADCORE_WEBHOOK_HASTE": "1000000000"}) as hasty:
        api = hasty.account().client()
        receiver.answers = [500, 500]
        made = make_webhook(api, receiver.url())
        run_to_the_end(api)
        assert wait_for(lambda: not get_webhook(api, made)["enabled"], 30 * SCALE)
        assert len(receiver.seen) == 2
        (event,) = api.get("/events?type=webhook.disabled").data
        assert event["data"]["webhookId"] == made["id"]


def test_a_full_queue_takes_no_more_and_counts_what_was_missed(server, api, receiver):
    made = make_webhook(api, receiver.url())
    later = 2**62
    server.sql("UPDATE webhooks SET lease_until = %d WHERE id = '%s'" % (later, made["id"]))
    server.sql("INSERT INTO webhook_queue (webhook_id, event_id) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL"
               " SELECT i + 1 FROM n WHERE i < 1000) SELECT '%s', 'evt_' || i FROM n" % made["id"])
    run_to_the_end(api)
    told = get_webhook(api, made)
    assert (told["waiting"], told["missed"]) == (1000, 1)
    assert api.get("/events").meta["total"] == 1


def test_an_event_outlives_kill_9_and_is_sent_with_its_id(server, receiver):
    account = server.account()
    api = account.client()
    receiver.answers = [500]
    made = make_webhook(api, receiver.url())
    run_to_the_end(api)
    (first,) = receiver.wait(1)[:1]
    assert wait_for(lambda: get_webhook(api, made)["failures"] == 1, 10 * SCALE)
    server.restart(kill=True)
    second = receiver.wait(2)[-1]
    assert second["headers"]["webhook-id"] == first["headers"]["webhook-id"]
    assert second["body"] == first["body"] and is_signed(second, made["secret"])
    api = account.client()
    assert wait_for(lambda: get_webhook(api, made)["waiting"] == 0, 10 * SCALE)
