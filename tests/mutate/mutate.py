"""Makes one small change in the product at a time, and runs the tests that are near it.

Usage: mutate.py [COUNT [SEED]] [--under PATH] [--minutes N] [--again] [--whole]

Each change is made in a copy of the sources, build-mutate/source, never in the sources themselves. First
the unit tests of the changed file's module run, then the golden files, then the API tests that near.py
names, then the page tests; with --whole also all other API tests. The first that fails ends it.
A change that no test notices is printed as SURVIVED: read it, and write the test that is missing, delete
code that is not needed, or note a change that cannot be noticed in equivalent.txt with the reason.

build-mutate/results/SEED.jsonl has a line per change. The same command continues after an interruption.
--again judges the changes that survived once more. Exit 0 if at least 95 of 100 changes were noticed.
"""

import argparse
import fcntl
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import changes  # noqa: E402  (the path is set above)
import near  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORK = os.path.join(ROOT, "build-mutate")
SOURCE = os.path.join(WORK, "source")
BUILD = os.path.join(WORK, "build")
RESULTS = os.path.join(WORK, "results")
TOPS = ("core/", "rest/", "mcp/", "oauth/", "app/")
GOLDEN = ("core/model/", "core/call/rules/", "rest/open", "rest/docs", "mcp/tools/", "mcp/ui/")
LEAST = 95  # of 100 changes
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
PYTEST_WORKERS = str(min(3, os.cpu_count() or 1))
UNIT_SECONDS, API_SECONDS = 90, 420  # limits; a change may make a loop endless
QUICK = 10  # seconds that the unit tests of the first pass take together


