#!/usr/bin/python3
"""Wrong calls of every tool and every operation, against a running server over sockets.

    calls.py [--seed N] [--count N] [--seconds N] [--folder DIR] [--replay FILE]

The calls come from the server's own descriptions (adcore_calls.py); the same seed gives the same
calls. Held: the process lives, no sanitizer report, every answer is a well-formed envelope or MCP
result, none is an internal error. What fails is made smaller, printed, and kept in the folder, one
JSON call a file, which --replay takes. ADCORE_BIN names the server, which should be a sanitizer's
build. The last line is `calls: N passed, N failed`: a tool, a method of the connector and an
operation count as one each.
"""

import argparse
import email.utils
import itertools
import json
import os
import re
import selectors
import socket
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support" / "python"))

import adcore_call_bodies  # noqa: E402
import adcore_calls  # noqa: E402
import adcore_client  # noqa: E402
import adcore_make as make  # noqa: E402
import adcore_media as media  # noqa: E402
from adcore_server import SANITIZER_RE, SCALE, Server, wait_for  # noqa: E402

PLANS = {"ADCORE_PLANS": "many:10000000:1000000000:api"}
AT_ONCE = 24  # connections
ROUND = 2500  # calls in one account: its Space fills, and faults tighten its guardrails
ALL_CALLED = 10000  # a run of so many calls has called every tool and operation
FAILURES_MAX = 25
ANSWER_SECONDS = 60
BODY_MAX = 1 << 20  # bytes; a connection that sends more may be closed before the last of them
NOWHERE = "https://hooks.bakery.example/adcore"  # a host name that does not exist


# --- the account ---------------------------------------------------------------------------------


def make_drafts(api, pool, platform, name):
    """A campaign, an ad group, an ad and a keyword of the platform."""
    tree = adcore_call_bodies.tree_of(platform)
    group = tree.pop("adGroups")[0]
    ad, words = group.pop("ads")[0], group.pop("keywords", [])
    tree.pop("keywords", None)
    tree.pop("businessId")

    def post(path, body):
        made = api.post(path, json.loads(pool.fill(json.dumps(body)))).data
        pool.add(name, made["id"])
        return made

    campaign = post("/campaigns", tree)
    group = post("/ad-groups", {**group, "campaignId": campaign["id"]})
    post("/ads", {**ad, "adGroupId": group["id"]})
    for word in words[:1]:
        post("/keywords", {**word, "adGroupId": group["id"]})
    return campaign["id"]


def push(api, campaign_id):
    """Pushes the campaign; the id of the run."""
    wish = {"campaignIds": [campaign_id]}
    plan = make.preview(api, **wish)
    run = api.post("/sync", {**wish, "planHash": plan["planHash"]}, expect=202)
    return make.finish(api, run.data["id"])["id"]


def make_account(server):
    """An account with objects of every kind to find, change and push. Returns its pool and its
    token."""
    account = server.account(plan="many")
    api = account.client(spare=False)
    pool = adcore_calls.Pool()
    standing = [make_drafts(api, pool, name, name) for name in adcore_call_bodies.PLATFORMS]
    spare = make_drafts(api, pool, "google", "spare")
    for name in ("one", "spare"):
        pool.add(name, make.make_business(api)["id"])
    pool.add("one", make.callout(api)["id"])
    pool.add("picture", make.make_asset(api, media.png(1200, 628))["id"])
    # On every platform but one the objects that the calls change are pushed. The run that they may
    # revert made other objects.
    for campaign_id in standing[1:]:
        push(api, campaign_id)
    pool.add("one", push(api, spare))
    pool.add("one", api.get("/connections").data[0]["id"])
    pool.add("one", api.get("/history").data[0]["id"])
    pool.add("one", api.get("/events").data[0]["id"])
    words = [{"text": "cheap", "matchType": "BROAD"}]
    pool.add("one", api.post("/keyword-lists", {"name": "Never", "keywords": words}, expect=201).data["id"])
    pool.add("one", api.post("/webhooks", {"url": NOWHERE}, expect=201).data["id"])
    pool.add("one", make.space_id(api.get("/me").data))
    return pool, api.token


# --- the connections -----------------------------------------------------------------------------


class Broken(Exception):
    """The fault of an answer, or of a missing one."""


