"""Runs the conformance program of each language, and the programs of its README and its page in docs.

usage: run.py BUILD-FOLDER LANGUAGE=COMMAND…

COMMAND runs the conformance program, which prints "ok CASE" or "not ok CASE: why" for each case of
cases.json. PAGES names how a program of a page is run. Prints a line a test, and the counts last.
"""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support" / "python"))

from adcore_server import SCALE, Server, wait_for  # noqa: E402  (the path is set above)
from adcore_make import Desk  # noqa: E402
from proxy import Proxy  # noqa: E402

CASES = [name for name, _ in json.loads((HERE / "cases.json").read_text())]
ROWS = 1000
PAGES = {
    "typescript": ("ts", "page.mjs", "node page.mjs"),
    "python": ("python", "page.py", "env PYTHONPATH=site /usr/bin/python3 page.py"),
    "go": ("go", "page/main.go", "env GOTOOLCHAIN=local GOFLAGS=-mod=mod GOPROXY=off go run ./page"),
    "java": ("java", "Page.java", "java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp lib/* Page.java"),
    "rust": ("rust", "src/bin/page.rs", "cargo run --quiet --offline --bin page"),
}


def rows(api):
    """A campaign with a group of ROWS keywords, for the cases of paging."""
    campaign = api.post("/campaigns", {"name": "Rows", "type": "SEARCH", "budget": 5}).data
    group = api.post("/ad-groups", {"campaignId": campaign["id"], "name": "Rows"}).data
    for first in range(0, ROWS, 100):
        operations = [
            {"method": "POST", "body": {"adGroupId": group["id"], "text": "row %d" % i, "matchType": "EXACT"}}
            for i in range(first, first + 100)
        ]
        api.post("/keywords/batch", {"operations": operations}, expect=200)
    return campaign["id"], group["id"]


def environment(server, proxy):
    desk = Desk(server)
    space = desk.api.get("/me").data["space"]["id"]
    server.cli("space", "set", space, "--max-campaign-daily-budget", "1000000000",
               "--max-total-daily-budget", "none", "--max-bid", "10000")
    campaign, group = rows(desk.api)
    env = dict(os.environ)
    env.update(
        ADCORE_URL=proxy.url,
        ADCORE_TOKEN=desk.api.token,
        ADCORE_NARROW_TOKEN=desk.account.token(["campaigns:read"]),
        ADCORE_SPACE=space,
        ADCORE_ROWS_CAMPAIGN=campaign,
        ADCORE_ROWS_GROUP=group,
        ADCORE_ROWS=str(ROWS),
    )
    return env


def conformance(language, command, folder, env):
    done = subprocess.run(shlex.split(command), cwd=folder, env=env, capture_output=True, text=True,
                          timeout=600 * SCALE)
    said = dict(re.findall(r"^(?:not )?ok (\S+?)(?:: (.*))?$", done.stdout, re.M))
    good = set(re.findall(r"^ok (\S+)$", done.stdout, re.M))
    passed = failed = 0
    for case in CASES:
        if case in good:
            passed += 1
            continue
        failed += 1
        print("%s: %s FAILED: %s" % (language, case, said.get(case, "the program did not run it")))
    if failed:
        print(done.stdout[-3000:], done.stderr[-3000:])
    print("%s: %d of %d cases" % (language, passed, len(CASES)))
    return passed, failed


def programs(language):
    """The first whole program of the README and of the page in docs/integrate."""
    mark = PAGES[language][0]
    for path in (ROOT / "sdk" / language / "README.md", ROOT / "docs" / "integrate" / (language + ".md")):
        found = re.search(r"^```%s\n(.*?)^```$" % mark, path.read_text(encoding="utf-8"), re.S | re.M)
        yield path.relative_to(ROOT), found.group(1) if found else None


def pages(language, folder, env):
    _, name, command = PAGES[language]
    passed = failed = 0
    for path, program in programs(language):
        done = None
        if program:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(program, encoding="utf-8")
            done = subprocess.run(shlex.split(command), cwd=folder, env=env, capture_output=True,
                                  text=True, timeout=120 * SCALE)
        if done and done.returncode == 0:
            passed += 1
            continue
        failed += 1
        print("%s: the program of %s FAILED\n%s" % (language, path, (done.stdout + done.stderr) if done else "none"))
    return passed, failed


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    passed = failed = 0
    with Server() as server:
        for each in sys.argv[2:]:
            language, command = each.split("=", 1)
            proxy = Proxy(server.port)
            env = environment(server, proxy)
            folder = build / language / "empty"
            for counts in (conformance(language, command, folder, env), pages(language, folder, env)):
                passed += counts[0]
                failed += counts[1]
            proxy.shutdown()
    print("counts %d %d" % (passed, failed))


main()