def write_file(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def read_file(path):
    with open(path, "rb") as file:
        return file.read()


def copy_sources():
    """The tracked files as they are now. Files that did not change keep their time; a change that an
    interrupted run left in the copy differs, so it is overwritten."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.splitlines()
    names = {name for name in listed if os.path.isfile(os.path.join(ROOT, name))}
    for name in names:
        there, content = os.path.join(SOURCE, name), read_file(os.path.join(ROOT, name))
        if os.path.exists(there) and read_file(there) == content:
            continue
        write_file(there, content)
        os.chmod(there, os.stat(os.path.join(ROOT, name)).st_mode)
    for folder, subfolders, files in os.walk(SOURCE):
        subfolders[:] = [each for each in subfolders if not os.path.islink(os.path.join(folder, each))]
        for each in files:
            path = os.path.join(folder, each)
            # A test of a file that moved would be counted twice.
            if each.endswith((".c", ".h", ".py", ".mjs")) and os.path.relpath(path, SOURCE) not in names:
                os.remove(path)


def prepare():
    copy_sources()
    for name in ("tests/node_modules", "app/web/node_modules", "app/web/dist", "build-tools"):
        if os.path.exists(os.path.join(ROOT, name)) and not os.path.exists(os.path.join(SOURCE, name)):
            os.symlink(os.path.join(ROOT, name), os.path.join(SOURCE, name))
    if not os.path.exists(os.path.join(BUILD, "build.ninja")):
        subprocess.run(["meson", "setup", BUILD, SOURCE, "-Doptimization=0", "-Ddebug=false", "-Dtests=enabled"],
                       check=True, stdout=subprocess.DEVNULL)
    build()


def build(*targets):
    """The compiler's messages, None if everything was built."""
    done = subprocess.run(["ninja", "-C", BUILD, *targets], capture_output=True, text=True)
    if done.returncode != 0 and not targets:
        sys.exit(f"mutate: the sources do not build\n{done.stdout[-2000:]}")
    return done.stdout if done.returncode != 0 else None


class Memory:
    """Measurements: the seconds of each unit test, and the tests that passed without a change."""

    def __init__(self):
        self.file = os.path.join(WORK, "memory.json")
        self.kept = json.loads(read_file(self.file)) if os.path.exists(self.file) else {}
        self.seconds, self.sound = self.kept.setdefault("seconds", {}), self.kept.setdefault("sound", {})

    def save(self):
        write_file(self.file + ".new", json.dumps(self.kept, indent=1).encode())
        os.replace(self.file + ".new", self.file)


class Tests:
    """Runs tests; each method returns the name of the test that failed, None if all passed."""

    def __init__(self):
        listed = subprocess.run(["ninja", "-C", BUILD, "-t", "targets", "all"], capture_output=True,
                                text=True, check=True).stdout
        self.memory = Memory()
        self.unit = near.UnitTests(SOURCE, set(re.findall(r"^(tests/unit/\w+_test): ", listed, re.M)))
        self.running = None

    def run(self, words, seconds, folder, env):
        """The exit status and the output; the status is None if the time was over."""
        with open(os.path.join(WORK, "output.txt"), "w+", encoding="utf-8", errors="replace") as output:
            self.running = subprocess.Popen(words, cwd=folder, env=dict(os.environ, **env), stdout=output,
                                            stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT,
                                            start_new_session=True)
            try:
                status = self.running.wait(timeout=seconds)
            except subprocess.TimeoutExpired:
                status = None
            finally:
                # Servers that the tests began are in the same session.
                self.end()
            output.seek(0)
            return status, output.read()

    def end(self):
        if self.running:
            try:
                os.killpg(self.running.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.running.wait()
            self.running = None

    def run_unit(self, target):
        start = time.monotonic()
        known = self.memory.seconds.get(target)
        limit = UNIT_SECONDS if known is None else min(UNIT_SECONDS, 10 + 5 * known)
        env = {"ADCORE_SOURCE_ROOT": SOURCE, "ADCORE_SANDBOX": os.path.join(BUILD, "adcore-sandbox")}
        status, _ = self.run([os.path.join(BUILD, target)], limit, BUILD, env)
        if status == 0:
            self.memory.seconds[target] = round(time.monotonic() - start, 2)
        return status == 0

    def run_golden(self):
        status, _ = self.run([PYTHON, "-B", os.path.join(SOURCE, "tests/golden/check.py"),
                              os.path.join(BUILD, "adcore")], 120, SOURCE, {})
        return status == 0

    def run_api(self, files):
        """None if all passed, else the first test that failed."""
        env = {"ADCORE_BIN": os.path.join(BUILD, "adcore"), "ADCORE_TEST_DATABASE": "sqlite",
               "PYTHONDONTWRITEBYTECODE": "1"}
        words = [PYTHON, "-B", "-m", "pytest", "-q", "-x", "--tb=no", "-rfE", "-p", "no:cacheprovider",
                 "-n", PYTEST_WORKERS, "--dist", "loadfile", *files]
        status, output = self.run(words, API_SECONDS, os.path.join(SOURCE, "tests", "api"), env)
        if status == 0:
            return None
        failed = re.search(r"^(?:FAILED|ERROR) (?:tests/api/)?(\S+\.py(?:::\S+?)?)(?: |$)", output, re.M)
        return failed.group(1) if failed else files[0]

    def run_node(self, files):
        status, _ = self.run(["sh", "-c", "root=$PWD; . tests/support/node.sh; node_ready; "
                              "exec node --test $NODE_ARGS \"$@\"", "node", *files],
                             API_SECONDS, SOURCE, {"ADCORE_BIN": os.path.join(BUILD, "adcore")})
        return status == 0

    def judge_api(self, files):
        failed = self.run_api(files) if files else None
        if failed is None:
            return None
        # A test that failed for another reason, such as a busy machine, does not fail twice.
        return failed if self.run_api([failed]) is not None else self.judge_api_rest(files, failed)

    def judge_api_rest(self, files, passed):
        """After a failure by chance: the other files once."""
        name = passed.split("::")[0]
        rest = [each for each in files if each != name]
        failed = self.run_api(rest) if rest else None
        return failed if failed and self.run_api([failed]) is not None else None

    def judge_units(self, change):
        """First pass: (test that noticed the change, its kind); (None, None) if none did."""
        units = self.units_of(change)[0]
        if build("libadunit.so", *units):
            return "compiler", "compiler"
        failed = next((each for each in units if not self.run_unit(each)), None)
        return (failed, "unit") if failed else (None, None)

    def units_of(self, change):
        """The unit tests of the first and of the second pass."""
        first, second, total = [], [], 0
        for each in self.unit.near(change.path, lambda test: self.memory.seconds.get(test, 1)):
            seconds = self.memory.seconds.get(each, 1)
            fits = total + seconds <= QUICK
            total += seconds if fits else 0
            (first if fits else second).append(each)
        return first, second

    def judge_others(self, change, whole):
        """Second pass: slow unit tests, golden files, API tests and page tests."""
        units = self.units_of(change)[1]
        if build("libadunit.so", "adcore", *units):
            return "compiler", "compiler"
        if change.path.startswith(GOLDEN) and not self.run_golden():
            return "golden", "golden"
        files = near.api_files(SOURCE, change.path)
        failed = self.judge_api(files)
        if failed:
            return failed, "api"
        failed = next((each for each in units if not self.run_unit(each)), None)
        if failed:
            return failed, "unit"
        pages = near.node_files(SOURCE, change.path)
        if pages and not self.run_node(pages):
            return " ".join(os.path.basename(each) for each in pages), "pages"
        if whole:
            folder = os.path.join(SOURCE, "tests", "api")
            rest = sorted(each for each in os.listdir(folder) if re.fullmatch(r"test_\w+\.py", each))
            failed = self.judge_api([each for each in rest if each not in files])
            if failed:
                return failed, "api"
        return None, None

    def passes_unchanged(self, test, kind):
        """Once per version of a test: it passes without a change, so its failure means something."""
        file = os.path.join(SOURCE, "tests", "api", test.split("::")[0])
        if kind == "api":
            mark = hashlib.sha256(read_file(file) if os.path.exists(file) else b"").hexdigest()[:16]
        else:
            mark = "passed"
        if self.memory.sound.get(test) == mark:
            return True
        build("adcore")
        good = {"unit": lambda: not build(test) and self.run_unit(test), "golden": self.run_golden,
                "api": lambda: self.run_api([test]) is None or self.run_api([test]) is None,
                "pages": lambda: self.run_node([os.path.join(SOURCE, "tests", "oauth", each)
                                                for each in test.split()])}[kind]()
        if good:
            self.memory.sound[test] = mark
        return good


def is_same_machine_code(path, old, new):
    """True if the optimizing compiler makes the same object of both texts: the change changes nothing."""
    listed = json.loads(subprocess.run(["ninja", "-C", BUILD, "-t", "compdb"], capture_output=True,
                                       check=True, text=True).stdout)
    file = os.path.join(SOURCE, path)
    command = next((each["command"] for each in listed
                    if os.path.normpath(os.path.join(BUILD, each["file"])) == file and " -c " in each["command"]), None)
    if command is None:
        return False
    objects = []
    for text in (old, new):
        write_file(file, text.encode())
        out = os.path.join(WORK, "compared.o")
        words = re.sub(r" -o \S+", f" -o {out}", command.replace("-O0", "-O2"))
        words = re.sub(r" -M[DQF](?: \S+\.o(?:\.d)?)?", "", words)
        if subprocess.run(words, shell=True, cwd=BUILD, capture_output=True).returncode != 0:
            return False
        objects.append(read_file(out))
    return objects[0] == objects[1]


def choose(seed, under):
    """The changes in the order of a seed; an edit of one file moves the changes of that file alone."""
    names = subprocess.run(["git", "ls-files", "*.c"], cwd=ROOT, check=True, capture_output=True,
                           text=True).stdout.splitlines()
    found, known = [], changes.equivalents()
    for name in names:
        if name.startswith(TOPS) and name.startswith(under) and os.path.exists(os.path.join(SOURCE, name)):
            found += changes.changes_of(name, read_file(os.path.join(SOURCE, name)).decode())
    for path, old, _ in known:
        file = os.path.join(SOURCE, path)
        if not os.path.exists(file) or old not in read_file(file).decode():
            print(f"mutate: equivalent.txt names a line that {path} does not have: {old}", flush=True)
    placed = [(each.place(seed), each) for each in found
              if (each.path, each.old_line, each.new_line) not in known]
    return [each for place, each in sorted(((p, e) for p, e in placed if p is not None), key=lambda pair: pair[0])]


def show(row):
    verdict = f"noticed by {row['by']}" if row["noticed"] else "no quick unit test" if row["pending"] else "SURVIVED"
    print(f"{verdict} ({row['seconds']} s): {row['path']}:{row['line']} ({row['operator']}): {row['old']}"
          f"  ->  {row['new'] or '(deleted)'}", flush=True)


class Session:
    """The changes of one seed and what is known of each, in build-mutate/results/SEED.jsonl."""

    def __init__(self, tests, asked):
        self.tests, self.asked, self.rows = tests, asked, {}
        self.until = time.monotonic() + asked.minutes * 60 if asked.minutes else float("inf")
        self.file = os.path.join(RESULTS, f"{asked.seed}.jsonl")
        if os.path.exists(self.file):
            self.rows = {row["key"]: row for row in map(json.loads, read_file(self.file).decode().splitlines())}

    def try_change(self, change, judge, last):
        """Judges a change and stores its row; None if the test that failed also fails without it."""
        start = time.monotonic()
        file = os.path.join(SOURCE, change.path)
        text = read_file(file).decode()
        changed = text[:change.start] + change.new + text[change.end:]
        try:
            write_file(file, changed.encode())
            by, kind = judge(change)
            if by is None and not last and is_same_machine_code(change.path, text, changed):
                by = kind = "same code"
        finally:
            self.tests.end()
            write_file(file, text.encode())
        if kind in ("unit", "golden", "api", "pages") and not self.tests.passes_unchanged(by, kind):
            print(f"mutate: {by} fails without a change too; {change.path}:{change.line} is not counted", flush=True)
            return None
        row = {"key": change.key, "path": change.path, "line": change.line, "operator": change.operator,
               "old": change.old_line, "new": change.new_line, "by": by, "kind": kind, "noticed": by is not None,
               "pending": by is None and not last, "counted": kind not in ("compiler", "same code"),
               "seconds": round(time.monotonic() - start, 1)}
        self.rows[change.key] = row
        self.tests.memory.save()
        with open(self.file, "a", encoding="utf-8") as out:
            out.write(json.dumps(row) + "\n")
        if row["counted"]:
            show(row)
        return row

    def in_time(self):
        return time.monotonic() < self.until

    def pass_units(self, order):
        """The changes that count, up to the number asked for, each with its quick unit tests."""
        chosen = []
        for change in order:
            if len(chosen) >= self.asked.count or not self.in_time():
                break
            row = self.rows.get(change.key)
            if row is None or (self.asked.again and not row["noticed"]):
                row = self.try_change(change, self.tests.judge_units, False)
            if row and row["counted"]:
                chosen.append(change)
        return chosen

    def pass_others(self, chosen):
        """The other tests for those that are left, code about money and access first."""
        left = [each for each in chosen if self.rows[each.key]["pending"]]
        for change in sorted(left, key=lambda each: -each.weight()):
            if not self.in_time():
                break
            self.try_change(change, lambda each: self.tests.judge_others(each, self.asked.whole), True)

    def end(self, chosen):
        rows = [self.rows[each.key] for each in chosen]
        rows = [row for row in rows if row["counted"]]
        for row in rows:
            if not row["noticed"]:
                show(row)
        noticed, pending = sum(row["noticed"] for row in rows), sum(row["pending"] for row in rows)
        print(f"mutate: {len(rows)} changes, {noticed} noticed, {len(rows) - noticed - pending} survived, "
              f"{pending} not judged to the end")
        return rows and not pending and noticed * 100 >= LEAST * len(rows)


def stop(number, _frame):
    sys.exit(128 + number)


def main():
    parse = argparse.ArgumentParser()
    parse.add_argument("count", nargs="?", type=int, default=40)
    parse.add_argument("seed", nargs="?", type=int, default=int(time.time()))
    parse.add_argument("--under", default="", help="change only sources whose path begins so")
    parse.add_argument("--minutes", type=float, help="begin no change after this time")
    parse.add_argument("--again", action="store_true", help="judge the changes that survived again")
    parse.add_argument("--units", action="store_true", help="only the first pass: quick unit tests")
    parse.add_argument("--whole", action="store_true", help="run all API tests before a change has survived")
    asked = parse.parse_args()
    os.makedirs(RESULTS, exist_ok=True)
    lock = open(os.path.join(WORK, "lock"), "w", encoding="utf-8")
    fcntl.flock(lock, fcntl.LOCK_EX)  # one run at a time has the copy
    for each in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, stop)
    os.nice(5)
    if shutil.which("ccache"):
        os.environ.setdefault("CCACHE_NOHASHDIR", "true")
    prepare()
    session = Session(Tests(), asked)
    print(f"mutate: {asked.count} changes, seed {asked.seed}, {len(session.rows)} known", flush=True)
    chosen = session.pass_units(choose(asked.seed, asked.under))
    if not asked.units:
        session.pass_others(chosen)
    sys.exit(0 if session.end(chosen) else 1)


main()
