"""The log on stderr: one line per request, per event of a run, and per migration."""

import json
import os
import re

import pytest

from adcore_make import Desk, finish, make_campaign, push, start_push
from adcore_pair import two_servers
from adcore_server import SCALE, Server, wait_for

FIELDS = ["time", "level", "event", "method", "route", "status", "bytes", "ms", "request",
          "network", "frontEnd"]
SECRET = "adc_test_SECRETSECRETSECRETSECRET"


@pytest.fixture(scope="module")
def server():
    """A server of this file's own: its log has no lines of other files."""
    with Server(args=["--trusted-proxy", "127.0.0.0/8"]) as running:
        yield running


def rows_of(server, event=None, **match):
    found = [json.loads(line) for line in server.log_text().splitlines() if line.startswith("{\"t")]
    return [row for row in found if (event is None or row["event"] == event)
            and all(row.get(name) == value for name, value in match.items())]


def one_row(server, event, **match):
    """The only line of that kind. It is written when its thread is idle."""
    rows = wait_for(lambda: rows_of(server, event, **match), 20)
    assert rows, "no line %s %r:\n%s" % (event, match, server.log_tail())
    assert len(rows) == 1, rows
    return rows[0]


def request_row(server, response):
    return one_row(server, "request", request=response.headers["x-request-id"])


def test_a_request_is_one_line(server):
    api = server.account().client()
    campaign = make_campaign(api)
    answer = api.get("/campaigns/%s" % campaign["id"])
    row = request_row(server, answer)
    assert list(row) == FIELDS
    assert (row["method"], row["route"], row["status"]) == ("GET", "/api/v1/campaigns/:id", 200)
    assert (row["frontEnd"], row["network"], row["level"]) == ("api", "127.0.0.0/24", "info")
    assert row["bytes"] == len(answer.raw) and 0 <= row["ms"] < 10000 * SCALE
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", row["time"])
    listed = request_row(server, api.get("/campaigns?limit=1&q=private"))
    assert listed["route"] == "/api/v1/campaigns"


def raw_row(server, request):
    """The line of a request that is written byte by byte."""
    answer = server.raw(request.replace("\n", "\r\n").encode())
    request_id = re.search(rb"(?i)x-request-id: (\S+)", answer)
    return one_row(server, "request", request=request_id.group(1).decode())


@pytest.mark.parametrize(
    "method, path, route, status, front",
    [
        ("GET", "/healthz", "/healthz", 200, "server"),
        ("GET", "/api/v1/me", "/api/v1/me", 401, "api"),
        ("GET", "/api/v1/nothing/at/all", "/api/v1/*", 401, "api"),
        ("GET", "/nowhere", "none", 404, "none"),
        ("HEAD", "/healthz", "/healthz", 200, "server"),
        ("BREW", "/healthz", "/healthz", 200, "server"),
        ("GET", "/.well-known/oauth-authorization-server", "/.well-known/*", 200, "oauth"),
        ("GET", "/app/sign-in", "/app/*", None, "app"),
        ("POST", "/mcp", "/mcp", 401, "mcp"),
    ],
)
def test_each_front_end_has_its_name(server, method, path, route, status, front):
    row = raw_row(server, "%s %s HTTP/1.1\nHost: 127.0.0.1:%d\nContent-Length: 0\n"
                  "Connection: close\n\n" % (method, path, server.port))
    assert (row["route"], row["frontEnd"]) == (route, front), row
    assert status is None or row["status"] == status, row
    assert row["method"] == (method if method != "BREW" else "other")
    assert method != "HEAD" or row["bytes"] == 0


