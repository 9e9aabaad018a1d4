"""Sends 1,000 mixed requests to a server that runs under valgrind, ends it with SIGTERM, and reads
what valgrind saw. Usage: mixed.py ADCORE

Prints `valgrind: N passed, N failed`, where each request answered as it should be is one, and so
are the clean end and valgrind's own verdict.
"""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

REQUESTS = 1000
EMAIL = "valgrind@example.com"


class Run:
    def __init__(self, adcore, folder):
        self.adcore = os.path.abspath(adcore)
        self.folder = folder
        self.env = dict(os.environ, ADCORE_DATA_DIR=folder)
        self.passed = 0
        self.faults = []
        self.log = os.path.join(folder, "valgrind.log")

    def check(self, good, what):
        if good:
            self.passed += 1
        elif len(self.faults) < 1 << 16:
            self.faults.append(what)

    def cli(self, *words):
        done = subprocess.run([self.adcore, *words, "--json"], env=self.env, check=True,
                              capture_output=True, text=True)
        return json.loads(done.stdout)

    def tokens(self):
        self.cli("account", "add", "--email", EMAIL, "--plan", "scale")
        return [self.cli("token", "mint", "--email", EMAIL, "--name", f"valgrind {n}",
                         "--env", "test", "--scopes", "all")["token"] for n in range(5)]

    def start(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.server = subprocess.Popen(
            ["valgrind", "--leak-check=full", "--show-leak-kinds=definite,indirect",
             "--errors-for-leak-kinds=definite,indirect", "--track-fds=no",
             "--child-silent-after-fork=yes", f"--log-file={self.log}", "--error-exitcode=99",
             f"--suppressions={os.path.join(os.path.dirname(__file__), 'valgrind.supp')}",
             self.adcore, "serve", "--listen", f"127.0.0.1:{self.port}"],
            env=self.env, stderr=open(os.path.join(self.folder, "server.log"), "wb"))
        end = time.monotonic() + 120
        while time.monotonic() < end and self.server.poll() is None:
            try:
                if self.send("GET", "/readyz", None)[0] == 200:
                    return
            except OSError:
                time.sleep(0.2)
        sys.exit("valgrind: the server did not come up")

    def send(self, method, path, token, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
            if not isinstance(body, (bytes, str)):
                body = json.dumps(body)
        connection.request(method, path, body=body, headers=sent)
        answer = connection.getresponse()
        raw = answer.read()
        connection.close()
        return answer.status, raw

    def expect(self, status, method, path, token, body=None, headers=None):
        got, raw = self.send(method, path, token, body, headers)
        self.check(got == status, f"{method} {path}: {got}, not {status}: {raw[:300]!r}")
        if got != status or not raw.startswith(b"{"):
            return {}
        return json.loads(raw).get("data") or {}

    def tool(self, token, name, arguments):
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": {"name": name, "arguments": arguments}}
        self.expect(200, "POST", "/mcp", token, body, MCP_HEADERS)

    def round(self, n, token):
        """Twenty requests, with one of every kind of answer."""
        api = "/api/v1"
        made = self.expect(201, "POST", api + "/campaigns", token, {
            "name": f"Bakery {n}", "type": "SEARCH", "budget": 20},
            {"Idempotency-Key": f"round-{n}"})
        self.expect(201, "POST", api + "/campaigns", token, {
            "name": f"Bakery {n}", "type": "SEARCH", "budget": 20},
            {"Idempotency-Key": f"round-{n}"})
        path = f"{api}/campaigns/{made.get('id', 'none')}"
        group = self.expect(201, "POST", api + "/ad-groups", token, {
            "campaignId": made.get("id"), "name": "Bread"})
        self.expect(201, "POST", api + "/keywords", token, {
            "adGroupId": group.get("id"), "text": "fresh bread", "matchType": "EXACT"})
        self.expect(201, "POST", api + "/ads", token, {
            "adGroupId": group.get("id"), "type": "RESPONSIVE_SEARCH",
            "finalUrl": "https://bakery.example/bread",
            "headlines": ["Fresh bread", "Baked at five", "Order today"],
            "descriptions": ["Rye and rolls from our own oven.", "Pick up from six."]})
        self.expect(200, "GET", path, token)
        self.expect(200, "PATCH", path, token, {"budget": 25})
        self.expect(412, "PATCH", path, token, {"budget": 30}, {"If-Match": '"99.99"'})
        self.expect(200, "GET", api + "/campaigns?limit=20&q=bakery", token)
        self.expect(200, "GET", api + "/me", token)
        self.expect(200, "GET", api + "/spaces", token)
        self.expect(200, "POST", api + "/sync/preview", token, {"campaignIds": [made.get("id")]})
        self.expect(400, "POST", api + "/campaigns", token, {"name": "", "budget": -1, "x": 1})
        self.expect(400, "POST", api + "/campaigns", token, '{"name": ')
        self.expect(401, "GET", api + "/campaigns", "adcore_test_0000000000000000_x")
        self.expect(404, "GET", api + "/campaigns/cmp_00000000000000000000000000", token)
        self.expect(405, "PUT", path, token, {})
        self.tool(token, "find_objects", {"resource": "campaign"})
        self.tool(token, "get_context", {})
        self.expect(200, "DELETE", path, token)

    def stop(self):
        self.server.send_signal(signal.SIGTERM)
        try:
            status = self.server.wait(120)
        except subprocess.TimeoutExpired:
            self.server.kill()
            status = self.server.wait()
        self.check(status == 0, f"the server ended with {status} (99: valgrind found something)")
        with open(self.log, encoding="utf-8", errors="replace") as file:
            said = file.read()
        found = re.search(r"ERROR SUMMARY: (\d+) errors", said)
        self.check(bool(found) and found.group(1) == "0", f"valgrind says:\n{said[-12000:]}")


MCP_HEADERS = {"Accept": "application/json, text/event-stream",
               "MCP-Protocol-Version": "2025-11-25"}


def main():
    with tempfile.TemporaryDirectory(prefix="adcore-valgrind-") as folder:
        run = Run(sys.argv[1], folder)
        tokens = run.tokens()
        run.start()
        try:
            for n in range(REQUESTS // 20):
                run.round(n, tokens[n % len(tokens)])
        finally:
            run.stop()
        for fault in run.faults[:20]:
            print(fault)
        print(f"valgrind: {run.passed} passed, {len(run.faults)} failed")
        sys.exit(1 if run.faults else 0)


main()