class Line:
    """One keep-alive connection, with at most one call on its way."""

    def __init__(self, port):
        self.port = port
        self.socket = None
        self.call = None
        self.got = b""

    def send(self, call, payload):
        self.call, self.got, self.began = call, b"", time.monotonic()
        if self.socket is None:
            self.socket = socket.create_connection(("127.0.0.1", self.port))
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(ANSWER_SECONDS * SCALE)
        self.socket.sendall(payload)

    def close(self):
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def read(self):
        """Reads the available bytes. Returns the answer once it is complete, else None."""
        piece = self.socket.recv(262144)
        if not piece:
            self.close()
            raise Broken("the connection ended after %d bytes" % len(self.got))
        self.got += piece
        head, found, rest = self.got.partition(b"\r\n\r\n")
        if not found:
            return None
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split()[1])
        if status < 200:
            self.got = rest
            return None
        headers = [tuple(line.split(": ", 1)) for line in lines[1:]]
        named = {name.lower(): value for name, value in headers}
        body = whole_body(named, rest)
        if body is None:
            return None
        if named.get("connection", "").lower() == "close":
            self.close()
        return status, headers, body


def whole_body(headers, rest):
    if headers.get("transfer-encoding", "").lower() != "chunked":
        size = int(headers.get("content-length", 0))
        return rest[:size] if len(rest) >= size else None
    body = b""
    while True:
        size, found, rest = rest.partition(b"\r\n")
        if not found:
            return None
        size = int(size, 16)
        if len(rest) < size + 2:
            return None
        if size == 0:
            return body
        body, rest = body + rest[:size], rest[size + 2 :]


# --- what holds for every answer -----------------------------------------------------------------


def hold(condition, text):
    if not condition:
        raise Broken(text)


def check_rest(call, status, headers, body):
    answer = adcore_client.Response(call.method, "/api/v1" + call.path, status, headers, body)
    told = status >= 400 or call.path.endswith("/batch")
    hold(not told or b"INTERNAL_ERROR" not in body, "an internal error")
    hold(status < 500 or status == 503, "status %d" % status)
    if status == 414:
        return  # the HTTP library's own answer to a head that is too large
    if call.path.endswith("/content") and status in (200, 206, 304):
        return
    if call.path.endswith("/changelog.json") or call.path.endswith("/openapi.json"):
        return
    # Answers wait in a queue to be checked, so the time of the request is that of the answer.
    sent = email.utils.parsedate_to_datetime(dict(headers)["Date"]).timestamp()
    adcore_client.check_response(answer, sent)


def last_message(headers, body):
    named = {name.lower(): value for name, value in headers}
    if named.get("content-type", "").startswith("text/event-stream"):
        lines = [line[5:].strip() for line in body.decode().splitlines() if line[:5] == "data:"]
        lines = [line for line in lines if line]
        hold(lines, "a stream without a message")
        return json.loads(lines[-1], parse_constant=adcore_client.no_constants)
    if not body:
        return None
    hold(named.get("content-type") == "application/json", "no JSON: %r" % body[:200])
    return json.loads(body, parse_constant=adcore_client.no_constants)


def check_result(result):
    content = result.get("content")
    hold(isinstance(content, list) and content, "a result without content")
    for part in content:
        hold(isinstance(part, dict) and isinstance(part.get("type"), str), "content without type")
        hold(part["type"] != "text" or isinstance(part.get("text"), str), "text that is none")
    if not result.get("isError"):
        hold(isinstance(result.get("structuredContent", {}), dict), "structuredContent: no object")


def check_mcp(call, number, status, headers, body):
    hold(b"INTERNAL_ERROR" not in body, "an internal error")
    hold(status < 500 or status == 503, "status %d" % status)
    message = last_message(headers, body)
    if message is None:
        hold(status in (202, 405, 406, 413, 415), "status %d without a body" % status)
        return
    hold(isinstance(message, dict), "an answer that is no object")
    if "jsonrpc" not in message and status >= 400:
        hold(isinstance(message.get("error"), (dict, str)), "an error without `error`")
        return
    hold(message.get("jsonrpc") == "2.0", "no JSON-RPC 2.0")
    hold(("result" in message) != ("error" in message), "neither result nor error, or both")
    if "error" in message:
        error = message["error"]
        hold(isinstance(error.get("code"), int), "an error without a code")
        hold(error["code"] != -32603, "JSON-RPC's internal error")
        hold(isinstance(error.get("message"), str) and error["message"], "an error without words")
    elif call.kind == "tool":
        hold(status == 200 and message.get("id") == number, "status %d, another id" % status)
        check_result(message["result"])


def check_answer(call, number, answer):
    try:
        if call.kind == "rest":
            check_rest(call, *answer)
        else:
            check_mcp(call, number, *answer)
    except Broken:
        raise
    except (AssertionError, ValueError, KeyError, TypeError, AttributeError) as fault:
        raise Broken("%s: %s" % (type(fault).__name__, str(fault)[:300]))


# --- the run -------------------------------------------------------------------------------------


class Failure:
    def __init__(self, number, call, why, answer):
        self.number, self.call, self.why, self.answer = number, call, why, answer
        words = re.sub(r"[0-9A-Z]{20,}|\d+", "#", why)
        self.kind = "%s %s: %s" % (call.kind, call.name, words[:120])