def test_nothing_that_a_client_wrote_is_in_a_line(server):
    """Not a token in a header, a query or a path; no name, address or header."""
    account = server.account()
    api = account.client()
    make_campaign(api, name="Private harvest")
    api.get("/campaigns?q=Private")
    for path in ("/api/v1/campaigns?access_token=%s&q=PRIVATEWORD", "/api/v1/campaigns/%s/PRIVATEWORD",
                 "/app/%s/PRIVATEWORD", "/%s?PRIVATEWORD"):
        raw_row(server, "GET %s HTTP/1.1\nHost: 127.0.0.1:%d\nAuthorization: Bearer %s\n"
                "User-Agent: PRIVATEWORD\nReferer: https://PRIVATEWORD.example/\n"
                "Cookie: adcore_session=%s\nX-Space-Id: PRIVATEWORD\nConnection: close\n\n"
                % (path % SECRET, server.port, SECRET, SECRET))
    text = server.log_text()
    assert "SECRET" not in text and "PRIVATEWORD" not in text and "Private" not in text
    assert api.token not in text and account.email not in text and "access_token" not in text


def test_the_network_of_the_client_that_a_proxy_names(server):
    def network(address):
        return raw_row(server, "GET /healthz HTTP/1.1\nHost: 127.0.0.1:%d\nX-Forwarded-For: %s\n"
                       "Connection: close\n\n" % (server.port, address))["network"]

    assert network("203.0.113.77") == "203.0.113.0/24"
    assert network("2001:db8:1:2:3:4:5:6") == "2001:db8:1::/48"
    assert network("::ffff:203.0.113.77") == "203.0.113.0/24"
    assert "203.0.113.77" not in server.log_text()


def test_a_run_is_a_line_for_each_event(server):
    desk = Desk(server)
    make_campaign(desk.api, name="Private harvest")
    run = push(desk.api)
    asked = one_row(server, "run_requested", run=run["id"])
    started = one_row(server, "run_started", run=run["id"])
    ended = one_row(server, "run_ended", run=run["id"])
    assert (asked["operation"], asked["frontEnd"]) == ("createSyncRun", "API")
    assert asked["space"] == started["space"] == ended["space"] and asked["space"].startswith("spc_")
    assert started["kind"] == "push" and started["environment"] == "test"
    assert ended["status"] == "SUCCEEDED" and ended["ms"] >= 0
    counts = [ended[name] for name in ("succeeded", "failed", "skipped", "unknown")]
    assert counts == [len(run["operations"]), 0, 0, 0] and counts[0] > 0
    assert "Private" not in server.log_text()


def test_a_pull_is_a_line_with_its_counts(server):
    desk = Desk(server)
    make_campaign(desk.api)
    push(desk.api)
    run = desk.api.post("/sync", {"mode": "PULL"}, expect=202).data
    pulled = finish(desk.api, run["id"])["pulled"]
    assert one_row(server, "run_started", run=run["id"])["kind"] == "pull"
    ended = one_row(server, "run_ended", run=run["id"])
    for name in ("created", "updated", "drifted", "removed", "unchanged"):
        assert ended[name] == pulled[name], ended


def test_the_kill_switch_is_a_line_for_each_platform_and_one_end(server):
    desk = Desk(server)
    make_campaign(desk.api, status="ENABLED")
    push(desk.api, activate=True)
    run = desk.api.post("/sync/pause-all", expect=202).data
    assert one_row(server, "run_requested", run=run["id"])["operation"] == "pauseAllCampaigns"
    finish(desk.api, run["id"])
    ended = one_row(server, "run_ended", run=run["id"])
    assert (ended["kind"], ended["status"], ended["succeeded"]) == ("kill_switch", "SUCCEEDED", 1)
    started = rows_of(server, "run_started", run=run["id"])
    assert started and len({row["platform"] for row in started}) == len(started)


def test_a_run_that_another_process_goes_on_with():
    with Server() as server:
        desk = Desk(server)
        make_campaign(desk.api)
        desk.box.fault({"type": "latency", "ms": 1500}, path="mutate", times=1)
        run = start_push(desk.api)
        one_row(server, "run_started", run=run["id"])
        server.restart(kill=True)
        desk.reopen()
        ended = finish(desk.api, run["id"], whole=False)
        one_row(server, "run_taken_over", run=run["id"])
        assert one_row(server, "run_ended", run=run["id"])["status"] == ended["status"]
        assert len(rows_of(server, "run_started", run=run["id"])) == 1


