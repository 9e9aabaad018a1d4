"""./dev bench mcp: tools/call and tools/list a second, CPU a request and p99 of adcore, the v2
TypeScript SDK, FastMCP and rmcp, in both eras, in turns (A B C D A B C D …) in one run, medians of
the rounds.

What each does: tools/list answers the same tools, those of adcore; tools/call is get_object, which
reads one campaign of 1,000 from SQLite by its id and answers it as structuredContent and as text.
What only adcore does besides: it checks a JWT and that the grant still lives, counts the request
against its limits, and holds the object against the Space and the scopes; the peers ask for no
token. The peers' row has eleven columns, adcore's all that a campaign has. A peer that does not
speak an era, or is not there to be built, is left out with a word."""

import argparse
import http.client
import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile

import grant
from bench import HERE, Job, report
from server import ADCORE, ROOT, Others, Server, command, environment, memory_mb

EMAIL = "bench@example.com"
PASSWORD = "four words that differ"
CONNECTIONS = 16
CAMPAIGNS = 1000
ERAS = {"legacy": "2025-11-25", "modern": "2026-07-28"}
META = {"io.modelcontextprotocol/protocolVersion": ERAS["modern"],
        "io.modelcontextprotocol/clientCapabilities": {}}
COLUMNS = ["id", "name", "type", "platform", "status", "budgetMicros", "syncState", "source",
           "version", "createdAt", "updatedAt"]
TOOLS = os.path.join(ROOT, "build-tools")
PEERS = os.path.join(HERE, "peers")


def message(method, era):
    params = {"name": "get_object", "arguments": {"id": "@ID@"}} if method == "tools/call" else {}
    if era == "modern":
        params["_meta"] = META
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


class Adcore:
    """The server with its campaigns and a grant of all reading scopes."""

    name = "adcore"

    def __init__(self, folder):
        self.server = Server(folder)
        self.pid, self.port = self.server.pid, self.server.port
        subprocess.run([ADCORE, "account", "add", "--email", EMAIL, "--plan", "scale",
                        "--password-stdin", "--data-dir", folder], check=True, text=True,
                       input=PASSWORD, stdout=subprocess.DEVNULL, env=environment())
        api = command(folder, "token", "mint", "--email", EMAIL, "--name", "bench", "--env", "test",
                      "--scopes", "all")["token"]
        self.rows = self.campaigns(api)
        self.token = grant.access_token(self.server, EMAIL, PASSWORD, " ".join(
            scope for scope in self.server.json("GET", "/api/v1/me", api)["data"]["scopes"]))

    def campaigns(self, token):
        rows = []
        for first in range(0, CAMPAIGNS, 200):
            made = self.server.json("POST", "/api/v1/campaigns/batch", token, {
                "atomic": True, "operations": [{"method": "POST", "body": {
                    "name": f"Campaign {first + i}", "type": "SEARCH", "budget": 5}}
                    for i in range(200)]})
            rows += [result["data"] for result in made["data"]["results"]]
        return rows

    def stop(self):
        self.server.stop()


class Peer:
    """A program that prints its port once it serves."""

    token = None

    def __init__(self, name, words):
        self.name = name
        self.child = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        line = self.child.stdout.readline()
        if not line:
            raise SystemExit(f"bench: {name} did not start")
        self.pid, self.port = self.child.pid, json.loads(line)["port"]

    def stop(self):
        self.child.terminate()
        self.child.wait()


def ask(peer, method, era, some_id):
    """(status, bytes, result or error) of one request, as the load will send it."""
    body = message(method, era).replace("@ID@", some_id)
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
               "MCP-Protocol-Version": ERAS[era]}
    if era == "modern":
        headers["Mcp-Method"] = method
        if method == "tools/call":
            headers["Mcp-Name"] = "get_object"
    if peer.token:
        headers["Authorization"] = f"Bearer {peer.token}"
    conn = http.client.HTTPConnection("127.0.0.1", peer.port, timeout=20)
    conn.request("POST", "/mcp", body, headers)
    reply = conn.getresponse()
    text = reply.read().decode()
    conn.close()
    return reply.status, len(text), text


def speaks(peer, method, era, row, tools):
    """The size of a correct answer, otherwise None, with a printed reason."""
    status, size, text = ask(peer, method, era, row["id"])
    try:
        # Plain JSON, or the one event of a stream.
        result = json.loads(text[text.index("{"):])["result"]
        if method == "tools/list":
            right = [tool["name"] for tool in result["tools"]] == [tool["name"] for tool in tools]
        else:
            found = result["structuredContent"]["object"]
            right = (found["id"], found["name"], found["budget"]) == (row["id"], row["name"], 5)
    except (ValueError, KeyError, TypeError):
        right = False
    if status == 200 and right:
        return size
    print(f"{peer.name}, {method}, {era}: left out: {status} {text[:200]}")
    return None