def report_of(pid):
    """A sanitizer's report about the process, if it writes to a file."""
    text = ""
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
        at = re.search(r"(?:^|:)log_path=([^:]+)", os.environ.get(name, ""))
        path = Path("%s.%d" % (at.group(1), pid)) if at else None
        text += path.read_text() if path and path.exists() else ""
    return text


class Run:
    def __init__(self, options):
        self.options = options
        self.server = None
        self.pool = self.token = None
        self.failures, self.kinds = [], {}
        self.bodies = self.count = self.deaths = self.accounts = 0
        self.expected = set()
        self.statuses, self.names, self.bad = {}, set(), set()
        self.folder = Path(options.folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    # --- the server ---

    def start(self):
        self.server = Server(env=PLANS).start()
        self.renew()

    def renew(self):
        self.accounts += 1
        self.pool, self.token = make_account(self.server)
        self.server.close_clients()
        self.server.clients.clear()

    def died(self):
        """True if the process ends within a moment: a report takes time to be written."""
        return wait_for(lambda: self.server.process.poll() is not None, 0.5) is not None

    def bury(self):
        """The end of a dead server's log, or the sanitizer's report. Deletes its folder."""
        process = self.server.process
        log = "exit code %s\n%s" % (process.returncode, self.server.log_text())
        log += report_of(process.pid)
        at = SANITIZER_RE.search(log)
        at = at.start() if at else 0 if len(log) < 3000 else len(log) - 3000
        self.server.log_path.write_text("")
        self.server.stop()
        self.server = None
        return log[at : at + 5000]

    # --- one call by itself ---

    def send_alone(self, call):
        """The failure of the call alone, or None. A dead server is replaced."""
        line = Line(self.server.port)
        try:
            line.send(call, adcore_calls.render(call, self.pool, 1, self.token))
            while True:
                answer = line.read()
                if answer:
                    break
            check_answer(call, 1, answer)
        except (Broken, OSError) as fault:
            if self.died():
                self.bury()
                self.start()
                return "the server died"
            return str(fault)
        finally:
            line.close()
        return None

    def shrink(self, call, budget=60):
        """Removes the parts that the failure does not need."""
        again = True
        while again and budget > 0:
            again = False
            for less in adcore_calls.smaller(call):
                budget -= 1
                if self.send_alone(less):
                    call, again = less, True
                    break
                if budget <= 0:
                    break
        return call

    # --- failures ---

    def fail(self, failure):
        self.bad.add((failure.call.kind, failure.call.name))
        self.kinds[failure.kind] = self.kinds.get(failure.kind, 0) + 1
        if self.kinds[failure.kind] > 1:
            return
        self.failures.append(failure)
        if failure.why != "the server died" and self.send_alone(failure.call):
            failure.call = self.shrink(failure.call)
        self.show(failure)

    def show(self, failure):
        path = self.folder / ("call-%d.json" % len(self.failures))
        path.write_text(failure.call.as_json() + "\n")
        print("--- seed %d, call %d: %s" % (self.options.seed, failure.number, failure.kind))
        print("why:    %s" % failure.why)
        print("faults: %s" % "; ".join(failure.call.faults))
        print("call:   %s" % failure.call.as_json()[:3000])
        print("answer: %s" % str(failure.answer)[:3000], flush=True)

    def mourn(self, lines):
        """Finds the call in flight that killed the server."""
        self.deaths += 1
        log = self.bury()
        print("--- the server died:\n%s" % log, flush=True)
        self.start()
        waiting = [line for line in lines if line.call]
        for line in waiting:
            if self.send_alone(line.call) == "the server died":
                failure = Failure(line.number, line.call, "the server died", log)
                if failure.kind not in self.kinds:
                    failure.call = self.shrink(line.call, 25)
                self.fail(failure)
                break
        else:
            for line in waiting:
                self.fail(Failure(line.number, line.call, "the server died", log))

    # --- the calls ---

    def send_next(self, line, call):
        self.count += 1
        self.bodies += call.inner
        self.names.add((call.kind, call.name))
        line.number = self.count
        payload = adcore_calls.render(call, self.pool, line.number, self.token)
        for attempt in (0, 1):
            try:
                line.send(call, payload)
                return
            except OSError as fault:  # an idle connection was closed, or the body refused early
                line.close()
                if self.died():
                    raise
                if attempt:
                    self.refused(line, len(payload), fault)

    def refused(self, line, size, fault):
        """The server closed the connection before it had the whole body."""
        self.statuses["reset while sent"] = self.statuses.get("reset while sent", 0) + 1
        if size <= BODY_MAX:
            self.fail(Failure(line.number, line.call, str(fault), "none"))
        line.call = None

    def take(self, line):
        """Reads from a connection; True when its call is answered."""
        fresh = not line.got
        try:
            answer = line.read()
            if answer is None:
                return False
            name = "%s %d" % (line.call.kind, answer[0])
            self.statuses[name] = self.statuses.get(name, 0) + 1
            self.pool.note(line.call, answer[2])
            check_answer(line.call, line.number, answer)
        except (Broken, OSError) as fault:
            line.close()
            answer = locals().get("answer") or line.got
            if self.died():
                raise
            if fresh and not line.got and "ended after 0" in str(fault):
                why = self.send_alone(line.call)
                if why is None:
                    line.call = None
                    return True
            self.fail(Failure(line.number, line.call, str(fault), answer))
        line.call = None
        return True

    def play(self, calls):
        """Sends the calls over several connections until they or the time are over."""
        lines = [Line(self.server.port) for _ in range(AT_ONCE)]
        until = time.monotonic() + self.options.seconds if self.options.seconds else None
        over = False
        while True:
            over = over or (until and time.monotonic() > until)
            over = over or len(self.failures) >= FAILURES_MAX
            try:
                for line in lines:
                    call = None if line.call or over else next(calls, None)
                    if call:
                        self.send_next(line, call)
                    elif not line.call:
                        over = True
                if not any(line.call for line in lines):
                    break
                self.wait(lines)
            except (Broken, OSError):
                if not self.died():
                    raise
                self.mourn(lines)
                for line in lines:
                    line.close()
                lines = [Line(self.server.port) for _ in range(AT_ONCE)]
        for line in lines:
            line.close()
        return not over

    def wait(self, lines):
        with selectors.DefaultSelector() as ready:
            for line in lines:
                if line.call:
                    ready.register(line.socket, selectors.EVENT_READ, line)
            found = ready.select(ANSWER_SECONDS * SCALE)
        for key, _ in found:
            self.take(key.data)
        for line in lines:
            if line.call and time.monotonic() - line.began > ANSWER_SECONDS * SCALE:
                line.close()
                failure = Failure(line.number, line.call, "no answer", line.got)
                line.call = None
                self.fail(failure)

    def descriptions(self):
        doc = json.loads(self.server.cli("openapi").out)
        tools = json.loads(self.server.cli("describe", "tools", as_json=False).out)
        return doc, tools

    def everything(self):
        began = time.monotonic()
        self.start()
        try:
            generator = adcore_calls.Generator(*self.descriptions(), self.options.seed)
            self.expected = {(base.kind, base.name) for base in generator.bases}
            calls = generator.calls()
            left = self.options.count
            while left > 0:
                before = self.count
                self.play(itertools.islice(calls, min(ROUND, left)))
                left -= max(1, self.count - before)
                spent = time.monotonic() - began
                if self.options.seconds:
                    self.options.seconds -= spent
                    began = time.monotonic()
                if len(self.failures) >= FAILURES_MAX:
                    break
                if self.options.seconds is not None and self.options.seconds <= 0:
                    break
                if left > 0:
                    self.renew()
                words = (self.count, self.bodies, len(self.failures))
                print("%d calls, %d bodies, %d kinds of failures" % words, flush=True)
        finally:
            if self.server is not None:
                self.server.stop()  # which holds that it ends well, without a report in its log

    def replay(self, path):
        self.start()
        try:
            for text in Path(path).read_text().splitlines():
                call = adcore_calls.Call.from_json(text)
                print("%s %s: %s" % (call.kind, call.name, self.send_alone(call) or "well"))
        finally:
            self.server.stop()


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=10000)
    options.add_argument("--seconds", type=float)
    options.add_argument("--folder", default="build/calls")
    options.add_argument("--replay")
    options = options.parse_args()
    run = Run(options)
    if options.replay:
        return run.replay(options.replay)
    began = time.monotonic()
    ended_badly = 0
    try:
        run.everything()
    except AssertionError as fault:
        print("--- the server did not end well: %s" % fault)
        ended_badly = 1
    took = time.monotonic() - began
    for kind, count in sorted(run.kinds.items()):
        print("%6d x %s" % (count, kind))
    print("answers: %s" % ", ".join("%s: %d" % pair for pair in sorted(run.statuses.items())))
    print(
        "seed %d, %d calls with %d bodies, %d deaths of the server, %d accounts, %.0f s"
        % (options.seed, run.count, run.bodies, run.deaths, run.accounts, took)
    )
    missed = run.expected - run.names if run.count >= ALL_CALLED else set()
    if missed:
        print("never called: %s" % ", ".join("%s %s" % pair for pair in sorted(missed)))
    failed = len(run.bad) + len(missed) + ended_badly
    print("calls: %d passed, %d failed" % (len(run.names - run.bad), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
