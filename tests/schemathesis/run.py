"""Schemathesis against a running server: all checks, links followed, on $ADCORE_TEST_DATABASE.

    run.py PROGRAM FOLDER [SEED]

PROGRAM is schemathesis, FOLDER takes its output. Prints what failed, and as its last line
`counts PASSED FAILED`: an operation of the description counts as one, and so do the number of
cases (at least 2,000) and that the server ends well. The seed is fixed, so that a failure repeats;
another one may be given.
"""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support" / "python"))

from adcore_server import Server  # noqa: E402
import adcore_make as make  # noqa: E402

LEAST_CASES = 2000
MINUTES = 15


def prepare(account):
    """Some objects of most kinds to find, change and push."""
    api = account.client(spare=False)
    campaign = api.post("/campaigns", make.campaign_body()).data
    group = api.post("/ad-groups", make.ad_group_body(campaign["id"])).data
    api.post("/ads", make.ad_body(group["id"]))
    api.post("/keywords", make.keyword_body(group["id"]))
    make.make_business(api)
    api.post("/assets", {"type": "CALLOUT", "name": "Hours", "text": "Open from six"})


def run(program, server, account, folder, seed):
    folder.mkdir(parents=True, exist_ok=True)
    command = [
        program,
        "--config-file=%s" % (HERE / "schemathesis.toml"),
        "run",
        "http://127.0.0.1:%d/api/v1/openapi.json" % server.port,
        "--header=Authorization: Bearer %s" % account.token(),
        "--checks=all",
        "--max-examples=12",
        "--suppress-health-check=all",
        "--continue-on-failure",
        "--generation-database=none",
        "--seed=%s" % seed,
        "--warnings=off",
        "--no-color",
    ]
    with open(folder / "output.txt", "w") as out:
        done = subprocess.run(
            command, stdout=out, stderr=subprocess.STDOUT, timeout=MINUTES * 60, cwd=folder
        )
    return done.returncode, (folder / "output.txt").read_text()


def summary(text):
    """From the first failure on, or the end of the output."""
    at = text.find("=== FAILURES")
    return text[at:] if at >= 0 else text[-3000:]


def failed_operations(text):
    names = set()
    for line in text.splitlines():
        if line.startswith("____") and line.endswith("____"):
            names.add(line.strip("_ "))
    return names


def count_cases(text):
    for line in text.splitlines():
        if "generated" in line:
            return int(line.split()[0])
    return 0


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    seed = sys.argv[3] if len(sys.argv) > 3 else "20260728"
    plans = "scale:1000000:100000000:api"
    with Server(env={"ADCORE_PLANS": plans}) as server:
        account = server.account("scale")
        operations = sum(
            len(methods) for methods in json.loads(server.cli("openapi").out)["paths"].values()
        )
        prepare(account)
        code, text = run(program, server, account, folder, seed)
    bad = failed_operations(text)
    cases = count_cases(text)
    if code != 0 or bad:
        print(summary(text))
    print("schemathesis: %d operations, %d cases, seed %s" % (operations, cases, seed))
    failed = max(len(bad), 1 if code != 0 else 0)
    passed = operations - len(bad) + 1
    if cases < LEAST_CASES:
        print("at least %d cases were wanted" % LEAST_CASES)
        failed, passed = failed + 1, passed - 1
    print("counts %d %d" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
