"""./dev bench: server CPU per request, and ratios to the ceilings of libmicrohttpd and SQLite.

Everything is measured in turns (A B A B …) in one run, and the medians are compared: on a shared
machine requests a second say little, server CPU and ratios within the same round say most.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import grant
from server import ROOT, Others, Server, command, cpu_seconds, memory_mb, thread_seconds

HERE = os.path.dirname(os.path.abspath(__file__))
BUILT = os.path.join(ROOT, "build", "tests", "bench")
CONNECTIONS = 32
OBJECTS = 10000
QUIET = 5  # percent of the machine that others may use while it is measured
EMAIL = "bench@example.com"


def report(seconds, url, script=None, connections=CONNECTIONS, threads=2, **env):
    """requests, p50 and p99 in ms of a run in which every reply was a success; slow is no failure."""
    words = ["wrk", f"-t{min(threads, connections)}", f"-c{connections}", f"-d{seconds}s", "--latency",
             "--timeout", "30s"]
    headers = []
    if script:
        words += ["-s", os.path.join(HERE, script)]
    elif "BENCH_TOKEN" in env:
        headers = ["-H", f"Authorization: Bearer {env['BENCH_TOKEN']}"]
    run = subprocess.run(words + headers + [url], check=False, capture_output=True, text=True,
                         env={**os.environ, **env})
    out = run.stdout
    bad = re.search(r"Non-2xx.*|Socket errors.*", out)
    if run.returncode or bad:
        said = bad.group(0) if bad else f"wrk ended with {run.returncode}"
        raise SystemExit(f"bench: {url}: {said}\n{run.stderr}".rstrip())
    requests = int(re.search(r"(\d+) requests in", out).group(1))
    if requests == 0:
        raise SystemExit(f"bench: {url}: no reply within {seconds} s; ask for longer rounds")
    said = {"requests": requests}
    for percent in (50, 99):
        value, unit = re.search(rf" {percent}%\s+([\d.]+)(us|ms|s|m)", out).groups()
        said[f"p{percent}"] = float(value) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60000}[unit]
    return said


def wrk(*args, **options):
    """(requests, p50 in ms) of what report() takes."""
    said = report(*args, **options)
    return said["requests"], said["p50"]


class Job:
    """One thing that is measured, round after round."""

    def __init__(self, name, pid, run):
        self.name, self.pid, self.run = name, pid, run
        self.rate, self.cpu, self.p50 = [], [], []

    def round(self, seconds):
        before = cpu_seconds(self.pid)
        requests, p50 = self.run(seconds)
        self.cpu.append((cpu_seconds(self.pid) - before) / requests * 1e6)
        self.rate.append(requests / seconds)
        self.p50.append(p50)

    def median(self, what):
        return statistics.median(getattr(self, what))


class Ceiling:
    """ceiling_sqlite with a number of rows in each transaction."""

    def __init__(self, name, folder, group):
        self.name, self.folder, self.group = name, folder, group
        self.rate = []

    def round(self, seconds):
        path = os.path.join(self.folder, f"ceiling{self.group}.db")
        out = subprocess.run([os.path.join(BUILT, "ceiling_sqlite"), path, str(self.group),
                              str(seconds * 1000)], check=True, capture_output=True, text=True)
        self.rate.append(float(out.stdout))

    def median(self, what):
        return statistics.median(getattr(self, what))


class Bench:
    def __init__(self, args, folder):
        self.args, self.folder = args, folder
        self.bars = []
        self.jobs = {}
        self.writer_us = []
        self.others = 0

    # --- the data ---------------------------------------------------------------------------

    def account(self, email):
        words = [email, "--plan", "scale", "--password-stdin"]
        subprocess.run([os.environ.get("ADCORE_BIN", os.path.join(ROOT, "build", "adcore")),
                        "account", "add", "--email", *words, "--data-dir", self.folder],
                       check=True, input=f"password of {email}", text=True,
                       stdout=subprocess.DEVNULL)
        return command(self.folder, "token", "mint", "--email", email, "--name", "bench",
                       "--env", "test", "--scopes", "all")["token"]

    def prepare(self, server):
        self.token = self.account(EMAIL)
        self.writer = self.account("writer@example.com")
        while server.json("GET", "/api/v1/campaigns?limit=1",
                          self.token)["meta"]["total"] < OBJECTS:
            wrk(1, server.url, "create.lua", BENCH_TOKEN=self.token,
                BENCH_RUN=os.urandom(4).hex())
        self.ids = os.path.join(self.folder, "ids")
        cursor = ""
        with open(self.ids, "w", encoding="ascii") as file:
            for _ in range(10):
                page = server.json("GET", f"/api/v1/campaigns?limit=200{cursor}", self.token)
                file.writelines(f"/api/v1/campaigns/{o['id']}\n" for o in page["data"])
                cursor = f"&cursor={page['meta']['nextCursor']}"

    # --- the jobs ---------------------------------------------------------------------------

    def add(self, job):
        if not self.args.only or job.name in self.args.only:
            self.jobs[job.name] = job

    def add_rest(self, server, ceiling):
        url = server.url
        # Requested by the same client in the same way: a wrk script costs as much as a request.
        self.jobs["http ceiling"] = Job("http ceiling", ceiling.pid, lambda s: wrk(
            s, f"http://127.0.0.1:{ceiling.port}/", "get.lua", BENCH_TOKEN=self.token,
            BENCH_IDS=self.ids))
        self.add(Job("get", server.pid, lambda s: wrk(
            s, url, "get.lua", BENCH_TOKEN=self.token, BENCH_IDS=self.ids)))
        self.add(Job("list", server.pid, lambda s: wrk(
            s, f"{url}/api/v1/campaigns?limit=50", BENCH_TOKEN=self.token)))
        self.add(Job("create", server.pid, lambda s: self.create(server, s)))
        self.jobs["sqlite 1"] = Ceiling("sqlite 1", self.folder, 1)
        self.jobs["sqlite 10"] = Ceiling("sqlite 10", self.folder, 10)

    def create(self, server, seconds):
        before = thread_seconds(server.pid, "writer")
        requests, p50 = wrk(seconds, server.url, "create.lua", BENCH_TOKEN=self.writer,
                            BENCH_RUN=os.urandom(4).hex())
        self.writer_us.append((thread_seconds(server.pid, "writer") - before) / requests * 1e6)
        return requests, p50

    def add_mcp(self, server, ceiling):
        status, _, _ = server.request("POST", "/mcp", self.token, "{}")
        if status == 404:
            self.bars.append(("tools/list", "/mcp is not served", False))
            return
        jwt = grant.access_token(server, EMAIL, f"password of {EMAIL}",
                                 "campaigns:read campaigns:write")

        def call(method, params):
            body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
            return lambda s: wrk(s, server.url, "mcp.lua", BENCH_TOKEN=jwt, BENCH_BODY=body)

        self.add(Job("tools/list", server.pid, call("tools/list", {})))
        # The reference: the same number of bytes from memory.
        size = self.size_of(server, jwt, "tools/list")
        self.jobs["static"] = Job("static", ceiling.pid, lambda s: wrk(
            s, f"http://127.0.0.1:{ceiling.port}/{size}"))
        self.add(Job("tools/call", server.pid, call("tools/call", {
            "name": "find_objects", "arguments": {"resource": "campaign", "limit": 50}})))

    @staticmethod
    def size_of(server, token, method):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": {}})
        status, _, text = server.request("POST", "/mcp", token, body, {
            "Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25",
            "Accept": "application/json, text/event-stream"})
        if status != 200:
            raise SystemExit(f"bench: {method}: {status} {text}")
        return len(text.encode())

    # --- the rest ---------------------------------------------------------------------------

    def bar(self, name, said, held):
        self.bars.append((name, said, held))

    def check_starts(self):
        times, idle = [], []
        for _ in range(15):
            server = Server(self.folder)
            times.append(server.start_ms)
            idle.append(memory_mb(server.pid))
            server.stop()
        ms, (rss, anon) = statistics.median(times), statistics.median(idle)
        print(f"start to first answer {ms:.1f} ms ({min(times):.1f}-{max(times):.1f}), "
              f"idle RSS {rss:.1f} MB, RssAnon {anon:.1f} MB")
        self.bar("start to first answer", f"{ms:.1f} ms, at most 40", ms <= 40)
        self.bar("idle memory", f"{rss:.1f} MB, at most 20", rss <= 20)

    def check_growth(self, server):
        """Mixed requests after a warm-up: resident memory that is not the files' must stay."""
        def mixed(requests):
            done, memory = 0, []
            while done < requests or len(memory) < 3:
                done += wrk(2, server.url, "get.lua", BENCH_TOKEN=self.token,
                            BENCH_IDS=self.ids)[0]
                done += wrk(1, f"{server.url}/api/v1/campaigns?limit=50",
                            BENCH_TOKEN=self.token)[0]
                done += wrk(1, server.url, "create.lua", BENCH_TOKEN=self.writer,
                            BENCH_RUN=os.urandom(4).hex())[0]
                memory.append(memory_mb(server.pid)[1])
            return done, memory
        _, warm = mixed(self.args.requests // 10)
        done, memory = mixed(self.args.requests)
        # A group that is being written takes a MB for a moment: medians of three looks.
        before, after = statistics.median(warm[-3:]), statistics.median(memory[-3:])
        self.bar("growth", f"{after - before:+.2f} MB over {done} requests, at most 1",
                 after - before <= 1)

    def ratio(self, name, to, what):
        """Within each round, where both met the same noise; the median of the rounds."""
        pairs = zip(getattr(self.jobs[name], what), getattr(self.jobs[to], what))
        return statistics.median(a / b for a, b in pairs)

    def check_ratios(self):
        jobs = self.jobs
        if "get" in jobs:
            ratio = self.ratio("get", "http ceiling", "rate")
            self.bar("GET by id", f"{ratio:.2f} of the HTTP ceiling, at least 0.40",
                     ratio >= 0.40)
        if "create" in jobs:
            ratio = self.ratio("create", "sqlite 1", "rate")
            self.bar("create", f"{ratio:.2f} times SQLite's single-row rate, at least 1.5",
                     ratio >= 1.5)
        if "tools/list" in jobs:
            ratio = self.ratio("tools/list", "static", "cpu")
            self.bar("tools/list", f"{ratio:.2f} times the CPU of a static answer of the same "
                     "size, at most 4", ratio <= 4)

    def print_table(self):
        http = self.jobs["http ceiling"]
        print(f"\n{'job':14} {'req/s':>9} {'cpu us':>8} {'p50 ms':>8} "
              f"{'of ceiling':>11} {'cpu ratio':>10}")
        for job in self.jobs.values():
            rate = job.median("rate")
            if isinstance(job, Ceiling):
                print(f"{job.name:14} {rate:9.0f} {'':8} {'':8} rows/s, FULL, "
                      f"{job.group} a transaction")
                continue
            cpu = job.median("cpu")
            print(f"{job.name:14} {rate:9.0f} {cpu:8.1f} {job.median('p50'):8.3f} "
                  f"{rate / http.median('rate'):11.2f} {cpu / http.median('cpu'):10.2f}")
        if self.writer_us:
            print(f"\nthe writer's thread: {statistics.median(self.writer_us):.1f} us a create")
        print(f"\nother programs used {self.others:.0f} % of the machine meanwhile"
              + (": NOT QUIET, the ratios say little" if self.others > QUIET else ""))
        for name, said, held in self.bars:
            print(f"{name}: {said}: {'held' if held else 'MISSED'}")

    def measure(self, server, ceiling):
        self.prepare(server)
        self.add_rest(server, ceiling)
        self.add_mcp(server, ceiling)
        for job in self.jobs.values():
            job.round(1)  # to warm up
            for kept in ("rate", "cpu", "p50"):
                getattr(job, kept, []).clear()
        others = Others([server.pid, ceiling.pid])
        for number in range(self.args.rounds):
            for job in self.jobs.values():
                job.round(self.args.seconds)
            print(f"round {number + 1} of {self.args.rounds}", file=sys.stderr)
        self.others = others.percent()
        rss, anon = memory_mb(server.pid)
        print(f"under load RSS {rss:.1f} MB, RssAnon {anon:.1f} MB")

    def run(self):
        server = Server(self.folder)
        try:
            self.serve_and_measure(server)
        except BaseException:
            server.process.kill()
            raise
        server.stop()
        self.check_starts()
        self.check_ratios()
        self.print_table()
        return all(held for _, _, held in self.bars)

    def serve_and_measure(self, server):
        with subprocess.Popen([os.path.join(BUILT, "ceiling_http")], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True) as ceiling:
            ceiling.port = int(ceiling.stdout.readline())
            self.measure(server, ceiling)
            ceiling.stdin.close()
        if self.args.requests:
            self.check_growth(server)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--requests", type=int, default=1000000,
                        help="of the growth check; 0 leaves it out")
    parser.add_argument("--only", type=lambda text: text.split(","),
                        help="jobs: get,list,create,tools/list,tools/call")
    args = parser.parse_args()
    # On a disk, not in memory: the sync is part of the measurement.
    os.makedirs(os.path.join(ROOT, "build", "bench"), exist_ok=True)
    folder = tempfile.mkdtemp(prefix="run-", dir=os.path.join(ROOT, "build", "bench"))
    try:
        return 0 if Bench(args, folder).run() else 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
