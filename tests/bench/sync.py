"""The cost of a pull and of a push of many objects: time, requests and memory, which must not grow
with the account. Each runs with a tenth and with all of the objects, in servers of their own.

    ./dev bench sync [--platform NAME,…] [--database sqlite|postgresql] [OBJECTS [OPERATIONS]]

By default 100,000 objects are pulled and 10,000 operations pushed on each platform and database. The
pushed objects are drafts; the pulled ones are copied into the simulator (see sync_accounts.py). Peaks
are of the server alone (VmHWM of a new process for each step); CPU is that of the server and of the
database's own processes. The database alone then writes the pulled rows again: the lower bound of
the cost. The sandbox runs on the same machine, which limits the operations per second.
"""

import argparse
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "support", "python"))

import scale  # noqa: E402
from adcore_make import TERMINAL, Desk, push as push_all  # noqa: E402
from adcore_server import Server  # noqa: E402
from bars import Bars, status_mb  # noqa: E402
from scale import spent  # noqa: E402
from sync_accounts import PLATFORMS, fill  # noqa: E402

PLANS = "scale:10000000:10000000000:api"
TABLES = ("campaigns", "ad_groups", "ads", "keywords", "history")
GROUP = 200  # rows of a transaction
# Allowed ratios of the whole to a tenth: memory, requests per object, CPU per object.
MEMORY, REQUESTS, CPU = 1.3, 1.3, 1.5
KB_AN_OPERATION = 4  # a whole plan is in memory: it may grow with its operations only
WRITING = 12  # the CPU of a pull by that of the bare rows
REVIEWED = 3600  # s, after every review: later changes would be new to the second pull
QUOTA = 10**9  # requests in the simulator's windows: the bench measures the work
# Published limits: requests (Google: operations) per seconds. Microsoft publishes none.
PACES = {
    "google": (15000, 86400, "a day with Basic access"),
    "reddit": (200, 60, "a minute"),
    "meta": (100000, 3600, "an hour with full access"),
}


class Step:
    """One step of a server, with its cost."""

    def __init__(self, world, name):
        self.world, self.name = world, name

    def __enter__(self):
        self.world.restart()
        self.idle = status_mb(self.world.pid, "VmRSS")
        self.after = self.world.box.log_end()
        self.cpu, self.sandbox_cpu = self.world.cpu(), spent(self.world.sandbox_pid)
        self.begun = time.monotonic()
        return self

    def __exit__(self, kind, *_):
        if kind:
            return
        self.seconds = time.monotonic() - self.begun
        self.cpu = self.world.cpu() - self.cpu
        self.sandbox_cpu = spent(self.world.sandbox_pid) - self.sandbox_cpu
        self.peak = status_mb(self.world.pid, "VmHWM")
        self.requests = self.world.box.log_end() - self.after

    def say(self, count):
        self.count = count
        print(
            "%-14s %7d: %8.1f s, %7.0f/s, %5d requests, CPU %6.3f ms each (sandbox %6.3f),"
            " peak %6.1f MB from %5.1f"
            % (
                self.name,
                count,
                self.seconds,
                count / self.seconds,
                self.requests,
                self.cpu * 1000 / count,
                self.sandbox_cpu * 1000 / count,
                self.peak,
                self.idle,
            ),
            flush=True,
        )
        return self


