"""The cost of importing a large file: a Google Ads Editor export with its rows in order, and shuffled,
so that keywords precede their ad groups and campaigns. Each runs with a tenth and with all of the
rows, on the command line, in databases of their own.

    ./dev bench import [--database sqlite|postgresql] [ROWS]     default: a million rows, on both

Every object must exist once, and a second import must create none. Peaks and CPU are those of the
command, without the database's own processes.
"""

import argparse
import csv
import json
import os
import random
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "support", "python"))

from adcore_server import BINARY, Server  # noqa: E402
from bars import Bars, status_mb  # noqa: E402

KINDS = ("campaigns", "adGroups", "ads", "keywords")
GROUPS, WORDS = 9, 109  # of a campaign; keywords beside an ad: 1000 rows
LARGE = 10000  # keywords of one ad group: the cost of a row must not grow with the ad group
# Allowed ratios: the whole import to a tenth of it, and a shuffled file to an ordered one.
MEMORY, CPU, SHUFFLED = 1.3, 1.5, 2.5
COLUMNS = (
    "Campaign,Campaign Type,Budget,Ad Group,Keyword,Criterion Type,Ad type,Headline 1,Headline 2,"
    "Headline 3,Description 1,Description 2,Final URL"
).split(",")


def row(**cells):
    known = {name.replace("_", " "): value for name, value in cells.items()}
    return [known.get(name, "") for name in COLUMNS]


def group_rows(campaign, name, words):
    place = {"Campaign": campaign, "Ad_Group": name}
    yield row(**place)
    yield row(
        Ad_type="Responsive search ad",
        Headline_1="Fresh bread",
        Headline_2="Baked daily",
        Headline_3="Order online",
        Description_1="From our own oven.",
        Description_2="Open from six.",
        Final_URL="https://bakery.example/bread",
        **place,
    )
    for n in range(words):
        yield row(Keyword="bread %d" % n, Criterion_Type="Phrase", **place)


def rows_of(campaigns, groups, words):
    for c in range(campaigns):
        campaign = "Scale %d" % c
        yield row(Campaign=campaign, Campaign_Type="Search", Budget="20.00")
        for g in range(groups):
            yield from group_rows(campaign, "Group %d" % g, words)


class Import:
    """One file, imported twice into a database of its own."""

    def __init__(self, name, campaigns, groups=GROUPS, words=WORDS, shuffled=False):
        self.name = name
        self.wanted = [campaigns]
        self.wanted += [campaigns * groups * n for n in (1, 1, words)]
        self.rows = sum(self.wanted)
        with Server() as server:
            email = server.account().email
            path = server.dir / "editor.csv"
            self.write(path, rows_of(campaigns, groups, words), shuffled)
            self.seconds, self.cpu, self.peak, report = self.run(server, email, path)
            assert [report[kind]["created"] for kind in KINDS] == self.wanted, report
            again = self.run(server, email, path)
            assert [again[3][kind]["created"] for kind in KINDS] == [0, 0, 0, 0], again[3]
            self.stands(server)
        self.say("", self.seconds, self.cpu, self.peak)
        self.say(" again", *again[:3])

    def write(self, path, rows, shuffled):
        rows = list(rows)
        if shuffled:
            random.Random(7).shuffle(rows)
        with open(path, "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([COLUMNS] + rows)

    def run(self, server, email, path):
        """Seconds, CPU seconds and the peak in MB of one import; its report."""
        words = ["import", str(path), "--email", email, "--platform", "google", "--json"]
        said, peak = server.dir / "report.json", 0
        begun = time.monotonic()
        with open(said, "w", encoding="utf-8") as out:
            command = subprocess.Popen(
                [str(BINARY), *words],
                env=server.environment(),
                cwd=server.dir,
                stdin=subprocess.DEVNULL,
                stdout=out,
            )
        ended = 0
        while not ended:
            # The process's own value: wait4() includes this program's memory.
            peak = status_mb(command.pid, "VmHWM") or peak
            ended, status, usage = os.wait4(command.pid, os.WNOHANG)
            time.sleep(0.02)
        seconds = time.monotonic() - begun
        report = json.loads(said.read_text("utf-8"))
        assert os.waitstatus_to_exitcode(status) == 0, report
        assert report["skipped"] == [], report["skipped"][:3]
        return seconds, usage.ru_utime + usage.ru_stime, peak, report

    def stands(self, server):
        """Each keyword is in the ad group that its row names."""
        [[groups, least, most, distinct]] = server.sql(
            "SELECT count(*), min(n), max(n), min(texts) FROM (SELECT ad_group_id, count(*) AS n,"
            " count(DISTINCT text) AS texts FROM keywords GROUP BY ad_group_id) AS each_group"
        )
        words = self.wanted[3] // self.wanted[1]
        assert (groups, least, most, distinct) == (str(self.wanted[1]), *[str(words)] * 3)

    def say(self, more, seconds, cpu, peak):
        print(
            "%-18s %8d rows: %7.1f s, %7.0f/s, CPU %6.3f ms each, peak %6.1f MB"
            % (
                self.name + more,
                self.rows,
                seconds,
                self.rows / seconds,
                cpu * 1000 / self.rows,
                peak,
            ),
            flush=True,
        )

    def each(self):
        return self.cpu / self.rows


def measure(bars, rows):
    campaigns = max(1, rows // 10000)
    ordered = [Import("in order", n) for n in (campaigns, 10 * campaigns)]
    mixed = [Import("shuffled", n, shuffled=True) for n in (campaigns, 10 * campaigns)]
    large = min(LARGE, rows)
    crowd = Import("one ad group", 1, 1, large, shuffled=True)
    for few, many in (ordered, mixed):
        bars.hold("memory, " + many.name, many.peak / few.peak, MEMORY)
        bars.hold("CPU of a row, " + many.name, many.each() / few.each(), CPU)
    for few, many in ((ordered[1], mixed[1]), (mixed[0], crowd)):
        name = "CPU of a row, %s by %s" % (many.name, few.name)
        bars.hold(name, many.each() / few.each(), SHUFFLED)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench import")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), help="both unless said")
    parser.add_argument("rows", type=int, nargs="?", default=1000000)
    args = parser.parse_args()
    kind = (os.environ.get("ADCORE_TEST_DATABASE") or "sqlite").partition(":")[0]
    if args.database not in (None, kind):
        return
    print("\n## %s" % kind, flush=True)
    bars = Bars()
    measure(bars, args.rows)
    bars.end("import on " + kind)


if __name__ == "__main__":
    main()
