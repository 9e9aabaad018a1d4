"""One Space with a million campaigns: what a list, a deep page, a total and a create cost there,
against the same with ten thousand, in CPU of the server (and of the database's own processes).

    ./dev bench scale [ROWS]        a million unless said

The rows are multiplied in the database from one that the server made, with their counter cells.
"""

import json
import os
import sqlite3
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "support", "python"))

from adcore_server import Server  # noqa: E402

FEW = 10000
FACTOR = 1.3
ROUNDS = 9
PAGE = 10000  # of 50
PLANS = "scale:10000000:10000000000:api"

COPY = """
INSERT INTO campaigns SELECT {columns} FROM campaigns s,
 (WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < {rows})
  SELECT n, 'cmp_01K' || substr('00000000000000000000000' || CAST(n AS TEXT), {digits}, 23)
  AS new_id, 'Scale ' || CAST(n AS TEXT) AS new_name FROM i) AS many
"""


def columns_of(names):
    """Each column as it is, but for what makes an object itself."""
    new = {
        "id": "many.new_id",
        "name": "many.new_name",
        "json": "replace(replace(s.json, s.id, many.new_id), s.name, many.new_name)",
    }
    return ", ".join(new.get(name, "s." + name) for name in names)


class Sqlite:
    def __init__(self, server):
        self.db = sqlite3.connect(str(server.data / "adcore.db"), timeout=60)

    def columns(self):
        return [row[1] for row in self.db.execute("PRAGMA table_info(campaigns)")]

    def run(self, sql):
        with self.db:
            self.db.execute(sql)
        # Otherwise the server's writer does it during another measurement.
        self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def text(self, names, rows):
        length = "length('00000000000000000000000' || CAST(n AS TEXT)) - 22"
        return COPY.format(columns=columns_of(names), rows=rows, digits=length)

    def cpu(self):
        return 0


class Postgres:
    def __init__(self, server):
        self.url = server.database.url
        self.name = server.database.name

    def psql(self, sql):
        done = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.url, "-c", sql],
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    def columns(self):
        sql = (
            "SELECT column_name FROM information_schema.columns"
            " WHERE table_name = 'campaigns' ORDER BY ordinal_position"
        )
        return self.psql(sql).split()

    def run(self, sql):
        self.psql(sql + "; ANALYZE")

    def text(self, names, rows):
        length = "length('00000000000000000000000' || CAST(n AS TEXT)) - 22"
        return COPY.format(columns=columns_of(names), rows=rows, digits=length)

    def cpu(self):
        """Of the processes that serve this database."""
        total = 0
        for pid in os.listdir("/proc"):
            try:
                with open("/proc/%s/cmdline" % pid, encoding="ascii", errors="replace") as file:
                    if self.name in file.read():
                        total += spent(pid) if is_postgres(pid) else 0
            except OSError:
                pass
        return total


def is_postgres(pid):
    with open("/proc/%s/comm" % pid, encoding="ascii") as file:
        return file.read().startswith("postgres")


def spent(pid):
    """CPU seconds of all threads of a process, to the nanosecond."""
    total = 0
    for task in os.listdir("/proc/%s/task" % pid):
        with open("/proc/%s/task/%s/schedstat" % (pid, task), encoding="ascii") as file:
            total += int(file.read().split()[0])
    return total / 1e9


class World:
    """A server whose Space holds so many campaigns."""

    def __init__(self, rows):
        self.server = Server(env={"ADCORE_PLANS": PLANS}).start()
        self.api = self.server.account().client(spare=False)
        self.db = Postgres(self.server) if self.server.database.url else Sqlite(self.server)
        body = {"name": "Scale 0", "type": "SEARCH", "budget": 20}
        self.api.post("/campaigns", body)
        begun = time.monotonic()
        self.db.run(self.db.text(self.db.columns(), rows - 1))
        self.db.run("UPDATE counters SET n = %d WHERE resource = 'campaign'" % rows)
        print("# %d campaigns in %.0f s" % (rows, time.monotonic() - begun), flush=True)
        assert self.api.get("/campaigns").meta["total"] == rows
        self.rows = rows
        self.serial = 0

    def cpu(self):
        return spent(self.server.process.pid) + self.db.cpu()

    def deep(self):
        """A cursor where page 10,000 begins, or the last that there is."""
        cursor, seen = None, 0
        wanted = min(PAGE * 50, self.rows // 2)
        while seen < wanted:
            page = self.api.get("/campaigns", query={"limit": 200, "cursor": cursor})
            cursor, seen = page.meta["nextCursor"], seen + len(page.data)
        return cursor

    def create(self):
        self.serial += 1
        body = {"name": "New %d" % self.serial, "type": "SEARCH", "budget": 20}
        self.api.post("/campaigns", body)

    def measure(self, work, times):
        """CPU milliseconds per request."""
        before = self.cpu()
        for _ in range(times):
            work()
        return (self.cpu() - before) * 1000 / times


def works(world):
    deep = world.deep()

    def page(**query):
        return lambda: world.api.get("/campaigns", query=query)

    return {
        "list": (page(), 150),
        "deep page": (page(cursor=deep), 150),
        "total": (page(limit=1), 300),
        "total by status": (page(limit=1, status="PAUSED"), 300),
        "total by platform": (page(limit=1, platform="google"), 300),
        "total by syncState": (page(limit=1, syncState="STAGED"), 300),
        "create": (world.create, 150),
    }


def timed(world, **query):
    """A walk that is only reported: its duration and its result."""
    begun = time.monotonic()
    resp = world.api.get("/campaigns", query=query, expect=(200, 400))
    took = time.monotonic() - begun
    said = "total %d" % resp.meta["total"] if resp.status == 200 else resp.details["fields"][0]["code"]
    return "%.2f s, %s" % (took, said)


def report(few, many):
    bad = 0
    small, large = works(few), works(many)
    for name, (work, times) in small.items():
        costs = [(few.measure(work, times), many.measure(large[name][0], times))]
        for _ in range(ROUNDS):  # alternately, so that other load affects both
            costs.append((few.measure(work, times), many.measure(large[name][0], times)))
        base, cost = (min(each) for each in zip(*costs[1:]))
        factor = cost / base if base else 0
        good = factor <= FACTOR
        bad += not good
        print(
            "%-20s %8.3f ms at %d, %8.3f ms at %d: %.2f %s"
            % (name, base, few.rows, cost, many.rows, factor, "" if good else "TOO MUCH"),
            flush=True,
        )
    for query in (
        {"q": "scale 77"},
        {"q": "nothing like this"},
        {"type": "SEARCH"},
        {"status": "PAUSED", "q": "9"},
        {"platform": "google", "type": "SEARCH", "updatedSince": "2020-01-01T00:00:00Z"},
    ):
        print("# %s: %s" % (json.dumps(query), timed(many, **query)), flush=True)
    return bad


def main():
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1000000
    few, many = World(FEW), World(rows)
    try:
        bad = report(few, many)
    finally:
        few.server.stop()
        many.server.stop()
    print("scale: %d passed, %d failed" % (7 - bad, bad))
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