class World:
    """A server, its sandbox, and an account in it."""

    def __init__(self, platform):
        self.platform = platform
        self.server = Server(env={"ADCORE_PLANS": PLANS}).start()
        try:
            self.desk = Desk(self.server)
            self.api = self.desk.account.client(spare=False)
            remote = self.server.database.url
            self.db = scale.Postgres(self.server) if remote else scale.Sqlite(self.server)
            self.look()
        except BaseException:
            self.stop()
            raise

    def look(self):
        self.pid = self.server.process.pid
        self.sandbox_pid = child_of(self.pid)
        self.box = self.desk.box
        self.box.control(
            "POST", "quota", {"customerId": self.account(self.desk), "quota": QUOTA}
        )

    def account(self, desk):
        """The id of a desk's ad account in the platform's form."""
        own = desk.connection(self.platform.name)["accountId"]
        return own.removeprefix("act_").replace("-", "")

    def cpu(self):
        return spent(self.pid) + self.db.cpu()

    def restart(self):
        """A new process, so that its peak is that of the next step."""
        self.server.restart()
        self.desk.reopen()
        self.look()
        self.api.get("/me")

    def stop(self):
        self.server.stop()

    def fill(self, count):
        """Copies that many objects into the account, from another Space's push."""
        platform, other = self.platform, Desk(self.server)
        platform.draft(other.api, 2 + platform.ads + platform.words, groups=1)
        push_all(other.api)
        state = self.server.data / "sandbox.db"
        assert count % platform.size() == 0, "OBJECTS must be whole %ds" % platform.size()
        fill(state, platform, self.account(other), self.account(self.desk), count // platform.size())
        self.box.control("POST", "clock", {"advanceSeconds": REVIEWED})


def child_of(pid):
    for other in os.listdir("/proc"):
        try:
            with open("/proc/%s/stat" % other, encoding="ascii") as file:
                if int(file.read().rsplit(") ", 1)[1].split()[1]) == pid:
                    return int(other)
        except (OSError, ValueError, IndexError):
            pass
    raise AssertionError("the server has no sandbox")


# --- what is done ---------------------------------------------------------------------------------


def ended(api, run_id):
    """The finished run. It is polled rarely, because each answer has the whole run."""
    while True:
        for run in api.get("/sync", query={"limit": 5}).data:
            if run["id"] == run_id and run["status"] in TERMINAL:
                assert run["status"] == "SUCCEEDED", run
                return run
        time.sleep(0.1)


def pulled(world, name, effect, count):
    with Step(world, name) as step:
        body = {"mode": "PULL", "platforms": [world.platform.name]}
        run = ended(world.api, world.api.post("/sync", body, expect=202).data["id"])
    assert run["pulled"][effect] == count, run["pulled"]
    return step.say(count)


def pull(platform, count):
    world = World(platform)
    try:
        begun = time.monotonic()
        world.fill(count)
        print("# filled in %.0f s" % (time.monotonic() - begun), flush=True)
        steps = [pulled(world, "pull", "created", count)]
        steps[0].written = written(world)
        print("# the bare rows: CPU %.3f ms each" % (steps[0].written * 1000 / count), flush=True)
        return steps + [pulled(world, "pull again", "unchanged", count)]
    finally:
        world.stop()


def push(platform, count):
    world = World(platform)
    try:
        platform.draft(world.api, count)
        with Step(world, "preview") as preview:
            plan = world.api.post("/sync/preview", {}, expect=(200, 201)).data
        assert len(plan["operations"]) == count, len(plan["operations"])
        preview.say(count)
        with Step(world, "push") as step:
            body = {"planHash": plan["planHash"]}
            run = ended(world.api, world.api.post("/sync", body, expect=202).data["id"])
        step.say(count)
        with Step(world, "GET /sync/:id") as get:
            assert len(world.api.get("/sync/" + run["id"]).data["operations"]) == count
        get.say(count)
        return [preview, step, get]
    finally:
        world.stop()


# --- the least that the rows of a pull cost -------------------------------------------------------


def rewriting(table, rows):
    """Statements that write the rows of a table once more, with all its indexes, as many to a
    transaction as a pull does."""
    yield "CREATE TABLE bench_copy AS SELECT * FROM %s" % table
    yield "CREATE TABLE bench_order AS SELECT b.*, row_number() OVER () AS bench_n FROM bench_copy b"
    yield "CREATE INDEX bench_by_n ON bench_order (bench_n)"
    yield "DELETE FROM %s" % table
    yield None
    columns = "SELECT {columns} FROM bench_order WHERE bench_n > %d AND bench_n <= %d"
    for at in range(0, rows, GROUP):
        yield "INSERT INTO %s %s" % (table, columns % (at, at + GROUP))
    yield None
    yield "DROP TABLE bench_order"
    yield "DROP TABLE bench_copy"


def written(world):
    """CPU seconds of the database alone for the rows that the Space has now."""
    rewrite = rewrite_there if world.server.database.url else rewrite_here
    total = 0
    for table in TABLES:
        rows = int(world.server.sql("SELECT count(*) FROM " + table)[0][0])
        total += rewrite(world, table, rows)
    return total


def rewrite_here(world, table, rows):
    db, marks = world.db.db, []
    names = [row[1] for row in db.execute("PRAGMA table_info(%s)" % table)]
    for sql in rewriting(table, rows):
        if sql is None:
            marks.append(time.process_time())
        else:
            with db:
                db.execute(sql.format(columns=", ".join(names)))
    return marks[1] - marks[0]


def rewrite_there(world, table, rows):
    """The times are those of the process that serves the connection, read before it ends."""
    named = world.server.sql(
        "SELECT column_name FROM information_schema.columns WHERE table_name = '%s'"
        " ORDER BY ordinal_position" % table
    )
    names = ", ".join(row[0] for row in named)
    look = "\\! cat /proc/$BENCH_PID/schedstat"
    text = ["SELECT pg_backend_pid() AS pid \\gset", "\\setenv BENCH_PID :pid"]
    for sql in rewriting(table, rows):
        text.append(look if sql is None else sql.format(columns=names) + ";")
    done = subprocess.run(
        ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", world.server.database.url],
        input="\n".join(text),
        check=True,
        capture_output=True,
        text=True,
    )
    before, after = (int(line.split()[0]) for line in done.stdout.splitlines())
    return (after - before) / 1e9


# --- what must hold -------------------------------------------------------------------------------


def growth(bars, few, many, memory):
    """The whole beside the tenth."""
    if memory:
        bars.hold("memory of a " + many.name, many.peak / few.peak, MEMORY)
    for name, most in (("requests", REQUESTS), ("cpu", CPU)):
        each, before = (getattr(step, name) / step.count for step in (many, few))
        if before:
            bars.hold("%s of an object in a %s" % (name, many.name), each / before, most)


def quota(platform, step, changed):
    """Beside what the platform allows; of Google's operations each change is one too."""
    theirs = step.requests + (changed if platform.name == "google" else 0)
    if platform.name not in PACES:
        print("# %s: %d requests, %s publishes no quota" % (step.name, theirs, platform.name))
        return
    most, window, said = PACES[platform.name]
    pace = theirs / step.seconds / (most / window)
    print(
        "# %s: %d of the %d that %s allows %s; here %.1f times that pace, which would take %.0f s"
        % (step.name, theirs, most, platform.name, said, pace, theirs * window / most),
        flush=True,
    )


def measure(bars, platform, objects, operations):
    for few, many in zip(pull(platform, objects // 10), pull(platform, objects)):
        growth(bars, few, many, memory=True)
        quota(platform, many, 0)
        if many.name == "pull":
            bars.hold("CPU of a pull by the bare rows'", many.cpu / many.written, WRITING)
    for few, many in zip(push(platform, operations // 10), push(platform, operations)):
        growth(bars, few, many, memory=False)
        each = (many.peak - few.peak) * 1024 / (many.count - few.count)
        bars.hold("memory of an operation in a " + many.name, each, KB_AN_OPERATION, " KB")
        if many.name == "push":
            quota(platform, many, operations)
            print("# %.1f operations a request, questions included" % (many.count / many.requests))


def names(text):
    found = text.split(",")
    unknown = [each for each in found if each not in PLATFORMS]
    if unknown:
        raise argparse.ArgumentTypeError("unknown: %s" % ", ".join(unknown))
    return found


def arguments():
    parser = argparse.ArgumentParser(prog="./dev bench sync")
    parser.add_argument("--platform", type=names, default=list(PLATFORMS))
    parser.add_argument("--database", choices=("sqlite", "postgresql"), help="both unless said")
    parser.add_argument("objects", type=int, nargs="?", default=100000)
    parser.add_argument("operations", type=int, nargs="?", default=10000)
    return parser.parse_args()


def main():
    args = arguments()
    kind = (os.environ.get("ADCORE_TEST_DATABASE") or "sqlite").partition(":")[0]
    if args.database not in (None, kind):
        return
    bars = Bars()
    for name in args.platform:
        print("\n## %s, %s" % (name, kind), flush=True)
        measure(bars, PLATFORMS[name], args.objects, args.operations)
    bars.end("sync on " + kind)


if __name__ == "__main__":
    main()