class Load(Job):
    """One method of one peer in one era; also keeps p99."""

    def __init__(self, peer, method, era, size, ids):
        super().__init__(f"{method} {era}", peer.pid, None)
        self.peer, self.size, self.p99 = peer, size, []
        self.env = {"BENCH_BODY": message(method, era), "BENCH_ERA": era, "BENCH_IDS": ids}
        if peer.token:
            self.env["BENCH_TOKEN"] = peer.token
        self.run = self.load

    def load(self, seconds):
        said = report(seconds, f"http://127.0.0.1:{self.peer.port}", "mcp_peers.lua", CONNECTIONS,
                      threads=1, **self.env)
        self.p99.append(said["p99"])
        return said["requests"], said["p50"]


def write_fixture(folder, rows, tools):
    database, listed, ids = (os.path.join(folder, name) for name in ("peers.db", "tools.json", "ids"))
    with sqlite3.connect(database) as made:
        made.execute(f"CREATE TABLE campaigns ({', '.join(COLUMNS)}, PRIMARY KEY (id)) WITHOUT ROWID")
        for row in rows:
            values = {**row, "budgetMicros": int(row["budget"] * 1000000)}
            made.execute(f"INSERT INTO campaigns VALUES ({', '.join('?' * len(COLUMNS))})",
                         [values[column] for column in COLUMNS])
    made.close()
    with open(listed, "w", encoding="utf-8") as out:
        json.dump(tools, out)
    with open(ids, "w", encoding="ascii") as out:
        out.writelines(f"{row['id']}\n" for row in rows)
    return database, listed, ids


def programs(database, listed):
    """The installed peers; run.sh installs them."""
    found = {
        "TypeScript SDK": ["node", "--no-warnings", os.path.join(PEERS, "typescript.mjs")],
        "FastMCP": [os.path.join(TOOLS, "clients-v2/bin/python"), os.path.join(PEERS, "fastmcp_peer.py")],
        "rmcp": [os.path.join(TOOLS, "rmcp-peer/target/release/rmcp-peer")],
    }
    for name, words in found.items():
        if shutil.which(words[0]):
            yield name, [*words, database, listed]
        else:
            print(f"{name}: left out: {words[0]} is not there")


def print_table(jobs):
    print(f"\n{'':22}{'':16}{'a second':>10}{'CPU us':>9}{'p50 ms':>9}{'p99 ms':>9}{'bytes':>8}")
    for job in jobs:
        print(f"{job.name:22}{job.peer.name:16}{job.median('rate'):10.0f}{job.median('cpu'):9.0f}"
              f"{job.median('p50'):9.2f}{job.median('p99'):9.2f}{job.size:8}")
    print("\nadcore's rate over theirs, and their CPU a request over adcore's, within each round:")
    ours = {job.name: job for job in jobs if job.peer.name == Adcore.name}
    for job in jobs:
        if job.peer.name == Adcore.name or job.name not in ours:
            continue
        mine = ours[job.name]
        rate = statistics.median(a / b for a, b in zip(mine.rate, job.rate))
        cpu = statistics.median(b / a for a, b in zip(mine.cpu, job.cpu))
        print(f"{job.name:22}{job.peer.name:16}{rate:9.2f}x{cpu:9.2f}x")


def measure(peers, ids, rows, tools, args):
    jobs = []
    for method in ("tools/list", "tools/call"):
        for era in ERAS:
            for peer in peers:
                size = speaks(peer, method, era, rows[0], tools)
                if size is not None:
                    jobs.append(Load(peer, method, era, size, ids))
    for job in jobs:
        job.round(args.seconds)  # to warm up
        for kept in (job.rate, job.cpu, job.p50, job.p99):
            kept.clear()
    others = Others([peer.pid for peer in peers])
    for number in range(args.rounds):
        for job in jobs:
            job.round(args.seconds)
        print(f"round {number + 1} of {args.rounds}", file=sys.stderr)
    print(f"others used {others.percent():.0f} % of the machine")
    print("memory under load: " + ", ".join(f"{p.name} {memory_mb(p.pid)[0]:.0f} MB" for p in peers))
    print_table(jobs)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench mcp", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    args = parser.parse_args()
    peers = []
    with tempfile.TemporaryDirectory(prefix="adcore-bench-") as folder:
        try:
            peers.append(Adcore(folder))
            _, _, text = ask(peers[0], "tools/list", "legacy", "")
            tools, rows = json.loads(text)["result"]["tools"], peers[0].rows
            database, listed, ids = write_fixture(folder, rows, tools)
            for name, words in programs(database, listed):
                peers.append(Peer(name, words))
            measure(peers, ids, rows, tools, args)
        finally:
            for peer in peers:
                peer.stop()
    print("\n" + __doc__.split("\n\n", 1)[1])


main()