def test_a_run_that_another_server_goes_on_with():
    """Each server writes what it does itself."""
    with two_servers() as (one, two, _):
        desk = Desk(one)
        make_campaign(desk.api)
        desk.box.fault({"type": "latency", "ms": 2000}, path="mutate", times=1)
        run = start_push(desk.api)
        both = (one, two)
        first = wait_for(lambda: [s for s in both if rows_of(s, "run_started", run=run["id"])], 30)[0]
        other = two if first is one else one
        first.kill()
        one_row(other, "run_taken_over", run=run["id"])
        one_row(other, "run_ended", run=run["id"])
        assert not rows_of(other, "run_started", run=run["id"])
        first.start()


def test_a_line_of_text_and_levels():
    with Server(args=["--log-format", "text"]) as server:
        answer = server.account().client().get("/campaigns")
        line = wait_for(lambda: [row for row in server.log_text().splitlines()
                                 if answer.headers["x-request-id"] in row], 20)
        assert re.fullmatch(
            r"\S+Z info request method=GET route=/api/v1/campaigns status=200 bytes=%d ms=\d+"
            r" request=req_\w+ network=127\.0\.0\.0/24 frontEnd=api" % len(answer.raw), line[-1]
        ), line


@pytest.mark.parametrize("args", [["--access-log", "off"], ["--log-level", "warn"]])
def test_the_lines_of_requests_can_be_switched_off(args):
    with Server(args=args) as server:
        api = server.account().client(["campaigns:read"])
        api.get("/campaigns")
        api.delete("/campaigns/cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV", expect=403)
        server.terminate()
        assert not rows_of(server, "request")
        assert len(rows_of(server, "access_refused")) == (args[0] == "--access-log")


@pytest.mark.parametrize(
    "args, sentence",
    [(["--access-log", "yes"], "must be on or off"), (["--log-format", "xml"], "must be json or text"),
     (["--log-level", "all"], "must be debug, info, warn or error")],
)
def test_a_wrong_option_is_refused(server, args, sentence):
    refused = server.cli("serve", *args, check=False)
    assert refused.code == 2 and sentence in refused.error["message"], refused


def test_a_migration_is_a_line():
    """A new database has none; a server that finds an older one writes the versions."""
    with Server(database="sqlite") as server:
        version = int(server.sql("SELECT version FROM schema_version")[0][0])
        assert not rows_of(server, "migrated")
        server.terminate()
        server.sql("UPDATE schema_version SET version = version - 1")
        server.start()
        row = one_row(server, "migrated")
        assert (row["from"], row["to"]) == (version - 1, version) and row["ms"] >= 0


def test_lines_of_many_requests_are_whole(server):
    """Lines of all threads share one file."""
    api = server.account().client()
    for _ in range(300):
        api.request("GET", "/healthz", root=True)
    lines = server.log_text().splitlines()
    assert all(json.loads(line)["event"] for line in lines if line.startswith("{"))


def test_a_reader_of_stderr_that_stops_costs_lines_and_holds_nobody():
    server = Server()
    os.mkfifo(server.log_path)
    reader = os.open(server.log_path, os.O_RDONLY | os.O_NONBLOCK)
    with server:
        # The server has it open. A failure must not read a pipe.
        os.unlink(server.log_path)
        client = server.client(timeout=30 * SCALE)
        # Several times what a pipe holds.
        for _ in range(1500):
            client.request("GET", "/healthz", root=True, expect=200)
        assert len(os.read(reader, 1 << 20)) > 30000

        def lost():
            client.request("GET", "/healthz", root=True, expect=200)
            try:
                return b'"event":"log_lines_lost","total":' in os.read(reader, 1 << 20)
            except BlockingIOError:
                return False

        assert wait_for(lost, 20)
    os.close(reader)
